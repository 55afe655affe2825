"""Keywords, conditions and counts of the effect notation, and proofs by cards shown from hand."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.pile import find
from .cards import Condition, Count
from .state import Faction, Verdict

DOMINION_FACTIONS = (Faction.HOMODEUS, Faction.UNDERGROWTH, Faction.WRAETHE)
DOMINION_MASK = sum(1 << faction for faction in DOMINION_FACTIONS)


@kernel
def is_undergrowth_ally(t, card):
    """Whether a card can witness Unify: an ally or mercenary of the Undergrowth, no champion (rules 5)."""
    return t.card[card].ally == 1 and t.card[card].faction == Faction.UNDERGROWTH


@kernel
def undergrowth_allies_played(s, t):
    """How many Undergrowth allies were played this turn, fast-played ones included (rules 4.1, 5)."""
    n = 0
    for i in range(s.play.n):
        n += is_undergrowth_ally(t, s.play.card[i])
    return n


@kernel
def homodeus_champions(s, t, seat):
    """How many Homodeus champions a seat has in play, ready or exhausted."""
    n = 0
    for i in range(s.champions[seat].n):
        n += t.card[s.champions[seat].card[i]].faction == Faction.HOMODEUS
    if seat == s.active:
        for i in range(s.exhausted.n):
            n += t.card[s.exhausted.card[i]].faction == Faction.HOMODEUS
    return n


@kernel
def wraethe_cards_discarded(s, t, seat):
    """How many Wraethe cards lie in a seat's discard pile (rules 5)."""
    n = 0
    for i in range(s.discard[seat].n):
        n += t.card[s.discard[seat].card[i]].faction == Faction.WRAETHE
    return n


@kernel
def count(s, t, seat, what):
    """The number that a `per` of the notation stands for."""
    if what == Count.HOMODEUS_CHAMPION:
        return homodeus_champions(s, t, seat)
    if what == Count.UNDERGROWTH_ALLY_PLAYED:
        return undergrowth_allies_played(s, t)
    if what == Count.WRAETHE_CARD_DISCARDED:
        return wraethe_cards_discarded(s, t, seat)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def factions_played(s, t):
    """Bit mask of the factions of all cards played this turn; champions count in the turn they come from hand
    (rules 5).
    """
    mask = s.factions_deployed
    for i in range(s.play.n):
        mask |= 1 << t.card[s.play.card[i]].faction
    return mask


@kernel
def unify(s, t, seat, card):
    """Verdict on Unify for an effect of `card`: another Undergrowth ally played this turn, or one in hand to show
    (rules 5).
    """
    if undergrowth_allies_played(s, t) > is_undergrowth_ally(t, card):
        return Verdict.HOLDS
    for i in range(s.hand[seat].n):
        if is_undergrowth_ally(t, s.hand[seat].card[i]):
            return Verdict.PROVABLE
    return Verdict.FAILS


@kernel
def dominion(s, t, seat):
    """Verdict on Dominion: Homodeus, Undergrowth and Wraethe among the cards played this turn and those in hand to show
    (rules 5).
    """
    missing = DOMINION_MASK & ~factions_played(s, t)
    if missing == 0:
        return Verdict.HOLDS
    for i in range(s.hand[seat].n):
        missing &= ~(1 << t.card[s.hand[seat].card[i]].faction)
    return Verdict.PROVABLE if missing == 0 else Verdict.FAILS


@kernel
def controls(s, seat, card):
    """Whether a seat has a champion in play (rules 6)."""
    return find(s.champions[seat], card) >= 0 or (seat == s.active and find(s.exhausted, card) >= 0)


@kernel
def inspire(s, seat):
    """Whether a seat has any champion in play (rules 5)."""
    return s.champions[seat].n > 0 or (seat == s.active and s.exhausted.n > 0)


@kernel
def verdict(s, t, seat, card, condition, argument):
    """FAILS, HOLDS or PROVABLE for a condition of an effect of `card` under the control of `seat`, as things stand
    (rules 5).
    """
    holds = True
    if condition == Condition.MASTERY:
        holds = s.mastery[seat] >= argument
    elif condition == Condition.HEALTH:
        holds = s.health[seat] >= argument
    elif condition == Condition.UNIFY:
        return unify(s, t, seat, card)
    elif condition == Condition.DOMINION:
        return dominion(s, t, seat)
    elif condition == Condition.ECHO:
        holds = wraethe_cards_discarded(s, t, seat) > 0
    elif condition == Condition.INSPIRE:
        holds = inspire(s, seat)
    elif condition == Condition.HOMODEUS_CHAMPIONS:
        holds = homodeus_champions(s, t, seat) >= argument
    elif condition == Condition.CONTROL:
        holds = controls(s, seat, argument)
    else:
        s.error = ERROR_UNWRITTEN
    return Verdict.HOLDS if holds else Verdict.FAILS


@kernel
def faction_to_show(s, t, condition, shown):
    """The faction that the next card shown for a proof must have; NONE when the proof is complete (rules 5).

    `shown` is the bit mask of factions shown so far. Dominion asks for its factions one at a time.
    """
    if condition == Condition.UNIFY:
        return Faction.UNDERGROWTH if shown == 0 else Faction.NONE
    missing = DOMINION_MASK & ~(factions_played(s, t) | shown)
    for faction in DOMINION_FACTIONS:
        if missing & (1 << faction):
            return faction
    return Faction.NONE


@kernel
def proves(t, condition, faction, card):
    """Whether showing a card from hand gives the faction asked for; for Unify it must be an ally (rules 5)."""
    return t.card[card].faction == faction and (condition != Condition.UNIFY or t.card[card].ally == 1)
