"""Folders and object stores, told apart by nothing but the beginning of their names."""

import hashlib
import shutil
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, cast

from fsspec.core import url_to_fs

from data.ingest import MANIFEST, find_inputs
from engine.core.errors import HexcoachError
from engine.importers.containers import JUNK_NAMES

CHUNK = 1024 * 1024


class PlaceUnusable(HexcoachError):
    """What a name says cannot be used; the message is one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file or a folder, here or in an object store such as S3."""

    filesystem: Any
    path: str

    @property
    def is_local(self) -> bool:
        return "file" in self.filesystem.protocol

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def url(self) -> str:
        """The same place wherever it is asked for, also in another folder or on another machine
        that has the same disks."""
        return self.path if self.is_local else str(self.filesystem.unstrip_protocol(self.path))

    def __truediv__(self, name: str) -> "Place":
        return Place(self.filesystem, f"{self.path.rstrip('/')}/{name}")

    def open(self) -> BinaryIO:
        """For reading from the beginning. Raises `OSError`."""
        return cast(BinaryIO, self.filesystem.open(self.path, "rb"))

    def read(self, start: int | None = None, end: int | None = None) -> bytes:
        return bytes(self.filesystem.cat_file(self.path, start=start, end=end))

    def exists(self) -> bool:
        return bool(self.filesystem.exists(self.path))

    def names(self) -> set[str]:
        """Of what is in this folder; none where there is no such folder."""
        try:
            listed = self.filesystem.ls(self.path, detail=False)
        except FileNotFoundError:
            return set()
        return {PurePosixPath(name).name for name in listed}

    def write(self, content: bytes) -> None:
        """As a whole or not at all, whoever else writes there and whenever this process ends."""
        if self.is_local:
            with _written_aside(Path(self.path)) as aside:
                aside.write_bytes(content)
        else:
            self.filesystem.pipe_file(self.path, content)

    def put(self, file: Path) -> None:
        """The same with the content of a file."""
        if self.is_local:
            with _written_aside(Path(self.path)) as aside:
                shutil.copyfile(file, aside)
        else:
            self.filesystem.put_file(str(file), self.path)


def place_of(url: str) -> Place:
    """Raises `PlaceUnusable` if nothing here can reach it."""
    try:
        # Without a cache of listings: what other workers wrote meanwhile has to be seen.
        filesystem, path = url_to_fs(url, use_listings_cache=False)
    except ImportError as error:
        raise PlaceUnusable(
            f"{url} cannot be reached, as a library is not installed: install hexcoach[scale]."
        ) from error
    except ValueError as error:
        raise PlaceUnusable(f"{url} is no place that can be reached: {error}.") from error
    return Place(filesystem, str(path))


@contextmanager
def local_copies(places: Sequence[Place]) -> Iterator[list[Path]]:
    """Files on this machine with the content of those named, in order; gone afterwards, unless
    they are here anyway."""
    if all(place.is_local for place in places):
        yield [Path(place.path) for place in places]
        return
    with TemporaryDirectory() as folder:
        copies = [Path(folder) / f"{number}{place.name}" for number, place in enumerate(places)]
        filesystem = places[0].filesystem
        filesystem.get([place.path for place in places], [str(copy) for copy in copies])
        yield copies


def inputs_of(names: Iterable[str]) -> Iterator[tuple[str, Place]]:
    """The files named and all files in the folders named, by the names that people know, in the
    order in which an import reads them. Raises `PlaceUnusable`."""
    for name in names:
        if "://" not in name:
            for one in find_inputs([Path(name)]):
                yield one.name, place_of(str(one.path.absolute()))
            continue
        place = place_of(name)
        if place.filesystem.isdir(place.path):
            below = map(PurePosixPath, place.filesystem.find(place.path))
            for path in sorted(below):
                if path.name not in JUNK_NAMES | {MANIFEST} and not path.name.startswith("._"):
                    file = Place(place.filesystem, str(path))
                    yield file.url, file
        else:
            yield place.url, place


def new_digest() -> "hashlib.blake2b":
    """For content that comes in pieces: what `data.fingerprints` makes of the whole."""
    return hashlib.blake2b(digest_size=16)


@contextmanager
def _written_aside(path: Path) -> Iterator[Path]:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        yield aside
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
