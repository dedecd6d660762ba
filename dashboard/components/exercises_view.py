"""Exercises: who practises, the question on the board, the answer and what it is worth."""

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import polars as pl
import streamlit as st
from fsrs import Rating

from dashboard import loaders
from dashboard.charts import exercises as charts
from dashboard.components import exercise_board
from dashboard.components.address import choose_one, number, write_number
from dashboard.components.downloads import show_chart
from dashboard.components.exercise_board import Scene
from dashboard.components.messages import guarded, stop_if_empty
from dashboard.naming import game_name, markdown_text, one_line, player_name
from dashboard.texts import text, word
from dashboard.verdicts import label_mark, points, reason_text
from data import exercises
from data.answers import Question, Verdict
from data.exercises import Recorded
from engine.analysis.judgement import TOLERANCE
from engine.core.errors import HexcoachError
from engine.core.registry import game_keys

LOOK = 0.2
"""Seconds from one look at an answer that is being judged to the next."""
ANY_GAME = ""

_judging = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")


@dataclass(slots=True)
class Work:
    """The exercise at hand in this session."""

    exercise_id: int
    game_id: int
    masked: bool
    """Whether it was set up without names."""
    question: Question
    scene: Scene
    began: float
    """When it was first shown, in seconds of `time.monotonic`."""
    answer: str = ""
    """In canonical text."""
    seconds: float = 0.0
    """From there to the answer."""
    judged: Future[Verdict] | None = None
    verdict: Verdict | None = None
    recorded: Recorded | None = None


def now() -> datetime:
    return datetime.now(UTC)


def show_exercises() -> None:
    """The player that the address names, and one of that player's exercises."""
    st.title(text("exercises.title"))
    stop_if_empty()
    st.caption(text("exercises.explained", least=_points(TOLERANCE)))
    players = exercises.players(loaders.store(), now())
    if players.is_empty():
        st.info(text("exercises.none"), icon=":material/fitness_center:")
        st.page_link("app_pages/game.py", label=text("exercises.to_games"), icon=":material/hive:")
        return
    name, game = _chosen(players)
    rows = exercises.at_hand(loaders.store(), name, game)
    _offer_to_make(name, game, rows)
    _show_standing(name, game, rows)
    work = _work(name, game, rows)
    if work is None:
        _tell_next(rows)
    else:
        _show_work(work)
    _show_progress(name, game)


def _chosen(players: pl.DataFrame) -> tuple[str, str | None]:
    labels = {row["name"]: _player_label(row) for row in players.iter_rows(named=True)}
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    with left:
        name = choose_one(
            st.selectbox,
            text("exercises.player"),
            list(labels),
            key="player",
            default=next(iter(labels)),
            always=True,
            format_func=lambda one: labels[one],
        )
    with right:
        game = choose_one(
            st.selectbox,
            text("exercises.game"),
            [ANY_GAME, *game_keys()],
            key="exercises_of",
            default=ANY_GAME,
            format_func=lambda key: game_name(key) if key else text("exercises.all_games"),
        )
    return str(name), str(game) or None


def _player_label(row: Mapping[str, Any]) -> str:
    return text(
        "exercises.player_option",
        player=one_line(row["name"]) or text("group.nameless"),
        mistakes=row["mistakes"],
        games=row["games"],
    )


def _offer_to_make(name: str, game: str | None, rows: pl.DataFrame) -> None:
    count = rows["exercise_id"].null_count()
    if rows.is_empty():
        st.info(text("exercises.none_of_game"))
    elif count and st.button(
        text("exercises.make", count=count),
        key="exercises_make",
        type="primary",
        icon=":material/add:",
    ):
        exercises.make(loaders.store(), name, now(), game)
        st.rerun()


def _show_standing(name: str, game: str | None, rows: pl.DataFrame) -> None:
    stands = exercises.progress(loaders.store(), name, game)
    due = rows.filter(pl.col("due") <= now()).height
    retention = stands["retention"]
    with st.container(horizontal=True, gap="large"):
        st.metric(text("exercises.due"), due, width="content")
        st.metric(text("exercises.at_hand"), rows["exercise_id"].count(), width="content")
        st.metric(
            text("exercises.streak"),
            stands["streak"],
            help=text("exercises.streak_help", longest=stands["longest"]),
            width="content",
        )
        st.metric(
            text("exercises.retention"),
            "–" if retention is None else f"{retention:.0%}",
            delta=text("exercises.retention_n", count=stands["recalls"]),
            delta_color="off",
            delta_arrow="off",
            help=text("exercises.retention_none")
            if retention is None
            else text(
                "exercises.retention_help", low=f"{stands['low']:.0%}", high=f"{stands['high']:.0%}"
            ),
            width="content",
        )


# The exercise at hand


