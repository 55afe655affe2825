"""Thinking ahead, for any game: every legal action is tried in imagined games that a simple agent plays on.

The simple agent's own choice is the one to beat. All actions are tried in the same imagined games (common random
numbers): the position with all that the seat cannot know dealt anew, and new luck. The rollouts of a decision are
shared out by sequential halving (Karnin, Koren and Somekh 2013), in which a challenger that is not ahead of the simple
agent's choice is dropped; the last one replaces that choice if its lead is several standard errors.

    thinker = search("keyforge", "thinker", rollout=load_agent("keyforge", "race"), value=value, rollouts=40)

The game's kernels, the simple agent and the value function come as addresses among the numbers that `choose` reads
(agents.addresses): so it is compiled once for the types of a game, whatever plays the rollouts, and compiles no game.
Scratch states are made for each decision, in the thread that takes it. Its luck is its seat's agent stream.
"""

from __future__ import annotations

import functools
import inspect
import math
from dataclasses import dataclass
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
from numba import types

from sim import load_game
from sim.core.errors import InputError, quoted
from sim.core.game import ACTION
from sim.core.kernel import digest, kernel, own_folder, reached_digest
from sim.core.records import new_records, record_type
from sim.core.rng import GOLDEN, agent_stream, mix64, stream_key, wrapping

from .addresses import address_of, function_at
from .agent import Agent
from .dependencies import reach

NUMBERS = {"rollouts": 60.0, "horizon": 0.0, "margin": 2.0, "whole_from": 0.0}
"""rollouts: imagined games a decision, all actions together. horizon: turns, of all seats, after which one is broken
off and its position valued; 0: it is played to its end. margin: how many standard errors better an action must be than
the simple agent's choice. whole_from: with so many players or more it is played to its end whatever the horizon; 0:
with none. Beside these a number for each kind of decision: how many times `rollouts` it is given; 0: it is left to the
simple agent."""
WHOLE = ("rollouts", "horizon", "whole_from")

LEGAL_ACTIONS, APPLY, REDEAL, ROLLOUT, VALUE, DOUBT, OWN_NUMBERS = range(7)
ROLLOUTS, HORIZON, MARGIN, WHOLE_FROM, DECISION = range(OWN_NUMBERS + 1, OWN_NUMBERS + 6)
"""Where in the numbers that `choose` reads things stand: six addresses, where the simple agent's own numbers begin,
the search's numbers, and from DECISION on the factor of each kind of decision, by its code."""
SUMS = 5
WORLDS, WORTH, WORTH_SQUARED, GAIN, GAIN_SQUARED = range(SUMS)
"""Sums over the imagined games of an action, rows of float64 (SUMS, actions): how many they were, what they were worth
to the seat, and by how much that was more than with the simple agent's choice."""
STEPS_MAX = 20_000
"""An imagined game with more decisions than this is broken off."""
ENDLESS = 2**31
EQUAL = 1e-9
"""Results that differ by less are equal: rounding decides nothing."""
STATES = 2
IMAGINED, PLAYED = range(STATES)
"""The scratch states: a position as the seat may be in it, and the copy of it that is played on."""
RECORD = record_type(ACTION)

legal_actions_at = function_at(lambda s, t, actions, params: types.int64(s, t, actions))
apply_at = function_at(lambda s, t, actions, params: types.void(s, t, actions.dtype))
redeal_at = function_at(lambda s, t, actions, params: types.void(s, t, types.int64, types.int64))
rollout_at = function_at(lambda s, t, actions, params: types.int64(s, t, actions, types.int64, params))
value_at = function_at(lambda s, t, actions, params: types.float64(s, t, types.int64))
doubt_at = function_at(lambda s, t, actions, params: types.float64(s, t, actions, types.int64, types.int64))


# --- imagined games ---------------------------------------------------------------------------------------------------


class Play(NamedTuple):
    """How imagined games are played, and what is asked of them."""

    legal_actions: Any
    apply: Any
    redeal: Any
    """the game's kernels"""
    rollout: Any
    own: Any
    """the simple agent, and its numbers"""
    value: Any
    """the kernel (s, tables, seat) -> float64"""
    seat: np.int64
    """who thinks"""
    last: int
    """the turn at which they are broken off"""


class Scratch(NamedTuple):
    """What is written to while a decision is thought about."""

    states: Any
    """records (STATES,)"""
    actions: Any
    """room for a list of actions"""
    sums: Any
    """zeros, see WORLDS"""


@wrapping
def more_luck(luck):
    """The luck after this: uint64 -> uint64."""
    return mix64(luck + GOLDEN)


