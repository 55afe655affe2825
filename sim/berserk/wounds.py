"""Wounds, healing, poison and death. Rules 15, 16 and 24."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.frames import top
from ..core.kernel import kernel
from .frames import fighter, is_running, push
from .happenings import about, counted
from .modifiers import armour, has, has_as_printed, number
from .state import CARDS, EXTRA, NO_CARD, SEATS, Frame, Zone
from .stats import (
    adjacent,
    everybody,
    in_play,
    is_corporeal,
    is_flying,
    is_plain_creature,
    is_symbiont,
    is_type,
    lives,
    seat_of,
)
from .tables import GAINED, KINDS, Attack, Event, Rule, Stat, Type
from .triggers import announce, fire, may_fire
from .zones import bury, forget, reveal

INFLUENCE, SPELL, ITSELF = -1, -2, -3
"""Wounds without an attack: of an influence, of a spell, and those that a card deals itself or suffers by a rule."""
RANGED, MAGICAL = KINDS["ranged"], KINDS["magical"]
MAY_DODGE = 2
"""Of a card that was wounded in this turn: by a text that goes on, after which it may move by Dexterity."""
LAYERS = 2
"""A creature bears a symbiont, which may wear equipment."""


@kernel
def take_wounds(s, t, card, amount):
    """A card loses lives, extra ones first; without lives it is about to die. Rule 16."""
    it = s.card[card]
    if amount <= 0 or t.card[it.type].life == 0:
        return
    lost = min(amount, int(it.extra))
    it.extra -= lost
    it.wounds = min(99, it.wounds + amount - lost)
    it.hurt = 1
    if lives(s, t, card) <= 0:
        it.dying, s.dying = max(1, int(it.dying)), 1


@kernel
def offer_dexterity(s, t, card):
    """Dexterity: a card that was wounded, and is not about to die, may move once in a turn; wounded by a text, once all
    that this says is done. Rules 24 and 26.
    """
    if lives_left(s, card) and has(s, t, card, Stat.DEXTERITY, NO_CARD):
        if is_running(s):
            s.card[card].hurt, top(s).times = MAY_DODGE, 1
        elif may_fire(s, t, t.trait[t.rule[Rule.DEXTERITY]], card, GAINED):
            push_rule(s, t, Rule.DEXTERITY, card, 0)


@kernel
def offer_dodges(s, t):
    """Dexterity of those that a text has wounded: the active player's first, so that his come last. Rules 24 and 26."""
    for i in range(SEATS):
        left = int(s.team[s.active if i == 0 else 1 - s.active])
        while left != 0:
            card = lowest(left)
            left &= left - 1
            if s.card[card].hurt == MAY_DODGE:
                s.card[card].hurt = 1
                offer_dexterity(s, t, card)


@kernel
def blame(s, card, source, ranged):
    """Notes who killed a card, should it die of this."""
    it = s.card[card]
    if it.killer < 0 or lives_left(s, card):
        it.killer, it.by_ranged = source, ranged
        it.by_enemy = 1 if source >= 0 and s.card[source].controller != it.controller else 0


@kernel
def lives_left(s, card):
    """Whether a card is not about to die."""
    return s.card[card].dying == 0


@kernel
def wound(s, t, card, amount, source, how):
    """Wounds a card without an attack; how: INFLUENCE, SPELL or ITSELF. Rules 16 and 24."""
    if inflict(s, t, card, amount, source, how):
        offer_dexterity(s, t, card)


@kernel
def inflict(s, t, card, amount, source, how):
    """A card takes wounds that are not of an attack. Returns whether it does. Rule 16."""
    if not in_play(s, card) or amount <= 0 or not is_affected(s, t, card, source, how):
        return False
    blame(s, card, source, 0)
    take_wounds(s, t, card, amount)
    return True


@kernel
def is_affected(s, t, card, source, how):
    """Whether the wounds of an influence or a spell reach a card. Fortitude is against influences of enemy cards.
    Rules 15 and 24.
    """
    if how == SPELL:
        return not is_warded(s, t, card)
    if how == INFLUENCE and source >= 0 and s.card[source].controller != s.card[card].controller:
        return not has(s, t, card, Stat.FORTITUDE, NO_CARD)
    return True


