"""What a program asks: cards, numbers, modes, names, yes or no."""

from __future__ import annotations

from ..cards.chosen import is_chosen
from ..cards.decisions import ask
from ..cards.offers import offer_numbers, offer_pair
from ..cards.rows import ALLOWED, ANSWERED, PICKING, START, refuse
from ..core.actions import offer
from ..core.faults import ERROR_FRAMES_FULL, ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import body, in_play, keyword, owner, type_of
from .conditions import multiplier
from .filters import next_match, seats_of
from .happenings import done_to, known_of
from .play import finds_choices, orders
from .programs import push_program
from .queue import fire
from .selection import can_play_for
from .state import CARDS, CHOSEN_MAX, NO_CARD, Decision, Kind, Trigger, Type, Zone
from .tables import ALL, MODES_MAX, Keyword, Operation, Place, Property, Select
from .zones import is_kept

PLAYS = (Operation.PLAY, Operation.PLAY_FREE, Operation.PLAY_FOR, Operation.PLAY_FOR_THIRST)
TAKES = (Operation.CAPTURE, Operation.HERO_CAPTURES, Operation.TO_HAND)
PUTS = (Operation.PUT_INTO_PLAY, Operation.PUT_INTO_PLAY_TAPPED, Operation.PUT_INTO_PLAY_OWNER)


@kernel
def amount_of(s, t, frame, row):
    """The number of a row, multiplied."""
    return ALL if row.amount == ALL else int(row.amount) * multiplier(s, t, frame, row)


@kernel
def is_open(s, t, frame, row, card):
    """Whether a card that the filter lets pass may be picked next. Rule 7.6."""
    if is_chosen(frame, card) and (row.operation != Operation.CHOOSE or frame.picked > 0):
        return False
    if not in_play(s, card):
        return is_of_use(s, t, frame, card)
    if is_taken_in_vain(s, t, frame, card):
        return False
    return not keyword(s, card, Keyword.SPELL_WARD) or not is_targeting(s, t, frame, row)


@kernel
def is_targeting(s, t, frame, row):
    """Whether a card in play that is picked is the target of a spell: the spell's player picks it for what the text
    does to so many, and not in the place of its player. rule 7.6, keyword Spell ward.
    """
    if orders(row) or t.filter[row.filter].properties & Property.PLAYER:
        return False
    return type_of(s, t, int(frame.source)) == Type.SPELL and frame.you == frame.seat


@kernel
def is_of_use(s, t, frame, card):
    """Whether a card out of play that may be picked to be played may be played then. Rule 5.4."""
    if frame.pc + 1 >= frame.end:
        return True
    row = t.row[frame.pc + 1]
    if row.operation not in PLAYS or row.select != Select.CHOSEN:
        return True
    return can_play_for(s, t, row, card, int(frame.you), amount_of(s, t, frame, row))


@kernel
def is_taken_in_vain(s, t, frame, card):
    """Whether a card in play that may be picked to be captured or returned to hand would stay where it is."""
    if frame.pc + 1 >= frame.end:
        return False
    row = t.row[frame.pc + 1]
    if row.operation not in TAKES or row.select != Select.CHOSEN:
        return False
    return is_kept(s, card, int(frame.seat if row.operation == Operation.TO_HAND else frame.you))


@kernel
def is_summon(t, frame, row):
    """Whether a row picks cards of a deck or a hand that the next one puts into play. rule: keyword Summon."""
    if frame.pc + 1 >= frame.end or t.filter[row.filter].place not in (Place.DECK, Place.HAND):
        return False
    row = t.row[frame.pc + 1]
    return row.operation in PUTS and row.select == Select.CHOSEN


@kernel
def pass_over_summon(t, frame):
    """A Summon that does not work picks nobody, and looks through and shuffles no deck; the text goes on behind it.

    rule: keyword Summon.
    """
    frame.n, frame.did = 0, 0
    frame.pc += 2
    for at in range(frame.pc, frame.end):
        if t.row[at].operation == Operation.SHUFFLE_DECK:
            frame.pc = at + 1
            return


@kernel
def are_alike(s, card, before):
    """Whether two cards that are out of play differ in nothing: in what they are, where, whose, what was used of them,
    and what another card may do with them.
    """
    a, b = s.card[card], s.card[before]
    if a.type != b.type or a.zone != b.zone or owner(card) != owner(before):
        return False
    return a.captor == b.captor and a.marks == b.marks and a.linked == b.linked


