"""An attack from its declaration to its payment, with the dice and the windows of a fight. Rules 11 to 15 and 26."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.bitsets import lowest
from ..core.dice import roll
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop
from ..core.kernel import kernel
from ..core.rng import shuffle_stream
from .conditions import counted
from .frames import bits_of, fighter
from .happenings import about, attacked
from .modifiers import armour, asks_traits, attack_die, defence_die, has, is_said, modifier, number, shield
from .state import (
    EXTRA,
    FOREVER,
    NO_CARD,
    NO_PARENT,
    NO_ROW,
    OF_AIM,
    OF_DICE,
    THIS_ATTACK,
    UNTIL_WOUNDS,
    Decision,
    Frame,
    Outcome,
    Step,
)
from .stats import (
    COUNTER,
    GUARDED,
    adjacent,
    end_lasting,
    grant,
    in_play,
    is_flying,
    is_type,
    seat_of,
)
from .sudden import answer_window, window
from .tables import ANY_STRENGTH, KINDS, Attack, Bestowed, Event, Reach, Stat, Strength, Type, Window
from .targets import can_aim, can_defend, can_strike, is_attackable, is_struck_from_afar, is_within
from .triggers import announce, fire
from .use import can_pay_still, payer, strikes_again, strikes_on_at
from .wounds import (
    INFLUENCE,
    ITSELF,
    coming,
    drain,
    is_camouflaged,
    is_melee,
    offer_dexterity,
    settle,
    wound,
    wound_by_attack,
)
from .zones import reveal

STRIKES, MAGICAL, RANGED = KINDS["strikes"], KINDS["magical"], KINDS["ranged"]
DIE_SIDES = 6
OF_CONSTANTS = (Step.DEFEND, Step.FIX, Step.RESULT, Step.VALUE)
"""Steps of an attack at which constants begin to matter."""
OF_CHANGES = (Step.FIX, Step.DEAL)
"""Steps of an attack that tell cards of it, turn up, or wound."""
OF_MARKS = (Step.DEFEND, Step.PAY)
"""Steps of an attack that change by what its fighters may have or lose a trait: whether it is directed, who is closed.
"""
MANY = 1_000
"""More than any number of an attack, to write two of them in one."""


@kernel
def resolve_attack(s, t, frame):
    """The next step of the attack on top of the stack, and those that follow at once, as nothing but the attack itself
    has changed. Deaths are no part of an attack that ignores traits. Rule 15.
    """
    step, place, is_calm = int(frame.step), int(s.n_frames), s.dying == 0 and s.card[frame.attacker].hidden == 0
    if step in UNTIL_WOUNDS and not goes_on(s, t, frame):
        return
    while True:
        s.ignored = frame.target if frame.ignoring == 1 and step not in OF_AIM and step != Step.DEATHS else NO_CARD
        if s.n_auras > 0 and step in OF_CONSTANTS and turn_up_helpers(s, t, frame, step):
            is_calm = False
        if step in OF_AIM:
            resolve_aim(s, t, frame, step)
        elif step in OF_DICE:
            resolve_dice(s, t, frame, step)
        else:
            resolve_blow(s, t, frame, step)
        s.ignored = NO_CARD
        if not is_calm or s.decision != 0 or s.n_frames != place or not follows_at_once(s, t, frame, step):
            return
        step = int(frame.step)


@kernel
def follows_at_once(s, t, frame, step):
    """Whether nothing is to be looked at between a step of an attack that has changed the attack alone and the next.
    Rule 26.
    """
    if step in OF_CHANGES or (step == Step.CHOOSE_DIE and may_suffer_plague(s, t, frame)):
        return False
    if s.asking != 0 and (s.settled == 0 or step in OF_MARKS) and asks_traits(s, t):
        return False
    return s.worn == 0 or step not in OF_MARKS


@kernel
def may_suffer_plague(s, t, frame):
    """Whether anything may be said of Plague of either fighter. Rule 24."""
    return is_said(s, t, int(frame.attacker), Stat.PLAGUE) or is_said(s, t, int(frame.target), Stat.PLAGUE)


@kernel
def turn_up_helpers(s, t, frame, step):
    """A hidden card is turned up if its constants change what a step of an attack comes to. Returns whether any is.
    Rule 23.
    """
    found = False
    for i in range(s.n_auras):
        card = int(s.aura[i])
        if s.card[card].hidden == 1:
            before = comes_to(s, t, frame, step)
            s.card[card].hidden = 0
            after = comes_to(s, t, frame, step)
            s.card[card].hidden = 1
            if after != before:
                found = True
                reveal(s, t, card)
    return found


@kernel
def comes_to(s, t, frame, step):
    """A number that tells what constants make of a step of an attack: its aim, its dice, or its blows."""
    attacker, target, sort = int(frame.attacker), int(frame.target), int(frame.manner)
    if step == Step.RESULT:
        defence = defence_die(s, t, target, attacker) if frame.fights == 1 else 0
        return MANY * attack_die(s, t, attacker, sort, target) + defence
    if step == Step.VALUE:
        return MANY * blow_comes_to(s, t, frame, 0) + blow_comes_to(s, t, frame, 1)
    if step not in (Step.DEFEND, Step.FIX):
        s.error = ERROR_UNWRITTEN
        return 0
    found = 1 if has(s, t, attacker, Stat.UNANSWERED_STRIKE, target) else 0
    found += 2 if has(s, t, attacker, Stat.DIRECTED_STRIKE, target) else 0
    if step == Step.FIX:
        found += 4 if has(s, t, target, Stat.THICK_HIDE, NO_CARD) else 0
        found += 8 * number(s, t, target, Stat.FEAR, NO_CARD)
    return found


@kernel
def blow_comes_to(s, t, frame, i):
    """A number that tells how hard one of the two strikes of an attack hits, and what is prevented of it."""
    card, struck, sort, strength = fighter(frame, i), fighter(frame, 1 - i), int(frame.manner), int(frame.strength[i])
    if strength == 0:
        return 0
    value = value_of(s, t, frame, i)
    if is_protected(s, t, card, struck, sort, strength, value):
        value = 0
    found = 2 * value + (1 if has(s, t, struck, Stat.STRIKES_TO_WEAK, NO_CARD) else 0)
    if value == 0 or (MAGICAL >> int(frame.manner)) & 1 == 1:
        return found
    return MANY * found + armour(s, t, struck)


@kernel
def goes_on(s, t, frame):
    """Whether an attack goes on to its next step: whoever is without lives dies first, of a blocked attack nothing is
    left but the payment, and one that is no longer legal is cancelled without it. Rules 15, 16 and 26.
    """
    if s.dying == 1:
        settle(s, t)
        return False
    if frame.blocked == 1:
        note_attack(s, frame)
        frame.step, frame.outcome = Step.DEATHS, Outcome.BLOCKED
        return False
    if not is_legal_still(s, t, frame):
        frame.step = Step.DONE
        return False
    return True


@kernel
def resolve_aim(s, t, frame, step):
    """Declaration, answer, defender, redirection, and the target that is fixed. Rules 11 and 26."""
    if step == Step.DECLARE:
        declare(s, t, frame)
    elif step == Step.ANSWER:
        if frame.pays == 0 or answer_window(s, t, frame):
            frame.step = Step.DEFEND if is_legal_still(s, t, frame) else Step.DONE
    elif step == Step.DEFEND:
        frame.step = Step.REDIRECT
        if ask_defender(s, t, frame):
            ask(s, 1 - seat_of(s, int(frame.attacker)), Decision.DEFEND)
    elif step == Step.REDIRECT:
        if frame.redirected == 1 or frame.manner != Attack.SIMPLE or window(s, t, frame, Window.REDIRECT):
            frame.step = Step.FIX
    elif step == Step.FIX:
        fix(s, t, frame)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def declare(s, t, frame):
    """The attack is declared; a hidden target stays face down until it is fixed. Rules 11 and 26."""
    attacker, target = int(frame.attacker), int(frame.target)
    reveal(s, t, attacker)
    frame.event, frame.subject = target, attacker
    note_cells(s, frame)
    if s.first_striker < 0 and seat_of(s, attacker) != seat_of(s, target):
        s.first_striker = seat_of(s, attacker)
    frame.step = Step.ANSWER


@kernel
def note_cells(s, frame):
    """Notes where both cards of an attack stand. Rule 11."""
    for i in range(2):
        frame.cells[i] = s.card[fighter(frame, i)].cell


@kernel
def is_legal_still(s, t, frame):
    """Whether the target is there and in reach, what closes for the attack there and open, with its attacker, and what
    it costs there; a trait that costs nothing may attack for a card that has died. Rule 26.
    """
    if not in_play(s, int(frame.target)) or not is_in_reach_still(s, t, frame):
        return False
    payer = payer_of_attack(s, frame)
    if payer == NO_CARD:
        return True
    if not (in_play(s, int(frame.attacker)) and in_play(s, payer) and s.card[payer].closed == 0):
        return False
    return frame.pays == 1 or can_pay_still(s, t, s.frame[frame.parent])


@kernel
def payer_of_attack(s, frame):
    """The card that closes for an attack, or for the action whose attack it is; NO_CARD if none does."""
    if frame.pays == 1:
        return int(frame.attacker)
    return payer(s.frame[frame.parent]) if frame.parent != NO_PARENT and s.frame[frame.parent].pays == 1 else NO_CARD


@kernel
def is_in_reach_still(s, t, frame):
    """Whether an attack reaches its target, should either have changed place, a card bar a strike across a row, or what
    let it reach so far be gone. Rules 14 and 26.
    """
    attacker, target = int(frame.attacker), int(frame.target)
    stayed = s.card[attacker].cell == frame.cells[0] and s.card[target].cell == frame.cells[1]
    if not stayed or frame.manner == Attack.ACROSS:
        return reaches(s, t, frame)
    if frame.redirected == 1 or not in_play(s, attacker):
        return True
    if frame.manner != Attack.SIMPLE:
        return is_within(s, t, attacker, target, int(frame.manner), int(frame.reach))
    return adjacent(s, attacker, target) or is_struck_from_afar(s, t, attacker, target)


@kernel
def reaches(s, t, frame):
    """Whether an attack may hit its target where both stand; a strike that was forced may at any adjacent card.
    Rules 11 and 14.
    """
    attacker, target, sort = int(frame.attacker), int(frame.target), int(frame.manner)
    if sort != Attack.SIMPLE:
        return is_within(s, t, attacker, target, sort, int(frame.reach)) and can_aim(
            s, t, attacker, target, sort, -1, -1
        )
    if adjacent(s, attacker, target) and is_attackable(s, t, target):
        return True
    return can_strike(s, t, attacker, target)


@kernel
def aim(s, t, frame):
    """Whether the strike is unanswered, or directed at least, against the card at which it is aimed now. Rule 24."""
    attacker, target = int(frame.attacker), int(frame.target)
    frame.unanswered = 1 if has(s, t, attacker, Stat.UNANSWERED_STRIKE, target) else 0
    frame.directed = 1 if frame.unanswered == 1 or has(s, t, attacker, Stat.DIRECTED_STRIKE, target) else 0


@kernel
def ask_defender(s, t, frame):
    """Whether the enemy may redirect the strike, or name a defender, as the inactive player may. Rule 12."""
    if frame.manner != Attack.SIMPLE or seat_of(s, int(frame.attacker)) == seat_of(s, int(frame.target)):
        return False
    aim(s, t, frame)
    left = int(s.team[seat_of(s, int(frame.target))])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        if is_defender(s, t, frame, card) or is_redirection(s, t, frame, card):
            return True
    return False


@kernel
def is_defender(s, t, frame, card):
    """Whether a card may defend in the attack on top of the stack. Rule 12."""
    seat = seat_of(s, int(frame.target))
    if frame.directed == 1 or seat_of(s, card) != seat or seat == s.active:
        return False
    return can_defend(s, t, card, int(frame.attacker), int(frame.target))


@kernel
def is_redirection(s, t, frame, card):
    """Whether the enemy may redirect the strike of a creature that allows it to a creature beside it."""
    attacker = int(frame.attacker)
    if card == frame.target or not in_play(s, card) or seat_of(s, card) == seat_of(s, attacker):
        return False
    if not is_type(s, t, card, Type.CREATURE) or not adjacent(s, attacker, card):
        return False
    return has(s, t, attacker, Stat.ENEMY_REDIRECTS, NO_CARD)


@kernel
def defend(s, t, frame, card):
    """A creature defends: the strike hits it, and it closes with the attacker. Rule 12."""
    frame.defender = card
    s.card[card].promised = 1
    s.card[card].defended += 1
    s.defences[seat_of(s, card)] += 1
    redirect_to(s, t, frame, card)
    fire(s, t, Event.DEFENDS, card, about(int(frame.first_target), int(frame.first_target)))


@kernel
def redirect_to(s, t, frame, card):
    """The strike hits another card instead, wherever that stands now. Rules 12 and 23."""
    frame.target, frame.redirected, frame.event = card, 1, card
    reveal(s, t, card)
    frame.cells[1] = s.card[card].cell


@kernel
def fix(s, t, frame):
    """The target is fixed, and turned up if it is hidden; one that could not have been chosen so blocks the attack.
    Rules 23 and 26.
    """
    attacker, target = int(frame.attacker), int(frame.target)
    frame.step = Step.READY
    was_hidden = s.card[target].hidden == 1
    reveal(s, t, target)
    aim(s, t, frame)
    if frame.reach & Reach.IGNORING or has(s, t, attacker, Stat.IGNORES_TRAITS, target):
        frame.ignoring, s.ignored = 1, target
    if was_hidden and not reaches(s, t, frame):
        frame.blocked = 1
    if s.card[target].netted > 0:
        s.card[target].netted, frame.blocked = 0, 1
    if frame.blocked == 0:
        tell_attack(s, t, frame, attacker, target)


@kernel
def tell_attack(s, t, frame, attacker, target):
    """What attacking a card triggers: of the active player's cards first, so that they come last. Rule 26."""
    bits = (1 << int(frame.manner)) | ANY_STRENGTH
    fear = number(s, t, target, Stat.FEAR, NO_CARD)
    if fear > 0 and number(s, t, attacker, Stat.FEAR, NO_CARD) < fear:
        wound(s, t, attacker, fear, target, INFLUENCE)
    for turn in range(2):
        seat = int(s.active) if turn == 0 else 1 - int(s.active)
        if seat_of(s, attacker) == seat and not has(s, t, target, Stat.THICK_HIDE, NO_CARD):
            fire(s, t, Event.ATTACKS, attacker, attacked(target, target, bits | guard_bit(s, t, frame, 0), 0))
        if seat_of(s, target) == seat:
            tell_attacked(s, t, attacker, target, bits)
    ask_unity(s, t, frame)


