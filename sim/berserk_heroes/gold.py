"""Gold: gained, lost, tapped and untapped (rule 5.1)."""

from __future__ import annotations

from ..core.kernel import kernel
from .basics import hero_of, note_shift, spell_gold, untapped_gold
from .happenings import happened_to
from .modifiers import has_constant, total
from .queue import fire
from .state import PASSINGS, SEATS, Constant, Lasting, Passing, Trigger

GOLD_MAX = 9_999
"""The most gold that a player has; no printed card comes near it."""


@kernel
def gain_gold(s, t, seat, n, tapped):
    """A player gains gold, up to GOLD_MAX; returns how much. Rule 5.1."""
    n = min(n, GOLD_MAX - int(s.gold[seat]))
    if has_constant(s, Constant.ONE_GOLD) and total(s, t, Constant.ONE_GOLD, -1, -1, -1) > 0:
        n = min(n, max(0, 1 - int(s.gold_gained[seat])))
    s.gold_gained[seat] = min(100, int(s.gold_gained[seat]) + n)
    s.gold[seat] += n
    if tapped:
        s.tapped_gold[seat] += n
    note_shift(s)
    return n


@kernel
def gain_passing_gold(s, t, seat, n, tapped, until):
    """A player gains gold for a time; returns how much. In the other's turn his next end of a turn is the first.

    Rules 4.D, 5.1.
    """
    n = gain_gold(s, t, seat, n, tapped)
    when = Passing.OWN_TURN if until == Passing.NEXT_TURN and s.active != seat else until
    s.passing_gold[seat, when] += n
    if tapped:
        s.tapped_passing[seat, when] += n
    return n


@kernel
def staying_gold(s, seat):
    """Gold of a player that was not gained for a time."""
    n = int(s.gold[seat])
    for until in range(PASSINGS):
        n -= int(s.passing_gold[seat, until])
    return n


@kernel
def end_passing_gold(s, seat, until, n):
    """At most n gold of those that go at some time go now, tapped ones first; returns how many. Rules 4.D, 5.1."""
    n = min(n, int(s.passing_gold[seat, until]))
    tapped = min(n, int(s.tapped_passing[seat, until]))
    s.passing_gold[seat, until] -= n
    s.tapped_passing[seat, until] -= tapped
    s.gold[seat] -= n
    s.tapped_gold[seat] -= tapped
    note_shift(s)
    return n


@kernel
def lose_gold(s, seat, n):
    """A player loses gold: first what goes soonest anyway, then tapped gold; returns how much. Rule 5.1."""
    n = min(n, int(s.gold[seat]))
    left = n
    for until in range(PASSINGS):
        left -= end_passing_gold(s, seat, until, left)
    s.gold[seat] -= left
    s.tapped_gold[seat] -= min(left, int(s.tapped_gold[seat]))
    note_shift(s)
    return n


@kernel
def lose_gold_for_a_time(s, seat, n):
    """A player loses gold until the end of his next turn; returns how much. What goes by then does not come back.

    Rule 5.1.
    """
    staying = staying_gold(s, seat)
    n = lose_gold(s, seat, n)
    if s.active == seat:
        s.gold_owed[seat] += staying - staying_gold(s, seat)
    else:
        s.gold_back[seat] += staying - staying_gold(s, seat)
    return n


@kernel
def tap_gold(s, t, seat, n, to_play):
    """A player taps gold that pays for anything, first what goes soonest; returns how much. Of what is tapped otherwise
    than to play a card others may hear. Rule 5.1.
    """
    n = min(n, untapped_gold(s, seat))
    left = n
    for until in range(PASSINGS):
        if until == Passing.SPELLS:
            continue
        now = min(left, int(s.passing_gold[seat, until]) - int(s.tapped_passing[seat, until]))
        s.tapped_passing[seat, until] += now
        left -= now
    s.tapped_gold[seat] += n
    note_shift(s)
    if n > 0 and not to_play:
        fire(s, t, Trigger.GOLD_TAPPED, happened_to(hero_of(seat), n))
    return n


@kernel
def tap_spell_gold(s, seat, n):
    """A player taps gold that pays for spells alone, to play one; returns how much. Rule 5.1."""
    n = min(n, spell_gold(s, seat))
    s.tapped_passing[seat, Passing.SPELLS] += n
    s.tapped_gold[seat] += n
    note_shift(s)
    return n


@kernel
def untap_gold(s, t, seat, n):
    """A player untaps gold, first what stays, unless it cannot untap; returns how much. Rule 5.1."""
    n = 0 if s.lasting[seat, Lasting.GOLD_FROZEN] > 0 else min(n, int(s.tapped_gold[seat]))
    kept = int(s.tapped_gold[seat]) - n
    for until in range(PASSINGS):
        s.tapped_passing[seat, until] = min(kept, s.tapped_passing[seat, until])
        kept -= int(s.tapped_passing[seat, until])
    s.tapped_gold[seat] -= n
    note_shift(s)
    if n > 0:
        fire(s, t, Trigger.GOLD_UNTAPS, happened_to(hero_of(seat), n))
    return n


@kernel
def end_turn_of_gold(s, seat):
    """At the end of a seat's turn gold gained for a time goes, and gold lost for a time comes back. Rule 4.D."""
    for side in range(SEATS):
        end_passing_gold(s, side, Passing.SPELLS, int(s.gold[side]))
        end_passing_gold(s, side, Passing.TURN, int(s.gold[side]))
    end_passing_gold(s, seat, Passing.OWN_TURN, int(s.gold[seat]))
    s.passing_gold[seat, Passing.OWN_TURN] = s.passing_gold[seat, Passing.NEXT_TURN]
    s.tapped_passing[seat, Passing.OWN_TURN] = s.tapped_passing[seat, Passing.NEXT_TURN]
    s.passing_gold[seat, Passing.NEXT_TURN], s.tapped_passing[seat, Passing.NEXT_TURN] = 0, 0
    back = min(int(s.gold_back[seat]), GOLD_MAX - int(s.gold[seat]))
    s.gold[seat] += back
    s.tapped_gold[seat] += back
    s.gold_back[seat], s.gold_owed[seat] = s.gold_owed[seat], 0
