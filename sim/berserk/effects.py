"""Programs of traits, row by row: conditions, choices, and what each operation does."""

from __future__ import annotations

from ..cards.chosen import first_chosen, times_chosen
from ..cards.decisions import ask
from ..cards.rows import ALLOWED, ANSWERED, PICKING, START, next_row, pass_over
from ..core.bitsets import lowest
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop
from ..core.kernel import kernel
from ..core.pile import find
from .attack import one_die, redirect_to, roll_die, set_strength, suffer_plague
from .choices import (
    REPEATED,
    candidates,
    is_attack,
    is_barred_by_name,
    is_candidate,
    push_cell,
    sort_of,
    way_cells,
)
from .conditions import counted, holds, is_nothing
from .filters import attack_on, matches, opposite, zone_of_filter
from .frames import DEATHS, DECLARED, NUMBERS, PAYMENT, RUNNING, exchange, push_attack
from .happenings import NOTHING
from .modifiers import blessing
from .movement import change_cell, leap, tell_move
from .state import (
    CARDS,
    EXTRA,
    FOREVER,
    HELD,
    NO_CARD,
    NO_CELL,
    NO_PARENT,
    PICKS_MAX,
    THIRSTY,
    THIS_ATTACK,
    Decision,
    Frame,
    Zone,
)
from .stats import (
    EVERY_CARD,
    everybody,
    free_beside,
    free_cells,
    grant,
    in_play,
    is_corporeal,
    is_flying,
    is_plain_creature,
    is_type,
    needs_host,
    seat_of,
)
from .sudden import answer_window, window
from .tables import (
    ALL,
    AMOUNT_ZERO,
    CHOOSERS,
    KINDS_BITS,
    OF_ATTACKS,
    OF_THE_MOMENT,
    WITH_CELLS,
    X_OR_NO_TOKENS,
    X_TOKENS,
    Attack,
    Condition,
    Count,
    Event,
    Operation,
    Reach,
    Rule,
    Select,
    Stat,
    Type,
    Way,
    Window,
)
from .triggers import fire, forget_use, is_used_up, may_fire, note_use, offered_place, place_of
from .use import can_pay_still, pay_use, payer
from .wounds import (
    INFLUENCE,
    ITSELF,
    SPELL,
    apply_base_effects,
    coming,
    destroy,
    heal,
    is_warded,
    offer_dodges,
    poison,
    settle,
    wound,
)
from .zones import clear_card, enter, fly, new_card, put_on, reveal, start_cell

REFUSABLE, ROLLED = 4, 5
"""Steps of a row beside those of all games: a card's controller is asked whether he lets it be pushed, and the die lies
on the table. ALLOWED is a row that nobody need be asked about any more, ANSWERED one for which there is a cell.
"""
NOTED = 2
"""Of a program that has had an effect: its use is noted."""
NATURES = (Stat.FLYING, Stat.GROUNDED, Stat.INCORPOREAL, Stat.PROTECTION_POISONING)
"""What a card is given that it may lose its poison, its symbiont or its host by."""
GRANTS = (
    Operation.GRANT_TURN,
    Operation.GRANT_OWN_TURN,
    Operation.GRANT_ENEMY_TURN,
    Operation.GRANT_BATTLE,
    Operation.GRANT_ATTACK,
)
OF_ATTACK = (Operation.SET_STRENGTH, Operation.CAP_VALUE, Operation.BLOCK)
QUIET = (
    Operation.TARGET,
    Operation.NUMBER,
    Operation.EITHER,
    Operation.OR,
    Operation.ASK_ENEMY,
    Operation.TIMES,
    Operation.ROLL,
)
"""Operations that only prepare what others do: after them a trait may still be cancelled."""


@kernel
def resolve_program(s, t, frame):
    """One step of the program on top of the stack. Rule 26."""
    stage = int(frame.stage)
    if stage == NUMBERS and frame.pays == 0:
        begin_triggered(s, t, frame)
    elif stage == NUMBERS:
        frame.stage = DECLARED
        if t.trait[frame.trait].tokens in (X_TOKENS, X_OR_NO_TOKENS):
            ask(s, frame.seat, Decision.NUMBER)
    elif stage == DECLARED:
        if frame.pays == 0 or frame.seat != s.active or s.n_frames > 1 or answer_window(s, t, frame):
            begin_rows(s, t, frame)
    elif stage == RUNNING:
        if frame.launched > 0 and not hear_attacks(s, t, frame):
            return
        if frame.pc >= frame.end:
            frame.stage = DEATHS
            if frame.times == 1:
                offer_dodges(s, t)
        else:
            resolve_row(s, t, frame, t.row[frame.pc])
    elif stage == DEATHS:
        frame.stage = PAYMENT
        if s.dying == 1:
            settle(s, t)
    else:
        if frame.pays == 1:
            pay_use(s, t, frame)
        elif frame.did == 1:
            note_offer(s, t, frame)
        source, has_eaten = int(frame.source), frame.trait == t.rule[Rule.CORPSE_EATING]
        pop(s)
        if has_eaten and in_play(s, source):
            fire(s, t, Event.CORPSE_EATEN, source, NOTHING)


