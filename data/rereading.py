"""Reading kept files again, with the importers and rules of today."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

from data import reports
from data.control import Control
from data.export import logs
from data.filters import Filters
from data.ingest import Event, Readable, run_rereading
from data.keeping import KeptFile
from data.store import Store
from engine.importers.hexlog import format_log


class Which(StrEnum):
    """Which of the kept files are read again."""

    OUTDATED = "outdated"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class UnkeptGames:
    """Games of the store whose files are not there any more, as a file of hexlog."""

    store: Store
    game_ids: tuple[int, ...]
    name: str = "games whose files were not kept"
    size: int = 0

    @contextmanager
    def at_hand(self) -> Iterator[Path]:
        with TemporaryDirectory(prefix="hexcoach-") as folder:
            path = Path(folder) / "games.hexlog"
            with path.open("w", encoding="utf-8") as file:
                chosen = Filters(statuses=(), game_ids=self.game_ids)
                file.writelines(f"{format_log(log)}\n" for log in logs(self.store, chosen))
            yield path


def to_reread(
    store: Store,
    which: Which = Which.OUTDATED,
    importer: str | None = None,
    hashes: Sequence[str] | None = None,
) -> list[Readable]:
    """What another reading would take, in the order in which it first came: of these files, or of
    an importer's, or of all."""
    store = store.plain
    wanted = None if hashes is None else list(hashes)
    if hashes is None and which is Which.OUTDATED and importer is None:
        wanted = reports.outdated(store)["hash"].unique().to_list()
    found = store.ask("library/kept_files", {"importer": importer, "hashes": wanted})
    kept: list[Readable] = [
        KeptFile(store, row["hash"], row["name"], row["size"], tuple(row["tables"] or ()))
        for row in found.iter_rows(named=True)
    ]
    if importer is None and hashes is None and (without := reports.unkept(store)):
        kept.append(UnkeptGames(store, tuple(without)))
    return kept


def run_reimport(
    store: Store,
    which: Which = Which.OUTDATED,
    importer: str | None = None,
    *,
    hashes: Sequence[str] | None = None,
    control: Control | None = None,
) -> Iterator[Event]:
    """Read kept files again, telling what happens. Ended early, it leaves whole batches, and doing
    it again for what is outdated goes on with the rest."""
    chosen = to_reread(store, which, importer, hashes)
    yield from run_rereading(store, chosen, control=control)
