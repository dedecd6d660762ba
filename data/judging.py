"""What becomes of each game of a batch: known already, stored, in place of a worse one, rejected.

Statistics count what the rules allow. A log that breaks them is rejected with the ply and the
reason and kept aside; one that merely stops early, tells no result or another one than the replay
is stored under that status, and whoever asks chooses the statuses.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import polars as pl

from data.accounts import Fate, SourceFile, Verdict
from data.batches import NewGame, NewRejected, add_games, add_rejected, forget_games
from data.columns import Played
from data.store import Cursor, query
from engine.core.errors import HexcoachError
from engine.core.gamelog import GameLog
from engine.importers.contract import Found, Rejected
from engine.replay import Replay, Status, replay

_RANK = {
    Status.VERIFIED: 3,
    Status.UNVERIFIED: 2,
    Status.MISMATCH: 1,
    Status.INCOMPLETE: 0,
}
"""Which of two logs of one game is kept; between equals the longer, then the first."""

MOST_LEGAL_SHOWN = 50
LONGEST_EXCERPT = 200


@dataclass(slots=True)
class Read:
    """A game that was read. `header` is its log as JSON, without moves."""

    file: SourceFile
    found: Found
    hash: str
    natural_key: str | None
    header: bytes


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that should have been a game."""

    file: SourceFile
    rejected: Rejected


@dataclass(slots=True)
class _Known:
    """A game that another one is compared with; `new` is its place in the batch, if it is new."""

    status: Status
    plies: int
    game_id: int | None = None
    new: int | None = None


def write_batch(
    cursor: Cursor, import_id: int, waiting: Sequence[Read | Unread]
) -> tuple[list[Verdict], int]:
    """Judge and store these games in the cursor's transaction. Returns a verdict for each, in
    order, and the number of moves stored."""
    judge = _Judge(cursor, import_id, waiting)
    for place, one in enumerate(waiting):
        judge.take(place, one)
    return judge.write()


