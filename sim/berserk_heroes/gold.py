"""Gold: gained, lost, tapped and untapped (rule 5.1)."""

from __future__ import annotations

from ..core.kernel import kernel
from .basics import hero_of, untapped_gold
from .modifiers import has_constant, total
from .queue import fire
from .state import NO_CARD, Constant, Trigger


@kernel
def gain_gold(s, t, seat, n, tapped):
    """A player gains gold; returns how much."""
    if has_constant(s, Constant.ONE_GOLD) and total(s, t, Constant.ONE_GOLD, -1, -1, -1) > 0:
        n = min(n, max(0, 1 - int(s.gold_gained[seat])))
    s.gold_gained[seat] = min(100, s.gold_gained[seat] + n)
    s.gold[seat] += n
    if tapped:
        s.tapped_gold[seat] += n
    s.stale = 1
    return n


@kernel
def lose_gold(s, seat, n):
    """A player loses gold, tapped gold first; returns how much."""
    n = min(n, int(s.gold[seat]))
    s.gold[seat] -= n
    s.tapped_gold[seat] = max(0, int(s.tapped_gold[seat]) - n)
    s.stale = 1
    return n


@kernel
def tap_gold(s, t, seat, n, to_play):
    """A player taps gold; returns how much. Of what is tapped otherwise than to play a card others may hear."""
    n = min(n, untapped_gold(s, seat))
    s.tapped_gold[seat] += n
    s.stale = 1
    if n > 0 and not to_play:
        fire(s, t, Trigger.GOLD_TAPPED, hero_of(seat), NO_CARD, n, 0, 0)
    return n


@kernel
def untap_gold(s, t, seat, n):
    """A player untaps gold; returns how much."""
    n = min(n, int(s.tapped_gold[seat]))
    s.tapped_gold[seat] -= n
    s.stale = 1
    if n > 0:
        fire(s, t, Trigger.GOLD_UNTAPS, hero_of(seat), NO_CARD, n, 0, 0)
    return n


@kernel
def end_gold(s, seat, n):
    """Gold that was gained for a time goes again, tapped gold first: a player pays with it before other gold."""
    n = min(n, int(s.gold[seat]))
    s.gold[seat] -= n
    s.tapped_gold[seat] = max(0, int(s.tapped_gold[seat]) - n)
    s.stale = 1
