"""Names kept out of the store: pseudonyms in the place of names while games are imported.

A pseudonym looks like `Player 3f2a1-09bc4`. It is a hash of the store's own salt and the name, so
that the same name gets the same one in every import into this store and in its masked view, and
another one in every other store. Of an import with pseudonyms nothing is stored that could tell a
name:

* names of players are pseudonyms, their ids are left out;
* in texts that a person reads (warnings, reasons, remarks, ids) names of the game's players are
  replaced, and what else was quoted from the log is left out;
* notes, all of `meta` that is not known to be free of names, and excerpts are left out;
* files are named by their number;
* **the files themselves are not kept**: whatever stands in them cannot be known. `hexcoach
  reimport` verifies such games again from what is stored of them.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import msgspec

from data.fingerprints import digest_of
from data.store import Store
from engine.core.gamelog import GameLog, Player, Result
from engine.core.registry import game_keys
from engine.importers.contract import Found, Rejected

_PSEUDONYM = re.compile(r"Player [0-9a-f]{5}-[0-9a-f]{5}")
_QUOTED = re.compile(r"""".*"|(?<![0-9A-Za-z])'.*'(?![0-9A-Za-z])""", re.DOTALL)
"""From the first mark to the last, as what is quoted may hold marks of its own."""
_ENDING = re.compile(r"(\.[A-Za-z0-9]{1,8}){1,2}$")
_TELLING = re.compile(r"[^0-9a-f_.:-]")
_META_KEPT = ("source", "date", "seconds", "moves_of_the_site")
SHORT = 3
"""A name of so few letters is only looked for as a word of its own."""


class Pseudonyms:
    """What names become in one store."""

    def __init__(self, salt: str) -> None:
        self._salt = salt

    @property
    def fingerprint(self) -> str:
        """Tells pseudonyms of one salt from those of another, and nothing of the salt."""
        return digest_of(f"pseudonyms {self._salt}".encode())

    def of_item(self, item: Found | Rejected) -> Found | Rejected:
        """What was read, without names."""
        return self.of_game(item) if isinstance(item, Found) else self.of_rejected(item)

    def of_name(self, name: str) -> str:
        """The pseudonym of a name; a pseudonym, and no name at all, stay what they are."""
        if not name or _PSEUDONYM.fullmatch(name):
            return name
        digest = hashlib.sha256(f"{self._salt}{name}".encode(errors="surrogatepass")).hexdigest()
        return f"Player {digest[:5]}-{digest[5:10]}"

    def of_game(self, found: Found) -> Found:
        """The same game among pseudonyms."""
        log = found.log
        names = [player.name for player in log.players]
        names += [player.id for player in log.players if player.id is not None]
        return msgspec.structs.replace(
            found,
            log=self.of_log(log),
            warnings=tuple(self._told(one, names) for one in found.warnings),
        )

    def of_log(self, log: GameLog) -> GameLog:
        names = [player.name for player in log.players]
        meta = {
            key: self.without(value, names) if isinstance(value, str) else value
            for key, value in (log.meta or {}).items()
            if key in _META_KEPT and isinstance(value, str | int | float)
        }
        return msgspec.structs.replace(
            log,
            id=None if log.id is None else self.without(log.id, names),
            players=[
                Player(self.of_name(player.name), rating=player.rating) for player in log.players
            ],
            setup=self._setup(log.setup, names),
            notes=None,
            result=self._result(log.result, names),
            meta=meta or None,
        )

    def of_rejected(self, rejected: Rejected) -> Rejected:
        """What could not be read, of which it is not known where names stand in it."""
        return replace(
            rejected,
            reason=_QUOTED.sub('"…"', rejected.reason),
            game=rejected.game if rejected.game in game_keys() else None,
            id=None if rejected.id is None or _TELLING.search(rejected.id) else rejected.id,
            text="",
        )

    def without(self, text: str, names: Sequence[str]) -> str:
        """A text with pseudonyms where these names stand, longer ones before what they hold."""
        for name in sorted(names, key=len, reverse=True):
            if name and not _PSEUDONYM.fullmatch(name):
                text = where(name).sub(self.of_name(name), text)
        return text

    def _told(self, sentence: str, names: Sequence[str]) -> str:
        return _QUOTED.sub('"…"', self.without(sentence, names))

    def _setup(self, setup: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
        """Only the name of a board is a person's own words; all else is the game's."""
        board = setup.get("board")
        if not isinstance(board, dict) or not isinstance(board.get("name"), str):
            return setup
        return {**setup, "board": {**board, "name": self.without(board["name"], names)}}

    def _result(self, result: Result | None, names: Sequence[str]) -> Result | None:
        if result is None or result.reason is None:
            return result
        return msgspec.structs.replace(result, reason=self.without(result.reason, names))


def is_pseudonym(name: str) -> bool:
    """Whether a name is one that this module makes."""
    return _PSEUDONYM.fullmatch(name) is not None


def pseudonyms_of(store: Store) -> Pseudonyms:
    """Those of this store."""
    return Pseudonyms(salt_of(store))


def salt_of(store: Store) -> str:
    """The secret of this store, by which names are told from pseudonyms by trying them: it goes
    nowhere but into another store, or to the workers that make pseudonyms for this one."""
    return str(store.plain.ask("privacy/secret").item(0, "salt"))


def where(name: str) -> re.Pattern[str]:
    """Where a name stands in a text: anywhere in any case, a short one only as a word of its own.
    Python and DuckDB understand the pattern alike."""
    if len(name) > SHORT:
        return re.compile(f"(?i){re.escape(name)}")
    before = r"\b" if re.match(r"\w", name, re.ASCII) else ""
    after = r"\b" if re.match(r"\w", name[-1:], re.ASCII) else ""
    return re.compile(f"{before}{re.escape(name)}{after}", re.ASCII)


def numbered(name: str, number: int) -> str:
    """What a file is called whose name may be that of a person."""
    ending = _ENDING.search(PurePosixPath(name.replace("\\", "/")).name)
    return f"file {number}{ending.group().lower() if ending else ''}"