@kernel
def tell_attacked(s, t, attacker, target, bits):
    """What attacking a card triggers of its own squad's cards. Rule 26."""
    if seat_of(s, attacker) != seat_of(s, target):
        if is_type(s, t, attacker, Type.CREATURE):
            announce(s, t, Event.ALLY_ATTACKED, attacked(target, attacker, bits, 0))
        announce_near(s, t, target, attacker, bits)
    fire(s, t, Event.ATTACKED, target, attacked(attacker, attacker, bits, 0))


@kernel
def guard_bit(s, t, frame, i):
    """The bit for an attack from which who is attacked is protected, so that no trait of the attacker reaches him by
    it; before its strength is known, for what protects from all attacks of its kind. Rule 15.
    """
    if frame.strength[i] > 0:
        return GUARDED if frame.guarded[i] == 1 else 0
    return GUARDED if is_safe(s, t, fighter(frame, i), fighter(frame, 1 - i), int(frame.manner)) else 0


@kernel
def announce_near(s, t, target, attacker, bits):
    """Cards adjacent to the target take note of the attack. Rule 26."""
    if (s.events >> Event.NEIGHBOUR_ATTACKED) & 1 == 1 and is_type(s, t, target, Type.CREATURE):
        left = int(s.team[seat_of(s, target)])
        while left != 0:
            card = lowest(left)
            left &= left - 1
            if adjacent(s, card, target):
                fire(s, t, Event.NEIGHBOUR_ATTACKED, card, attacked(target, attacker, bits, 0))


