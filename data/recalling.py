"""What the store remembers of files and tables that come again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from data.accounts import Apart, Fate, SourceFile, Verdict
from data.fingerprints import digest_of_all
from data.rules import rules_version
from data.store import Store
from engine.importers.contract import Importer, ReadsBeside, Rejected
from engine.replay import Status

CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """A file, or what an archive holds, as it was read the last time."""

    import_id: int
    file: int
    inside: str
    importer: str | None
    importer_version: str | None
    beside: str


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file that need not be read again."""

    files: tuple[KnownEntry, ...]

    def verdicts(self, store: Store, entry: KnownEntry, name: str) -> Iterator[Verdict]:
        """What becomes of each game in it when it comes again under this name."""
        last = 0
        while True:
            found = store.ask(
                "ingest/known_verdicts",
                {
                    "import_id": entry.import_id,
                    "file": entry.file,
                    "after": last,
                    "limit": CHUNK,
                },
            )
            for row in found.iter_rows(named=True):
                last = row["number"]
                yield _again(row, name)
            if found.height < CHUNK:
                return


def known_file(
    store: Store, digest: str, path: Path, readers: Mapping[str, Importer]
) -> KnownFile | None:
    """What is known of a file with this hash, if reading it once more, by these importers, can tell
    nothing new: it was read to its end, importers, rules and companions are the same, and its games
    are still here."""
    found = store.ask("ingest/known_file", {"raw": digest})
    if found.is_empty() or found["gone"].sum() > 0:
        return None
    entries = []
    for row in found.iter_rows(named=True):
        if not _is_current(row["importer"], row["importer_version"], readers):
            return None
        if any(version != rules_version(game) for game, version in row["judged_by"] or ()):
            return None
        importer: object = readers.get(row["importer"] or "")
        if isinstance(importer, ReadsBeside):
            contents = importer.beside(f"{path}{row['inside']}", row["ids"] or [])
            # What lies beside it no longer was read with it then.
            if contents and digest_of_all(contents) != row["beside"]:
                return None
        entries.append(
            KnownEntry(
                row["import_id"],
                row["file"],
                row["inside"],
                row["importer"],
                row["importer_version"],
                row["beside"],
            )
        )
    return KnownFile(tuple(entries))


def _is_current(importer: str | None, version: str | None, readers: Mapping[str, Importer]) -> bool:
    """Whether what was read by this importer in this version would be read the same today, or by
    nobody again."""
    if importer is None:
        return version == everybody(readers)
    known = readers.get(importer)
    return known is not None and known.version == version


def everybody(readers: Mapping[str, Importer]) -> str:
    """All importers and their versions: what nobody could read may be read by another of these."""
    return " ".join(f"{key} {importer.version}" for key, importer in readers.items())


def _again(row: dict[str, object], name: str) -> Verdict:
    fate = Fate(str(row["fate"]))
    status = str(row["status"])
    game_id = row["game_id"]
    reason = row["reason"]
    if fate in {Fate.STORED, Fate.REPLACED, Fate.DUPLICATE}:
        fate = Fate.DUPLICATE
        reason = f"The same game is stored already (game {game_id})."
    return Verdict(
        name,
        int(str(row["line"])),
        _text(row["id"]),
        _text(row["game"]),
        fate,
        Apart.LOG_ONLY if status == Apart.LOG_ONLY else Status(status),
        game_id=_number(game_id),
        ply=_number(row["ply"]),
        move=_text(row["move"]),
        reason=_text(reason),
        legal=_texts(row["legal"]),
        warnings=_texts(row["warnings"]) if fate is Fate.REJECTED else (),
        rules_version=_text(row["rules_version"]),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def origins(store: Store, raw: str) -> dict[tuple[str, int, int], int]:
    """The games that were stored from a kept file, by path inside, line and turn on that line."""
    found = store.ask("ingest/origins", {"raw": raw})
    return {(inside, line, turn): game for inside, line, turn, game in found.iter_rows()}


def known_tables(store: Store, importer: str, tables: Sequence[str]) -> pl.DataFrame:
    """Logs of these tables that were read: source_id, import_id, game_id (null of a rejected)."""
    return store.ask("ingest/known_tables", {"importer": importer, "tables": list(tables)})


def companion_verdict(
    file: SourceFile, item: Rejected, tables: pl.DataFrame, earlier: bool
) -> Verdict:
    """What becomes of a companion of tables whose logs were read, of all of them in an earlier run
    if `earlier`."""
    names = list(dict.fromkeys(tables["source_id"].to_list()))
    games = tables["game_id"].drop_nulls().to_list()
    whose = f"table {names[0]}" if len(names) == 1 else f"{len(names)} tables"
    reason = f"It is no game but tells more of {whose}, whose log was read"
    if earlier:
        reason += " before; `hexcoach reimport` reads the two together."
    else:
        reason += " with it."
    return Verdict(
        file.name,
        item.line,
        item.id,
        item.game,
        Fate.COMPANION,
        Status.UNREADABLE,
        game_id=games[0] if len(games) == 1 else None,
        reason=reason,
    )