@kernel
def are_one(s, card, other):
    """Whether two cards are one and the same, or out of play and not to be told apart. Rule 7.4."""
    if card == other:
        return True
    if card < 0 or other < 0 or in_play(s, card) or in_play(s, other):
        return False
    return are_alike(s, card, other)


@kernel
def are_about_one(s, one, other):
    """Whether two abilities that wait are about the same card, or about two that cannot be told apart. Rule 7.4."""
    if one.event == other.event:
        return one.event_body == other.event_body
    return are_one(s, int(one.event), int(other.event))


@kernel
def is_repeated(s, place):
    """Whether an ability that waits differs in nothing from one that waits before it: which of the two comes first is
    no choice. Rule 7.4.
    """
    it = s.queue[place]
    for i in range(place):
        other = s.queue[i]
        if other.batch != it.batch or other.you != it.you or other.ability != it.ability:
            continue
        if other.by != it.by or other.x != it.x or other.y != it.y or other.how != it.how:
            continue
        if are_one(s, int(other.source), int(it.source)) and are_about_one(s, other, it):
            return True
    return False


@kernel
def list_cards(s, t, frame, row, actions):
    """Fills `actions` with the cards that may be picked next, and "done" where the player may stop.

    Of cards that cannot be told apart the lowest number stands for all: the first would tell the order of a deck.
    """
    n, k, you, this = 0, 0, int(frame.you), int(frame.source)
    while True:
        card, k = next_match(s, t, int(row.filter), k, you, this, frame)
        if card == NO_CARD:
            break
        if is_open(s, t, frame, row, card):
            twin = -1 if in_play(s, card) else offered_twin(s, actions, n, card)
            if twin < 0:
                n = offer(s, actions, n, Kind.CHOOSE, card, 0, 0)
            else:
                actions[twin].a = min(int(actions[twin].a), card)
    if t.filter[row.filter].place == Place.DECK:
        sort_by_type(s, actions, n)
    return offer(s, actions, n, Kind.DONE, 0, 0, 0) if row.optional == 1 else n


@kernel
def offered_twin(s, actions, n, card):
    """The place in the list of a card that cannot be told apart from this one, or -1."""
    for i in range(min(n, actions.size)):
        if are_alike(s, card, int(actions[i].a)):
            return i
    return -1


@kernel
def sort_by_type(s, actions, n):
    """Orders the list by card types, so that it tells nothing of the order of a deck."""
    for i in range(1, min(n, actions.size)):
        j = i
        while j > 0 and s.card[actions[j].a].type < s.card[actions[j - 1].a].type:
            actions[j].a, actions[j - 1].a = actions[j - 1].a, actions[j].a
            j -= 1


@kernel
def has_open(s, t, frame, row):
    """Whether a card may be picked next."""
    k = 0
    while True:
        card, k = next_match(s, t, int(row.filter), k, int(frame.you), int(frame.source), frame)
        if card == NO_CARD:
            return False
        if is_open(s, t, frame, row, card):
            return True


@kernel
def go_on_picking(s, t, frame, row):
    """Asks for the next card of a row, or returns True if all are picked. Rule 7.6."""
    if frame.left <= 0 or not has_open(s, t, frame, row):
        if frame.picked == 0 and row.operation == Operation.CHOOSE:
            frame.n = 0
        frame.did = frame.picked
        return True
    ask(s, frame.you, Decision.CHOOSE)
    return False


@kernel
def look_through(s, place, seat, viewer):
    """A player looks through the hand or deck of a seat; who has seen the whole deck knows the hand from the rest."""
    for i in range(s.hand[seat].n):
        s.card[s.hand[seat].card[i]].seen |= 1 << viewer
    if place == Place.DECK:
        for i in range(s.deck[seat].n):
            s.card[s.deck[seat].card[i]].seen |= 1 << viewer


@kernel
def begin_picking(s, t, frame, row):
    """Cards are to be picked for a row."""
    f, you = t.filter[row.filter], int(frame.you)
    if f.place in (Place.DECK, Place.HAND) and f.properties & Property.SHOWN == 0 and seats_of(f, you) >> (1 - you) & 1:
        look_through(s, int(f.place), 1 - you, you)
    frame.step, frame.picked = PICKING, 0
    frame.left = min(amount_of(s, t, frame, row), CARDS)


@kernel
def pick(s, t, frame, row, card):
    """A card is picked: the list of `choose` begins anew with the first. A full list is a fault of the game."""
    if row.operation == Operation.CHOOSE and frame.picked == 0:
        frame.n = 0
    if frame.n >= CHOSEN_MAX:
        s.error = ERROR_FRAMES_FULL
        return
    frame.picked += 1
    frame.left -= 1
    frame.chosen[frame.n] = card
    frame.n += 1
    if in_play(s, card) and is_targeting(s, t, frame, row):
        fire(s, t, Trigger.SPELL_TARGET, done_to(card, int(frame.source)))


