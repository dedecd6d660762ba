"""Teaching from logs that name cells, words and arguments in ways of their own."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine.core.gamelog import GameLog
from engine.importers.bga.coordinates import Cells, NoCell, Translator, numbers_of
from engine.importers.bga.dialect import read_dialect, write_dialect
from engine.importers.bga.lessons import lesson_of
from engine.importers.bga.shapes import choices, profile
from engine.importers.bga.teaching import judge, passed_over, propose, unsaid
from engine.replay import Status
from tests.engine.importers.bga.costumes import GOLD, SHEEP, SHEEP_GRID, Costume, Told
from tests.engine.importers.bga.dressing import Habits, dress, games_of
from tests.engine.importers.bga.languages import FRENCH, PORTUGUESE, garden_in
from tests.engine.importers.bga.reading import loaded, played, read_bytes, the_found
from tests.engine.importers.bga.test_teaching import facts_of, garden_facts, shipped


def retold(costume: Costume, change: Callable[[Told], Told]) -> Costume:
    """The costume with every notification changed."""

    def tell(log: GameLog) -> list[list[Told]]:
        return [[change(told) for told in move] for move in costume.tell(log)]

    return replace(costume, tell=tell)


def _cells(told: Told, named: Callable[[int, int], Any]) -> Told:
    args = dict(told.args)
    for key in ("origin", "from"):
        if key in args:
            args[key] = named(*numbers_of(args[key]))
    if "hexes" in args:
        args["hexes"] = [named(*numbers_of(one)) for one in args["hexes"]]
    if "to_x" in args:
        args["to"] = named(args.pop("to_x"), int(args.pop("to_y")))
    return Told(told.kind, told.seat, args)


@pytest.mark.parametrize(
    "named",
    [
        pytest.param(lambda x, y: f"h_{x}_{y}", id="letters before"),
        pytest.param(lambda x, y: {"id": f"hex_{x - 20}_{y - 40}", "rank": "3"}, id="in a map"),
        pytest.param(lambda x, y: f"x{x - 20}y{y - 40}", id="each with its letter"),
        pytest.param(lambda x, y: f"{chr(x + 90)}{y - 30}", id="a letter and a number"),
        pytest.param(lambda x, y: {"colonne": str(x), "ligne": str(y)}, id="French names"),
    ],
)
def test_however_cells_are_named_a_log_teaches(named: Callable[[int, int], Any]) -> None:
    assert SHEEP_GRID.offset == (20, 40)
    costume = retold(SHEEP, lambda told: _cells(told, named))
    proposal = propose([facts_of(costume, 77)], costume.game, shipped(costume.game))
    assert proposal.verified
    (log,) = games_of(costume.game, 1, 2, 901)
    content = dress(log, costume, Habits(seed=5, undo=("gap", "cancel"))).content()
    assert played(the_found(read_bytes(content, proposal.toml))).status is Status.VERIFIED


NAMELESS = replace(FRENCH, types={word: f"n{n}" for n, word in enumerate(FRENCH.types)})


def _of_one_type(told: Told) -> Told:
    return Told("action", told.seat, {"quoi": told.kind, **told.args}, told.hidden)


@pytest.mark.parametrize(
    "costume",
    [
        pytest.param(garden_in(FRENCH), id="French"),
        pytest.param(garden_in(PORTUGUESE), id="Portuguese"),
        pytest.param(garden_in(NAMELESS), id="names that say nothing"),
        pytest.param(retold(garden_in(FRENCH), _of_one_type), id="one type for all"),
    ],
)
def test_a_garden_in_other_words_is_taught_from_one_log(costume: Costume) -> None:
    proposal = propose([garden_facts(costume)], "takenoko", shipped("takenoko"))
    assert proposal.verified
    # An end of a turn that is told is none the wiser: players change without it, too.
    assert set(proposal.dialect.ignore) <= {NAMELESS.types["end"]}
    statuses = []
    for number, log in enumerate(games_of("takenoko", 4, 2, 7100)):
        content = dress(log, costume, Habits(seed=number)).content()
        statuses.append(played(the_found(read_bytes(content, proposal.toml))).status)
    assert statuses == [Status.VERIFIED] * 4


def test_where_a_log_names_no_board_those_that_ship_are_tried() -> None:
    silent = replace(
        GOLD,
        tell=lambda log: [
            [told for told in move if told.kind != "areaEmptied"] for move in GOLD.tell(log)
        ],
    )
    facts = facts_of(silent, 77)
    base = shipped("china_gold")
    proposal = propose([facts], "china_gold", base)
    assert proposal.verified
    assert proposal.dialect.setup == {"board": "synthetic-61"}
    unnamed = msgspec.structs.replace(proposal.dialect, setup=base.setup)
    verdict = judge(facts, loaded(write_dialect(unnamed)))
    assert not verdict.verified
    assert "does not name the board" in str(unsaid(verdict))


def test_what_was_taught_before_is_kept_where_a_log_lacks_it() -> None:
    """Two logs, one of them without a type that the other has."""
    first = propose([facts_of(SHEEP, 77)], "battle_sheep", shipped("battle_sheep")).dialect
    other = retold(
        SHEEP, lambda told: _of_kind(told, "pastureLaid") if "hexes" in told.args else told
    )
    second = propose([facts_of(other, 78, undo=())], "battle_sheep", first)
    assert second.verified
    assert {"pastureLaid", "pasturePlaced", "flockMoved"} <= set(second.dialect.claims)
    told = {kind for rule in second.dialect.moves for kind in rule.types}
    assert {"pastureLaid", "pasturePlaced"} <= told
    assert {one.type for one in first.undo} <= {one.type for one in second.dialect.undo}
    assert judge(facts_of(SHEEP, 77), loaded(second.toml)).verified


def _of_kind(told: Told, kind: str) -> Told:
    return Told(kind, told.seat, told.args)


def test_types_passed_over_before_the_place_are_named() -> None:
    facts = facts_of(SHEEP, 77)
    taught = propose([facts], "battle_sheep", shipped("battle_sheep")).dialect
    rules = [rule for rule in taught.moves if "pasturePlaced" not in rule.types]
    verdict = judge(facts, loaded(write_dialect(msgspec.structs.replace(taught, moves=rules))))
    assert "pasturePlaced" in passed_over(verdict)
    assert passed_over(judge(facts, loaded(write_dialect(taught)))) == []


def test_what_is_known_is_proposed_with_what_is_left_to_do() -> None:
    """A type that says nothing in the place of the pastures: no sheep can stand anywhere."""
    costume = retold(
        SHEEP,
        lambda told: Told("what", told.seat, {"?": "1"}) if told.kind == "pasturePlaced" else told,
    )
    facts = facts_of(costume, 77)
    proposal = propose([facts], "battle_sheep", shipped("battle_sheep"))
    assert not proposal.verified
    first, *others = proposal.left_to_do
    assert "of" in first
    assert "moves can be played" in first
    assert any(line.startswith("not known yet: ") for line in others)
    assert proposal.toml.startswith("# table ")
    again = read_dialect(proposal.toml, "again").dialect
    assert again == proposal.dialect
    assert "flockMoved" not in again.ignore


def test_minus_signs_are_not_lost() -> None:
    assert numbers_of("h_-2_-34") == [-2, -34]
    assert numbers_of({"id": "h_-2_4", "count": "12"}) == [-2, 4]
    assert numbers_of({"id": "77"}) == []
    with pytest.raises(NoCell):
        numbers_of({"x": "?", "y": 1})


def test_a_label_in_a_map_is_the_same_cell() -> None:
    translator = Translator(Cells(text="label"))
    assert translator.text({"id": "E5", "rank": "2"}) == translator.text("e5") == "e5"
    assert translator.cell({"id": "E5"}) == translator.cell("E5")


def test_numbers_of_a_cell_tell_no_kinds_apart() -> None:
    events = [{"case": {"x": str(n % 3), "y": str(n % 2)}, "face": str(n % 3)} for n in range(12)]
    found = profile("rain", len(events), events)
    assert set(found.values) == {"face"}
    assert "case.x" not in found.words


def test_words_of_one_vocabulary_are_no_words_of_another() -> None:
    lesson = lesson_of("takenoko")
    events = [{"jeton": word} for word in ("engrais", "bassin", "enclos")]
    found = profile("amenage", len(events), events)
    slots = {
        name: list(choices(name, f"word:{name}", found, lesson))
        for name in ("chip", "card", "deck")
    }
    assert slots["chip"]
    assert not slots["card"]
    assert not slots["deck"]
