"""Operations that bring cards into play or into effect, and those about the program itself."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..core.faults import ERROR_FRAMES_FULL, ERROR_UNWRITTEN
from ..core.kernel import kernel
from .basics import hero_of, in_play, life_left, may_be_played, owner, side_of, type_of
from .conditions import NOTES
from .modifiers import grant
from .play import begin_play, cancel, run_spell
from .programs import create
from .selection import can_play_chosen, select
from .state import DELAYED_MAX, TIMES_MAX, Form, Rare, Type, Until, Zone
from .tables import Keyword, Operation
from .zones import does_summon_work, enter_play, hire


@kernel
def run_entrance(s, t, frame, row, operation, n):
    """Cards are put into play, played, created or copied."""
    you = int(frame.you)
    if operation == Operation.CREATE:
        did = 0
        for _ in range(n):
            did += create(s, t, you, int(row.argument)) >= 0
        frame.did = did
        return
    if operation in (Operation.PLAY, Operation.PLAY_FREE, Operation.PLAY_FOR, Operation.PLAY_FOR_THIRST):
        play_chosen(s, t, frame, row, operation, n)
        return
    if operation not in (
        Operation.COPY,
        Operation.PUT_INTO_PLAY,
        Operation.PUT_INTO_PLAY_TAPPED,
        Operation.PUT_INTO_PLAY_OWNER,
    ):
        s.error = ERROR_UNWRITTEN
        return
    count = select(s, t, frame, row)
    did = 0
    for i in range(count):
        card = int(s.found[i])
        if operation == Operation.COPY:
            for _ in range(n):
                did += create(s, t, you, int(s.card[card].type)) >= 0
        else:
            did += put_into_play(s, t, card, operation, you)
    frame.did = did


@kernel
def put_into_play(s, t, card, operation, you):
    """A card is summoned, revived or put into play; 1 if it was. Of the texts all that bring a card from a deck, a hand
    or a sideboard summon it, none that bring one from a graveyard or from under a captor.
    rule: keywords Summon, Revive.
    """
    summoned = s.card[card].zone in (Zone.DECK, Zone.HAND, Zone.SIDEBOARD)
    if summoned and not does_summon_work(s, t):
        return 0
    seat = owner(card) if operation == Operation.PUT_INTO_PLAY_OWNER else you
    return 1 if enter_play(s, t, card, seat, operation == Operation.PUT_INTO_PLAY_TAPPED) else 0


@kernel
def play_chosen(s, t, frame, row, operation, n):
    """A player plays the cards that a row names, the first of them first. Rule 5.2."""
    you = int(frame.you)
    frame.did = 0
    if not can_play_chosen(s, t, frame, row, n):
        return
    for i in range(select(s, t, frame, row) - 1, -1, -1):
        card = int(s.found[i])
        if not may_be_played(s, card):
            continue
        if operation == Operation.PLAY_FOR_THIRST:
            grant(s, card, Keyword.THIRST, int(t.card[s.card[card].type].cost), Until.ALWAYS, you)
        base = -1 if operation == Operation.PLAY else n if operation == Operation.PLAY_FOR else 0
        begin_play(s, t, card, you, base, 0)


@kernel
def run_program(s, t, frame, row, operation, n):
    """The program itself: who is "you", what is noted, what waits."""
    if operation in (Operation.LINK, Operation.APPLY_SPELLS, Operation.NOTE, Operation.DELAY):
        run_notes(s, t, frame, row, operation, n)
    elif operation == Operation.STOP:
        frame.pc = frame.end
        frame.loops = 0
    elif operation == Operation.TIMES:
        begin_times(t, frame, n)
    elif operation == Operation.ENOUGH:
        if frame.loops > 1:
            repeat(frame)
        else:
            frame.loops = 0
    elif operation == Operation.AGREE:
        frame.did = 1
    elif operation == Operation.SET_X:
        frame.x = n
    elif operation == Operation.ADD_X:
        frame.x += n
    elif operation == Operation.CANCEL:
        cancel(s, t, int(frame.event))
    elif operation == Operation.HIRE_AGAIN:
        if in_play(s, int(frame.source)) or s.card[frame.source].zone == Zone.RESOLVING:
            hire(s, t, int(frame.source))
    elif operation == Operation.REPEAT_SPELL:
        if frame.event >= 0 and type_of(s, t, int(frame.event)) == Type.SPELL:
            run_spell(s, t, int(frame.event), int(frame.you), int(frame.y), 0)
    else:
        become_player(s, t, frame, operation)


@kernel
def begin_times(t, frame, n):
    """What follows happens n times; if n is 0, what comes behind it."""
    frame.loop, frame.loops = frame.pc, max(0, min(n, 100))
    while n <= 0 and frame.pc < frame.end:
        frame.pc += 1
        if t.row[frame.pc - 1].operation == Operation.ENOUGH:
            return


@kernel
def repeat(frame):
    """What happens several times begins again."""
    frame.loops -= 1
    frame.pc = frame.loop


@kernel
def become_player(s, t, frame, operation):
    """What follows is another player's."""
    last = last_chosen(frame)
    if operation == Operation.AS_YOU:
        frame.you = frame.seat
    elif operation == Operation.AS_OPPONENT:
        frame.you = 1 - frame.seat
    elif operation == Operation.AS_ACTIVE:
        frame.you = s.active
    elif operation == Operation.AS_OWNER:
        frame.you = owner(last) if last >= 0 else frame.seat
    elif operation == Operation.AS_CONTROLLER:
        frame.you = side_of(s, last) if last >= 0 else frame.seat
    elif operation == Operation.AS_LOWEST_LIFE:
        first, second = life_left(s, hero_of(0)), life_left(s, hero_of(1))
        frame.you = 0 if first < second else 1
        if first == second:
            frame.pc = frame.end
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def run_notes(s, t, frame, row, operation, n):
    """What is noted on cards, or waits."""
    this = int(frame.source)
    if operation == Operation.NOTE:
        if 0 < n <= NOTES:
            s.card[this].noted |= 1 << (n - 1)
        s.stale = 1
    elif operation == Operation.DELAY:
        delay(s, t, frame)
    elif operation in (Operation.LINK, Operation.APPLY_SPELLS):
        count = select(s, t, frame, row)
        frame.did = count
        for i in range(count - 1, -1, -1):
            card = int(s.found[i])
            if operation == Operation.LINK:
                link(s, card, this)
            elif type_of(s, t, card) == Type.SPELL:
                run_spell(s, t, card, int(frame.you), 0, 0)
        s.stale = 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def link(s, card, this):
    """A card is linked to this: in play it is chosen by this, which may be one of several that chose it."""
    s.happened |= Rare.LINKED | Rare.MARKED
    if in_play(s, card):
        s.card[this].linked = card
    else:
        s.card[card].linked = this


@kernel
def delay(s, t, frame):
    """The `later` abilities of the text wait."""
    first, end = t.card[frame.text].ability
    for index in range(first, end):
        if t.ability[index].form == Form.LATER:
            delay_once(s, index, int(frame.source), int(frame.seat), min(int(frame.x), 100))


@kernel
def delay_once(s, ability, source, seat, x):
    """An ability waits once more; more different ones than there is room for are a fault of the game."""
    for i in range(s.n_delayed):
        it = s.delayed[i]
        if it.ability == ability and it.source == source and it.you == seat and it.x == x and it.times < TIMES_MAX:
            it.times += 1
            return
    if s.n_delayed >= DELAYED_MAX:
        s.error = ERROR_FRAMES_FULL
        return
    it = s.delayed[s.n_delayed]
    it.ability, it.source, it.you, it.x, it.times = ability, source, seat, x, 1
    s.n_delayed += 1
