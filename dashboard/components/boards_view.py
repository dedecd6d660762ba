"""Boards of China Gold: nobody has published them as data, so readers paint their own here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import streamlit as st

from dashboard.components.address import choose_one
from dashboard.components.painter import Painted, paint
from dashboard.naming import markdown_text
from dashboard.texts import text, word
from engine.board_files import BadBoardFile, read_board_file
from engine.games.china_gold.board import (
    AREAS_BY_SIDE,
    STATUSES,
    Board,
    Fault,
    Partition,
    check_board,
    read_board,
    reflections,
    shipped_boards,
)
from engine.games.china_gold.geometry import SIDES, cells_of, index_of, labels_of
from engine.hex.axial import format_cell

FILE = "file"


@dataclass(frozen=True, slots=True)
class Draft:
    """What is being painted; a new `token` makes the browser start from it."""

    token: str
    side: int
    name: str
    status: str
    painted: Painted


def show_boards() -> None:
    st.title(text("boards.title"))
    st.caption(text("boards.explained"))
    draft = _draft()
    if draft is None:
        return
    picture, about = st.columns([3, 2], gap="medium")
    with about:
        name = st.text_input(text("boards.name"), draft.name, key=f"name-{draft.token}")
        status = st.selectbox(
            text("boards.status"),
            STATUSES,
            index=STATUSES.index(draft.status),
            format_func=lambda value: word("china_gold", "status", value),
            key=f"status-{draft.token}",
        )
    painted = st.session_state.get(f"painted-{draft.token}", draft.painted)
    board = board_of(replace(draft, name=name, status=status, painted=painted))
    faults = check_board(board)
    with picture:
        changed = paint(
            key=f"board-{draft.token}",
            token=draft.token,
            cells=[
                (format_cell(cell), label)
                for cell, label in zip(cells_of(draft.side), labels_of(draft.side), strict=True)
            ],
            painted=draft.painted,
            wanted=AREAS_BY_SIDE[draft.side],
            faulty=faulty_places(board, faults),
        )
    if changed is not None and changed != painted:
        st.session_state[f"painted-{draft.token}"] = changed
        st.rerun()
    with about:
        _show_faults(board, faults)
        _show_mirror(draft, painted)
        _show_download(board, faults)


# What is painted


def _draft() -> Draft | None:
    """The board that was chosen, or that a mirror image was made of."""
    names = {f"empty-{side}": text("boards.empty", cells=len(cells_of(side))) for side in SIDES}
    names = {name: name for name in shipped_boards()} | names | {FILE: text("boards.from_file")}
    chosen = choose_one(
        st.selectbox,
        text("boards.choose"),
        list(names),
        key="board",
        default=next(iter(names)),
        format_func=lambda key: names[key],
    )
    if chosen == FILE:
        return _draft_of_file()
    if chosen in shipped_boards():
        draft = draft_of(shipped_boards()[chosen], chosen)
    else:
        side = int(chosen.removeprefix("empty-"))
        draft = Draft(chosen, side, "", "inferred", {"mountains": {}, "rivers": {}})
    mirrored: Draft | None = st.session_state.get(f"mirrored-{chosen}")
    return mirrored or draft


def _draft_of_file() -> Draft | None:
    upload = st.file_uploader(text("boards.file"), type=["json"])
    if upload is None:
        return None
    content = upload.getvalue()
    try:
        found = read_board_file(content, upload.name)
    except BadBoardFile as error:
        st.error(markdown_text(str(error)))
        return None
    for remark in found.remarks:
        st.warning(markdown_text(remark))
    board, faults = read_board(found.data)
    if board is None:
        for fault in faults:
            st.error(markdown_text(fault.message))
        return None
    return draft_of(board, f"file-{hash(content)}")


def draft_of(board: Board, token: str) -> Draft:
    """A board to paint on; a cell that stands in two areas is taken for one of the later."""
    return Draft(
        token=token,
        side=board.side,
        name=board.name,
        status=board.status if board.status in STATUSES else "inferred",
        painted={
            "mountains": numbered(board.mountains or ()),
            "rivers": numbered(board.rivers or ()),
        },
    )


def numbered(areas: Partition) -> dict[str, int]:
    return {label: number for number, area in enumerate(areas, 1) for label in area}


def board_of(draft: Draft) -> Board:
    """The board as it is painted, areas by their number, cells in label order."""
    return Board(
        side=draft.side,
        name=draft.name.strip(),
        status=draft.status,
        mountains=partition(draft.side, draft.painted["mountains"]),
        rivers=partition(draft.side, draft.painted["rivers"]),
    )


def partition(side: int, painted: Mapping[str, int]) -> Partition:
    areas: dict[int, list[str]] = {}
    for label in labels_of(side):
        if label in painted:
            areas.setdefault(painted[label], []).append(label)
    return tuple(tuple(areas[number]) for number in sorted(areas))


def mirrored(side: int, painted: Mapping[str, int], which: int) -> dict[str, int]:
    """The areas in one of the six mirrors of the hexagon."""
    image, index, labels = reflections(side)[which], index_of(side), labels_of(side)
    return {labels[image[index[label]]]: number for label, number in painted.items()}


# What is wrong with it


def faulty_places(board: Board, faults: Sequence[Fault]) -> dict[str, list[str]]:
    """The places that errors name, by the role that they are about."""
    places = dict(zip(labels_of(board.side), map(format_cell, cells_of(board.side)), strict=True))
    found: dict[str, list[str]] = {"mountains": [], "rivers": []}
    for fault in faults:
        role = "rivers" if "river" in fault.message else "mountains"
        if fault.level == "error":
            found[role] += [places[label] for label in fault.cells if label in places]
    return found


def _show_faults(board: Board, faults: Sequence[Fault]) -> None:
    if board.status == "synthetic":
        st.info(text("boards.synthetic"), icon=":material/science:")
    if not faults:
        st.success(text("boards.sound"), icon=":material/check_circle:")
        return
    errors = [fault for fault in faults if fault.level == "error"]
    st.markdown(
        f"**{text('boards.faults', errors=len(errors), warnings=len(faults) - len(errors))}**"
    )
    with st.container(height=260):
        for fault in faults:
            icon = ":material/block:" if fault.level == "error" else ":material/warning:"
            st.markdown(f"{icon} {markdown_text(fault.message)}")


def _show_mirror(draft: Draft, painted: Painted) -> None:
    """The rivers of the printed game are a mirror image of its mountains."""
    with st.expander(text("boards.mirror")):
        which = st.selectbox(
            text("boards.axis"),
            range(6),
            format_func=lambda number: text("boards.axis_name", number=number + 1),
            key=f"axis-{draft.token}",
        )
        if st.button(text("boards.make_rivers"), icon=":material/flip:"):
            chosen = st.session_state["board"]
            visit = st.session_state["mirrors"] = st.session_state.get("mirrors", 0) + 1
            st.session_state[f"mirrored-{chosen}"] = replace(
                draft,
                token=f"{chosen}-{visit}",
                painted={
                    "mountains": painted["mountains"],
                    "rivers": mirrored(draft.side, painted["mountains"], which),
                },
            )
            st.rerun()


def _show_download(board: Board, faults: Sequence[Fault]) -> None:
    broken = any(fault.level == "error" for fault in faults)
    st.download_button(
        text("boards.save_draft" if broken else "boards.save"),
        json_of(board),
        file_name=f"{file_name(board.name)}.json",
        mime="application/json",
        icon=":material/download:",
        type="secondary" if broken else "primary",
    )
    st.caption(text("boards.use"))


def json_of(board: Board) -> bytes:
    data: dict[str, Any] = board.to_json()
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def file_name(name: str) -> str:
    """A name for a file, whatever the board is called."""
    kept = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in name)
    return kept.strip("-").lower()[:60] or "board"
