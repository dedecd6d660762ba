"""What became of imports: reports one by one, alarms, what was rejected beside what was kept, and
what is worth another reading."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import polars as pl

from data.export import guarded, whole_or_nothing
from data.keeping import choices
from data.recalling import everybody
from data.rules import rules_version
from data.store import Store
from engine.core.errors import HexcoachError
from engine.core.registry import games
from engine.importers.contract import Choice, Importer, importers, readers

LEAST = 10
"""Games on either side below which a share says nothing."""
JUMP = 0.1
"""By how much a share has to rise, so that a small one of very many games is no alarm."""
CHUNK = 20_000
ENDINGS = (".csv", ".json")


def report(
    store: Store,
    import_id: int,
    *,
    fates: Sequence[str] = (),
    search: str = "",
    after: int = 0,
    limit: int = 1000,
) -> pl.DataFrame:
    """What became of each thing that a run read: number (from 1 in the run), file, line, id, game,
    fate, status, game_id, ply, move, reason.

    Of the fates named, or all; `search` is looked for in any case in all that is text. A page
    begins after the number `after`.
    """
    return store.ask(
        "library/report",
        {
            "import_id": import_id,
            "fates": list(fates),
            "search": search,
            "after": after,
            "limit": limit,
        },
    )


def report_chunks(
    store: Store, import_id: int, *, fates: Sequence[str] = (), search: str = ""
) -> Iterator[pl.DataFrame]:
    """The same from beginning to end, in pieces; at least one, which may be empty."""
    after = 0
    while True:
        chunk = report(store, import_id, fates=fates, search=search, after=after, limit=CHUNK)
        yield chunk
        if chunk.height < CHUNK:
            return
        after = int(chunk["number"][-1])


def report_size(store: Store, import_id: int) -> dict[str, int]:
    """How many things of a run's report met which fate."""
    return dict(store.ask("library/report_size", {"import_id": import_id}).iter_rows())


def check_report_path(path: Path) -> None:
    """Raises a sentence if a report cannot be written under such a name."""
    if path.suffix not in ENDINGS:
        raise HexcoachError(
            f"A report becomes a file that ends in {' or '.join(ENDINGS)}, which {path.name} "
            "does not."
        )
    if not path.parent.is_dir():
        raise HexcoachError(f"There is no folder {path.parent} for the report.")


def write_report(store: Store, import_id: int, path: Path) -> int:
    """Write a run's report as CSV, which a spreadsheet opens without harm, or as JSON, an array of
    objects. Returns the number of its rows. Raises `OSError`."""
    rows = 0
    with whole_or_nothing(path) as part, part.open("wb") as file:
        for chunk in report_chunks(store, import_id):
            if path.suffix == ".csv":
                guarded(chunk).write_csv(file, include_header=rows == 0)
            else:
                for row in chunk.iter_rows(named=True):
                    file.write(b",\n" if file.tell() else b"[\n")
                    file.write(msgspec.json.encode(row))
            rows += chunk.height
        if path.suffix == ".json":
            file.write(b"\n]\n" if rows else b"[]\n")
    return rows


def alarms(store: Store, import_id: int, *, least: int = LEAST, jump: float = JUMP) -> pl.DataFrame:
    """Where a run's share rose against all runs before: importer (empty: all together), what
    (`rejected`, or `unknown` for games with events of types that no dialect knows), hits and n of
    this run, past_hits and past_n of those before, types (of events never met before).

    It rose if the 95 % intervals of the two shares lie apart, by at least `jump`, with at least
    `least` games on either side. A file that comes again does not count again.
    """
    return store.ask("library/alarms", {"import_id": import_id, "least": least, "jump": jump})


def rejected_and_kept(store: Store, game: str | None = None) -> pl.DataFrame:
    """How the games rejected differ from those kept, of one game or all: trait (`game`,
    `importer`, `players`, `length` as quarter of the kept games, `date` by month), value, kept and
    rejected with this value, kept_known and rejected_known of which the trait is known, kept_share
    and rejected_share of those, stands_out (with 95 % certainty more, or less, of the games with
    this value are rejected than of all)."""
    return store.ask("library/rejected_and_kept", {"game": game})


def logs_only(store: Store, limit: int = 200) -> pl.DataFrame:
    """Games that are stored apart, as their logs give no moves: game_id, game, source, source_id,
    date, grade, names (by seat), reason, seconds (from the first to the last event), moves (as the
    site counts them), scores (JSON, as the log tells them), remark."""
    return store.ask("library/log_only", {"limit": limit})


def older_rules(store: Store) -> pl.DataFrame:
    """Games that were verified by other rules than today's: game, rules_version, today, games."""
    return store.ask("library/older_rules", current_rules=_rules())


def outdated(store: Store) -> pl.DataFrame:
    """Kept files that are worth another reading: hash, why (`importer` or `rules`: another version
    today; `choice`: a dialect chosen for it is gone; `companion`: one has come since), name, size.
    A row for each reason."""
    return store.ask(
        "library/outdated",
        current_importers=_importers(),
        current_choices=_choices(store.plain),
        current_rules=_rules(),
    )


def unkept(store: Store) -> list[int]:
    """Games verified by other rules than today's, whose files were not kept."""
    return store.ask("library/unkept", current_rules=_rules())["game_id"].to_list()


def known_games() -> frozenset[str]:
    """Keys of the games that there are today; a rejected log may name any other."""
    return frozenset(games())


def _rules() -> pl.DataFrame:
    rows = [(key, rules_version(key)) for key in games()]
    return pl.DataFrame(rows, schema={"game": pl.String, "version": pl.String}, orient="row")


def _importers() -> pl.DataFrame:
    """The version of each importer, and under "" that of all."""
    schema = {"importer": pl.String, "version": pl.String}
    return pl.DataFrame(_versions(readers()), schema=schema, orient="row")


def _choices(store: Store) -> pl.DataFrame:
    """The same for each file for which something was chosen, null where that cannot hold."""
    versions: dict[Choice, list[tuple[str, str | None]]] = {}
    rows: list[tuple[str, str, str | None]] = []
    for digest, choice in choices(store).items():
        if choice not in versions:
            try:
                versions[choice] = _versions(readers(choice))
            except HexcoachError:
                versions[choice] = [(key, None) for key in (*importers(), "")]
        rows += ((digest, *one) for one in versions[choice])
    schema = {"hash": pl.String, "importer": pl.String, "version": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _versions(by: Mapping[str, Importer]) -> list[tuple[str, str | None]]:
    return [*((key, one.version) for key, one in by.items()), ("", everybody(by))]