class _Judge:
    def __init__(self, cursor: Cursor, import_id: int, waiting: Sequence[Read | Unread]) -> None:
        self._cursor = cursor
        self._import_id = import_id
        self._same_content, self._same_name = _known_games(cursor, waiting)
        self._new: list[NewGame] = []
        self._gone: set[int] = set()
        self._rejected: list[NewRejected] = []
        self._verdicts: list[Verdict] = []
        self._new_of_verdict: dict[int, int] = {}
        self._by_hash: dict[str, _Known] = {}
        self._by_name: dict[str, _Known] = {}

    def take(self, place: int, one: Read | Unread) -> None:
        if isinstance(one, Unread):
            self._reject_unread(one.file, one.rejected)
            return
        same = self._by_hash.get(one.hash) or self._same_content.get(place)
        if same is not None and same.game_id not in self._gone:
            self._keep_out(one, same, "The same game is stored already")
            return
        try:
            result = replay(one.found.log, evidence=one.found.evidence)
        except HexcoachError as error:
            self._reject_header(one, str(error))
        except Exception as error:
            # A fault of ours in one game must not cost the others; the log file has the traceback.
            logging.getLogger(__name__).exception("Replaying line %d failed", one.found.line)
            self._reject_header(
                one, f"Replaying it failed inside the program ({error!r}); please report this log."
            )
        else:
            if result.error is not None:
                self._reject_illegal(one, result)
            else:
                self._store(place, one, result)

    def write(self) -> tuple[list[Verdict], int]:
        ids = next_ids(self._cursor)
        if self._gone:
            forget_games(self._cursor, self._gone)
        game_ids = add_games(self._cursor, ids["game_id"], self._new)
        if self._rejected:
            add_rejected(self._cursor, ids["rejected_id"], self._rejected)
        for place, new in self._new_of_verdict.items():
            verdict = self._verdicts[place]
            verdict.game_id = game_ids[new]
            if verdict.fate is Fate.DUPLICATE:
                verdict.reason = f"{verdict.reason} (game {verdict.game_id})."
        return self._verdicts, sum(one.played.plies.shape[0] for one in self._new)

    def _store(self, place: int, one: Read, result: Replay) -> None:
        log = one.found.log
        key = one.natural_key
        rival = None
        if key is not None:
            rival = self._by_name.get(key) or self._same_name.get(place)
        if rival is not None and not _is_better(result, rival):
            self._keep_out(one, rival, "A log of the same game that is as good is stored already")
            return
        warnings = (*one.found.warnings, *result.warnings)
        game = NewGame(
            hash=one.hash,
            natural_key=key,
            game=result.game,
            played=Played(log, result.ply_rows, result.effects),
            header=one.header,
            status=str(result.status),
            remark=" ".join(warnings) or None,
            importer=one.file.importer or "",
            importer_version=one.file.importer_version or "",
            import_id=self._import_id,
            file=one.file.number,
            line=one.found.line,
        )
        fate, reason = Fate.STORED, None
        if rival is None or rival.new is None:
            new = len(self._new)
            self._new.append(game)
        else:
            new = rival.new
            del self._by_hash[self._new[new].hash]
            self._new[new] = game
        if rival is not None:
            fate = Fate.REPLACED
            reason = f"It takes the place of a log of the same game that was {rival.status}."
            if rival.game_id is not None:
                self._gone.add(rival.game_id)
        known = _Known(result.status, result.plies, new=new)
        self._by_hash[one.hash] = known
        if key is not None:
            self._by_name[key] = known
        self._new_of_verdict[len(self._verdicts)] = new
        self._verdicts.append(
            Verdict(
                one.file.name,
                one.found.line,
                log.id,
                log.game,
                fate,
                result.status,
                reason=reason,
                warnings=warnings,
            )
        )

    def _keep_out(self, one: Read, same: _Known, why: str) -> None:
        if same.new is not None:
            self._new_of_verdict[len(self._verdicts)] = same.new
        else:
            why = f"{why} (game {same.game_id})."
        self._verdicts.append(
            Verdict(
                one.file.name,
                one.found.line,
                one.found.log.id,
                one.found.log.game,
                Fate.DUPLICATE,
                same.status,
                game_id=same.game_id,
                reason=why,
            )
        )

    def _reject_unread(self, file: SourceFile, rejected: Rejected) -> None:
        self._reject(
            file,
            Verdict(
                file.name,
                rejected.line,
                rejected.id,
                rejected.game,
                Fate.REJECTED,
                Status.UNREADABLE,
                reason=rejected.reason,
            ),
            excerpt=rejected.text,
        )

    def _reject_header(self, one: Read, reason: str) -> None:
        log = one.found.log
        self._reject(
            one.file,
            Verdict(
                one.file.name,
                one.found.line,
                log.id,
                log.game,
                Fate.REJECTED,
                Status.UNREADABLE,
                reason=reason,
            ),
            excerpt=one.header.decode(),
        )

    def _reject_illegal(self, one: Read, result: Replay) -> None:
        log, error = one.found.log, result.error
        assert error is not None
        self._reject(
            one.file,
            Verdict(
                one.file.name,
                one.found.line,
                log.id,
                log.game,
                Fate.REJECTED,
                Status.ILLEGAL,
                ply=error.ply,
                move=error.move,
                reason=error.reason,
                legal=tuple(error.legal[:MOST_LEGAL_SHOWN]),
                warnings=(*one.found.warnings, *result.warnings),
            ),
            excerpt=" · ".join(log.moves[max(0, error.ply - 2) : error.ply + 1]),
            log=log,
        )

    def _reject(
        self, file: SourceFile, verdict: Verdict, *, excerpt: str, log: GameLog | None = None
    ) -> None:
        self._verdicts.append(verdict)
        self._rejected.append(
            NewRejected(
                file_hash=file.hash,
                file=file.name,
                line=verdict.line,
                part=file.part_of(verdict.line),
                id=verdict.id,
                game=verdict.game,
                status=str(verdict.status),
                ply=verdict.ply,
                move=verdict.move,
                reason=verdict.reason or "",
                legal=list(verdict.legal),
                excerpt=excerpt[:LONGEST_EXCERPT],
                log=None if log is None else msgspec.json.encode(log).decode(),
            )
        )


def next_ids(cursor: Cursor) -> dict[str, int]:
    """The first free import_id, game_id and rejected_id."""
    return cursor.sql(query("ingest/next_ids")).pl().row(0, named=True)


def _is_better(result: Replay, rival: _Known) -> bool:
    return (_RANK[result.status], result.plies) > (_RANK[rival.status], rival.plies)


def _known_games(
    cursor: Cursor, waiting: Sequence[Read | Unread]
) -> tuple[dict[int, _Known], dict[int, _Known]]:
    """Stored games of the same content, and of the same natural key, by place in the batch."""
    reads = [(place, one) for place, one in enumerate(waiting) if isinstance(one, Read)]
    incoming = pl.DataFrame(
        [(place, one.hash, one.natural_key) for place, one in reads],
        schema={"place": pl.Int32, "hash": pl.String, "natural_key": pl.String},
        orient="row",
    )
    cursor.register("incoming", incoming)
    found = cursor.sql(query("ingest/known_games")).pl()
    cursor.unregister("incoming")
    same_content: dict[int, _Known] = {}
    same_name: dict[int, _Known] = {}
    for place, game_id, status, plies, same in found.iter_rows():
        known = _Known(Status(status), plies, game_id=game_id)
        (same_content if same else same_name)[place] = known
    return same_content, same_name
