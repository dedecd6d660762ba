"""Which game a log is of: by what names it, by the user, or by the types that a dialect claims."""

from collections.abc import Container, Iterable, Sequence

from engine.core.errors import UnknownGame
from engine.core.registry import find_game, game_keys, games
from engine.importers.bga.dialect import Loaded
from engine.importers.bga.facts import Facts

MOST_TYPES_SHOWN = 4


class Unplaced(Exception):
    """The log is of no game that can be read here, or of which one cannot be told; the text is one
    sentence. `unnamed` where it may be one of ours, and only somebody has to say so."""

    def __init__(self, reason: str, *, unnamed: bool = False) -> None:
        super().__init__(reason)
        self.unnamed = unnamed


def game_of(facts: Facts, dialects: Sequence[Loaded], chosen: str | None = None) -> str:
    """The key of the log's game. `chosen` is the user's word for it.

    Raises `Unplaced` with a sentence: another game, a conflict, or nothing that names one.
    """
    named: dict[str, str] = {}
    for source, name in _names(facts, chosen):
        key = _key_of(name, dialects)
        if key is None:
            raise Unplaced(
                f"This is a log of Board Game Arena of the game `{name}`{_table(facts)}, which is "
                f"not read here; the games are: {', '.join(one.name for one in games().values())}."
            )
        named.setdefault(key, source)
    if len(named) > 1:
        told = " and ".join(f"{source} says `{key}`" for key, source in named.items())
        raise Unplaced(f"Of which game this log is cannot be told: {told}; remove what is wrong.")
    claimed = _claimed(facts, dialects)
    if named:
        key, source = next(iter(named.items()))
        foreign = claimed - {key}
        # Every game has types such as `updateScore`: to know some of them is not enough.
        own = _most_known(facts, dialects, {key})
        if foreign and key not in claimed and own <= _most_known(facts, dialects, foreign):
            raise Unplaced(
                f"Of which game this log is cannot be told: {source} says `{key}`, and its "
                f"notifications are those of `{', '.join(sorted(foreign))}`."
            )
        return key
    if len(claimed) == 1:
        return next(iter(claimed))
    if claimed:
        raise Unplaced(
            f"Its notifications could be those of {' or '.join(sorted(claimed))}: name the game "
            "with --game, or keep its tableinfos beside it.",
            unnamed=True,
        )
    raise Unplaced(_nothing_names_it(facts), unnamed=True)


def known_events(facts: Facts, loaded: Loaded) -> int:
    """How many events of the log are of a type that the dialect knows."""
    known = loaded.dialect.known_types()
    return sum(count for kind, count in facts.counts.items() if kind in known)


def _most_known(facts: Facts, dialects: Iterable[Loaded], of: Container[str]) -> int:
    return max((known_events(facts, one) for one in dialects if one.dialect.game in of), default=0)


def best_dialect(facts: Facts, dialects: Iterable[Loaded], game: str) -> Loaded | None:
    """The game's dialect that knows most of the log's events, the first of equals; None if all of
    them know none."""
    best, most = None, 0
    for one in dialects:
        if one.dialect.game == game and (known := known_events(facts, one)) > most:
            best, most = one, known
    return best


def _names(facts: Facts, chosen: str | None) -> list[tuple[str, str]]:
    found = [("--game", chosen)] if chosen else []
    if facts.saved.game:
        found.append(("the file", facts.saved.game))
    for key in ("game_name", "gameName", "game"):
        value = facts.saved.sibling(key)
        if isinstance(value, str) and value:
            found.append(("the file", value))
    found += [("its companion", one.game) for one in facts.companions if one.game]
    return found


def _key_of(name: str, dialects: Sequence[Loaded]) -> str | None:
    """Our key for the site's id or for the game's name in print."""
    wanted = name.strip().lower()
    for one in dialects:
        if wanted in one.dialect.bga:
            return find_game(one.dialect.game).key
    try:
        return find_game(wanted).key
    except UnknownGame:
        known = {game.name.lower(): key for key, game in games().items()}
        return known.get(wanted)


def _claimed(facts: Facts, dialects: Sequence[Loaded]) -> set[str]:
    """The games with a dialect that claims a type of the log and knows at least half of it."""
    total = sum(facts.counts.values())
    return {
        one.dialect.game
        for one in dialects
        if any(kind in facts.counts for kind in one.dialect.claims)
        and 2 * known_events(facts, one) >= total
    }


def _nothing_names_it(facts: Facts) -> str:
    types = [f"`{kind}`" for kind, _ in facts.counts.most_common(MOST_TYPES_SHOWN)]
    told = f", and no dialect claims its notifications, such as {', '.join(types)}" if types else ""
    return (
        f"This is a log of Board Game Arena{_table(facts)}, but of which game nothing tells{told}; "
        f"if it is of {' or '.join(game_keys())}, name it with --game or keep its tableinfos "
        "beside it."
    )


def _table(facts: Facts) -> str:
    return f" (table {facts.table})" if facts.table else ""