@kernel
def ask_unity(s, t, frame):
    """Unity: a cheaper creature with Unity of the deck may be shown, whose traits work for this attack. Rule 24."""
    attacker = int(frame.attacker)
    if not has(s, t, attacker, Stat.UNITY, NO_CARD):
        return
    for place in range(s.deck[seat_of(s, attacker)].n):
        if is_united(s, t, attacker, place):
            ask(s, seat_of(s, attacker), Decision.UNITY)
            return


@kernel
def is_united(s, t, attacker, place):
    """Whether a card of the deck may be shown for an attacker's Unity. Rule 24."""
    row = t.card[s.deck[seat_of(s, attacker)].card[place]]
    return row.type == Type.CREATURE and row.given[Stat.UNITY] == 1 and row.cost < t.card[s.card[attacker].type].cost


# --- the dice -------------------------------------------------------------------------------------------------------


@kernel
def resolve_dice(s, t, frame, step):
    """The dice are rolled and changed, and the results compared. Rule 13."""
    if step == Step.READY:
        if window(s, t, frame, Window.ANY):
            frame.step = Step.ROLL
    elif step == Step.ROLL:
        roll_dice(s, t, frame)
        frame.step = Step.CHOOSE_DIE
    elif step == Step.CHOOSE_DIE:
        for i in range(2):
            if frame.die[2 + i] > 0 and frame.die[2 + i] != frame.die[i]:
                ask(s, seat_of(s, fighter(frame, i)), Decision.DIE)
                return
        frame.step = Step.DICE
        for i in range(1 + frame.fights):
            suffer_plague(s, t, fighter(frame, i), int(frame.die[i]))
    elif step == Step.DICE:
        if window(s, t, frame, Window.DICE):
            frame.step = Step.RESULT
    elif step == Step.RESULT:
        result(s, t, frame)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def roll_die(s, seat):
    """A die of a seat, whose luck is its own."""
    return roll(s, shuffle_stream(seat), DIE_SIDES)


