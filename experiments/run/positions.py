"""Positions of played games, as the features that a learned value reads, with who won: those at turn starts, or those
that the actions of one decision lead to in the same imagined games.
"""

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
from agents.search import imagine, more_luck
from agents.value import OUT
from sim import load_game
from sim.core.errors import InputError
from sim.core.kernel import interpreted, kernel
from sim.core.records import new_records
from sim.core.rng import GOLDEN, mix64, wrapping
from sim.core.turnloop import Player

NOWHERE, ABSENT = -1, -2
"""In the list of cards, after the last one; and first, where a seat is out of the game, or not in it."""
NO_DECISION = -1
A_GAME = 400
"""Positions at turn starts of a game at most."""
DECISIONS = 40
"""Decisions of a game at most whose actions are tried."""
TRIED, WORLDS = 6, 32
"""Actions of a decision that are tried, what the agent does and others drawn at random, and imagined games for each."""
STEPS_MAX = 5_000
"""An imagined game with more decisions than this is left out."""


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
    decision: NDArray[np.int32]
    """(positions,): to which decision it belongs, NO_DECISION if to none"""
    decides: NDArray[np.int8]
    """(positions,): whose decision that was"""

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
        """All positions, one part after the other, with games and decisions numbered through, and as many seats as the
        most have.
        """
        seats, most = (max(part.cards.shape[axis] for part in parts) for axis in (1, 2))
        parts = [part.with_room(seats, most) for part in parts]
        columns = {part.name: [getattr(one, part.name) for one in parts] for part in fields(cls)}
        for name in ("game", "decision"):
            firsts = np.cumsum([0, *(int(numbers.max(initial=-1)) + 1 for numbers in columns[name])])
            pairs = zip(columns[name], firsts[:-1], strict=True)
            columns[name] = [np.where(numbers >= 0, numbers + first, numbers) for numbers, first in pairs]
        return cls(**{name: np.concatenate(found) for name, found in columns.items()})

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
def _noter(features: Features) -> Any:
    """The kernel that notes the features of all seats. x: (seats, numbers); cards: (seats, most); row, found: room."""
    read_numbers, read_cards = features.read_numbers, features.read_cards

    def note(s, t, x, cards, row, found):
        for seat in range(s.players):
            n = read_cards(s, t, seat, found)
            if n == OUT:
                cards[seat, 0] = ABSENT
                continue
            row[:] = 0.0
            read_numbers(s, t, seat, row)
            for i in range(row.size):
                x[seat, i] = row[i]
            for i in range(n):
                cards[seat, i] = found[i]

    return kernel(note)


def _compiled(features: Features, record: Any, before: Sequence[Any], numbers: Sequence[Any]) -> Any:
    """A kernel that plays games and notes positions. before: the types of what it is given after states, tables, rules,
    agents and their numbers; numbers: those of its last ones.
    """
    if interpreted:
        return record
    game = load_game(features.game)
    t = game.signatures
    agents = types.UniTuple(types.FunctionType(t.choose), game.seats)
    params = types.UniTuple(types.Array(types.float64, 1, "C"), game.seats)
    rules = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply)]
    vectors = [types.Array(kind, 1, "C") for kind in (types.int8, types.int16, types.int32)]
    return kernel(
        types.int64(
            types.Array(t.state, 1, "C"), t.tables, *rules, agents, params, *before, types.int64, types.int64,
            t.actions, types.float64, types.float64, types.Array(types.float64, 1, "C"),
            types.Array(types.int64, 1, "C"), types.Array(types.float32, 3, "C"), types.Array(types.int16, 3, "C"),
            *vectors, types.Array(types.float32, 2, "C"), *numbers,
        )
    )(record)  # fmt: skip


@functools.cache
def _turn_recorder(features: Features) -> Any:
    """The kernel that plays games and notes positions at turn starts; see `play_and_note`."""
    note = _noter(features)

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
                    note(s, t, x[n], cards[n], row, found)
                    active[n], turn[n], game[n] = s.active, s.turn, g
                    n += 1
            for seat in range(won.shape[1]):
                won[g, seat] = s.score[seat] if s.error == 0 else 0.0
        return n

    return _compiled(features, record, [], [])


@kernel
def tried_action(a, k, legal, luck):
    """The index of the a-th action that is tried, the first being k: of few all others in turn, of many any."""
    if a == 0:
        return k
    if legal <= TRIED:
        return a - 1 if a - 1 < k else a
    return int(below_one(luck) * legal)


