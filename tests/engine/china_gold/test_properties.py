"""What holds for every game of China Gold that the engine plays, whatever the switches."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.gamelog import GameLog, Player
from engine.replay import replay
from tests.engine.china_gold.random_games import RULES, random_board, random_move
from tests.engine.table import EngineTable
from tests.oracle.china_gold import hexagon
from tests.oracle.effect import Effect

Header = tuple[dict[str, str], dict[str, Any]]
MOST_PLIES = 300


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Rules and setup of a game."""
    board: Any = draw(st.sampled_from(["synthetic-61", "synthetic-91", 5, 6]))
    if isinstance(board, int):
        board = random_board(board, Random(draw(st.integers(0, 2**32))))
    seats = {key: draw(st.integers(0, 1)) for key in ("mountain", "first")}
    return draw(st.sampled_from(RULES)), {"board": board, **seats}


def new_table(header: Header) -> EngineTable:
    return EngineTable("china_gold", 2, *header)


def plies(table: EngineTable, random: Random) -> Iterator[tuple[str, list[Effect]]]:
    """Play random moves, to the end where there is one; each move with what it changed."""
    for _ in range(MOST_PLIES):
        if table.kind() == "over":
            return
        move = random_move(table.legal(), random)
        yield move, table.play(move)


@settings(max_examples=25)
@given(headers(), st.integers(0, 2**32))
def test_every_marker_is_in_one_place(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    labels = list(hexagon(table.state.side))
    for _, _ in plies(table, random):
        position = table.position()
        lists = [position["down"], position["up"], *position["taken"].values()]
        assert sorted(label for each in lists for label in each) == sorted(labels)
        for each in lists:
            assert each == [label for label in labels if label in set(each)]
        assert position["scores"] == {role: len(taken) for role, taken in position["taken"].items()}
    if table.kind() == "over":
        assert sum(table.scores()) == len(labels)


@settings(max_examples=25)
@given(headers(), st.integers(0, 2**32))
def test_no_complete_area_is_left_on_a_known_board(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    board = header[1]["board"]
    if isinstance(board, str):
        return
    for _, _ in plies(table, random):
        position = table.position()
        down, up = set(position["down"]), set(position["up"])
        for area in board["mountains"] + board["rivers"]:
            assert down & set(area) or not up & set(area)


@settings(max_examples=25)
@given(headers(), st.integers(0, 2**32))
def test_gold_and_areas_add_up_to_what_was_taken(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    told = Counter[str]()
    objectives = Counter(effect.kind for effect in table.opening_effects())
    assert objectives.keys() == {"objective_drawn"}
    for _, effects in plies(table, random):
        for effect in effects:
            told[effect.kind] += 1 if effect.kind == "taken" else effect.amount
            objectives[effect.kind] += effect.kind.startswith("objective")
        assert told["taken"] == told["scored"] == told["area_completed"] == sum(table.scores())
    if table.kind() == "over":
        ended = objectives["objective_completed"] + objectives["objective_missed"]
        assert ended == objectives["objective_drawn"]


@settings(max_examples=25)
@given(headers(), st.integers(0, 2**32))
def test_a_number_that_was_thrown_can_be_turned_in_two_ways(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    for _, _ in plies(table, random):
        position = table.position()
        if position["phase"] == "act" and position["throw"]:
            turns = [move for move in table.legal() if move.startswith("turn")]
            assert sum(len(move.split()) - 1 == position["throw"] for move in turns) >= 2


@settings(max_examples=15)
@given(headers(), st.integers(0, 2**32))
def test_asking_and_playing_on_a_copy_change_nothing(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    seen = ["claim river e5"]
    for _ in range(MOST_PLIES):
        if table.kind() == "over":
            break
        state, before = table.state, table.state.tobytes()
        legal = table.legal()
        table.position()
        table.scores()
        table.places()
        for text in (*seen[-3:], random.choice(legal)):
            code = table.notation.parse(text)
            reason = table.game.rules.refusal(state, code)
            if reason:
                assert table.game.explain(state, code, reason)
        table.state = table.game.copy(state)
        move = random_move(legal, random)
        table.play(move)
        assert state.tobytes() == before
        assert table.state.tobytes() != before
        seen.append(move)


@settings(max_examples=15)
@given(headers(), st.integers(0, 2**32))
def test_text_and_move_are_the_same(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    for _, _ in plies(table, random):
        for move in table.game.legal_moves(table.state):
            text = table.notation.format(move)
            assert table.notation.parse(text) == move
            assert table.notation.parse(f"  {text.upper().replace(' ', '   ')} ") == move


@settings(max_examples=50)
@given(st.integers(5, 6), st.sampled_from(["mountain", "river"]), st.data())
def test_a_claim_is_the_same_as_text_and_as_move(side: int, role: str, data: st.DataObject) -> None:
    table = new_table(({}, {"board": {"side": side}}))
    labels = list(hexagon(side))
    cells = data.draw(st.sets(st.sampled_from(labels), min_size=1, max_size=8))
    text = f"claim {role} {' '.join(label for label in labels if label in cells)}"
    code = table.notation.parse(f"claim {role} {' '.join(cells)}")
    assert table.notation.format(code) == text
    assert table.notation.parse(text) == code


@settings(max_examples=20)
@given(headers(), st.integers(0, 2**32))
def test_a_log_replayed_reaches_the_same_position(header: Header, seed: int) -> None:
    rules, setup = header
    table, random = new_table(header), Random(seed)
    effects = Counter(table.opening_effects())
    moves = []
    for move, changed in plies(table, random):
        moves.append(move)
        effects.update(changed)
    seats = [Player(name="P0"), Player(name="P1")]
    log = GameLog(
        format="hexlog/1", game="china_gold", players=seats, rules=rules, setup=setup, moves=moves
    )
    again = replay(log)
    over = table.kind() == "over"
    assert (again.error, again.plies) == (None, len(moves))
    assert again.status == ("unverified" if over else "incomplete")
    assert again.game.position(again.state) == table.position()
    assert again.scores == (table.scores() if over else None)
    assert len(again.effects) == effects.total()