@kernel
def roll_dice(s, t, frame):
    """The attacker rolls, then the target if it fights: an open enemy creature that is simple-struck. Whether a strike
    is directed or unanswered may have changed since its target was fixed. Rules 13 and 26.
    """
    attacker, target = int(frame.attacker), int(frame.target)
    aim(s, t, frame)
    frame.fights = fights(s, t, frame, attacker, target)
    for i in range(1 + frame.fights):
        card = fighter(frame, i)
        frame.die[i] = roll_die(s, seat_of(s, card))
        if frame.fights == 1 and has(s, t, card, Stat.TWO_DICE, NO_CARD):
            frame.die[2 + i] = roll_die(s, seat_of(s, card))


@kernel
def suffer_plague(s, t, card, die):
    """Plague: a creature that has rolled an odd number is wounded for it. Rule 24."""
    if die % 2 == 1 and has(s, t, card, Stat.PLAGUE, NO_CARD):
        wound(s, t, card, die, card, ITSELF)


@kernel
def fights(s, t, frame, attacker, target):
    """1 if the target of an attack reflects it, else 0. Rule 13."""
    if frame.manner != Attack.SIMPLE or frame.unanswered == 1 or seat_of(s, attacker) == seat_of(s, target):
        return 0
    if not is_type(s, t, target, Type.CREATURE):
        return 0
    if s.card[target].closed == 0:
        return 1
    return 1 if has(s, t, target, Stat.REFLECTS_CLOSED, NO_CARD) else 0


