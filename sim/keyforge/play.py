"""Playing cards: who may play what, what it costs, how a card enters play, and what that triggers."""

from __future__ import annotations

from ..core.frames import pop, top
from ..core.kernel import kernel
from .amber import gain, lose, pay
from .battleline import in_play, other
from .frames import drop_finished, push
from .modifiers import affected, carries, constant_sum, has_constant
from .pending import add, add_listeners, add_turn_trigger, begin_window, forget, open_window
from .state import CARDS, NO_CARD, Constant, Decision, Flank, Frame, House, Lasting, Trigger, Type, Zone
from .tables import Operation
from .zones import attach, change_control, enter_play, move

NO_RIGHT, BY_HOUSE, BY_WITCH, BY_SHIFT = range(4)
"""By what right a card is played from hand: the active house, a Witch of the Wilds, a Phase Shift."""
CHECK, COME, COPY, TAKE_EFFECT, FINISH = range(5)
"""Steps of a PLAY frame; ENTER and CONTROL frames have the first two."""
ALL_TYPES = 15
TIMES_A_TITLE = 6


# --- what may be played ---------------------------------------------------------------------------------------------


@kernel
def within_six(s, card):
    """Whether the rule of six allows another play or use of cards with this card's title. Rule 18."""
    if s.acts < TIMES_A_TITLE:
        return True
    times, title = 0, s.card[card].type
    for i in range(CARDS):
        if s.card[i].type == title:
            times += s.card[i].times
    return times < TIMES_A_TITLE


@kernel
def note_act(s, card):
    """A card is played or used: that counts for the rule of six. Rule 18."""
    s.card[card].times += 1
    s.acts += 1


@kernel
def own_amount(t, card_type, kind):
    """The amount of a card's own constant of a kind; 0 if it has none."""
    facts = t.card[card_type]
    for row in range(facts.constant[0], facts.constant[1]):
        if t.constant[row].kind == kind:
            return int(t.constant[row].amount)
    return 0


@kernel
def plays_at_most(s, t, seat):
    """How many cards a seat may play each turn: the strictest limit of its opponent's cards, or CARDS. Rule 7.1."""
    limit = CARDS
    if s.constant[Constant.PLAYS_AT_MOST] > 0:
        for card in range(CARDS):
            if in_play(s, card) and s.card[card].controller != seat and carries(s, t, card, Constant.PLAYS_AT_MOST) > 0:
                limit = min(limit, own_amount(t, s.card[card].type, Constant.PLAYS_AT_MOST))
    return limit


@kernel
def toll(s, t, seat, kind):
    """What a seat must pay its opponent to play or use an artifact (a kind of constant). Rule 7.1."""
    return constant_sum(s, t, other(seat), kind)


@kernel
def banned_types(s, t, seat):
    """Bits of the types of which a seat can play no card at all at the moment. Rule 7.1."""
    if s.now[Lasting.NO_PLAYS] > 0 or s.played >= plays_at_most(s, t, seat):
        return ALL_TYPES
    bits = 0
    if s.now[Lasting.NO_ACTIONS] > 0:
        bits |= 1 << Type.ACTION
    if s.now[Lasting.NO_CREATURES] > 0 or has_constant(s, t, seat, Constant.CANNOT_PLAY_CREATURES):
        bits |= 1 << Type.CREATURE
    if toll(s, t, seat, Constant.PAY_TO_PLAY_ARTIFACTS) > s.amber[seat]:
        bits |= 1 << Type.ARTIFACT
    if s.line[0].n + s.line[1].n == 0:
        bits |= 1 << Type.UPGRADE
    return bits


@kernel
def can_play_unless_banned(s, t, card, seat, banned):
    """Whether a card can be played, its house aside: its type, its own conditions and costs, the rule of six.

    Rule 7.1.
    """
    title = s.card[card].type
    facts = t.card[title]
    if (banned >> facts.type) & 1 == 1 or not within_six(s, card):
        return False
    if facts.plain == 1:
        return True
    amber = s.amber[seat]
    return amber >= own_amount(t, title, Constant.PLAY_NEEDS) and amber >= own_amount(t, title, Constant.PLAY_COST)


@kernel
def can_play(s, t, card, seat):
    """Whether a seat can play a card, its house aside. Rule 7.1."""
    return can_play_unless_banned(s, t, card, seat, banned_types(s, t, seat))


@kernel
def house_right(s, card):
    """Whether the active house gives the right to play or discard a card: in the first turn of a game only once.

    Rules 2 and 6.
    """
    return s.card[card].house == s.house and (s.first_turn == 0 or s.by_house == 0)


