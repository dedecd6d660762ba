"""Filling an empty store from shards: settle what became of each log, then copy the rows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
import polars as pl

from data.accounts import Counts, SourceFile, Verdict
from data.batches import with_tables
from data.fingerprints import digest_of
from data.ingest import BATCH_MOVES
from data.judging import write_batch
from data.privacy import Pseudonyms
from data.recalling import companion_verdict
from data.scale.jobs import Plan
from data.scale.places import Place, local_copies
from data.scale.shards import GAME_TABLES, tables_of
from data.store import Cursor, query
from data.waiting import Read
from engine.core.gamelog import GameLog
from engine.importers.contract import Found, Rejected, View

JOBS_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Step:
    """How many of all groups of jobs are read; each is read twice."""

    done: int
    of: int


@dataclass(slots=True)
class Rebuilt:
    """What the store holds now. `statuses` are those of its games."""

    imports: int = 0
    files: int = 0
    moves: int = 0
    counts: Counts = field(default_factory=Counts)
    statuses: Counter[str] = field(default_factory=Counter)


class Filling:
    """One rebuild, in the store of `cursor`, which is empty."""

    def __init__(
        self,
        cursor: Cursor,
        out: Place,
        plans: Sequence[Plan],
        pseudonyms: Pseudonyms | None = None,
    ) -> None:
        self._pseudonyms = pseudonyms
        self.rebuilt = Rebuilt()
        self._cursor = cursor
        self._out = out
        self._plans = plans
        self._jobs = [job.id for plan in plans for job in plan.jobs]
        self._groups = [
            range(start, min(start + JOBS_AT_ONCE, len(self._jobs)))
            for start in range(0, len(self._jobs), JOBS_AT_ONCE)
        ]

    def steps(self) -> Iterator[Step]:
        """All the work, told while it is done."""
        self._begin()
        of = 3 * len(self._groups)
        done = 0
        for group in self._groups:
            with self._at_hand(group, "readings"):
                self._cursor.execute(query("scale/add_readings"))
            with self._at_hand(group, "opened"):
                self._cursor.execute(query("scale/add_opened"))
            done += 1
            yield Step(done, of)
        self._number_files()
        self._cursor.execute(query("scale/settle"))
        for group in self._groups:
            self._judge(group)
            done += 1
            yield Step(done, of)
        # What the judge rejected comes from the shards, with all other faults.
        self._cursor.execute("DELETE FROM rejected")
        self._place_companions()
        self._cursor.execute(query("scale/keep"))
        self._cursor.execute(query("scale/companion_games"))
        for group in self._groups:
            for name in GAME_TABLES:
                with self._at_hand(group, name):
                    self._add(name)
            with self._at_hand(group, "rejected"):
                self._cursor.execute(query("scale/add_rejected"))
            done += 1
            yield Step(done, of)
        self._close_the_books()

    def _add(self, table: str) -> None:
        """The rows at hand of one table, of the games that are kept."""
        if table == "games":
            self._cursor.execute(query("scale/add_games"))
        elif table == "effects":
            numbering = query("ingest/add_events").replace("new_events", "at_hand")
            self._cursor.execute(numbering)
            self._cursor.execute(query("scale/add_effects"))
        else:
            self._cursor.execute(query("scale/add_rows").replace("rows_of_games", table))

    def _begin(self) -> None:
        """What the plans say, as tables."""
        pieces = []
        place = 0
        for number, plan in enumerate(self._plans):
            for job in plan.jobs:
                for piece, one in enumerate(job.pieces):
                    whole = one.start is None
                    pieces.append((place, piece, number + 1, one.source, one.lines, whole))
                place += 1
        sources = [
            (
                *(number + 1, source, one.name, one.size, one.digest, one.modified, one.problem),
                bool(plan.pseudonyms),
            )
            for number, plan in enumerate(self._plans)
            for source, one in enumerate(plan.sources)
        ]
        tables = {
            "planned_pieces": pl.DataFrame(pieces, schema=_PIECES, orient="row"),
            "planned_sources": pl.DataFrame(sources, schema=_SOURCES, orient="row"),
        }
        with_tables(self._cursor, "scale/begin", tables)

    @contextmanager
    def _at_hand(self, group: Sequence[int], table: str) -> Iterator[None]:
        """One table of these jobs as `at_hand`, with the `job_number` in each row."""
        ids = {place: self._jobs[place] for place in group}
        distinct = list(dict.fromkeys(ids.values()))
        places = [tables_of(self._out, one) / f"{table}.parquet" for one in distinct]
        with local_copies(places) as files:
            path_of = {one: str(file) for one, file in zip(distinct, files, strict=True)}
            where = pl.DataFrame(
                [(path_of[one], place) for place, one in ids.items()],
                schema={"filename": pl.String, "job_number": pl.Int32},
                orient="row",
            )
            self._cursor.register("where_at_hand", where)
            listed = ", ".join(f"'{_quoted(path)}'" for path in path_of.values())
            self._cursor.execute(query("scale/at_hand").replace("'files'", listed))
            yield
            self._cursor.execute("DROP VIEW at_hand")
            self._cursor.unregister("where_at_hand")

    def _judge(self, group: Sequence[int]) -> None:
        """Let the import's judge say which of different logs of one game is kept."""
        between = {"first": group[0], "last": group[-1]}
        rows = self._cursor.sql(query("scale/disputed"), params=between).pl()
        if rows.is_empty():
            return
        games = self._texts(group, "games", "scale/headers")
        moves = self._texts(group, "moves", "scale/texts")
        logs = self._texts(group, "rejected", "scale/logs")
        files: dict[tuple[int, int], SourceFile] = {}
        batch: list[tuple[int, Read]] = []
        plan, waiting_moves = 0, 0
        judged: list[tuple[int, Verdict]] = []
        for row in rows.iter_rows(named=True):
            place = row["job_number"]
            if row["local_id"] is not None:
                log = msgspec.json.decode(games[place, row["local_id"]], type=GameLog)
                # One without moves has none there; one that waits for another view has its own.
                log.moves = moves.get((place, row["local_id"]), log.moves)
            elif (text := logs.get((place, row["rejected_id"]))) and not row["evidence"]:
                log = msgspec.json.decode(text, type=GameLog)
            else:
                # As it was: nothing that the judge knows makes a game of it.
                continue
            if batch and (row["plan"] != plan or waiting_moves >= BATCH_MOVES):
                judged += self._written(plan, batch)
                batch, waiting_moves = [], 0
            plan = row["plan"]
            file = files.setdefault(
                (plan, row["file"]), SourceFile(row["file"], row["name"], None, "")
            )
            file.importer, file.importer_version = row["importer"], row["importer_version"]
            view = None if row["view"] is None else msgspec.json.decode(row["view"], type=View)
            told = tuple(row["read_warnings"])
            found = Found(row["line"], log, told, grade=row["grade"], view=view)
            header = msgspec.json.encode(msgspec.structs.replace(log, moves=[]))
            batch.append((row["seq"], Read(file, found, row["hash"], row["natural_key"], header)))
            waiting_moves += len(log.moves)
        judged += self._written(plan, batch)
        frame = pl.DataFrame(
            {
                "seq": [seq for seq, _ in judged],
                **{name: [getattr(one, name) for _, one in judged] for name in _OF_VERDICT},
                "fate": [str(one.fate) for _, one in judged],
                "status": [str(one.status) for _, one in judged],
                "warnings": [list(one.warnings) or None for _, one in judged],
                "legal": [list(one.legal) or None for _, one in judged],
            },
            schema_overrides={**_OF_VERDICT, "warnings": _TEXTS, "legal": _TEXTS},
        )
        with_tables(self._cursor, "scale/add_judged", {"judged": frame})

    def _written(self, plan: int, batch: Sequence[tuple[int, Read]]) -> list[tuple[int, Verdict]]:
        waiting = [read for _, read in batch]
        verdicts, _ = write_batch(self._cursor, plan, waiting, self._pseudonyms_in(plan))
        return [(seq, verdict) for (seq, _), verdict in zip(batch, verdicts, strict=True)]

    def _pseudonyms_in(self, plan: int) -> Pseudonyms | None:
        """Of the import with this number, where it has no names."""
        return self._pseudonyms if self._plans[plan - 1].pseudonyms else None

    def _place_companions(self) -> None:
        """A companion belongs to a log that was read until its import ended, or came alone."""
        placed: list[tuple[int, str, str | None]] = []
        told: list[tuple[int, str, str, str, str]] = []
        for row in self._cursor.sql(query("scale/companions")).pl().iter_rows(named=True):
            tables = sorted(set(row["tables"] or ()))
            if not tables:
                placed.append((row["seq"], "rejected", None))
                continue
            item = Rejected(row["line"], "", row["id"], row["game"])
            known = pl.DataFrame({"source_id": tables, "game_id": [None] * len(tables)})
            earlier = row["last_plan"] != row["plan"]
            file = SourceFile(0, row["name"], None, "")
            verdict = companion_verdict(file, item, known, earlier)
            pseudonyms = self._pseudonyms_in(row["plan"])
            if pseudonyms is not None:
                verdict = pseudonyms.of_verdict(verdict)
            placed.append((row["seq"], "companion", verdict.reason))
            told += (
                (row["plan"], row["raw"], row["inside"], row["importer"], table) for table in tables
            )
        tables_told = pl.DataFrame(told, schema=_TOLD, orient="row")
        frames = {
            "placed": pl.DataFrame(placed, schema=_PLACED, orient="row"),
            "told_tables": tables_told,
        }
        with_tables(self._cursor, "scale/add_companions", frames)

    def _texts(self, group: Sequence[int], table: str, name: str) -> dict[tuple[int, int], Any]:
        """What a table of these jobs tells of disputed games, by place of the job and local id."""
        with self._at_hand(group, table):
            return {
                (row[0], row[1]): row[2] for row in self._cursor.execute(query(name)).fetchall()
            }

    def _number_files(self) -> None:
        self._cursor.execute(query("scale/number_files"))
        inside = self._cursor.execute(query("scale/inside")).fetchall()
        hashes = [(*key, digest_of(f"{digest}{name}".encode())) for *key, digest, name in inside]
        table = pl.DataFrame(hashes, schema=_HASHES, orient="row")
        with_tables(self._cursor, "scale/hash_files", {"inside_hashes": table})

    def _close_the_books(self) -> None:
        runs = [
            (number + 1, plan.begun, self._ended(plan), len(plan.sources))
            for number, plan in enumerate(self._plans)
        ]
        table = pl.DataFrame(runs, schema=_RUNS, orient="row")
        with_tables(self._cursor, "scale/books", {"planned_runs": table})
        row = self._cursor.sql(query("scale/totals")).pl().row(0, named=True)
        self.rebuilt.imports = len(self._plans)
        self.rebuilt.files = row["files"]
        self.rebuilt.moves = row["moves"]
        self.rebuilt.counts = Counts(
            row["stored"], row["replaced"], row["duplicate"], row["rejected"]
        )
        found = self._cursor.execute(query("scale/statuses")).fetchall()
        self.rebuilt.statuses = Counter(dict(found))

    def _ended(self, plan: Plan) -> datetime:
        done = self._out / "plans" / f"{plan.id}.done"
        return msgspec.json.decode(done.read(), type=datetime)


