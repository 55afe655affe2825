"""What may be attacked, by whom and with what. Rules 11, 14 and 18."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.kernel import kernel
from .board import EVERYWHERE, NEIGHBOURS, ROW_END, TWO_AWAY, WITHIN, bit, distance, forward, on_battlefield
from .filters import lets_pass
from .modifiers import has, is_said, modifier, number
from .state import EXTRA, NO_CARD, Zone
from .stats import adjacent, counts_as_creature, in_play, is_free, is_type, seat_of
from .tables import ANY_STRENGTH, LURES, Attack, Bestowed, Reach, Stat, Type

RANGE_BITS = 7


@kernel
def is_attackable(s, t, card):
    """Whether a card can be attacked at all: creatures, artifacts, which have lives, and what is hidden.
    Rules 20 and 22.
    """
    return in_play(s, card) and (s.card[card].hidden == 1 or t.card[s.card[card].type].life > 0)


@kernel
def may_attack(s, t, attacker, target, sort):
    """Whether no rule or trait forbids this target to an attacker, wherever both stand. own: rule 11."""
    if target == attacker or not is_attackable(s, t, target):
        return False
    return s.lures == 0 or is_lured(s, t, attacker, target, sort)


@kernel
def is_lured(s, t, attacker, target, sort):
    """Whether a target is none that traits of enemy cards forbid, which force the choice of cards that have them; of
    several any may be chosen. Rule 24.
    """
    flies = s.card[attacker].cell == EXTRA
    aimed = sort in (Attack.SHOT, Attack.THROW)
    if not (flies or aimed) or has(s, t, attacker, Stat.PRECISION, NO_CARD):
        return True
    if sort == Attack.DISCHARGE and has(s, t, attacker, Stat.FREE_DISCHARGES, NO_CARD):
        return True
    if s.card[target].hidden == 1:
        return True
    enemy, lured = 1 - seat_of(s, attacker), False
    for which in LURES:
        if (which == Stat.LURES_FLYING and flies) or (which == Stat.LURES_SHOTS and aimed):
            if lures_against(s, t, which, enemy):
                if seat_of(s, target) == enemy and has(s, t, target, which, NO_CARD):
                    return True
                lured = True
    return not lured


@kernel
def lures_against(s, t, which, seat):
    """Whether a seat has a card that draws attacks upon itself."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if s.card[card].hidden == 0 and has(s, t, card, which, NO_CARD):
            return True
    return False


@kernel
def is_sheltered(s, t, attacker, target):
    """Whether a card is known to be out of reach of attackers in the extra zone. Rule 24."""
    return s.card[target].hidden == 0 and has(s, t, target, Stat.SHELTER, attacker)


@kernel
def can_strike(s, t, attacker, target):
    """Whether a creature may simple-strike a card, as far as the places of both go. Rules 11 and 18."""
    if not may_attack(s, t, attacker, target, Attack.SIMPLE):
        return False
    here, there = int(s.card[attacker].cell), int(s.card[target].cell)
    if here == EXTRA:
        return not is_sheltered(s, t, attacker, target)
    if has(s, t, attacker, Stat.STRIKES_OPPOSITE, NO_CARD):
        return forward(s, seat_of(s, attacker), here) == there
    return adjacent(s, attacker, target) or is_struck_from_afar(s, t, attacker, target)


@kernel
def is_struck_from_afar(s, t, attacker, target):
    """Whether a creature strikes a card that is not adjacent: it flies, has closed to strike a flyer, or has a trait
    for it. Rules 11 and 18.
    """
    if s.card[attacker].cell == EXTRA:
        return True
    if s.card[target].cell != EXTRA:
        return strikes_far(s, t, attacker, target, False)
    if is_type(s, t, target, Type.TERRAIN):
        return False
    return s.card[attacker].prepared == 2 or strikes_far(s, t, attacker, target, True)


@kernel
def may_reach_far(s, t, card):
    """Whether a creature may have a trait by which it strikes cards that are not adjacent."""
    it = s.card[card]
    return t.card[it.type].far == 1 or it.lasting > 0 or s.bestowed & Bestowed.REACH != 0


@kernel
def strikes_far(s, t, attacker, target, flying):
    """Whether a trait of its own lets a creature strike a card that is not adjacent."""
    if not may_reach_far(s, t, attacker):
        return False
    if has(s, t, attacker, Stat.STRIKES_ANYWHERE, NO_CARD) and seat_of(s, attacker) != seat_of(s, target):
        return True
    if flying:
        return has(s, t, attacker, Stat.STRIKES_FLYING, NO_CARD)
    here, there = int(s.card[attacker].cell), int(s.card[target].cell)
    if distance(here, there) <= number(s, t, attacker, Stat.STRIKE_REACH, NO_CARD):
        return True
    if ROW_END[here] != there or not counts_as_creature(s, t, target):
        return False
    return has(s, t, attacker, Stat.JOINS_ROW_ENDS, NO_CARD)


