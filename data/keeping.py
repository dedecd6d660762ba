"""Files as they came, kept compressed in the store and given back for another reading.

A file is cut into pieces, each a zstd frame of its own, so that neither way needs more memory than
some pieces. The row in `raw` comes with the last piece: pieces without it are of an import that was
killed, and are dropped when the store is next opened.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import msgspec
import polars as pl
import zstandard

from data.batches import with_tables
from data.store import Cursor, Store, query
from engine.core.errors import HexcoachError
from engine.importers.contract import Choice

PIECE = 4 * 1024 * 1024
LEVEL = 3
MOST_WAITING = 16 * 1024 * 1024
"""Bytes, compressed, that wait for the next batch before they are written by themselves."""


class NotKept(HexcoachError):
    """The file was not kept, or not to its end."""


@dataclass(slots=True)
class Keeper:
    """Pieces on their way into the store."""

    _known: set[str] = field(default_factory=set)
    _pieces: list[tuple[str, int, bytes]] = field(default_factory=list)
    _files: list[tuple[str, str, int, int, int]] = field(default_factory=list)
    _chosen: dict[str, str] = field(default_factory=dict)
    _waiting: int = 0

    @property
    def is_full(self) -> bool:
        return self._waiting >= MOST_WAITING

    def keep(self, store: Store, path: Path, digest: str, name: str) -> Iterator[None]:
        """Compress a file; yields whenever so much waits that it has to be written."""
        if digest in self._known:
            return
        self._known.add(digest)
        if not store.ask("raw/has", {"hash": digest}).is_empty():
            return
        compressor = zstandard.ZstdCompressor(level=LEVEL)
        size = kept = pieces = 0
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                packed = compressor.compress(piece)
                self._pieces.append((digest, pieces, packed))
                size += len(piece)
                kept += len(packed)
                self._waiting += len(packed)
                pieces += 1
                if self.is_full:
                    yield
        self._files.append((digest, name, size, kept, pieces))

    def choose(self, digest: str, choice: Choice) -> None:
        """This was chosen for the file, and holds from now on."""
        self._chosen[digest] = msgspec.json.encode(choice).decode()

    def write(self, cursor: Cursor) -> None:
        """Store what waits, in the cursor's transaction."""
        if not self._pieces and not self._files and not self._chosen:
            return
        tables = {
            "new_pieces": pl.DataFrame(self._pieces, schema=_PIECES, orient="row"),
            "new_raw": pl.DataFrame(self._files, schema=_RAW, orient="row"),
            "chosen": pl.DataFrame(list(self._chosen.items()), schema=_CHOSEN, orient="row"),
        }
        with_tables(cursor, "raw/add", tables)
        self._pieces = []
        self._files = []
        self._chosen = {}
        self._waiting = 0


_PIECES: dict[str, pl.DataType] = {"hash": pl.String(), "piece": pl.Int32(), "content": pl.Binary()}
_RAW: dict[str, pl.DataType] = {
    "hash": pl.String(),
    "name": pl.String(),
    "size": pl.Int64(),
    "kept": pl.Int64(),
    "pieces": pl.Int32(),
}
_CHOSEN: dict[str, pl.DataType] = {"hash": pl.String(), "choice": pl.String()}


def choices(store: Store) -> dict[str, Choice]:
    """What was chosen for kept files, by their hashes."""
    found = store.ask("raw/choices")
    return {digest: _decode(choice) for digest, choice in found.iter_rows()}


_decode = msgspec.json.Decoder(Choice).decode


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that is read again from the store, under the name by which people know it.

    It has what `data.ingest.Input` has.
    """

    store: Store
    hash: str
    name: str
    size: int
    tables: tuple[str, ...] = ()
    """Ids of the tables in it, whose companions are laid beside it."""

    @contextmanager
    def at_hand(self) -> Iterator[Path]:
        """As a file on disk, as long as it is needed. Raises `NotKept`."""
        with TemporaryDirectory(prefix="hexcoach-") as folder:
            path = Path(folder) / (PurePosixPath(self.name.replace("\\", "/")).name or "file")
            restore(self.store, self.hash, path)
            for number, raw in enumerate(self._companions()):
                restore(self.store, raw, path.with_name(f"{number} beside {path.name}"))
            yield path

    def _companions(self) -> list[str]:
        """Hashes of kept files, or archives, that tell of its tables."""
        if not self.tables:
            return []
        found = self.store.ask("raw/companions", {"tables": list(self.tables)})
        return [one for one in found["hash"].to_list() if one != self.hash]


def restore(store: Store, digest: str, path: Path) -> None:
    """Write a kept file as it came. Raises `NotKept`."""
    unpack = zstandard.ZstdDecompressor()
    with store.cursor() as cursor, path.open("wb") as file:
        found = cursor.execute(query("raw/pieces"), {"hash": digest}).fetchall()
        if not found:
            raise NotKept(f"The file with hash {digest} is not kept in the store {store.path}.")
        for piece in range(found[0][0]):
            which = {"hash": digest, "piece": piece}
            rows = cursor.execute(query("raw/piece"), which).fetchall()
            if not rows:
                raise NotKept(f"Piece {piece} of the kept file with hash {digest} is missing.")
            file.write(unpack.decompress(rows[0][0], max_output_size=PIECE))
