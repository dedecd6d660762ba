"""One game: the replay, the points by turn, the objectives of its players."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.charts import curves
from dashboard.components import replay
from dashboard.components.address import (
    came_from_elsewhere,
    choose_one,
    choose_switch,
    choose_tab,
    number,
    write_number,
)
from dashboard.components.downloads import show_chart
from dashboard.components.messages import guarded, stop_if_empty
from dashboard.components.replay.film import NOT_REVIEWED
from dashboard.components.review_view import show_review_bar, show_values, tell_limits
from dashboard.loaders import Reviewed, Screening, Shown
from dashboard.naming import (
    game_name,
    markdown_text,
    objective_name,
    player_name,
    seat_name,
    status_name,
)
from dashboard.texts import text, word
from data.filters import Filters
from engine.core.gamelog import GameLog

RECENT = 200


def show_game() -> None:
    """The game that the address names, or the newest one."""
    rejected = number("rejected")
    if rejected is not None:
        _show_rejected(rejected)
        return
    stop_if_empty()
    choosing, reviewing = st.columns([3, 2], vertical_alignment="center")
    with choosing:
        shown = loaders.shown(_chosen_game())
    game_id = int(shown.game.facts["game_id"])
    reviewed = loaders.reviewed(game_id)
    with reviewing:
        show_review_bar(game_id, reviewed)
    _show_facts(shown)
    if reviewed is not None:
        tell_limits(reviewed)
    key = f"game-{game_id}"
    _replay_and_points(key, _start(key, shown.screening), shown, reviewed)
    _show_more(shown)


def _show_more(shown: Shown) -> None:
    shows = {"objectives": _show_objectives, "details": _show_details}
    names = {"objectives": text("game.objectives"), "details": text("game.details")}
    for name, tab in choose_tab(names, key="about").items():
        if tab.open:
            with tab:
                shows[name](shown)


def _chosen_game() -> int:
    recent = loaders.games(Filters(statuses=()), limit=RECENT)
    labels = {row["game_id"]: _label(row) for row in recent.iter_rows(named=True)}
    asked = number("id")
    if asked is not None and asked not in labels:
        stored = loaders.shown(asked).game
        names = stored.seats["name"].to_list()
        labels = {asked: _label(stored.facts | {"names": names}), **labels}
    ids = list(labels)
    return int(
        choose_one(
            st.selectbox,
            text("game.choose"),
            ids,
            key="id",
            default=ids[0],
            always=True,
            format_func=lambda which: labels[which],
            label_visibility="collapsed",
        )
    )


@dataclass(frozen=True, slots=True)
class Start:
    """The ply at which the board opens; `visit` grows when it has to go there again."""

    ply: int
    visit: int


def _start(key: str, screening: Screening) -> Start:
    """Where the address says, else where the reader was; the same until another game is chosen,
    as otherwise each step would send the whole game to the browser again."""
    state = st.session_state
    if state.get("in view") != key or came_from_elsewhere():
        first_of_session = "in view" not in state
        same_game = state.get("in view") == key
        asked = number("ply") if first_of_session or same_game or came_from_elsewhere() else None
        ply = asked if asked is not None else state.get(f"ply {key}", 0)
        state["in view"] = key
        state["start"] = Start(min(ply, screening.plies), state.get("visits", 0) + 1)
        state["visits"] = state["start"].visit
    start: Start = state["start"]
    return start


def _label(row: dict[str, object]) -> str:
    names = row.get("names")
    players = (
        ", ".join(player_name(name, seat) for seat, name in enumerate(names))
        if isinstance(names, list)
        else ""
    )
    date = f" · {row['date']}" if row.get("date") else ""
    return f"{game_name(str(row['game']))} #{row['game_id']}{date} · {players}".rstrip(" ·")


def _show_facts(shown: Shown) -> None:
    facts = shown.game.facts
    status = facts["status"]
    if status == "mismatch":
        st.warning(markdown_text(facts["remark"] or ""), icon=":material/warning:")
    elif status == "incomplete":
        st.info(text("game.incomplete"), icon=":material/info:")


@st.fragment
@guarded
def _replay_and_points(key: str, start: Start, shown: Shown, reviewed: Reviewed | None) -> None:
    """A fragment: stepping through the game redraws nothing else of the page."""
    log, screening = shown.game.log, shown.screening
    ply = _show_replay(key, start, screening, NOT_REVIEWED if reviewed is None else reviewed.told)
    players = [player_name(player.name, seat) for seat, player in enumerate(log.players)]
    if reviewed is not None:
        show_values(reviewed.stored.review, players, log.moves, ply)
    curve = loaders.score_curve(shown.game.facts["game_id"])
    if curve.is_empty():
        st.caption(text("game.no_points"))
        return
    heading, switch = st.columns([3, 1], vertical_alignment="bottom")
    heading.subheader(text("game.points"))
    split = choose_switch(switch.toggle, text("game.split"), key="split")
    show_chart(
        curves.game_curve(
            curve,
            players,
            lambda source: word(log.game, "what", source),
            at_turn=screening.turns[ply - 1] if ply else 0,
            split=split,
        ),
        curve,
        key="chart-points",
        alt=text("game.points"),
    )


def _show_replay(key: str, start: Start, screening: Screening, review: bytes = NOT_REVIEWED) -> int:
    """The board; the ply that it shows goes into the address."""
    told = replay.show(screening.film, key=key, start=start.ply, visit=start.visit, review=review)
    ply = start.ply if told is None else min(told, screening.plies)
    st.session_state[f"ply {key}"] = ply
    write_number("ply", ply or None)
    return ply


def _show_objectives(shown: Shown) -> None:
    game = shown.game.log.game
    objectives = loaders.objectives_of_game(shown.game.facts["game_id"])
    if objectives.is_empty():
        st.caption(text("game.no_objectives"))
        return
    players = [player_name(player.name, seat) for seat, player in enumerate(shown.game.log.players)]
    st.dataframe(
        _objective_rows(game, objectives, players),
        hide_index=True,
        placeholder="",
        alt=text("game.objectives"),
    )


def _objective_rows(game: str, objectives: pl.DataFrame, players: Sequence[str]) -> pl.DataFrame:
    rows = [
        {
            text("objectives.player"): players[row["seat"]],
            text("objectives.objective"): objective_name(game, row["objective"]),
            text("objectives.kind"): word(game, "group", row["objective_group"]),
            text("objectives.outcome"): _outcome(game, row),
            text("objectives.points"): row["points"],
            text("objectives.drawn"): row["drawn_turn"],
            text("objectives.completed"): row["completed_turn"],
            text("objectives.rounds"): row["rounds_in_hand"],
        }
        for row in objectives.iter_rows(named=True)
    ]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    filled = [name for name in frame.columns if frame[name].is_not_null().any()]
    return frame.select(filled)


def _outcome(game: str, row: dict[str, object]) -> str:
    if row["completed_ply"] is not None:
        return text("objectives.done")
    if row["missed"] is not None:
        return word(game, "missed", str(row["missed"]))
    return text("objectives.open")


def _show_details(shown: Shown) -> None:
    facts, seats = shown.game.facts, shown.game.seats
    st.dataframe(
        pl.DataFrame(
            {
                text("details.seat"): [seat_name(seat) for seat in seats["seat"].to_list()],
                text("details.name"): seats["name"],
                text("details.score"): seats["score"],
                text("details.place"): seats["place"],
                text("details.turns"): seats["turns"],
            }
        ),
        hide_index=True,
        placeholder="",
        alt=text("game.details"),
    )
    told = {
        "game": game_name(facts["game"]),
        "status": status_name(facts["status"]),
        "date": facts["date"],
        "source": facts["source"],
        "source_id": facts["source_id"],
        "board": facts["board"],
        "reason": facts["reason"],
        "remark": facts["remark"],
        "file": facts["file"],
        "line": facts["line"],
        "importer": f"{facts['importer']} {facts['importer_version']}",
        "rules_version": facts["rules_version"],
        **{f"rules.{key}": value for key, value in shown.game.log.rules.items()},
    }
    st.dataframe(
        pl.DataFrame(
            [
                {text("details.fact"): word("", "fact", key), text("details.value"): str(value)}
                for key, value in told.items()
                if value is not None
            ]
        ),
        hide_index=True,
        placeholder="",
        alt=text("game.details"),
    )
    _download(shown.game.log, f"game-{facts['game_id']}")


def _download(log: GameLog, name: str) -> None:
    st.download_button(
        text("details.download"),
        msgspec.json.encode(log) + b"\n",
        file_name=f"{name}.hexlog",
        mime="application/x-ndjson",
        icon=":material/download:",
    )


def _show_rejected(rejected_id: int) -> None:
    """An illegal game: its good moves can be looked at, and it says where and why it stops."""
    found = loaders.shown_rejected(rejected_id)
    if found is None:
        st.info(text("game.unreadable"))
        return
    log, screening = found
    st.error(
        text(
            "game.illegal",
            ply=(screening.error_ply or 0) + 1,
            move=markdown_text(log.moves[screening.error_ply or 0]) if log.moves else "",
            reason=markdown_text(screening.error or ""),
        ),
        icon=":material/block:",
    )
    key = f"rejected-{rejected_id}"
    _rejected_replay(key, _start(key, screening), screening)
    _download(log, f"rejected-{rejected_id}")


@st.fragment
@guarded
def _rejected_replay(key: str, start: Start, screening: Screening) -> None:
    _show_replay(key, start, screening)