@wrapping
def next_luck(s):
    """Start of the luck of a decision: uint64, from the agent stream of the seat that decides."""
    stream = agent_stream(s.to_move)
    s.rng[stream] += GOLDEN
    return mix64(s.rng[stream])


@kernel
def imagine(s, tables, seat, luck, redeal):
    """Makes a copy of a game one that the seat may be in: all that it cannot know, and all luck to come, are new."""
    redeal(s, tables, seat, np.int64(luck >> np.uint64(1)))
    for other in range(s.players):
        position = (other - s.first + s.players) % s.players
        s.rng[agent_stream(other)] = stream_key(luck, 0, agent_stream(position))


@kernel
def play_on(s, tables, actions, play):
    """Plays a game to its end or to the last turn; returns what it is worth to the seat then. actions: room for a list
    of them, overwritten.
    """
    for _ in range(STEPS_MAX):
        if s.over != 0 or s.error != 0 or s.turn >= play.last:
            break
        n, k = play.legal_actions(s, tables, actions), 0
        if n > 1:
            k = play.rollout(s, tables, actions, n, play.own)
        if k < 0 or k >= n:
            break
        play.apply(s, tables, actions[k])
    return play.value(s, tables, play.seat)


# --- sequential halving -----------------------------------------------------------------------------------------------


@kernel
def rounds_for(n):
    """Rounds of halving until of n candidates one is left beside the first."""
    rounds, challengers = 1, n - 1
    while challengers > 1:
        rounds, challengers = rounds + 1, (challengers + 1) // 2
    return rounds


@kernel
def draw_candidates(candidates, first, budget, luck):
    """Puts the simple agent's choice first and all others behind it; returns how many of them there are rollouts for in
    every round. If not for all, which ones come first is drawn.
    """
    n = candidates.size
    candidates[0], candidates[first] = first, 0
    for k in range(1, n):
        if k != first:
            candidates[k] = k
    most = n
    while most > 2 and most * rounds_for(most) > budget:
        most -= 1
    for i in range(1, most if most < n else 1):
        luck = more_luck(luck)
        j = i + np.int64((luck >> np.uint64(32)) % np.uint64(n - i))
        candidates[i], candidates[j] = candidates[j], candidates[i]
    return most


@kernel
def keep_better_half(candidates, gain, m):
    """Puts the better half of the challengers behind the first of m candidates, best first, without those that are not
    ahead of it; returns how many candidates are left.
    """
    keep = 1 + m // 2
    for i in range(1, keep):
        best = i
        for j in range(i + 1, m):
            if gain[candidates[j]] > gain[candidates[best]] + EQUAL:
                best = j
        candidates[i], candidates[best] = candidates[best], candidates[i]
        if gain[candidates[i]] <= EQUAL:
            return i
    return keep


@kernel
def is_better(gain, square, worlds, margin):
    """Whether a sum of paired differences, of which the sum of squares is given, is so many standard errors above 0."""
    if worlds < 2 or gain <= EQUAL:
        return False
    mean = gain / worlds
    variance = max(square / worlds - mean * mean, 0.0) / (worlds - 1)
    return mean > margin * math.sqrt(variance) + EQUAL


@kernel
def try_all(tables, actions, candidates, m, play, scratch):
    """Plays one imagined game on with each of the first m candidates; adds to the sums."""
    states, sums, standard = scratch.states, scratch.sums, 0.0
    for i in range(m):
        states[PLAYED] = states[IMAGINED]
        play.apply(states[PLAYED], tables, actions[candidates[i]])
        result = play_on(states[PLAYED], tables, scratch.actions, play)
        if i == 0:
            standard = result
        k = candidates[i]
        sums[WORLDS, k] += 1.0
        sums[WORTH, k] += result
        sums[WORTH_SQUARED, k] += result * result
        sums[GAIN, k] += result - standard
        sums[GAIN_SQUARED, k] += (result - standard) ** 2


