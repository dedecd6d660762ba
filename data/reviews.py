"""Reviews in the store: saved, found again, counted, and the queue of games that wait for one.

Frames are Polars frames; losses are in expected score of the game, from 0 to 1. Where more than one
depth is stored of a game, the deepest counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
import polars as pl
import zstandard

from data.batches import with_tables
from data.filters import Filters, Grouping
from data.reading import game, select_seats
from data.store import Store
from engine.analysis.decisions import DEPTHS
from engine.analysis.plies import EVALUATOR_VERSION
from engine.analysis.review import Decision, Review
from engine.core.findings import Finding
from engine.core.registry import games as installed_games
from engine.replay import Replay, replay

MISTAKES = ("inaccuracy", "mistake", "blunder")
PHASES = ("early", "middle", "late")
ORDERS = ("loss", "ease")
_DEPTHS = list(DEPTHS)
"""From the shallowest to the deepest."""
_KEPT_UNTIL_WRITTEN = 256


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review and what is known of its making. `current` is False where rules or evaluator have
    changed since."""

    review: Review
    findings: pl.DataFrame
    """ply, seat, key, points, q, r, words (JSON)."""
    made: datetime
    seconds: float
    current: bool


class StoreMemory:
    """Keeps evaluations of positions in the store (`engine.analysis.review.Memory`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[bytes, str]] = []

    def recall(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        asked = pl.DataFrame({"key": pl.Series(list(dict.fromkeys(keys)), dtype=pl.Binary)})
        found = self._store.ask("reviews/recall", asked=asked)
        return {key: text.encode() for key, text in found.iter_rows()}

    def remember(self, key: bytes, found: bytes) -> None:
        self._waiting.append((key, found.decode()))
        if len(self._waiting) >= _KEPT_UNTIL_WRITTEN:
            self.write()

    def write(self) -> None:
        """Write what waits; call it when a review ends, in whatever way."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            frame = pl.DataFrame(
                waiting, schema={"key": pl.Binary, "found": pl.String}, orient="row"
            )
            with self._store.transaction() as cursor:
                with_tables(cursor, "reviews/remember", {"new_evaluations": frame})


def replay_stored(store: Store, game_id: int) -> Replay:
    """The replay of a stored game, with its effects. Raises `NotStored`."""
    return replay(game(store, game_id).log)


def save(
    store: Store, game_id: int, review: Review, findings: Sequence[Finding], seconds: float
) -> None:
    """Store a review in the place of one of the same depth and of those by other rules or another
    evaluator, and take the game out of the queue."""
    row = {
        "game_id": game_id,
        "depth": review.depth,
        "seed": review.seed,
        "rules_version": review.rules_version,
        "evaluator_version": review.evaluator_version,
        "made": datetime.now(UTC),
        "seconds": seconds,
        "chance_covered": review.chance_covered,
        "stopped": review.stopped,
        "document": zstandard.compress(msgspec.json.encode(review)),
    }
    tables = {
        "new_review": pl.DataFrame([row], schema=_REVIEW),
        "new_decisions": pl.DataFrame(
            [_decision_row(game_id, review, one) for one in review.decisions], schema=_DECISIONS
        ),
        "new_review_seats": pl.DataFrame(
            [
                {
                    "game_id": game_id,
                    "depth": review.depth,
                    "seat": total.seat,
                    "decisions": total.decisions,
                    "loss": total.loss,
                    "luck": total.luck,
                    "result": total.result,
                    "luck_adjusted": total.luck_adjusted,
                }
                for total in review.totals
            ],
            schema=_SEATS,
        ),
        "new_findings": pl.DataFrame(
            [_finding_row(game_id, finding) for finding in findings], schema=_FINDINGS
        ),
    }
    with store.transaction() as cursor:
        with_tables(cursor, "reviews/save", tables)


