"""Teaching a dialect: types of notification, what they mean, and the replay that proves it.

Names of types, arguments and players come from files: they are shown where nothing is read as
Markdown, or escaped.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components import replay as board
from dashboard.components.address import choose_one
from dashboard.components.messages import guarded
from dashboard.components.teach_open import show_open
from dashboard.components.teach_store import bring_kept, choose_kept, show_reading_again
from dashboard.components.teach_store import name_of as name_of_kept
from dashboard.naming import game_name, markdown_text, status_name
from dashboard.texts import text
from engine.core.registry import game_keys
from engine.importers.bga.coordinates import AXES, Cells
from engine.importers.bga.dialect import (
    FORMAT,
    Dialect,
    all_dialects,
    checked,
    read_dialect,
    user_folder,
    write_dialect,
)
from engine.importers.bga.facts import Facts
from engine.importers.bga.naming import Unplaced, game_of
from engine.importers.bga.shapes import Profile
from engine.importers.bga.teaching import (
    Verdict,
    best_cells,
    judge,
    passed_over,
    propose,
    unsaid,
    with_status,
)
from engine.importers.bga.templates import Argument
from engine.importers.bga.workbench import ROLES, Bench, Brought, Meaning, Part, bring, name_of
from engine.replay import Status

EXAMPLE_LENGTH = 300
LEGAL_SHOWN = 60
SIXTHS = range(6)


@dataclass(slots=True)
class Lesson:
    """What is on the page. A new `token` makes every widget begin anew from the dialect."""

    files: str
    game: str
    bench: Bench
    dialect: Dialect
    token: int = 0


def show_teach() -> None:
    st.title(text("teach.title"))
    st.caption(text("teach.explained"))
    one, other = st.columns(2)
    uploads = one.file_uploader(
        text("teach.files"),
        accept_multiple_files=True,
        key="teach-files",
        help=text("teach.files_help"),
    )
    shared = other.file_uploader(
        text("teach.shared"), type=["toml"], key="teach-shared", help=text("teach.shared_help")
    )
    kept = choose_kept()
    if not uploads and (kept is None or kept.is_empty()):
        hint = text("teach.none") if kept is None else text("teach.none_chosen")
        st.info(hint, icon=":material/upload_file:")
        return
    files = " ".join([*(str(upload.file_id) for upload in uploads), name_of_kept(kept)]).strip()
    brought = _brought(files, uploads, kept)
    for problem in brought.problems:
        st.warning(markdown_text(problem))
    if not brought.logs:
        return
    _teach(files, brought, _shared(shared))


def _brought(files: str, uploads: Sequence[Any], kept: pl.DataFrame | None) -> Brought:
    """What is in the uploads and in the logs of the store that were chosen, read once."""
    known: tuple[str, Brought] | None = st.session_state.get("teach brought")
    if known is not None and known[0] == files:
        return known[1]
    with tempfile.TemporaryDirectory(prefix="hexcoach-") as folder:
        paths = []
        for number, upload in enumerate(uploads):
            path = Path(folder) / str(number)
            path.write_bytes(upload.getvalue())
            paths.append((path, upload.name))
        brought = bring(paths)
    if kept is not None:
        of_store = bring_kept(kept)
        brought = Brought(brought.logs + of_store.logs, brought.problems + of_store.problems)
    st.session_state["teach brought"] = (files, brought)
    return brought


def _shared(upload: Any) -> tuple[str, Dialect] | None:
    """The uploaded dialect and what tells it from another upload. Raises `BadDialect`."""
    if upload is None:
        return None
    try:
        content = upload.getvalue().decode("utf-8-sig")
    except UnicodeDecodeError:
        st.error(text("teach.no_text"))
        return None
    return upload.file_id, read_dialect(content, upload.name).dialect


# What is taught, and from what


@guarded
def _teach(files: str, brought: Brought, shared: tuple[str, Dialect] | None) -> None:
    lesson = _lesson(files, brought.logs, shared)
    st.caption(
        text(
            "teach.logs",
            count=len(brought.logs),
            events=sum(lesson.bench.counts.values()),
            types=len(lesson.bench.counts),
        )
    )
    _buttons(lesson)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _show_types(lesson)
        changed = _edited(lesson)
    if changed != lesson.dialect:
        lesson.dialect = changed
    with right:
        _show_verdict(lesson)


def _lesson(files: str, logs: list[Facts], shared: tuple[str, Dialect] | None) -> Lesson:
    """The lesson at hand; a new one where files, game, or what it begins with have changed."""
    guess = shared[1].game if shared else _guessed(logs)
    game = choose_one(
        st.selectbox,
        text("teach.game"),
        game_keys(),
        key="teach-game",
        default=guess,
        format_func=game_name,
    )
    bases = _bases(game, shared)
    names = list(bases)
    base = st.selectbox(text("teach.base"), names, key=f"teach-base-{files}-{game}-{len(names)}")
    wanted = f"{files} {game} {base} {shared[0] if shared else ''}"
    lesson: Lesson | None = st.session_state.get("teach lesson")
    if lesson is None or lesson.files != wanted:
        token = 0 if lesson is None else lesson.token + 1
        lesson = Lesson(wanted, game, Bench(logs, game), bases[base], token)
        st.session_state["teach lesson"] = lesson
    return lesson


def _guessed(logs: Sequence[Facts]) -> str:
    loaded, _ = all_dialects()
    try:
        return game_of(logs[0], loaded)
    except Unplaced:
        return game_keys()[0]


def _bases(game: str, shared: tuple[str, Dialect] | None) -> dict[str, Dialect]:
    """Dialects to begin with, by name: the shared one, the user's own, those that ship."""
    found: dict[str, Dialect] = {}
    if shared is not None and shared[1].game == game:
        found[shared[1].name or text("teach.shared")] = shared[1]
    for one in all_dialects()[0]:
        if one.dialect.game == game:
            found.setdefault(one.label, one.dialect)
    found[text("teach.empty_base")] = Dialect(format=FORMAT, game=game)
    return found


