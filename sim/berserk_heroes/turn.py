"""The phases of a turn, and mulligans (rules 3.4, 4)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.kernel import kernel
from ..core.pile import put_under
from .basics import body, has, hero_of, in_play_at, in_play_count, keyword, note_shift, type_of, unmark
from .damage import end_game
from .gold import end_turn_of_gold, gain_gold, untap_gold
from .happenings import NOTHING, happened_to
from .modifiers import end_grants, renew, value_of
from .queue import enqueue, fire, fire_delayed, fire_for, is_heard, seat_in_turn, times_at_end
from .state import (
    CARDS,
    DRAWS_MISSED,
    GOLD_BY_PHASE,
    NO_CARD,
    SEATS,
    Cause,
    Decision,
    Flag,
    Lasting,
    Phase,
    Rare,
    Trigger,
    Type,
    Until,
    Zone,
)
from .tables import Keyword
from .zones import change_control, draw, take_from_deck, take_out


@kernel
def next_step(s, t):
    """The step of the turn that comes when nothing is pending. Rule 4."""
    if s.phase == Phase.MULLIGANS:
        s.decision = Decision.MULLIGAN
    elif s.phase == Phase.UNTAP:
        begin_turn(s, t)
    elif s.phase == Phase.ACCUMULATE:
        accumulate(s, t)
    elif s.phase == Phase.START:
        start_abilities(s, t)
    elif s.phase == Phase.MAIN:
        ask(s, s.active, Decision.MAIN)
    elif s.phase == Phase.END:
        s.phase = Phase.CLEAN_UP
        end_phase(s, t)
    else:
        clean_up(s, t)


# --- mulligans ------------------------------------------------------------------------------------------------------


@kernel
def change_card(s, card):
    """A card of the first hand is put under the deck. Rule 3.4."""
    seat = int(s.to_move)
    take_out(s, card)
    s.card[card].zone = Zone.DECK
    put_under(s, s.deck[seat], card)
    s.changed[seat] += 1


@kernel
def keep_hand(s, t):
    """A player has changed what he wants and draws as many; then it is the other's turn to say, or the game begins.

    Rule 3.4.
    """
    seat = int(s.to_move)
    for _ in range(s.changed[seat]):
        take_from_deck(s, seat)
    if seat == s.first:
        s.to_move = 1 - seat
    else:
        s.phase, s.to_move = Phase.UNTAP, s.first


# --- the beginning --------------------------------------------------------------------------------------------------


@kernel
def begin_turn(s, t):
    """The untap phase. Rule 4.A."""
    seat = int(s.active)
    s.phase = Phase.ACCUMULATE
    if s.lasting[seat, Lasting.SKIPS] > 0:
        s.lasting[seat, Lasting.SKIPS] -= 1
        pass_turn(s, seat)
        return
    forget_turn(s)
    end_round(s, t, seat)
    renew(s, t)
    for k in range(in_play_count(s, seat)):
        card = in_play_at(s, seat, k)
        untap_card(s, card, type_of(s, t, card) == Type.CREATURE and s.lasting[seat, Lasting.CREATURES_STAY] > 0)
    s.lasting[seat, Lasting.CREATURES_STAY] = 0
    if s.lasting[seat, Lasting.GOLD_STAYS] > 0:
        s.lasting[seat, Lasting.GOLD_STAYS] = 0
    else:
        untap_gold(s, t, seat, int(s.tapped_gold[seat]))
    note_shift(s)


@kernel
def forget_turn(s):
    """Marks of the turn before go away, those of the other player's cards too. Rule 4.A."""
    if s.happened & Rare.MARKED:
        forget_outside(s)
    for seat in range(SEATS):
        for k in range(in_play_count(s, seat)):
            it = s.card[in_play_at(s, seat, k)]
            it.marks = 0
            it.bits &= ~(Flag.ATTACKED | Flag.DEFENDED)
    for row in range(s.n_texts):
        s.texts[row].marks = 0
    for index in range(s.body.size):
        it = s.body[index]
        it.armour_used, it.seconds, it.meditations = 0, 0, 0
    s.n_played = 0
    for seat in range(SEATS):
        s.discarded[seat], s.drawn[seat], s.plays[seat], s.gold_gained[seat] = 0, 0, 0, 0


@kernel
def forget_outside(s):
    """Marks of the turn before of cards out of play go away, and links of what was discarded in it. Rule 4.A."""
    s.happened &= ~Rare.MARKED
    for card in range(CARDS):
        it = s.card[card]
        it.marks = 0
        if it.zone == Zone.GRAVEYARD:
            it.linked = NO_CARD


@kernel
def end_round(s, t, seat):
    """What lasts until the start of a player's turn ends. Rule 4.A."""
    end_grants(s, Until.ROUND, seat)
    s.lasting[seat, Lasting.PREVENT_CREATURES], s.lasting[seat, Lasting.PREVENT_HERO] = 0, 0
    s.lasting[seat, Lasting.NAME_FORBIDDEN] = 0
    s.lasting[1 - seat, Lasting.FIRST_CARD_COSTS], s.lasting[1 - seat, Lasting.GOLD_FROZEN] = 0, 0