@kernel
def can_aim(s, t, source, target, sort, f, place):
    """Whether an attack other than a simple strike may have a target that it reaches. Rules 14 and 18."""
    if f >= 0 and not lets_pass(s, t, f, source, target, place):
        return False
    if not may_attack(s, t, source, target, sort):
        return False
    return s.card[source].cell != EXTRA or not is_sheltered(s, t, source, target)


@kernel
def hit_cells(s, t, source, sort, reach):
    """The set of cells, the extra zone among them, beyond which an attack other than a simple strike hits no card.
    Rule 14.
    """
    here = int(s.card[source].cell)
    if here == EXTRA:
        return EVERYWHERE
    if sort in (Attack.SPECIAL, Attack.MAGIC):
        return NEIGHBOURS[here] | 1 << here
    if sort == Attack.ACROSS:
        return TWO_AWAY[here]
    return range_cells(s, t, source, sort, reach)


@kernel
def range_cells(s, t, source, sort, reach):
    """The set of cells, the extra zone among them, beyond which a shot, throw or discharge hits no card. Rule 14."""
    here, most, cells = int(s.card[source].cell), reach & RANGE_BITS, EVERYWHERE
    if reach & Reach.ADJACENT == 0 and not (sort == Attack.SHOT and has(s, t, source, Stat.SHOOTS_ADJACENT, NO_CARD)):
        cells &= ~(NEIGHBOURS[here] | 1 << here)
    if most > 0 and has_plain_range(s, t, source):
        cells &= WITHIN[here, most] | 1 << EXTRA
    return cells


@kernel
def has_plain_range(s, t, card):
    """Whether nothing changes how far a card shoots, throws or discharges, nor draws such attacks upon itself.
    Rules 14 and 24.
    """
    return s.lures == 0 and not is_said(s, t, card, Stat.RANGE)


@kernel
def hits_all(s, t, source, sort, reach):
    """Whether each card on the cells of `hit_cells` is within reach, so that none need be asked. Rule 14."""
    if sort in (Attack.SPECIAL, Attack.MAGIC):
        return True
    return sort != Attack.ACROSS and (reach & RANGE_BITS == 0 or has_plain_range(s, t, source))


@kernel
def is_within(s, t, source, target, sort, reach):
    """Whether a card stands where an attack other than a simple strike may hit it. Rule 14."""
    here = int(s.card[source].cell)
    if sort in (Attack.SPECIAL, Attack.MAGIC):
        return here == EXTRA or adjacent(s, source, target)
    if sort == Attack.ACROSS:
        return is_across(s, seat_of(s, source), here, int(s.card[target].cell))
    return in_range(s, t, source, target, sort, reach)


@kernel
def is_across(s, seat, here, there):
    """Whether a strike across a row leads from one cell to another: the cell between is free or holds an own card.
    Rule 14.
    """
    if not on_battlefield(here) or not on_battlefield(there) or not bit(TWO_AWAY[here], there):
        return False
    between = (here + there) // 2
    return is_free(s, between) or (s.at[between] >= 0 and s.card[s.at[between]].controller == seat)


@kernel
def in_range(s, t, source, target, sort, reach):
    """Whether a shot, throw or discharge reaches a card: not an adjacent one, and not beyond its range. Rule 14."""
    here, there = int(s.card[source].cell), int(s.card[target].cell)
    if here == EXTRA or there == EXTRA:
        return True
    if adjacent(s, source, target):
        return reach & Reach.ADJACENT != 0 or (sort == Attack.SHOT and has(s, t, source, Stat.SHOOTS_ADJACENT, NO_CARD))
    if s.lures == 1 and sort != Attack.DISCHARGE and s.card[target].hidden == 0:
        if has(s, t, target, Stat.LURES_SHOTS, NO_CARD) and seat_of(s, target) != seat_of(s, source):
            return True
    most = reach & RANGE_BITS
    if most == 0:
        return True
    return distance(here, there) <= most + modifier(s, t, source, Stat.RANGE, target, (1 << sort) | ANY_STRENGTH)


@kernel
def can_defend(s, t, card, attacker, target):
    """Whether a card, which must not have acted in this turn, may defend the target of a simple strike. Rules 10, 12
    and 18.
    """
    it = s.card[card]
    if it.zone != Zone.PLAY or it.closed == 1 or it.promised == 1 or it.netted > 0 or card == target:
        return False
    if not is_type(s, t, card, Type.CREATURE):
        return False
    if (it.defended > 0 or it.acted == 1) and not has(s, t, card, Stat.ENDLESS_DEFENCE, NO_CARD):
        return False
    here, struck, from_ = int(it.cell), int(s.card[target].cell), int(s.card[attacker].cell)
    if struck == EXTRA:
        return here == EXTRA
    if has(s, t, card, Stat.DEFENDS_ANY, NO_CARD) and is_type(s, t, target, Type.CREATURE):
        return True
    if here == EXTRA:
        return from_ == EXTRA
    if from_ == EXTRA:
        return adjacent(s, card, target)
    return adjacent(s, card, attacker) and adjacent(s, card, target)