def _quoted(path: str) -> str:
    return path.replace("'", "''")


_PIECES: dict[str, pl.DataType] = {
    "job_number": pl.Int32(),
    "piece": pl.Int32(),
    "plan": pl.Int32(),
    "source": pl.Int32(),
    "lines": pl.Int64(),
    "whole": pl.Boolean(),
}
_SOURCES: dict[str, pl.DataType] = {
    "plan": pl.Int32(),
    "source": pl.Int32(),
    "name": pl.String(),
    "size": pl.Int64(),
    "digest": pl.String(),
    "modified": pl.Int64(),
    "problem": pl.String(),
    "nameless": pl.Boolean(),
}
_TEXTS = pl.List(pl.String())
_OF_VERDICT: dict[str, pl.DataType] = {
    "game_id": pl.Int32(),
    "ply": pl.Int32(),
    "move": pl.String(),
    "reason": pl.String(),
    "rules_version": pl.String(),
}
_PLACED: dict[str, pl.DataType] = {
    "seq": pl.Int64(),
    "fate": pl.String(),
    "reason": pl.String(),
}
_TOLD: dict[str, pl.DataType] = {
    "import_id": pl.Int32(),
    "raw": pl.String(),
    "inside": pl.String(),
    "importer": pl.String(),
    "source_id": pl.String(),
}
_HASHES: dict[str, pl.DataType] = {
    "plan": pl.Int32(),
    "file": pl.Int32(),
    "hash": pl.String(),
}
_TIME = pl.Datetime("us", "UTC")
_RUNS: dict[str, pl.DataType] = {
    "plan": pl.Int32(),
    "begun": _TIME,
    "ended": _TIME,
    "files": pl.Int32(),
}