@kernel
def result(s, t, frame):
    """Results with their modifiers, and whether the higher roller is asked to step down. Rule 13."""
    attacker, target = int(frame.attacker), int(frame.target)
    frame.result[0] = frame.die[0] + frame.bonus[0] + attack_die(s, t, attacker, int(frame.manner), target)
    frame.step = Step.STRENGTH
    if frame.fights == 0:
        return
    frame.result[1] = frame.die[1] + frame.bonus[1] + defence_die(s, t, target, attacker)
    difference = int(frame.result[0]) - int(frame.result[1])
    if difference in (4, 2, -4):
        ask(s, seat_of(s, attacker if difference > 0 else target), Decision.STEP)


@kernel
def combat_row(attack, defence, stepped):
    """Strength of the attacker's strike and of the counter-strike, as 4 * strike + counter. Rule 13's table."""
    difference = attack - defence
    if stepped:
        difference -= 1 if difference > 0 else -1
    if difference >= 5:
        return 4 * Strength.STRONG
    if difference == 4:
        return 4 * Strength.STRONG + Strength.WEAK
    if difference == 3:
        return 4 * Strength.MEDIUM
    if difference == 2:
        return 4 * Strength.MEDIUM + Strength.WEAK
    if difference == 0 and attack >= 5:
        return Strength.WEAK + 0
    if -1 <= difference <= 1:
        return 4 * Strength.WEAK
    if difference == -2:
        return Strength.MISS + 0
    if difference == -3:
        return Strength.WEAK + 0
    return 4 * Strength.WEAK + Strength.MEDIUM if difference == -4 else Strength.MEDIUM + 0


@kernel
def one_die(result):
    """The strength of an attack for which only the attacker rolls: 1-3 weak, 4-5 medium, 6 strong. Rule 13."""
    if result >= 6:
        return Strength.STRONG + 0
    return Strength.MEDIUM + 0 if result >= 4 else Strength.WEAK + 0


# --- the blow -------------------------------------------------------------------------------------------------------


@kernel
def resolve_blow(s, t, frame, step):
    """Strength, value, late windows, wounds, and what they trigger. Rule 26."""
    if step == Step.STRENGTH:
        if frame.changed == 0:
            set_strengths(s, t, frame)
        if window(s, t, frame, Window.STRENGTH):
            frame.step = Step.VALUE
    elif step == Step.VALUE:
        weaken(s, t, frame)
        set_values(s, t, frame)
        frame.step = Step.WOUNDS
        announce_wounds(s, t, frame)
    elif step == Step.WOUNDS:
        if frame.value[0] + frame.value[1] == 0 or window(s, t, frame, Window.WOUNDS):
            frame.step = Step.LAST_ANSWERS
    elif step == Step.LAST_ANSWERS:
        if frame.value[0] + frame.value[1] == 0 or window(s, t, frame, Window.ANY):
            frame.step = Step.DEAL
    elif step == Step.DEAL:
        deal(s, t, frame)
        frame.step, frame.outcome = Step.LANDED, Outcome.DONE
    elif step == Step.LANDED:
        if frame.strength[0] + frame.strength[1] == 0 or window(s, t, frame, Window.LANDED):
            frame.step = Step.DEATHS
    else:
        resolve_end(s, t, frame, step)


@kernel
def set_strengths(s, t, frame):
    """The strength of both strikes. Rule 13."""
    frame.changed = 1
    if frame.fights == 1:
        row = combat_row(int(frame.result[0]), int(frame.result[1]), frame.did == 1)
        frame.strength[0], frame.strength[1] = row // 4, row % 4
    else:
        frame.strength[0], frame.strength[1] = one_die(int(frame.result[0])), 0


