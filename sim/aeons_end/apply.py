"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find, put, take, take_top
from .actions import (
    ABILITY,
    ASK_AUSPEX,
    ASK_BOTTOM,
    ASK_CAST,
    ASK_CAST_TWICE,
    ASK_CASTING,
    ASK_CORRUPTION,
    ASK_DESTROY_TOP,
    ASK_DISCARD_PREPPED,
    ASK_GIVE,
    ASK_LOSE_CHARGE,
    ASK_MAIN,
    ASK_NEMESIS_DRAW,
    ASK_NEMESIS_MAIN,
    ASK_ON_DECK,
    ASK_ORDER,
    ASK_PLAYER,
    ASK_SIFT,
    ASK_SPREAD,
    ASK_SPREAD_TARGET,
    ASK_TURN,
    ASK_WILD,
    CAST,
    CHARGE,
    CHOOSE,
    CHOOSE_SPELL,
    DECLINE,
    DESTROY,
    DESTROY_DISCARDED,
    DEVOUR,
    DISCARD,
    DISCARD_POWER,
    END_CASTING,
    END_TURN,
    FOCUS,
    FOCUS_FREE,
    GAIN,
    GAIN_CHARGE,
    GAIN_DEVOURED,
    LAY,
    LOSE_BREACH,
    NEMESIS_ACTS,
    NEMESIS_DRAWS,
    NEXT,
    OPEN_BREACH,
    OPTION,
    PLAY,
    PREP,
    RESHUFFLE,
    RESOLVE,
    RETURN,
    SPREAD,
    TAKE,
    TARGET,
    TURN_CARD,
    USE,
    legal_actions,
)
from .effects import DESTROY_PLAYED, DRAW_CARD, MINION_TURNS, NEMESIS_ENDS, PLAY_CARD, RECAST, resolve_frame
from .rules import (
    CORRUPTION,
    DISCARDED,
    NEW,
    ON_DECK,
    OPEN,
    below_top,
    bottom_turn_card,
    cast,
    damage_husk,
    damage_target,
    destroy_breach,
    destroy_card,
    devour,
    discard_from_hand,
    draw_phase,
    draw_turn_card,
    end_turn,
    focus_breach,
    focus_price,
    gain,
    gain_charges,
    gain_from_pile,
    open_price,
    pay_for,
    play_card,
    pop,
    prep,
    push,
    push_program,
    put_gained,
    reshuffle_turn_card,
    speaker,
    spell_slot,
    spells_prepped,
    spread,
    take_from_deck,
    take_spell,
    use_ability,
)
from .state import BREACHES, NEMESIS, WILD_CARD, Frame, Phase

(
    TURN, BEGIN, CORRUPTIONS_BEFORE, CASTING, AFTER_CASTING, MAIN, CORRUPTIONS_AFTER, DISCARD_PHASE, NEMESIS_MAIN,
    NEMESIS_DRAW, NEMESIS_END, END,
) = (int(phase) for phase in Phase)  # fmt: skip
FIRST_FRAME = int(Frame.PROGRAM)


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision = int(s.decision)
    s.decision = 0
    kind, a, b = int(action.kind), int(action.a), int(action.b)
    if decision == ASK_MAIN:
        act(s, t, kind, a, b)
    elif decision < ASK_AUSPEX:
        take_step(s, t, kind, a, b)
    else:
        choose(s, t, decision, kind, a, b)
    advance(s, t)


@kernel
def advance(s, t):
    """Works off what is pending and the steps of the turns, up to the next decision or the end of the game."""
    while s.decision == 0 and s.over == 0 and s.error == 0:
        if s.n_frames == 0:
            next_step(s, t)
        else:
            frame = s.frame[s.n_frames - 1]
            if frame.kind >= FIRST_FRAME:
                resolve_frame(s, t, frame)
            else:
                ask_choice(s, t, frame)


