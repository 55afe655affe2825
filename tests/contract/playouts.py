"""Random games, looked at after every step by a compiled checker."""

import contextlib
import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import from_dtype, types

from sim.core.faults import fault_text
from sim.core.game import Game
from sim.core.kernel import kernel
from sim.core.records import new_records
from sim.core.rng import agent_stream, below, mix64

from .rules import (
    ACTIONS,
    FAULT,
    OF_THE_LOOP,
    SOUND,
    TWICE,
    Rule,
    When,
    looking,
    notes_dtype,
    notes_nothing,
    of_every_game,
)
from .spoils import Spoil, called
from .subject import Invariants, Subject, subject

WIDTH = 1 << 16
"""So many values has each field of an action."""
GAMES_SPOILT = 3
"""In so many games there is what it takes to break any rule."""
SEEN, NOTED, MEASURES = types.int64[::1], types.int64[:, ::1], types.float32[::1]
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


@functools.cache
def rules_of(name: str) -> tuple[Rule, ...]:
    """The rules of a game, after those of all games; the number of each is its place."""
    game, own = subject(name).game, subject(name).invariants
    return *OF_THE_LOOP, *of_every_game(game, own.turns).rules, *own.rules.rules


def of_notes(game: Game):
    """The type of what is noted beside a state."""
    return from_dtype(notes_dtype(len(game.measures)))


def of_look(game: Game):
    """The type of what looks at a state."""
    return types.int64(game.signatures.state, game.signatures.tables, of_notes(game))


def of_listed(game: Game):
    """The type of what looks at a list of legal actions."""
    return types.int64(game.signatures.state, game.signatures.actions, types.int64, NOTED, SEEN)


def _look(of: Subject):
    """What looks at a state, for the rules of a game."""
    rules = rules_of(of.game.name)
    always, asked, at_the_end = (looking(rules, when) for when in (When.ALWAYS, When.ASKED, When.END))

    @kernel(of_look(of.game), cache=False)
    def look(s, t, notes):
        """The first rule that a state breaks, or SOUND. notes: see `notes_dtype`."""
        if s.error != 0:
            return FAULT
        rule = always(s, t, notes)
        if rule != SOUND:
            return rule
        if s.over == 0:
            return asked(s, t, notes)
        return at_the_end(s, t, notes)

    return look


def _listed(of: Subject):
    """What looks at a list of legal actions."""

    @kernel(of_listed(of.game), cache=False)
    def listed(s, actions, n, noted, seen):
        """The first rule that a list of legal actions breaks, or SOUND; counts what is asked."""
        seen[0] += 1
        seen[s.decision] += 1
        if n < 1 or n > actions.size or s.error != 0:
            return ACTIONS
        return TWICE if offered_twice(actions, n, noted, seen[0]) else SOUND

    return listed


def _loop(of: Subject):
    """Games in which both are looked at throughout."""

    def playouts(
        states, t, setup, legal_actions, apply, measure, look, listed, actions, noted, beside, measures, seed, first,
        n_games, seen,
    ):  # fmt: skip
        """Looks at each step of games; (game, step, broken rule) of the first that breaks one, rule 0 if none does.

        beside: what is noted beside the state, with the measures; seen: by decision, how often it was asked; in place 0
        the number of steps.
        """
        s, notes = states[0], beside[0]
        for game in range(first, first + n_games):
            setup(s, t, seed, game)
            notes.turn = s.turn
            begin(s, t, notes)
            for step in range(steps_max + 1):
                if s.over != 0:
                    measure(s, t, measures)
                rule = look(s, t, notes) if step < steps_max else FAULT
                if rule == SOUND and s.over == 0:
                    notes.turn = s.turn
                    n = legal_actions(s, t, actions)
                    rule = listed(s, actions, n, noted, seen)
                if rule != SOUND:
                    return game, step, rule
                if s.over != 0:
                    break
                apply(s, t, actions[below(s, agent_stream(s.to_move), n)])
        return 0, 0, SOUND

    t, begin, steps_max = of.game.signatures, beginning(of.game.name), of.invariants.steps
    functions = (t.setup, t.legal_actions, t.apply, t.measure, of_look(of.game), of_listed(of.game))
    signature = types.UniTuple(types.int64, 3)(
        types.Array(t.state, 1, "C"), t.tables, *map(types.FunctionType, functions), t.actions, NOTED,
        types.Array(of_notes(of.game), 1, "C"), MEASURES, types.int64, types.int64, types.int64, SEEN,
    )  # fmt: skip
    return kernel(signature, cache=False)(playouts)


