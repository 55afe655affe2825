"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..core.kernel import kernel
from ..core.pile import find, put, take, take_top
from .actions import legal_actions
from .effects import resolve_frame
from .rules import (
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
from .state import BREACHES, NEMESIS, WILD_CARD, Breach, Decision, Frame, Kind, Phase, Place, Scope, Type


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision = int(s.decision)
    s.decision = 0
    kind, a, b = int(action.kind), int(action.a), int(action.b)
    if decision == Decision.MAIN:
        act(s, t, kind, a, b)
    elif decision < Decision.AUSPEX:
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
            if frame.kind >= Frame.PROGRAM:
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
    if phase == Phase.TURN:
        ask(s, speaker(s), Decision.TURN)
    elif phase == Phase.BEGIN:
        s.phase = Phase.NEMESIS_MAIN if s.active == NEMESIS else Phase.CORRUPTIONS_BEFORE
    elif phase in (Phase.CORRUPTIONS_BEFORE, Phase.CORRUPTIONS_AFTER):
        if t.corrupts == 1 and holds_corruption(s, t):
            push(s, Decision.CORRUPTION, s.active, 0, 0, 0)
        else:
            s.phase += 1
    elif phase == Phase.CASTING:
        if spells_prepped(s, s.active) > 0:
            ask(s, s.active, Decision.CASTING)
        else:
            s.phase = Phase.AFTER_CASTING
    elif phase == Phase.AFTER_CASTING:
        s.phase = Phase.MAIN
        end_casting(s, t)
    elif phase == Phase.MAIN:
        ask(s, s.active, Decision.MAIN)
    elif phase == Phase.DISCARD:
        if s.play.n > 0:
            push(s, Decision.ORDER, s.active, 0, 0, 0)
        else:
            draw_phase(s, t, s.active)
            s.phase = Phase.END_TURN
    else:
        next_nemesis_step(s, t)


@kernel
def next_nemesis_step(s, t):
    """The step of a nemesis turn whose time it is, and the end of every turn."""
    if s.phase == Phase.NEMESIS_MAIN:
        if s.n_in_play > 0:
            ask(s, speaker(s), Decision.NEMESIS_MAIN)
        else:
            s.phase = Phase.NEMESIS_DRAW
    elif s.phase == Phase.NEMESIS_DRAW:
        ask(s, speaker(s), Decision.NEMESIS_DRAW)
    elif s.phase == Phase.NEMESIS_END:
        s.phase = Phase.END_TURN
        push(s, Frame.NEMESIS_ENDS, speaker(s), 0, 0, 0)
    else:
        end_turn(s, t)


@kernel
def holds_corruption(s, t):
    """Whether the active player has a corruption in hand."""
    hand = s.hand[s.active]
    for i in range(hand.n):
        if t.card[hand.card[i]].type == Type.CORRUPTION:
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
    push(s, Frame.MINION_TURNS, speaker(s), 0, 0, 0)


@kernel
def take_step(s, t, kind, a, b):
    """An action that carries a turn on, or of the casting phase."""
    if kind == Kind.TURN_CARD:
        draw_turn_card(s, t)
    elif kind == Kind.CAST:
        cast(s, t, s.active, b, spell_slot(s, b, a, 0), 0, 0)
    elif kind == Kind.END_CASTING:
        s.phase = Phase.AFTER_CASTING
    elif kind == Kind.NEMESIS_ACTS:
        s.phase = Phase.NEMESIS_DRAW
        begin_nemesis_main(s)
    elif kind == Kind.NEMESIS_DRAWS:
        s.phase = Phase.NEMESIS_END
        push(s, Frame.DRAW_CARD, speaker(s), 0, 0, 0)


@kernel
def act(s, t, kind, a, b):
    """An action of the main phase."""
    if kind == Kind.PLAY:
        play_card(s, a)
    elif kind == Kind.GAIN:
        pay_for(s, t, a)
        gain_from_pile(s, t, s.active, a, Place.DISCARD)
    elif kind == Kind.GAIN_DEVOURED:
        pay_for(s, t, a)
        gain(s, t, s.active, int(take_top(s.devoured)), Place.DISCARD)
    elif kind == Kind.GAIN_CHARGE:
        s.aether -= t.charge_cost
        gain_charges(s, t, s.active, 1)
    elif kind == Kind.FOCUS:
        s.aether -= focus_price(s, t, b)
        s.discount = 0
        focus_breach(s, b)
    elif kind == Kind.OPEN:
        s.aether -= open_price(s, t, b)
        s.discount = 0
        s.breach[b].state = Breach.OPEN
    elif kind == Kind.PREP:
        prep(s, a, b)
    elif kind == Kind.USE:
        use_prepped(s, t, a, b)
    elif kind == Kind.DISCARD_POWER:
        push_program(s, t.card[a].to_discard, a, s.active)
    elif kind == Kind.ABILITY:
        use_ability(s, t, b)
    elif kind == Kind.END_TURN:
        s.phase = Phase.CORRUPTIONS_AFTER


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
    if kind == Kind.DECLINE:
        pop(s)
        decline(s, t, frame, decision)
    elif kind in (Kind.DISCARD, Kind.DESTROY, Kind.DESTROY_DISCARDED, Kind.TAKE):
        choose_card(s, t, frame, parent, kind, a, b)
    elif kind == Kind.CHOOSE_SPELL:
        choose_spell(s, t, frame, parent, decision, a, b)
    elif kind in (Kind.LAY, Kind.CHARGE, Kind.NEXT):
        choose_next(s, t, frame, kind, a, b)
    elif kind == Kind.TARGET and decision != Decision.SPREAD_TARGET:
        pop(s)
        damage_target(s, t, a, int(frame.a), int(frame.seat))
    elif kind == Kind.TARGET:
        parent.a -= 1
        pop(s)
        damage_husk(s, t, a, 1)
    elif kind == Kind.CHOOSE:
        pop(s)
        choose_player(s, frame, parent, decision, b)
    else:
        pop(s)
        choose_one(s, t, frame, parent, decision, kind, a, b)


@kernel
def decline(s, t, frame, decision):
    """What not doing it means: a gained card goes to the discard pile, damage hits one husk alone."""
    if decision == Decision.ON_DECK:
        put_gained(s, int(frame.seat), int(frame.card), Place.DISCARD)
    elif decision == Decision.SPREAD:
        damage_husk(s, t, int(frame.b), int(frame.a))


@kernel
def choose_card(s, t, frame, parent, kind, card, seat):
    """A card to discard, destroy or take back; as many more may follow as the frame says."""
    frame.a -= 1
    parent.k += 1
    parent.x = t.card[card].cost
    if kind == Kind.DISCARD:
        discard_from_hand(s, seat, card)
    elif kind == Kind.DESTROY:
        destroy_card(s, t, int(take(s.hand[seat], find(s.hand[seat], card))))
    elif kind == Kind.DESTROY_DISCARDED:
        destroy_card(s, t, int(take(s.discard[seat], find(s.discard[seat], card))))
    else:
        put(s, s.hand[seat], int(take(s.discard[seat], find(s.discard[seat], card))))


@kernel
def choose_spell(s, t, frame, parent, decision, card, at):
    """A prepped spell to cast, discard or destroy."""
    if decision == Decision.CAST:
        pop(s)
        slot = spell_slot(s, at, card, 1 if frame.b == Scope.NEW else 0)
        cast(s, t, int(frame.seat), at, slot, int(frame.a), 0)
    elif decision == Decision.CAST_TWICE:
        pop(s)
        caster = int(frame.seat)
        again = push(s, Frame.RECAST, caster, 0, 0, 0)
        again.card, again.at = card, at
        cast(s, t, caster, at, spell_slot(s, at, card, 0), 0, 1)
    else:
        frame.a -= 1
        parent.k += 1
        take_spell(s, at, spell_slot(s, at, card, 0))
        if decision == Decision.DISCARD_PREPPED:
            put(s, s.discard[at // BREACHES], card)
        else:
            destroy_card(s, t, card)


@kernel
def choose_next(s, t, frame, kind, a, b):
    """One of several in a row: the next card laid, the next charge, the next turn order card from the top."""
    if kind == Kind.LAY:
        put(s, s.discard[s.active], int(take(s.play, find(s.play, a))))
        return
    if kind == Kind.CHARGE:
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
    if decision == Decision.WILD:
        s.active = seat
    elif decision == Decision.GIVE:
        put(s, s.discard[seat], int(frame.card))
    elif decision == Decision.PLAYER:
        parent.who = seat
        if frame.b == 1:
            parent.k = 1


@kernel
def choose_one(s, t, frame, parent, decision, kind, a, b):
    """Choices that are made once; the frame that asked is gone."""
    seat = int(frame.seat)
    if kind == Kind.OPTION:
        parent.a = frame.a if a == 1 else frame.b
    elif kind == Kind.SPREAD:
        spread(s, t, seat, int(frame.a))
    elif kind == Kind.FOCUS_FREE:
        focus_breach(s, b)
    elif kind == Kind.LOSE_BREACH:
        destroy_breach(s, b)
    elif kind == Kind.PLAY:
        push(s, Frame.DESTROY_PLAYED, seat, 0, 0, 0).card = a
        push(s, Frame.PLAY_CARD, seat, 0, 0, 0).card = a
        play_card(s, a)
    elif kind == Kind.RETURN:
        put(s, s.hand[s.active], int(take(s.play, find(s.play, a))))
    elif kind == Kind.DEVOUR:
        devour(s, t, a, int(frame.a))
    elif kind == Kind.GAIN:
        parent.k, parent.x = 1, t.card[a].cost
        gain_from_pile(s, t, int(frame.who), a, int(frame.b))
    elif kind == Kind.RESHUFFLE:
        parent.k = 1
        if a < WILD_CARD:
            parent.who = a
        reshuffle_turn_card(s, a)
    elif kind == Kind.ABILITY:
        use_ability(s, t, b)
    elif kind == Kind.RESOLVE:
        put(s, s.play, int(take(s.hand[seat], find(s.hand[seat], a))))
        push_program(s, t.card[a].effect, a, seat)
    else:
        accept(s, t, frame, parent, decision)


@kernel
def accept(s, t, frame, parent, decision):
    """What doing it means."""
    seat = int(frame.seat)
    if decision == Decision.LOSE_CHARGE:
        s.charges[seat] -= 1
        parent.k = 1
    elif decision == Decision.BOTTOM:
        bottom_turn_card(s)
    elif decision == Decision.DESTROY_TOP:
        destroy_card(s, t, take_from_deck(s, seat))
    elif decision == Decision.ON_DECK:
        put_gained(s, seat, int(frame.card), Place.DECK)
    elif decision == Decision.SIFT:
        put(s, s.discard[seat], take_from_deck(s, seat))