def _buttons(lesson: Lesson) -> None:
    with st.container(horizontal=True):
        if st.button(text("teach.propose"), type="primary", icon=":material/lightbulb:"):
            bar = st.progress(0.0, text("teach.proposing"))
            found = propose(
                lesson.bench.logs,
                lesson.game,
                lesson.dialect,
                lambda share: _progress(bar, share),
            )
            now = checked(lesson.dialect, lesson.dialect.name or text("teach.name"))
            if found.worth >= sum(judge(facts, now).worth for facts in lesson.bench.logs):
                _begin_again(lesson, found.dialect)
            bar.empty()
            st.info(text("teach.no_further"))
        if st.button(text("teach.turns"), icon=":material/360:"):
            with st.spinner(text("teach.turning")):
                cells, _ = best_cells(lesson.bench.logs, lesson.dialect)
            _begin_again(lesson, msgspec.structs.replace(lesson.dialect, cells=cells))


def _progress(bar: Any, share: float) -> None:
    bar.progress(share, text("teach.proposing"))


def _begin_again(lesson: Lesson, dialect: Dialect) -> None:
    lesson.dialect = dialect
    lesson.token += 1
    st.rerun()


# What is in the logs


def _show_types(lesson: Lesson) -> None:
    st.subheader(text("teach.types"))
    bench = lesson.bench
    rows = []
    for meaning in bench.meanings(lesson.dialect):
        example = msgspec.json.encode(bench.example(meaning.kind)).decode()
        rows.append(
            {
                text("teach.type"): meaning.kind,
                text("teach.count"): bench.counts[meaning.kind],
                text("teach.meaning"): _in_words(meaning, lesson),
                text("teach.example"): example[:EXAMPLE_LENGTH],
            }
        )
    st.dataframe(pl.DataFrame(rows), hide_index=True, alt=text("teach.types"))