@kernel
def note_offer(s, t, frame):
    """A trait that its player need not use counts as used, once."""
    if frame.worked != NOTED and offered_place(s, t, frame) >= 0:
        note_use(s, t.trait[frame.trait], int(frame.source), offered_place(s, t, frame))
        frame.worked = NOTED


@kernel
def note_effect(s, t, frame):
    """A trait has an effect: from the first on it counts as used, so that it is not asked for again by what it does.
    Rule 26.
    """
    frame.worked = max(1, int(frame.worked))
    if frame.did == 1:
        note_offer(s, t, frame)


@kernel
def begin_triggered(s, t, frame):
    """A triggered trait begins, unless it cannot any more, or its player first says which of his comes first: of those
    that are not used up. Rule 26.
    """
    if drop_used_up(s, t):
        return
    place = offered_place(s, t, frame)
    if place >= 0 and not may_fire(s, t, t.trait[frame.trait], int(frame.source), place):
        pop(s)
    elif triggers_at_once(s) > 1 and is_order_felt(s, t):
        ask(s, frame.seat, Decision.TRIGGER)
    else:
        frame.stage = DECLARED


@kernel
def drop_used_up(s, t):
    """Takes off the stack those triggers of the moment on top that have been used up since. Returns whether there were
    any. Rule 26.
    """
    at, dropped = s.n_frames - triggers_at_once(s), False
    while at < s.n_frames:
        frame = s.frame[at]
        place = offered_place(s, t, frame)
        if place < 0 or not is_used_up(s, t.trait[frame.trait], int(frame.source), place):
            at += 1
            continue
        for above in range(at + 1, s.n_frames):
            exchange(s.frame[above - 1], s.frame[above])
        pop(s)
        dropped = True
    return dropped


@kernel
def triggers_at_once(s):
    """How many triggers of the seat of the topmost one came at the same moment and have not begun. Rule 26."""
    seat, found = s.frame[s.n_frames - 1].seat, 0
    for i in range(s.n_frames - 1, -1, -1):
        frame = s.frame[i]
        if frame.kind != Frame.PROGRAM or frame.seat != seat or frame.pays == 1 or frame.stage != NUMBERS:
            return found
        found += 1
    return found


@kernel
def is_order_felt(s, t):
    """Whether two of the triggers of one moment do more than to mark their own cards, so that their order may count."""
    found = 0
    for i in range(triggers_at_once(s)):
        frame = s.frame[s.n_frames - 1 - i]
        for at in range(frame.first, frame.end):
            if not is_mark(t.row[at]):
                found += 1
                break
    return found > 1


@kernel
def is_mark(row):
    """Whether a row only marks the card whose text it is: it neither wounds it nor takes it to another place."""
    if row.select != Select.SELF or row.operation in (Operation.MOVE, Operation.WOUND, Operation.DESTROY):
        return False
    return row.operation not in GRANTS or row.argument not in NATURES


@kernel
def come_first(s, place):
    """The trigger at a place from the top of the stack comes first. Rule 26."""
    top, chosen = s.frame[s.n_frames - 1], s.frame[s.n_frames - 1 - place]
    if place > 0:
        exchange(top, chosen)
    top.stage = DECLARED


@kernel
def begin_rows(s, t, frame):
    """The rows begin, unless the action is no longer legal. Rule 26."""
    frame.stage = RUNNING
    if frame.pays == 1 and not is_action_legal(s, t, frame):
        cancel(s, t, frame)


@kernel
def is_action_legal(s, t, frame):
    """Whether a declared action may go on: its card is there, who closes for it there and open, its tokens there, its
    condition holds, and its target may be chosen. Of several targets those that are chosen yet may be left. Rule 26.
    """
    card, row, trait = int(frame.source), t.row[frame.first], t.trait[frame.trait]
    closes, place = payer(frame), s.n_frames - 1
    if not (in_play(s, card) and in_play(s, closes) and s.card[closes].closed == 0 and can_pay_still(s, t, frame)):
        return False
    if trait.condition > 0 and not holds(s, t, trait, card, place, int(frame.event)):
        return False
    if frame.preset < 0 or is_candidate(s, t, row, card, int(frame.preset), place):
        return True
    frame.spared |= 1 << int(frame.preset)
    return most_picks(s, t, frame, row, place) > 1


