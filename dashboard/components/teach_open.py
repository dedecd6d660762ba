"""What logs do not decide of a dialect by which they reach their own results, in plain words."""

from collections.abc import Iterator

import msgspec
import streamlit as st

from dashboard.naming import markdown_text
from dashboard.texts import text
from engine.importers.bga.dialect import Dialect
from engine.importers.bga.undecided import Open, Undecided, undecided
from engine.importers.bga.workbench import Bench


def show_open(bench: Bench, dialect: Dialect, files: str) -> None:
    """Of a dialect that every log on the bench verifies."""
    found = _found(bench, dialect, files)
    sentences = list(_sentences(found))
    with st.expander(text("teach.open_title", count=len(sentences)), expanded=bool(sentences)):
        for sentence in sentences or [text("teach.open_nothing")]:
            st.markdown(f"- {sentence}")
        if not found.complete:
            st.caption(text("teach.open_more_left"))
        if sentences:
            st.caption(text("teach.open_bring"))


def _found(bench: Bench, dialect: Dialect, files: str) -> Undecided:
    """Worked out once for what is on the page."""
    key = (files, msgspec.json.encode(dialect))
    known: tuple[tuple[str, bytes], Undecided] | None = st.session_state.get("teach open")
    if known is not None and known[0] == key:
        return known[1]
    with st.spinner(text("teach.open_trying")):
        found = undecided(bench, dialect)
    st.session_state["teach open"] = (key, found)
    return found


def _sentences(found: Undecided) -> Iterator[str]:
    for one in found.readings:
        yield _of_reading(one)
    if found.turns:
        yield text("teach.open_turns", count=found.turns)
    if found.shifts:
        yield text("teach.open_shifts", count=found.shifts)
    if found.moves:
        yield text("teach.open_moves", moves=_listed(found.moves))
    for slot, words in found.words:
        yield text("teach.open_words", slot=markdown_text(slot), words=_listed(words))
    if found.untried:
        yield text("teach.open_untried", types=_listed(found.untried))


def _of_reading(one: Open) -> str:
    kind = markdown_text(one.kind)
    if one.value:
        kind = text("teach.open_with", kind=kind, value=markdown_text(one.value))
    chosen = markdown_text(one.chosen)
    others = _listed([other for other in one.others if other])
    if one.slot:
        slot = markdown_text(one.slot)
        return text("teach.open_slot", kind=kind, slot=slot, chosen=chosen, others=others)
    if not others:
        return text("teach.open_no_move", kind=kind, chosen=chosen)
    return text("teach.open_move", kind=kind, chosen=chosen, others=others)


def _listed(names: "tuple[str, ...] | list[str]") -> str:
    return ", ".join(f"“{markdown_text(name)}”" for name in names)
