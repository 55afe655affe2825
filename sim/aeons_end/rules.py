"""The rules: what happens to cards, breaches, life and charges; how the nemesis acts; how the game ends."""

from __future__ import annotations

from ..core.faults import ERROR_FRAMES_FULL, ERROR_PILE_FULL
from ..core.kernel import kernel
from ..core.pile import find, move_all, put, put_under, shuffle, take, take_top
from ..core.rng import DICE, ORDER, below, shuffle_stream
from .cards import SWARM_ROWS
from .state import (
    BREACHES,
    FRAMES_MAX,
    HUSKS_MAX,
    NEMESIS,
    NEMESIS_CARD,
    NO_CARD,
    PILES,
    PLAY_MAX,
    SEATS,
    TARGET_DAMAGED_HUSK,
    TARGET_HUSK,
    TARGET_NEMESIS,
    Breach,
    Cause,
    Decision,
    Filter,
    Frame,
    Phase,
    Pick,
    Place,
    Scope,
    Type,
    Window,
)

LAST_SWARM_ROW = len(SWARM_ROWS) - 1


# --- what is pending ------------------------------------------------------------------------------------------------


@kernel
def push(s, kind, seat, a, b, c):
    """Puts a frame on the stack of what is pending; it is dealt with before those below it. Returns the frame."""
    if s.n_frames >= FRAMES_MAX:
        s.error = ERROR_FRAMES_FULL
        s.n_frames = FRAMES_MAX - 1
    frame = s.frame[s.n_frames]
    frame.kind, frame.seat, frame.who, frame.a, frame.b, frame.c = kind, seat, seat, a, b, c
    frame.card, frame.k, frame.x, frame.plus, frame.bonus, frame.at = NO_CARD, 0, 0, 0, 0, -1
    s.n_frames += 1
    return frame


@kernel
def push_program(s, program, card, seat):
    """Makes a text pending, program: rows [start, end); `seat` is the "you" of it. Returns the frame."""
    frame = push(s, Frame.PROGRAM, seat, int(program[0]), int(program[1]), 0)
    frame.card = card
    return frame


@kernel
def pop(s):
    """Drops the frame on top of the stack."""
    s.n_frames -= 1


@kernel
def below_top(s):
    """The frame under the one on top: the text that a choice belongs to. A spare one if there is none."""
    return s.frame[s.n_frames - 2] if s.n_frames >= 2 else s.frame[FRAMES_MAX - 1]


@kernel
def speaker(s):
    """Who decides for the team: the player whose turn it is, else the seat named as first."""
    return s.active if s.active != NEMESIS else int(s.first)


# --- the end of the game --------------------------------------------------------------------------------------------


@kernel
def end_game(s, cause):
    """The game is over; a win is everybody's."""
    if s.over == 1:
        return
    s.over, s.cause, s.n_frames, s.decision = 1, cause, 0, 0
    s.truncated = cause == Cause.TURN_LIMIT
    for seat in range(s.players):
        s.score[seat] = 1.0 if cause in (Cause.NEMESIS, Cause.DECK) else 0.0


@kernel
def check_deck(s):
    """The players win when the nemesis deck is empty and nothing of the nemesis is in play or being resolved."""
    if s.nemesis_deck.n == 0 and s.n_in_play == 0 and s.husks == 0 and s.drawn == NO_CARD:
        end_game(s, Cause.DECK)


@kernel
def check_exhausted(s, t):
    """The players lose when all of them are exhausted; a table may let a lone mage go on."""
    if s.players == 1 and t.solo_exhaustion_loses == 0:
        return
    for seat in range(s.players):
        if s.life[seat] > 0:
            return
    end_game(s, Cause.EXHAUSTED)


@kernel
def empty_piles(s):
    """How many supply piles are empty."""
    n = 0
    for i in range(PILES):
        n += s.supply_left[i] == 0 and s.supply_card[i] != NO_CARD
    return n


@kernel
def check_supply(s, t):
    """Against a nemesis that devours, the players lose when all supply piles are empty."""
    if t.devours == 1:
        for i in range(PILES):
            if s.supply_left[i] > 0:
                return
        end_game(s, Cause.SUPPLY)


