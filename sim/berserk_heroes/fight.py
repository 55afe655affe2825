"""Attacks by strike, defenders, Shots and Fights (rule 6)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.frames import pop, push
from ..core.kernel import kernel
from .basics import (
    body,
    dealer,
    has,
    in_play,
    keyword,
    life_left,
    mark,
    meditation_value,
    note_shift,
    side_of,
    type_of,
    use_keyword,
)
from .damage import excess_damage, wound
from .filters import classes_of
from .happenings import done_to, happened_to, happening
from .modifiers import has_constant, renew, total, value_of
from .queue import enqueue, fire
from .state import (
    NO_BODY,
    Constant,
    Decision,
    Flag,
    Frame,
    Source,
    Trigger,
    Type,
)
from .tables import PRINTED_COPIES, Keyword

DECLARED, DEFENDED, STRUCK = range(3)
"""Steps of an ATTACK frame (source: the attacker, event: the target now, other: the first target)."""


@kernel
def can_act(s, card):
    """Whether a card in play may do what taps it: attack, or a tap ability. Rules 6.1, 6.4."""
    it = s.card[card]
    if it.bits & (Flag.TAPPED | Flag.HIDDEN) or keyword(s, card, Keyword.CANNOT_ACT):
        return False
    return it.bits & Flag.NEW == 0 or keyword(s, card, Keyword.RUSH)


@kernel
def can_attack(s, card):
    """Whether a creature may make a strike attack now. Rule 6.1."""
    if s.card[card].bits & Flag.ATTACKED or keyword(s, card, Keyword.CANNOT_ATTACK):
        return False
    return can_act(s, card)


@kernel
def can_be_attacked(s, t, attacker, target):
    """Whether a character of the opponent may be the target of a strike attack. Rule 6.2.1."""
    if has(s, target, Flag.HIDDEN) or keyword(s, target, Keyword.CANNOT_BE_ATTACKED):
        return False
    return not keyword(s, attacker, Keyword.ATTACKS_UNWOUNDED_ONLY) or body(s, target).wounds == 0


@kernel
def is_direct(s, t, attacker, target):
    """Whether no defender may be assigned against an attack. Rule 6.2.3."""
    if keyword(s, attacker, Keyword.DIRECT_STRIKE):
        return True
    if type_of(s, t, target) == Type.HERO:
        return keyword(s, attacker, Keyword.DIRECT_VS_HEROES)
    if keyword(s, attacker, Keyword.DIRECT_VS_CREATURES):
        return True
    if not keyword(s, attacker, Keyword.DIRECT_VS_OTHER_CLASSES):
        return False
    return classes_of(s, t, target) & ~classes_of(s, t, attacker) != 0


@kernel
def can_defend(s, card, target):
    """Whether a creature may be assigned as a defender. Rule 6.2.3."""
    it = s.card[card]
    if card == target or it.bits & (Flag.TAPPED | Flag.HIDDEN):
        return False
    if it.bits & Flag.DEFENDED and not keyword(s, card, Keyword.DEFENDS_ALWAYS):
        return False
    return not keyword(s, card, Keyword.CANNOT_DEFEND) and not keyword(s, card, Keyword.CANNOT_ACT)


@kernel
def begin_attack(s, t, attacker, target):
    """A creature declares a strike attack. Rule 6.2.1."""
    mark(s, attacker, Flag.ATTACKED)
    if has(s, attacker, Flag.NEW):  # which Rush alone allows
        use_keyword(s, side_of(s, attacker))
    frame = push(s)
    frame.kind, frame.step, frame.you, frame.source = Frame.ATTACK, DECLARED, side_of(s, attacker), attacker
    frame.event, frame.other, frame.flag = target, target, 0
    frame.chosen[0], frame.chosen[1] = s.card[attacker].body, NO_BODY
    note_shift(s)
    fire(s, t, Trigger.ATTACK_DECLARED, done_to(target, attacker))


@kernel
def resolve_attack(s, t, frame):
    """One step of an attack. Rule 6.2."""
    attacker, target, fighter = int(frame.source), int(frame.event), int(frame.chosen[0])
    if frame.step == DECLARED:
        frame.step = DEFENDED
        if is_same(s, attacker, fighter) and in_play(s, target) and not is_direct(s, t, attacker, target):
            ask(s, side_of(s, target), Decision.DEFEND)
    elif frame.step == DEFENDED:
        frame.step = STRUCK
        if is_same(s, attacker, fighter) and in_play(s, target) and not has(s, target, Flag.HIDDEN):
            fire(s, t, Trigger.ACTS, happened_to(attacker, 0))
            strikes(s, t, frame, attacker, target, False)
            report_attack(s, t, attacker, target, int(frame.other), int(frame.excess), Source.STRIKE)
    else:
        pop(s)
        tap_after(s, attacker, fighter, Keyword.ATTACK_MASTERY)
        if target != frame.other:
            tap_after(s, target, int(frame.chosen[1]), Keyword.DEFENCE_MASTERY)
        note_shift(s)


@kernel
def is_same(s, card, fighter):
    """Whether a card is in play with the body that it had in a fight: one that has left and come back does not fight.

    Rule 2.
    """
    return in_play(s, card) and s.card[card].body == fighter


@kernel
def tap_after(s, card, fighter, mastery):
    """The attacker or the defender, whose body in the fight is fighter, taps unless it has the mastery. Rule 6.2.7."""
    if not is_same(s, card, fighter):
        return
    if keyword(s, card, mastery):
        use_keyword(s, side_of(s, card))
    else:
        mark(s, card, Flag.TAPPED)


@kernel
def defend(s, t, card):
    """A creature becomes the target of the attack on top. Rule 6.2.3."""
    frame = s.frame[s.n_frames - 1]
    frame.event, frame.chosen[1] = card, s.card[card].body
    mark(s, card, Flag.DEFENDED)
    fire(s, t, Trigger.ACTS, happened_to(card, 0))


# --- strikes --------------------------------------------------------------------------------------------------------


@kernel
def strength_against(s, t, card, target, strength, how):
    """The strength of a strike or Shot against a card. Rule 6.2.5."""
    strength -= value_of(s, t, target, Keyword.FEWER_FROM_ATTACKS)
    if how == Source.STRIKE:
        strength -= value_of(s, t, target, Keyword.FEWER_FROM_STRIKES)
        strength -= total(s, t, Constant.FEWER_FROM_STRIKES, -1, target, card)
    return max(0, strength)


@kernel
def strikes(s, t, frame, attacker, target, fight):
    """The two cards strike: the second only if it is an untapped creature, or in a Fight. Rule 6.2.4.

    Who strikes later strikes with what the wounds of the first strike have left of its strength.

    frame: gets the excess damage of the attacker's strike, and in y the bits of who struck.
    """
    back = type_of(s, t, target) == Type.CREATURE and (fight or not has(s, target, Flag.TAPPED))
    quick = keyword(s, attacker, Keyword.FIRST_STRIKE) or (back and keyword(s, target, Keyword.LAST_STRIKE))
    slow = keyword(s, attacker, Keyword.LAST_STRIKE) or (back and keyword(s, target, Keyword.FIRST_STRIKE))
    frame.did, frame.excess, frame.y = 0, 0, 0
    if not back:
        strike(s, t, frame, attacker, target, strike_of(s, t, attacker, target))
    elif quick == slow:
        strength, answer = strike_of(s, t, attacker, target), strike_of(s, t, target, attacker)
        strike(s, t, frame, attacker, target, strength)
        strike_back(s, t, frame, target, attacker, answer)
    elif quick:
        strike(s, t, frame, attacker, target, strike_of(s, t, attacker, target))
        if survives(s, t, target):
            strike_back(s, t, frame, target, attacker, strike_of(s, t, target, attacker))
    else:
        strike_back(s, t, frame, target, attacker, strike_of(s, t, target, attacker))
        if survives(s, t, attacker):
            strike(s, t, frame, attacker, target, strike_of(s, t, attacker, target))
    frame.excess = excess_damage(s, t, target, int(frame.did))
    report_strikes(s, t, frame, attacker, target)


@kernel
def strike_of(s, t, card, target):
    """The strength with which a card strikes another now. Rule 6.2.5."""
    return strength_against(s, t, card, target, int(body(s, card).strike), Source.STRIKE)


@kernel
def strike(s, t, frame, attacker, target, strength):
    """The attacker strikes. Rule 6.2.4."""
    frame.did = wound(s, t, target, strength, attacker, Source.STRIKE)
    frame.y |= 1


@kernel
def strike_back(s, t, frame, target, attacker, strength):
    """The target strikes the attacker. Rule 6.2.4."""
    wound(s, t, attacker, strength, target, Source.STRIKE)
    frame.y |= 2


@kernel
def survives(s, t, card):
    """Whether a card that was struck first has life left, with what its wounds change.

    Rule 6.2.4, keyword First strike.
    """
    renew(s, t)
    return life_left(s, card) > 0


@kernel
def report_strikes(s, t, frame, attacker, target):
    """What "on strike" triggers, of both cards. Rule 6.2.6."""
    struck = int(frame.y)
    if side_of(s, attacker) == s.active and struck & 2:
        fire(s, t, Trigger.STRIKES, done_to(attacker, target))
    if struck & 1:
        fire(s, t, Trigger.STRIKES, happening(target, attacker, int(frame.excess), 1, 0))
    if side_of(s, attacker) != s.active and struck & 2:
        fire(s, t, Trigger.STRIKES, done_to(attacker, target))


@kernel
def report_attack(s, t, attacker, target, first, excess, how):
    """What an attack, by strike, Shot or Fight, triggers after its wounds: "on attack", Suppression, Meditation.
    Rule 6.2.6.

    first: the target that was chosen; another, if a creature defended it.
    """
    fire(s, t, Trigger.ATTACK, happening(target, attacker, excess, 0, how))
    if type_of(s, t, first) == Type.CREATURE and keyword(s, attacker, Keyword.SUPPRESSION):
        enqueue(s, -1 - Trigger.SUPPRESS, attacker, dealer(s, attacker), done_to(first, attacker))
    if keyword(s, target, Keyword.MEDITATION) and side_of(s, target) != dealer(s, attacker):
        queue_meditation(s, t, attacker, target)


@kernel
def queue_meditation(s, t, attacker, target):
    """Each copy of Meditation of an attacked card waits, if it may still work this turn.

    Rule 6.2.6, keyword Meditation.
    """
    it, seat = body(s, target), int(s.card[target].controller)
    most = (
        2
        if has_constant(s, Constant.MEDITATION_TWICE) and total(s, t, Constant.MEDITATION_TWICE, seat, -1, -1) > 0
        else 1
    )
    for k in range(PRINTED_COPIES):
        value, used = meditation_value(s, t, target, k), (int(it.meditations) >> (k * 2)) & 3
        if value > 0 and used < most:
            it.meditations += 1 << (k * 2)
            enqueue(s, -1 - Trigger.MEDITATE, target, seat, happening(target, attacker, value, 0, 0))


@kernel
def shoot(s, t, frame, card, target, n):
    """A Shot by a card. Rule 6.3."""
    strength = strength_against(s, t, card, target, n, Source.SHOT)
    frame.did = wound(s, t, target, strength, card, Source.SHOT)
    frame.excess = excess_damage(s, t, target, int(frame.did))
    report_attack(s, t, card, target, target, int(frame.excess), Source.SHOT)


@kernel
def fight(s, t, frame, card, target):
    """Two creatures of different players fight. Rule 6.6."""
    if not in_play(s, card) or not in_play(s, target) or side_of(s, card) == side_of(s, target):
        frame.did = 0
        return
    attack = push(s)
    attack.kind, attack.source = Frame.ATTACK, card
    strikes(s, t, attack, card, target, True)
    report_attack(s, t, card, target, target, int(attack.excess), Source.STRIKE)
    frame.did, frame.excess = 1, int(attack.excess)
    pop(s)