@kernel
def cancel(s, t, frame):
    """A trait is cancelled, as if it had not been declared: it was not used, and nobody pays. Rules 15 and 26."""
    if frame.pays == 1:
        s.card[payer(frame)].promised = 0
    forget_use(s, t.trait[frame.trait], int(frame.source), place_of(s, t, frame))
    pop(s)


@kernel
def hear_attacks(s, t, frame):
    """What became of the attacks of the row before: if all were blocked, nothing is left of the trait but its payment;
    if all were cancelled, neither is that, unless it has had an effect. Returns whether the trait goes on. Rule 15.
    """
    landed, stopped = int(frame.landed), int(frame.stopped)
    frame.launched, frame.landed, frame.stopped = 0, 0, 0
    if landed > 0:
        frame.worked = max(1, int(frame.worked))
    elif stopped > 0 and frame.asks == 0:
        frame.pc, frame.worked = frame.end, max(1, int(frame.worked))
    elif stopped == 0 and frame.worked == 0 and frame.asks == 0:
        cancel(s, t, frame)
        return False
    return True


@kernel
def fix_targets(s, t, frame, row, place):
    """The cards that were chosen for a row are its targets now, and turned up if they lie hidden; the row spares those
    that could not have been chosen so. Returns whether the trait goes on: without a target it is blocked, or cancelled
    if they had gone before or there never were any. Rules 23 and 26.
    """
    left, was_hidden = 0, False
    for i in range(frame.n):
        card = int(frame.chosen[i])
        if s.card[card].hidden == 1:
            was_hidden = True
            reveal(s, t, card)
            if not is_candidate(s, t, row, int(frame.source), card, place):
                frame.spared |= 1 << card
        left += 1 - ((frame.spared >> card) & 1)
    if left > 0 or (frame.n == 0 and (frame.pays == 1 or frame.worked > 0 or row.optional == 1)):
        return True
    if was_hidden or frame.worked > 0:
        frame.pc, frame.step = frame.end, START
    else:
        cancel(s, t, frame)
    return False


@kernel
def resolve_row(s, t, frame, row):
    """One step of a row: is it to happen, what is chosen for it, and then it happens."""
    place = s.n_frames - 1
    if frame.step == START:
        if not row_wanted(s, t, frame, row, place):
            return
    if frame.step == PICKING and choose_next(s, t, frame, row, place):
        return
    if row.operation in WITH_CELLS and frame.step < ANSWERED and ask_cell(s, t, frame, row):
        return
    if row.operation == Operation.SUMMON and ask_summon(s, t, frame, row):
        return
    if row.operation == Operation.PUSH and frame.step < ANSWERED and ask_push(s, t, frame, row):
        return
    if row.operation in (Operation.ROLL, Operation.ROLL_WOUND):
        if frame.step != ROLLED:
            roll_for_text(s, t, frame)
        if not window(s, t, frame, Window.DICE):
            return
    happen(s, t, frame, row, place)


@kernel
def chooses_cards(operation):
    """Whether an operation begins with the choice of cards, or of a card that is near the one chosen."""
    return operation in CHOOSERS or operation in REPEATED or operation == Operation.FORCE_STRIKE


@kernel
def row_wanted(s, t, frame, row, place):
    """A row begins. Returns whether it goes on at once: it does not if it is passed over, or asked for first."""
    operation, target = int(row.operation), first_chosen(frame)
    if row.select in (Select.OPPOSITE, Select.EVENT, Select.SUBJECT):
        turn_up(s, t, frame, selected_card(s, t, frame, row))
    if not holds(s, t, row, int(frame.source), place, target):
        frame.asks = 0
        pass_over(frame)
        return False
    if chooses_cards(operation):
        if operation in REPEATED or operation == Operation.FORCE_STRIKE:
            frame.subject = reached(s, t, frame, target) if operation != Operation.SHIFT_WOUNDS else frame.subject
        frame.n, frame.step = 0, PICKING
        return True
    if operation in (Operation.EITHER, Operation.NUMBER, Operation.CHANGE_DIE):
        ask_outright(s, frame, operation)
        return False
    if row.optional == 1:
        if not is_possible(s, t, frame, row):
            refuse(frame, row)
            return False
        ask(s, frame.seat, Decision.MAY)
        return False
    frame.step = ALLOWED
    return True