def load(store: Store, game_id: int, depth: str | None = None) -> StoredReview | None:
    """The deepest review of a game, or the one of this depth; None if there is none."""
    asked = {"game_id": game_id, "depth": depth, "depths": _DEPTHS}
    found = store.ask("reviews/document", asked)
    if found.is_empty():
        return None
    row = found.row(0, named=True)
    review = msgspec.json.decode(zstandard.decompress(row["document"]), type=Review)
    versions = (row["rules_version"], row["evaluator_version"])
    return StoredReview(
        review,
        store.ask("reviews/findings", {"game_id": game_id}),
        row["made"],
        row["seconds"],
        versions == (_rules_versions()[review.game], EVALUATOR_VERSION),
    )


def pending(store: Store, filters: Filters, depth: str) -> list[int]:
    """The games selected that have no review as deep by today's rules and evaluator."""
    versions = _rules_versions()
    frame = pl.DataFrame(
        {"game": list(versions), "rules_version": list(versions.values())},
        schema={"game": pl.String, "rules_version": pl.String},
    )
    found = store.ask(
        "reviews/pending",
        {"depth": depth, "depths": _DEPTHS, "evaluator_version": EVALUATOR_VERSION},
        selection=select_seats(store, filters),
        versions=frame,
    )
    return found["game_id"].to_list()


def mistakes(
    store: Store,
    filters: Filters,
    *,
    labels: Sequence[str] = MISTAKES,
    actions: Sequence[str] = (),
    phases: Sequence[str] = (),
    only_avoidable: bool = False,
    least_loss: float = 0.0,
    order: str = "loss",
    limit: int = 50,
    offset: int = 0,
) -> pl.DataFrame:
    """Decisions of the seats selected, dearest first (by the lower end of the interval), or those
    most easily avoided (`order` is `ease`: loss minus difficulty).

    Columns: game_id, ply, seat, turn, name, game, date, plies, depth, action, phase, played, best,
    loss, low, high, samples, label, exact, difficulty, avoidable, gained_by, punished, total (how
    many there are without `limit`).
    """
    if order not in ORDERS:
        raise ValueError(f"order is one of {ORDERS}, not {order!r}")
    return store.ask(
        "reviews/mistakes",
        {
            "labels": list(labels),
            "actions": list(actions),
            "phases": list(phases),
            "only_avoidable": only_avoidable,
            "least_loss": least_loss,
            "order": order,
            "limit": limit,
            "offset": offset,
            "depths": _DEPTHS,
        },
        selection=select_seats(store, filters),
    )


def review_rates(store: Store, filters: Filters, by: Grouping = Grouping.PLAYER) -> pl.DataFrame:
    """How well the seats selected decided: grouping, games, seats, decisions, mean_loss, error
    (its standard error over games; null under three), inaccuracies, mistakes, blunders, close (too
    close to call), mean_luck, mean_result, mean_luck_adjusted (a game and seat),
    luck_adjusted_error."""
    return store.ask(
        "reviews/rates", {"depths": _DEPTHS}, selection=select_seats(store, filters, by)
    )


def losses_by(store: Store, filters: Filters, by: str) -> pl.DataFrame:
    """Where loss comes from, by `action` or `phase`: part, decisions, loss, mean_loss, error (its
    standard error over games; null under three), labelled (inaccuracies and worse), games."""
    if by not in {"action", "phase"}:
        raise ValueError(f"by is action or phase, not {by!r}")
    return store.ask(
        "reviews/by", {"depths": _DEPTHS, "by": by}, selection=select_seats(store, filters)
    )


def enqueue(store: Store, game_ids: Sequence[int], depth: str) -> None:
    """Let games wait for a review; those that wait already keep their place."""
    asked = pl.DataFrame(
        {
            "place": list(range(len(game_ids))),
            "game_id": list(game_ids),
            "depth": [depth] * len(game_ids),
        },
        schema={"place": pl.Int64, "game_id": pl.Int32, "depth": pl.String},
    )
    with store.transaction() as cursor:
        with_tables(cursor, "reviews/enqueue", {"asked": asked})