@kernel
def weaken(s, t, frame):
    """What reduces simple strikes to weak ones, after all that raises them. Rules 15 and 26."""
    if frame.manner == Attack.SIMPLE:
        for i in range(2):
            if frame.strength[i] > Strength.WEAK and has(s, t, fighter(frame, 1 - i), Stat.STRIKES_TO_WEAK, NO_CARD):
                set_strength(s, t, frame, i, Strength.WEAK + 0)


@kernel
def set_strength(s, t, frame, i, strength):
    """One of two strikes becomes so strong; not weaker if nothing can reduce it. A miss stays one. Rule 15."""
    if frame.strength[i] > strength and has(s, t, fighter(frame, i), Stat.FIXED_STRENGTH, NO_CARD):
        return
    if frame.strength[i] > 0:
        frame.strength[i] = strength


@kernel
def base_value(s, t, frame, i):
    """What an attack wounds for before modifiers: of a simple strike as printed, of others as their text says.
    Rule 13.
    """
    strength = int(frame.strength[i])
    if frame.manner != Attack.SIMPLE:
        return ((int(frame.values) >> (4 * (strength - 1))) & 15) * times_of(s, t, frame) + int(frame.x)
    row = t.card[s.card[fighter(frame, i)].type]
    found = int(row.strike[strength - 1])
    if has(s, t, fighter(frame, i), Stat.COPIES_STRIKE, NO_CARD):
        found += int(t.card[s.card[fighter(frame, 1 - i)].type].strike[strength - 1])
    return found


@kernel
def times_of(s, t, frame):
    """How many times its number an attack wounds for: as it was declared, or what is counted for it now, while its card
    is there. Rule 26.
    """
    attacker = int(frame.attacker)
    if frame.first == NO_ROW or not in_play(s, attacker):
        return int(frame.times)
    return counted(s, t, t.row[frame.first], attacker, int(frame.parent), int(frame.target))


@kernel
def set_values(s, t, frame):
    """How many wounds both strikes are about to deal, after modifiers and protections. Rule 15."""
    for i in range(2):
        frame.value[i], frame.guarded[i] = 0, 0
        if frame.strength[i] > 0:
            frame.value[i] = value_of(s, t, frame, i)
            card, struck, strength = fighter(frame, i), fighter(frame, 1 - i), int(frame.strength[i])
            if is_protected(s, t, card, struck, int(frame.manner), strength, int(frame.value[i])):
                frame.value[i], frame.guarded[i] = 0, 1
    if has(s, t, int(frame.attacker), Stat.NO_COUNTER_WOUNDS, NO_CARD):
        frame.value[1] = 0


@kernel
def value_of(s, t, frame, i):
    """The wounds of one of the two strikes of an attack, before protections; those of a counter-strike are reduced as
    those of any attack are. Rules 15 and 24.
    """
    card, struck, sort, bits = fighter(frame, i), fighter(frame, 1 - i), int(frame.manner), bits_of(frame, i)
    value = base_value(s, t, frame, i) + modifier(s, t, card, Stat.VALUE, struck, bits)
    value += modifier(s, t, struck, Stat.INCOMING, card, bits & ~COUNTER)
    value += number(s, t, struck, Stat.VULNERABILITY, NO_CARD)
    if sort == Attack.SIMPLE and s.card[struck].wounded == 1 and has(s, t, card, Stat.WRATH, NO_CARD):
        value += 1
    if (MAGICAL >> sort) & 1 == 0:
        value -= shield(s, t, struck)
        if value > 1 and has(s, t, struck, Stat.ATTACKS_TO_ONE, NO_CARD):
            value = 1
    if frame.capped[i] > 0:
        value = min(value, int(frame.capped[i]))
    return max(0, value)


@kernel
def is_protected(s, t, card, struck, sort, strength, value):
    """Whether a card is protected from an attack of a kind and strength, and of a value. Rule 15."""
    if not has_guards(s, t, struck):
        return False
    if sort == Attack.SIMPLE and strength == Strength.WEAK and has(s, t, struck, Stat.PROTECTION_WEAK_STRIKES, card):
        return True
    least = number(s, t, struck, Stat.PROTECTION_VALUE, card)
    return (least > 0 and value <= least) or is_safe(s, t, card, struck, sort)


@kernel
def has_guards(s, t, card):
    """Whether anything may protect a card from attacks."""
    it = s.card[card]
    return t.card[it.type].guards == 1 or it.lasting > 0 or s.bestowed & Bestowed.GUARDS != 0


