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


def digest_of_all(contents: Iterable[bytes]) -> str:
    """Of all of them, in whatever order; empty for none."""
    digests = sorted(map(digest_of, contents))
    return digest_of("".join(digests).encode()) if digests else ""
