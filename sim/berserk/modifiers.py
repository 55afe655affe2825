"""What holds for a card now: conditional traits, modifiers of attacks, armour, movement. Rules 13, 15 and 24."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.frames import top
from ..core.kernel import kernel
from .conditions import counted, holds
from .filters import matches
from .state import NO_CARD, OF_MODIFIERS, STATS_A_WORD, Frame, Zone
from .stats import adjacent, everybody, fits, given, given_sum, is_of_auras, partners, seat_of
from .tables import Attack, Has, Stat, Type


@kernel
def row_holds(s, t, row, source, other):
    """Whether a constant of a card holds; other: the other card of an attack, or NO_CARD. Rule 24."""
    if row.formation == 1 and partners(s, t, source, -1, 1) == 0:
        return False
    if row.filter >= 0 and (other < 0 or not matches(s, t, int(row.filter), source, other, -1)):
        return False
    return row.condition == 0 or holds(s, t, row, source, -1, other)


@kernel
def is_ignored(s, row, source):
    """Whether the attack that is on ignores a constant of a card: its own, not what its formation gives it. Rule 15."""
    return s.ignored == source and row.formation == 0


@kernel
def modifier(s, t, card, stat, other, bits):
    """The sum of modifiers of a card for an attack of some kinds and strengths; other: the other card of the attack.
    Rule 15.
    """
    return modifier_now(s, t, card, stat, other, bits) if is_said(s, t, card, stat) else 0


@kernel
def is_said(s, t, card, stat):
    """Whether anything may be said of a trait or modifier of a card: printed, by what it was given, by its own
    constants, or by those of cards in play. A short question, so that it is asked in place.
    """
    it = s.card[card]
    said = t.card[it.type].spoken[stat // STATS_A_WORD] | s.aura_stats[stat // STATS_A_WORD]
    return it.lasting > 0 or (said >> (stat % STATS_A_WORD)) & 1 == 1


@kernel
def has_as_printed(s, t, card, stat, more):
    """Whether a trait is printed on a card, and nothing may change it or add to it. Rule 24."""
    it = s.card[card]
    row = t.card[it.type]
    if row.stat[stat] <= 0 or it.lasting > 0 or row.moving[stat] | row.moving[more] == 1:
        return False
    return not (is_of_auras(s, stat) or is_of_auras(s, more))


@kernel
def modifier_now(s, t, card, stat, other, bits):
    """The sum of modifiers of a card, where something is said of them. Rule 15."""
    it = t.card[s.card[card].type]
    total = given_sum(s, card, stat, bits)
    if it.moving[stat] == 1:
        for i in range(it.constant[0], it.constant[1]):
            row = t.constant[i]
            if row.stat == stat and row.whom < 0 and fits(row.kinds, bits) and not is_ignored(s, row, card):
                if row_holds(s, t, row, card, other):
                    total += int(row.amount) * counted(s, t, row, card, -1, other)
    if is_of_auras(s, stat):
        for i in range(s.n_auras):
            total += aura_sum(s, t, int(s.aura[i]), card, stat, other, bits)
    return total


@kernel
def aura_sum(s, t, source, card, stat, other, bits):
    """What the constants of one card add to a modifier of another. Rule 15."""
    total = 0
    if s.card[source].hidden == 1:
        return 0
    it = t.card[s.card[source].type]
    for i in range(it.constant[0], it.constant[1]):
        row = t.constant[i]
        if row.stat == stat and row.whom >= 0 and fits(row.kinds, bits) and not is_ignored(s, row, source):
            if matches(s, t, int(row.whom), source, card, -1) and row_holds(s, t, row, source, other):
                total += int(row.amount)
    return total


@kernel
def printed(s, t, card, which):
    """The number of a named trait that is printed on a card; -1 if none is, or if the attack that is on ignores it.
    Rule 15.
    """
    it = t.card[s.card[card].type]
    return int(it.stat[which]) if it.given[which] == 1 and s.ignored != card else -1


@kernel
def stat_now(s, t, card, which, other):
    """The number of a named trait of a card of which something is said; -1 if it does not have it. Rule 24."""
    it = t.card[s.card[card].type]
    best = max(printed(s, t, card, which), given(s, card, which))
    if it.moving[which] == 1:
        for i in range(it.constant[0], it.constant[1]):
            row = t.constant[i]
            if row.stat == which and row.whom < 0 and row.amount > best and not is_ignored(s, row, card):
                if row_holds(s, t, row, card, other):
                    best = int(row.amount)
    if is_of_auras(s, which):
        for i in range(s.n_auras):
            best = max(best, aura_best(s, t, int(s.aura[i]), card, which, other))
    return best


@kernel
def aura_best(s, t, source, card, which, other):
    """The number of a named trait that the constants of one card give to another; -1 if they do not. Rule 24."""
    best = -1
    it = t.card[s.card[source].type]
    for i in range(it.constant[0], it.constant[1]):
        row = t.constant[i]
        if row.stat == which and row.whom >= 0 and row.amount > best and not is_ignored(s, row, source):
            if s.card[source].hidden == 0 and matches(s, t, int(row.whom), source, card, -1):
                if row_holds(s, t, row, source, other):
                    best = int(row.amount)
    return best


@kernel
def has(s, t, card, which, other):
    """Whether a card has a named trait now; other: the other card of an attack, or NO_CARD."""
    return is_said(s, t, card, which) and stat_now(s, t, card, which, other) > -1


@kernel
def number(s, t, card, which, other):
    """The number of a named trait that a card has now, conditional ones too; 0 if it does not have it. Rule 24."""
    return max(0, stat_now(s, t, card, which, other)) if is_said(s, t, card, which) else 0


@kernel
def experience(s, t, card, which, more, other):
    """Attack or Defense Experience of a card, with what is added to it. Rule 24."""
    if has(s, t, card, Stat.NO_EXPERIENCE, NO_CARD):
        return 0
    return number(s, t, card, which, other) + modifier(s, t, card, more, other, 0)


@kernel
def clumsiness(s, t, card):
    """What a card's Clumsiness takes off its die. Rule 24."""
    found = number(s, t, card, Stat.CLUMSINESS, NO_CARD)
    return 0 if found == 0 or has(s, t, card, Stat.NO_CLUMSINESS, NO_CARD) else found


