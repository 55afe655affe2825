"""What holds in every state of Berserk: Heroes: no card lost, nobody dead in play, gold that adds up, one winner."""

import numpy as np
from contract.piles import cards
from contract.rules import Mismeasures, Rules, places_of
from contract.spoils import Flips, Sets, below, not_zero, outside
from contract.zones import ANYBODY, creature, hidden, holds_what_it_can, lie_in_zone, other_sizes

from sim import load_game
from sim.berserk_heroes.modifiers import refresh
from sim.berserk_heroes.state import (
    CARDS,
    DRAWS_MISSED,
    PASSINGS,
    SHIFTED,
    SLOTS,
    UNSETTLED,
    Cause,
    Decision,
    Flag,
    Rare,
    Type,
    Zone,
)
from sim.berserk_heroes.tables import STAGES_AT
from sim.core.kernel import kernel
from sim.core.pile import take

GAME = load_game("berserk_heroes")
LIFE = places_of(GAME, "life")
RULES = Rules()


@RULES.at_the_end(broken_by=[Mismeasures(LIFE)])
@kernel(cache=False)
def measures_are_right(s, t, notes):
    """The measures are those of the final state."""
    measures = notes.measures
    for seat in range(s.players):
        body = s.body[s.card[seat * SLOTS].body]
        if measures[LIFE[seat]] != body.life - body.wounds:
            return False
    return True


# --- where cards are --------------------------------------------------------------------------------------------------


@RULES.always(broken_by=other_sizes("deck", "hand", "graveyard", "sideboard", "line", "support"))
@kernel(cache=False)
def piles_hold_what_they_can(s, t, seat):
    """A pile holds between 0 and all its cards."""
    in_play = holds_what_it_can(s.line[seat]) and holds_what_it_can(s.support[seat])
    are_hidden = holds_what_it_can(s.deck[seat]) and holds_what_it_can(s.hand[seat])
    return in_play and are_hidden and holds_what_it_can(s.sideboard[seat]) and holds_what_it_can(s.graveyard[seat])


@RULES.always(broken_by=[Sets("zone", Zone.HAND, of=creature)])
@kernel(cache=False)
def cards_lie_in_their_zone(s, t, notes):
    """Every card is in the pile of its zone, and in no other."""
    room = notes.room
    room[:CARDS] = 0
    for seat in range(s.score.size):
        are_right = lie_in_zone(s, s.deck[seat], Zone.DECK, seat, room)
        are_right &= lie_in_zone(s, s.hand[seat], Zone.HAND, seat, room)
        are_right &= lie_in_zone(s, s.graveyard[seat], Zone.GRAVEYARD, seat, room)
        are_right &= lie_in_zone(s, s.sideboard[seat], Zone.SIDEBOARD, seat, room)
        are_right &= lie_in_zone(s, s.line[seat], Zone.PLAY, ANYBODY, room)
        are_right &= lie_in_zone(s, s.support[seat], Zone.PLAY, ANYBODY, room)
        if not are_right:
            return False
    for card in range(CARDS):
        zone, is_hero = s.card[card].zone, card % SLOTS == 0
        is_in_pile = zone in (Zone.DECK, Zone.HAND, Zone.GRAVEYARD, Zone.SIDEBOARD, Zone.PLAY)
        if room[card] != (is_in_pile and not (is_hero and zone == Zone.PLAY)):
            return False
    return True


@kernel(cache=False)
def of_class(s, t, seat, kind):
    """How many support cards of a class a player has in play."""
    found = 0
    for i in range(s.support[seat].n):
        found += t.card[s.card[s.support[seat].card[i]].type].type == kind
    return found


def changes_sides(s):
    creature(s).controller ^= 1


@RULES.always(broken_by=[changes_sides])
@kernel(cache=False)
def rows_are_of_their_controller(s, t, seat):
    """Lines hold creatures, rows of support cards one of each class, all controlled by the player."""
    for i in range(s.line[seat].n):
        one = s.card[s.line[seat].card[i]]
        if one.controller != seat or t.card[one.type].type != Type.CREATURE:
            return False
    for i in range(s.support[seat].n):
        one = s.card[s.support[seat].card[i]]
        kind = t.card[one.type].type
        if one.controller != seat or kind <= Type.SPELL or of_class(s, t, seat, kind) != 1:
            return False
    return True