# --- cards ----------------------------------------------------------------------------------------------------------


@kernel
def need_deck(s, seat):
    """Turns the discard pile over if a card is needed from an empty deck; whether there is a card then."""
    deck, discard = s.deck[seat], s.discard[seat]
    if deck.n == 0:
        for i in range(discard.n - 1, -1, -1):
            deck.card[discard.n - 1 - i] = discard.card[i]
        deck.n, discard.n, s.shuffled[seat] = discard.n, 0, 0
    return deck.n > 0


@kernel
def take_from_deck(s, seat):
    """Removes and returns the top card of a deck that is not empty."""
    card = int(take_top(s.deck[seat]))
    if s.shuffled[seat] > s.deck[seat].n:
        s.shuffled[seat] = s.deck[seat].n
    return card


@kernel
def draw(s, t, seat, n):
    """A player draws n cards, or as many as there are."""
    for _ in range(n):
        if not need_deck(s, seat):
            return
        card = take_from_deck(s, seat)
        s.seen[card] = 1
        put(s, s.hand[seat], card)


@kernel
def discard_from_hand(s, seat, card):
    """A card of a hand goes on top of its owner's discard pile."""
    put(s, s.discard[seat], int(take(s.hand[seat], find(s.hand[seat], card))))


@kernel
def destroy_card(s, t, card):
    """A card leaves the game; a corruption goes under the corruption deck or, made harder, to a discard pile."""
    if t.card[card].type != Type.CORRUPTION:
        s.destroyed[card] += 1
    elif t.expert == 1:
        s.seen[card] = 1
        push(s, Decision.GIVE, speaker(s), 0, 0, 0).card = card
    else:
        s.seen[card] = 1
        put_under(s, s.corruptions, card)


@kernel
def destroy_played(s, t, card):
    """A card of the play area is destroyed."""
    index = find(s.play, card)
    if index >= 0:
        destroy_card(s, t, int(take(s.play, index)))


@kernel
def shuffle_discard_into_deck(s, seat):
    """Deck and discard pile of a player are shuffled together."""
    move_all(s, s.discard[seat], s.deck[seat])
    shuffle(s, shuffle_stream(seat), s.deck[seat])
    s.shuffled[seat] = s.deck[seat].n


@kernel
def destroy_top_of_deck(s, t, seat, n):
    """The top n cards of a deck are destroyed."""
    for _ in range(min(n, int(s.deck[seat].n))):
        destroy_card(s, t, take_from_deck(s, seat))


@kernel
def matches(t, card, which):
    """Whether a card is of the sort that a Filter names."""
    c = t.card[card]
    if which in (Filter.ANY, Filter.ANY_OR_DISCARDED):
        return True
    if which in (Filter.GEM, Filter.CHEAPEST_GEM):
        return c.type == Type.GEM
    if which == Filter.RELIC:
        return c.type == Type.RELIC
    if which == Filter.SPELL:
        return c.type == Type.SPELL
    if which == Filter.CRYSTAL:
        return c.crystal == 1
    if which == Filter.NON_CORRUPTION:
        return c.type != Type.CORRUPTION
    if which == Filter.COST_0:
        return c.cost == 0
    if which == Filter.COST_2:
        return c.cost >= 2
    if which == Filter.COST_3:
        return c.cost >= 3
    return 0 <= c.cost <= 4


@kernel
def count_matching(t, pile, which):
    """How many cards of a pile a Filter lets pass."""
    n = 0
    for i in range(pile.n):
        n += matches(t, int(pile.card[i]), which)
    return n


@kernel
def discard_all(s, t, seat, which):
    """All cards of a sort in a hand are discarded."""
    for i in range(int(s.hand[seat].n) - 1, -1, -1):
        if matches(t, int(s.hand[seat].card[i]), which):
            put(s, s.discard[seat], int(take(s.hand[seat], i)))


# --- the supply -----------------------------------------------------------------------------------------------------


