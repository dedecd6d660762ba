"""By what contents are known again."""

import hashlib
from collections.abc import Iterable
from functools import partial
from pathlib import Path

_new_hash = partial(hashlib.blake2b, digest_size=16)


def digest_of(content: bytes) -> str:
    return _new_hash(content).hexdigest()


def digest_of_file(path: Path) -> str:
    """Raises `OSError`."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, _new_hash).hexdigest()


def digest_of_files(paths: Iterable[Path]) -> str:
    """Of all of them, in this order; empty for none."""
    digests = [digest_of_file(path) for path in paths]
    return digest_of("".join(digests).encode()) if digests else ""