@kernel
def ask_outright(s, frame, operation):
    """Asks for what a row is about: which of two modes, a number, or a die on the table and its change."""
    if operation == Operation.EITHER:
        ask(s, frame.chooser, Decision.MODE)
    elif operation == Operation.NUMBER:
        ask(s, frame.chooser, Decision.NUMBER)
    elif operation == Operation.CHANGE_DIE:
        ask(s, frame.seat, Decision.DIE)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def is_possible(s, t, frame, row):
    """Whether a row that is asked for can do anything. Rules 1 and 10."""
    card = selected_card(s, t, frame, row)
    if card >= 0 and reached(s, t, frame, card) < 0:
        return False
    if is_nothing(s, t, row, int(frame.source), s.n_frames - 1, first_chosen(frame)):
        return False
    there = card >= 0 and in_play(s, card)
    if row.operation == Operation.OPEN and not (there and s.card[card].closed == 1):
        return False
    if row.operation == Operation.MOVE:
        return there and way_cells(s, t, card, int(row.amount), int(frame.source)) != 0
    return there or row.select in (Select.NONE, Select.EACH)


@kernel
def go_on(frame, row):
    """The row is done or refused; one that happens several times comes again."""
    if frame.asks > 1:
        frame.asks -= 1
        frame.step = START
        return
    frame.asks = 0
    next_row(frame, row)


@kernel
def refuse(frame, row):
    """The row is not done, this time if it happens several times; see cards/rows.py."""
    frame.did = 0
    go_on(frame, row)


@kernel
def most_picks(s, t, frame, row, place):
    """How many cards may be chosen for a row. Rules 14 and 16."""
    operation = int(row.operation)
    if operation == Operation.TARGET:
        return int(row.amount)
    if operation == Operation.REDISTRIBUTE:
        return min(int(row.amount), wounds_to_take(s, t, int(frame.subject)))
    if operation == Operation.SHIFT_WOUNDS:
        return min(PICKS_MAX, pending_wounds(s, t, frame))
    if chooses_cards(operation):
        return 3 if is_attack(operation) and row.argument & Reach.THREE else 1
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def wounds_to_take(s, t, card):
    """The wounds that may be taken off a card: none off one that does not heal. Rule 16."""
    return int(s.card[card].wounds) if card >= 0 and is_corporeal(s, t, card) else 0


@kernel
def pending_wounds(s, t, frame):
    """The wounds that the attack that is on is about to deal to the card of the event."""
    place = attack_on(s)
    if place < 0:
        return 0
    attack = s.frame[place]
    return coming(s, t, attack, 0 if attack.target == frame.event else 1)


@kernel
def choose_next(s, t, frame, row, place):
    """Asks for the next card of a row. Returns whether somebody is asked; else all are chosen."""
    if frame.preset >= 0:
        frame.chosen[0], frame.n, frame.preset = frame.preset, 1, NO_CARD
    if frame.n < min(PICKS_MAX, most_picks(s, t, frame, row, place)):
        if candidates(s, t, row, int(frame.source), place) > 0:
            ask(s, frame.seat, Decision.TARGET)
            return True
    frame.did, frame.step = 1 if frame.n > 0 else 0, ALLOWED
    return False


@kernel
def may_stop(s, t, frame, row):
    """Whether no further card has to be chosen for a row; wounds that are about to be dealt are handed on together."""
    if row.operation == Operation.SHIFT_WOUNDS and frame.n > 0:
        return False
    return frame.n > 0 or row.optional == 1


# --- cells ----------------------------------------------------------------------------------------------------------


@kernel
def cells_for(s, t, frame, row):
    """The set of cells that may be chosen for a row. Rules 18 and 23."""
    operation = int(row.operation)
    if operation in (Operation.BONFIRE, Operation.GROUND):
        return free_cells(s)
    if operation in (Operation.REVIVE, Operation.SUMMON):
        return free_beside(s, int(frame.source))
    if operation not in (Operation.MOVE, Operation.DISPLACE):
        s.error = ERROR_UNWRITTEN
        return 0
    card = selected_card(s, t, frame, row)
    if card < 0 or not in_play(s, card):
        return 0
    way = int(row.amount) if operation == Operation.MOVE else 1
    return way_cells(s, t, card, way, int(frame.source))


@kernel
def ask_cell(s, t, frame, row):
    """Asks for a cell, if there is one to choose. Returns whether somebody is asked. Rules 18 and 23."""
    if row.operation == Operation.REVIVE:
        if frame.n == 0 or t.card[s.card[frame.chosen[0]].type].stat[Stat.FLYING] > 0:
            frame.left = EXTRA
            return False
    if cells_for(s, t, frame, row) == 0:
        frame.left = NO_CELL
        return False
    card = selected_card(s, t, frame, row)
    ask(s, seat_of(s, card) if row.operation == Operation.GROUND and card >= 0 else frame.seat, Decision.CELL)
    return True


@kernel
def ask_push(s, t, frame, row):
    """Asks the controller of a card whether he lets it be pushed. Returns whether he is asked."""
    card = selected_card(s, t, frame, row)
    frame.did = 0
    if card < 0 or not in_play(s, card) or push_cell(s, t, int(frame.source), card) < 0:
        return False
    frame.step = REFUSABLE
    ask(s, seat_of(s, card), Decision.MAY)
    return True


