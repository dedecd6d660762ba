"""What holds for every game of Battle Sheep that the engine plays, whatever the switches."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.gamelog import GameLog, Player
from engine.replay import replay
from tests.engine.battle_sheep.pastures import words
from tests.engine.battle_sheep.random_games import RULES, ready_made
from tests.engine.table import EngineTable
from tests.oracle.battle_sheep import outside_border, read_cell
from tests.oracle.effect import Effect

Header = tuple[int, dict[str, str], dict[str, Any]]


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Players, rules and setup of a game."""
    players = draw(st.integers(2, 4))
    random = Random(draw(st.integers(0, 2**32)))
    setup = {"board": ready_made(players, random)} if draw(st.booleans()) else {}
    return players, draw(st.sampled_from(RULES)), setup


def new_table(header: Header) -> EngineTable:
    return EngineTable("battle_sheep", *header)


def plies(table: EngineTable, random: Random) -> Iterator[tuple[str, list[Effect]]]:
    """Play random moves to the end; each move with what it changed."""
    while table.kind() != "over":
        move = random.choice(table.legal())
        yield move, table.play(move)


@settings(max_examples=30)
@given(headers(), st.integers(0, 2**32))
def test_no_sheep_and_no_cell_is_lost(header: Header, seed: int) -> None:
    players, _, setup = header
    table, random = new_table(header), Random(seed)
    tiles = 0
    herds = Counter[int]()
    for move, _ in plies(table, random):
        position = table.position()
        tiles += move.startswith("tile")
        assert len(position["cells"]) == (len(setup["board"]) if setup else 4 * tiles)
        stacks = [stack for stack in position["cells"].values() if stack]
        herds.clear()
        for seat, sheep in stacks:
            assert sheep >= 1
            herds[seat] += sheep
        assert set(herds.values()) <= {16}
        assert position["scores"] == [
            sum(seat == owner for owner, _ in stacks) for seat in range(players)
        ]
    assert len(herds) == players
    assert tiles == (0 if setup else 4 * players)


@settings(max_examples=30)
@given(headers(), st.integers(0, 2**32))
def test_a_cell_once_taken_stays_taken_by_the_same_seat(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    before: dict[str, int] = {}
    for _, _ in plies(table, random):
        owners = {cell: stack[0] for cell, stack in table.position()["cells"].items() if stack}
        assert owners.items() >= before.items()
        before = owners


@settings(max_examples=30)
@given(headers(), st.integers(0, 2**32))
def test_each_seat_is_told_blocked_once_and_never_moves_again(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    blocked: set[int] = set()
    for _, effects in plies(table, random):
        for effect in effects:
            if effect.kind == "split":
                assert effect.seat not in blocked
        told = [effect.seat for effect in effects if effect.kind == "blocked"]
        assert len(set(told)) == len(told)
        assert not blocked & set(told)
        blocked |= set(told)
    if header[1].get("end", "nobody_can_split") == "nobody_can_split":
        assert blocked == set(range(header[0]))


@settings(max_examples=30)
@given(headers(), st.integers(0, 2**32))
def test_the_build_leaves_every_seat_a_place_to_start(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    for _, _ in plies(table, random):
        position = table.position()
        if position["phase"] != "start":
            continue
        free = {word for word, stack in position["cells"].items() if stack is None}
        listed = {move.removeprefix("start ") for move in table.legal()}
        assert listed
        assert listed <= free
        if "border" not in header[1]:
            pasture = {cell for word in position["cells"] if (cell := read_cell(word))}
            assert listed == free.intersection(words(outside_border(pasture)))


@settings(max_examples=20)
@given(headers(), st.integers(0, 2**32))
def test_asking_and_playing_on_a_copy_change_nothing(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    seen: list[str] = []
    rules = table.game.rules
    while table.kind() != "over":
        state, before = table.state, table.state.tobytes()
        legal = table.legal()
        table.position()
        table.scores()
        table.places()
        for text in (*seen[-3:], random.choice(legal), "pass"):
            code = table.notation.parse(text)
            reason = rules.refusal(state, code)
            if reason:
                assert table.game.explain(state, code, reason)
        table.state = table.game.copy(state)
        move = random.choice(legal)
        table.play(move)
        assert state.tobytes() == before
        assert table.state.tobytes() != before
        seen.append(move)


@settings(max_examples=20)
@given(headers(), st.integers(0, 2**32))
def test_text_and_move_are_the_same(header: Header, seed: int) -> None:
    table, random = new_table(header), Random(seed)
    for _, _ in plies(table, random):
        for move in table.game.legal_moves(table.state):
            text = table.notation.format(move)
            assert table.notation.parse(text) == move
            assert table.notation.parse(f"  {text.upper().replace(' ', '   ')} ") == move


@settings(max_examples=20)
@given(headers(), st.integers(0, 2**32))
def test_a_log_replayed_reaches_the_same_position(header: Header, seed: int) -> None:
    players, rules, setup = header
    table, random = new_table(header), Random(seed)
    effects = Counter(table.opening_effects())
    moves = []
    for move, changed in plies(table, random):
        moves.append(move)
        effects.update(changed)
    seats = [Player(name=f"P{seat}") for seat in range(players)]
    log = GameLog(
        format="hexlog/1", game="battle_sheep", players=seats, rules=rules, setup=setup, moves=moves
    )
    again = replay(log)
    assert (again.error, again.plies, again.status) == (None, len(moves), "unverified")
    assert again.game.position(again.state) == table.position()
    assert (again.scores, again.winners) == (table.scores(), table.winners())
    assert len(again.effects) == effects.total()
