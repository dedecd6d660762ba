"""Games played by the policies that each game brings, or by search, as logs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from engine.core.chance import RandomState, next_uint64, random_state
from engine.core.effects import effect_log
from engine.core.errors import BadSetup
from engine.core.game import Codes, Game, Kind, Setup, State
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.core.ids import MoveCode
from engine.core.kernels import kernels_of
from engine.simulate.searching import SearchingTable, check_player, read_searcher

SOURCE = "hexcoach simulate"
MOST_PLIES = 100_000
"""A game that is longer counts as unfinished; the turn limit of each game ends it far earlier."""


def simulate(
    game: Game,
    games: int,
    players: int,
    seed: int,
    policies: Sequence[str],
    setup: Mapping[str, Any] | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Iterator[GameLog]:
    """Play `games` games, each with a seed of its own made of `seed` and its index, so that a
    longer run begins with the same games.

    `policies` are given to the seats in turn and begin again when they have run out. What `setup`
    does not hold is dealt by chance. Raises `BadSetup` if such games cannot be played.
    """
    for policy in policies:
        check_player(game, policy)
    if not policies:
        raise BadSetup("At least one player has to be named.")
    if len(policies) > players:
        raise BadSetup(
            f"{len(policies)} players are named for {players} seats: name fewer, or play with more."
        )
    seated = [policies[seat % len(policies)] for seat in range(players)]
    table = _Table(game, seated, dict(setup or {}), dict(rules or {}))
    for index in range(games):
        yield table.play(seed, index)


def seed_of(seed: int, index: int) -> RandomState:
    """The generator of game `index` in a run of this seed."""
    golden = 0x9E3779B97F4A7C15
    return random_state(int(next_uint64(random_state(seed + index * golden))))


class _Table:
    """What all games of a run share."""

    def __init__(
        self, game: Game, seated: list[str], setup: dict[str, Any], rules: dict[str, Any]
    ) -> None:
        self._game = game
        self._setup = setup
        self._rules = rules
        self._players = [Player(f"{policy} {seat}") for seat, policy in enumerate(seated)]
        self._searching = SearchingTable(game, seated) if any(map(read_searcher, seated)) else None
        self._policies = np.array(
            [0 if self._searching else game.policies.index(name) for name in seated],
            dtype=np.int64,
        )
        self._buffer = np.empty(game.most_legal_moves, dtype=np.int64)
        self._moves = np.empty(MOST_PLIES, dtype=np.int64)
        self._muted = effect_log(muted=True)
        self._texts: dict[int, str] = {}
        special = json.dumps([setup, rules], sort_keys=True) if setup or rules else ""
        mark = f"-{sha256(special.encode()).hexdigest()[:8]}" if special else ""
        self._name = f"{game.key}-{'-'.join(seated)}{mark}"

    def play(self, seed: int, index: int) -> GameLog:
        game = self._game
        seats = len(self._players)
        random = seed_of(seed, index)
        setup = {**game.default_setup(seats, random), **self._setup}
        start = Setup(seats, self._rules, setup)
        state = game.start(start)
        game.rules.opening(state, self._muted)
        codes = self._play_out(state, start, random)
        return GameLog(
            format=FORMAT,
            game=game.key,
            id=f"{self._name}-{seed}-{index}",
            players=self._players,
            rules=self._rules,
            setup=setup,
            moves=self._written(state, codes.tolist()),
            result=self._result(state),
            meta={"source": SOURCE, "seed": seed, "index": index},
        )

    def _play_out(self, state: State, start: Setup, random: RandomState) -> Codes:
        if self._searching is not None:
            return self._searching.play_out(state, start, random, self._moves)
        played = kernels_of(self._game).play_out(
            state,
            self._policies,
            random,
            self._buffer,
            self._moves,
            self._game.turn_limit,
            self._muted,
        )
        return self._moves[:played]

    def _written(self, state: State, codes: list[int]) -> list[str]:
        if len(self._texts) > MOST_PLIES:
            self._texts.clear()
        texts = self._texts
        notation = self._game.notation(state)
        for code in codes:
            if code not in texts:
                texts[code] = notation.format(MoveCode(code))
        return [texts[code] for code in codes]

    def _result(self, state: State) -> Result:
        game = self._game
        if game.kind(state) is not Kind.OVER:
            return Result(reason="unfinished")
        seats = len(self._players)
        scores: list[float] = [float(points) for points in game.scores(state, seats)]
        places = game.places(state, seats)
        winners = [seat for seat, place in enumerate(places) if place == 1]
        return Result(scores=scores, winners=winners, reason="normal")
