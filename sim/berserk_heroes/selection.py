"""On which cards a row works."""

from __future__ import annotations

from ..cards.chosen import first_chosen, last_chosen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import has, hero_of, may_be_played, type_of
from .filters import next_match
from .play import can_play, cost_to_play, is_forbidden, purse, spell_has_targets
from .state import NO_CARD, Flag, Type
from .tables import Operation, Select
from .zones import are_graveyards_closed, is_stuck


@kernel
def select(s, t, frame, row):
    """Writes the cards that a row works on into s.found; returns how many. A hidden hero's own text alone finds him.

    Rule: keyword Hide.
    """
    kind, n = int(row.select), 0
    if kind == Select.EACH:
        return select_each(s, t, frame, int(row.filter))
    if kind == Select.CHOSEN:
        for i in range(frame.n):
            if not has(s, int(frame.chosen[i]), Flag.HIDDEN):
                s.found[n] = frame.chosen[i]
                n += 1
        return n
    card = NO_CARD
    if kind == Select.THIS:
        card = int(frame.source)
    elif kind == Select.HERO:
        card = hero_of(int(frame.you))
    elif kind == Select.OPPONENT_HERO:
        card = hero_of(1 - int(frame.you))
    elif kind == Select.FIRST:
        card = first_chosen(frame)
    elif kind == Select.LAST:
        card = last_chosen(frame)
    elif kind == Select.EVENT:
        card = int(frame.event)
    elif kind == Select.BY:
        card = int(frame.by)
    elif kind != Select.NONE:
        s.error = ERROR_UNWRITTEN
    if card < 0 or (kind != Select.THIS and has(s, card, Flag.HIDDEN)):
        return 0
    s.found[0] = card
    return 1


@kernel
def select_each(s, t, frame, index):
    """Writes all cards that a filter lets pass into s.found; returns how many. Rule 7.6."""
    n, k = 0, 0
    while True:
        card, k = next_match(s, t, index, k, int(frame.you), int(frame.source), frame)
        if card == NO_CARD:
            return n
        s.found[n] = card
        n += 1


@kernel
def are_stuck(s, t, frame, row):
    """Whether none of the cards that a row moves can leave where it lies."""
    if not are_graveyards_closed(s, t):
        return False
    count = select(s, t, frame, row)
    for i in range(count):
        if not is_stuck(s, t, int(s.found[i])):
            return False
    return count > 0


@kernel
def can_play_chosen(s, t, frame, row, n):
    """Whether the card that a row lets a player play may be played."""
    if select(s, t, frame, row) == 0:
        return False
    return can_play_for(s, t, row, int(s.found[0]), int(frame.you), n)


@kernel
def can_play_for(s, t, row, card, you, n):
    """Whether a player may play a card as a row says. Rules 5.4, 5.6."""
    if not may_be_played(s, card):
        return False
    if row.operation == Operation.PLAY:
        return can_play(s, t, card, you)
    if is_forbidden(s, t, card, you):
        return False
    if row.operation == Operation.PLAY_FOR and cost_to_play(s, t, card, you, n, 0) > purse(s, t, card, you, 0):
        return False
    return type_of(s, t, card) != Type.SPELL or spell_has_targets(s, t, card, you)
