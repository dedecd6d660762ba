"""The only caches: answers of the store by its version and small scalars, each bounded.

Everything else on a page is worked out afresh at each run, which is cheap.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import msgspec
import streamlit as st

from dashboard.boards import boards
from dashboard.components.replay.film import film, told_review
from dashboard.story import opening_texts, ply_texts, reach_of
from dashboard.texts import text
from dashboard.verdicts import Speech, encoded, verdicts
from data import reading, reviews
from data.analysing import Reviewer
from data.reading import StoredGame
from data.reviews import StoredReview
from data.store import Store, default_path, open_store
from engine.analysis.film import film as states_of
from engine.core.game import State
from engine.core.gamelog import GameLog
from engine.replay import Replay, positions, replay

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

MANY = 128
"""Answers kept of each question; the least recently used goes first."""


@st.cache_resource(show_spinner=False)
def _opened(path: str) -> Store:
    return open_store(Path(path))


_MASKED = "names masked"


def store() -> Store:
    """The store of this process, opened once, as this session may see it: whatever a page reads
    comes from here, so that none has to think of names. Raises `StoreUnusable`."""
    opened = _opened(str(default_path()))
    return opened.masked if names_are_masked() else opened


def names_are_masked() -> bool:
    """Whether this session sees pseudonyms in the place of names."""
    return bool(st.session_state.get(_MASKED))


def masking_is_chosen() -> bool:
    """Whether this session has said yet what it wants to see."""
    return _MASKED in st.session_state


def mask_names(masked: bool) -> None:
    st.session_state[_MASKED] = masked


def _version() -> tuple[str, int]:
    """What answers are kept by: which store, with names or without, and how often it changed."""
    seen = "masked" if names_are_masked() else "plain"
    return f"{seen} {default_path()}", store().version


def _kept(question: Callable[Concatenate[Store, Asked], Answer]) -> Callable[Asked, Answer]:
    """The question with its answers kept until the store changes."""

    def answer(version: tuple[str, int], *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        return question(store(), *args, **kwargs)

    # Streamlit tells cached functions apart by their names.
    answer.__qualname__ = f"_kept.{question.__name__}"
    kept = st.cache_data(max_entries=MANY, show_spinner=False)(answer)

    def ask(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        return kept(_version(), *args, **kwargs)

    return ask


totals = _kept(reading.totals)
choices = _kept(reading.choices)
names = _kept(reading.names)
games = _kept(reading.games)
count_games = _kept(reading.count_games)
score_bands = _kept(reading.score_bands)
results = _kept(reading.results)
objective_rates = _kept(reading.objective_rates)
heatmap = _kept(reading.heatmap)
effects_by_what = _kept(reading.effects_by_what)
actions = _kept(reading.actions)
score_curve = _kept(reading.score_curve)
objectives_of_game = _kept(reading.objectives_of_game)
imports = _kept(reading.imports)
files = _kept(reading.files)
rejected = _kept(reading.rejected)
mistakes = _kept(reviews.mistakes)
review_rates = _kept(reviews.review_rates)
losses_by = _kept(reviews.losses_by)
unreviewed = _kept(reviews.pending)


@dataclass(frozen=True, slots=True)
class Screening:
    """A game made ready to be looked at: what the browser needs, and how the replay ended."""

    film: bytes
    plies: int
    turns: tuple[int, ...]
    """Of each ply, from 1."""
    error: str | None
    error_ply: int | None


def _screening(log: GameLog) -> Screening:
    played: Replay = replay(log)
    board = boards()[played.game.key]
    setting = board.setting(log)
    plies = ply_texts(played)
    all_positions: list[Mapping[str, Any]] = list(positions(played))
    return Screening(
        film=film(board, setting, all_positions, plies, opening_texts(played)),
        plies=played.plies,
        turns=tuple(ply.turn + 1 for ply in plies),
        error=played.error.reason if played.error else None,
        error_ply=played.error.ply if played.error else None,
    )


def screening(log: GameLog) -> Screening:
    """A game that is not in the store, up to where it stops."""
    return _screening(log)


@dataclass(frozen=True, slots=True)
class Shown:
    """A stored game and its screening."""

    game: StoredGame
    screening: Screening


@st.cache_resource(max_entries=24, show_spinner=text("game.preparing"))
def _screened(fingerprint: bytes, _log: GameLog) -> Screening:
    """Kept by what the log says: the store may change often, as while games are reviewed."""
    return _screening(_log)


@st.cache_resource(max_entries=24, show_spinner=False)
def _shown(version: tuple[str, int], game_id: int) -> Shown:
    game = reading.game(store(), game_id)
    fingerprint = blake2b(msgspec.json.encode(game.log), digest_size=16).digest()
    return Shown(game, _screened(fingerprint, game.log))


def shown(game_id: int) -> Shown:
    """A stored game, replayed. Raises `NotStored`."""
    return _shown(_version(), game_id)


@st.cache_resource(max_entries=8, show_spinner=text("game.preparing"))
def _shown_rejected(version: tuple[str, int], rejected_id: int) -> tuple[GameLog, Screening] | None:
    log = reading.rejected_log(store(), rejected_id)
    return None if log is None else (log, _screening(log))


def shown_rejected(rejected_id: int) -> tuple[GameLog, Screening] | None:
    """An illegal game up to where it stops; None if it was unreadable. Raises `NotStored`."""
    return _shown_rejected(_version(), rejected_id)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A stored review, and what the browser needs of it beside the film."""

    stored: StoredReview
    told: bytes


@st.cache_resource(max_entries=24, show_spinner=False)
def _reviewed(version: tuple[str, int], game_id: int) -> Reviewed | None:
    stored = reviews.load(store(), game_id)
    if stored is None:
        return None
    log = reading.game(store(), game_id).log
    played = replay(log)
    board = boards()[played.game.key]
    speech = Speech(log.game, board, board.setting(log), reach_of(played))
    states = states_of(played.game, played.start, played.codes)
    found = verdicts(
        stored.review,
        stored.findings,
        lambda ply: played.game.position(cast(State, states[ply])),
        speech,
    )
    return Reviewed(stored, told_review(encoded(found)))


def reviewed(game_id: int) -> Reviewed | None:
    """The deepest review of a stored game, if there is one. Raises `NotStored`."""
    return _reviewed(_version(), game_id)


@st.cache_resource(show_spinner=False)
def _reviewer(path: str) -> Reviewer:
    return Reviewer(_opened(path))


def reviewer() -> Reviewer:
    """Who reviews the games that wait in this store, beside the pages."""
    return _reviewer(str(default_path()))