# --- what happens ---------------------------------------------------------------------------------------------------


@kernel
def selected_card(s, t, frame, row):
    """The one card that a row works on, or NO_CARD."""
    select = int(row.select)
    if select == Select.SELF:
        return int(frame.source)
    if select == Select.CHOSEN:
        return first_chosen(frame)
    if select == Select.EVENT:
        return int(frame.event)
    if select == Select.HOST:
        return int(s.card[frame.source].host)
    if select == Select.OPPOSITE:
        return opposite(s, t, int(frame.source), meant_opposite(t, frame), s.n_frames - 1)
    return int(frame.subject) if select == Select.SUBJECT else NO_CARD


@kernel
def meant_opposite(t, frame):
    """The filter of the card opposite that a trait is about, if its condition says one; -1 for any."""
    if frame.trait < 0:
        return -1
    trait = t.trait[frame.trait]
    return int(trait.condition_filter) if trait.condition == Condition.OPPOSITE and trait.otherwise == 0 else -1


@kernel
def turn_up(s, t, frame, card):
    """An enemy card that a row works on without choosing it, or whose strike it counts, is turned up if it lies face
    down. Rule 23.
    """
    if card >= 0 and in_play(s, card) and s.card[card].controller != s.card[frame.source].controller:
        reveal(s, t, card)


@kernel
def is_one_of_all(s, t, f, source, card, place):
    """Whether a card is one of all that a filter lets pass. One that lies face down may be, and is turned up by it to
    see whether it is; of his own a player knows it before. Rule 23.
    """
    if not matches(s, t, f, source, card, place):
        return False
    it = s.card[card]
    if it.hidden == 0:
        return True
    if it.controller == s.card[source].controller:
        it.hidden = 0
        known = matches(s, t, f, source, card, place)
        it.hidden = 1
        if not known:
            return False
    reveal(s, t, card)
    return matches(s, t, f, source, card, place)


@kernel
def happen(s, t, frame, row, place):
    """A row happens, to every card that it works on, and the next one is up."""
    operation, source = int(row.operation), int(frame.source)
    if (operation in CHOOSERS or operation in REPEATED) and not fix_targets(s, t, frame, row, place):
        return
    if row["count"] == Count.STRIKE_OPPOSITE:
        turn_up(s, t, frame, opposite(s, t, source, -1, place))
    amount = amount_of(s, t, row, frame, place)
    start = int(frame.pc)
    if operation not in QUIET and not is_attack(operation):
        note_effect(s, t, frame)
    if is_attack(operation):
        go_on(frame, row)
        attack_picked(s, t, frame, row, amount, start)
        return
    if operation == Operation.TIMES:
        frame.pc += 1 if amount > 0 else 2
        frame.asks, frame.step = amount, START
        return
    if row.select == Select.EACH:
        zone = zone_of_filter(t, int(row.filter))
        left = everybody(s) if zone == Zone.PLAY else EVERY_CARD
        while left != 0:
            card = lowest(left)
            left &= left - 1
            if s.card[card].zone == zone and is_one_of_all(s, t, int(row.filter), source, card, place):
                work(s, t, frame, operation, row, amount, card)
    elif row.select == Select.CHOSEN:
        for i in range(frame.n):
            work(s, t, frame, operation, row, amount, int(frame.chosen[i]))
    elif row.select != Select.NONE:
        work(s, t, frame, operation, row, amount, selected_card(s, t, frame, row))
    else:
        work_alone(s, t, frame, operation, row, amount)
    if frame.pc == start:
        go_on(frame, row)


@kernel
def amount_of(s, t, row, frame, place):
    """The number of a row, multiplied by what it counts; of numbers that hold more than one the multiplier alone."""
    count = counted(s, t, row, int(frame.source), place, first_chosen(frame))
    if is_attack(int(row.operation)) or row.operation in GRANTS:
        return count
    return min(ALL, int(row.amount) * count)


@kernel
def attack_picked(s, t, frame, row, times, at):
    """The attacks of a row come on the stack, so that the card chosen first is attacked first; at: the number of the
    row, at which an attack looks again for what is counted only as it lands. Rules 14 and 26.
    """
    seat, source, x = int(frame.seat), int(frame.source), int(frame.x) if row.argument & Reach.PLUS_X else 0
    targets, n, spared, parent = frame.chosen, int(frame.n), int(frame.spared), s.n_frames - 1
    if n > 0 and frame.pays == 0 and frame.pc >= frame.end and frame.times == 0:
        note_offer(s, t, frame)
        parent = NO_PARENT
        pop(s)  # nothing is left to do: cards that strike back at each other would fill the stack
    for i in range(n - 1, -1, -1):
        target = int(targets[i])
        if (spared >> target) & 1 == 0:
            attack = push_attack(s, seat, source, target, sort_of(int(row.operation)), row.amount, row.argument)
            attack.times, attack.x, attack.parent = times, x, parent
            if row["count"] in OF_THE_MOMENT:
                attack.first = at
            if parent != NO_PARENT:
                frame.launched += 1


