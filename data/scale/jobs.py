"""What a job is: some hundred logs, named by their content and by who reads them.

A job is a list of pieces, each a whole file or a range of bytes of a file with a game a line. Its
id is a hash of their content and of all versions that its shard depends on: the same logs are the
same job wherever they lie, and what is done needs never be done again.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path, PurePosixPath

import msgspec

from data.fingerprints import digest_of
from data.own_words import only_own_told
from data.privacy import numbered
from data.scale.places import CHUNK, Place, local_copies, new_digest, place_of
from data.store import migrations
from engine.core.registry import games
from engine.importers.containers import BYTE_ORDER_MARK, GZIP, HEAD, ZIP, ZSTD
from engine.importers.contract import Rejected, beside_readers, importers
from engine.importers.lines import LONGEST_LINE
from engine.importers.reading import importer_of
from engine.importers.shelf import LARGEST, Told, told_in

FORMAT = "shards/1"
JOB_BYTES = 4 * 1024 * 1024
"""Of a game a line this is about a thousand games: some seconds of one core."""
MOST_PIECES = 256
FEWEST_PIECES = 32
PACKED_ENDINGS = (".gz", ".zst", ".zip")
PACKED = 10
"""How many times its size a packed log is at the least."""
COMPANIONS = ("tableinfos", "getGames")
"""In the names of files that tell of the log beside them."""


class Source(msgspec.Struct, frozen=True):
    """A file of an import. `digest` is of its bytes, "" where it could not be opened, and then
    `problem` says why. `modified` is in nanoseconds since 1970, where a disk tells it."""

    name: str
    url: str
    size: int
    digest: str
    modified: int | None = None
    problem: str | None = None


class Piece(msgspec.Struct, frozen=True):
    """A file, or, with `start` and `end`, bytes of one; `lines` are the lines before it.

    `source` is its place in the plan's list, `digest` of the piece, `beside` that of companions.
    """

    source: int
    digest: str
    start: int | None = None
    end: int | None = None
    lines: int = 0
    beside: str = ""


class Job(msgspec.Struct, frozen=True):
    """Pieces that one worker reads, in order."""

    id: str
    pieces: list[Piece]


class Plan(msgspec.Struct, frozen=True):
    """One import: its files in order, and the jobs that read them, in order.

    `files` is a hash of the names and contents of the files: the same for every plan to import
    them, whatever the version.
    """

    id: str
    files: str
    begun: datetime
    versions: str
    sources: list[Source]
    jobs: list[Job]
    pseudonyms: str = ""
    """The fingerprint of those that stand in the place of names; "" where there are names."""
    told: list[Told] = []
    """Companions in all files, in order."""

    @property
    def without_names(self) -> "Plan":
        """As it may be kept beside shards without names: files are called by their number, as an
        import calls them, and where they are is not told."""
        sources = [
            msgspec.structs.replace(
                one,
                name=numbered(one.name, number),
                url="",
                problem=one.problem and only_own_told(one.problem),
            )
            for number, one in enumerate(self.sources, 1)
        ]
        return msgspec.structs.replace(self, sources=sources, told=[])

    def told_to(self, job: Job) -> list[Told]:
        """The companions that may tell of a log in the job."""
        return self.told if any(piece.beside for piece in job.pieces) else []


class Surveyed(msgspec.Struct, frozen=True):
    """What a look at a file told; `source` of its pieces is 0."""

    source: Source
    pieces: list[Piece]
    weight: int
    """Bytes as a job counts them, of all pieces."""
    by_line: bool = False
    """Whether it has a game a line, of which no companion tells."""
    told: list[Told] = []
    """Companions in it, wherever the logs lie that they tell of."""


@lru_cache(maxsize=1)
def versions() -> str:
    """Everything by which the shard of the same logs could differ."""
    parts = [
        FORMAT,
        f"tables {migrations()[-1][0]}",
        *(f"{key} {game.version}" for key, game in games().items()),
        *(f"{key} {importer.version}" for key, importer in importers().items()),
    ]
    return ", ".join(parts)


def survey(files: Sequence[tuple[str, str]], job_bytes: int) -> list[Surveyed]:
    """Look at files, given as name and URL: their hash, and where those with a game a line can be
    cut. A job of its own, as it reads every byte once."""
    companions = Companions()
    return [_surveyed(name, place_of(url), job_bytes, companions) for name, url in files]


def plan_of(
    surveyed: Iterable[Surveyed], begun: datetime, job_bytes: int, pseudonyms: str = ""
) -> Plan:
    """The import of these files, in this order, as jobs of about so many bytes; with pseudonyms of
    this fingerprint."""
    files = list(surveyed)
    told = [told for one in files for told in one.told]
    shelf = _digest_of_told(told)
    sources: list[Source] = []
    pieces: list[tuple[Piece, int]] = []
    for one in files:
        weight = one.weight // max(1, len(one.pieces))
        for piece in one.pieces:
            beside = digest_of(f"{piece.beside} {shelf}".encode())
            if one.by_line or not shelf:
                beside = piece.beside
            placed = msgspec.structs.replace(piece, source=len(sources), beside=beside)
            pieces.append((placed, weight))
        sources.append(one.source)
    jobs = [Job(_id_of(group, sources, pseudonyms), group) for group in _grouped(pieces, job_bytes)]
    named = [(one.name, one.size, one.digest, one.problem) for one in sources]
    contents = digest_of(msgspec.json.encode((named, pseudonyms)))
    plan = digest_of(msgspec.json.encode((contents, [job.id for job in jobs])))
    return Plan(plan, contents, begun, versions(), sources, jobs, pseudonyms, told)


def _digest_of_told(told: Iterable[Told]) -> str:
    """Of what companions say, wherever they lie; "" where there are none."""
    digests = sorted({one.digest for one in told})
    return digest_of("".join(digests).encode()) if digests else ""


def _grouped(pieces: Iterable[tuple[Piece, int]], job_bytes: int) -> Iterator[list[Piece]]:
    """Pieces as jobs. Some contents end a job by themselves, so that a file added among many
    changes the job that it falls into and not all that follow."""
    group: list[Piece] = []
    filled = 0
    for piece, weight in pieces:
        if group and filled + weight > job_bytes:
            yield group
            group, filled = [], 0
        group.append(piece)
        filled += weight
        ends = len(group) >= FEWEST_PIECES and int(piece.digest[:8], 16) % 64 == 0
        if ends or len(group) >= MOST_PIECES:
            yield group
            group, filled = [], 0
    if group:
        yield group


def _id_of(pieces: Sequence[Piece], sources: Sequence[Source], pseudonyms: str) -> str:
    told = [
        (
            PurePosixPath(sources[piece.source].url).name,
            piece.digest,
            piece.start is None,
            piece.beside,
        )
        for piece in pieces
    ]
    return digest_of(msgspec.json.encode((versions(), told, pseudonyms)))


def _surveyed(name: str, place: Place, job_bytes: int, companions: "Companions") -> Surveyed:
    try:
        if place.is_local and _is_device(place):
            return _unopened(
                name, place, "It is no file but a pipe or a device; save it in a file."
            )
        with place.open() as file:
            head = file.read(CHUNK)
            cutter = _Cutter(job_bytes) if _has_a_game_a_line(name, head) else None
            whole = new_digest()
            size = 0
            chunk = head
            while chunk:
                whole.update(chunk)
                size += len(chunk)
                if cutter is not None:
                    cutter.feed(chunk)
                chunk = file.read(CHUNK)
    except OSError as error:
        reason = f"The file cannot be opened: {error.strerror or error}."
        return _unopened(name, place, reason)
    digest = whole.hexdigest()
    source = Source(name, place.url, size, digest, _modified(place))
    pieces = cutter.pieces() if cutter is not None else []
    if len(pieces) < 2:
        beside = "" if cutter is not None else companions.digest(place)
        pieces = [Piece(0, digest, beside=beside)]
    weight = size * PACKED if place.path.endswith(PACKED_ENDINGS) else size
    told = [] if cutter is not None else _told_in(place, size, head)
    return Surveyed(source, pieces, weight, cutter is not None, told)


def _told_in(place: Place, size: int, head: bytes) -> list[Told]:
    by = beside_readers()
    packed = head.startswith((*ZIP, GZIP, ZSTD))
    if not packed and not any(one.may_tell(head[:HEAD]) for one in by):
        return []
    if size > LARGEST and not head.startswith(ZIP):
        return []
    with local_copies([place]) as (path,):
        return told_in(path, place.url, by)


def _unopened(name: str, place: Place, problem: str) -> Surveyed:
    size = place.filesystem.size(place.path) if place.exists() else 0
    return Surveyed(Source(name, place.url, size or 0, "", problem=problem), [], 0)


def _modified(place: Place) -> int | None:
    return Path(place.path).stat().st_mtime_ns if place.is_local else None


def _is_device(place: Place) -> bool:
    return place.exists() and not place.filesystem.isfile(place.path)


def _has_a_game_a_line(name: str, head: bytes) -> bool:
    """Whether the file is hexlog and its first line a whole object: then each line can be read
    without those before it."""
    begun = head.removeprefix(BYTE_ORDER_MARK)
    first, end, _ = begun.lstrip().partition(b"\n")
    if not (end and first.startswith(b"{") and first.rstrip().endswith(b"}")):
        return False
    importer = importer_of(name, begun[:HEAD])
    return not isinstance(importer, Rejected) and importer.key == "hexlog"


class _Cutter:
    """Cuts lines that are fed to it into pieces of at least so many bytes.

    A piece begins with a line that is an object from its first letter to its last, so that no
    reader takes the piece for anything but games, a line each.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._rest = b""
        self._pieces: list[Piece] = []
        self._start = 0
        self._lines = 0
        self._gave_up = False

    def feed(self, chunk: bytes) -> None:
        if self._gave_up:
            return
        self._rest += chunk
        while (cut := self._cut()) is not None:
            self._take(cut)
        if len(self._rest) > self._least + 2 * LONGEST_LINE:
            self._gave_up = True
            self._rest = b""

    def pieces(self) -> list[Piece]:
        """After the last chunk. None at all where there are no lines to cut at."""
        if self._gave_up:
            return []
        if self._rest:
            self._take(len(self._rest))
        return self._pieces

    def _cut(self) -> int | None:
        at = self._rest.find(b"\n{", self._least)
        while at >= 0:
            end = self._rest.find(b"\n", at + 1)
            if end < 0:
                return None
            is_object = self._rest[at + 1 : end].rstrip().endswith(b"}")
            # A piece of blank lines would be reported as a file without games.
            if is_object and self._rest[:at].strip():
                return at + 1
            at = self._rest.find(b"\n{", at + 1)
        return None

    def _take(self, size: int) -> None:
        content, self._rest = self._rest[:size], self._rest[size:]
        end = self._start + size
        self._pieces.append(
            Piece(0, digest_of(content), start=self._start, end=end, lines=self._lines)
        )
        self._start = end
        self._lines += content.count(b"\n")


class Companions:
    """Files beside logs whose names say that they tell of one log, or of all logs there. Folders
    are listed once."""

    def __init__(self) -> None:
        self._names: dict[str, list[str]] = {}

    def of(self, place: Place) -> list[Place]:
        parent, _, name = place.path.rpartition("/")
        folder = Place(place.filesystem, parent)
        if parent not in self._names:
            listed = sorted(folder.names())
            self._names[parent] = [one for one in listed if any(kind in one for kind in COMPANIONS)]
        stem = name.split(".", 1)[0]
        return [
            folder / one
            for one in self._names[parent]
            if one != name and (stem in one or one.split(".", 1)[0] in COMPANIONS)
        ]

    def digest(self, place: Place) -> str:
        """Of all of them; "" where there are none."""
        told = [(one.name, digest_of(one.read())) for one in self.of(place)]
        return digest_of(msgspec.json.encode(told)) if told else ""
