"""What each operation of the effect notation does, and how pending frames are worked off."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import put, take_top
from .cards import Operation
from .conditions import able, candidates, count, holds
from .rules import (
    cast,
    damage_gravehold,
    damage_husk,
    damage_player,
    destroy_played,
    destroy_top_of_deck,
    devour_a_gem_of_each_pile,
    devourable,
    discard_all,
    discard_husks,
    draw,
    end_game,
    enter_play,
    gain_charges,
    gain_corruptions,
    heal,
    husk_target,
    leave_play,
    lose_fury,
    mill,
    minion_suffers,
    minions_and_powers_act,
    need_deck,
    place_husks,
    pop,
    push,
    push_program,
    reshuffle_nemesis_cards,
    return_minion,
    reveal_turn_card,
    set_life,
    shuffle_discard_into_deck,
    speaker,
    spell_slot,
    strike,
    swarm,
    two_kinds_of_husk,
)
from .state import NO_CARD, Cause, Decision, Frame, Pick, Scope, Type, Window

# --- operations -----------------------------------------------------------------------------------------------------


@kernel
def do_for_player(s, t, frame, operation, n):
    """Operations on aether, life and charges of players and of Gravehold. False if it is another one."""
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
    elif operation == Operation.TWO_SPELLS:
        s.two_spells = 1
    elif operation == Operation.PAY:
        s.aether -= n
    else:
        return False
    return True


@kernel
def do_for_nemesis(s, t, frame, operation, n):
    """Operations of the nemesis, its mat and its cards. False if it is another one."""
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
        set_life(s, card, n + int(frame.plus))
        frame.plus = 0
    elif operation == Operation.MINION_SUFFERS:
        minion_suffers(s, t, card, n)
    elif operation == Operation.MILL:
        frame.k = mill(s, t, n)
    elif operation == Operation.RETURN_MINION:
        return_minion(s, t)
    elif operation == Operation.CANCEL:
        leave_play(s, t, s.drawn)
    elif operation == Operation.DISCARD_THIS:
        leave_play(s, t, card)
    elif operation == Operation.NEMESIS_GAINS:
        s.nemesis_life = min(s.nemesis_life + n, t.nemesis_life)
    elif operation == Operation.PLAYERS_LOSE:
        end_game(s, Cause.SWARM)
    elif operation == Operation.DEVOUR_GEMS:
        devour_a_gem_of_each_pile(s, t)
    else:
        return False
    return True


@kernel
def do_with_cards(s, t, frame, operation, n, b):
    """Operations on cards without a choice, and the way through halves. False if it is another one."""
    who = int(frame.who)
    if operation == Operation.SHUFFLE_DISCARD:
        shuffle_discard_into_deck(s, who)
    elif operation == Operation.DESTROY_OWN_TOP:
        destroy_top_of_deck(s, t, who, n)
    elif operation == Operation.CORRUPTION:
        gain_corruptions(s, t, who, n, b)
    elif operation == Operation.RESHUFFLE_NEMESIS:
        reshuffle_nemesis_cards(s)
    elif operation == Operation.DESTROY_SELF:
        destroy_played(s, t, int(frame.card))
    elif operation == Operation.REVEAL_TURN_ORDER:
        frame.k = reveal_turn_card(s)
    elif operation == Operation.DISCARD_ALL:
        discard_all(s, t, who, n)
    elif operation == Operation.OR:
        frame.a = n
    else:
        return operation == Operation.END
    return True


@kernel
def ask_for_cards(s, frame, operation, n, b):
    """Choices among cards in hand or discard pile. False if it is another operation."""
    who = int(frame.who)
    kind = Decision.DISCARD
    if operation in (Operation.DESTROY, Operation.DESTROY_UP_TO):
        kind = Decision.DESTROY
    elif operation in (Operation.TAKE, Operation.TAKE_UP_TO):
        kind = Decision.TAKE
    elif operation in (Operation.DISCARD_TOGETHER, Operation.DISCARD_TOGETHER_UP_TO):
        kind, who = Decision.DISCARD_TOGETHER, speaker(s)
    elif operation != Operation.DISCARD and operation != Operation.DISCARD_UP_TO:
        return False
    optional = operation in (
        Operation.DISCARD_UP_TO,
        Operation.DESTROY_UP_TO,
        Operation.TAKE_UP_TO,
        Operation.DISCARD_TOGETHER_UP_TO,
    )
    frame.k, frame.x = 0, 0
    push(s, kind, who, n, b, 1 if optional else 0)
    return True


@kernel
def ask_for_players(s, t, frame, operation, a, b):
    """Choices of a player or of a half. False if it is another operation."""
    if operation == Operation.EITHER:
        push(s, Decision.OPTION, int(frame.who), int(frame.a), a, b)
        return True
    if operation == Operation.PICK:
        mask = candidates(s, t, frame, a)
    elif operation == Operation.MAY_PICK:
        mask = candidates(s, t, frame, a)
        frame.k = 0
    elif operation == Operation.PICK_ABLE:
        mask = able(s, t, a, b)
    else:
        return False
    push(s, Decision.PLAYER, int(frame.seat), mask, 1 if operation == Operation.MAY_PICK else 0, 0)
    return True


@kernel
def ask_for_spells(s, t, frame, operation, n, b):
    """Choices among prepped spells, breaches and supply piles. False if it is another operation."""
    seat, who = int(frame.seat), int(frame.who)
    if operation == Operation.DEAL:
        amount = n + int(frame.plus) + int(frame.bonus)
        frame.plus = 0
        if amount > 0:
            push(s, Decision.TARGET, seat, amount, 0, 0)
    elif operation == Operation.CAST_ANY:
        push(s, Decision.CAST, seat, 0, Scope.ANY, 0)
    elif operation == Operation.MAY_CAST_NEW:
        push(s, Decision.CAST, seat, n, Scope.NEW, 1)
    elif operation == Operation.CAST_TWICE:
        push(s, Decision.CAST_TWICE, seat, 0, Scope.ANY, 0)
    elif operation == Operation.DISCARD_PREPPED:
        push(s, Decision.DISCARD_PREPPED, seat, n, b, 0).who = who
    elif operation == Operation.DESTROY_PREPPED:
        push(s, Decision.DESTROY_PREPPED, seat, n, b, 0).who = who
    elif operation == Operation.FOCUS:
        push(s, Decision.FOCUS, seat, n, 0, 0).who = who
    elif operation == Operation.DEVOUR:
        begin_devouring(s, t, seat, n, b)
    elif operation == Operation.GAIN:
        frame.k, frame.x = 0, 0
        push(s, Decision.GAIN, who, n, b, 0)
    else:
        return False
    return True


@kernel
def begin_devouring(s, t, seat, n, pick):
    """A pile to devour from is to be chosen. Without a second gem pile Gravehold suffers for all the cards."""
    if pick == Pick.SECOND_DEAREST_GEM and devourable(s, t, pick) == 0:
        damage_gravehold(s, 2 * n)
    elif n > 0:
        push(s, Decision.DEVOUR, seat, n, pick, 0)


@kernel
def ask_one_off(s, frame, operation, n):
    """Choices that one card or ability brings."""
    seat = int(frame.seat)
    if operation == Operation.MAY_LOSE_CHARGE:
        frame.k = 0
        push(s, Decision.LOSE_CHARGE, seat, 0, 0, 0)
    elif operation == Operation.MAY_BOTTOM:
        push(s, Decision.BOTTOM, seat, 0, 0, 0)
    elif operation == Operation.MAY_DESTROY_TOP:
        if look_at_top(s, seat):
            push(s, Decision.DESTROY_TOP, seat, 0, 0, 0)
    elif operation == Operation.SIFT:
        push(s, Frame.ASK_SIFT, seat, 0, 0, 0)
    elif operation == Operation.SPLIT_CHARGES:
        push(s, Decision.CHARGE, seat, n, 0, 0)
    elif operation == Operation.REORDER:
        s.turn_known = (1 << s.turn_deck.n) - 1
        push(s, Decision.REORDER, seat, 0, 0, 0)
    elif operation == Operation.RESHUFFLE:
        frame.k = 0
        push(s, Decision.RESHUFFLE, seat, n, 0, 0)
    elif operation == Operation.PLAY_GEM_TWICE:
        push(s, Decision.GEM, seat, 0, 0, 0)
    elif operation == Operation.RETURN_GEM:
        push(s, Decision.RETURN, seat, 0, 0, 0)


@kernel
def look_at_top(s, seat):
    """The top card of a deck becomes known; False if there is none."""
    if not need_deck(s, seat):
        return False
    top = int(s.deck[seat].n) - 1
    s.seen[s.deck[seat].card[top]] = 1
    if s.shuffled[seat] > top:
        s.shuffled[seat] = top
    return True


@kernel
def run_program(s, t, frame):
    """Works off the text on top of the stack, until its end or until something else must come first.

    A condition is looked at when its row is reached, and never again.
    """
    depth = s.n_frames
    while s.n_frames == depth and s.over == 0:
        if frame.a >= frame.b:
            pop(s)
            return
        e = t.effect[frame.a]
        frame.a += 1
        if e.condition != 0 and not holds(s, frame, int(e.condition), int(e.argument)):
            continue
        frame.a += e.skip
        operation, n, b = int(e.operation), int(e.a), int(e.b)
        if e.per != 0:
            n *= count(s, frame, int(e.per))
        if (
            not do_for_player(s, t, frame, operation, n)
            and not do_for_nemesis(s, t, frame, operation, n)
            and not do_with_cards(s, t, frame, operation, n, b)
            and not ask_for_cards(s, frame, operation, n, b)
            and not ask_for_players(s, t, frame, operation, n, b)
            and not ask_for_spells(s, t, frame, operation, n, b)
        ):
            ask_one_off(s, frame, operation, n)


# --- frames ---------------------------------------------------------------------------------------------------------


@kernel
def resolve_frame(s, t, frame):
    """Deals with a frame on top of the stack that asks nothing."""
    kind, seat, card = int(frame.kind), int(frame.seat), int(frame.card)
    if kind == Frame.PROGRAM:
        run_program(s, t, frame)
        return
    if kind in (Frame.UNLEASH, Frame.STRIKE, Frame.SWARM):
        repeat(s, t, frame, kind)
        return
    if kind in (Frame.MINION_TURNS, Frame.SPREAD_DAMAGE, Frame.ASK_SIFT):
        go_on(s, t, frame, kind)
        return
    pop(s)
    if kind == Frame.PLAY_CARD:
        put(s, s.played, card)
        s.used[card] += 1
        push_program(s, t.card[card].effect, card, seat)
    elif kind == Frame.AFTER_STRIKE:
        lose_fury(s, t)
    elif kind == Frame.DESTROY_PLAYED:
        destroy_played(s, t, card)
    elif kind == Frame.RECAST:
        at = int(frame.at)
        slot = spell_slot(s, at, card, 0)
        if slot >= 0:
            cast(s, t, seat, at, slot, 0, 0)
    elif kind == Frame.EXHAUSTED:
        s.charges[seat] = 0
        damage_gravehold(s, 2 * int(frame.a))
    elif kind == Frame.DRAW_CARD:
        draw_nemesis_card(s, t)
    elif kind == Frame.RESOLVE_DRAWN:
        resolve_drawn_card(s, t)
    elif kind == Frame.NEMESIS_ENDS:
        if 0 < t.strikes_at <= s.fury:
            push(s, Frame.STRIKE, speaker(s), 1, 0, 0)


@kernel
def repeat(s, t, frame, kind):
    """Once more what is to happen so many times."""
    if frame.a <= 0:
        pop(s)
        return
    frame.a -= 1
    if frame.a == 0:
        pop(s)
    if kind == Frame.UNLEASH:
        s.unleashes += 1
        push_program(s, t.unleash, NO_CARD, speaker(s))
    elif kind == Frame.STRIKE:
        strike(s, t)
    else:
        swarm(s, t)


@kernel
def go_on(s, t, frame, kind):
    """The next minion or power, the next point of damage to husks, the next player who sifts."""
    if kind == Frame.MINION_TURNS:
        if not minions_and_powers_act(s, t):
            pop(s)
    elif kind == Frame.SPREAD_DAMAGE:
        if frame.a <= 0 or s.husks == 0:
            pop(s)
        elif two_kinds_of_husk(s):
            push(s, Decision.SPREAD_TARGET, int(frame.seat), 0, 0, 0)
        else:
            frame.a -= 1
            damage_husk(s, t, husk_target(s), 1)
    elif frame.a >= s.players:
        pop(s)
    else:
        seat = (int(frame.seat) + int(frame.a)) % int(s.players)
        frame.a += 1
        if look_at_top(s, seat):
            push(s, Decision.SIFT, seat, 0, 0, 0)


@kernel
def draw_nemesis_card(s, t):
    """The nemesis draws a card, which Aethereal Ward may cancel if it is no minion; without one it unleashes thrice."""
    if s.nemesis_deck.n == 0:
        push(s, Frame.UNLEASH, speaker(s), 3, 0, 0)
        return
    s.drawn = int(take_top(s.nemesis_deck))
    push(s, Frame.RESOLVE_DRAWN, speaker(s), 0, 0, 0)
    if t.card[s.drawn].type != Type.MINION:
        for seat in range(s.players):
            if t.window[seat] == Window.NEMESIS_DRAW and s.charges[seat] >= t.charges[seat]:
                push(s, Decision.WARD, seat, 0, 0, 0)


@kernel
def resolve_drawn_card(s, t):
    """An attack takes effect; a minion or power enters play."""
    if s.drawn == NO_CARD:
        return
    if t.card[s.drawn].type == Type.ATTACK:
        push_program(s, t.card[s.drawn].effect, s.drawn, speaker(s))
    else:
        card = s.drawn
        s.drawn = NO_CARD
        enter_play(s, t, card)