@kernel
def untap_card(s, card, stays):
    """A card untaps in the untap phase, unless something holds it, or an effect on its player (stays). Rule 4.A."""
    it = s.card[card]
    it.bits &= ~Flag.NEW
    if it.bits & (Flag.STUNNED | Flag.STAYS_TAPPED):
        it.bits &= ~(Flag.STUNNED | Flag.STAYS_TAPPED)
    elif not stays and not keyword(s, card, Keyword.NO_UNTAP) and not keyword(s, card, Keyword.SLEEPING):
        it.bits &= ~Flag.TAPPED


@kernel
def accumulate(s, t):
    """The accumulation phase: a gold, a card, what is triggered at the start of the turn. Rule 4.B."""
    seat = int(s.active)
    s.phase = Phase.MAIN
    if s.gold[seat] < GOLD_BY_PHASE:
        gain_gold(s, t, seat, 1, False)
    if s.first_turn == 1:
        s.first_turn = 0
    elif not draw(s, t, seat):
        s.failed_draws[seat] += 1
        if s.failed_draws[seat] >= DRAWS_MISSED:
            end_game(s, Cause.NO_DRAW, 1 - seat)
            return
    if has(s, hero_of(seat), Flag.HIDDEN):
        ask(s, seat, Decision.REVEAL)
        s.phase = Phase.START
    else:
        start_abilities(s, t)


@kernel
def start_abilities(s, t):
    """What is triggered at the start of the turn waits, of both players. Rule 4.B."""
    s.phase = Phase.MAIN
    renew(s, t)
    fire(s, t, Trigger.TURN_START, NOTHING)
    seat = int(s.active)
    for k in range(in_play_count(s, seat)):
        card = in_play_at(s, seat, k)
        if body(s, card).poison > 0:
            enqueue(s, -1 - Trigger.POISON, card, seat, happened_to(card, 0))
    note_shift(s)  # what is the case after the gold and the card may trigger abilities


# --- the end --------------------------------------------------------------------------------------------------------


@kernel
def end_phase(s, t):
    """What is triggered at the end of the turn waits, of both players. Rule 4.D."""
    s.unspent[s.active] += s.gold[s.active] - s.tapped_gold[s.active]
    renew(s, t)
    for turn in range(SEATS):
        seat = seat_in_turn(s, turn)
        if is_heard(s, Trigger.TURN_END):
            fire_for(s, t, Trigger.TURN_END, seat, NOTHING)
        for k in range(in_play_count(s, seat)):
            queue_keywords(s, t, in_play_at(s, seat, k), seat)
    fire_delayed(s, t, Trigger.TURN_END, NOTHING)


@kernel
def queue_keywords(s, t, card, seat):
    """Regeneration and Might of a card wait. Rule 4.D."""
    heals, grows = seat == s.active and keyword(s, card, Keyword.REGENERATION), keyword(s, card, Keyword.MIGHT)
    if heals or grows:
        for _ in range(times_at_end(s, t, card, seat)):
            if heals:
                n = value_of(s, t, card, Keyword.REGENERATION)
                enqueue(s, -1 - Trigger.REGENERATION, card, seat, happened_to(card, n))
            if grows:
                n = value_of(s, t, card, Keyword.MIGHT)
                enqueue(s, -1 - Trigger.MIGHT, card, seat, happened_to(card, n))


@kernel
def clean_up(s, t):
    """What lasts until the end of the turn ends; the next turn begins. Rule 4.D."""
    seat = int(s.active)
    end_grants(s, Until.TURN, seat)
    end_grants(s, Until.OWN_TURN, seat)
    give_back(s, t)
    end_turn_of_gold(s, seat)
    end_play_limit(s, seat)
    s.turn += 1
    s.turns_taken[seat] += 1
    if s.turn >= 2 * t.turn_limit:
        end_game(s, Cause.TURN_LIMIT, 0)
        return
    pass_turn(s, seat)


@kernel
def pass_turn(s, seat):
    """A seat had its turn, or skips it, which is no turn: the other's begins, unless this one has an extra turn.

    Rule 4.D, keyword Extra turn.
    """
    if s.lasting[seat, Lasting.EXTRA_TURNS] > 0:
        s.lasting[seat, Lasting.EXTRA_TURNS] -= 1
    else:
        s.active = 1 - seat
    s.phase, s.to_move = Phase.UNTAP, s.active
    note_shift(s)


@kernel
def end_play_limit(s, seat):
    """A limit of plays ends at the second end of a turn of who made it: that of his next turn. Rule 4.D."""
    if s.lasting[seat, Lasting.PLAYS_AT_MOST] > 0:
        s.fading[seat] += 1
        if s.fading[seat] == 2:
            s.lasting[seat, Lasting.PLAYS_AT_MOST], s.fading[seat] = 0, 0


@kernel
def give_back(s, t):
    """Cards that were controlled for the turn go back to their owners. Rule 4.D."""
    if s.happened & Rare.BORROWED == 0:
        return
    for card in range(CARDS):
        if s.card[card].zone == Zone.PLAY and s.card[card].bits & Flag.BORROWED:
            unmark(s, card, Flag.BORROWED)
            change_control(s, t, card, 1 - int(s.card[card].controller))