@kernel
def is_warded(s, t, card):
    """Whether spells have no effect on a card. Rule 15."""
    return has(s, t, card, Stat.PROTECTION_SPELLS, NO_CARD) or has(s, t, card, Stat.PROTECTION_MAGIC, NO_CARD)


@kernel
def preventable(s, t, card, amount, attacker, sort):
    """How many wounds of an attack the armour of a card would prevent, and how many of the others effects would.
    Rules 15 and 24.
    """
    if (MAGICAL >> sort) & 1 == 1:
        return 0, 0
    by_armour = 0
    if attacker < 0 or not has(s, t, attacker, Stat.IGNORES_ARMOUR, card):
        by_armour = max(0, min(amount, armour(s, t, card) - int(s.card[card].armour_used)))
    return by_armour, min(amount - by_armour, int(s.prevent[seat_of(s, card)]))


@kernel
def prevented(s, t, card, amount, attacker, sort):
    """How many wounds of an attack armour and effects prevent; what they prevent is used up. Rule 15."""
    by_armour, by_effects = preventable(s, t, card, amount, attacker, sort)
    s.card[card].armour_used += by_armour
    s.worn |= (1 if by_armour > 0 else 0) << card
    s.prevent[seat_of(s, card)] -= by_effects
    return by_armour + by_effects


@kernel
def coming(s, t, frame, i):
    """How many wounds one of the two strikes of an attack is about to deal, after all that would prevent them: so many
    a card takes, and can hand on. Rule 16.
    """
    struck, amount = fighter(frame, 1 - i), int(frame.value[i])
    if amount <= 0 or (i == 0 and is_camouflaged(s, t, struck)):
        return 0
    by_armour, by_effects = preventable(s, t, struck, amount, fighter(frame, i), int(frame.manner))
    return amount - by_armour - by_effects


@kernel
def is_camouflaged(s, t, card):
    """Whether a closed card takes no wounds, as no attack against it came before in this turn: Camouflage. Rule 24."""
    it = s.card[card]
    return it.closed == 1 and it.attacked == 0 and has(s, t, card, Stat.CAMOUFLAGE, NO_CARD)


@kernel
def wound_by_attack(s, t, card, amount, attacker, sort):
    """The wounds of an attack, after what prevents them. Returns the wounds dealt. Rules 15 and 16."""
    it = s.card[card]
    amount -= prevented(s, t, card, amount, attacker, sort)
    if amount <= 0:
        return 0
    blame(s, card, attacker, (RANGED >> sort) & 1)
    take_wounds(s, t, card, amount)
    it.wounded = 1
    if it.hunted > 0 and is_flying(s, t, attacker):
        it.hunted = 0
        inflict(s, t, card, 2, attacker, INFLUENCE)
    return amount


@kernel
def push_rule(s, t, rule, card, amount):
    """The choice that a named trait gives, put on the stack."""
    trait = t.trait[t.rule[rule]]
    frame = push(s, Frame.PROGRAM, seat_of(s, card), card)
    frame.first, frame.pc, frame.end, frame.trait, frame.amount = (
        trait.first,
        trait.first,
        trait.end,
        t.rule[rule],
        amount,
    )


@kernel
def heal(s, t, card, amount):
    """Removes wounds; those of incorporeal creatures stay. Returns how many. Rule 16."""
    if not in_play(s, card) or s.card[card].wounds == 0 or amount <= 0 or not is_corporeal(s, t, card):
        return 0
    it = s.card[card]
    if it.healed == 0 and is_type(s, t, card, Type.CREATURE):
        helper = healer_of(s, t, seat_of(s, card))
        if helper >= 0:
            reveal(s, t, helper)
            it.healed = 1
            amount += 1
    healed = min(amount, int(it.wounds))
    it.wounds -= healed
    return healed


