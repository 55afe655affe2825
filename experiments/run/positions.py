"""Positions at turn starts of played games, as the features that a learned value reads, with who won."""

from __future__ import annotations

import functools
import io
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from agents.learned import Features
from agents.value import OUT
from sim import load_game
from sim.core.errors import InputError
from sim.core.kernel import interpreted, kernel
from sim.core.records import new_records
from sim.core.rng import GOLDEN, mix64, wrapping
from sim.core.turnloop import Player

NOWHERE, ABSENT = -1, -2
"""In the list of cards, after the last one; and first, where a seat is out of the game, or not in it."""
A_GAME = 400
"""Positions of a game at most."""


@dataclass(frozen=True)
class Positions:
    """Positions of games, one row each."""

    numbers: NDArray[np.float32]
    """(positions, seats, numbers)"""
    cards: NDArray[np.int16]
    """(positions, seats, most): zone * kinds + kind, NOWHERE after the last; ABSENT first where no seat is"""
    active: NDArray[np.int8]
    """(positions,): whose turn it is"""
    turn: NDArray[np.int16]
    game: NDArray[np.int32]
    """(positions,): from which game"""
    won: NDArray[np.float32]
    """(positions, seats): the score of each seat at the end"""

    def to_bytes(self) -> bytes:
        """As a file, the same for the same positions."""
        file = io.BytesIO()
        np.savez_compressed(file, **{part.name: getattr(self, part.name) for part in fields(self)})
        return file.getvalue()

    @classmethod
    def of_bytes(cls, data: bytes) -> Positions:
        """What a file says."""
        with np.load(io.BytesIO(data)) as parts:
            return cls(**{part.name: parts[part.name] for part in fields(cls)})

    @property
    def there(self) -> NDArray[np.bool_]:
        """(positions, seats): whether a seat is in the game."""
        return self.cards[:, :, 0] != ABSENT

    def with_room(self, seats: int, most: int) -> Positions:
        """The same with room for more seats, which are not there, and more cards."""
        more = [(0, 0), (0, seats - self.won.shape[1])]
        cards = np.pad(self.cards, [(0, 0), (0, 0), (0, most - self.cards.shape[2])], constant_values=NOWHERE)
        cards = np.pad(cards, [*more, (0, 0)], constant_values=ABSENT)
        return replace(self, numbers=np.pad(self.numbers, [*more, (0, 0)]), cards=cards, won=np.pad(self.won, more))

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """All positions, one part after the other, with games numbered through, and as many seats as the most have."""
        seats, most = (max(part.cards.shape[axis] for part in parts) for axis in (1, 2))
        parts = [part.with_room(seats, most) for part in parts]
        firsts = np.cumsum([0, *(int(part.game.max(initial=-1)) + 1 for part in parts)])
        moved = [part.game + first for part, first in zip(parts, firsts[:-1], strict=True)]
        columns = {part.name: [getattr(one, part.name) for one in parts] for part in fields(cls)}
        return cls(**{name: np.concatenate(found) for name, found in (columns | {"game": moved}).items()})

    def taken(self, which: NDArray[np.bool_]) -> Positions:
        """Those of the positions that are marked."""
        return Positions(**{part.name: getattr(self, part.name)[which] for part in fields(self)})


@wrapping
def next_luck(luck):
    """The luck after this: uint64 -> uint64."""
    return mix64(luck + GOLDEN)


@wrapping
def below_one(luck):
    """A number in 0..1 of a luck."""
    return float(luck >> np.uint64(40)) / float(1 << 24)


