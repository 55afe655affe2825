"""Random games, looked at after every step by a compiled checker."""

import functools

import numpy as np
from numba import types

from sim.core.kernel import kernel
from sim.core.rng import agent_stream, below, mix64

from .subject import ACTIONS, FAULT, SOUND, TWICE, Subject, subject

WIDTH = 1 << 16
"""So many values has each field of an action."""
PLACES = 4
"""Rows of the hash table for each action that there may be: twice as many as there are, up to a power of 2."""


@kernel(cache=False)
def offered_twice(actions, n, noted, step):
    """Whether two of the actions are the same. noted: a hash table, rows of an action and the step it was noted in."""
    size = 2
    while size < 2 * n:
        size *= 2
    for i in range(n):
        one = actions[i]
        action = ((np.int64(one.kind) * WIDTH + one.a) * WIDTH + one.b) * WIDTH + one.c
        place = np.int64(mix64(np.uint64(action))) & (size - 1)
        while noted[place, 1] == step:
            if noted[place, 0] == action:
                return True
            place = (place + 1) & (size - 1)
        noted[place, 0], noted[place, 1] = action, step
    return False


def _one_after_the_other(first, second):
    """A kernel of two that look for broken rules: the second one looks if the first finds none."""

    @kernel(cache=False)
    def both(s, t, turn, room):
        rule = first(s, t, turn, room)
        return rule if rule != SOUND else second(s, t, turn, room)

    return both


def _loop(begin, broken, asking, broken_end, spoil, steps_max):
    """The loop for the kernels of a game's invariants."""

    def playouts(
        states, t, setup, legal_actions, apply, measure, actions, noted, room, measures, seed, first, n_games, seen,
        spoilt,
    ):  # fmt: skip
        """Looks at each step of games; (game, step, broken rule) of the first that breaks one, rule 0 if none does.

        seen: by decision, how often it was asked; in place 0 the number of steps. spoilt: a rule that is to be broken.
        """
        s = states[0]
        for game in range(first, first + n_games):
            setup(s, t, seed, game)
            begin(s, t, room)
            turn = s.turn
            for step in range(steps_max + 1):
                rule = FAULT if s.error != 0 or step == steps_max else broken(s, t, turn, room)
                if rule == SOUND and s.over == 0:
                    rule = asking(s, t, turn, room)
                if rule != SOUND:
                    return game, step, rule
                if s.over != 0:
                    measure(s, t, measures)
                    if spoilt != SOUND:
                        spoil(s, t, measures, spoilt)
                    rule = broken_end(s, t, measures, room)
                    if rule != SOUND:
                        return game, step, rule
                    break
                turn = s.turn
                n = legal_actions(s, t, actions)
                if spoilt == ACTIONS and n > 3:
                    n = 0
                if spoilt == TWICE:
                    actions[n] = actions[0]
                    n += 1
                seen[0] += 1
                seen[s.decision] += 1
                if n < 1 or n > actions.size or s.error != 0:
                    return game, step, ACTIONS
                if offered_twice(actions, n, noted, seen[0]):
                    return game, step, TWICE
                apply(s, t, actions[below(s, agent_stream(s.to_move), n)])
                if spoilt == FAULT:
                    s.error = 1
                if spoilt != SOUND:
                    spoil(s, t, measures, spoilt)
        return 0, 0, SOUND

    return playouts


@functools.cache
def compiled(name: str):
    """The loop compiled for a game."""
    of = subject(name)
    game, rules = of.game, of.invariants
    t = game.signatures
    functions = [types.FunctionType(f) for f in (t.setup, t.legal_actions, t.apply, t.measure)]
    whole, real = types.Array(types.int64, 1, "C"), types.Array(types.float32, 1, "C")
    signature = types.UniTuple(types.int64, 3)(
        types.Array(t.state, 1, "C"), t.tables, *functions, t.actions, types.Array(types.int64, 2, "C"), whole,
        real, types.int64, types.int64, types.int64, whole, types.int64,
    )  # fmt: skip
    broken = functools.reduce(_one_after_the_other, rules.state)
    loop = _loop(rules.begin, broken, rules.asking, rules.broken_end, rules.spoil, rules.steps)
    return kernel(signature, cache=False)(loop)


def play(of: Subject, tables: np.record, seed: int, first: int, games: int, spoilt: int = SOUND):
    """("sound", or where which rule was broken first; how often each decision was asked)."""
    game, rules = of.game, of.invariants
    seen = np.zeros(max(game.words.decisions) + 1, np.int64)
    number, step, rule = compiled(game.name)(
        np.zeros(1, np.dtype((np.record, game.STATE))), tables, game.setup, game.legal_actions, game.apply,
        game.measure, game.new_actions(), np.zeros((PLACES * game.actions_max, 2), np.int64),
        np.zeros(rules.room, np.int64), np.zeros(len(game.measures), np.float32), seed, first, games, seen, spoilt,
    )  # fmt: skip
    return f"game {number} step {step}: {rules.rules[rule]}" if rule else "sound", seen
