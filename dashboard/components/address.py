"""Choices that live in the page's address, so that a link brings back the view.

Streamlit can bind a widget to the address itself, but forgets the value on the way to another
page and writes labels, which differ from language to language. Here a choice is kept for the
session, whichever page shows it, and the address holds its key.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import streamlit as st

_KEPT = "kept choices"
_WRITTEN = "written address"
_PAGE = "page in view"
_MOVED = "came from another page"


def arrive(page: str) -> None:
    """Called once a run, before the page: on the way to a page the address loses its choices."""
    state = st.session_state
    state[_MOVED] = state.get(_PAGE) not in {None, page}
    state[_PAGE] = page
    state.setdefault(_KEPT, {})
    state.setdefault(_WRITTEN, {})


def came_from_elsewhere() -> bool:
    """Whether this run brought the reader from another page."""
    return bool(st.session_state.get(_MOVED))


def choose_one(
    widget: Callable[..., Any],
    label: str,
    options: Sequence[Any],
    *,
    key: str,
    default: Any = None,
    always: bool = False,
    **how: Any,
) -> Any:
    """A choice of one option by a widget such as `st.pills`; `default` may be None.

    With `always` the default, too, stands in the address: where it may be another one tomorrow.
    """
    value = _value(key, lambda texts: _option(options, texts[-1]), default)
    _show(key, value if value in options else default)
    chosen = widget(label, options, key=key, **how)
    silent = chosen is None or (chosen == default and not always)
    _publish(key, chosen, [] if silent else [str(chosen)])
    return chosen


def choose_several(
    widget: Callable[..., Any],
    label: str,
    options: Sequence[Any],
    *,
    key: str,
    anything: bool = False,
    **how: Any,
) -> list[Any]:
    """A choice of options by a widget such as `st.multiselect`; with `anything` of other texts."""

    def read(texts: list[str]) -> list[Any]:
        found = [text if anything else _option(options, text) for text in texts]
        return [option for option in found if option is not None]

    value = _value(key, read, [])
    _show(key, [option for option in value if anything or option in options])
    chosen = list(widget(label, options, key=key, **how))
    _publish(key, chosen, [str(option) for option in chosen])
    return chosen


def choose_switch(widget: Callable[..., Any], label: str, *, key: str, **how: Any) -> bool:
    """A toggle that is off unless the address says `yes`."""
    _show(key, bool(_value(key, lambda texts: texts[-1] == "yes", False)))
    chosen = bool(widget(label, key=key, **how))
    _publish(key, chosen, ["yes"] if chosen else [])
    return chosen


def choose_text(widget: Callable[..., Any], label: str, *, key: str, **how: Any) -> str:
    """A text, empty unless the address has one."""
    _show(key, str(_value(key, lambda texts: texts[-1], "")))
    chosen = str(widget(label, key=key, **how) or "")
    _publish(key, chosen, [chosen] if chosen else [])
    return chosen


def choose_date(
    widget: Callable[..., Any], label: str, *, key: str, earliest: date, latest: date
) -> date | None:
    """A day between two others, or none."""

    def read(texts: list[str]) -> date | None:
        try:
            return date.fromisoformat(texts[-1])
        except ValueError:
            return None

    value = _value(key, read, None)
    inside = isinstance(value, date) and earliest <= value <= latest
    _show(key, value if inside else None)
    chosen = widget(label, key=key, min_value=earliest, max_value=latest)
    day = chosen if isinstance(chosen, date) else None
    _publish(key, day, [day.isoformat()] if day else [])
    return day


def choose_page(pages: int, *, key: str) -> int:
    """A page of a list, from 1."""
    value = _value(key, lambda texts: _number(texts[-1]), 1)
    value = min(max(1, value or 1), pages)
    if key in st.session_state:
        _show(key, value)
    chosen = int(st.pagination(pages, key=key, default=value)) if pages > 1 else 1
    _publish(key, chosen, [str(chosen)] if chosen > 1 else [])
    return chosen


def choose_tab(names: dict[str, str], *, key: str) -> dict[str, Any]:
    """Tabs by their keys, of which one is `open`; `names` are their labels."""
    labels = {label: name for name, label in names.items()}
    first = next(iter(names))
    value = _value(key, lambda texts: names.get(texts[-1]), names[first])
    _show(key, value if value in labels else names[first])
    tabs = st.tabs(list(labels), key=key, on_change="rerun")
    chosen = labels.get(st.session_state[key], first)
    _publish(key, names[chosen], [] if chosen == first else [chosen])
    return dict(zip(names, tabs, strict=True))


def lead_to_tab(key: str, label: str) -> None:
    """Open this tab when tabs of the key are next shown."""
    st.session_state.pop(key, None)
    st.session_state.setdefault(_KEPT, {})[key] = label
    st.session_state.setdefault(_WRITTEN, {})[key] = st.query_params.get_all(key)


def forget_choice(key: str) -> None:
    """Begin anew with a choice, before its widget is shown in this run."""
    st.session_state.pop(key, None)
    for known in (_KEPT, _WRITTEN):
        st.session_state.setdefault(known, {}).pop(key, None)
    if key in st.query_params:
        del st.query_params[key]


def number(key: str) -> int | None:
    """A number that stands in the address, without a widget."""
    texts = st.query_params.get_all(key)
    return _number(texts[-1]) if texts else None


def write_number(key: str, value: int | None) -> None:
    """Put a number in the address, or take it out."""
    texts = [] if value is None else [str(value)]
    if st.query_params.get_all(key) != texts:
        _write(key, texts)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _option(options: Sequence[Any], text: str) -> Any:
    return next((option for option in options if str(option) == text), None)


def _value(key: str, read: Callable[[list[str]], Any], default: Any) -> Any:
    """What is chosen before the widget is shown: by the address if it was changed from outside,
    else in the widget, else earlier in the session."""
    state = st.session_state
    texts = st.query_params.get_all(key)
    kept = state.setdefault(_KEPT, {})
    from_outside = texts != state.setdefault(_WRITTEN, {}).get(key, [])
    if from_outside and (texts or not state.get(_MOVED)):
        return read(texts) if texts else default
    if key in state:
        return state[key]
    return kept.get(key, default)


def _show(key: str, value: Any) -> None:
    """Give the widget its value; one of the same key on another page is a widget of its own."""
    state = st.session_state
    if key not in state or state[key] != value or state.get(_MOVED):
        state[key] = value


def _publish(key: str, value: Any, texts: list[str]) -> None:
    """Keep the choice and write it to the address; a default leaves no trace there."""
    st.session_state[_KEPT][key] = value
    st.session_state[_WRITTEN][key] = texts
    if st.query_params.get_all(key) != texts:
        _write(key, texts)


def _write(key: str, texts: list[str]) -> None:
    if texts:
        st.query_params[key] = texts
    elif key in st.query_params:
        del st.query_params[key]