@kernel
def mode_is_open(s, t, frame, mode):
    """Whether a mode of the text on top may be chosen: it is new, and the choices with which it begins find cards.

    Rule 7.10.
    """
    start, end = t.card[frame.text].modes[mode]
    if start == end or (frame.modes >> mode) & 1 == 1:
        return False
    if t.row[frame.pc].operation == Operation.CHOOSE_NEW_MODE and (body(s, int(frame.source)).seconds >> mode) & 1 == 1:
        return False
    return finds_choices(s, t, start, end, int(frame.you), int(frame.source), frame)


@kernel
def list_modes(s, t, frame, actions):
    """Fills `actions` with the modes that may be chosen."""
    n = 0
    for mode in range(MODES_MAX):
        if mode_is_open(s, t, frame, mode):
            n = offer(s, actions, n, Kind.MODE, mode + 1, 0, 0)
    return offer(s, actions, n, Kind.DONE, 0, 0, 0) if frame.picked > 0 or n == 0 else n


@kernel
def ask_mode(s, t, frame, row):
    """Asks for the next mode of a row, or returns True if all are chosen. Rule 7.10."""
    if frame.step == START:
        frame.step, frame.picked, frame.modes, frame.left = PICKING, 0, 0, max(1, amount_of(s, t, frame, row))
    if frame.left <= 0:
        return True
    for mode in range(MODES_MAX):
        if mode_is_open(s, t, frame, mode):
            ask(s, frame.you, Decision.MODE)
            return False
    return True


@kernel
def take_mode(s, t, frame, mode):
    """A mode is chosen: it happens now, with what the program knows. Rule 7.10."""
    frame.modes |= 1 << mode
    frame.picked += 1
    frame.left -= 1
    if t.row[frame.pc].operation == Operation.CHOOSE_NEW_MODE:
        body(s, int(frame.source)).seconds |= 1 << mode
    start, end = t.card[frame.text].modes[mode]
    text, you, seat, flag = int(frame.text), int(frame.you), int(frame.seat), int(frame.flag)
    inner = push_program(s, start, end, int(frame.source), seat, known_of(frame))
    inner.text, inner.you, inner.flag = text, you, flag


@kernel
def list_names(s, t, actions):
    """Fills `actions` with the names of all cards but heroes that the players own."""
    n = 0
    for card_type in range(t.card_types):
        if t.card[card_type].type != Type.HERO and is_owned(s, card_type):
            n = offer(s, actions, n, Kind.NAME, card_type, 0, 0)
    return n


@kernel
def is_owned(s, card_type):
    """Whether a player owns a card of a type."""
    for card in range(CARDS):
        if s.card[card].type == card_type and s.card[card].zone != Zone.NONE:
            return True
    return False


@kernel
def list_choices(s, t, actions):
    """Fills `actions` with the answers to what the program on top asks."""
    frame = s.frame[s.n_frames - 1]
    row, decision = t.row[frame.pc], int(s.decision)
    if decision == Decision.CHOOSE:
        return list_cards(s, t, frame, row, actions)
    if decision == Decision.MAY:
        return offer_pair(s, actions, Kind.YES, Kind.NO)
    if decision == Decision.NUMBER:
        return offer_numbers(s, actions, Kind.NUMBER, 0, amount_of(s, t, frame, row))
    if decision == Decision.MODE:
        return list_modes(s, t, frame, actions)
    if decision == Decision.NAME:
        return list_names(s, t, actions)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def choose(s, t, kind, a):
    """Gives the program on top the answer that it asked for."""
    frame = s.frame[s.n_frames - 1]
    row = t.row[frame.pc]
    if kind == Kind.CHOOSE:
        pick(s, t, frame, row, a)
    elif kind == Kind.DONE:
        frame.left = 0
    elif kind == Kind.YES:
        frame.step = ALLOWED
    elif kind == Kind.NO:
        refuse(frame, row)
    elif kind == Kind.NUMBER:
        frame.x, frame.did, frame.step = a, a, ANSWERED
    elif kind == Kind.NAME:
        s.named, frame.step = a, ANSWERED
    elif kind == Kind.MODE:
        take_mode(s, t, frame, a - 1)
    else:
        s.error = ERROR_UNWRITTEN
