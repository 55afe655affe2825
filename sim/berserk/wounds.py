"""Wounds, healing, poison and death. Rules 15, 16 and 24."""

from __future__ import annotations

from ..core.kernel import kernel
from .frames import push
from .modifiers import armour, has, number
from .state import CARDS, NO_CARD, NO_CELL, SEATS, Frame, Zone
from .stats import adjacent, has_plain, in_play, is_corporeal, is_flying, is_type, lives, plain, seat_of
from .tables import ALL, KINDS, Attack, Event, Rule, Stat, Type
from .triggers import announce, fire
from .zones import bury

INFLUENCE, SPELL, ITSELF = -1, -2, -3
"""Wounds without an attack: of an influence, of a spell, and those that a card deals itself or suffers by a rule."""
RANGED, MAGICAL = KINDS["ranged"], KINDS["magical"]


@kernel
def take_wounds(s, t, card, amount):
    """A card loses lives, extra ones first; without lives it is about to die."""
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
    """Wounds a card without an attack; how: INFLUENCE, SPELL or ITSELF. Returns the wounds dealt."""
    if not in_play(s, card) or amount <= 0 or not is_affected(s, t, card, source, how):
        return 0
    blame(s, card, source, 0)
    take_wounds(s, t, card, amount)
    return amount


@kernel
def is_affected(s, t, card, source, how):
    """Whether the wounds of an influence or a spell reach a card. Fortitude is against influences of enemy cards."""
    if how == SPELL:
        return not is_warded(s, t, card)
    if how == INFLUENCE and source >= 0 and s.card[source].controller != s.card[card].controller:
        return not has(s, t, card, Stat.FORTITUDE, NO_CARD)
    return True


@kernel
def is_warded(s, t, card):
    """Whether spells have no effect on a card."""
    return has(s, t, card, Stat.PROTECTION_SPELLS, NO_CARD) or has(s, t, card, Stat.PROTECTION_MAGIC, NO_CARD)


@kernel
def prevented(s, t, card, amount, attacker, sort):
    """How many wounds of an attack armour and effects prevent; what they prevent is used up."""
    if (MAGICAL >> sort) & 1 == 1:
        return 0
    it, saved = s.card[card], 0
    if attacker < 0 or not has(s, t, attacker, Stat.IGNORES_ARMOUR, card):
        saved = max(0, min(amount, armour(s, t, card) - int(it.armour_used)))
        it.armour_used += saved
    seat = seat_of(s, card)
    if s.prevent[seat] > 0 and s.turn <= s.prevent_until[seat]:
        more = min(amount - saved, int(s.prevent[seat]))
        s.prevent[seat] -= more
        saved += more
    return saved


@kernel
def wound_by_attack(s, t, card, amount, attacker, sort):
    """The wounds of an attack, after what prevents them. Returns the wounds dealt."""
    it = s.card[card]
    first = it.attacked == 0
    it.attacked = min(99, it.attacked + 1)
    if amount <= 0 or (first and it.closed == 1 and has(s, t, card, Stat.CAMOUFLAGE, NO_CARD)):
        return 0
    amount -= prevented(s, t, card, amount, attacker, sort)
    if amount <= 0:
        return 0
    blame(s, card, attacker, (RANGED >> sort) & 1)
    take_wounds(s, t, card, amount)
    it.wounded = 1
    if it.hunted > 0 and is_flying(s, t, attacker):
        it.hunted = 0
        wound(s, t, card, 2, attacker, INFLUENCE)
    if has_plain(s, t, card, Stat.DEXTERITY) and it.uses[it.uses.size - 1] == 0:
        it.uses[it.uses.size - 1] = 1
        push_rule(s, t, Rule.DEXTERITY, card, 0)
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
    """Removes wounds; those of incorporeal creatures stay. Returns how many."""
    it = s.card[card]
    if not in_play(s, card) or it.wounds == 0 or amount <= 0 or not is_corporeal(s, t, card):
        return 0
    if it.healed == 0 and is_type(s, t, card, Type.CREATURE) and heals_more(s, t, seat_of(s, card)):
        it.healed = 1
        amount += 1
    healed = min(amount, int(it.wounds))
    it.wounds -= healed
    return healed


@kernel
def heals_more(s, t, seat):
    """Whether a card of a squad lets its creatures heal one more."""
    for card in range(CARDS):
        it = s.card[card]
        if it.zone == Zone.PLAY and it.controller == seat and t.card[it.type].moving[Stat.HEALING_BONUS] == 1:
            return True
    return False


@kernel
def poison(s, t, card, level):
    """Gives Poisoning; of two the higher works. Not for incorporeal or protected creatures, nor for other cards."""
    if not in_play(s, card) or not is_type(s, t, card, Type.CREATURE):
        return
    if is_corporeal(s, t, card) and not has(s, t, card, Stat.PROTECTION_POISONING, NO_CARD):
        s.card[card].poison = max(level, int(s.card[card].poison))