@kernel
def pile_of(s, card):
    """The supply pile of a card, or -1."""
    for i in range(PILES):
        if s.supply_card[i] == card:
            return i
    return -1


@kernel
def put_gained(s, seat, card, place):
    """A gained card goes to its place."""
    if place == Place.HAND:
        put(s, s.hand[seat], card)
    elif place == Place.DECK:
        put(s, s.deck[seat], card)
    else:
        put(s, s.discard[seat], card)


@kernel
def gain(s, t, seat, card, place):
    """A card taken from the supply is gained; some may go on top of the deck instead of the discard pile."""
    s.gained[card] += 1
    if t.card[card].gain_on_deck == 1 and place == Place.DISCARD:
        push(s, Decision.ON_DECK, seat, 0, 0, 0).card = card
    else:
        put_gained(s, seat, card, place)


@kernel
def gain_from_pile(s, t, seat, card, place):
    """The top card of a supply pile is gained."""
    s.supply_left[pile_of(s, card)] -= 1
    gain(s, t, seat, card, place)
    check_supply(s, t)


@kernel
def can_devour(s, t, index, pick):
    """Whether a pile is one that a devouring may take from; see Pick."""
    card = s.supply_card[index]
    if card == NO_CARD or s.supply_left[index] == 0:
        return False
    kind, cost = t.card[card].type, t.card[card].cost
    if pick in (Pick.ANY, Pick.ANY_SPELL):
        return pick == Pick.ANY or kind == Type.SPELL
    if pick != Pick.CHEAPEST and kind != (Type.RELIC if pick == Pick.CHEAPEST_RELIC else Type.GEM):
        return False
    cheaper, dearer, equal = 0, 0, 0
    for i in range(PILES):
        if s.supply_card[i] != NO_CARD and s.supply_left[i] > 0:
            other = t.card[s.supply_card[i]]
            if pick == Pick.CHEAPEST or other.type == kind:
                cheaper += other.cost < cost
                dearer += other.cost > cost
                equal += other.cost == cost
    if pick == Pick.DEAREST_GEM:
        return dearer == 0
    if pick == Pick.SECOND_DEAREST_GEM:
        return dearer <= 1 and dearer + equal >= 2
    return cheaper == 0


@kernel
def devourable(s, t, pick):
    """How many piles a devouring may take from."""
    n = 0
    for i in range(PILES):
        n += can_devour(s, t, i, pick)
    return n


@kernel
def devour(s, t, card, n):
    """Cards of a pile go to the devoured pile; each that is missing costs Gravehold 2 life."""
    index = pile_of(s, card)
    taken = min(n, int(s.supply_left[index]))
    for _ in range(taken):
        put(s, s.devoured, card)
    s.supply_left[index] -= taken
    damage_gravehold(s, 2 * (n - taken))
    check_supply(s, t)


@kernel
def devour_a_gem_of_each_pile(s, t):
    """One card of each gem pile is devoured, the dearest first."""
    for cost in range(99, -1, -1):
        for i in range(PILES):
            card = s.supply_card[i]
            if card != NO_CARD and s.supply_left[i] > 0 and t.card[card].type == Type.GEM and t.card[card].cost == cost:
                s.supply_left[i] -= 1
                put(s, s.devoured, int(card))


# --- breaches and spells --------------------------------------------------------------------------------------------


@kernel
def focus_breach(s, at):
    """A closed breach turns by one step; after four it is open. In the own turn a spell may then be prepped there."""
    breach = s.breach[at]
    if breach.turned >= 3:
        breach.state = Breach.OPEN
    else:
        breach.turned += 1
    breach.focused = s.active == at // BREACHES


@kernel
def focus_price(s, t, at):
    """What focusing a breach costs now."""
    return max(t.focus_cost[at % BREACHES] - s.discount, 0)


@kernel
def open_price(s, t, at):
    """What opening a breach costs now."""
    return max(t.open_cost[at % BREACHES, s.breach[at].turned] - s.discount, 0)


