"""The rules: what happens to cards, resources and players; the phases of a turn; who has won."""

from __future__ import annotations

from ..core.faults import ERROR_FRAMES_FULL
from ..core.kernel import kernel
from ..core.pile import find, move_all, put, put_under, shuffle, take, take_top
from ..core.rng import shuffle_stream
from .cards import Operation
from .conditions import HOLDS, verdict
from .state import FRAMES_MAX, INFINITE, NO_CARD, SEATS, Cause, Decision, Faction, Frame


@kernel
def push(s, kind, card, a, b, c):
    """Puts a frame on the stack of what is pending; it is dealt with before those below it."""
    if s.n_frames >= FRAMES_MAX:
        s.error = ERROR_FRAMES_FULL
        return
    frame = s.frame[s.n_frames]
    frame.kind, frame.card, frame.a, frame.b, frame.c = kind, card, a, b, c
    s.n_frames += 1


@kernel
def push_program(s, card, program):
    """Makes a program of effects pending; program: rows [start, end)."""
    if program[0] < program[1]:
        push(s, Frame.EFFECTS, card, program[0], program[1], 0)


@kernel
def clockwise(s, seat, k):
    """The seat k places after a seat, 0 <= k < players."""
    other = seat + k
    return other - s.players if other >= s.players else other


@kernel
def ask(s, seat, decision):
    """Stops for a decision of a seat."""
    s.decision, s.to_move = decision, seat


# --- cards ----------------------------------------------------------------------------------------------------------


@kernel
def draw(s, seat, n):
    """Draws n cards; an empty deck is made anew from the shuffled discard pile; stops when both are empty."""
    for _ in range(n):
        if s.deck[seat].n == 0:
            move_all(s, s.discard[seat], s.deck[seat])
            shuffle(s, shuffle_stream(seat), s.deck[seat])
        if s.deck[seat].n == 0:
            return
        put(s, s.hand[seat], take_top(s.deck[seat]))


@kernel
def fill_slot(s, slot):
    """Turns up the top card of the center deck in a slot of the row; the slot stays empty if there is none."""
    s.row[slot] = NO_CARD
    if s.center.n > 0:
        s.row[slot] = take_top(s.center)
        s.center_known = min(s.center_known, s.center.n)


@kernel
def take_from_row(s, t, card):
    """Takes a card out of the row; its slot is filled at once."""
    for slot in range(t.row):
        if s.row[slot] == card:
            fill_slot(s, slot)
            return


@kernel
def take_from_hand(s, seat, index):
    """Removes and returns the card at an index of a hand. The first `known` cards of a hand are known to all."""
    if index < s.known[seat]:
        s.known[seat] -= 1
    return take(s.hand[seat], index)


@kernel
def make_known(s, seat, index):
    """Shows the card at an index of a hand to everybody: it moves up behind those already known."""
    hand, known = s.hand[seat], s.known[seat]
    if index < known:
        return
    card = hand.card[index]
    for i in range(index, known, -1):
        hand.card[i] = hand.card[i - 1]
    hand.card[known] = card
    s.known[seat] += 1


@kernel
def put_into_hand(s, seat, card):
    """Puts a card that everybody has seen into a hand."""
    put(s, s.hand[seat], card)
    make_known(s, seat, s.hand[seat].n - 1)


@kernel
def acquire(s, t, seat, card, to_hand):
    """A recruited card goes to the discard pile or hand; a Homodeus champion enters play instead if a deploy is
    armed.
    """
    s.recruits[seat] += 1
    if s.deploys > 0 and t.card[card].champion == 1 and t.card[card].faction == Faction.HOMODEUS:
        s.deploys -= 1
        put(s, s.champions[seat], card)
    elif to_hand == 1:
        put_into_hand(s, seat, card)
    else:
        put(s, s.discard[seat], card)


@kernel
def banish(s, card):
    """Removes a card from the game."""
    s.banished[card] += 1


@kernel
def destroy_champion(s, seat, card):
    """A champion of a seat other than the active one goes to its controller's discard pile."""
    index = find(s.champions[seat], card)
    if index >= 0:
        put(s, s.discard[seat], take(s.champions[seat], index))