@kernel
def is_spell(t, frame):
    """Whether a program is a spell."""
    return t.trait[frame.trait].spell == 1


@kernel
def kind_of(t, frame):
    """Of what the wounds of a program are: of a spell, or of an influence. Rule 1."""
    return SPELL if is_spell(t, frame) else INFLUENCE


@kernel
def reached(s, t, frame, card):
    """A card, or NO_CARD if a program does not reach it: it is a spell from which the card is safe, or belongs to an
    attack from which it was protected. Rule 15.
    """
    if card >= 0 and (frame.spared >> card) & 1 == 1:
        return NO_CARD
    warded = card >= 0 and is_spell(t, frame) and in_play(s, card) and is_warded(s, t, card)
    return NO_CARD if warded else card


@kernel
def work(s, t, frame, operation, row, amount, card):
    """An operation works on one card."""
    if reached(s, t, frame, card) < 0:
        return
    if operation == Operation.INCARNATION_TOKEN:
        s.card[card].tokens = min(15, max(0, s.card[card].tokens + amount))
        return
    if not in_play(s, card):
        return
    if operation in GRANTS:
        give(s, t, frame, operation, row, amount, card)
    elif operation in (Operation.WOUND, Operation.HEAL, Operation.POISON, Operation.DESTROY, Operation.ROLL_WOUND):
        harm(s, t, frame, operation, row, amount, card)
    elif operation in (Operation.CLOSE, Operation.OPEN, Operation.SKIP_OPEN, Operation.AWAKEN):
        turn_card(s, operation, card)
    elif operation in (Operation.MOVE, Operation.PUSH, Operation.DISPLACE, Operation.LAND, Operation.GROUND):
        shift(s, t, frame, operation, amount, card)
    elif operation == Operation.REDIRECT:
        place = attack_on(s)
        if place >= 0:
            redirect_to(s, t, s.frame[place], card)
    else:
        mark(s, t, frame, operation, row, amount, card)


@kernel
def roll_for_text(s, t, frame):
    """A card's text rolls a die, one for all that it works on, which may harm the card that rolls it. Rule 24."""
    frame.die[0], frame.bonus[0] = roll_die(s, int(frame.seat)), 0
    frame.step, frame.window_seat = ROLLED, s.active
    suffer_plague(s, t, int(frame.source), int(frame.die[0]))


@kernel
def rolled(s, t, frame):
    """The result of the die of a text, after what was done to it, and Blessing and Curse. Rule 24."""
    return int(frame.die[0]) + int(frame.bonus[0]) + blessing(s, t, int(frame.source))


@kernel
def harm(s, t, frame, operation, row, amount, card):
    """Wounds, healing, poison, destruction. Rules 16 and 24."""
    source = int(frame.source)
    how = kind_of(t, frame)
    if operation == Operation.WOUND:
        wound(s, t, card, amount, source, ITSELF if card == source else how)
    elif operation == Operation.ROLL_WOUND:
        wound(s, t, card, (int(row.amount) >> (4 * (one_die(rolled(s, t, frame)) - 1))) & 15, source, how)
    elif operation == Operation.HEAL:
        heal(s, t, card, amount)
    elif operation == Operation.POISON:
        poison(s, t, card, amount)
    elif operation == Operation.DESTROY:
        destroy(s, t, card, source)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def turn_card(s, operation, card):
    """A card opens or closes, or will not open, or will after all. Rule 10."""
    it = s.card[card]
    if operation == Operation.CLOSE:
        it.closed = 1
    elif operation == Operation.OPEN:
        open_card(s, card)
    elif operation == Operation.SKIP_OPEN:
        it.skip_open |= HELD
    elif operation == Operation.AWAKEN:
        it.skip_open &= ~THIRSTY
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def open_card(s, card):
    """A closed card opens, and may move and act again in its turn. Rule 10."""
    it = s.card[card]
    if it.closed == 0:
        return
    it.closed = 0
    if it.controller == s.active:
        it.acted, it.moved, it.strikes, it.struck = 0, 0, 0, 0