@kernel
def off_house_plays(s, t, house):
    """How many cards of a house that is not the active one the active player's cards let him play this turn. Rule 6."""
    plays = 0
    for card in range(CARDS):
        if (
            in_play(s, card)
            and s.card[card].controller == s.active
            and carries(s, t, card, Constant.PLAYS_OFF_HOUSE) > 0
        ):
            plays += own_amount(t, s.card[card].type, Constant.PLAYS_OFF_HOUSE) == house
    return plays


@kernel
def may_play_others(s):
    """Whether a card or an effect of this turn may give the right to play cards of other houses. Rule 6."""
    return s.constant[Constant.PLAYS_OFF_HOUSE] > 0 or s.now[Lasting.NON_LOGOS_PLAYS] > 0


@kernel
def right_to_play(s, t, card):
    """By what right the active player may play a card from hand now, or NO_RIGHT. Rights that other cards could use
    too are spared. Rule 6.
    """
    if house_right(s, card):
        return BY_HOUSE
    house = s.card[card].house
    if s.constant[Constant.PLAYS_OFF_HOUSE] > 0 and house != s.house and off_house_plays(s, t, house) > s.off_house:
        return BY_WITCH
    if house != House.LOGOS and s.now[Lasting.NON_LOGOS_PLAYS] > 0:
        return BY_SHIFT
    return NO_RIGHT


@kernel
def play_by_right(s, t, card, choice):
    """The active player plays a card from hand; `choice` is the flank, the host, or -1 where there is none. Rule 7."""
    right = right_to_play(s, t, card)
    if right == BY_HOUSE:
        s.by_house += 1
    elif right == BY_WITCH:
        s.off_house += 1
    else:
        s.now[Lasting.NON_LOGOS_PLAYS] -= 1
    frame = push(s, Frame.PLAY, s.active, card)
    frame.step, frame.x = COME, choice


# --- a card is played -----------------------------------------------------------------------------------------------


@kernel
def resolve_play(s, t, frame):
    """One step of a PLAY frame: source is the card, you its player, x the flank or host, other the card copied.

    Rule 7.
    """
    step = frame.step
    if step == CHECK:
        check_play(s, t, frame)
    elif step == COME:
        come(s, t, frame)
    elif step == COPY:
        frame.step = TAKE_EFFECT
        if has_copy(s, t, int(frame.you)):
            frame.step, s.decision = COPY, Decision.COPY
    elif step == TAKE_EFFECT:
        drop_finished(s)
        take_effect(s, t, top(s))
    else:
        card = int(frame.source)
        pop(s)
        if s.card[card].zone == Zone.RESOLVING:
            move(s, card, Zone.DISCARD)


@kernel
def check_play(s, t, frame):
    """A card that an effect plays stays where it is if it cannot be played; else its flank or host is chosen.

    Rules 7.1 and 7.2.
    """
    card, you = int(frame.source), int(frame.you)
    kind = t.card[s.card[card].type].type
    if s.card[card].zone == Zone.PLAY or not can_play(s, t, card, you):
        pop(s)
    elif kind == Type.CREATURE and s.line[you].n > 0:
        s.decision = Decision.FLANK
    elif kind == Type.UPGRADE:
        s.decision = Decision.HOST
    else:
        frame.step, frame.x = COME, Flank.LEFT


@kernel
def come(s, t, frame):
    """The costs are paid, the card comes into play or is set aside, and counts as played. Rules 7.1 and 7.3."""
    card, you, choice = int(frame.source), int(frame.you), int(frame.x)
    title = int(s.card[card].type)
    kind = int(t.card[title].type)
    pay_to_play(s, t, title, you)
    note_play(s, card)
    frame.step = TAKE_EFFECT
    if kind == Type.ACTION:
        move(s, card, Zone.RESOLVING)
        s.card[card].controller = you
        if copies(t, title):
            frame.step, frame.other = COPY, NO_CARD
        else:
            frame.other = card
        return
    frame.other = card
    forget(s, t, card)
    if kind == Type.UPGRADE:
        attach(s, t, card, choice, you)
        return
    ready = enters_ready(s, kind, card)
    enter_play(s, t, card, you, Flank.LEFT if choice < 0 else choice)
    set_entry_state(s, t, card, ready or (kind == Type.CREATURE and first_creature_ready(s)))
    if kind == Type.CREATURE:
        s.creature_came = 1
        s.creatures_played[you] += 1


@kernel
def copies(t, title):
    """Whether a card is an action that is played as a copy of another."""
    facts = t.card[title]
    return (facts.listens >> Trigger.PLAY) & 1 == 1 and t.row[
        facts.program[Trigger.PLAY, 0]
    ].operation == Operation.COPY_ACTION


@kernel
def may_copy(s, t, card):
    """Whether a card can be copied: an action that is not itself played as a copy."""
    title = s.card[card].type
    return t.card[title].type == Type.ACTION and not copies(t, title)


