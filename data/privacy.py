"""Names kept out of the store: pseudonyms in the place of names while games are imported.

A pseudonym looks like `Player 3f2a1-09bc4`. It is a hash of the store's own salt and the name, so
that the same name gets the same one in every import into this store and in its masked view, and
another one in every other store. Of an import with pseudonyms nothing is stored or told that could
tell a name:

* names of players are pseudonyms, their ids are left out;
* in texts that a person reads (warnings, reasons, remarks) and in moves, names of the game's
  players, and single words of them, are replaced, and whatever else came out of the log is left
  out: see `data.own_words`;
* ids, sources and names of boards that have words of their own in them become hashes as names do;
* notes, all of `meta` that is not known to be free of names, and excerpts are left out;
* files are named by their number;
* **the files themselves are not kept**: whatever stands in them cannot be known. `hexcoach
  reimport` verifies such games again from what is stored of them.

What is read goes through `Pseudonyms.of_item` before anything is done with it, and what became of
it goes through `Pseudonyms.of_verdict` before it is stored or told.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import PurePosixPath
from typing import Any, cast

import msgspec

from data.accounts import Verdict
from data.fingerprints import digest_of
from data.own_words import is_own, is_own_word, only_own, only_own_code
from data.store import Store
from engine.core.evidence import Evidence
from engine.core.gamelog import GameLog, Player, Result
from engine.core.registry import game_keys
from engine.importers.contract import Found, Rejected

_PSEUDONYM = re.compile(r"Player [0-9a-f]{5}-[0-9a-f]{5}")
_QUOTED = re.compile(
    r"""".*"|“.*”|(?<![0-9A-Za-z])'.*'(?![0-9A-Za-z])""",
    re.DOTALL,
)
"""From the first mark to the last, as what is quoted may hold marks of its own."""
_ENDING = re.compile(r"(\.[A-Za-z0-9]{1,8}){1,2}$")
_WORD = re.compile(r"[^\W_]+")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[0-9T:.Z+ -]{0,24}")
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
        names = _names_in(found.log)
        return msgspec.structs.replace(
            found,
            log=self.of_log(found.log),
            warnings=tuple(self.told(one, names) for one in found.warnings),
            view=None
            if found.view is None
            else msgspec.structs.replace(
                found.view,
                warnings=tuple(self.told(one, names) for one in found.view.warnings),
            ),
            evidence=tuple(self._evidence(one, names) for one in found.evidence),
            unknown={self.without(kind, names): found.unknown[kind] for kind in found.unknown},
        )

    def of_log(self, log: GameLog) -> GameLog:
        names = _names_in(log)
        return msgspec.structs.replace(
            log,
            game=only_own(log.game),
            id=self._id(log.id, names),
            players=[
                Player(self.of_name(player.name), rating=player.rating) for player in log.players
            ],
            rules=self._own(log.rules, names),
            setup=self._setup(log.setup, names),
            moves=[move if is_own(move) else self._own(move, names) for move in log.moves],
            notes=None,
            result=self._result(log.result, names),
            meta=self._meta(log.meta or {}, names) or None,
        )

    def of_rejected(self, rejected: Rejected) -> Rejected:
        """What could not be read, of which it is not known where names stand in it."""
        tables = rejected.companion_of
        return replace(
            rejected,
            reason=self.told(rejected.reason),
            game=rejected.game if rejected.game in game_keys() else None,
            id=self._id(rejected.id),
            text="",
            companion_of=tables and tuple(self._label("id", one) for one in tables),
        )

    def of_verdict(self, verdict: Verdict) -> Verdict:
        """What became of something, told of it as it now is or as an earlier import told it."""
        return msgspec.structs.replace(
            verdict,
            id=self._id(verdict.id),
            game=verdict.game if verdict.game in game_keys() else None,
            move=verdict.move and only_own(verdict.move),
            reason=verdict.reason and only_own(verdict.reason),
            warnings=tuple(only_own(one) for one in verdict.warnings),
        )

    def told(self, sentence: str, names: Sequence[str] = ()) -> str:
        """A sentence with pseudonyms where these names stand, without what it quotes and without
        words that the program does not write."""
        told = _QUOTED.sub('"…"', self.without(sentence, names))
        return only_own(only_own_code(told))

    def without(self, text: str, names: Sequence[str]) -> str:
        """A text with pseudonyms where these names stand, or words of them that the program does
        not write; longer ones before what they hold."""
        folded = text.casefold()
        for part, name in _parts(names):
            if part.casefold() in folded:
                text = where(part).sub(self.of_name(name), text)
        return text

    def _label(self, kind: str, text: str, names: Sequence[str] = ()) -> str:
        """What something is known by: as it is, or as a hash if somebody named it."""
        told = self.without(text, names)
        if is_own(told, numbers=True):
            return told
        digest = hashlib.sha256(f"{self._salt}{kind} {text}".encode(errors="surrogatepass"))
        return f"{kind} {digest.hexdigest()[:5]}-{digest.hexdigest()[5:10]}"

    def _id(self, text: str | None, names: Sequence[str] = ()) -> str | None:
        return None if text is None else self._label("id", text, names)

    def _own(self, value: Any, names: Sequence[str]) -> Any:
        """Plain data in which only the game's own words stand."""
        match value:
            case str():
                return value if is_own(value) else only_own(self.without(value, names))
            case list():
                return [self._own(one, names) for one in value]
            case dict():
                return {self._own(key, names): self._own(one, names) for key, one in value.items()}
            case _:
                return value

    def _setup(self, setup: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
        """The name of a board is a person's own words; all else is the game's."""
        clean: dict[str, Any] = self._own(setup, names)
        board = setup.get("board")
        if isinstance(board, dict) and isinstance(board.get("name"), str):
            name = self._label("board", board["name"], names)
            clean["board"] = {**clean["board"], "name": name}
        return clean

    def _meta(self, meta: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
        kept = {}
        for key in ("seconds", "moves_of_the_site"):
            if isinstance(value := meta.get(key), str | int | float):
                kept[key] = self._own(value, names)
        if isinstance(source := meta.get("source"), str):
            kept["source"] = self._label("source", source, names)
        if isinstance(date := meta.get("date"), str) and _DATE.fullmatch(date.strip()):
            kept["date"] = date
        return kept

    def _result(self, result: Result | None, names: Sequence[str]) -> Result | None:
        if result is None or result.reason is None:
            return result
        return msgspec.structs.replace(result, reason=self.told(result.reason, names))

    def _evidence(self, evidence: Evidence, names: Sequence[str]) -> Evidence:
        told: object = evidence
        if not is_dataclass(told) or isinstance(told, type):
            return evidence
        texts = {
            field.name: text
            for field in fields(told)
            if isinstance(text := getattr(told, field.name), str)
        }
        changed = {key: self.without(text, names) for key, text in texts.items()}
        if changed == texts:
            return evidence
        return cast(Evidence, replace(told, **changed))


def _names_in(log: GameLog) -> list[str]:
    """What people of a game are known by."""
    names = [player.name for player in log.players]
    return names + [player.id for player in log.players if player.id is not None]


def words_of(name: str) -> list[str]:
    """Words of a name by which somebody may be told, longer ones first."""
    words = {word for word in _WORD.findall(name) if len(word) >= SHORT and not is_own_word(word)}
    return sorted(words - {name}, key=len, reverse=True)


def _parts(names: Sequence[str]) -> list[tuple[str, str]]:
    """Names and then words of them, each with the name whose pseudonym takes its place."""
    meant = [name for name in names if name and not _PSEUDONYM.fullmatch(name)]
    whole = [(name, name) for name in sorted(meant, key=len, reverse=True)]
    return whole + [(word, name) for name in meant for word in words_of(name)]


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
        return re.compile(f"(?i:{re.escape(name)})")
    before = r"\b" if re.match(r"\w", name, re.ASCII) else ""
    after = r"\b" if re.match(r"\w", name[-1:], re.ASCII) else ""
    return re.compile(f"{before}{re.escape(name)}{after}", re.ASCII)


def numbered(name: str, number: int) -> str:
    """What a file is called whose name may be that of a person."""
    ending = _ENDING.search(PurePosixPath(name.replace("\\", "/")).name)
    return f"file {number}{ending.group().lower() if ending else ''}"