@kernel
def mark(s, t, frame, operation, row, amount, card):
    """Tokens and marks on a card. Rules 16 and 17."""
    it = s.card[card]
    if operation == Operation.TOKEN:
        it.tokens = max(int(it.tokens), min(int(row.argument), it.tokens + amount))
    elif operation == Operation.LOSE_TOKENS:
        it.tokens = max(0, it.tokens - amount)
    elif operation == Operation.WORSEN:
        if 0 < it.poison < amount:
            it.poison += 1
    elif operation == Operation.CURE:
        it.poison = 0
    elif operation == Operation.EXTRA_LIFE:
        it.extra = min(60, it.extra + amount)
    elif operation == Operation.CURSE:
        it.cursed = 1
    elif operation == Operation.HUNT:
        it.hunted = 1
    elif operation == Operation.NET:
        it.netted = 1
    elif operation == Operation.PIN:
        it.held_by |= 1 << int(frame.source)
        s.held = 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def give(s, t, frame, operation, row, times, card):
    """A trait or modifier is given for some time. Rules 8 and 24."""
    seat, turn = int(frame.seat), int(s.turn)
    until = turn
    if operation == Operation.GRANT_BATTLE:
        until = FOREVER
    elif operation == Operation.GRANT_ATTACK:
        until = THIS_ATTACK - attack_on(s)
    elif operation == Operation.GRANT_OWN_TURN:
        until = turn if s.active == seat else turn + 1
    elif operation == Operation.GRANT_ENEMY_TURN:
        until = turn + 1 if s.active == seat else turn + 2
    elif operation != Operation.GRANT_TURN:
        s.error = ERROR_UNWRITTEN
    stat, amount, kinds = int(row.argument), int(row.amount), -1
    if not may_be_given(s, t, card, stat):
        return
    if stat in OF_ATTACKS:
        amount, kinds = (amount & 31) - AMOUNT_ZERO, amount >> KINDS_BITS
    grant(s, card, stat, max(-99, min(99, amount * times)), kinds, until, seat)
    if stat == Stat.FLYING and is_flying(s, t, card) and s.card[card].cell != EXTRA:
        fly(s, t, card)
    if stat in NATURES:
        apply_base_effects(s, t)


@kernel
def may_be_given(s, t, card, stat):
    """Whether a card can have a trait: Flight is for creatures without a subtype, incorporeal are creatures alone.
    Rule 24.
    """
    if stat == Stat.FLYING:
        return is_plain_creature(s, t, card)
    return stat != Stat.INCORPOREAL or is_type(s, t, card, Type.CREATURE)


@kernel
def shift(s, t, frame, operation, amount, card):
    """A card is moved to another cell; the chosen cell stands in `left` of the frame. Rule 18."""
    cell = int(frame.left)
    if operation == Operation.LAND:
        if frame.cell >= 0 and is_flying(s, t, card):
            come_down(s, t, card, int(frame.cell))
    elif operation == Operation.GROUND:
        if cell < 0:
            destroy(s, t, card, NO_CARD)
        else:
            come_down(s, t, card, cell)
    elif operation == Operation.PUSH:
        push_away(s, t, frame, amount, card)
    elif operation not in (Operation.MOVE, Operation.DISPLACE):
        s.error = ERROR_UNWRITTEN
    elif cell >= 0:
        frame.cell, frame.did = s.card[card].cell, 1
        bring(s, t, card, cell, amount, operation == Operation.MOVE and card == frame.source)
    else:
        frame.did = 0


@kernel
def bring(s, t, card, cell, way, oneself):
    """A card comes to a cell. A creature that a trait of its own brings there moves, or teleports to an attacker; one
    that another card brings does not move. Rules 9 and 24.
    """
    if not oneself or not is_type(s, t, card, Type.CREATURE):
        put_on(s, t, card, cell)
    elif way == Way.TO_ATTACKER:
        leap(s, t, card, cell)
    else:
        tell_move(s, t, card, change_cell(s, t, card, cell), cell, 0)


@kernel
def come_down(s, t, card, cell):
    """A creature that loses Flight stands on a cell, with a movement of 1; one whose Flight was for a time has its own.
    Rule 18.
    """
    if is_flying(s, t, card):
        grant(s, card, Stat.GROUNDED, 1, -1, FOREVER, seat_of(s, card))
    put_on(s, t, card, cell)


@kernel
def push_away(s, t, frame, amount, card):
    """A card is pushed on, or wounded if it cannot be or its controller refuses."""
    cell = push_cell(s, t, int(frame.source), card)
    if frame.did == 1 and cell >= 0:
        put_on(s, t, card, cell)
    else:
        wound(s, t, card, amount, int(frame.source), INFLUENCE)


