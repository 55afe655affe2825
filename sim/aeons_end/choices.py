"""What a choice in mid-effect does."""

from __future__ import annotations

from ..cards.piles import move_card, remove
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import below_top, pop, top
from ..core.kernel import kernel
from ..core.pile import find, put, take
from .breaches import destroy_breach, focus_breach
from .casting import cast
from .charges import gain_charges, use_ability
from .damage import damage_target
from .devouring import devour
from .frames import push, push_program
from .husks import damage_husk, spread
from .spells import spell_slot, take_spell
from .state import BREACHES, NEMESIS, Decision, Frame, Kind, Place, Scope
from .supply import gain_devoured, gain_from_pile
from .turn_order import bottom_turn_card, is_players, reshuffle_turn_card
from .zones import destroy_card, discard_from_hand, play_card, put_gained, take_from_deck


@kernel
def choose(s, t, decision, kind, a, b):
    """A choice in mid-effect, for the frame on top of the stack."""
    frame, parent = top(s), below_top(s)
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
    elif kind == Kind.YES:
        pop(s)
        accept(s, t, frame, parent, decision)
    else:
        pop(s)
        choose_one(s, t, frame, parent, kind, a, b)


@kernel
def decline(s, t, frame, decision):
    """What not doing it means: a gained card goes to the discard pile, damage hits one husk alone (rules 7, 13)."""
    if decision == Decision.ON_DECK:
        put_gained(s, int(frame.seat), int(frame.card), Place.DISCARD)
    elif decision == Decision.SPREAD:
        damage_husk(s, t, int(frame.b), int(frame.a))


@kernel
def choose_card(s, t, frame, parent, kind, card, at):
    """A card to discard, destroy or take back; as many more may follow as the frame says (rules 7).

    at: whose hand it is in, or its place in the discard pile, the lowest 0.
    """
    who = int(frame.who)
    frame.a -= 1
    parent.k += 1
    parent.x = t.card[card].cost
    if kind == Kind.DISCARD:
        discard_from_hand(s, at, card)
    elif kind == Kind.DESTROY:
        destroy_card(s, t, remove(s.hand[at], card))
    elif kind == Kind.DESTROY_DISCARDED:
        destroy_card(s, t, take(s.discard[who], at))
    elif kind == Kind.TAKE:
        put(s, s.hand[who], take(s.discard[who], at))
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def choose_spell(s, t, frame, parent, decision, card, at):
    """A prepped spell to cast, discard or destroy (rules 6, 7)."""
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
    elif decision in (Decision.DISCARD_PREPPED, Decision.DESTROY_PREPPED):
        frame.a -= 1
        parent.k += 1
        take_spell(s, at, spell_slot(s, at, card, 0))
        if decision == Decision.DISCARD_PREPPED:
            put(s, s.discard[at // BREACHES], card)
        else:
            destroy_card(s, t, card)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def choose_next(s, t, frame, kind, a, b):
    """One of several in a row: the next card laid, the next charge, the next turn order card from the top
    (rules 4.4, 8).
    """
    if kind == Kind.LAY:
        move_card(s, a, s.play, s.discard[s.active])
        return
    if kind == Kind.CHARGE:
        frame.a -= 1
        if frame.a <= 0:
            pop(s)
        gain_charges(s, t, b, 1)
        return
    if kind != Kind.NEXT:
        s.error = ERROR_UNWRITTEN
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
    """A player: whom a text is about, who takes the wild turn, who gets a destroyed corruption (rules 3, 16.10)."""
    if decision == Decision.WILD:
        s.active = seat
    elif decision == Decision.GIVE:
        put(s, s.discard[seat], int(frame.card))
    elif decision == Decision.PLAYER:
        parent.who = seat
        if frame.b == 1:
            parent.k = 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def choose_one(s, t, frame, parent, kind, a, b):
    """Choices that are made once; the frame that asked is gone."""
    seat = int(frame.seat)
    if kind == Kind.OPTION:
        parent.pc = frame.a if a == 1 else frame.b
    elif kind == Kind.SPREAD:
        spread(s, t, seat, int(frame.a))
    elif kind == Kind.FOCUS_FREE:
        focus_breach(s, b)
    elif kind == Kind.LOSE_BREACH:
        destroy_breach(s, b)
    elif kind == Kind.PLAY:
        push(s, Frame.DESTROY_PLAYED, seat, 0, 0, 0).card = a
        push(s, Frame.PLAY_CARD, seat, 0, 0, 0).card = a
        play_card(s, seat, a)
    elif kind == Kind.RETURN:
        owner = seat if s.active == NEMESIS else int(s.active)
        move_card(s, a, s.play, s.hand[owner])
    elif kind == Kind.DEVOUR:
        devour(s, t, a, int(frame.a))
    elif kind == Kind.GAIN:
        parent.k, parent.x = 1, t.card[a].cost
        gain_from_pile(s, t, int(frame.who), a, int(frame.b))
    elif kind == Kind.GAIN_DEVOURED:
        parent.k, parent.x = 1, t.card[a].cost
        gain_devoured(s, t, int(frame.who), int(frame.b))
    elif kind == Kind.RESHUFFLE:
        parent.k = 1
        if is_players(a):
            parent.who = a
        reshuffle_turn_card(s, a)
    elif kind == Kind.ABILITY:
        use_ability(s, t, b)
    elif kind == Kind.RESOLVE:
        move_card(s, a, s.hand[seat], s.play)
        push_program(s, t.card[a].effect, a, seat)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def accept(s, t, frame, parent, decision):
    """What doing it means (rules 7, 12)."""
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
    else:
        s.error = ERROR_UNWRITTEN