@kernel
def is_safe(s, t, card, struck, sort):
    """Whether a card is protected from all attacks of a kind, or of this attacker. Rule 15."""
    if not has_guards(s, t, struck):
        return False
    if sort == Attack.SHOT and has(s, t, struck, Stat.PROTECTION_SHOTS, card):
        return True
    if sort == Attack.THROW and has(s, t, struck, Stat.PROTECTION_THROWS, card):
        return True
    if sort == Attack.DISCHARGE and has(s, t, struck, Stat.PROTECTION_DISCHARGES, card):
        return True
    if (MAGICAL >> sort) & 1 == 1 and has(s, t, struck, Stat.PROTECTION_MAGIC, card):
        return True
    if (STRIKES >> sort) & 1 == 1 and has(s, t, struck, Stat.PROTECTION_STRIKES, card):
        return True
    if is_flying(s, t, card) and has(s, t, struck, Stat.PROTECTION_FLYING, card):
        return not has(s, t, card, Stat.IGNORES_PROTECTION_FLYING, NO_CARD)
    return False


@kernel
def announce_wounds(s, t, frame):
    """Cards of the squad of one that is about to be wounded take note."""
    if (s.events >> Event.ALLY_WOUNDED) & 1 == 1:
        for i in range(2):
            amount, victim = coming(s, t, frame, i), fighter(frame, 1 - i)
            if amount > 0:
                bits = 1 << int(frame.manner)
                announce(s, t, Event.ALLY_WOUNDED, attacked(victim, victim, bits, amount))


@kernel
def deal(s, t, frame):
    """Both sides are wounded together, and what the strikes trigger goes on the stack. Rules 11 and 16."""
    attacker, target = int(frame.attacker), int(frame.target)
    note_cells(s, frame)
    if is_camouflaged(s, t, target):
        frame.value[0] = 0
    for i in range(2):
        if frame.strength[i] > 0:
            card = fighter(frame, i)
            frame.dealt[i] = wound_by_attack(s, t, fighter(frame, 1 - i), int(frame.value[i]), card, int(frame.manner))
            note_strike(s, t, frame, i)
    note_attack(s, frame)
    for i in range(2):
        if frame.strength[i] > 0:
            pass_on(s, t, frame, i)
    for turn in range(2):
        seat = int(s.active) if turn == 0 else 1 - int(s.active)
        for i in range(2):
            if frame.strength[i] > 0:
                land(s, t, frame, i, seat)
            elif i == 0 and seat_of(s, attacker) == seat:
                miss(s, t, frame, attacker, target)


@kernel
def note_attack(s, frame):
    """One card has attacked another in this turn, whether it hit, missed or was blocked."""
    s.card[frame.attacker].attacks = min(99, s.card[frame.attacker].attacks + 1)
    s.card[frame.target].attacked = 1


@kernel
def note_strike(s, t, frame, i):
    """Figures of the game: wounds by kind, strikes by strength."""
    seat, sort = seat_of(s, fighter(frame, i)), int(frame.manner)
    kind = 2 if (MAGICAL >> sort) & 1 == 1 else 1 if (RANGED >> sort) & 1 == 1 else 0
    s.wounds_by[seat, kind] += frame.dealt[i]
    s.strikes_by[seat, frame.strength[i]] += 1


@kernel
def pass_on(s, t, frame, i):
    """What a strike that has landed does by rule once both have wounded: Vampirism and Plague. Rule 24."""
    card, struck, sort = fighter(frame, i), fighter(frame, 1 - i), int(frame.manner)
    if sort == Attack.SIMPLE:
        drain(s, t, card, struck, int(frame.dealt[i]))
    if is_melee(sort) and frame.guarded[i] == 0:
        if has(s, t, card, Stat.PLAGUE, NO_CARD) and not has(s, t, struck, Stat.PLAGUE, NO_CARD):
            grant(s, struck, Stat.PLAGUE, 1, -1, FOREVER, seat_of(s, card))


@kernel
def land(s, t, frame, i, seat):
    """What a strike that has landed triggers of one seat's cards: those of both fighters, and of those that take note.
    The active player's come first on the stack, so that they come last. Rule 26.
    """
    card, struck, bits = fighter(frame, i), fighter(frame, 1 - i), bits_of(frame, i)
    if seat_of(s, struck) == seat and frame.dealt[i] > 0:
        offer_dexterity(s, t, struck)
    # two that strike back at each other would never end, so that a dying card strikes back at a simple strike alone
    if seat_of(s, struck) == seat and (frame.manner == Attack.SIMPLE or s.card[struck].dying == 0):
        fire(s, t, Event.STRUCK, struck, attacked(card, card, bits & ~COUNTER, int(frame.dealt[i])))
    if seat_of(s, card) != seat:
        return
    if i == 0:
        announce(s, t, Event.ALLY_ATTACK, attacked(card, struck, bits, int(frame.dealt[i])))
    bits |= guard_bit(s, t, frame, i)
    fire(s, t, Event.STRIKE, card, attacked(struck, struck, bits, int(frame.dealt[i])))
    if i == 0 and frame.unity >= 0:
        lend(s, t, card, struck, bits, int(frame.unity))