@kernel
def spell_slot(s, at, card, new):
    """The place of a spell in a breach, prepped this turn if `new`, or -1."""
    breach = s.breach[at]
    for i in range(breach.n):
        if breach.spell[i] == card and breach.new[i] >= new:
            return i
    return -1


@kernel
def take_spell(s, at, slot):
    """Removes and returns a prepped spell."""
    breach = s.breach[at]
    card = int(breach.spell[slot])
    breach.n -= 1
    if slot < breach.n:
        breach.spell[slot] = breach.spell[slot + 1]
        breach.new[slot], breach.used[slot] = breach.new[slot + 1], breach.used[slot + 1]
    return card


@kernel
def prep(s, card, at):
    """A spell of the active player's hand is prepped to a breach."""
    breach = s.breach[at]
    take(s.hand[s.active], find(s.hand[s.active], card))
    breach.spell[breach.n], breach.new[breach.n], breach.used[breach.n] = card, 1, 0
    breach.n += 1


@kernel
def room(s, at):
    """Whether a breach takes one more spell, if it may take any."""
    breach = s.breach[at]
    return breach.n == 0 or (breach.n == 1 and s.two_spells == 1 and breach.state == Breach.OPEN)


@kernel
def can_prep(s, t, card, at):
    """Whether a spell may be prepped to an own breach: one that is open, or closed and focused this turn."""
    breach = s.breach[at]
    if not room(s, at):
        return False
    if breach.state == Breach.OPEN:
        return True
    return breach.state == Breach.CLOSED and (breach.focused == 1 or t.card[card].prep_unfocused == 1)


@kernel
def spells_prepped(s, seat):
    """How many spells a player has prepped."""
    n = 0
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        n += s.breach[at].n
    return n


@kernel
def breaches_in(s, seat, state):
    """How many breaches of a player are in a state."""
    n = 0
    for at in range(seat * BREACHES, seat * BREACHES + BREACHES):
        n += s.breach[at].state == state
    return n


@kernel
def adjacent_spells(s, at):
    """How many spells are prepped in the breaches next to one."""
    n, position = 0, at % BREACHES
    if position > 0:
        n += s.breach[at - 1].n
    if position < BREACHES - 1:
        n += s.breach[at + 1].n
    return n