@functools.cache
def beginning(name: str):
    """What notes, at the start of a game, what its rules must know of that."""
    return subject(name).invariants.rules.note or notes_nothing


@functools.cache
def compiled(name: str):
    """What looks at a state and at a list of legal actions, and games in which both are looked at throughout."""
    of = subject(name)
    return _look(of), _listed(of), _loop(of)


class Rooms:
    """What the kernels of a game write to."""

    def __init__(self, of: Subject) -> None:
        self.states = new_records(of.game.STATE, 1)
        self.actions = of.game.new_actions()
        self.noted = np.zeros((PLACES * of.game.actions_max, 2), np.int64)
        self.beside = new_records(notes_dtype(len(of.game.measures)), 1)
        self.measures = self.beside[0].measures
        self.seen = np.zeros(max(of.game.words.decisions) + 1, np.int64)


def play(
    of: Subject, tables: np.record, seed: int, first: int, games: int, legal_actions=None, apply=None, measure=None
):
    """("sound", or where, by which fault if by one, which rule was broken first; how often each decision was asked).
    The game's kernels may be replaced by those of another.
    """
    game, mine = of.game, Rooms(of)
    look, listed, loop = compiled(game.name)
    number, step, rule = loop(
        mine.states, tables, game.setup, legal_actions or game.legal_actions, apply or game.apply,
        measure or game.measure, look, listed, mine.actions, mine.noted, mine.beside, mine.measures, seed, first, games,
        mine.seen,
    )  # fmt: skip
    if rule == SOUND:
        return "sound", mine.seen
    error = int(mine.states[0].error)
    fault = f" ({fault_text(error)})" if error else ""
    return f"game {number} step {step}{fault}: {rules_of(game.name)[rule].text}", mine.seen


def spoilt(of: Subject, rule: Rule, spoil: Spoil) -> str:
    """The rule that is found broken where one is broken as soon as it can be; that of sound games if none is."""
    game, invariants, mine = of.game, of.invariants, Rooms(of)
    look, listed, _ = compiled(game.name)
    t, (s,), (notes,) = game.make_tables(invariants.spoilt_table, []), mine.states, mine.beside
    for number in range(GAMES_SPOILT):
        game.setup(s, t, 1, number)
        notes.turn, chance = s.turn, np.random.default_rng(number)
        beginning(game.name)(s, t, notes)
        for step in range(invariants.steps):
            if s.over:
                game.measure(s, t, mine.measures)
            if step > 0 and rule.when != When.LISTED:
                given = {"s": s, "t": t, "seat": max(int(s.active), 0), "notes": notes}
                break_if_ripe(invariants, rule, spoil, given)
            found = look(s, t, notes)
            if found == SOUND and not s.over:
                notes.turn, n = s.turn, game.legal_actions(s, t, mine.actions)
                if rule.when == When.LISTED:
                    n = called(spoil, {"actions": mine.actions, "n": n})
                found = listed(s, mine.actions, n, mine.noted, mine.seen)
            if found != SOUND:
                return rules_of(game.name)[found].text
            if s.over:
                break
            game.apply(s, t, mine.actions[int(chance.integers(n))])
    return rules_of(game.name)[SOUND].text


def break_if_ripe(invariants: Invariants, rule: Rule, spoil: Spoil, given: Mapping[str, Any]) -> None:
    """Breaks a rule if a state has what it takes: the game is as old as it must be, and all that it looks for is there.
    given: what functions may take by name.
    """
    over = bool(given["s"].over)
    if over != (rule.when == When.END):
        return
    if over or called(rule.ripe or rule.only or invariants.ripe, given):
        with contextlib.suppress(IndexError, StopIteration):
            called(spoil, given)