@kernel
def blessing(s, t, card):
    """What Blessing and Curse do to every die of a card. Rule 24."""
    return (1 if has(s, t, card, Stat.BLESSING, NO_CARD) else 0) - int(s.card[card].cursed)


@kernel
def attack_die(s, t, card, sort, target):
    """What is added to the die of an attacking card. Rule 24."""
    total = blessing(s, t, card) + modifier(s, t, card, Stat.DIE, target, 1 << sort)
    if sort == Attack.SIMPLE:
        total += experience(s, t, card, Stat.ATTACK_EXPERIENCE, Stat.MORE_ATTACK_EXPERIENCE, target)
        total -= clumsiness(s, t, card)
    elif sort == Attack.SHOT:
        total += number(s, t, card, Stat.SHOOTING_EXPERIENCE, target)
    elif sort == Attack.THROW:
        total += number(s, t, card, Stat.THROWING_EXPERIENCE, target)
    elif sort == Attack.DISCHARGE:
        total += number(s, t, card, Stat.DISCHARGE_EXPERIENCE, target)
    return total + exposed(s, t, card, target)


@kernel
def exposed(s, t, card, target):
    """What the die of a creature gains against a card that was exposed to the attacks of its squad."""
    total, seat = 0, seat_of(s, card)
    if s.card[target].lasting > 0 and t.card[s.card[card].type].type == Type.CREATURE:
        for i in range(s.n_lasting):
            effect = s.lasting[i]
            if effect.card == target and effect.stat == Stat.EXPOSED and effect.seat == seat:
                total += int(effect.amount)
    return total