@functools.cache
def _recorder(features: Features) -> Any:
    """The kernel that plays games and notes positions; see `play_and_note`."""
    read_numbers, read_cards = features.read_numbers, features.read_cards

    def note(s, t, x, cards, found):
        for seat in range(s.players):
            n = read_cards(s, t, seat, found)
            if n == OUT:
                cards[seat, 0] = ABSENT
                continue
            read_numbers(s, t, seat, x[seat])
            for i in range(n):
                cards[seat, i] = found[i]

    note = kernel(note)

    def record(
        states, t, setup, legal_actions, apply, agents, params, seed, first, actions, share, astray,
        row, found, x, cards, active, turn, game, won,
    ):  # fmt: skip
        s, n = states[0], 0
        for g in range(won.shape[0]):
            setup(s, t, seed, first + g)
            luck, now = np.uint64(seed) ^ mix64(np.uint64(first + g)), s.turn
            while s.over == 0 and s.error == 0:
                k, legal = 0, legal_actions(s, t, actions)
                if legal > 1:
                    k = agents[s.to_move](s, t, actions, legal, params[s.to_move])
                    luck = next_luck(luck)
                    if below_one(luck) < astray:
                        luck = next_luck(luck)
                        k = int(below_one(luck) * legal)
                apply(s, t, actions[k])
                if s.turn == now or s.over != 0 or s.error != 0:
                    continue
                now, luck = s.turn, next_luck(luck)
                if below_one(luck) < share and n < active.size:
                    row[:] = 0.0
                    note(s, t, row, cards[n], found)
                    for seat in range(x.shape[1]):
                        for i in range(x.shape[2]):
                            x[n, seat, i] = row[seat, i]
                    active[n], turn[n], game[n] = s.active, s.turn, g
                    n += 1
            for seat in range(won.shape[1]):
                won[g, seat] = s.score[seat] if s.error == 0 else 0.0
        return n

    if interpreted:
        return record
    t = load_game(features.game).signatures
    seats = load_game(features.game).seats
    agents = types.UniTuple(types.FunctionType(t.choose), seats)
    params = types.UniTuple(types.Array(types.float64, 1, "C"), seats)
    rules = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply)]
    vectors = [types.Array(kind, 1, "C") for kind in (types.int8, types.int16, types.int32)]
    return kernel(
        types.int64(
            types.Array(t.state, 1, "C"), t.tables, *rules, agents, params, types.int64, types.int64, t.actions,
            types.float64, types.float64, types.Array(types.float64, 2, "C"), types.Array(types.int64, 1, "C"),
            types.Array(types.float32, 3, "C"), types.Array(types.int16, 3, "C"), *vectors,
            types.Array(types.float32, 2, "C"),
        )
    )(record)  # fmt: skip


def play_and_note(
    features: Features,
    tables: np.record,
    agents: Sequence[Player],
    seed: int,
    first: int,
    games: int,
    share: float,
    astray: float = 0.0,
) -> Positions:
    """Plays games and notes a share of their positions at turn starts, drawn at random. astray: the share of decisions
    in which any legal action is done, drawn at random, so that positions come up that the agents would avoid. Games
    that a fault stopped, or that nobody won, are left out.
    """
    game = load_game(features.game)
    players = int(tables.players)
    room = games * A_GAME
    x = np.zeros((room, players, len(features.numbers)), np.float32)
    cards = np.full((room, players, features.most), NOWHERE, np.int16)
    active, turn, of = np.zeros(room, np.int8), np.zeros(room, np.int16), np.zeros(room, np.int32)
    won = np.zeros((games, players), np.float32)
    seats = [agents[i % players] for i in range(game.seats)]
    params = tuple(np.ascontiguousarray(agent.params) for agent in seats)
    n = _recorder(features)(
        new_records(game.STATE, 1), tables, game.setup, game.legal_actions, game.apply,
        tuple(agent.choose for agent in seats), params, seed, first, game.new_actions(), share, astray,
        np.zeros((players, len(features.numbers))), np.zeros(features.most, np.int64), x, cards, active, turn, of, won,
    )  # fmt: skip
    if n == room:
        raise InputError(f"{features.game}: more than {A_GAME} positions a game")
    used = max(1, int((cards[:n] > NOWHERE).sum(axis=2).max(initial=0)))
    found = Positions(x[:n], cards[:n, :, :used], active[:n], turn[:n], of[:n], won[of[:n]])
    return found.taken(found.won.sum(axis=1) > 0)