def body_of_the_first_hero(s):
    return s.body[s.card[0].body]


def first_hero(s):
    return s.card[0]


@RULES.always(broken_by=[Sets("card", 5, of=body_of_the_first_hero), Sets("zone", Zone.RESOLVING, of=first_hero)])
@kernel(cache=False)
def heroes_are_in_play(s, t, seat):
    """Heroes are in play, with a body of their own."""
    hero = s.card[seat * SLOTS]
    return hero.zone == Zone.PLAY and s.body[hero.body].card == seat * SLOTS


def captures_a_card_for_one_in_the_deck(s, seat):
    one = hidden(s)
    one.zone, one.captor = Zone.CAPTURED, cards(s.deck[seat])[1]
    take(s.deck[seat], 0)


@RULES.always(broken_by=[captures_a_card_for_one_in_the_deck])
@kernel(cache=False)
def captors_are_in_play(s, t, card):
    """A captured card is under a card in play."""
    return s.card[card].zone != Zone.CAPTURED or s.card[s.card[card].captor].zone == Zone.PLAY


def hidden_before_all(s):
    """A card that lies hidden, where nothing that is rare has happened."""
    s.happened, s.shown = 0, 0
    return hidden(s)


def captures_a_card_before_all(s, seat):
    one = hidden_before_all(s)
    one.zone, one.captor = Zone.CAPTURED, seat * SLOTS
    take(s.deck[seat], 0)


def links_in_the_graveyard(s, seat):
    s.happened = Rare.LINKED
    s.card[cards(s.graveyard[seat])[0]].linked = 1


def borrows_a_creature(s):
    s.happened = 0
    creature(s).bits |= Flag.BORROWED