def _in_words(meaning: Meaning, lesson: Lesson) -> str:
    if meaning.role not in {"moves", "written"}:
        return _role_name(meaning.role)
    rules = [rule for rule in lesson.dialect.moves if meaning.kind in rule.types]
    return " | ".join(dict.fromkeys(", ".join(rule.moves) for rule in rules))


def _role_name(role: str) -> str:
    return {
        "moves": text("teach.moves"),
        "ignored": text("teach.ignored"),
        "undo": text("teach.undo"),
        "unknown": text("teach.unknown"),
        "written": text("teach.written"),
    }[role]


# What it means, by select boxes


def _edited(lesson: Lesson) -> Dialect:
    """The dialect as the boxes say it."""
    st.subheader(text("teach.meanings"))
    bench = lesson.bench
    key = f"teach-{lesson.token}"
    values = dict(lesson.dialect.values)
    meanings = []
    for number, meaning in enumerate(bench.meanings(lesson.dialect)):
        shown = markdown_text(meaning.kind)
        with st.expander(f"{shown} · {_count(bench.counts[meaning.kind])}"):
            meanings.append(_edited_meaning(bench, meaning, f"{key}-{number}", values))
    dialect = bench.dialect(lesson.dialect, meanings)
    return msgspec.structs.replace(
        dialect,
        values={**dialect.values, **values},
        cells=_edited_cells(dialect.cells, key),
    )


def _count(number: int) -> str:
    return f"{number:,}"


def _edited_meaning(
    bench: Bench, meaning: Meaning, key: str, values: dict[str, dict[str, str]]
) -> Meaning:
    roles = [role for role in ROLES if role != "written" or meaning.role == "written"]
    role = st.selectbox(
        text("teach.role"),
        roles,
        index=roles.index(meaning.role),
        format_func=_role_name,
        key=f"{key}-role",
    )
    if role != "moves":
        return meaning if role == meaning.role else Meaning(meaning.kind, role)
    paths = list(dict.fromkeys(["", *bench.profile(meaning.kind).values, meaning.path]))
    path = st.selectbox(
        text("teach.path"),
        paths,
        index=paths.index(meaning.path),
        format_func=lambda one: one or text("teach.no_path"),
        key=f"{key}-path",
    )
    parts = {part.value: part for part in meaning.parts} if path == meaning.path else {}
    told = dict.fromkeys([*parts, *bench.values_of(meaning.kind, path)]) if path else {"": None}
    edited = tuple(
        _edited_part(
            bench,
            meaning.kind,
            path,
            parts.get(value, Part(value)),
            f"{key}-{path}-{number}",
            values,
        )
        for number, value in enumerate(told)
    )
    return replace(meaning, role="moves", path=path, parts=edited)


def _edited_part(
    bench: Bench,
    kind: str,
    path: str,
    part: Part,
    key: str,
    values: dict[str, dict[str, str]],
) -> Part:
    shapes = bench.lesson.moves
    label = text("teach.move")
    if path:
        value = markdown_text(part.value or text("teach.no_value"))
        label = text("teach.move_for", value=value)
    choice = st.selectbox(
        label,
        [None, *range(len(shapes))],
        index=0 if part.shape is None else part.shape + 1,
        format_func=lambda one: (
            text("teach.no_move") if one is None else ", ".join(shapes[one].moves)
        ),
        key=f"{key}-move",
    )
    if choice is None:
        return Part(part.value)
    found = bench.profile(kind, path, part.value)
    known = dict(part.arguments) if choice == part.shape else {}
    if not known:
        known = dict(bench.first_filling(found, shapes[choice]))
    arguments = []
    for slot in shapes[choice].slots:
        argument = _edited_slot(bench, found, choice, slot, known.get(slot), f"{key}-{choice}")
        if argument is None:
            continue
        arguments.append((slot, argument))
        if argument.table:
            texts = bench.values_of(kind, str(argument.paths))
            _edit_words(bench, choice, slot, argument, texts, f"{key}-{choice}", values)
    return Part(part.value, choice, tuple(arguments))