@kernel
def miss(s, t, frame, attacker, target):
    """What a strike that has missed triggers of the attacker; figures of the game count it. Rule 11."""
    s.strikes_by[seat_of(s, attacker), 0] += 1
    bits = (1 << Attack.SIMPLE) | ANY_STRENGTH | guard_bit(s, t, frame, 0)
    fire(s, t, Event.MISS, attacker, attacked(target, target, bits, 0))


@kernel
def lend(s, t, card, struck, bits, shown):
    """Unity: what a strike triggers of the card that was shown, as if it were the attacker's. Rule 24."""
    own, formers = int(s.card[card].type), int(s.formers)
    s.card[card].type = shown
    s.formers = formers & ~(1 << card) | int(t.card[shown].given[Stat.FORMATION]) << card
    fire(s, t, Event.STRIKE, card, attacked(struck, struck, bits, 0))
    s.card[card].type, s.formers = own, formers


@kernel
def resolve_end(s, t, frame, step):
    """Deaths, payment and what comes after. Rules 10 and 26."""
    if step == Step.DEATHS:
        frame.step = Step.PAY
        if s.dying == 1:
            settle(s, t)
    elif step == Step.PAY:
        frame.step = Step.DONE
        pay(s, t, frame)
    elif step == Step.DONE:
        end_lasting(s, THIS_ATTACK - (s.n_frames - 1), NO_CARD)
        release(s, frame)
        report(s, frame)
        pop(s)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def release(s, frame):
    """The attacker and the defender are free for something else; of a cancelled strike nobody was the defender.
    Rules 10 and 12.
    """
    defender = int(frame.defender)
    if defender >= 0:
        s.card[defender].promised = 0
        if frame.outcome == Outcome.CANCELLED and s.card[defender].defended > 0:
            s.card[defender].defended -= 1
    if frame.pays == 1:
        s.card[frame.attacker].promised = 1 if is_promised_below(s, int(frame.attacker)) else 0


@kernel
def is_promised_below(s, card):
    """Whether a card that was made to strike is to close for what had been declared before. Rule 10."""
    for i in range(s.n_frames - 1):
        frame = s.frame[i]
        if frame.kind == Frame.ATTACK:
            if frame.defender == card or (frame.pays == 1 and frame.attacker == card):
                return True
        elif frame.pays == 1 and payer(frame) == card:
            return True
    return False


@kernel
def report(s, frame):
    """The program whose attack it is hears what became of it: it has no more effect on a card that was protected, or
    was not attacked after all. Rule 15.
    """
    if frame.parent == NO_PARENT:
        return
    program = s.frame[frame.parent]
    if frame.outcome == Outcome.DONE:
        program.landed += 1
    elif frame.outcome == Outcome.BLOCKED:
        program.stopped += 1
    if frame.outcome != Outcome.DONE or frame.guarded[0] == 1:
        program.spared |= 1 << int(frame.target)


@kernel
def pay(s, t, frame):
    """The attacker closes, and with it the defender. Rules 10 and 12."""
    attacker, defender = int(frame.attacker), int(frame.defender)
    if in_play(s, attacker):
        if frame.pays == 1:
            after_strike(s, t, attacker, int(frame.target), s.card[frame.first_target].cell == EXTRA)
            if frame.reach & Reach.CLOSING:
                s.card[attacker].closed = 1
        elif payer_of_attack(s, frame) == attacker:
            s.card[attacker].struck |= 1 << int(frame.target)
    if defender >= 0 and in_play(s, defender):
        if not has(s, t, defender, Stat.OPEN_AFTER_DEFENCE, NO_CARD):
            s.card[defender].closed = 1
        fire(s, t, Event.DEFENDED, defender, about(int(frame.first_target), int(frame.attacker)))


@kernel
def after_strike(s, t, card, struck, at_flyer):
    """A creature that simple-struck in its turn closes, unless a trait lets it strike again or stay open; it has struck
    the one flyer for which it had closed. Rules 10 and 18.
    """
    it = s.card[card]
    it.strikes += 1
    it.struck |= 1 << struck
    it.acted = 1
    if it.prepared == 2 and at_flyer:
        it.prepared = 0
    strikes_on = strikes_again(s, t, card) and strikes_on_at(s, t, card, struck)
    if strikes_on or has(s, t, card, Stat.OPEN_AFTER_ATTACK, NO_CARD):
        s.unfinished = 1
    else:
        it.closed = 1


@kernel
def show_united(s, frame, place):
    """A card of the deck, whose order never counts, is shown for Unity; its traits then work for the attack.
    Rule 24.
    """
    frame.unity = s.deck[seat_of(s, int(frame.attacker))].card[place]
