"""The books of a run: written together with what they tell of."""

from collections.abc import Sequence
from datetime import UTC, datetime

import polars as pl

from data.accounts import Counts, SourceFile, Verdict
from data.batches import with_tables
from data.known import next_ids
from data.store import Cursor, Store, query


class Books:
    """What became of everything that a run reads, by run, by file and one by one."""

    def __init__(self, store: Store, kind: str, files: int) -> None:
        self.counts = Counts()
        self._store = store
        self._kind = kind
        self._files = files
        self._removed = 0
        self._read = 0
        self._started = datetime.now(UTC)
        self._touched: dict[int, SourceFile] = {}
        self._ended: list[int] = []
        self._verdicts: list[tuple[int, int, Verdict]] = []
        self._companions: list[tuple[SourceFile, str]] = []
        with store.transaction() as cursor:
            self.import_id = next_ids(cursor)["import_id"]
            self._note(cursor, "running")

    def touch(self, file: SourceFile) -> None:
        """Something of the file has changed."""
        self._touched[file.number] = file

    def end_input(self, number: int, *, done: bool) -> None:
        """What the run was given under this number was read to its end, and, if `done`, need not
        be read again."""
        if done:
            self._ended.append(number)

    def add_companion(self, file: SourceFile, tables: Sequence[str]) -> None:
        """The file tells of these tables."""
        self._companions += ((file, table) for table in tables)

    def record(
        self, cursor: Cursor, files: Sequence[SourceFile], verdicts: Sequence[Verdict], removed: int
    ) -> None:
        """Enter what became of a batch, with the file of each verdict, in the transaction that
        stores it."""
        for file, verdict in zip(files, verdicts, strict=True):
            self._read += 1
            file.counts.add(verdict.fate)
            self._touched[file.number] = file
            self.counts.add(verdict.fate)
            self._verdicts.append((file.number, self._read, verdict))
        self._removed += removed
        self._note(cursor, "running")
        self._touched = {}
        self._ended = []
        self._verdicts = []
        self._companions = []

    def say(self, state: str) -> None:
        """Enter how the run stands."""
        with self._store.transaction() as cursor:
            self._note(cursor, state)

    def end(self, state: str) -> None:
        """The last entry. What a run that failed had not stored has no place in the books."""
        with self._store.transaction() as cursor:
            if state == "failed":
                cursor.execute(query("ingest/end_run"), {"import_id": self.import_id})
            else:
                self._note(cursor, state)

    def _note(self, cursor: Cursor, state: str) -> None:
        """Bring the books up to date with what this transaction stores."""
        run = {
            "import_id": self.import_id,
            "kind": self._kind,
            "started": self._started,
            "ended": None if state in {"running", "paused"} else datetime.now(UTC),
            "state": state,
            "files": self._files,
            **self.counts.columns(),
            "removed": self._removed,
        }
        tables = {
            "run": pl.DataFrame([run], schema=_RUN),
            "run_files": self._frame([_of_file(file) for file in self._touched.values()], _FILES),
            "new_verdicts": self._of_verdicts(),
            "new_unknown": self._frame(
                [
                    {"file": file.number, "type": kind, "games": games, "events": events}
                    for file in self._touched.values()
                    for kind, (games, events) in file.unknown_types.items()
                ],
                _UNKNOWN,
            ),
            "new_companions": self._frame(
                [
                    {
                        "raw": file.raw,
                        "inside": file.inside,
                        "importer": file.importer,
                        "source_id": table,
                    }
                    for file, table in self._companions
                ],
                _COMPANIONS,
            ),
        }
        with_tables(cursor, "ingest/note_run", tables)
        if self._ended:
            ended: list[dict[str, object]] = [{"input": number} for number in self._ended]
            with_tables(cursor, "ingest/end_files", {"ended": self._frame(ended, _ENDED)})

    def _frame(self, rows: list[dict[str, object]], schema: "_Schema") -> pl.DataFrame:
        return pl.DataFrame(rows, schema=schema).with_columns(
            import_id=pl.lit(self.import_id, dtype=pl.Int32)
        )

    def _of_verdicts(self) -> pl.DataFrame:
        verdicts = [verdict for _, _, verdict in self._verdicts]
        columns = {
            name: [getattr(verdict, name) for verdict in verdicts]
            for name in _VERDICT
            if name not in {"fate", "status", "warnings", "legal"}
        }
        return pl.DataFrame(
            {
                "import_id": [self.import_id] * len(verdicts),
                "file": [file for file, _, _ in self._verdicts],
                "number": [number for _, number, _ in self._verdicts],
                "fate": [str(verdict.fate) for verdict in verdicts],
                "status": [str(verdict.status) for verdict in verdicts],
                "warnings": [list(verdict.warnings) or None for verdict in verdicts],
                "legal": [list(verdict.legal) or None for verdict in verdicts],
                **columns,
            },
            schema_overrides={
                "import_id": pl.Int32(),
                "file": pl.Int32(),
                "number": pl.Int64(),
                **_VERDICT,
            },
        )


def _of_file(file: SourceFile) -> dict[str, object]:
    return {
        "file": file.number,
        "name": file.name,
        "size": file.size,
        "hash": file.hash,
        "importer": file.importer,
        "importer_version": file.importer_version,
        **file.counts.columns(),
        "problem": file.problem,
        "input": file.input,
        "inside": file.inside,
        "raw": file.raw,
        "modified": file.modified,
        "beside": file.beside,
        "unknown": file.unknown_games,
    }


_Schema = dict[str, pl.DataType]
_NUMBERS: _Schema = dict.fromkeys(Counts().columns(), pl.Int64())
_TIME = pl.Datetime("us", "UTC")
_RUN: _Schema = {
    "import_id": pl.Int32(),
    "kind": pl.String(),
    "started": _TIME,
    "ended": _TIME,
    "state": pl.String(),
    "files": pl.Int32(),
    **_NUMBERS,
    "removed": pl.Int64(),
}
_FILES: _Schema = {
    "file": pl.Int32(),
    "name": pl.String(),
    "size": pl.Int64(),
    "hash": pl.String(),
    "importer": pl.String(),
    "importer_version": pl.String(),
    **_NUMBERS,
    "problem": pl.String(),
    "input": pl.Int32(),
    "inside": pl.String(),
    "raw": pl.String(),
    "modified": pl.Int64(),
    "beside": pl.String(),
    "unknown": pl.Int64(),
}
_VERDICT: _Schema = {
    "line": pl.Int64(),
    "id": pl.String(),
    "game": pl.String(),
    "fate": pl.String(),
    "status": pl.String(),
    "game_id": pl.Int32(),
    "ply": pl.Int32(),
    "move": pl.String(),
    "reason": pl.String(),
    "warnings": pl.List(pl.String()),
    "legal": pl.List(pl.String()),
    "rules_version": pl.String(),
}
_UNKNOWN: _Schema = {
    "file": pl.Int32(),
    "type": pl.String(),
    "games": pl.Int64(),
    "events": pl.Int64(),
}
_COMPANIONS: _Schema = {
    "raw": pl.String(),
    "inside": pl.String(),
    "importer": pl.String(),
    "source_id": pl.String(),
}
_ENDED: _Schema = {"input": pl.Int32()}