@functools.cache
def _decision_recorder(features: Features) -> Any:
    """The kernel that plays games and tries the actions of decisions; see `play_and_try`."""
    note = _noter(features)

    def play_on(s, t, last, rules, own, others, noted, room, n):
        """Plays an imagined game to its end; whether its position at the turn `last` is noted, as the n-th.

        rules: legal actions, apply and who plays, with the numbers `own`; others: room for actions; noted: arrays of
        positions; room: for a row and a list of cards.
        """
        legal_actions, apply, rollout = rules
        x, cards, active, turn, won = noted
        is_noted = False
        for _ in range(STEPS_MAX):
            if s.over != 0 or s.error != 0:
                break
            if not is_noted and s.turn >= last:
                is_noted = True
                note(s, t, x[n], cards[n], room[0], room[1])
                active[n], turn[n] = s.active, s.turn
            k, legal = 0, legal_actions(s, t, others)
            if legal > 1:
                k = rollout(s, t, others, legal, own)
            apply(s, t, others[k])
        for seat in range(s.players):
            won[n, seat] = s.score[seat]
        if is_noted and s.over != 0:
            return True
        cards[n] = NOWHERE
        return False

    play_on = kernel(play_on)

    def record(
        states, t, setup, legal_actions, apply, agents, params, redeal, rollout, own, others, seed, first, actions,
        share, astray, row, found, x, cards, active, turn, game, won, decision, decides, games, horizon,
    ):  # fmt: skip
        s, n, d = states[0], 0, 0
        rules, noted = (legal_actions, apply, rollout), (x, cards, active, turn, won)
        for g in range(games):
            setup(s, t, seed, first + g)
            luck, most = np.uint64(seed) ^ mix64(np.uint64(first + g)), d + DECISIONS
            while s.over == 0 and s.error == 0:
                k, legal = 0, legal_actions(s, t, actions)
                if legal > 1:
                    k = agents[s.to_move](s, t, actions, legal, params[s.to_move])
                    luck = next_luck(luck)
                    if below_one(luck) < share and d < most:
                        seat, worlds = np.int64(s.to_move), mix64(luck)
                        for a in range(min(TRIED, legal)):
                            luck, world = next_luck(luck), worlds
                            action = actions[tried_action(a, k, legal, luck)]
                            for _ in range(WORLDS):
                                world = more_luck(world)
                                states[1] = s
                                imagine(states[1], t, seat, world, redeal)
                                apply(states[1], t, action)
                                if play_on(states[1], t, s.turn + horizon, rules, own, others, noted, (row, found), n):
                                    game[n], decision[n], decides[n] = g, d, seat
                                    n += 1
                        d += 1
                    luck = next_luck(luck)
                    if below_one(luck) < astray:
                        luck = next_luck(luck)
                        k = int(below_one(luck) * legal)
                apply(s, t, actions[k])
        return n

    t = load_game(features.game).signatures
    before = [types.FunctionType(t.determinize), types.FunctionType(t.choose), types.Array(types.float64, 1, "C")]
    after = [types.Array(types.int32, 1, "C"), types.Array(types.int8, 1, "C"), types.int64, types.int64]
    return _compiled(features, record, [*before, t.actions], after)


def _room(features: Features, players: int, size: int) -> list[NDArray[Any]]:
    """What a kernel writes so many positions to: a row and a list of cards; and of the positions numbers, cards, whose
    turn it is, turns and games.
    """
    numbers, most = len(features.numbers), max(features.most, 1)
    return [
        np.zeros(numbers), np.zeros(most, np.int64), np.zeros((size, players, numbers), np.float32),
        np.full((size, players, most), NOWHERE, np.int16), np.zeros(size, np.int8), np.zeros(size, np.int16),
        np.zeros(size, np.int32),
    ]  # fmt: skip


def _agents(features: Features, agents: Sequence[Player], players: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The kernels and the numbers of the agents of all seats that the game can have."""
    seats = [agents[i % players] for i in range(load_game(features.game).seats)]
    return tuple(agent.choose for agent in seats), tuple(np.ascontiguousarray(agent.params) for agent in seats)


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
    game, players = load_game(features.game), int(tables.players)
    won = np.zeros((games, players), np.float32)
    room = _room(features, players, games * A_GAME)
    n = _turn_recorder(features)(
        new_records(game.STATE, 1), tables, game.setup, game.legal_actions, game.apply,
        *_agents(features, agents, players), seed, first, game.new_actions(), share, astray, *room, won,
    )  # fmt: skip
    if n == games * A_GAME:
        raise InputError(f"{features.game}: more than {A_GAME} positions a game")
    none = np.full(n, NO_DECISION)
    return _found(room, n, won[room[-1][:n]], none.astype(np.int32), none.astype(np.int8))


def play_and_try(
    features: Features,
    tables: np.record,
    agents: Sequence[Player],
    rollout: Player,
    horizon: int,
    seed: int,
    first: int,
    games: int,
    share: float,
    astray: float = 0.0,
) -> Positions:
    """Plays games and tries, in a share of their decisions drawn at random, what the agent does and other actions, each
    in the same imagined games, which `rollout` plays to their end. Noted are the positions `horizon` turns after the
    decision, with who won. astray: as in `play_and_note`.
    """
    game, players = load_game(features.game), int(tables.players)
    size = games * DECISIONS * TRIED * WORLDS
    won, decision, decides = np.zeros((size, players), np.float32), np.zeros(size, np.int32), np.zeros(size, np.int8)
    room = _room(features, players, size)
    n = _decision_recorder(features)(
        new_records(game.STATE, 2), tables, game.setup, game.legal_actions, game.apply,
        *_agents(features, agents, players), game.determinize, rollout.choose, np.ascontiguousarray(rollout.params),
        game.new_actions(), seed, first, game.new_actions(), share, astray, *room, won, decision, decides, games,
        horizon,
    )  # fmt: skip
    return _found(room, n, won[:n], decision[:n], decides[:n])


def _found(room: Sequence[NDArray[Any]], n: int, won: NDArray, decision: NDArray, decides: NDArray) -> Positions:
    """The first n positions of a room in which somebody won, with no more room for cards than they need."""
    x, cards, active, turn, game = room[2:]
    used = max(1, int((cards[:n] > NOWHERE).sum(axis=2).max(initial=0)))
    found = Positions(x[:n], cards[:n, :, :used], active[:n], turn[:n], game[:n], won, decision, decides)
    return found.taken(found.won.sum(axis=1) > 0)
