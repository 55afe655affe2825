"""Operations that move cards between zones, on decks and hands, and on gold."""

from __future__ import annotations

from ..cards.chosen import last_chosen
from ..cards.hidden import shuffle_unseen
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.rng import below, shuffle_stream
from .basics import hero_of, note_shift, owner, untapped_gold
from .filters import passes
from .gold import gain_gold, gain_passing_gold, lose_gold, lose_gold_for_a_time, tap_gold, untap_gold
from .selection import select
from .state import Flag, Lasting, Passing, Zone
from .tables import ALL, Operation
from .zones import BOTH, bury, capture, discard, draw, is_kept, move


@kernel
def run_moves(s, t, frame, row, operation, n):
    """Cards go elsewhere."""
    count = select(s, t, frame, row)
    if operation == Operation.TO_DECK_BOTTOM_RANDOM:
        mix(s, count, int(frame.you))
    did, shuffled, you = 0, 0, int(frame.you)
    for i in range(count):
        card = int(s.found[i])
        if s.card[card].zone != Zone.NONE and move_one(s, t, frame, card, operation, you):
            did += 1
            shuffled |= 1 << owner(card)
    if operation == Operation.SHUFFLE_INTO_DECK:
        for seat in range(2):
            if (shuffled >> seat) & 1 == 1:
                shuffle_unseen(s, seat)
    frame.did = did


@kernel
def mix(s, count, you):
    """Puts the cards in s.found into random order."""
    for i in range(count - 1, 0, -1):
        j = below(s, shuffle_stream(you), i + 1)
        s.found[i], s.found[j] = s.found[j], s.found[i]


@kernel
def move_one(s, t, frame, card, operation, you):
    """One card goes where an operation says; whether it did. Rule 2."""
    zone, this = s.card[card].zone, int(frame.source)
    if operation == Operation.DISCARD:
        return discard(s, t, card)
    if operation in (Operation.CAPTURE, Operation.HERO_CAPTURES):
        return capture(s, t, card, this if operation == Operation.CAPTURE else hero_of(you))
    if operation == Operation.TO_GRAVEYARD:
        if zone == Zone.PLAY:
            bury(s, t, card, this)
            return True
        return move(s, t, card, Zone.GRAVEYARD, False)
    if zone == Zone.PLAY and s.card[card].bits & Flag.HIDDEN:
        return False
    if operation == Operation.TO_HAND:
        if is_kept(s, card, int(frame.seat)):
            return False
        if zone == Zone.DECK and s.card[card].bits & Flag.SHOWN == 0:
            s.card[card].seen = BOTH
        return move(s, t, card, Zone.HAND, False)
    if operation not in (
        Operation.TO_DECK_TOP,
        Operation.TO_DECK_BOTTOM,
        Operation.TO_DECK_BOTTOM_RANDOM,
        Operation.SHUFFLE_INTO_DECK,
    ):
        s.error = ERROR_UNWRITTEN
        return False
    under = operation in (Operation.TO_DECK_BOTTOM, Operation.TO_DECK_BOTTOM_RANDOM)
    moved = move(s, t, card, Zone.DECK, under)
    if operation == Operation.TO_DECK_BOTTOM_RANDOM and moved:
        s.card[card].seen = 0
    return moved


@kernel
def run_deck(s, t, frame, row, operation, n):
    """Drawing, looking and showing. Rule 7.12."""
    you = int(frame.you)
    if operation == Operation.DRAW:
        did = 0
        for _ in range(n):
            did += draw(s, t, you)
        frame.did = did
    elif operation == Operation.SHUFFLE_DECK:
        shuffle_unseen(s, you)
    elif operation in (Operation.SHOW_TOP, Operation.LOOK_TOP):
        frame.did = show_top(s, you, n, BOTH if operation == Operation.SHOW_TOP else 1 << you)
    elif operation == Operation.REVEAL_UNTIL:
        frame.did = reveal_until(s, t, frame, int(row.filter), you, n)
    elif operation == Operation.SHOW_RANDOM:
        frame.n = 0
        if s.hand[you].n > 0:
            card = int(s.hand[you].card[below(s, shuffle_stream(you), int(s.hand[you].n))])
            s.card[card].seen = BOTH
            frame.chosen[0], frame.n = card, 1
        frame.did = frame.n
    elif operation == Operation.SHOW_HAND:
        for i in range(s.hand[you].n):
            s.card[s.hand[you].card[i]].seen = BOTH
    elif operation == Operation.SWAP_HAND_AND_SIDEBOARD:
        swap_hand_and_sideboard(s, you)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def show_top(s, you, n, eyes):
    """Cards on top of a deck are shown; returns how many."""
    deck = s.deck[you]
    s.shown |= 1 << you
    n = min(n, int(deck.n))
    for i in range(n):
        card = deck.card[deck.n - 1 - i]
        s.card[card].bits |= Flag.SHOWN
        s.card[card].seen |= eyes
    return n