def queue(store: Store) -> pl.DataFrame:
    """Games that wait, in order, and those given up: place, game_id, game, depth, failed."""
    return store.ask("reviews/queue")


def leave_queue(
    store: Store, game_ids: Sequence[int], depth: str, failed: str | None = None
) -> None:
    """Take games out of the queue, or keep there why they were given up."""
    gone = pl.DataFrame(
        {
            "game_id": list(game_ids),
            "depth": [depth] * len(game_ids),
            "failed": [failed] * len(game_ids),
        },
        schema={"game_id": pl.Int32, "depth": pl.String, "failed": pl.String},
    )
    with store.transaction() as cursor:
        with_tables(cursor, "reviews/leave_queue", {"gone": gone})


def phase_of(ply: int, plies: int) -> str:
    """`early`, `middle` or `late`, by thirds of the game's plies."""
    return PHASES[min(2, 3 * ply // max(plies, 1))]


def _rules_versions() -> dict[str, str]:
    return {one.key: one.version for one in installed_games().values()}


def _decision_row(game_id: int, review: Review, one: Decision) -> Mapping[str, Any]:
    return {
        "game_id": game_id,
        "depth": review.depth,
        "ply": one.ply,
        "seat": one.seat,
        "turn": one.turn + 1,
        "action": one.played.split(" ", 1)[0],
        "phase": phase_of(one.ply, review.plies),
        "played": one.played,
        "best": one.best,
        "loss": one.loss,
        "low": one.low,
        "high": one.high,
        "samples": one.samples,
        "label": one.label,
        "exact": one.exact,
        "difficulty": one.difficulty,
        "avoidable": one.avoidable,
        "gained_by": one.gained_by,
        "punished": one.punished,
    }


def _finding_row(game_id: int, finding: Finding) -> Mapping[str, Any]:
    q, r = finding.cell or (None, None)
    return {
        "game_id": game_id,
        "ply": finding.ply,
        "seat": finding.seat,
        "key": finding.key,
        "points": finding.points,
        "q": q,
        "r": r,
        "words": msgspec.json.encode(dict(finding.words)).decode(),
    }


_Schema = dict[str, type[pl.DataType] | pl.DataType]
_REVIEW: _Schema = {
    "game_id": pl.Int32,
    "depth": pl.String,
    "seed": pl.Int64,
    "rules_version": pl.String,
    "evaluator_version": pl.String,
    "made": pl.Datetime("us", "UTC"),
    "seconds": pl.Float64,
    "chance_covered": pl.Float64,
    "stopped": pl.String,
    "document": pl.Binary,
}
_DECISIONS: _Schema = {
    "game_id": pl.Int32,
    "depth": pl.String,
    "ply": pl.Int32,
    "seat": pl.UInt8,
    "turn": pl.Int32,
    "action": pl.String,
    "phase": pl.String,
    "played": pl.String,
    "best": pl.String,
    "loss": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "samples": pl.Int32,
    "label": pl.String,
    "exact": pl.Boolean,
    "difficulty": pl.Float64,
    "avoidable": pl.Boolean,
    "gained_by": pl.UInt8,
    "punished": pl.Boolean,
}
_SEATS: _Schema = {
    "game_id": pl.Int32,
    "depth": pl.String,
    "seat": pl.UInt8,
    "decisions": pl.Int32,
    "loss": pl.Float64,
    "luck": pl.Float64,
    "result": pl.Float64,
    "luck_adjusted": pl.Float64,
}
_FINDINGS: _Schema = {
    "game_id": pl.Int32,
    "ply": pl.Int32,
    "seat": pl.UInt8,
    "key": pl.String,
    "points": pl.Float64,
    "q": pl.Int16,
    "r": pl.Int16,
    "words": pl.String,
}