def _work(name: str, game: str | None, rows: pl.DataFrame) -> Work | None:
    """What the address asks for or what is being worked at, else what is due first."""
    known: Work | None = st.session_state.get("exercise at hand")
    made = rows.filter(pl.col("exercise_id").is_not_null())
    asked = number("exercise")
    wanted = asked if asked is not None or known is None else known.exercise_id
    chosen = made.filter(pl.col("exercise_id") == wanted) if wanted is not None else made.clear()
    if chosen.is_empty():
        chosen = exercises.due(loaders.store(), name, now(), game).head(1)
    if chosen.is_empty():
        st.session_state.pop("exercise at hand", None)
        write_number("exercise", None)
        return None
    row = chosen.row(0, named=True)
    masked = loaders.names_are_masked()
    if known is None or (known.exercise_id, known.masked) != (row["exercise_id"], masked):
        with st.spinner(text("exercises.preparing")):
            question = exercises.question(loaders.store(), row["game_id"], row["ply"])
            known = Work(
                row["exercise_id"],
                row["game_id"],
                masked,
                question,
                exercise_board.set_up(question),
                time.monotonic(),
            )
        st.session_state["exercise at hand"] = known
    write_number("exercise", known.exercise_id)
    st.subheader(_heading(known, row["game_id"]))
    return known


def _heading(work: Work, game_id: int) -> str:
    decision = work.question.decision
    log = work.question.replay.log
    return text(
        "exercises.heading",
        game=game_name(log.game),
        number=game_id,
        ply=decision.ply + 1,
        turn=decision.turn + 1,
        player=markdown_text(player_name(log.players[decision.seat].name, decision.seat)),
    )


def _tell_next(rows: pl.DataFrame) -> None:
    """When nothing is due."""
    made = rows.filter(pl.col("exercise_id").is_not_null()).sort("due")
    if made.is_empty():
        if not rows.is_empty():
            st.info(text("exercises.not_made"))
        return
    first = made.row(0, named=True)
    st.success(text("exercises.nothing_due", when=_when(first["due"])), icon=":material/task_alt:")
    if st.button(text("exercises.ahead"), key="exercises_ahead"):
        write_number("exercise", first["exercise_id"])
        st.rerun()


@st.fragment
@guarded
def _show_work(work: Work) -> None:
    """A fragment: choosing a move draws nothing else of the page anew."""
    if not work.question.current:
        st.warning(text("exercises.stale"), icon=":material/history:")
    board, side = st.columns([2, 1], gap="medium")
    drawn: dict[str, str] = {}
    with side:
        if work.verdict is not None:
            _tell(work, work.verdict)
            drawn = {work.verdict.best: "better"}
            drawn.setdefault(work.verdict.move, "answer")
        else:
            thought = _ask(work)
            if thought is not None:
                drawn = {thought: "answer"}
    with board:
        exercise_board.show(work.scene, f"exercise-{work.exercise_id}", drawn)
    if work.judged is not None:
        with side:
            _await(work, work.judged)


def _ask(work: Work) -> str | None:
    """The question; returns the move that is thought of, in canonical text. An answer begins to be
    judged."""
    question = work.question
    if work.judged is not None:
        return work.answer
    key = f"exercise-{work.exercise_id}"
    chosen = _choose(question, key)
    with st.form(f"{key}-form", border=False):
        written = st.text_input(
            text("exercises.type"),
            key=f"{key}-written",
            placeholder=text("exercises.type_hint", example=question.moves[0]),
        )
        answered = st.form_submit_button(
            text("exercises.answer"), type="primary", icon=":material/check:"
        )
    wanted = written.strip() or chosen
    if not wanted:
        if answered:
            st.warning(text("exercises.no_answer"))
        return None
    try:
        move = question.read(wanted)
    except HexcoachError as error:
        st.warning(text("exercises.illegal", reason=markdown_text(str(error))))
        return None
    work.answer = question.notation.format(move)
    if answered:
        work.seconds = time.monotonic() - work.began
        work.judged = _judging.submit(question.judge, move)
    return work.answer


def _choose(question: Question, key: str) -> str | None:
    kinds: dict[str, list[str]] = {}
    for move in question.moves:
        kinds.setdefault(move.split(" ", 1)[0], []).append(move)
    kind: str | None = next(iter(kinds))
    if len(kinds) > 1:
        kind = st.pills(
            text("exercises.kind"),
            list(kinds),
            key=f"{key}-kind",
            wrap=True,
            format_func=lambda one: text(
                "exercises.kind_option",
                kind=word(question.game.key, "move", one),
                count=len(kinds[one]),
            ),
        )
    moves: Sequence[str] = question.moves if kind is None else kinds[kind]
    chosen: str | None = st.selectbox(
        text("exercises.choose"),
        moves,
        index=0 if len(moves) == 1 else None,
        key=f"{key}-move-{kind}",
        placeholder=text("exercises.choose_hint"),
    )
    return chosen


def _await(work: Work, judged: Future[Verdict]) -> None:
    """Wait for the verdict; a click meanwhile does not end the judging."""
    with st.spinner(text("exercises.judging", move=work.answer), show_time=True):
        place = st.empty()
        while not wait([judged], LOOK).done:
            place.empty()
    work.judged = None
    try:
        work.verdict = judged.result()
    except HexcoachError as error:
        st.warning(text("exercises.unjudged", reason=markdown_text(str(error))))
        return
    work.recorded = exercises.record(
        loaders.store(), work.exercise_id, work.verdict, work.seconds, now()
    )
    st.rerun()


