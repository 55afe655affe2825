"""Pig, a game of dice for two players: an example of a game that joins the house.

(rules 1) In his turn a player rolls a die as often as he likes. (rules 2) A one loses all that the turn has brought,
and ends the turn. (rules 3) Who holds adds what the turn has brought to his points, which ends the turn. (rules 4) Who
holds with the goal reached has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from ..core.actions import offer
from ..core.beginning import begin
from ..core.dice import dice_dtype, roll
from ..core.errors import InputError
from ..core.game import Game, header
from ..core.kernel import kernel
from ..core.records import new_record
from ..core.rng import DICE, reseed_streams
from ..reading.names import seat_name
from ..reading.table import Key, firsts, read_table
from ..words.paths import Path, element_path, number_path
from ..words.vocabulary import Phrase, Words, verbs_of

SEATS = 2
SIDES = 6


class Decision(IntEnum):
    """What a seat is asked."""

    NONE, TURN = range(2)


class Kind(IntEnum):
    """What a seat can do."""

    ROLL, HOLD = range(2)


class Figure(IntEnum):
    """Figures of a game."""

    ENDED_BY_TURN_LIMIT, P1_POINTS, P2_POINTS = range(3)


STATE = np.dtype(
    [*header(SEATS), ("points", "i2", (SEATS,)), ("at_stake", "i2"), ("dice", dice_dtype())],
    align=True,
)
TABLES = np.dtype([("players", "i2"), ("first", "i2"), ("goal", "i2"), ("turn_limit", "i2")], align=True)

# --- the rules --------------------------------------------------------------------------------------------------------


@kernel
def legal_actions(s, t, actions):
    """To roll or to hold (rules 1, 3)."""
    return offer(s, actions, offer(s, actions, 0, Kind.ROLL, 0, 0, 0), Kind.HOLD, 0, 0, 0)


@kernel
def apply(s, t, action):
    """Rolls, or holds."""
    if action.kind == Kind.HOLD:
        hold(s, t)
        return
    face = roll(s, DICE, SIDES)
    if face == 1:
        end_turn(s, t)
    else:
        s.at_stake += face


@kernel
def hold(s, t):
    """What the turn has brought is added to the points (rules 3, 4)."""
    s.points[s.active] += s.at_stake
    if s.points[s.active] >= t.goal:
        s.over, s.decision, s.score[s.active] = 1, Decision.NONE, 1
    else:
        end_turn(s, t)


@kernel
def end_turn(s, t):
    """The other player's turn begins, or the limit of turns ends the game in a draw (rules 2, 3)."""
    s.turn, s.at_stake = s.turn + 1, 0
    s.active = 1 - s.active
    s.to_move = s.active
    if s.turn >= t.turn_limit * SEATS:
        s.over, s.truncated, s.decision = 1, 1, Decision.NONE
        s.score[:] = 0.5


# --- its beginning, and what it is measured by ------------------------------------------------------------------------


@kernel
def setup(s, t, seed, game):
    """The start of a game: nobody has points."""
    clear(s, t, begin(s, seed, game, t.players, t.first))


@kernel
def clear(s, t, first):
    """Nobody has points, and the first seat is asked."""
    s.turn, s.players, s.first, s.active, s.to_move = 0, SEATS, first, first, first
    s.decision, s.ask_all, s.over, s.truncated, s.error = Decision.TURN, 0, 0, 0, 0
    s.at_stake, s.dice.rolled, s.dice.n = 0, 0, 0
    s.dice.face[:], s.dice.shown[:] = 0, 0
    s.points[:] = 0
    s.score[:] = 0


@kernel
def determinize(s, t, viewer, seed):
    """Nothing is hidden but the luck to come."""
    reseed_streams(s, seed, SEATS)


@kernel
def measure(s, t, out):
    """Writes the figures of a finished game, in the order of Figure."""
    out[Figure.ENDED_BY_TURN_LIMIT] = s.truncated
    out[Figure.P1_POINTS], out[Figure.P2_POINTS] = s.points[0], s.points[1]


KEYS = {
    "players": Key("how many play", SEATS, (SEATS, SEATS)),
    "first": Key("who begins: a seat, all in turn, or drawn", "rotate", ways=("rotate", "random")),
    "goal": Key("points to win", 100, (1, 1000)),
    "turn_limit": Key("turns a player, then a draw", 500, (1, 1000)),
}


def make_tables(table: Mapping[str, Any], cards: Sequence[Any] = ()) -> np.record:
    """The tables for a table (see KEYS; all optional); InputError lists all problems."""
    values, problems = read_table(KEYS, table)
    if problems:
        raise InputError(problems)
    tables = new_record(TABLES)
    for key in ("players", "goal", "turn_limit"):
        tables[key] = values[key]
    tables["first"] = firsts(values["players"])[values["first"]]
    return tables


# --- its words --------------------------------------------------------------------------------------------------------

PHRASES = {
    Kind.ROLL: Phrase("roll", "roll the die: a one loses what the turn has brought"),
    Kind.HOLD: Phrase("hold", "add what the turn has brought to the points, and end the turn"),
}


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state."""
    found = {"at_stake": number_path("at_stake", 0, 9_999, "points that the turn has brought")}
    for seat in range(SEATS):
        found[f"{seat_name(seat)}.points"] = element_path("points", seat, 0, 9_999, "points")
    return found


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """The points, when a seat begins its turn."""
    return [", ".join(f"{seat_name(seat)}: {s.points[seat]} points" for seat in range(SEATS))]


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Points that would have won before."""
    return [f"{seat_name(seat)} has won already" for seat in range(SEATS) if s.points[seat] >= t.goal]


WORDS = Words(
    cards=lambda extra: {},
    verbs=verbs_of(PHRASES, {}),
    decisions={int(decision): decision.name.lower() for decision in Decision},
    phrase=lambda s, action, ids: PHRASES[Kind(int(action.kind))].said(),
    paths=paths,
    events={},
    clear=clear,
    flaws=flaws,
    effect_words=dict,
    situation=situation,
    die=SIDES,
    keys=KEYS,
    curves=("SEAT.points",),
    margin=("points",),
)
GAME = Game(
    name="pig",
    title="Pig",
    seats=SEATS,
    player_counts=(SEATS,),
    STATE=STATE,
    TABLES=TABLES,
    actions_max=len(Kind),
    measures=tuple(figure.name.lower() for figure in Figure),
    words=WORDS,
    make_tables=make_tables,
    assumptions=lambda cards: [],
    setup=setup,
    legal_actions=legal_actions,
    apply=apply,
    determinize=determinize,
    measure=measure,
)
