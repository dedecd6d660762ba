"""Plays for the diary app BG Stats, in the format in which other programs push plays to it.

The format is the one of the app's page "Linking and pushing to BG Stats from other apps or
websites" (https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/):
one JSON object a play, which the app takes from the address
`https://app.bgstatsapp.com/createPlay.html?data=<the object, percent-encoded>`. It asks before it
saves, and remembers which of its own games and players ours are, by `sourceGameId` and
`sourcePlayerId`. Keys:

* of a play: sourceName, sourcePlayId, playDate (UTC, `yyyy-MM-dd HH:mm:ss`, the play's end), game,
  players; and where known durationMin, board, comments;
* of game: name, sourceGameId, highestWins, noPoints, and bggId where it is certain;
* of players: name, sourcePlayerId, startPlayer, score, rank, winner. The app for Android fails
  where `winner` is missing, so it always stands there.

A file of plays is an array of such objects.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import msgspec

from data.filters import Filters
from data.fingerprints import digest_of
from data.reading import select_seats
from data.store import Store
from engine.core.gamelog import GameLog
from engine.core.registry import find_game

SOURCE = "Hexcoach"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
BGG_IDS: Mapping[str, int] = {"takenoko": 70919, "battle_sheep": 54137}
"""Numbers on BoardGameGeek. A game that is not here goes by its name: the app asks which it is."""

NOON = "12:00:00"
"""Of a play of which only the day is known: so it stays that day wherever the app is."""


@dataclass(frozen=True, slots=True)
class Plays:
    """`plays` are ready to be written; the rest cannot be in the format."""

    plays: list[dict[str, Any]]
    unfinished: int
    undated: int


def plays(store: Store, filters: Filters) -> Plays:
    """The finished games in which a seat passes the filters, in the order of storing. Those
    without a date are left out, as the format needs one."""
    selection = select_seats(store, filters).select("game_id").unique()
    found: list[dict[str, Any]] = []
    unfinished = undated = 0
    for row in store.ask("export/plays", selection=selection).iter_rows(named=True):
        log = msgspec.json.decode(row["header"], type=GameLog)
        ended = _ended(log, row)
        if not row["finished"]:
            unfinished += 1
        elif ended is None:
            undated += 1
        else:
            found.append(_play(row, log, ended))
    return Plays(found, unfinished, undated)


def links(plays: list[dict[str, Any]]) -> Iterator[str]:
    """An address for each play that hands it to the app."""
    for play in plays:
        yield LINK + quote(msgspec.json.encode(play).decode(), safe="")


def _play(row: Mapping[str, Any], log: GameLog, ended: str) -> dict[str, Any]:
    players = row["players"]
    best = max(player["score"] for player in players)
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": digest_of((row["natural_key"] or row["hash"]).encode()),
        "playDate": ended,
        "game": _game(row, highest_wins=any(p["won"] and p["score"] == best for p in players)),
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": player["id"] or player["name"],
                "startPlayer": seat == row["starts"],
                "score": player["score"],
                "rank": player["place"],
                "winner": bool(player["won"]),
            }
            for seat, player in enumerate(players)
        ],
    }
    minutes = _minutes(log)
    if minutes:
        play["durationMin"] = minutes
    if row["board"]:
        play["board"] = row["board"]
    source = " ".join(part for part in (row["source"], row["source_id"]) if part)
    if source:
        play["comments"] = source
    return play


def _game(row: Mapping[str, Any], *, highest_wins: bool) -> dict[str, Any]:
    game: dict[str, Any] = {
        "name": find_game(row["game"]).name,
        "sourceGameId": row["game"],
        "highestWins": highest_wins,
        "noPoints": False,
    }
    if row["game"] in BGG_IDS:
        game["bggId"] = BGG_IDS[row["game"]]
    return game


def _times(log: GameLog) -> list[float]:
    return [seconds for seconds in log.clock or () if seconds is not None]


def _minutes(log: GameLog) -> int:
    """From the first to the last move, or as the source tells; 0 where neither is known."""
    times = _times(log)
    seconds = (log.meta or {}).get("seconds")
    if len(times) > 1:
        seconds = max(times) - min(times)
    return round(seconds / 60) if isinstance(seconds, int | float) else 0


def _ended(log: GameLog, row: Mapping[str, Any]) -> str | None:
    """When it ended: with its last move, or so long after its beginning as the source tells."""
    times = _times(log)
    try:
        if times:
            return _written(datetime.fromtimestamp(max(times), UTC))
        began = (log.meta or {}).get("date")
        if isinstance(began, str) and len(began) > 10:
            when = datetime.fromisoformat(began)
            when = when.replace(tzinfo=when.tzinfo or UTC).astimezone(UTC)
            return _written(when + timedelta(minutes=_minutes(log)))
    except (ValueError, OverflowError, OSError):
        pass
    return None if row["date"] is None else f"{row['date'].isoformat()} {NOON}"


def _written(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M:%S")
