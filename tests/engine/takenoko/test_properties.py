"""What holds for every game of Takenoko that the engine plays."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.table import EngineTable
from tests.engine.takenoko.harness import new_engine_table
from tests.engine.takenoko.random_games import RULES, dealt_hands, partly_unknown, random_move
from tests.oracle.takenoko_cards import DECKS, full_deck
from tests.oracle.takenoko_garden import CHIPS

SUPPLY = {"green": 36, "yellow": 30, "pink": 24}


Header = tuple[int, dict[str, Any], dict[str, Any]]


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Players, rules and setup of a game."""
    players = draw(st.integers(2, 4))
    random = Random(draw(st.integers(0, 2**32)))
    hands = dealt_hands(players, random, draw(st.sampled_from([0.0, 0.5, 1.0])))
    return players, draw(st.sampled_from(RULES)), {"hands": hands}


def plies(table: EngineTable, random: Random, most: int, unknown: float = 0.1) -> Iterator[str]:
    """Play random moves, each given before it is played."""
    for _ in range(most):
        legal = table.legal()
        if not legal:
            return
        move = random_move(legal, random)
        if random.random() < unknown:
            move = partly_unknown(move, random)
        yield move
        table.play(move)


@settings(max_examples=15)
@given(headers(), st.integers(0, 2**32))
def test_nothing_is_lost_and_nothing_comes_from_nowhere(header: Header, seed: int) -> None:
    table, random = new_engine_table(*header), Random(seed)
    printed: Counter[str] = Counter()
    drawn = 0
    for move in plies(table, random, 300):
        position = table.position()
        bank, seats = position["bank"], position["players"]
        plots = position["plots"].values()
        for colour, sections in SUPPLY.items():
            growing = sum(plot["bamboo"] for plot in plots if plot["colour"] == colour)
            eaten = sum(seat["bamboo"][colour] for seat in seats)
            assert bank["bamboo"][colour] + growing + eaten == sections
        in_reserve = sum(seat["channels"] for seat in seats)
        assert bank["channels"] + in_reserve + len(position["channels"]) == 20
        for chip in CHIPS:
            placed = sum(plot["improvement"] == chip for plot in plots) - printed[chip]
            held = sum(seat["chips"].count(chip) for seat in seats)
            assert bank["chips"][chip] + held + placed == 3
        assert bank["plots"] + len(plots) + drawn == 27
        match move.split():
            case ["drawn", *cards] if ":" not in cards[0] and position["phase"] == "drawn_plots":
                drawn = len(cards)
            case ["lay", plot, *_]:
                drawn = 0
                printed[plot.partition("+")[2]] += 1


@settings(max_examples=15)
@given(headers(), st.integers(0, 2**32))
def test_no_card_is_there_beyond_its_copies(header: Header, seed: int) -> None:
    table, random = new_engine_table(*header), Random(seed)
    for _ in plies(table, random, 300):
        seats = table.position()["players"]
        cards = Counter(card for seat in seats for card in seat["hand"] + seat["completed"])
        for deck in DECKS:
            copies = full_deck(deck)
            of_deck = {card: n for card, n in cards.items() if card.startswith(deck)}
            assert sum(of_deck.values()) <= 15
            assert all(n <= copies[card] for card, n in of_deck.items() if card[-1] != "?")


@settings(max_examples=10)
@given(headers(), st.integers(0, 2**32))
def test_asking_leaves_the_state_as_it_was(header: Header, seed: int) -> None:
    table, random = new_engine_table(*header), Random(seed)
    seen = ["end"]
    for move in plies(table, random, 150):
        before = table.state.tobytes()
        table.game.legal_moves(table.state)
        table.position()
        for text in (move, random.choice(seen)):
            code = table.notation.parse(text)
            reason = table.game.rules.refusal(table.state, code)
            if reason:
                assert table.game.explain(table.state, code, reason)
        assert table.state.tobytes() == before
        seen.append(move)


@settings(max_examples=10)
@given(headers(), st.integers(0, 2**32))
def test_playing_on_a_copy_leaves_the_original_as_it_was(header: Header, seed: int) -> None:
    table, random = new_engine_table(*header), Random(seed)
    for _ in plies(table, random, 100):
        original, before = table.state, table.state.tobytes()
        table.state = table.game.copy(original)
        assert table.state.tobytes() == before
        ahead = Random(random.random())
        for _ in plies(table, ahead, 5):
            pass
        assert original.tobytes() == before
        table.state = original


@settings(max_examples=10)
@given(headers(), st.integers(0, 2**32))
def test_text_and_move_are_the_same(header: Header, seed: int) -> None:
    table, random = new_engine_table(*header), Random(seed)
    for played in plies(table, random, 150, unknown=0.3):
        for move in table.game.legal_moves(table.state):
            text = table.notation.format(move)
            assert table.notation.parse(text) == move
            assert table.notation.parse(f"  {text.upper().replace(' ', '   ')} ") == move
        canonical = table.notation.format(table.notation.parse(played))
        assert table.notation.format(table.notation.parse(canonical)) == canonical


@settings(max_examples=10)
@given(headers(), st.integers(0, 2**32))
def test_a_log_replayed_reaches_the_same_position(header: Header, seed: int) -> None:
    table, random = new_engine_table(*header), Random(seed)
    log = list(plies(table, random, 250))
    again = new_engine_table(*header)
    for move in log:
        again.play(again.notation.format(again.notation.parse(move)))
    assert again.position() == table.position()
    assert sorted(again.legal()) == sorted(table.legal())