@kernel
def healer_of(s, t, seat):
    """A card of a squad that lets its creatures heal one more, or NO_CARD."""
    left = int(s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if has(s, t, card, Stat.HEALING_BONUS, NO_CARD):
            return card
    return NO_CARD


@kernel
def can_be_poisoned(s, t, card):
    """Whether a card may have Poisoning: a corporeal creature that is not protected from it. Rule 24."""
    if not is_type(s, t, card, Type.CREATURE) or not is_corporeal(s, t, card):
        return False
    return not has(s, t, card, Stat.PROTECTION_POISONING, NO_CARD)


@kernel
def poison(s, t, card, level):
    """Gives Poisoning; of two the higher works. Rule 24."""
    if can_be_poisoned(s, t, card):
        s.card[card].poison = max(level, int(s.card[card].poison))
        s.tended |= 1 << int(card)


@kernel
def suffer_poison(s, t, card):
    """The wounds of Poisoning at the start of a turn, of which enemy cards may take note. Rule 24."""
    level = int(s.card[card].poison)
    if level == 0 or not can_be_poisoned(s, t, card):
        s.card[card].poison = 0
        return
    blame(s, card, NO_CARD, 0)
    take_wounds(s, t, card, level)
    offer_dexterity(s, t, card)
    announce(s, t, Event.POISON_WOUNDS, counted(card, level))


@kernel
def drain(s, t, card, wounded, amount):
    """Vampirism: a creature whose simple strike dealt wounds heals as many, and what is left becomes extra lives up to
    its maximum. Rule 24.
    """
    if amount <= 0 or not is_type(s, t, wounded, Type.CREATURE) or not is_corporeal(s, t, wounded):
        return
    if has(s, t, card, Stat.LESSER_VAMPIRISM, NO_CARD):
        heal(s, t, card, amount - 1)
    elif has(s, t, card, Stat.VAMPIRISM, NO_CARD):
        rest = amount - min(amount, int(s.card[card].wounds))
        heal(s, t, card, amount)
        room = number(s, t, card, Stat.VAMPIRISM, NO_CARD) - lives(s, t, card)
        if room > 0 and s.card[card].wounds == 0:
            s.card[card].extra += min(rest, room)


@kernel
def destroy(s, t, card, source):
    """A card is destroyed, whatever its lives. Rule 16."""
    if in_play(s, card):
        blame(s, card, source, 0)
        s.card[card].dying, s.dying = 2, 1


# --- what a card cannot keep ----------------------------------------------------------------------------------------


@kernel
def apply_base_effects(s, t):
    """Nobody keeps a poison that he cannot have, nor a symbiont a host that cannot bear it; who has lost Flight comes
    down. Rules 18, 19, 24 and 26.
    """
    left = int(s.tended) & everybody(s)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        it = s.card[card]
        if it.poison == 0 and it.host < 0 and it.cell != EXTRA:
            s.tended &= ~(1 << card)
        if it.poison > 0 and not can_be_poisoned(s, t, card):
            it.poison, s.settled = 0, 0
        if it.host >= 0 and is_symbiont(s, t, card) and not may_live_on(s, t, card, int(it.host)):
            destroy(s, t, card, NO_CARD)
        elif it.cell == EXTRA and it.host < 0 and s.n_frames == 0 and must_land(s, t, card):
            push_rule(s, t, Rule.LOSS_OF_FLIGHT, card, 0)


@kernel
def may_live_on(s, t, symbiont, host):
    """Whether a creature may bear a symbiont: a plain one, corporeal if the symbiont is and only then. Rule 19."""
    return is_plain_creature(s, t, host) and is_corporeal(s, t, host) == is_corporeal(s, t, symbiont)


@kernel
def must_land(s, t, card):
    """Whether a creature of the extra zone does not fly any more. Rule 18."""
    return is_type(s, t, card, Type.CREATURE) and not is_flying(s, t, card)


@kernel
def mend_armour(s, t):
    """Armour that a card has lost is full when it is regained. Rule 24."""
    left = int(s.worn)
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if not has_as_printed(s, t, card, Stat.ARMOUR, Stat.MORE_ARMOUR) and armour(s, t, card) <= 0:
            s.card[card].armour_used = 0
            s.worn &= ~(1 << card)


# --- death ----------------------------------------------------------------------------------------------------------


@kernel
def settle(s, t):
    """Cards without lives, and destroyed ones, go to the graveyard: the inactive player's first. Then what their deaths
    trigger goes on the stack: the active player's first, so that it comes last. Rules 16 and 26.
    """
    s.dying = 0
    fallen = 0
    for i in range(SEATS):
        seat = 1 - s.active if i == 0 else s.active
        left = int(s.team[seat])
        while left != 0:
            card = lowest(left)
            left &= left - 1
            if in_play(s, card) and s.card[card].dying > 0:
                if s.card[card].dying == 1 and lives(s, t, card) > 0:
                    s.card[card].dying = 0
                else:
                    fallen = die(s, t, card, fallen)
    if fallen > 0:
        tell_deaths(s, t, fallen)


@kernel
def die(s, t, card, fallen):
    """A card is buried, then what it bears, then what its symbiont wears; fallen: how many died at this moment before
    it. Returns how many now. Rule 16.
    """
    fallen = fall(s, t, card, fallen)
    for _ in range(LAYERS):
        left = everybody(s)
        while left != 0:
            other = lowest(left)
            left &= left - 1
            host = int(s.card[other].host)
            if host >= 0 and not in_play(s, host):
                blame(s, other, int(s.card[host].killer), int(s.card[host].by_ranged))
                fallen = fall(s, t, other, fallen)
    return fallen


@kernel
def fall(s, t, card, fallen):
    """A card is buried, the next of those that die at this moment."""
    s.killed[1 - seat_of(s, card)] += 1
    bury(s, t, card)
    s.card[card].dying = fallen + 1
    return fallen + 1


@kernel
def tell_deaths(s, t, fallen):
    """The deaths of one moment are told in their order, to each player's cards; then what the dead had is lost.
    Rules 16 and 26.
    """
    for i in range(SEATS):
        seat = s.active if i == 0 else 1 - s.active
        for order in range(1, fallen + 1):
            tell_death(s, t, fallen_card(s, order), seat)
    for order in range(1, fallen + 1):
        forget(s, fallen_card(s, order))


@kernel
def fallen_card(s, order):
    """The card that was the first, second, ... to die at this moment."""
    for card in range(CARDS):
        if s.card[card].zone == Zone.GRAVEYARD and s.card[card].dying == order:
            return card
    return NO_CARD


@kernel
def tell_death(s, t, card, seat):
    """A card has died: what that triggers of one player's cards, its own traits among them. Rules 16 and 24."""
    it = s.card[card]
    if is_type(s, t, card, Type.CREATURE):
        for other in range(CARDS):
            if s.card[other].controller == seat and sees_death(s, other, int(it.dying)):
                catch_soul(s, t, other)
                fire(s, t, Event.DEATH, other, about(card, card))
    if seat_of(s, card) == seat:
        fire(s, t, Event.OWN_DEATH, card, counted(NO_CARD, int(it.tokens)))
        gift = number(s, t, card, Stat.GIFT_OF_LIFE, NO_CARD)
        if gift > 0:
            push_rule(s, t, Rule.GIFT_OF_LIFE, card, gift)
    killer = int(it.killer)
    if killer >= 0 and seat_of(s, killer) == seat and is_eaten(s, t, card, killer):
        push_rule(s, t, Rule.CORPSE_EATING, killer, 0)


@kernel
def sees_death(s, card, order):
    """Whether a card was in play when one died: it still is, or died after it at the same moment."""
    it = s.card[card]
    return it.zone == Zone.PLAY or (it.zone == Zone.GRAVEYARD and it.dying > order)


@kernel
def catch_soul(s, t, card):
    """Soul Catcher: a token for a death. Rule 24."""
    most = number(s, t, card, Stat.SOUL_CATCHER, NO_CARD)
    if in_play(s, card) and s.card[card].tokens < most:
        reveal(s, t, card)
        s.card[card].tokens += 1


@kernel
def is_eaten(s, t, card, killer):
    """Whether the killer eats the corpse: it has Corpse Eating and destroyed a corporeal enemy creature beside it, not
    from afar. Rule 24.
    """
    it = s.card[card]
    if it.by_enemy == 0 or it.by_ranged == 1 or not in_play(s, killer):
        return False
    if not is_type(s, t, card, Type.CREATURE) or not is_corporeal(s, t, card):
        return False
    if not has(s, t, killer, Stat.CORPSE_EATING, NO_CARD):
        return False
    return is_flying(s, t, killer) or is_flying(s, t, card) or adjacent(s, killer, card)


@kernel
def is_melee(sort):
    """Whether a kind of attack is a melee strike. Rule 1."""
    return sort in (Attack.SIMPLE, Attack.SPECIAL, Attack.MAGIC)
