"""What each operation of the effect notation does."""

from __future__ import annotations

from ..cards.rows import is_at_end, next_row, pass_over
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .cards import SUBJECTS, Operation, Subject
from .charges import gain_charges
from .conditions import count, holds
from .corruptions import gain_corruptions
from .devouring import begin_devouring, devour_a_gem_of_each_pile
from .ending import end_game
from .frames import push, push_choice, speaker
from .husks import discard_husks, place_husks
from .in_play import leave_play, minion_suffers, return_minion, set_life
from .life import damage_gravehold, damage_player, heal
from .nemesis_turn import mill
from .picking import able, candidates
from .sorts import count_matching
from .spells import destroy_spell
from .state import NO_CARD, Cause, Decision, Frame, Scope, Type
from .turn_order import reshuffle_nemesis_cards, reveal_turn_card
from .zones import destroy_played, destroy_top_of_deck, draw, look_at_top, shuffle_discard_into_deck

# --- operations -----------------------------------------------------------------------------------------------------


@kernel
def do_for_player(s, t, frame, operation, n):
    """Operations on aether, life and charges of players and of Gravehold (rules 1, 8)."""
    who = int(frame.who)
    if operation == Operation.AETHER:
        s.aether += n
    elif operation == Operation.SPELL_AETHER:
        s.spell_aether += n
    elif operation == Operation.GEM_AETHER:
        s.gem_aether += n
    elif operation == Operation.CHARGE:
        gain_charges(s, t, who, n)
    elif operation == Operation.LOSE_CHARGES:
        s.charges[who] = max(s.charges[who] - n, 0)
    elif operation == Operation.HEAL:
        heal(s, t, who, n)
    elif operation == Operation.GRAVEHOLD_GAINS:
        s.gravehold = min(s.gravehold + n, t.gravehold)
    elif operation == Operation.DAMAGE:
        amount = n + int(frame.plus)
        frame.plus, frame.k = 0, 0
        frame.k = damage_player(s, t, who, amount)
    elif operation == Operation.GRAVEHOLD_DAMAGE:
        amount = n + int(frame.plus)
        frame.plus = 0
        damage_gravehold(s, amount)
    elif operation == Operation.PLUS:
        frame.plus += n
    elif operation == Operation.DRAW:
        draw(s, t, who, n)
    elif operation == Operation.DISCOUNT:
        s.discount += n
    elif operation == Operation.PREVENT_DAMAGE:
        s.prevented = 1
    elif operation == Operation.TWO_SPELLS_A_BREACH:
        s.two_spells = 1
    elif operation == Operation.PAY:
        s.aether = max(s.aether - n, 0)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def do_for_nemesis(s, t, frame, operation, n):
    """Operations of the nemesis, its mat and its cards (rules 1, 13)."""
    card = int(frame.card)
    if operation == Operation.UNLEASH:
        push(s, Frame.UNLEASH, speaker(s), n, 0, 0)
    elif operation == Operation.SWARM:
        push(s, Frame.SWARM, speaker(s), n, 0, 0)
    elif operation == Operation.STRIKE:
        push(s, Frame.STRIKE, speaker(s), n, 0, 0)
    elif operation == Operation.FURY:
        s.fury += n
    elif operation == Operation.HUSKS:
        place_husks(s, n)
    elif operation == Operation.DISCARD_HUSKS:
        frame.k = discard_husks(s, n)
    elif operation == Operation.SET_LIFE:
        set_life(s, t, card, n + int(frame.plus))
        frame.plus = 0
    elif operation == Operation.MINION_SUFFERS:
        minion_suffers(s, t, card, n)
    elif operation == Operation.MILL:
        frame.k = mill(s, t, n)
    elif operation == Operation.RETURN_MINION:
        return_minion(s, t)
    elif operation == Operation.CANCEL_NEMESIS_CARD:
        if s.drawn != NO_CARD:
            leave_play(s, t, s.drawn)
    elif operation == Operation.DISCARD_THIS:
        leave_play(s, t, card)
    elif operation == Operation.NEMESIS_GAINS:
        s.nemesis_life = min(s.nemesis_life + n, t.nemesis_life)
    elif operation == Operation.PLAYERS_LOSE:
        end_game(s, Cause.SWARM)
    elif operation == Operation.DEVOUR_A_GEM_OF_EACH_PILE:
        devour_a_gem_of_each_pile(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def do_with_cards(s, t, frame, operation, n, b):
    """Operations on cards without a choice but their order, and the way through halves (rules 7, 12)."""
    who = int(frame.who)
    if operation == Operation.SHUFFLE_DISCARD_INTO_DECK:
        shuffle_discard_into_deck(s, who)
    elif operation == Operation.DESTROY_TOP:
        destroy_top_of_deck(s, t, who, n)
    elif operation == Operation.CORRUPTION:
        gain_corruptions(s, t, who, n, b)
    elif operation == Operation.RESHUFFLE_NEMESIS_CARDS:
        reshuffle_nemesis_cards(s)
    elif operation == Operation.DESTROY_SELF:
        destroy_this(s, t, frame)
    elif operation == Operation.REVEAL_TURN_ORDER:
        frame.k = reveal_turn_card(s)
    elif operation == Operation.DISCARD_ALL:
        frame.k, frame.x = 0, 0
        push_choice(s, Decision.DISCARD, who, count_matching(t, s.hand[who], n), n, 0)
    elif operation == Operation.OR:
        frame.pc = n
    elif operation != Operation.END:
        s.error = ERROR_UNWRITTEN


@kernel
def destroy_this(s, t, frame):
    """The card whose text is under way is destroyed, in the play area or as a spell (rules 7)."""
    if frame.card != NO_CARD and t.card[frame.card].type == Type.SPELL:
        destroy_spell(s, t, frame)
    else:
        destroy_played(s, t, int(frame.card))


@kernel
def ask_for_cards(s, frame, operation, n, b):
    """Choices among cards in hand or discard pile (rules 12)."""
    who, decision = int(frame.who), Decision.DISCARD
    if operation in (Operation.DESTROY, Operation.DESTROY_UP_TO):
        decision = Decision.DESTROY
    elif operation in (Operation.TAKE, Operation.TAKE_UP_TO):
        decision = Decision.TAKE
    elif operation in (Operation.DISCARD_TOGETHER, Operation.DISCARD_TOGETHER_UP_TO):
        decision, who = Decision.DISCARD_TOGETHER, speaker(s)
    elif operation != Operation.DISCARD and operation != Operation.DISCARD_UP_TO:
        s.error = ERROR_UNWRITTEN
    optional = operation in (
        Operation.DISCARD_UP_TO,
        Operation.DESTROY_UP_TO,
        Operation.TAKE_UP_TO,
        Operation.DISCARD_TOGETHER_UP_TO,
    )
    frame.k, frame.x = 0, 0
    push_choice(s, decision, who, n, b, 1 if optional else 0)


@kernel
def ask_for_players(s, t, frame, operation, a, b):
    """Choices of a player or of a half (rules 12)."""
    seat = int(frame.seat)
    if operation == Operation.EITHER:
        push_choice(s, Decision.OPTION, int(frame.who), int(frame.pc), a, b)
    elif operation == Operation.PICK:
        push_choice(s, Decision.PLAYER, seat, candidates(s, t, frame, a), 0, 0)
    elif operation == Operation.MAY_PICK:
        mask = candidates(s, t, frame, a)
        frame.k = 0
        push_choice(s, Decision.PLAYER, seat, mask, 1, 0)
    elif operation == Operation.PICK_ABLE:
        push_choice(s, Decision.PLAYER, seat, able(s, t, a, b), 0, 0)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def ask_for_spells(s, t, frame, operation, n, b):
    """Choices among prepped spells, breaches and supply piles. The damage of a spell is summed up here (rules 6)."""
    seat, who = int(frame.seat), int(frame.who)
    if operation == Operation.DEAL:
        amount = n + int(frame.plus) + int(frame.bonus)
        frame.plus = 0
        if amount > 0:
            push_choice(s, Decision.TARGET, seat, amount, 0, 0)
    elif operation == Operation.CAST_ANY:
        push_choice(s, Decision.CAST, seat, 0, Scope.ANY, 0)
    elif operation == Operation.MAY_CAST_NEW:
        push_choice(s, Decision.CAST, seat, n, Scope.NEW, 1)
    elif operation == Operation.CAST_TWICE:
        push_choice(s, Decision.CAST_TWICE, seat, 0, Scope.ANY, 0)
    elif operation == Operation.DISCARD_PREPPED:
        push_choice(s, Decision.DISCARD_PREPPED, seat, n, b, 0).who = who
    elif operation == Operation.DESTROY_PREPPED:
        push_choice(s, Decision.DESTROY_PREPPED, seat, n, b, 0).who = who
    elif operation == Operation.FOCUS:
        push_choice(s, Decision.FOCUS, seat, n, 0, 0).who = who
    elif operation == Operation.DEVOUR:
        begin_devouring(s, t, seat, n, b)
    elif operation == Operation.GAIN:
        frame.k, frame.x = 0, 0
        push_choice(s, Decision.GAIN, who, n, b, 0)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def ask_one_off(s, frame, operation, n):
    """Choices that one card or ability brings."""
    seat = int(frame.seat)
    if operation == Operation.MAY_LOSE_CHARGE:
        frame.k = 0
        push_choice(s, Decision.LOSE_CHARGE, seat, 0, 0, 0)
    elif operation == Operation.MAY_BOTTOM_TURN_ORDER:
        push_choice(s, Decision.BOTTOM, seat, 0, 0, 0)
    elif operation == Operation.MAY_DESTROY_TOP:
        if look_at_top(s, seat):
            push_choice(s, Decision.DESTROY_TOP, seat, 0, 0, 0)
    elif operation == Operation.SIFT:
        push(s, Frame.ASK_SIFT, seat, 0, 0, 0)
    elif operation == Operation.SPLIT_CHARGES:
        push_choice(s, Decision.CHARGE, seat, n, 0, 0)
    elif operation == Operation.REORDER_TURN_ORDER:
        s.turn_known = (1 << s.turn_deck.n) - 1
        push_choice(s, Decision.REORDER, seat, 0, 0, 0)
    elif operation == Operation.RESHUFFLE:
        frame.k = 0
        push_choice(s, Decision.RESHUFFLE, seat, n, 0, 0)
    elif operation == Operation.PLAY_GEM_TWICE:
        push_choice(s, Decision.GEM, seat, 0, 0, 0)
    elif operation == Operation.RETURN_GEM:
        push_choice(s, Decision.RETURN, seat, 0, 0, 0)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def resolve_program(s, t, frame):
    """One step of the text on top of the stack: its next row, or its end. A condition is looked at when its row is
    reached, and never again (rules 11, 12).
    """
    if is_at_end(s, frame):
        return
    e = t.effect[frame.pc]
    if e.condition != 0 and not holds(s, frame, int(e.condition), int(e.argument)):
        pass_over(frame)
        return
    next_row(frame, e)
    n = int(e.a)
    if e.per != 0:
        n *= count(s, frame, int(e.per))
    do_row(s, t, frame, int(e.operation), n, int(e.b))


@kernel
def do_row(s, t, frame, operation, n, b):
    """Does a row, or asks for what it needs (rules 12). n, b: its two numbers, the first times what it counts."""
    subject = SUBJECTS[operation]
    if subject == Subject.PLAYERS:
        do_for_player(s, t, frame, operation, n)
    elif subject == Subject.NEMESIS:
        do_for_nemesis(s, t, frame, operation, n)
    elif subject == Subject.CARDS:
        do_with_cards(s, t, frame, operation, n, b)
    elif subject == Subject.HANDS:
        ask_for_cards(s, frame, operation, n, b)
    elif subject == Subject.CHOICES:
        ask_for_players(s, t, frame, operation, n, b)
    elif subject == Subject.SPELLS:
        ask_for_spells(s, t, frame, operation, n, b)
    elif subject == Subject.ONE_CARD:
        ask_one_off(s, frame, operation, n)
    else:
        s.error = ERROR_UNWRITTEN
