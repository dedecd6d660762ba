"""What a seat knows of a game of Takenoko, and filling in what it does not."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from engine.analysis.views import Views
from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.game import Setup, State
from engine.core.ids import MoveCode, Ply, Seat
from engine.core.registry import find_game
from engine.games.takenoko.components import CARD_TEXTS, COPIES
from engine.replay import Replay, replay, state_at
from engine.simulate.playing import simulate

GAME = find_game("takenoko")
MUTED = effect_log(muted=True)


def games(players: int) -> list[Replay]:
    """Some whole games, so that decks and piles have been turned over."""
    with_redraw = simulate(GAME, 2, players, 3, ["greedy", "random"])
    without = simulate(GAME, 1, players, 4, ["greedy"], rules={"redraw_fulfilled": False})
    return [replay(log) for log in (*with_redraw, *without)]


def views_of(played: Replay) -> Views:
    return Views(GAME, Setup(played.seats, played.log.rules, played.log.setup))


def public(position: dict[str, Any], seat: int) -> dict[str, Any]:
    """What everybody sees, and the hand of one seat."""
    players = [
        player if owner == seat else {key: part for key, part in player.items() if key != "hand"}
        for owner, player in enumerate(position["players"])
    ]
    return {**position, "players": players, "drawn": None}


def hands(state: State) -> list[list[str]]:
    return [player["hand"] for player in GAME.position(state)["players"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_sees_all_but_other_hands_and_what_others_drew(players: int) -> None:
    for played in games(players):
        views = views_of(played)
        for ply in range(0, played.plies + 1, 7):
            truth = GAME.position(state_at(played, ply))
            for seat in range(players):
                view = GAME.position(views.view(played.codes, Ply(ply), Seat(seat)))
                assert public(view, seat) == public(truth, seat)
                for owner, player in enumerate(view["players"]):
                    if owner != seat:
                        assert all(card.endswith("?") for card in player["hand"])
                        assert len(player["hand"]) == len(truth["players"][owner]["hand"])


@pytest.mark.parametrize("players", [2, 4])
def test_filled_in_hands_are_cards_that_are_left_and_no_more(players: int) -> None:
    for played in games(players):
        views = views_of(played)
        for ply in range(0, played.plies + 1, 11):
            for seat in range(players):
                view = views.view(played.codes, Ply(ply), Seat(seat))
                filled = GAME.copy(view)
                GAME.rules.fill(filled, random_state(ply))
                position = GAME.position(filled)
                assert "?" not in str(position["players"])
                assert public(position, seat) == public(GAME.position(view), seat)
                held = Counter(
                    card
                    for player in position["players"]
                    for card in (*player["hand"], *player["completed"])
                )
                for card, copies in held.items():
                    assert copies <= COPIES[CARD_TEXTS.index(card)]
                assert filled.above.sum() == filled.above_count
                assert filled.below.sum() == filled.below_count


def test_every_card_that_may_be_in_a_hand_is_dealt_as_often() -> None:
    """At the start each of 14 plot cards is as likely in the other hand: chi-square, 13 degrees
    of freedom, 0.1 % point 34.5."""
    start = Setup(
        2,
        {},
        {
            "hands": [["plot:green-curve", "gardener:pink-4-bare", "panda:green-2"]] * 1
            + [["?"] * 3]
        },
    )
    state = GAME.start(start)
    counts: Counter[str] = Counter()
    panda: Counter[str] = Counter()
    for seed in range(2800):
        filled = GAME.copy(state)
        GAME.rules.fill(filled, random_state(seed))
        hand = hands(filled)[1]
        counts[next(card for card in hand if card.startswith("plot"))] += 1
        panda[next(card for card in hand if card.startswith("panda"))] += 1
    assert len(counts) == 14
    assert sum((found - 200) ** 2 / 200 for found in counts.values()) < 34.5
    left = {
        text: COPIES[card] - (text == "panda:green-2")
        for card, text in enumerate(CARD_TEXTS)
        if text.startswith("panda:") and not text.endswith("?")
    }
    each = 2800 / sum(left.values())
    # Three degrees of freedom, 0.1 % point 16.3.
    assert sum((panda[card] - each * n) ** 2 / (each * n) for card, n in left.items()) < 16.3


def test_a_card_that_went_back_when_drawn_is_not_dealt_to_a_hand() -> None:
    """With the redraw rule, whoever kept a card drew one that the garden did not show."""
    found = 0
    for played in games(2):
        if played.log.rules:
            continue
        views = views_of(played)
        for ply in range(40, played.plies + 1, 13):
            view = views.view(played.codes, Ply(ply), Seat(0))
            filled = GAME.copy(view)
            GAME.rules.fill(filled, random_state(ply))
            other = filled.seats[1]
            for index in range(int(other.hand_count)):
                excluded = int(view.seats[1].hand_excludes[index])
                assert not excluded >> int(other.hand[index]) & 1
                found += excluded != 0
    assert found > 0


def test_masked_moves_are_the_same_moves_but_for_what_was_hidden() -> None:
    played = games(2)[0]
    setup = Setup(2, played.log.rules, played.log.setup)
    state = GAME.start(setup)
    seen = np.empty(played.plies, dtype=np.int64)
    GAME.rules.seen_by(state, played.codes, 0, seen, MUTED)
    notation = GAME.notation(state)
    texts = [notation.format(MoveCode(move)) for move in seen.tolist()]
    for ply, (shown, true) in enumerate(zip(texts, played.log.moves, strict=True)):
        if shown != true:
            assert played.ply_rows[ply]["seat"] == 1
            assert true.startswith("drawn")
            assert "?" in shown