def _edited_slot(
    bench: Bench, found: Profile, shape: int, slot: str, known: Argument | None, key: str
) -> Argument | None:
    options: list[Argument | None] = list(
        bench.arguments_for(found, bench.lesson.moves[shape], slot)
    )
    if known not in options:
        options.insert(0, known)
    if None not in options:
        options.append(None)
    number = st.selectbox(
        text("teach.slot", slot=slot),
        range(len(options)),
        index=options.index(known),
        format_func=lambda one: _argument_name(options[one]),
        key=f"{key}-{slot}",
    )
    return options[number]


def _argument_name(argument: Argument | None) -> str:
    return text("teach.left_out") if argument is None else name_of(argument)


def _edit_words(
    bench: Bench,
    shape: int,
    slot: str,
    argument: Argument,
    texts: Sequence[str],
    key: str,
    values: dict[str, dict[str, str]],
) -> None:
    """The table of an argument: each value that the logs have, and the word that it stands for."""
    vocabulary = bench.lesson.moves[shape].slots[slot].removesuffix("?").partition(":")[2] or "role"
    words = list(bench.lesson.vocabulary.get(vocabulary, ()))
    table = dict(values.get(argument.table, {}))
    rows = {value: table.get(value) for value in dict.fromkeys([*texts, *table])}
    st.caption(text("teach.words", slot=slot))
    edited = st.data_editor(
        pl.DataFrame(
            {
                text("teach.value"): list(rows),
                text("teach.word"): pl.Series(list(rows.values()), dtype=pl.String),
            }
        ),
        hide_index=True,
        num_rows="fixed",
        disabled=[text("teach.value")],
        column_config={
            text("teach.word"): st.column_config.SelectboxColumn(
                options=list(dict.fromkeys([*words, *table.values()]))
            )
        },
        key=f"{key}-{slot}-words",
    )
    pairs = edited.iter_rows()
    values[argument.table] = {str(value): str(word) for value, word in pairs if word}


def _edited_cells(cells: Cells, key: str) -> Cells:
    with st.expander(text("teach.cells")):
        axes = st.selectbox(
            text("teach.axes"), AXES, index=AXES.index(cells.axes), key=f"{key}-axes"
        )
        one, other = st.columns(2)
        across = one.number_input(
            text("teach.across"), value=cells.offset[0], step=1, key=f"{key}-across"
        )
        down = other.number_input(
            text("teach.down"), value=cells.offset[1], step=1, key=f"{key}-down"
        )
        rotation = one.selectbox(
            text("teach.rotation"),
            SIXTHS,
            index=cells.rotation % 6,
            format_func=lambda count: text("teach.sixths", count=count),
            key=f"{key}-rotation",
        )
        mirror = other.toggle(text("teach.mirror"), value=cells.mirror, key=f"{key}-mirror")
    return msgspec.structs.replace(
        cells, axes=axes, offset=(int(across), int(down)), rotation=rotation, mirror=mirror
    )


# What comes of it


def _show_verdict(lesson: Lesson) -> None:
    st.subheader(text("teach.verdict"))
    loaded = checked(lesson.dialect, lesson.dialect.name or text("teach.name"))
    verdicts = [judge(facts, loaded) for facts in lesson.bench.logs]
    reached = sum(one.verified for one in verdicts)
    if reached == len(verdicts):
        st.success(
            text("teach.verified", count=reached, all=len(verdicts)), icon=":material/verified:"
        )
    else:
        st.warning(text("teach.partly", count=reached, all=len(verdicts)))
        failed = [one for one in verdicts if not one.verified]
        chosen = 0
        if len(failed) > 1:
            chosen = st.selectbox(
                text("teach.which"),
                range(len(failed)),
                format_func=lambda number: failed[number].reading.facts.table or str(number + 1),
                key=f"teach-{lesson.token}-failed",
            )
        _show_failed(failed[min(chosen, len(failed) - 1)], lesson)
    if reached == len(verdicts):
        show_open(lesson.bench, lesson.dialect, lesson.files)
    _save(with_status(lesson.dialect, verdicts), lesson)