@kernel
def ask_choice(s, t, frame):
    """Stops for the choice on top of the stack. One without an object is dropped; one without an alternative is made
    at once.
    """
    s.decision, s.to_move = frame.kind, frame.seat
    n = legal_actions(s, t, s.scratch[:])
    if n >= 2 or (n == 1 and s.ask_all == 1):
        return
    decision = int(s.decision)
    s.decision = 0
    if n == 0:
        pop(s)
    else:
        only = s.scratch[0]
        choose(s, t, decision, int(only.kind), int(only.a), int(only.b))


# --- turns ----------------------------------------------------------------------------------------------------------


@kernel
def ask(s, seat, decision):
    """Stops for a decision of a seat."""
    s.decision, s.to_move = decision, seat


@kernel
def next_step(s, t):
    """The step of the turn whose time it is: done, or asked for."""
    phase = s.phase
    if phase == TURN:
        ask(s, speaker(s), ASK_TURN)
    elif phase == BEGIN:
        s.phase = NEMESIS_MAIN if s.active == NEMESIS else CORRUPTIONS_BEFORE
    elif phase in (CORRUPTIONS_BEFORE, CORRUPTIONS_AFTER):
        if t.corrupts == 1 and holds_corruption(s, t):
            push(s, ASK_CORRUPTION, s.active, 0, 0, 0)
        else:
            s.phase += 1
    elif phase == CASTING:
        if spells_prepped(s, s.active) > 0:
            ask(s, s.active, ASK_CASTING)
        else:
            s.phase = AFTER_CASTING
    elif phase == AFTER_CASTING:
        s.phase = MAIN
        end_casting(s, t)
    elif phase == MAIN:
        ask(s, s.active, ASK_MAIN)
    elif phase == DISCARD_PHASE:
        if s.play.n > 0:
            push(s, ASK_ORDER, s.active, 0, 0, 0)
        else:
            draw_phase(s, t, s.active)
            s.phase = END
    else:
        next_nemesis_step(s, t)


@kernel
def next_nemesis_step(s, t):
    """The step of a nemesis turn whose time it is, and the end of every turn."""
    if s.phase == NEMESIS_MAIN:
        if s.n_in_play > 0:
            ask(s, speaker(s), ASK_NEMESIS_MAIN)
        else:
            s.phase = NEMESIS_DRAW
    elif s.phase == NEMESIS_DRAW:
        ask(s, speaker(s), ASK_NEMESIS_DRAW)
    elif s.phase == NEMESIS_END:
        s.phase = END
        push(s, NEMESIS_ENDS, speaker(s), 0, 0, 0)
    else:
        end_turn(s, t)


@kernel
def holds_corruption(s, t):
    """Whether the active player has a corruption in hand."""
    hand = s.hand[s.active]
    for i in range(hand.n):
        if t.card[hand.card[i]].type == CORRUPTION:
            return True
    return False


@kernel
def end_casting(s, t):
    """What spells still prepped do at the end of the casting phase of their owner."""
    for at in range(s.active * BREACHES, s.active * BREACHES + BREACHES):
        breach = s.breach[at]
        for i in range(breach.n):
            card = int(breach.spell[i])
            push_program(s, t.card[card].after_casting, card, s.active)


@kernel
def begin_nemesis_main(s):
    """All minions and powers in play are to act, the oldest first."""
    for i in range(s.n_in_play):
        s.in_play[i].acted = 0
    push(s, MINION_TURNS, speaker(s), 0, 0, 0)


@kernel
def take_step(s, t, kind, a, b):
    """An action that carries a turn on, or of the casting phase."""
    if kind == TURN_CARD:
        draw_turn_card(s, t)
    elif kind == CAST:
        cast(s, t, s.active, b, spell_slot(s, b, a, 0), 0, 0)
    elif kind == END_CASTING:
        s.phase = AFTER_CASTING
    elif kind == NEMESIS_ACTS:
        s.phase = NEMESIS_DRAW
        begin_nemesis_main(s)
    elif kind == NEMESIS_DRAWS:
        s.phase = NEMESIS_END
        push(s, DRAW_CARD, speaker(s), 0, 0, 0)