@kernel
def best_challenger(s, tables, actions, first, budget, play, scratch):
    """The action that does best in imagined games beside the simple agent's choice; see the module's docstring."""
    luck, states, gain = next_luck(s), scratch.states, scratch.sums[GAIN]
    candidates = np.zeros(gain.size, np.int64)
    m = draw_candidates(candidates, first, budget, luck)
    rounds = rounds_for(m)
    while m > 1:
        for _ in range(budget // (rounds * m)):
            luck = more_luck(luck)
            states[IMAGINED] = s
            imagine(states[IMAGINED], tables, play.seat, luck, play.redeal)
            try_all(tables, actions, candidates, m, play, scratch)
        m = 1 if m == 2 else keep_better_half(candidates, gain, m)
    return candidates[1]


# --- the agent --------------------------------------------------------------------------------------------------------


@kernel
def always(s, tables, actions, n, first):
    """The doubt of an agent that gives every choice of its simple agent the same thought."""
    return 1.0


@kernel
def play_of(s, tables, actions, params):
    """How a thinking agent of these numbers has imagined games played."""
    horizon, whole_from = np.int64(params[HORIZON]), params[WHOLE_FROM]
    is_whole = horizon == 0 or 0 < whole_from <= s.players
    return Play(
        legal_actions_at(np.int64(params[LEGAL_ACTIONS]), s, tables, actions, params),
        apply_at(np.int64(params[APPLY]), s, tables, actions, params),
        redeal_at(np.int64(params[REDEAL]), s, tables, actions, params),
        rollout_at(np.int64(params[ROLLOUT]), s, tables, actions, params),
        params[np.int64(params[OWN_NUMBERS]) :],
        value_at(np.int64(params[VALUE]), s, tables, actions, params),
        np.int64(s.to_move),
        ENDLESS if is_whole else s.turn + horizon,
    )


@kernel
def ponder(s, tables, actions, n, params, scratch):
    """What a thinking agent does, and into the sums what it thought. scratch: sums (SUMS, n)."""
    play, sums = play_of(s, tables, actions, params), scratch.sums
    first = play.rollout(s, tables, actions, n, play.own)
    if first < 0 or first >= n:
        return first
    doubt = doubt_at(np.int64(params[DOUBT]), s, tables, actions, params)(s, tables, actions, n, first)
    budget = np.int64(params[ROLLOUTS] * params[DECISION + s.decision] * doubt)
    if budget < 2:
        return first
    best = best_challenger(s, tables, actions, first, budget, play, scratch)
    better = is_better(sums[GAIN, best], sums[GAIN_SQUARED, best], sums[WORLDS, best], params[MARGIN])
    return best if better else first


@functools.cache
def chooser(game: str) -> Any:
    """The kernel `choose` of all thinking agents of a game."""
    state = record_type(load_game(game).STATE)

    def choose(s, tables, actions, n, params):
        states, others = np.zeros(STATES, state), np.zeros(actions.size, RECORD)  # held while their records are used
        return ponder(s, tables, actions, n, params, Scratch(states, others, np.zeros((SUMS, n))))

    return kernel(choose)


@dataclass(frozen=True)
class Thought:
    """What a thinking agent expects of an action, from the imagined games in which it was tried."""

    index: int
    """of the action in the list of legal ones"""
    share: float
    """what it is worth to the seat on average: its share of the win, in 0..1"""
    variance: float
    """of the share from one imagined game to the next, with divisor `worlds`"""
    worlds: int
    """imagined games"""
    gain: float
    """by how much more it was worth on average than the simple agent's choice in the same imagined games, in -1..1"""
    gain_variance: float
    """of the gain from one imagined game to the next, with divisor `worlds`"""


def thoughts(agent: SearchAgent, tables: np.record, s: np.record, actions: np.ndarray) -> list[Thought]:
    """What a thinking agent thinks of each of the legal actions that it tries in a state, longest tried first, then by
    worth; none if it leaves the decision to its simple agent. Neither the state nor the actions are changed.
    """
    game = load_game(agent.game)
    states = new_records(game.STATE, STATES + 1)
    states[STATES:] = s
    sums, listed = np.zeros((SUMS, len(actions))), game.new_actions()
    listed[: len(actions)] = actions
    scratch = Scratch(states[:STATES], game.new_actions(), sums)
    ponder(states[STATES], tables, listed, len(actions), agent.params, scratch)
    tried = np.flatnonzero(sums[WORLDS])
    worlds = sums[WORLDS, tried]
    shares, gains = sums[WORTH, tried] / worlds, sums[GAIN, tried] / worlds
    spreads = np.maximum(sums[WORTH_SQUARED, tried] / worlds - shares**2, 0)
    gain_spreads = np.maximum(sums[GAIN_SQUARED, tried] / worlds - gains**2, 0)
    columns = zip(*(column.tolist() for column in (tried, shares, spreads, worlds, gains, gain_spreads)), strict=True)
    found = [Thought(k, share, spread, int(n), *gain) for k, share, spread, n, *gain in columns]
    return sorted(found, key=lambda thought: (-thought.worlds, -thought.share))


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchAgent(Agent):
    """An agent that thinks ahead; see the module's docstring."""

    rollout: Agent
    """who plays the imagined games, for every seat"""
    value: Any
    """the kernel value(s, tables, seat) -> float: what a position, or a finished game, is worth to a seat, in 0..1"""
    doubt: Any = always
    """the kernel doubt(s, tables, actions, n, first) -> float: how many times `rollouts` a decision is given in which
    the simple agent would take actions[first], beside the factor of its kind; 0: it is left to the simple agent"""

    @property
    def params(self) -> np.ndarray:
        """The vector that `choose` reads: see LEGAL_ACTIONS and what follows it."""
        game = load_game(self.game)
        t, kinds = game.signatures, game.words.decisions
        functions = (
            (game.legal_actions, t.legal_actions),
            (game.apply, t.apply),
            (game.determinize, t.determinize),
            (self.rollout.choose, t.choose),
            (self.value, types.float64(t.state, t.tables, types.int64)),
            (self.doubt, types.float64(t.state, t.tables, t.choose.args[2], types.int64, types.int64)),
        )
        numbers = [self.parameters[name] for name in NUMBERS]
        numbers += [self.parameters.get(kinds.get(code, ""), 0.0) for code in range(max(kinds) + 1)]
        addresses = [address_of(function, signature) for function, signature in functions]
        return np.array([*addresses, OWN_NUMBERS + 1 + len(numbers), *numbers, *self.rollout.params], np.float64)

    def with_parameters(self, **values: float) -> SearchAgent:
        """As of any agent; InputError also lists numbers below 0, and parts of rollouts and turns."""
        agent = super().with_parameters(**values)
        problems = [
            f"agent {quoted(self.name)}: {name} should be a {'whole ' * (name in WHOLE)}number from 0 on, found"
            f" {value!r}"
            for name, value in values.items()
            if value < 0 or (name in WHOLE and value != int(value))
        ]
        if problems:
            raise InputError(problems)
        assert isinstance(agent, SearchAgent)
        return agent


def search(
    game: str, name: str, rollout: Agent, value: Any, description: str = "", doubt: Any = always, **numbers: float
) -> SearchAgent:
    """A thinking agent. numbers: those of NUMBERS, and a factor on `rollouts` for each kind of decision by its name."""
    kinds = {kind: 1.0 for code, kind in load_game(game).words.decisions.items() if code}
    who = f"agent {quoted(name)}"
    (value, value_source), (doubt, doubt_source) = _part(value, f"{who}, value"), _part(doubt, f"{who}, doubt")
    sources = [value_source, doubt_source, *(reached_digest(f"agents/{file}.py") for file in ("search", "addresses"))]
    agent = SearchAgent(
        name=name,
        game=game,
        description=inspect.cleandoc(description or f"Thinks ahead in imagined games that {rollout.name} plays on."),
        choose=chooser(game),
        parameters={**NUMBERS, **kinds},
        source=digest(*map(str.encode, sources), rollout.digest().encode()),
        outside=rollout.outside or not (_is_own(value) and _is_own(doubt)),
        rollout=rollout,
        value=value,
        doubt=doubt,
    )
    return agent.with_parameters(**numbers)


def expert(best: Agent, value: Any, doubt: Any = always, besides: str = "", **numbers: float) -> SearchAgent:
    """The expert of a game: its all-rounder, thinking ahead. besides: what else is to be said of how it plays."""
    description = f"""
        Tries every legal action in imagined games that the all-rounder plays on, and takes one that does better there
        than what the all-rounder would do{f"; {besides}" if besides else ""}."""
    return search(best.game, "expert", best, value, description, doubt, **numbers)


def _part(function: Any, who: str) -> tuple[Any, str]:
    """A kernel that a thinking agent calls, and what names its code and the numbers that it holds. One from outside is
    made of a copy of all that it can reach, with bounds checked.
    """
    if _is_own(function):
        held = [cell.cell_contents for cell in getattr(function, "py_func", function).__closure__ or ()]
        numbers = [part.tobytes() for part in held if isinstance(part, np.ndarray)]
        return function, digest(reached_digest(own_folder(_code(function).co_filename)).encode(), *numbers)
    copy, source = reach(getattr(function, "py_func", function), who)
    return kernel(copy, bounds=True), source


def _is_own(function: Any) -> bool:
    """Whether a kernel is one of the project, and not a copy of one from outside."""
    return bool(own_folder(_code(function).co_filename))


def _code(function: Any) -> CodeType:
    return getattr(function, "py_func", function).__code__
