"""What a log cannot decide of a dialect by which it reaches its own result."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.importers.bga.dialect import all_dialects
from engine.importers.bga.teaching import propose
from engine.importers.bga.undecided import Undecided, undecided
from engine.importers.bga.workbench import Bench, bring
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import dress, games_of

GAME = "battle_sheep"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    (log,) = games_of(GAME, 1, 2, 77)
    return dress(log, SHEEP).document()


def found_in(
    document: dict[str, Any], folder: Path, more: dict[str, Any] | None = None
) -> Undecided:
    """Of the dialect that is proposed for this log, with additions to the guess that ships."""
    path = folder / "log.json"
    path.write_text(json.dumps(document))
    logs = bring([(path, "log.json")]).logs
    base = next(one.dialect for one in all_dialects()[0] if one.dialect.game == GAME)
    base = msgspec.structs.replace(base, moves=[], claims=[])
    found = propose(logs, GAME, base)
    assert found.verified
    dialect = msgspec.structs.replace(found.dialect, **(more or {}))
    return undecided(Bench(logs, GAME), dialect)


def events_of(document: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    packets = document["data"]["logs"]
    return [one for packet in packets for one in packet["data"] if one["type"] == kind]


def test_where_the_board_lies_is_left_open_and_nothing_else(
    document: dict[str, Any], tmp_path: Path
) -> None:
    found = found_in(document, tmp_path)
    assert [*found.readings, *found.moves, *found.words, *found.untried] == []
    assert found.turns == 11
    assert found.complete


def test_an_argument_that_always_says_the_same_as_another(
    document: dict[str, Any], tmp_path: Path
) -> None:
    doubled = json.loads(json.dumps(document))
    numbers = [
        (event, key)
        for event in events_of(doubled, "flockMoved")
        for key, value in event["args"].items()
        if isinstance(value, int) or (isinstance(value, str) and value.isdecimal())
        if key not in {"player_id", "playerId", "pId", "player"}
    ]
    for event, key in numbers:
        event["args"][f"{key}_again"] = event["args"][key]
    found = found_in(doubled, tmp_path)
    told = [(one.kind, *sorted((one.chosen, *one.others))) for one in found.readings]
    assert ("flockMoved", "nb", "nb_again") in told


def test_moves_that_were_not_made_and_types_that_did_not_come(
    document: dict[str, Any], tmp_path: Path
) -> None:
    found = found_in(document, tmp_path, {"ignore": ["sheepSheared"]})
    assert found.untried == ("sheepSheared",)