def _show_failed(verdict: Verdict, lesson: Lesson) -> None:
    table = markdown_text(verdict.reading.facts.table or "?")
    replay = verdict.replay
    if replay is None:
        problem = markdown_text(verdict.problem or "")
        st.error(text("teach.no_start", table=table, problem=problem))
        return
    if replay.error is None:
        missing = unsaid(verdict)
        reason = " ".join([*replay.warnings, *verdict.reading.mapped.problems])
        if replay.status is Status.MISMATCH:
            st.error(text("teach.mismatch", table=table, reason=markdown_text(reason)))
        else:
            status = status_name(replay.status.value)
            st.info(text("teach.reached", table=table, status=status, plies=replay.plies))
            if missing is not None:
                st.warning(markdown_text(missing))
        return
    drafts = verdict.reading.mapped.drafts
    happening = drafts[replay.error.ply].happening if replay.error.ply < len(drafts) else None
    st.error(
        text(
            "teach.diverges",
            table=table,
            plies=replay.plies,
            move="?" if happening is None else happening.move,
            said=markdown_text(replay.error.move),
            reason=markdown_text(replay.error.reason),
        )
    )
    for problem in verdict.reading.mapped.problems[:1]:
        st.warning(markdown_text(problem))
    before = passed_over(verdict)
    if before:
        types = ", ".join(f"“{markdown_text(one)}”" for one in before)
        st.warning(text("teach.passed_over", types=types))
    if happening is not None:
        st.caption(text("teach.said"))
        told = {"type": happening.event.type, "args": happening.event.arguments()}
        st.code(msgspec.json.format(msgspec.json.encode(told), indent=1).decode(), language="json")
    st.caption(text("teach.legal"))
    st.code("\n".join(replay.error.legal[:LEGAL_SHOWN]), language=None)
    if st.toggle(text("teach.board"), key=f"teach-{lesson.token}-board"):
        screening = loaders.screening(verdict.reading.log)
        ply = min(replay.error.ply, screening.plies)
        key = f"teach-board-{lesson.token}-{table}"
        board.show(screening.film, key=key, start=ply, visit=ply)


def _save(dialect: Dialect, lesson: Lesson) -> None:
    fallback = text("teach.own_name", game=game_name(lesson.game))
    name = st.text_input(
        text("teach.name"), dialect.name or fallback, key=f"teach-{lesson.token}-name"
    ).strip()
    content = write_dialect(msgspec.structs.replace(dialect, name=name or fallback))
    file = f"{file_name(name or fallback)}.toml"
    path = user_folder() / file
    with st.container(horizontal=True):
        if st.button(text("teach.save"), icon=":material/save:", type="primary"):
            _saved(path, content)
        st.download_button(
            text("teach.download"),
            content,
            file_name=file,
            mime="application/toml",
            icon=":material/download:",
        )
    show_reading_again(lesson.game, is_saved=_is_saved(path, content))


def _is_saved(path: Path, content: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == content
    except (OSError, UnicodeDecodeError):
        return False


def _saved(path: Path, content: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        st.error(text("teach.unsaved", reason=markdown_text(error.strerror or str(error))))
        return
    st.success(text("teach.saved", path=markdown_text(str(path))))


def file_name(name: str) -> str:
    """A name for a file, whatever the dialect is called."""
    kept = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in name)
    return "-".join(part for part in kept.lower().split("-") if part)[:60] or "dialect"