@kernel
def suffer_poison(s, t, card):
    """The wounds of Poisoning at the start of a turn, of which enemy cards may take note."""
    level = int(s.card[card].poison)
    if level == 0 or not is_corporeal(s, t, card) or has(s, t, card, Stat.PROTECTION_POISONING, NO_CARD):
        s.card[card].poison = 0
        return
    blame(s, card, NO_CARD, 0)
    take_wounds(s, t, card, level)
    announce(s, t, Event.POISON_WOUNDS, card, card, 0, level, NO_CELL, NO_CELL)


@kernel
def drain(s, t, card, wounded, amount):
    """Vampirism: a creature whose simple strike dealt wounds heals as many, and what is left becomes extra lives up to
    its maximum.
    """
    if amount <= 0 or not is_type(s, t, wounded, Type.CREATURE) or not is_corporeal(s, t, wounded):
        return
    if has(s, t, card, Stat.LESSER_VAMPIRISM, NO_CARD):
        heal(s, t, card, amount - 1)
    elif has(s, t, card, Stat.VAMPIRISM, NO_CARD):
        rest = amount - min(amount, int(s.card[card].wounds))
        heal(s, t, card, amount)
        room = number(s, t, card, Stat.VAMPIRISM, NO_CARD) - lives(s, t, card)
        if rest > 0 and room > 0 and s.card[card].wounds == 0:
            s.card[card].extra += min(rest, room)


@kernel
def destroy(s, t, card, source):
    """A card is destroyed, whatever its lives."""
    if in_play(s, card):
        blame(s, card, source, 0)
        s.card[card].dying, s.dying = 2, 1


# --- death ----------------------------------------------------------------------------------------------------------


@kernel
def settle(s, t):
    """Cards without lives, and destroyed ones, go to the graveyard: the inactive player's first. Rule 16."""
    s.dying = 0
    for i in range(SEATS):
        seat = 1 - s.active if i == 0 else s.active
        for card in range(CARDS):
            if in_play(s, card) and seat_of(s, card) == seat and s.card[card].dying > 0:
                if s.card[card].dying == 1 and lives(s, t, card) > 0:
                    s.card[card].dying = 0
                else:
                    die(s, t, card)


@kernel
def die(s, t, card):
    """A card is buried, with what it bears, and what its death triggers is put on the stack."""
    killer = int(s.card[card].killer)
    eaten = killer >= 0 and is_eaten(s, t, card, killer)
    gift = plain(s, t, card, Stat.GIFT_OF_LIFE)
    s.killed[1 - seat_of(s, card)] += 1
    bury(s, t, card)
    for other in range(CARDS):
        if s.card[other].host == card and in_play(s, other):
            s.card[other].killer, s.card[other].by_enemy = killer, s.card[card].by_enemy
            s.killed[1 - seat_of(s, other)] += 1
            bury(s, t, other)
            tell_death(s, t, other)
    tell_death(s, t, card)
    if eaten and in_play(s, killer):
        eat(s, t, killer)
    if gift > 0:
        push_rule(s, t, Rule.GIFT_OF_LIFE, card, gift)


@kernel
def tell_death(s, t, card):
    """A card has died."""
    if is_type(s, t, card, Type.CREATURE):
        for other in range(CARDS):
            if in_play(s, other) and has_plain(s, t, other, Stat.SOUL_CATCHER):
                if s.card[other].tokens < plain(s, t, other, Stat.SOUL_CATCHER):
                    s.card[other].tokens += 1
        announce(s, t, Event.DEATH, card, card, 0, 0, NO_CELL, NO_CELL)
    fire(s, t, Event.OWN_DEATH, card, NO_CARD, NO_CARD, 0, int(s.card[card].tokens))
    s.card[card].tokens = 0


@kernel
def is_eaten(s, t, card, killer):
    """Whether the killer eats the corpse: it has Corpse Eating and destroyed a corporeal enemy creature beside it,
    not from afar.
    """
    if s.card[card].by_enemy == 0 or s.card[card].by_ranged == 1 or not has(s, t, killer, Stat.CORPSE_EATING, NO_CARD):
        return False
    if not is_type(s, t, card, Type.CREATURE) or not is_corporeal(s, t, card):
        return False
    return is_flying(s, t, killer) or is_flying(s, t, card) or adjacent(s, killer, card)


@kernel
def eat(s, t, card):
    """Corpse Eating: heals fully and loses its poisoning."""
    if lives(s, t, card) <= 0:
        return
    heal(s, t, card, ALL)
    s.card[card].poison = 0
    fire(s, t, Event.CORPSE_EATEN, card, NO_CARD, NO_CARD, 0, 0)


@kernel
def is_melee(sort):
    """Whether a kind of attack is a melee strike."""
    return sort in (Attack.SIMPLE, Attack.SPECIAL, Attack.MAGIC)