@kernel
def destroy_all_enemy_champions(s, seat):
    """All champions of all opponents of a seat go to their controllers' discard piles."""
    for opponent in range(s.players):
        if opponent != seat:
            move_all(s, s.champions[opponent], s.discard[opponent])


# --- resources ------------------------------------------------------------------------------------------------------


@kernel
def gain_power(s, n):
    """Power for this turn; infinite power stays infinite."""
    s.power = min(s.power + n, INFINITE)


@kernel
def pay_power(s, n):
    """Spends power; infinite power does not run out."""
    if s.power < INFINITE:
        s.power -= n


@kernel
def gain_health(s, t, seat, n):
    """Health rises to at most the table's maximum."""
    s.health[seat] = min(s.health[seat] + n, t.max_health)


@kernel
def gain_mastery(s, t, seat, n):
    """Mastery rises to at most the table's maximum."""
    s.mastery[seat] = min(s.mastery[seat] + n, t.max_mastery)


@kernel
def lose_mastery(s, seat, n):
    """Mastery falls to no less than 0."""
    s.mastery[seat] = max(s.mastery[seat] - n, 0)


# --- playing --------------------------------------------------------------------------------------------------------


@kernel
def play_from_hand(s, t, seat, index):
    """A champion enters play ready, an ally goes to the play zone; then the card's play effects happen."""
    card = take_from_hand(s, seat, index)
    if t.card[card].champion == 1:
        put(s, s.champions[seat], card)
        s.factions_deployed |= 1 << t.card[card].faction
        push_program(s, card, t.card[card].play)
    else:
        play_ally(s, t, card)


@kernel
def play_ally(s, t, card):
    """An ally joins those played this turn and its effects happen: twice if General Decurion copies Homodeus allies."""
    put(s, s.play, card)
    push_program(s, card, t.card[card].play)
    if s.copies_homodeus == 1 and t.card[card].faction == Faction.HOMODEUS:
        push_program(s, card, t.card[card].play)


@kernel
def fast_play(s, t, seat, card):
    """A mercenary of the row is paid for and played at once; at the end of the turn it goes under the center deck."""
    s.gems -= t.card[card].cost
    s.fast_plays[seat] += 1
    take_from_row(s, t, card)
    put(s, s.fast_played, card)
    play_ally(s, t, card)


@kernel
def focus(s, t, seat):
    """Once a turn: pay for one mastery."""
    s.gems -= t.focus_cost
    s.focused = 1
    s.focuses[seat] += 1
    gain_mastery(s, t, seat, 1)


# --- attack phase ---------------------------------------------------------------------------------------------------


@kernel
def protectors(s, t, seat):
    """How many champions in play protect a seat and its other champions."""
    n = 0
    for i in range(s.champions[seat].n):
        n += t.card[s.champions[seat].card[i]].protects_owner
    return n


@kernel
def can_attack_champion(s, t, seat, card):
    """Whether power may destroy a champion of an opponent: not if it, or another champion, forbids it."""
    if protectors(s, t, seat) > t.card[card].protects_owner:
        return False
    for row in range(t.card[card].static[0], t.card[card].static[1]):
        e = t.effect[row]
        if e.operation == Operation.CANNOT_BE_ATTACKED and verdict(s, t, seat, card, e.condition, e.argument) == HOLDS:
            return False
    return True


@kernel
def can_attack_player(s, t, seat):
    """Whether damage may be assigned to an opponent."""
    return seat != s.active and s.alive[seat] == 1 and protectors(s, t, seat) == 0


@kernel
def next_target(s, t, seat):
    """The next opponent clockwise after `seat` that can be attacked, or the active seat if there is none before it."""
    for _ in range(s.players):
        seat = clockwise(s, seat, 1)
        if seat == s.active or can_attack_player(s, t, seat):
            return seat
    return seat


