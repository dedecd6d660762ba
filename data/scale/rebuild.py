"""A store made of shards: the same as if `import` had read the same files in the same order.

Which logs are one game is settled first, over all that was read. Most are the only log of their
game or exact copies of it; these are settled by their hashes alone. Where logs of one game differ,
they go through the judge of the import itself, in the order in which they were read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from data.privacy import Pseudonyms, salt_of
from data.scale.filling import Filling, Rebuilt, Step
from data.scale.jobs import Plan, versions
from data.scale.places import Place, place_of
from data.store import StoreUnusable, open_store, query
from engine.core.errors import HexcoachError

MEMORY = "1GB"
"""Of DuckDB; what needs more goes to the disk meanwhile."""


class RebuildRefused(HexcoachError):
    """No store can be made of these shards now; the message says why and what to do."""


def rebuild(url: str, path: Path, *, replace: bool = False) -> Iterator[Step | Rebuilt]:
    """Make the store at `path` from all imports at `url`. It appears there when it is whole.

    A store that is there gives it the secret of its pseudonyms, so that people are called the same
    as before; one into which nothing was imported may be replaced in any case.

    Raises `RebuildRefused`: something is there and shall not be replaced, an import is not done,
    its shards are of another version, or their pseudonyms of another store.
    """
    there = _there(path)
    if path.exists() and not replace and not (there and there.is_empty):
        raise RebuildRefused(
            f"There is a store at {path} already: name another file, or let it be replaced with "
            "--replace, which forgets all that was imported into it otherwise."
        )
    out = place_of(url)
    plans = _plans(out)
    fingerprint = there.pseudonyms.fingerprint if there else ""
    if any(plan.pseudonyms not in {"", fingerprint} for plan in plans):
        if there is None and path.exists():
            # Says why it cannot be opened, such as that a dashboard has it.
            open_store(path).close()
        raise RebuildRefused(
            f"The shards at {out.url} have pseudonyms of a store that is not {path}: name the one "
            "that `hexcoach shard --pseudonyms` was given with --store, as nothing else has the "
            "secret they are made with."
        )
    aside = path.with_name(f".{path.name}.rebuilding")
    _forget(aside)
    try:
        with open_store(aside) as store, store.cursor() as cursor:
            cursor.execute(f"SET memory_limit = '{MEMORY}'")
            if there:
                cursor.execute(query("privacy/take_salt"), {"salt": there.salt})
            filling = Filling(cursor, out, plans, there.pseudonyms if there else None)
            yield from filling.steps()
        aside.replace(path)
        _forget(path.with_name(f"{path.name}.wal"))
    finally:
        _forget(aside)
    yield filling.rebuilt


@dataclass(frozen=True, slots=True)
class _There:
    """A store in whose place another one is to be put."""

    salt: str
    is_empty: bool

    @property
    def pseudonyms(self) -> Pseudonyms:
        return Pseudonyms(self.salt)


def _there(path: Path) -> _There | None:
    """None where there is none, or something else."""
    if not path.exists():
        return None
    try:
        with open_store(path) as store:
            return _There(salt_of(store), store.ask("library/imports", {"limit": 1}).is_empty())
    except StoreUnusable:
        return None


def _forget(path: Path) -> None:
    for one in (path, path.with_name(f"{path.name}.wal")):
        one.unlink(missing_ok=True)


def _plans(out: Place) -> list[Plan]:
    """The imports in the order in which they began, each in this version."""
    folder = out / "plans"
    names = folder.names()
    found = [
        msgspec.json.decode((folder / name).read(), type=Plan)
        for name in sorted(names)
        if name.endswith(".json")
    ]
    if not found:
        raise RebuildRefused(f"There are no shards at {out.url}: make some with `hexcoach shard`.")
    newest: dict[str, Plan] = {}
    began: dict[str, datetime] = {}
    for plan in sorted(found, key=lambda one: (one.begun, one.id)):
        began.setdefault(plan.files, plan.begun)
        is_done = f"{plan.id}.done" in names
        if plan.versions == versions() and (is_done or plan.files not in newest):
            newest[plan.files] = plan
    chosen = [newest[files] for files in began if files in newest]
    if len(chosen) < len(began):
        raise RebuildRefused(
            f"{len(began) - len(chosen)} of {len(began)} imports at {out.url} were made by another "
            "version of Hexcoach: run `hexcoach shard` on their files again, as the rules or the "
            "reading of logs may have changed."
        )
    unfinished = [plan for plan in chosen if f"{plan.id}.done" not in names]
    if unfinished:
        first = unfinished[0].sources[0].name if unfinished[0].sources else "no file"
        raise RebuildRefused(
            f"{len(unfinished)} of {len(chosen)} imports at {out.url} are not done (the first "
            f"begins with {first}): run the same `hexcoach shard` again, which goes on with it."
        )
    return chosen