@kernel
def cast(s, t, caster, at, slot, more, keep):
    """A prepped spell goes to its owner's discard pile, unless kept, and takes effect for the caster."""
    breach = s.breach[at]
    card = int(breach.spell[slot])
    bonus = t.breach_bonus[at % BREACHES] if breach.state == Breach.OPEN else 0
    if keep == 0:
        put(s, s.discard[at // BREACHES], take_spell(s, at, slot))
    s.used[card] += 1
    frame = push_program(s, t.card[card].effect, card, caster)
    frame.bonus, frame.at = bonus + more, at


@kernel
def spell_allowed(s, t, at, slot, scope, who, which):
    """Whether a prepped spell may be chosen; see Scope. `which` is the breach of AT."""
    breach = s.breach[at]
    cost = t.card[breach.spell[slot]].cost
    own = at // BREACHES == who
    if scope == Scope.ANY:
        return True
    if scope == Scope.NEW:
        return own and breach.new[slot] == 1
    if scope == Scope.AT:
        return at == which
    if scope in (Scope.COST_3, Scope.OWN_COST_3):
        return cost >= 3 and (own or scope == Scope.COST_3)
    if scope == Scope.DEAREST_OWN and not own:
        return False
    for other in range(s.players * BREACHES):
        if scope == Scope.DEAREST or other // BREACHES == who:
            for i in range(s.breach[other].n):
                if t.card[s.breach[other].spell[i]].cost > cost:
                    return False
    return True


@kernel
def spells_allowed(s, t, scope, who, which):
    """How many prepped spells may be chosen."""
    n = 0
    for at in range(s.players * BREACHES):
        for slot in range(s.breach[at].n):
            n += spell_allowed(s, t, at, slot, scope, who, which)
    return n


@kernel
def may_focus(s, at, scope, seat, who):
    """Whether a breach may be focused by an effect; see Scope. OTHER: not one of the player picked before."""
    owner = at // BREACHES
    if s.breach[at].state != Breach.CLOSED:
        return False
    if scope == Scope.OTHER:
        return owner != who or s.players == 1
    if scope == Scope.ANY:
        return True
    if owner != seat:
        return False
    if scope == Scope.LOWEST:
        for lower in range(seat * BREACHES, at):
            if s.breach[lower].state == Breach.CLOSED:
                return False
    return True


@kernel
def breaches_to_focus(s, scope, seat, who):
    """How many breaches may be focused by an effect."""
    n = 0
    for at in range(s.players * BREACHES):
        n += may_focus(s, at, scope, seat, who)
    return n


@kernel
def destroy_breach(s, at):
    """A breach is lost for good; its spells are discarded in the order its owner likes."""
    s.breach[at].state = Breach.DESTROYED
    if s.breach[at].n > 0:
        push(s, Decision.DISCARD_PREPPED, at // BREACHES, int(s.breach[at].n), Scope.AT, at)


# --- life, charges --------------------------------------------------------------------------------------------------


@kernel
def damage_gravehold(s, n):
    """Gravehold suffers damage, unless prevented; without life it falls and the game is lost."""
    if n > 0 and s.prevented == 0:
        s.gravehold = max(s.gravehold - n, 0)
        if s.gravehold == 0:
            end_game(s, Cause.GRAVEHOLD)


@kernel
def damage_player(s, t, seat, n):
    """A player suffers damage; returns 1 if it is not prevented. Without life left he is exhausted."""
    if n <= 0 or s.prevented == 1:
        return 0
    life = s.life[seat]
    if life == 0:
        damage_gravehold(s, 2 * n)
        return 1
    s.life[seat] = max(life - n, 0)
    if s.life[seat] == 0:
        exhaust(s, t, seat, n - life)
    return 1


@kernel
def exhaust(s, t, seat, excess):
    """Exhaustion: the nemesis unleashes twice, a breach is destroyed, the charges are lost, then the excess damage
    hits Gravehold twice over.
    """
    if s.exhausted_in[seat] == 0:
        s.exhausted_in[seat] = s.turn + 1
    check_exhausted(s, t)
    if s.over == 0:
        push(s, Frame.EXHAUSTED, seat, excess, 0, 0)
        push(s, Decision.LOSE_BREACH, seat, 0, 0, 0)
        push(s, Frame.UNLEASH, seat, 2, 0, 0)


@kernel
def heal(s, t, seat, n):
    """A player gains life, up to the starting life; not when exhausted."""
    if s.life[seat] > 0:
        s.life[seat] = min(s.life[seat] + n, t.life)


@kernel
def gain_charges(s, t, seat, n):
    """A player gains charges, up to those his ability needs."""
    s.charges[seat] = min(s.charges[seat] + n, t.charges[seat])


@kernel
def gain_corruptions(s, t, seat, n, place):
    """A player gains corruptions from the deck of them; each that is missing costs Gravehold 2 life."""
    for _ in range(n):
        if s.corruptions.n == 0:
            damage_gravehold(s, 2)
        else:
            card = int(take_top(s.corruptions))
            if place == Place.HAND:
                s.seen[card] = 1
            put_gained(s, seat, card, place)


# --- the nemesis ----------------------------------------------------------------------------------------------------


@kernel
def slot_of(s, card):
    """The place of a minion or power in play, or -1."""
    for i in range(s.n_in_play):
        if s.in_play[i].card == card:
            return i
    return -1


@kernel
def enter_play(s, t, card):
    """A minion or power enters play, after its "immediately" text; it acts from the next nemesis turn on."""
    if s.n_in_play >= PLAY_MAX:
        s.error = ERROR_PILE_FULL
        return
    new = s.in_play[s.n_in_play]
    new.card, new.value, new.acted = card, t.card[card].value, 1
    s.n_in_play += 1
    push_program(s, t.card[card].immediately, card, speaker(s))


@kernel
def leave_play(s, t, card):
    """A minion or power, or the attack being resolved, goes to the nemesis discard pile."""
    index = slot_of(s, card)
    if index >= 0:
        s.n_in_play -= 1
        for i in range(index, s.n_in_play):
            s.in_play[i] = s.in_play[i + 1]
        if t.card[card].husk_life > 1:
            s.damaged_husks = 0
    elif s.drawn == card:
        s.drawn = NO_CARD
    else:
        return
    put(s, s.nemesis_discard, card)
    check_deck(s)


@kernel
def return_minion(s, t):
    """The minion discarded last comes back with full life; its "immediately" text happens again."""
    for i in range(int(s.nemesis_discard.n) - 1, -1, -1):
        if t.card[s.nemesis_discard.card[i]].type == Type.MINION:
            enter_play(s, t, int(take(s.nemesis_discard, i)))
            return


@kernel
def minion_discarded(s, t):
    """Whether a minion lies in the nemesis discard pile."""
    for i in range(s.nemesis_discard.n):
        if t.card[s.nemesis_discard.card[i]].type == Type.MINION:
            return True
    return False


@kernel
def minion_suffers(s, t, card, n):
    """A minion loses life; without any it is discarded."""
    index = slot_of(s, card)
    if index >= 0 and n > 0:
        s.in_play[index].value -= n
        if s.in_play[index].value <= 0:
            leave_play(s, t, card)


@kernel
def set_life(s, card, n):
    """The life of a minion in play becomes n."""
    index = slot_of(s, card)
    if index >= 0:
        s.in_play[index].value = n


@kernel
def damage_nemesis(s, n):
    """The nemesis loses life; without any it is defeated."""
    s.nemesis_life = max(s.nemesis_life - n, 0)
    if s.nemesis_life == 0:
        end_game(s, Cause.NEMESIS)


@kernel
def damage_minion(s, t, card, n, dealer):
    """A player deals damage to a minion: some take less or none, some strike back at the dealer."""
    c = t.card[card]
    n = 0 if c.husks_shield == 1 and s.husks > 0 else min(n, int(c.damage_cap))
    if n > 0:
        if c.when_damaged[0] < c.when_damaged[1]:
            push_program(s, c.when_damaged, card, dealer)
        minion_suffers(s, t, card, n)


@kernel
def husk_life(s, t):
    """The life of an undamaged husk."""
    for i in range(s.n_in_play):
        if t.card[s.in_play[i].card].husk_life > 1:
            return 2
    return 1


@kernel
def place_husks(s, n):
    """Husks come into play; with all of them there, each more costs Gravehold 1 life."""
    placed = min(n, HUSKS_MAX - s.husks)
    s.husks += placed
    damage_gravehold(s, n - placed)


@kernel
def discard_husks(s, n):
    """Husks leave play, damaged ones first; returns how many."""
    gone = min(n, s.husks)
    s.husks -= gone
    s.damaged_husks = max(s.damaged_husks - gone, 0)
    if gone > 0:
        check_deck(s)
    return gone


@kernel
def damage_husk(s, t, target, n):
    """One husk suffers damage: it dies, or with two life is damaged."""
    if target == TARGET_DAMAGED_HUSK:
        s.damaged_husks -= 1
        s.husks -= 1
    elif n >= husk_life(s, t):
        s.husks -= 1
    else:
        s.damaged_husks += 1
    if s.husks == 0:
        check_deck(s)


@kernel
def husks_killed(s, t, n):
    """How many husks die of n points of damage that are spread as well as can be: damaged ones first."""
    damaged = min(n, s.damaged_husks)
    return damaged + min((n - damaged) // husk_life(s, t), s.husks - s.damaged_husks)


@kernel
def two_kinds_of_husk(s):
    """Whether damaged and undamaged husks are in play."""
    return 0 < s.damaged_husks < s.husks


@kernel
def husk_target(s):
    """The kind of husk to damage when there is only one."""
    return TARGET_DAMAGED_HUSK if s.damaged_husks > 0 and s.damaged_husks == s.husks else TARGET_HUSK


@kernel
def damage_target(s, t, target, n, dealer):
    """A player's damage hits its target. Damage to a husk may be spread over several at a price."""
    if target == TARGET_NEMESIS:
        damage_nemesis(s, n)
    elif target >= 0:
        damage_minion(s, t, target, n, dealer)
    elif n > 1 and s.husks > 1 and s.prevented == 0:
        push(s, Decision.SPREAD, dealer, n, target, 0)
    else:
        damage_husk(s, t, target, n)


@kernel
def spread(s, t, dealer, n):
    """The dealer suffers 1 damage; then each point of the damage hits a husk of his choice."""
    push(s, Frame.SPREAD_DAMAGE, dealer, n, 0, 0)
    damage_player(s, t, dealer, 1)


@kernel
def heal_husks(s):
    """Damaged husks have their life back at the end of every turn."""
    s.damaged_husks = 0


@kernel
def swarm(s, t):
    """The row of the swarm table for the husks in play is resolved."""
    row = LAST_SWARM_ROW
    while SWARM_ROWS[row] > s.husks:
        row -= 1
    push_program(s, t.swarm[row], NO_CARD, speaker(s))


@kernel
def strike(s, t):
    """A strike card is drawn and resolved; then the nemesis loses Fury. As the card is shuffled back, each strike is
    any of them with equal chance.
    """
    push(s, Frame.AFTER_STRIKE, speaker(s), 0, 0, 0)
    if s.strikes.n > 0:
        resolve_strike(s, t, int(take_top(s.strikes)))
        return
    n = 0
    for card in range(t.n_cards):
        n += t.card[card].type == Type.STRIKE and t.card[card].own < 2
    chosen = below(s, DICE, n)
    for card in range(t.n_cards):
        if t.card[card].type == Type.STRIKE and t.card[card].own < 2:
            if chosen == 0:
                resolve_strike(s, t, card)
            chosen -= 1


@kernel
def resolve_strike(s, t, card):
    """The text of a strike card becomes pending."""
    push_program(s, t.card[card].effect, card, speaker(s))


@kernel
def lose_fury(s, t):
    """What a strike costs the nemesis."""
    s.fury = max(s.fury - t.fury_after_strike, 0)


@kernel
def mill(s, t, n):
    """The top cards of the nemesis deck are discarded; returns how many of them are of tier 3."""
    high = 0
    for _ in range(min(n, int(s.nemesis_deck.n))):
        card = int(take_top(s.nemesis_deck))
        high += t.card[card].tier == 3
        put(s, s.nemesis_discard, card)
    return high


@kernel
def minions_and_powers_act(s, t):
    """The oldest card in play that has not acted this turn: a minion's text, or a token less of a power.

    Whether there was one. Cards that came into play meanwhile do not act.
    """
    for i in range(s.n_in_play):
        own = s.in_play[i]
        if own.acted == 0:
            own.acted = 1
            card = int(own.card)
            if t.card[card].type == Type.POWER:
                own.value -= 1
            if t.card[card].type == Type.MINION or own.value <= 0:
                push_program(s, t.card[card].effect, card, speaker(s))
            return True
    return False


# --- turns ----------------------------------------------------------------------------------------------------------


@kernel
def need_turn_card(s):
    """Shuffles the turn order discard pile into an empty deck; whether there is a card then."""
    if s.turn_deck.n == 0:
        move_all(s, s.turn_discard, s.turn_deck)
        shuffle(s, ORDER, s.turn_deck)
        s.turn_known = 0
    return s.turn_deck.n > 0


@kernel
def draw_turn_card(s, t):
    """The next turn order card is drawn."""
    need_turn_card(s)
    card = int(take_top(s.turn_deck))
    s.turn_known &= (1 << s.turn_deck.n) - 1
    begin_turn(s, t, card)


@kernel
def begin_turn(s, t, card):
    """A turn order card is put on its discard pile and its turn comes, after Auspex Rune and the choice of a player
    for the wild card.
    """
    put(s, s.turn_discard, card)
    s.active = card if card < SEATS else NEMESIS
    s.phase = Phase.BEGIN
    if card >= SEATS and card != NEMESIS_CARD:
        push(s, Decision.WILD, speaker(s), 0, 0, 0)
    for seat in range(s.players):
        if t.window[seat] == Window.TURN_CARD and s.charges[seat] >= t.charges[seat]:
            push(s, Decision.AUSPEX, seat, 0, 0, 0)


@kernel
def reveal_turn_card(s):
    """Looks at the top turn order card; whether it is a player's or the wild card."""
    if not need_turn_card(s):
        return False
    s.turn_known |= 1 << (s.turn_deck.n - 1)
    return s.turn_deck.card[s.turn_deck.n - 1] != NEMESIS_CARD


@kernel
def bottom_turn_card(s):
    """The top turn order card, which all know, goes to the bottom."""
    card = int(take_top(s.turn_deck))
    put_under(s, s.turn_deck, card)
    s.turn_known = ((s.turn_known << 1) | 1) & ((1 << s.turn_deck.n) - 1)


@kernel
def reshuffle_turn_card(s, card):
    """A card of the turn order discard pile is shuffled into the deck."""
    put(s, s.turn_deck, int(take(s.turn_discard, find(s.turn_discard, card))))
    shuffle(s, ORDER, s.turn_deck)
    s.turn_known = 0


@kernel
def reshuffle_nemesis_cards(s):
    """All nemesis cards of the turn order discard pile are shuffled into the deck."""
    while find(s.turn_discard, NEMESIS_CARD) >= 0:
        put(s, s.turn_deck, int(take(s.turn_discard, find(s.turn_discard, NEMESIS_CARD))))
    shuffle(s, ORDER, s.turn_deck)
    s.turn_known = 0


@kernel
def count_cards(pile, card):
    """How many copies of a card a pile holds."""
    n = 0
    for i in range(pile.n):
        n += pile.card[i] == card
    return n


@kernel
def end_turn(s, t):
    """What lasted for the turn ends; husks heal; the next turn order card will be drawn."""
    s.aether, s.spell_aether, s.gem_aether, s.discount, s.two_spells, s.prevented = 0, 0, 0, 0, 0, 0
    s.played.n = 0
    for at in range(s.players * BREACHES):
        breach = s.breach[at]
        breach.focused = 0
        for slot in range(breach.n):
            breach.new[slot], breach.used[slot] = 0, 0
    heal_husks(s)
    s.turn += 1
    s.active, s.phase = NEMESIS, Phase.TURN
    if s.turn >= t.turn_limit:
        end_game(s, Cause.TURN_LIMIT)


@kernel
def draw_phase(s, t, seat):
    """A player draws up to a full hand; one with more keeps it."""
    draw(s, t, seat, max(t.hand - int(s.hand[seat].n), 0))


# --- actions of the main phase --------------------------------------------------------------------------------------


@kernel
def play_card(s, card):
    """A gem or relic goes from hand to the play area and takes effect."""
    put(s, s.play, int(take(s.hand[s.active], find(s.hand[s.active], card))))
    push(s, Frame.PLAY_CARD, s.active, 0, 0, 0).card = card


@kernel
def funds(s, t, card):
    """The aether that may pay for a card."""
    kind = t.card[card].type
    if kind == Type.SPELL:
        return s.aether + s.spell_aether
    return s.aether + s.gem_aether if kind == Type.GEM else s.aether


@kernel
def pay_for(s, t, card):
    """Pays the cost of a card, with aether that can pay for nothing else first."""
    cost = int(t.card[card].cost)
    kind = t.card[card].type
    if kind == Type.SPELL:
        special = min(cost, s.spell_aether)
        s.spell_aether -= special
        cost -= special
    elif kind == Type.GEM:
        special = min(cost, s.gem_aether)
        s.gem_aether -= special
        cost -= special
    s.aether -= cost


@kernel
def use_ability(s, t, seat):
    """All charges are spent for the ability of a mage."""
    s.charges[seat] = 0
    push_program(s, t.ability[seat], NO_CARD, seat)