# The verdict


def _tell(work: Work, verdict: Verdict) -> None:
    with st.container(border=True):
        sign = ":material/check_circle:" if verdict.correct else ":material/cancel:"
        st.markdown(f"{sign} **{markdown_text(_verdict_line(verdict))}**")
    st.markdown("\n".join(f"- {markdown_text(told)}" for told in _details(work, verdict)))
    if work.recorded is not None:
        _rate(work, work.recorded)
    st.page_link(
        "app_pages/game.py",
        label=text("exercises.open_game"),
        icon=":material/hive:",
        query_params={"id": str(work.game_id), "ply": str(work.question.decision.ply + 1)},
    )
    if st.button(
        text("exercises.next"),
        key="exercises_next",
        type="primary",
        icon=":material/arrow_forward:",
    ):
        st.session_state.pop("exercise at hand", None)
        write_number("exercise", None)
        st.rerun()


def _verdict_line(verdict: Verdict) -> str:
    if verdict.loss is None:
        return text("answered.as_good", move=verdict.move, best=verdict.best)
    if verdict.move == verdict.best or (verdict.loss == 0 and verdict.stored):
        return text("answered.best", move=verdict.move)
    numbers = {
        "low": points(max(-1.0, verdict.low or 0.0)),
        "high": points(min(1.0, verdict.high or 0.0)),
        "samples": verdict.samples,
    }
    said = {
        "move": verdict.move,
        "best": verdict.best,
        "loss": points(verdict.loss),
        "how": text("answered.exact") if verdict.exact else text("answered.sampled", **numbers),
    }
    return text("answered.right" if verdict.correct else "answered.wrong", **said)


def _details(work: Work, verdict: Verdict) -> list[str]:
    question = work.question
    told = []
    if not verdict.is_certain:
        told.append(text("answered.close", least=_points(TOLERANCE)))
    if not verdict.correct:
        better = ", ".join((verdict.best, *verdict.as_good))
        told.append(text("answered.better", moves=better))
    spoken = msgspec.structs.replace(question.decision, played=verdict.move, best=verdict.best)
    told += [reason_text(reason, spoken, work.scene.speech) for reason in verdict.reasons]
    played = question.decision.played
    told.append(
        text("answered.same")
        if verdict.move == played
        else text("exercises.in_game", move=played, label=label_mark(question.decision.label))
    )
    return told


def _rate(work: Work, recorded: Recorded) -> None:
    store = loaders.store()
    outlook = exercises.outlook(store, recorded.attempt_id)
    key = f"exercise-{work.exercise_id}-rating-{recorded.attempt_id}"
    chosen: Rating = st.segmented_control(
        text("exercises.rating"),
        list(Rating),
        key=key,
        default=recorded.rating,
        required=True,
        wrap=True,
        format_func=lambda rating: text(
            "exercises.rating_option",
            rating=word("", "rating", str(int(rating))),
            when=_when(outlook[rating]),
        ),
    )
    if chosen != recorded.rating:
        work.recorded = exercises.rate(store, recorded.attempt_id, chosen)
    st.caption(text("exercises.comes_again", when=_when(outlook[chosen])))


def _when(moment: datetime) -> str:
    """How long until then, as a person would say it."""
    left = moment - now()
    if left <= timedelta(0):
        return text("when.now")
    if left < timedelta(minutes=90):
        return text("when.minutes", count=max(1, round(left / timedelta(minutes=1))))
    if left < timedelta(hours=23):
        return text("when.hours", count=round(left / timedelta(hours=1)))
    days = round(left / timedelta(days=1))
    return text("when.day") if days == 1 else text("when.days", count=days)


def _points(loss: float) -> str:
    """A threshold, which is a round number."""
    return f"{100 * loss:g}"


# How it goes


def _show_progress(name: str, game: str | None) -> None:
    st.subheader(text("exercises.progress"))
    kinds = exercises.by_kind(loaders.store(), name, game)
    if kinds.is_empty():
        st.caption(text("exercises.no_answers"))
        return
    days = exercises.by_day(loaders.store(), name, game)
    show_chart(
        charts.by_day(days),
        days,
        key="chart-exercises",
        alt=text("exercises.chart_alt"),
    )
    st.dataframe(
        pl.DataFrame(
            [
                {
                    text("exercises.game"): game_name(row["game"]),
                    text("exercises.kind"): word(row["game"], "move", row["action"]),
                    text("exercises.share"): f"{row['rate']:.0%}",
                    text("exercises.low"): f"{row['low']:.0%}",
                    text("exercises.high"): f"{row['high']:.0%}",
                    text("exercises.count"): row["attempts"],
                    text("exercises.exercises"): row["exercises"],
                    text("exercises.seconds"): round(row["seconds"], 1),
                }
                for row in kinds.iter_rows(named=True)
            ]
        ),
        hide_index=True,
        placeholder="",
        alt=text("exercises.by_kind"),
    )