@kernel
def reveal_until(s, t, frame, index, you, n):
    """Cards of a deck are shown from the top until n match a filter; returns how many matched."""
    deck, found = s.deck[you], 0
    s.shown |= 1 << you
    for i in range(deck.n - 1, -1, -1):
        card = int(deck.card[i])
        s.card[card].bits |= Flag.SHOWN
        s.card[card].seen = BOTH
        if passes(s, t, index, card, you, int(frame.source), frame):
            found += 1
            if found >= n:
                break
    return found


@kernel
def swap_hand_and_sideboard(s, you):
    """A hand and a sideboard change places. Who knew a card knows it where it lies now."""
    hand, board = s.hand[you], s.sideboard[you]
    n, m = int(hand.n), int(board.n)
    for i in range(n):
        s.found[i] = hand.card[i]
    for i in range(m):
        hand.card[i] = board.card[i]
        s.card[hand.card[i]].zone = Zone.HAND
    for i in range(n):
        board.card[i] = s.found[i]
        s.card[board.card[i]].zone = Zone.SIDEBOARD
    hand.n, board.n = m, n
    note_shift(s)


@kernel
def run_gold(s, t, frame, row, operation, n):
    """Gold, and effects on players. Rule 5.1."""
    you = int(frame.you)
    if operation == Operation.PAY:
        frame.did = tap_gold(s, t, you, n, False) if untapped_gold(s, you) >= n else 0
    elif operation == Operation.TAP_GOLD:
        frame.did = tap_gold(s, t, you, n, False)
    elif operation == Operation.UNTAP_GOLD:
        frame.did = untap_gold(s, t, you, n)
    elif operation == Operation.UNTAP_HALF_GOLD:
        frame.did = untap_gold(s, t, you, int(s.gold[you]) // 2)
    elif operation == Operation.LOSE_GOLD:
        frame.did = lose_gold(s, you, n) if n == ALL or s.gold[you] >= n else 0
    elif operation == Operation.LOSE_GOLD_NEXT_TURN:
        frame.did = n if lose_gold_for_a_time(s, you, n) == n else 0
    elif operation == Operation.LASTING:
        add_lasting(s, you, int(row.argument), n)
    elif operation == Operation.LASTING_OPPONENT:
        add_lasting(s, 1 - you, int(row.argument), n)
    elif operation == Operation.FORBID_NAME:
        last = last_chosen(frame)
        s.lasting[frame.seat, Lasting.NAME_FORBIDDEN] = s.card[last].type + 1 if last >= 0 else 0
    else:
        gain(s, t, frame, operation, you, n)
    note_shift(s)


@kernel
def add_lasting(s, seat, kind, n):
    """An effect on a player begins, or grows; a limit of plays begins anew instead, and ends with his next turn."""
    if kind == Lasting.PLAYS_AT_MOST:
        s.lasting[seat, kind], s.fading[seat] = n, s.active != seat
    else:
        s.lasting[seat, kind] += n


@kernel
def gain(s, t, frame, operation, you, n):
    """Gold is gained, for good or for a time. Rule 5.1."""
    if operation == Operation.GAIN_GOLD_NOW:
        frame.did = gain_passing_gold(s, t, you, n, False, Passing.TURN)
    elif operation == Operation.GAIN_SPELL_GOLD:
        frame.did = gain_passing_gold(s, t, you, n, False, Passing.SPELLS)
    elif operation == Operation.GAIN_GOLD_OWN_TURN:
        frame.did = gain_passing_gold(s, t, you, n, False, Passing.OWN_TURN)
    elif operation == Operation.GAIN_TAPPED_GOLD_NEXT_TURN:
        frame.did = gain_passing_gold(s, t, you, n, True, Passing.NEXT_TURN)
    elif operation in (Operation.GAIN_GOLD, Operation.GAIN_TAPPED_GOLD):
        frame.did = gain_gold(s, t, you, n, operation == Operation.GAIN_TAPPED_GOLD)
    else:
        s.error = ERROR_UNWRITTEN
