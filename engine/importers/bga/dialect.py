"""Dialects: what the notifications of one game mean, as data that anybody can correct.

A dialect is a TOML file. `engine/importers/bga/dialects` holds those that ship; a file in the
user's own folder comes before them. `dialects/README.md` explains every key.
"""

import json
import os
import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import HexcoachError, UnknownGame
from engine.core.registry import find_game
from engine.importers.bga.coordinates import Cells
from engine.importers.bga.templates import Argument, Template, parse_template

FORMAT = "bga-dialect/1"
STATUSES = ("unverified", "verified")
USER_FOLDER = "HEXCOACH_DIALECTS"
STORE = "HEXCOACH_STORE"
DEFAULT_USER_FOLDER = Path("data/local/dialects")


class BadDialect(HexcoachError):
    """A dialect's file cannot be used."""


class Rule(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A notification type and the move, or moves, that it tells of."""

    type: str | list[str]
    move: str | list[str]
    when: dict[str, Any] = {}
    """Path to a value, or a list of values, that the arguments must have."""
    arguments: dict[str, Argument] = {}
    actor: bool = True
    """Whether the player that the event names is the one who moves."""
    private: bool = False
    """Whether a private event without a public twin counts, too."""
    twin: str | None = None
    """The type of the public event that this private one fills in, where it has another name."""
    before: str | None = None
    """The move is put before the last move of this first word: an outcome told too late."""
    after: str | None = None
    """The move waits for the next move of this first word: an outcome told too early."""

    @property
    def types(self) -> list[str]:
        return [self.type] if isinstance(self.type, str) else self.type

    @property
    def moves(self) -> list[str]:
        return [self.move] if isinstance(self.move, str) else self.move


class Undo(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A notification type that takes back: the player's last move, the last one of a first word,
    or all of the turn that may be taken back."""

    type: str
    takes: str = "last"
    of: str | None = None


class From(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A value of the setup that the log tells: the first event of a type that has it, or the
    `gamedatas` (type empty)."""

    type: str = ""
    argument: Argument = msgspec.field(default_factory=Argument)


class Option(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one value of one table option of the companion means."""

    id: str
    value: str
    rules: dict[str, Any] = {}
    setup: dict[str, Any] = {}


class Turns(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How the end of a turn is written where the log has no notification of it."""

    end: str = ""
    starts: list[str] = []
    """First words that only begin a turn."""


class Outcome(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Whether the scores at the end are the game's own points and can be compared."""

    scores: bool = True


class Dialect(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One game's notifications. Make one with `read_dialect`, which checks it."""

    format: str
    game: str
    name: str = ""
    status: str = "unverified"
    bga: list[str] = []
    """The site's ids of the game."""
    claims: list[str] = []
    """Types by any of which the game is known where nothing names it."""
    ignore: list[str] = []
    """Types that tell nothing that a move does not."""
    chance: list[str] = []
    """First words of moves that chance decides: no undo goes back beyond one."""
    rules: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    setup_from: dict[str, From] = {}
    options: list[Option] = []
    values: dict[str, dict[str, str]] = {}
    cells: Cells = msgspec.field(default_factory=Cells)
    turns: Turns = msgspec.field(default_factory=Turns)
    result: Outcome = msgspec.field(default_factory=Outcome)
    moves: list[Rule] = []
    undo: list[Undo] = []

    def known_types(self) -> set[str]:
        """Every type that the dialect says anything of."""
        known = set(self.ignore) | {one.type for one in self.undo}
        for rule in self.moves:
            known.update(rule.types)
        return known | {one.type for one in self.setup_from.values()}


@dataclass(frozen=True, slots=True)
class Loaded:
    """A dialect that can be used, and where it comes from."""

    dialect: Dialect
    origin: str
    digest: str
    templates: dict[int, list[Template]]
    """By index in `moves`."""

    @property
    def label(self) -> str:
        return self.dialect.name or self.origin


def read_dialect(text: str, origin: str) -> Loaded:
    """A dialect from the text of its file. Raises `BadDialect` with a sentence."""
    try:
        return from_document(tomllib.loads(text), origin, text)
    except tomllib.TOMLDecodeError as error:
        raise BadDialect(f"The dialect {origin} is no right TOML: {error}.") from error


def read_dialect_file(path: Path) -> Loaded:
    """A dialect from its file. Raises `BadDialect` with a sentence."""
    try:
        return read_dialect(path.read_text("utf-8-sig"), str(path))
    except OSError as error:
        raise BadDialect(f"The dialect {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadDialect(f"The dialect {path} is no text in UTF-8.") from error


def chosen_dialect(path: str) -> Loaded:
    """A dialect that somebody named by its path, maybe long ago: it may lie among the user's own by
    now. Raises `BadDialect` with a sentence."""
    places = (Path(path), user_folder() / Path(path).name)
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise BadDialect(
            f"The dialect {path} is not found: put it back there, or into {user_folder()}."
        )
    return read_dialect_file(found)


def from_document(document: dict[str, Any], origin: str, text: str = "") -> Loaded:
    """A dialect from decoded TOML. Raises `BadDialect` with a sentence."""
    try:
        dialect = msgspec.convert(document, Dialect)
    except msgspec.ValidationError as error:
        raise BadDialect(f"The dialect {origin} cannot be used: {error}.") from error
    return checked(dialect, origin, text)


def checked(dialect: Dialect, origin: str, text: str = "") -> Loaded:
    """The dialect with its templates read. Raises `BadDialect` with a sentence."""
    problem = _problem(dialect)
    if problem is not None:
        raise BadDialect(f"The dialect {origin} cannot be used: {problem}.")
    templates: dict[int, list[Template]] = {}
    for index, rule in enumerate(dialect.moves):
        try:
            templates[index] = [parse_template(move, rule.arguments) for move in rule.moves]
        except ValueError as error:
            kind = " or ".join(rule.types)
            raise BadDialect(
                f"The dialect {origin} cannot be used: the move of `{kind}` {error}."
            ) from error
    content = text.encode() or msgspec.json.encode(dialect)
    return Loaded(dialect, origin, sha256(content).hexdigest()[:12], templates)


def _problem(dialect: Dialect) -> str | None:
    if dialect.format != FORMAT:
        return f"its format is {dialect.format!r} and has to be {FORMAT!r}"
    try:
        find_game(dialect.game)
    except UnknownGame as error:
        return str(error).rstrip(".")
    if dialect.status not in STATUSES:
        return f"`status` is one of {', '.join(STATUSES)}, not {dialect.status!r}"
    for one in dialect.undo:
        if one.takes not in {"last", "turn"}:
            return f"`takes` of the undo `{one.type}` is last or turn, not {one.takes!r}"
    for rule in dialect.moves:
        for name, argument in rule.arguments.items():
            wrong = argument.problem(dialect.values)
            if not any(f"{{{name}}}" in move for move in rule.moves):
                wrong = "no move uses it"
            if wrong is not None:
                return f"the argument `{name}` of `{' or '.join(rule.types)}`: {wrong}"
    return dialect.cells.problem()


def user_folder() -> Path:
    """Where the user's own dialects are saved, and looked for first: `HEXCOACH_DIALECTS`, else
    `dialects` beside the store that `HEXCOACH_STORE` names, else `data/local/dialects`."""
    named, store = os.environ.get(USER_FOLDER), os.environ.get(STORE)
    if named or not store:
        return Path(named or DEFAULT_USER_FOLDER)
    return Path(store).parent / "dialects"


def user_files() -> list[Path]:
    """The user's own dialects; after those of `user_folder` those of the configuration folder
    (`$XDG_CONFIG_HOME/hexcoach/dialects`, else `~/.config/hexcoach/dialects`)."""
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    folders = dict.fromkeys((user_folder(), Path(home).expanduser() / "hexcoach" / "dialects"))
    return [path for folder in folders for path in sorted(folder.glob("*.toml"))]


def all_dialects(folder: Path | None = None) -> tuple[list[Loaded], list[str]]:
    """Every dialect, the user's before those that ship, and a sentence for each file that cannot
    be used."""
    loaded: list[Loaded] = []
    problems: list[str] = []
    for path in user_files() if folder is None else sorted(folder.glob("*.toml")):
        name = path.name
        try:
            loaded.append(_read_once(path.read_text("utf-8"), name))
        except BadDialect as error:
            problems.append(str(error))
        except (OSError, UnicodeDecodeError) as error:
            problems.append(f"The dialect {name} cannot be read: {error}.")
    return [*loaded, *_shipped()], problems


@cache
def _shipped() -> tuple[Loaded, ...]:
    folder = resources.files("engine.importers.bga") / "dialects"
    entries = sorted(folder.iterdir(), key=lambda one: one.name)
    return tuple(
        read_dialect(entry.read_text("utf-8"), entry.name)
        for entry in entries
        if entry.name.endswith(".toml")
    )


@lru_cache(maxsize=32)
def _read_once(text: str, origin: str) -> Loaded:
    """A user's file is looked at for every log, but only read when it has changed."""
    return read_dialect(text, origin)


def write_dialect(dialect: Dialect) -> str:
    """The dialect as the text of a file that `read_dialect` reads."""
    document = msgspec.to_builtins(dialect)
    lines: list[str] = []
    _write_table(lines, (), document)
    return "\n".join(lines).strip() + "\n"


_BARE = re.compile(r"[A-Za-z0-9_-]+")


def _write_table(lines: list[str], path: tuple[str, ...], table: dict[str, Any]) -> None:
    later: list[tuple[str, Any]] = []
    for key, value in table.items():
        if value == {}:
            continue
        if key == "arguments":
            lines += (f"arguments.{_key(name)} = {_value(one)}" for name, one in value.items())
        elif isinstance(value, dict) or (isinstance(value, list) and _is_tables(value)):
            later.append((key, value))
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in later:
        inner = (*path, key)
        title = ".".join(_key(part) for part in inner)
        for one in value if isinstance(value, list) else (value,):
            lines.extend(("", f"[[{title}]]" if isinstance(value, list) else f"[{title}]"))
            _write_table(lines, inner, one)


def _is_tables(value: list[Any]) -> bool:
    return bool(value) and isinstance(value[0], dict)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(value, ensure_ascii=False)