@RULES.always(
    broken_by=[
        Sets("linked", 1, of=hidden_before_all),
        Sets("marks", 1, of=hidden_before_all),
        Sets("bits", Flag.SHOWN, of=hidden_before_all),
        Sets("bits", Flag.ATTACKED, of=hidden_before_all),
        captures_a_card_before_all,
        links_in_the_graveyard,
        borrows_a_creature,
    ]
)
@kernel(cache=False)
def what_is_rare_is_noted(s, t, card):
    """What has befallen a card is noted where no card is asked about it otherwise: that it was captured, linked,
    controlled for a turn or shown, and in a turn that it was used or linked out of play.
    """
    it, happened = s.card[card], 0
    if it.zone == Zone.CAPTURED:
        happened |= Rare.CAPTURED
    if it.linked >= 0:
        happened |= Rare.LINKED
    if it.zone == Zone.PLAY:
        if it.bits & Flag.BORROWED:
            happened |= Rare.BORROWED
    else:
        if it.bits & (Flag.ATTACKED | Flag.DEFENDED):
            return False
        if it.marks != 0 or (it.zone == Zone.GRAVEYARD and it.linked >= 0):
            happened |= Rare.MARKED
    is_noted = it.bits & Flag.SHOWN == 0 or (s.shown >> (card // SLOTS)) & 1 == 1
    return is_noted and happened & ~s.happened == 0


# --- gold and draws ---------------------------------------------------------------------------------------------------


@RULES.always(broken_by=[*below(0, "gold"), *outside("tapped_gold", 0, lambda s, seat: s.gold[seat])])
@kernel(cache=False)
def tapped_gold_is_a_part(s, t, seat):
    """Tapped gold is a part of the gold, and neither is below 0."""
    return s.gold[seat] >= 0 and 0 <= s.tapped_gold[seat] <= s.gold[seat]


def gains_gold_that_is_not_there(s, seat):
    s.passing_gold[seat, 0] = 99


def taps_gold_that_is_not_there(s, seat):
    s.tapped_passing[seat, 1] += 1


@RULES.always(broken_by=[gains_gold_that_is_not_there, taps_gold_that_is_not_there])
@kernel(cache=False)
def passing_gold_is_a_part(s, t, seat):
    """Gold that was gained for a time is a part of the gold, as what is tapped of it is of the tapped gold."""
    gold, tapped = 0, 0
    for until in range(PASSINGS):
        gold += s.passing_gold[seat, until]
        tapped += s.tapped_passing[seat, until]
        if not 0 <= s.tapped_passing[seat, until] <= s.passing_gold[seat, until]:
            return False
    return 0 <= gold <= s.gold[seat] and 0 <= tapped <= s.tapped_gold[seat]


@RULES.always(broken_by=outside("failed_draws", 0, lambda s: DRAWS_MISSED - (s.over == 0)))
@kernel(cache=False)
def failed_draws_are_few(s, t, seat):
    """Failed draws stay below three while the game goes on."""
    return 0 <= s.failed_draws[seat] <= DRAWS_MISSED - (s.over == 0)


def lowest_in_hand(s):
    return s.card[cards(s.hand[max(int(s.active), 0)])[0]]


@RULES.always(broken_by=[Sets("seen", 0, of=creature), Sets("seen", 0, of=lowest_in_hand)])
@kernel(cache=False)
def hands_and_open_cards_are_known(s, t, seat):
    """Each player knows his hand, and both what lies open."""
    for i in range(s.hand[seat].n):
        if s.card[s.hand[seat].card[i]].seen >> seat & 1 == 0:
            return False
    for i in range(s.line[seat].n):
        if s.card[s.line[seat].card[i]].seen != 3:
            return False
    return True


# --- the main phase ---------------------------------------------------------------------------------------------------


@kernel(cache=False)
def in_the_main_phase(s, t, notes):
    """Whether the active player is asked what to do next."""
    return s.decision == Decision.MAIN


def asks_the_other_player(s):
    s.to_move = s.active ^ 1


@RULES.asked(only=in_the_main_phase, broken_by=[asks_the_other_player])
@kernel(cache=False)
def the_active_player_decides(s, t):
    """In the main phase the active player decides."""
    return s.to_move == s.active


@RULES.asked(only=in_the_main_phase, broken_by=not_zero("n_frames", "n_queue", "entered", "programs"))
@kernel(cache=False)
def nothing_is_pending(s, t):
    """In the main phase nothing is pending."""
    return s.n_frames == 0 and s.n_queue == 0 and s.entered == 0 and s.programs == 0


def body_of_a_creature(s):
    return s.body[creature(s).body]


@RULES.asked(only=in_the_main_phase, broken_by=[Sets("wounds", 99, of=body_of_a_creature)])
@kernel(cache=False)
def no_creature_is_dead(s, t, seat):
    """In the main phase no creature in play is dead."""
    for i in range(s.line[seat].n):
        one = s.card[s.line[seat].card[i]]
        if s.body[one.body].wounds >= s.body[one.body].life and one.bits & Flag.HIDDEN == 0:
            return False
    return True


def strengthens_a_creature(s):
    body_of_a_creature(s).strike += 1


def is_worked_out(s):
    return s.stale in (0, UNSETTLED)


@RULES.asked(broken_by=[strengthens_a_creature, Flips("keywords", of=body_of_a_creature)], ripe=is_worked_out)
@kernel(cache=False)
def cards_are_what_they_would_be_now(s, t, notes):
    """What cards are, where it counts as worked out, is what it would be if it were worked out now."""
    stale, constants, room, n = s.stale, s.constants, notes.room, 0
    if stale == 1 or (stale == SHIFTED and constants >> STAGES_AT != 0):
        return True
    for turn in range(2):
        if turn == 1:
            refresh(s, t)
        for index in range(s.body.size):
            one = s.body[index]
            words = np.int64(one.keywords)
            now = (
                np.int64(one.strike),
                np.int64(one.life),
                np.int64(one.meditation),
                np.int64(one.asleep),
                words & 0x7FFFFFFF,
                words >> 31,
            )
            for i in range(len(now)):
                place = index * len(now) + i
                if turn == 0:
                    room[place] = now[i]
                else:
                    n += room[place] != now[i]
    s.stale = stale
    return n == 0 and s.constants == constants


# --- the end ----------------------------------------------------------------------------------------------------------


def shares_the_point_unevenly(s):
    s.score[:] = 0.3, 0.7


@RULES.at_the_end(broken_by=[shares_the_point_unevenly, Flips("truncated")])
@kernel(cache=False)
def one_player_has_won(s, t):
    """One player has won, or it is a draw."""
    is_draw = s.cause == Cause.BOTH_DEAD or s.cause == Cause.TURN_LIMIT
    is_whole = s.score[0] == 0 or s.score[0] == 0.5 or s.score[0] == 1
    return is_whole and (s.score[0] == 0.5) == is_draw and s.truncated == (s.cause == Cause.TURN_LIMIT)