@kernel
def work_alone(s, t, frame, operation, row, amount):
    """An operation that works on no card of a selection."""
    if operation in OF_ATTACK:
        change_attack(s, t, operation, amount, int(frame.blow))
    elif operation == Operation.OR:
        frame.pc += 1 + row.amount
        frame.step = START
    elif operation == Operation.ASK_ENEMY:
        frame.chooser = s.card[frame.event].controller if frame.event >= 0 else frame.seat
    elif operation == Operation.ROLL:
        frame.x = rolled(s, t, frame)
    elif operation == Operation.BONFIRE:
        if frame.left >= 0:
            s.bonfire[frame.left] = s.turn + 1
            s.burnt |= 1 << int(frame.left)
    elif operation == Operation.PREVENT:
        s.prevent[frame.seat] += (int(row.amount) & 31) - AMOUNT_ZERO
        s.prevent_until[frame.seat] = s.turn + 1 if s.active == frame.seat else s.turn
    elif operation == Operation.FINISH:
        if frame.n > 0:
            destroy(s, t, int(frame.chosen[0]), int(frame.source))
    elif operation == Operation.REVIVE:
        bring_back(s, t, frame, row)
    elif operation == Operation.FORCE_STRIKE:
        force_strike(s, frame)
    elif operation in REPEATED:
        hand_over(s, t, frame, operation)
    elif operation not in (Operation.TARGET, Operation.SUMMON):
        s.error = ERROR_UNWRITTEN


@kernel
def change_attack(s, t, operation, amount, blow):
    """The attack that is on is blocked, or one of its two strikes becomes weaker or stronger. Rule 15."""
    place = attack_on(s)
    if place < 0:
        return
    attack = s.frame[place]
    if operation == Operation.BLOCK:
        attack.blocked = 1
    elif operation == Operation.CAP_VALUE:
        attack.capped[blow] = amount
    elif operation == Operation.SET_STRENGTH:
        set_strength(s, t, attack, blow, amount)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def bring_back(s, t, frame, row):
    """A card of a graveyard comes to a free cell, or into the extra zone if it flies. Rule 23."""
    if frame.n == 0 or frame.left < 0:
        return
    card = int(frame.chosen[0])
    it = s.card[card]
    it.controller = frame.seat
    enter(s, t, card, int(frame.left))
    it.closed, it.tokens, it.acted, it.moved, it.cells = row.amount, 0, 0, 0, 0


@kernel
def ask_summon(s, t, frame, row):
    """Asks for a card of the deck, if one may come; without any nothing happens. Returns whether somebody is asked.
    Rule 23.
    """
    deck = s.deck[frame.seat]
    for place in range(deck.n):
        if can_summon(s, t, frame, row, int(deck.card[place])):
            ask(s, frame.seat, Decision.SUMMON)
            return True
    return False


@kernel
def can_summon(s, t, frame, row, card_type):
    """Whether a card of the deck may be summoned: it passes the filter, its name may be in the squad, it needs no host,
    and it flies or there is a cell for it. Rules 19 and 23.
    """
    seat = int(frame.seat)
    if is_barred_by_name(s, t, seat, card_type) or needs_host(t, card_type):
        return False
    if frame.left < 0 and t.card[card_type].stat[Stat.FLYING] == 0:
        return False
    card = new_card(s, t, seat, card_type)
    if card == NO_CARD:
        return False
    fits = matches(s, t, int(row.filter), int(frame.source), card, s.n_frames - 1)
    clear_card(s, card)
    return fits


@kernel
def summon(s, t, frame, card_type):
    """A card of the deck comes to the cell that was chosen, or into the extra zone if it flies. Rule 23."""
    seat, deck = int(frame.seat), s.deck[frame.seat]
    place = find(deck, card_type)
    deck.n -= 1
    deck.card[place] = deck.card[deck.n]
    card = new_card(s, t, seat, card_type)
    enter(s, t, card, start_cell(s, t, card, int(frame.left)))
    s.card[card].closed = t.row[frame.pc].amount


@kernel
def force_strike(s, frame):
    """A creature is made to strike the card chosen, and promised to that; it closes, whatever its own traits say.
    Rule 10.
    """
    if frame.n > 0 and frame.subject >= 0:
        striker, target = int(frame.subject), int(frame.chosen[0])
        attack = push_attack(s, seat_of(s, striker), striker, target, Attack.SIMPLE, 0, Reach.CLOSING + 0)
        attack.pays = 1
        s.card[striker].promised = 1


@kernel
def hand_over(s, t, frame, operation):
    """Wounds go from one card to those chosen, one each time that a card was chosen. Rule 16."""
    n = int(frame.n)
    if operation == Operation.REDISTRIBUTE:
        heal(s, t, int(frame.subject), n)
    else:
        attack = s.frame[attack_on(s)]
        i = 0 if attack.target == frame.event else 1
        attack.value[i] -= n
    for card in range(CARDS):
        times = times_chosen(frame, card)
        if times > 0 and in_play(s, reached(s, t, frame, card)):
            wound(s, t, card, times, int(frame.source), kind_of(t, frame))