@kernel
def defence_die(s, t, card, attacker):
    """What is added to the die of a card that reflects a melee strike. Rule 24."""
    return (
        blessing(s, t, card)
        + experience(s, t, card, Stat.DEFENSE_EXPERIENCE, Stat.MORE_DEFENSE_EXPERIENCE, attacker)
        - clumsiness(s, t, card)
    )


@kernel
def armour(s, t, card):
    """How many wounds of non-magic attacks the armour of a card prevents in a turn. Rule 24."""
    return number(s, t, card, Stat.ARMOUR, NO_CARD) + modifier(s, t, card, Stat.MORE_ARMOUR, NO_CARD, 0)


@kernel
def note_traits(s, t):
    """Notes which of the traits that filters ask for those cards have now that may gain and lose them, where anything
    has changed on which they depend; whether they are as they were noted before, so that to note them once more would
    change nothing.
    """
    left = int(s.shifting if s.moved == 1 else s.shifting_still)
    s.settled, s.moved = 1, 0
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        found = asked_traits(s, t, card) if it.zone == Zone.PLAY and it.hidden == 0 else 0
        if it.traits != found:
            it.traits, s.settled = found, 0


@kernel
def asks_traits(s, t):
    """Whether the coming step may ask which traits cards have now that may gain and lose them: any step if not fights
    alone ask, else those in which the modifiers of fights count.
    """
    if s.asked_always & s.asking != 0:
        return True
    frame = top(s)
    return (
        s.n_frames > 0
        and frame.kind == Frame.ATTACK
        and frame.step in OF_MODIFIERS
        and (t.card[s.card[frame.attacker].type].asks_fighting | t.card[s.card[frame.target].type].asks_fighting) != 0
    )


@kernel
def asked_traits(s, t, card):
    """Bits of the traits that a card has now, of those for which filters ask and that may come and go."""
    it = s.card[card]
    row = t.card[it.type]
    asked = int(s.asking) if it.lasting > 0 else int(s.asking & (row.shifts | s.shifts_all))
    found = int(s.asking & row.has) & ~asked
    if (asked >> Has.ARMOUR) & 1 == 1 and armour(s, t, card) > 0:
        found |= 1 << Has.ARMOUR
    if (asked >> Has.ATTACK_EXPERIENCE) & 1 == 1:
        if experience(s, t, card, Stat.ATTACK_EXPERIENCE, Stat.MORE_ATTACK_EXPERIENCE, NO_CARD) > 0:
            found |= 1 << Has.ATTACK_EXPERIENCE
    if (asked >> Has.DEFENSE_EXPERIENCE) & 1 == 1:
        if experience(s, t, card, Stat.DEFENSE_EXPERIENCE, Stat.MORE_DEFENSE_EXPERIENCE, NO_CARD) > 0:
            found |= 1 << Has.DEFENSE_EXPERIENCE
    if (asked >> Has.THROW) & 1 == 1 and has(s, t, card, Stat.THROWS_STRIKE, NO_CARD):
        found |= 1 << Has.THROW
    return found


@kernel
def movement(s, t, card):
    """How many cells a card may move in a turn. Rule 9."""
    row = t.card[s.card[card].type]
    printed = int(row.move)
    if given(s, card, Stat.GROUNDED) > 0:
        printed = 1
    return max(0, printed + modifier(s, t, card, Stat.MOVEMENT, NO_CARD, 0))


@kernel
def shield(s, t, card):
    """What Archaal's Shield takes off a non-magic attack: one for each poisoned creature adjacent, up to its number.
    Rule 24.
    """
    most = number(s, t, card, Stat.ARCHAALS_SHIELD, NO_CARD)
    if most == 0:
        return 0
    found, left = 0, everybody(s)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        it = s.card[other]
        if it.poison > 0 and t.card[it.type].type == Type.CREATURE:
            found += adjacent(s, card, other)
    return min(most, found)