@kernel
def act(s, t, kind, a, b):
    """An action of the main phase."""
    if kind == PLAY:
        play_card(s, a)
    elif kind == GAIN:
        pay_for(s, t, a)
        gain_from_pile(s, t, s.active, a, DISCARDED)
    elif kind == GAIN_DEVOURED:
        pay_for(s, t, a)
        gain(s, t, s.active, int(take_top(s.devoured)), DISCARDED)
    elif kind == GAIN_CHARGE:
        s.aether -= t.charge_cost
        gain_charges(s, t, s.active, 1)
    elif kind == FOCUS:
        s.aether -= focus_price(s, t, b)
        s.discount = 0
        focus_breach(s, b)
    elif kind == OPEN_BREACH:
        s.aether -= open_price(s, t, b)
        s.discount = 0
        s.breach[b].state = OPEN
    elif kind == PREP:
        prep(s, a, b)
    elif kind == USE:
        use_prepped(s, t, a, b)
    elif kind == DISCARD_POWER:
        push_program(s, t.card[a].to_discard, a, s.active)
    elif kind == ABILITY:
        use_ability(s, t, b)
    elif kind == END_TURN:
        s.phase = CORRUPTIONS_AFTER


@kernel
def use_prepped(s, t, card, at):
    """The prepped effect of a spell, once a turn for each copy."""
    breach = s.breach[at]
    slot = 0 if breach.spell[0] == card and breach.used[0] == 0 else 1
    breach.used[slot] = 1
    push_program(s, t.card[card].prepped, card, s.active)


# --- choices in mid-effect ------------------------------------------------------------------------------------------


@kernel
def choose(s, t, decision, kind, a, b):
    """A choice in mid-effect, for the frame on top of the stack."""
    frame, parent = s.frame[s.n_frames - 1], below_top(s)
    if kind == DECLINE:
        pop(s)
        decline(s, t, frame, decision)
    elif kind in (DISCARD, DESTROY, DESTROY_DISCARDED, TAKE):
        choose_card(s, t, frame, parent, kind, a, b)
    elif kind == CHOOSE_SPELL:
        choose_spell(s, t, frame, parent, decision, a, b)
    elif kind in (LAY, CHARGE, NEXT):
        choose_next(s, t, frame, kind, a, b)
    elif kind == TARGET and decision != ASK_SPREAD_TARGET:
        pop(s)
        damage_target(s, t, a, int(frame.a), int(frame.seat))
    elif kind == TARGET:
        parent.a -= 1
        pop(s)
        damage_husk(s, t, a, 1)
    elif kind == CHOOSE:
        pop(s)
        choose_player(s, frame, parent, decision, b)
    else:
        pop(s)
        choose_one(s, t, frame, parent, decision, kind, a, b)


@kernel
def decline(s, t, frame, decision):
    """What not doing it means: a gained card goes to the discard pile, damage hits one husk alone."""
    if decision == ASK_ON_DECK:
        put_gained(s, int(frame.seat), int(frame.card), DISCARDED)
    elif decision == ASK_SPREAD:
        damage_husk(s, t, int(frame.b), int(frame.a))


@kernel
def choose_card(s, t, frame, parent, kind, card, seat):
    """A card to discard, destroy or take back; as many more may follow as the frame says."""
    frame.a -= 1
    parent.k += 1
    parent.x = t.card[card].cost
    if kind == DISCARD:
        discard_from_hand(s, seat, card)
    elif kind == DESTROY:
        destroy_card(s, t, int(take(s.hand[seat], find(s.hand[seat], card))))
    elif kind == DESTROY_DISCARDED:
        destroy_card(s, t, int(take(s.discard[seat], find(s.discard[seat], card))))
    else:
        put(s, s.hand[seat], int(take(s.discard[seat], find(s.discard[seat], card))))