@kernel
def begin_attack(s, t):
    """Attack phase: all power must be assigned among the opponents that can be attacked; without one it is lost."""
    for seat in range(s.players):
        s.damage[seat] = 0
    push(s, Frame.LOSSES, NO_CARD, 0, 0, 0)
    push(s, Frame.DEFEND, NO_CARD, 0, 0, 0)
    if 0 < s.power < INFINITE:
        split_power(s, t, next_target(s, t, s.active))


@kernel
def split_power(s, t, seat):
    """Asks how much of the remaining power `seat` gets; the last opponent that can be attacked gets the rest."""
    if seat == s.active:
        return
    if next_target(s, t, seat) == s.active and s.ask_all == 0:
        assign_damage(s, seat, s.power)
    else:
        push(s, Frame.SPLIT, NO_CARD, seat, 0, 0)
        ask(s, s.active, Decision.SPLIT)


@kernel
def assign_damage(s, seat, n):
    """Power becomes damage to a seat, which may then reveal shields."""
    s.damage[seat] += n
    s.power -= n


@kernel
def begin_shields(s):
    """Every attacked seat may reveal shields, clockwise from the active seat."""
    for k in range(s.players - 1, 0, -1):
        seat = clockwise(s, s.active, k)
        if s.damage[seat] > 0:
            push(s, Frame.SHIELD, NO_CARD, seat, 0, 0)


@kernel
def suffer_losses(s):
    """All damage takes effect together; infinite power overwhelms every opponent. The last player alive wins."""
    for seat in range(s.players):
        if seat != s.active and s.alive[seat] == 1:
            s.health[seat] = 0 if s.power >= INFINITE else max(s.health[seat] - s.damage[seat], 0)
            if s.health[seat] == 0:
                eliminate(s, seat)
    if living(s) == 1:
        end_game(s, Cause.INFINITY_SHARD if s.power >= INFINITE else Cause.DAMAGE)


@kernel
def eliminate(s, seat):
    """A player without health is out; his cards and champions leave the game."""
    s.alive[seat] = 0
    s.known[seat] = 0
    for pile in (s.deck[seat], s.hand[seat], s.discard[seat], s.champions[seat]):
        while pile.n > 0:
            banish(s, take_top(pile))


@kernel
def living(s):
    """How many players are in the game."""
    n = 0
    for seat in range(s.players):
        n += s.alive[seat]
    return n


@kernel
def end_game(s, cause):
    """The game is over: those still alive share the score."""
    s.over, s.cause, s.n_frames, s.decision = 1, cause, 0, Decision.NONE
    s.truncated = cause == Cause.TURN_LIMIT
    share = 1.0 / living(s)
    for seat in range(SEATS):
        s.score[seat] = share if s.alive[seat] == 1 else 0.0


# --- end phase ------------------------------------------------------------------------------------------------------


@kernel
def end_phase(s, t):
    """Mercenaries return, allies and hand are discarded, a new hand is drawn, champions are readied; the next seat
    moves.
    """
    seat = s.active
    return_mercenaries(s, t)
    move_all(s, s.play, s.discard[seat])
    move_all(s, s.hand[seat], s.discard[seat])
    s.known[seat] = 0
    draw(s, seat, t.hand)
    move_all(s, s.exhausted, s.champions[seat])
    s.gems, s.power, s.focused = 0, 0, 0
    s.copies_homodeus, s.deploys, s.factions_deployed = 0, 0, 0
    s.turn += 1
    if s.turn >= t.turn_limit * t.players:
        end_game(s, Cause.TURN_LIMIT)
        return
    s.active = clockwise(s, seat, 1)
    while s.alive[s.active] == 0:
        s.active = clockwise(s, s.active, 1)


@kernel
def return_mercenaries(s, t):
    """Fast-played mercenaries go under the center deck, the first played nearest the top; empty slots are filled."""
    for i in range(s.fast_played.n):
        card = s.fast_played.card[i]
        take(s.play, find(s.play, card))
        put_under(s, s.center, card)
        s.center_known += 1
    s.fast_played.n = 0
    for slot in range(t.row):
        if s.row[slot] == NO_CARD:
            fill_slot(s, slot)
