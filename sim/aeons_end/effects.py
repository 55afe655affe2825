"""What each operation of the effect notation does, and how pending frames are worked off."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import put, take_top
from .actions import (
    ASK_BOTTOM,
    ASK_CAST,
    ASK_CAST_TWICE,
    ASK_CHARGE,
    ASK_DESTROY,
    ASK_DESTROY_PREPPED,
    ASK_DESTROY_TOP,
    ASK_DEVOUR,
    ASK_DISCARD,
    ASK_DISCARD_PREPPED,
    ASK_DISCARD_TOGETHER,
    ASK_FOCUS,
    ASK_GAIN,
    ASK_GEM,
    ASK_LOSE_CHARGE,
    ASK_OPTION,
    ASK_PLAYER,
    ASK_REORDER,
    ASK_RESHUFFLE,
    ASK_RETURN,
    ASK_SIFT,
    ASK_SPREAD_TARGET,
    ASK_TAKE,
    ASK_TARGET,
    ASK_WARD,
)
from .cards import (
    AETHER,
    CANCEL,
    CAST_ANY,
    CAST_TWICE,
    CHARGE,
    CORRUPTION,
    DAMAGE,
    DEAL,
    DESTROY,
    DESTROY_OWN_TOP,
    DESTROY_PREPPED,
    DESTROY_SELF,
    DESTROY_UP_TO,
    DEVOUR,
    DEVOUR_GEMS,
    DISCARD,
    DISCARD_ALL,
    DISCARD_HUSKS,
    DISCARD_PREPPED,
    DISCARD_THIS,
    DISCARD_TOGETHER,
    DISCARD_TOGETHER_UP_TO,
    DISCARD_UP_TO,
    DISCOUNT,
    DRAW,
    EITHER,
    END,
    FOCUS,
    FURY,
    GAIN,
    GEM_AETHER,
    GRAVEHOLD_DAMAGE,
    GRAVEHOLD_GAINS,
    HEAL,
    HUSKS,
    LOSE_CHARGES,
    MAY_BOTTOM,
    MAY_CAST_NEW,
    MAY_DESTROY_TOP,
    MAY_LOSE_CHARGE,
    MAY_PICK,
    MILL,
    MINION_SUFFERS,
    NEMESIS_GAINS,
    OR,
    PAY,
    PICK,
    PICK_ABLE,
    PLAY_GEM_TWICE,
    PLAYERS_LOSE,
    PLUS,
    PREVENT_DAMAGE,
    REORDER,
    RESHUFFLE,
    RESHUFFLE_NEMESIS,
    RETURN_GEM,
    RETURN_MINION,
    REVEAL_TURN_ORDER,
    SET_LIFE,
    SHUFFLE_DISCARD,
    SIFT,
    SPELL_AETHER,
    SPLIT_CHARGES,
    TAKE,
    TAKE_UP_TO,
    TWO_SPELLS,
)
from .cards import STRIKE as STRIKES
from .cards import SWARM as SWARMS
from .cards import UNLEASH as UNLEASHES
from .conditions import able, candidates, count, holds
from .rules import (
    ANYONES,
    NEW,
    SECOND_DEAREST_GEM,
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
from .state import NO_CARD, Cause, Frame, Type, Window

(
    PROGRAM, UNLEASH, STRIKE, AFTER_STRIKE, SWARM, PLAY_CARD, DESTROY_PLAYED, RECAST, SPREAD_DAMAGE, EXHAUSTED,
    MINION_TURNS, DRAW_CARD, RESOLVE_DRAWN, NEMESIS_ENDS, ASK_ALL_TO_SIFT,
) = (int(f) for f in Frame)  # fmt: skip
ATTACK, MINION = int(Type.ATTACK), int(Type.MINION)
SWARMED = int(Cause.SWARM)
WARD_WINDOW = int(Window.NEMESIS_DRAW)


# --- operations -----------------------------------------------------------------------------------------------------


@kernel
def do_for_player(s, t, frame, operation, n):
    """Operations on aether, life and charges of players and of Gravehold. False if it is another one."""
    who = int(frame.who)
    if operation == AETHER:
        s.aether += n
    elif operation == SPELL_AETHER:
        s.spell_aether += n
    elif operation == GEM_AETHER:
        s.gem_aether += n
    elif operation == CHARGE:
        gain_charges(s, t, who, n)
    elif operation == LOSE_CHARGES:
        s.charges[who] = max(s.charges[who] - n, 0)
    elif operation == HEAL:
        heal(s, t, who, n)
    elif operation == GRAVEHOLD_GAINS:
        s.gravehold = min(s.gravehold + n, t.gravehold)
    elif operation == DAMAGE:
        amount = n + int(frame.plus)
        frame.plus, frame.k = 0, 0
        frame.k = damage_player(s, t, who, amount)
    elif operation == GRAVEHOLD_DAMAGE:
        amount = n + int(frame.plus)
        frame.plus = 0
        damage_gravehold(s, amount)
    elif operation == PLUS:
        frame.plus += n
    elif operation == DRAW:
        draw(s, t, who, n)
    elif operation == DISCOUNT:
        s.discount += n
    elif operation == PREVENT_DAMAGE:
        s.prevented = 1
    elif operation == TWO_SPELLS:
        s.two_spells = 1
    elif operation == PAY:
        s.aether -= n
    else:
        return False
    return True


@kernel
def do_for_nemesis(s, t, frame, operation, n):
    """Operations of the nemesis, its mat and its cards. False if it is another one."""
    card = int(frame.card)
    if operation == UNLEASHES:
        push(s, UNLEASH, speaker(s), n, 0, 0)
    elif operation == SWARMS:
        push(s, SWARM, speaker(s), n, 0, 0)
    elif operation == STRIKES:
        push(s, STRIKE, speaker(s), n, 0, 0)
    elif operation == FURY:
        s.fury += n
    elif operation == HUSKS:
        place_husks(s, n)
    elif operation == DISCARD_HUSKS:
        frame.k = discard_husks(s, n)
    elif operation == SET_LIFE:
        set_life(s, card, n + int(frame.plus))
        frame.plus = 0
    elif operation == MINION_SUFFERS:
        minion_suffers(s, t, card, n)
    elif operation == MILL:
        frame.k = mill(s, t, n)
    elif operation == RETURN_MINION:
        return_minion(s, t)
    elif operation == CANCEL:
        leave_play(s, t, s.drawn)
    elif operation == DISCARD_THIS:
        leave_play(s, t, card)
    elif operation == NEMESIS_GAINS:
        s.nemesis_life = min(s.nemesis_life + n, t.nemesis_life)
    elif operation == PLAYERS_LOSE:
        end_game(s, SWARMED)
    elif operation == DEVOUR_GEMS:
        devour_a_gem_of_each_pile(s, t)
    else:
        return False
    return True


@kernel
def do_with_cards(s, t, frame, operation, n, b):
    """Operations on cards without a choice, and the way through halves. False if it is another one."""
    who = int(frame.who)
    if operation == SHUFFLE_DISCARD:
        shuffle_discard_into_deck(s, who)
    elif operation == DESTROY_OWN_TOP:
        destroy_top_of_deck(s, t, who, n)
    elif operation == CORRUPTION:
        gain_corruptions(s, t, who, n, b)
    elif operation == RESHUFFLE_NEMESIS:
        reshuffle_nemesis_cards(s)
    elif operation == DESTROY_SELF:
        destroy_played(s, t, int(frame.card))
    elif operation == REVEAL_TURN_ORDER:
        frame.k = reveal_turn_card(s)
    elif operation == DISCARD_ALL:
        discard_all(s, t, who, n)
    elif operation == OR:
        frame.a = n
    else:
        return operation == END
    return True


@kernel
def ask_for_cards(s, frame, operation, n, b):
    """Choices among cards in hand or discard pile. False if it is another operation."""
    who = int(frame.who)
    kind = ASK_DISCARD
    if operation in (DESTROY, DESTROY_UP_TO):
        kind = ASK_DESTROY
    elif operation in (TAKE, TAKE_UP_TO):
        kind = ASK_TAKE
    elif operation in (DISCARD_TOGETHER, DISCARD_TOGETHER_UP_TO):
        kind, who = ASK_DISCARD_TOGETHER, speaker(s)
    elif operation != DISCARD and operation != DISCARD_UP_TO:
        return False
    optional = operation in (DISCARD_UP_TO, DESTROY_UP_TO, TAKE_UP_TO, DISCARD_TOGETHER_UP_TO)
    frame.k, frame.x = 0, 0
    push(s, kind, who, n, b, 1 if optional else 0)
    return True


@kernel
def ask_for_players(s, t, frame, operation, a, b):
    """Choices of a player or of a half. False if it is another operation."""
    if operation == EITHER:
        push(s, ASK_OPTION, int(frame.who), int(frame.a), a, b)
        return True
    if operation == PICK:
        mask = candidates(s, t, frame, a)
    elif operation == MAY_PICK:
        mask = candidates(s, t, frame, a)
        frame.k = 0
    elif operation == PICK_ABLE:
        mask = able(s, t, a, b)
    else:
        return False
    push(s, ASK_PLAYER, int(frame.seat), mask, 1 if operation == MAY_PICK else 0, 0)
    return True


@kernel
def ask_for_spells(s, t, frame, operation, n, b):
    """Choices among prepped spells, breaches and supply piles. False if it is another operation."""
    seat, who = int(frame.seat), int(frame.who)
    if operation == DEAL:
        amount = n + int(frame.plus) + int(frame.bonus)
        frame.plus = 0
        if amount > 0:
            push(s, ASK_TARGET, seat, amount, 0, 0)
    elif operation == CAST_ANY:
        push(s, ASK_CAST, seat, 0, ANYONES, 0)
    elif operation == MAY_CAST_NEW:
        push(s, ASK_CAST, seat, n, NEW, 1)
    elif operation == CAST_TWICE:
        push(s, ASK_CAST_TWICE, seat, 0, ANYONES, 0)
    elif operation == DISCARD_PREPPED:
        push(s, ASK_DISCARD_PREPPED, seat, n, b, 0).who = who
    elif operation == DESTROY_PREPPED:
        push(s, ASK_DESTROY_PREPPED, seat, n, b, 0).who = who
    elif operation == FOCUS:
        push(s, ASK_FOCUS, seat, n, 0, 0).who = who
    elif operation == DEVOUR:
        begin_devouring(s, t, seat, n, b)
    elif operation == GAIN:
        frame.k, frame.x = 0, 0
        push(s, ASK_GAIN, who, n, b, 0)
    else:
        return False
    return True


@kernel
def begin_devouring(s, t, seat, n, pick):
    """A pile to devour from is to be chosen. Without a second gem pile Gravehold suffers for all the cards."""
    if pick == SECOND_DEAREST_GEM and devourable(s, t, pick) == 0:
        damage_gravehold(s, 2 * n)
    elif n > 0:
        push(s, ASK_DEVOUR, seat, n, pick, 0)


@kernel
def ask_one_off(s, frame, operation, n):
    """Choices that one card or ability brings."""
    seat = int(frame.seat)
    if operation == MAY_LOSE_CHARGE:
        frame.k = 0
        push(s, ASK_LOSE_CHARGE, seat, 0, 0, 0)
    elif operation == MAY_BOTTOM:
        push(s, ASK_BOTTOM, seat, 0, 0, 0)
    elif operation == MAY_DESTROY_TOP:
        if look_at_top(s, seat):
            push(s, ASK_DESTROY_TOP, seat, 0, 0, 0)
    elif operation == SIFT:
        push(s, ASK_ALL_TO_SIFT, seat, 0, 0, 0)
    elif operation == SPLIT_CHARGES:
        push(s, ASK_CHARGE, seat, n, 0, 0)
    elif operation == REORDER:
        s.turn_known = (1 << s.turn_deck.n) - 1
        push(s, ASK_REORDER, seat, 0, 0, 0)
    elif operation == RESHUFFLE:
        frame.k = 0
        push(s, ASK_RESHUFFLE, seat, n, 0, 0)
    elif operation == PLAY_GEM_TWICE:
        push(s, ASK_GEM, seat, 0, 0, 0)
    elif operation == RETURN_GEM:
        push(s, ASK_RETURN, seat, 0, 0, 0)


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
    if kind == PROGRAM:
        run_program(s, t, frame)
        return
    if kind in (UNLEASH, STRIKE, SWARM):
        repeat(s, t, frame, kind)
        return
    if kind in (MINION_TURNS, SPREAD_DAMAGE, ASK_ALL_TO_SIFT):
        go_on(s, t, frame, kind)
        return
    pop(s)
    if kind == PLAY_CARD:
        put(s, s.played, card)
        s.used[card] += 1
        push_program(s, t.card[card].effect, card, seat)
    elif kind == AFTER_STRIKE:
        lose_fury(s, t)
    elif kind == DESTROY_PLAYED:
        destroy_played(s, t, card)
    elif kind == RECAST:
        at = int(frame.at)
        slot = spell_slot(s, at, card, 0)
        if slot >= 0:
            cast(s, t, seat, at, slot, 0, 0)
    elif kind == EXHAUSTED:
        s.charges[seat] = 0
        damage_gravehold(s, 2 * int(frame.a))
    elif kind == DRAW_CARD:
        draw_nemesis_card(s, t)
    elif kind == RESOLVE_DRAWN:
        resolve_drawn_card(s, t)
    elif kind == NEMESIS_ENDS:
        if 0 < t.strikes_at <= s.fury:
            push(s, STRIKE, speaker(s), 1, 0, 0)


@kernel
def repeat(s, t, frame, kind):
    """Once more what is to happen so many times."""
    if frame.a <= 0:
        pop(s)
        return
    frame.a -= 1
    if frame.a == 0:
        pop(s)
    if kind == UNLEASH:
        s.unleashes += 1
        push_program(s, t.unleash, NO_CARD, speaker(s))
    elif kind == STRIKE:
        strike(s, t)
    else:
        swarm(s, t)


@kernel
def go_on(s, t, frame, kind):
    """The next minion or power, the next point of damage to husks, the next player who sifts."""
    if kind == MINION_TURNS:
        if not minions_and_powers_act(s, t):
            pop(s)
    elif kind == SPREAD_DAMAGE:
        if frame.a <= 0 or s.husks == 0:
            pop(s)
        elif two_kinds_of_husk(s):
            push(s, ASK_SPREAD_TARGET, int(frame.seat), 0, 0, 0)
        else:
            frame.a -= 1
            damage_husk(s, t, husk_target(s), 1)
    elif frame.a >= s.players:
        pop(s)
    else:
        seat = (int(frame.seat) + int(frame.a)) % int(s.players)
        frame.a += 1
        if look_at_top(s, seat):
            push(s, ASK_SIFT, seat, 0, 0, 0)


@kernel
def draw_nemesis_card(s, t):
    """The nemesis draws a card, which Aethereal Ward may cancel if it is no minion; without one it unleashes thrice."""
    if s.nemesis_deck.n == 0:
        push(s, UNLEASH, speaker(s), 3, 0, 0)
        return
    s.drawn = int(take_top(s.nemesis_deck))
    push(s, RESOLVE_DRAWN, speaker(s), 0, 0, 0)
    if t.card[s.drawn].type != MINION:
        for seat in range(s.players):
            if t.window[seat] == WARD_WINDOW and s.charges[seat] >= t.charges[seat]:
                push(s, ASK_WARD, seat, 0, 0, 0)


@kernel
def resolve_drawn_card(s, t):
    """An attack takes effect; a minion or power enters play."""
    if s.drawn == NO_CARD:
        return
    if t.card[s.drawn].type == ATTACK:
        push_program(s, t.card[s.drawn].effect, s.drawn, speaker(s))
    else:
        card = s.drawn
        s.drawn = NO_CARD
        enter_play(s, t, card)