@kernel
def choose_spell(s, t, frame, parent, decision, card, at):
    """A prepped spell to cast, discard or destroy."""
    if decision == ASK_CAST:
        pop(s)
        slot = spell_slot(s, at, card, 1 if frame.b == NEW else 0)
        cast(s, t, int(frame.seat), at, slot, int(frame.a), 0)
    elif decision == ASK_CAST_TWICE:
        pop(s)
        caster = int(frame.seat)
        again = push(s, RECAST, caster, 0, 0, 0)
        again.card, again.at = card, at
        cast(s, t, caster, at, spell_slot(s, at, card, 0), 0, 1)
    else:
        frame.a -= 1
        parent.k += 1
        take_spell(s, at, spell_slot(s, at, card, 0))
        if decision == ASK_DISCARD_PREPPED:
            put(s, s.discard[at // BREACHES], card)
        else:
            destroy_card(s, t, card)


@kernel
def choose_next(s, t, frame, kind, a, b):
    """One of several in a row: the next card laid, the next charge, the next turn order card from the top."""
    if kind == LAY:
        put(s, s.discard[s.active], int(take(s.play, find(s.play, a))))
        return
    if kind == CHARGE:
        frame.a -= 1
        if frame.a <= 0:
            pop(s)
        gain_charges(s, t, b, 1)
        return
    place = int(s.turn_deck.n) - 1 - int(frame.a)
    index = find(s.turn_deck, a)
    frame.a += 1
    if frame.a >= s.turn_deck.n:
        pop(s)
    for i in range(index, place):
        s.turn_deck.card[i] = s.turn_deck.card[i + 1]
    s.turn_deck.card[place] = a


@kernel
def choose_player(s, frame, parent, decision, seat):
    """A player: whom a text is about, who takes the wild turn, who gets a destroyed corruption."""
    if decision == ASK_WILD:
        s.active = seat
    elif decision == ASK_GIVE:
        put(s, s.discard[seat], int(frame.card))
    elif decision == ASK_PLAYER:
        parent.who = seat
        if frame.b == 1:
            parent.k = 1


@kernel
def choose_one(s, t, frame, parent, decision, kind, a, b):
    """Choices that are made once; the frame that asked is gone."""
    seat = int(frame.seat)
    if kind == OPTION:
        parent.a = frame.a if a == 1 else frame.b
    elif kind == SPREAD:
        spread(s, t, seat, int(frame.a))
    elif kind == FOCUS_FREE:
        focus_breach(s, b)
    elif kind == LOSE_BREACH:
        destroy_breach(s, b)
    elif kind == PLAY:
        push(s, DESTROY_PLAYED, seat, 0, 0, 0).card = a
        push(s, PLAY_CARD, seat, 0, 0, 0).card = a
        play_card(s, a)
    elif kind == RETURN:
        put(s, s.hand[s.active], int(take(s.play, find(s.play, a))))
    elif kind == DEVOUR:
        devour(s, t, a, int(frame.a))
    elif kind == GAIN:
        parent.k, parent.x = 1, t.card[a].cost
        gain_from_pile(s, t, int(frame.who), a, int(frame.b))
    elif kind == RESHUFFLE:
        parent.k = 1
        if a < WILD_CARD:
            parent.who = a
        reshuffle_turn_card(s, a)
    elif kind == ABILITY:
        use_ability(s, t, b)
    elif kind == RESOLVE:
        put(s, s.play, int(take(s.hand[seat], find(s.hand[seat], a))))
        push_program(s, t.card[a].effect, a, seat)
    else:
        accept(s, t, frame, parent, decision)


@kernel
def accept(s, t, frame, parent, decision):
    """What doing it means."""
    seat = int(frame.seat)
    if decision == ASK_LOSE_CHARGE:
        s.charges[seat] -= 1
        parent.k = 1
    elif decision == ASK_BOTTOM:
        bottom_turn_card(s)
    elif decision == ASK_DESTROY_TOP:
        destroy_card(s, t, take_from_deck(s, seat))
    elif decision == ASK_ON_DECK:
        put_gained(s, seat, int(frame.card), ON_DECK)
    elif decision == ASK_SIFT:
        put(s, s.discard[seat], take_from_deck(s, seat))