@kernel
def has_copy(s, t, seat):
    """Whether there is an action to copy in the discard pile of a seat's opponent."""
    pile = s.discard[other(seat)]
    for i in range(pile.n):
        if may_copy(s, t, pile.card[i]):
            return True
    return False


@kernel
def pay_to_play(s, t, title, you):
    """The costs of playing a card, of which `can_play` has made sure. Rule 7.1."""
    if t.card[title].type == Type.ARTIFACT:
        price = toll(s, t, you, Constant.PAY_TO_PLAY_ARTIFACTS)
        if price > 0:
            pay(s, t, you, price)
    if t.card[title].plain == 0:
        price = own_amount(t, title, Constant.PLAY_COST)
        if price > 0:
            lose(s, t, you, price)


@kernel
def note_play(s, card):
    """A card counts as played from here on. Rule 7.3."""
    note_act(s, card)
    s.played += 1
    s.played_of[s.card[card].house] += 1


@kernel
def enters_ready(s, kind, card):
    """Whether an effect of this turn lets the next such card enter play ready; every effect that fits is used up.

    Rule 20.
    """
    ready = False
    if s.now[Lasting.ENTERS_READY] > 0:
        s.now[Lasting.ENTERS_READY] = 0
        ready = True
    if kind == Type.CREATURE and s.now[Lasting.MARS_ENTERS_READY] > 0 and s.card[card].house == House.MARS:
        s.now[Lasting.MARS_ENTERS_READY] = 0
        ready = True
    return ready


@kernel
def first_creature_ready(s):
    """Whether a creature enters play ready because it is the first one played this turn. Rule 7.3."""
    return s.constant[Constant.FIRST_CREATURE_READY] > 0 and s.creature_came == 0


@kernel
def set_entry_state(s, t, card, ready):
    """A card that has just entered play is readied or stunned if something says so. Rule 7.3."""
    if affected(s, t, card, Constant.ENTERS_STUNNED):
        s.card[card].stunned = 1
    if ready or affected(s, t, card, Constant.ENTERS_READY):
        s.card[card].ready = 1


@kernel
def take_effect(s, t, frame):
    """The bonus amber is gained and everything that the play triggers waits in one window. Rules 7.4 and 7.5."""
    card, you, text = int(frame.source), int(frame.you), int(frame.other)
    kind = t.card[s.card[card].type].type
    start = begin_window(s)
    if text != NO_CARD:
        facts = t.card[s.card[text].type]
        if facts.amber > 0:
            gain(s, t, you, int(facts.amber))
        if (facts.listens >> Trigger.PLAY) & 1 == 1:
            add(s, Trigger.PLAY, card, text, card, you, 1)
    if kind == Type.CREATURE:
        add_turn_trigger(s, t, Lasting.CHARGE, card)
        add_listeners(s, t, Trigger.CREATURE_ENTERS, card, you)
        add_listeners(s, t, Trigger.CREATURE_PLAYED, card, you)
        add_turn_trigger(s, t, Lasting.CREATURE_PLAYED, card)
    elif kind == Type.ARTIFACT:
        add_listeners(s, t, Trigger.ARTIFACT_PLAYED, card, you)
    add_turn_trigger(s, t, Lasting.CARD_PLAYED, card)
    if kind == Type.ACTION:
        frame.step = FINISH
    else:
        pop(s)
    open_window(s, start)


# --- cards that come without being played ---------------------------------------------------------------------------


@kernel
def resolve_enter(s, t, frame):
    """One step of an ENTER frame: source is put into play under the control of you, and is readied if flag is 1.

    Rule 7.
    """
    card, you = int(frame.source), int(frame.you)
    creature = t.card[s.card[card].type].type == Type.CREATURE
    if frame.step == CHECK and creature and s.line[you].n > 0:
        s.decision = Decision.FLANK
        return
    flank, ready = int(frame.x), frame.flag == 1
    forget(s, t, card)
    pop(s)
    enter_play(s, t, card, you, flank)
    set_entry_state(s, t, card, ready)
    if creature:
        start = begin_window(s)
        add_listeners(s, t, Trigger.CREATURE_ENTERS, card, you)
        open_window(s, start)


@kernel
def resolve_control(s, t, frame):
    """One step of a CONTROL frame: you gain control of source, a creature on the flank that the active player picks.

    Rule 13.
    """
    card, you = int(frame.source), int(frame.you)
    if s.card[card].zone != Zone.PLAY or s.card[card].controller == you:
        pop(s)
        return
    if frame.step == CHECK and t.card[s.card[card].type].type == Type.CREATURE and s.line[you].n > 0:
        s.decision = Decision.FLANK
        return
    flank = int(frame.x)
    pop(s)
    change_control(s, t, card, you, flank)
