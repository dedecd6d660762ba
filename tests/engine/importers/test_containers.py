"""Plain, packed, nested, damaged and hostile files."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from engine.core.errors import UnreadableLog
from engine.importers import containers
from engine.importers.containers import Opened, Refused, files_under, open_path, open_stream

CONTENT = b"".join(b"line %d\n" % number for number in range(50_000))


def zstd(content: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(content)


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def written(folder: Path, content: bytes, name: str = "file") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def contents(path: Path) -> dict[str, bytes | str]:
    """By name within the folder: what can be read, or the sentence why it cannot."""
    found: dict[str, bytes | str] = {}
    for file in open_path(path):
        name = str(Path(file.name).relative_to(path.parent))
        if isinstance(file, Refused):
            found[name] = file.reason
        else:
            try:
                found[name] = file.stream.read()
            except UnreadableLog as error:
                found[name] = str(error)
    return found


@pytest.mark.parametrize(
    "pack",
    [
        bytes,
        gzip.compress,
        zstd,
        lambda content: gzip.compress(content[:1000]) + gzip.compress(content[1000:]),
        lambda content: zstd(content[:1000]) + zstd(b"") + zstd(content[1000:]),
        lambda content: b"\xef\xbb\xbf" + content,
        lambda content: gzip.compress(b"\xef\xbb\xbf" + content),
    ],
    ids=["plain", "gz", "zst", "gz members", "zst frames", "mark", "mark in gz"],
)
def test_the_kind_is_told_by_the_first_bytes(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    path = written(tmp_path, pack(CONTENT), "misleading.zip")
    assert contents(path) == {"misleading.zip": CONTENT}


@pytest.mark.parametrize("zeros", [1, 511, 100_000])
@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gz", "zst"])
def test_zeros_that_fill_a_block_are_no_damage(
    tmp_path: Path, pack: Callable[[bytes], bytes], zeros: int
) -> None:
    first, rest = pack(CONTENT[:1000]), pack(CONTENT[1000:])
    path = written(tmp_path, first + bytes(zeros) + rest + bytes(zeros))
    assert contents(path) == {"file": CONTENT}


@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gz", "zst"])
def test_what_is_cut_short_before_zeros_is_damaged(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    (found,) = contents(written(tmp_path, pack(CONTENT)[:-200] + bytes(1000))).values()
    assert str(found).startswith("The compressed data ")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n rest", "It is a picture (PNG), no game log: logs are text."),
        (b"\xff\xd8\xff\xe0 rest", "It is a picture (JPEG), no game log: logs are text."),
        (b"GIF89a rest", "It is a picture (GIF), no game log: logs are text."),
        (b"%PDF-1.5\n%", "It is a PDF document, no game log: logs are text."),
    ],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gz"])
def test_pictures_are_called_pictures(
    tmp_path: Path, pack: Callable[[bytes], bytes], content: bytes, sentence: str
) -> None:
    assert contents(written(tmp_path, pack(content), "game.hexlog")) == {"game.hexlog": sentence}


def test_a_zip_gives_its_files_without_folders_and_litter(tmp_path: Path) -> None:
    packed = zipped(
        **{
            "games/": b"",
            "games/a.hexlog": b"a",
            "games/deep/b.hexlog.gz": gzip.compress(b"b"),
            "c.hexlog.zst": zstd(b"c"),
            "__MACOSX/games/._a.hexlog": b"litter",
            "games/._a.hexlog": b"litter",
            "games/.DS_Store": b"litter",
            "Thumbs.db": b"litter",
        }
    )
    assert contents(written(tmp_path, packed, "all")) == {
        "all/games/a.hexlog": b"a",
        "all/games/deep/b.hexlog.gz": b"b",
        "all/c.hexlog.zst": b"c",
    }


@pytest.mark.parametrize("files", [{}, {"folder/": b"", "__MACOSX/x": b"litter"}])
def test_a_zip_without_files_says_so(tmp_path: Path, files: dict[str, bytes]) -> None:
    assert contents(written(tmp_path, zipped(**files))) == {"file": "The zip holds no files."}


def test_a_zip_in_a_zip_is_refused_and_its_neighbours_are_read(tmp_path: Path) -> None:
    packed = zipped(inner=zipped(a=b"a"), other=b"b")
    assert contents(written(tmp_path, packed)) == {
        "file/inner": "It is a zip inside a zip, which is not opened: unpack it.",
        "file/other": b"b",
    }


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(gzip.compress(b"a")),
        zstd(gzip.compress(b"a")),
        gzip.compress(zipped(a=b"a")),
    ],
    ids=["gzip in gzip", "gzip in zstd", "zip in gzip"],  # their bytes hold the time of day
)
def test_what_is_packed_twice_is_refused(tmp_path: Path, content: bytes) -> None:
    reason = "It is packed twice, one archive in another: unpack it once."
    assert contents(written(tmp_path, content)) == {"file": reason}


def tar(content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        member = tarfile.TarInfo("a.hexlog")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"BZh91AY", "It is packed with bzip2, which is not read here: use .gz, .zst or .zip."),
        (b"\xfd7zXZ\0", "It is packed with xz, which is not read here: use .gz, .zst or .zip."),
        (tar(b"a"), "It is a tar archive, which is not read here: unpack it or use .zip."),
        (
            gzip.compress(tar(b"a")),
            "It is a tar archive, which is not read here: unpack it or use .zip.",
        ),
    ],
)
def test_other_packers_are_named(tmp_path: Path, content: bytes, reason: str) -> None:
    assert contents(written(tmp_path, content)) == {"file": reason}


def read_until_fault(path: Path) -> tuple[bytes, str]:
    for file in open_path(path):
        assert isinstance(file, Opened)
        read = b""
        try:
            while piece := file.stream.read1(100_000):
                read += piece
        except UnreadableLog as fault:
            return read, str(fault)
    pytest.fail("The whole file could be read.")


@pytest.mark.parametrize("pack", [gzip.compress, zstd])
def test_data_that_breaks_off_is_told_after_what_was_there(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    packed = pack(CONTENT)
    read, fault = read_until_fault(written(tmp_path, packed[: len(packed) // 2]))
    assert fault == "The compressed data ends too early: the file was cut short, fetch it again."
    assert CONTENT.startswith(read)
    assert len(read) > len(CONTENT) // 8


@pytest.mark.parametrize("pack", [gzip.compress, zstd])
@pytest.mark.parametrize("at", [0.5, 0.9999])
def test_damage_is_told_after_what_was_there(
    tmp_path: Path, pack: Callable[[bytes], bytes], at: float
) -> None:
    packed = bytearray(pack(CONTENT))
    packed[int(len(packed) * at)] ^= 0x55
    read, fault = read_until_fault(written(tmp_path, bytes(packed)))
    assert fault.startswith("The compressed data is damaged (")
    assert fault.endswith("): fetch the file again.")
    assert len(read) > len(CONTENT) // 8


def test_rubbish_after_the_packed_data_is_told_after_what_was_there(tmp_path: Path) -> None:
    read, fault = read_until_fault(written(tmp_path, gzip.compress(CONTENT) + b"rubbish"))
    assert read == CONTENT
    assert fault.startswith("The compressed data is damaged (")


def test_a_damaged_file_in_a_zip_costs_itself(tmp_path: Path) -> None:
    packed = bytearray(zipped(a=CONTENT, b=b"b"))
    packed[2000] ^= 0x55
    found = contents(written(tmp_path, bytes(packed)))
    assert str(found["file/a"]).startswith("The compressed data is damaged (")
    assert found["file/b"] == b"b"


def test_a_zip_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    (reason,) = contents(written(tmp_path, zipped(a=CONTENT)[:5000])).values()
    assert str(reason).startswith("The zip is damaged or was cut short (")


def test_a_file_with_a_password_is_refused(tmp_path: Path) -> None:
    packed = bytearray(zipped(a=b"a"))
    encrypted_flag_at = packed.index(b"PK\x01\x02") + 8
    packed[encrypted_flag_at] |= 1
    reason = "It is protected by a password: unpack it yourself."
    assert contents(written(tmp_path, bytes(packed))) == {"file/a": reason}


def test_a_window_too_large_is_refused(tmp_path: Path) -> None:
    parameters = zstandard.ZstdCompressionParameters.from_level(3, window_log=29)
    stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    packed = stream.compress(b"a") + stream.flush()
    reason = "It was packed with a window too large to unpack safely: pack it without --long."
    assert contents(written(tmp_path, packed)) == {"file": reason}


def bomb(size: int, pack: str) -> bytes:
    """Zeros, packed without holding them all."""
    block = bytes(1024 * 1024)
    buffer = io.BytesIO()
    if pack == "zip":
        with (
            zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
            archive.open("bomb.hexlog", "w") as entry,
        ):
            for _ in range(size // len(block)):
                entry.write(block)
    elif pack == "gz":
        with gzip.GzipFile(fileobj=buffer, mode="wb") as file:
            for _ in range(size // len(block)):
                file.write(block)
    else:
        with zstandard.ZstdCompressor().stream_writer(buffer, closefd=False) as writer:
            for _ in range(size // len(block)):
                writer.write(block)
    return buffer.getvalue()


@pytest.mark.parametrize("pack", ["zip", "gz", "zst"])
def test_a_bomb_is_stopped_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: str) -> None:
    monkeypatch.setattr(containers, "RATIO_COUNTS_FROM", 8 * 1024**2)
    read, fault = read_until_fault(written(tmp_path, bomb(64 * 1024**2, pack)))
    assert "as a zip bomb does and no game log" in fault
    assert 8 * 1024**2 <= len(read) < 32 * 1024**2


def test_the_files_of_a_zip_share_what_it_may_unpack_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(containers, "RATIO_COUNTS_FROM", 1024**2)
    zeros = bytes(600 * 1024)
    found = contents(written(tmp_path, zipped(a=zeros, b=zeros, c=b"c")))
    assert found["file/a"] == zeros
    assert "as a zip bomb does" in str(found["file/b"])
    assert "It is not read" in str(found["file/c"])


def test_a_pipe_is_read_packed_or_not_but_not_as_zip() -> None:
    for content in (CONTENT, gzip.compress(CONTENT), zstd(CONTENT)):
        (file,) = open_stream(io.BytesIO(content), "pipe")
        assert isinstance(file, Opened)
        assert file.stream.read() == CONTENT
    (refused,) = open_stream(io.BytesIO(zipped(a=b"a")), "pipe")
    assert refused == Refused("pipe", "A zip cannot be read from a pipe: name the file instead.")


def test_a_file_that_cannot_be_opened_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(open_path(tmp_path / "missing"))
    with pytest.raises(IsADirectoryError):
        list(open_path(tmp_path))


def test_a_folder_gives_its_files_by_name(tmp_path: Path) -> None:
    for name in ("b.hexlog", "a/z.hexlog", "a/.DS_Store", "._b.hexlog", "__MACOSX/b.hexlog"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list(files_under(tmp_path)) == [tmp_path / "a/z.hexlog", tmp_path / "b.hexlog"]
    assert list(files_under(tmp_path / "b.hexlog")) == [tmp_path / "b.hexlog"]
