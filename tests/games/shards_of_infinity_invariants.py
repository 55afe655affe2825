"""What holds in every state of Shards of Infinity: no card lost, no bound broken, one outcome."""

from contract.piles import cards
from contract.rules import Mismeasures, Rules, places_of
from contract.spoils import Flips, Sets, below, not_zero, outside
from contract.zones import (
    are_all_there,
    copies_in,
    count_numbers,
    count_pile,
    holds_what_it_can,
    note_copies,
    other_sizes,
)

from sim import load_game
from sim.core.kernel import kernel
from sim.core.pile import put, take
from sim.shards_of_infinity.state import INFINITE, NO_CARD, ROW_MAX, Cause, Decision

GAME = load_game("shards_of_infinity")
HEALTH, MASTERY = places_of(GAME, "health"), places_of(GAME, "mastery")
RULES = Rules()


@RULES.at_the_end(broken_by=[Mismeasures(HEALTH), Mismeasures(MASTERY)])
@kernel(cache=False)
def measures_are_right(s, t, notes):
    """The measures are those of the final state."""
    measures = notes.measures
    for seat in range(s.players):
        if measures[HEALTH[seat]] != s.health[seat] or measures[MASTERY[seat]] != s.mastery[seat]:
            return False
    return True


# --- cards ------------------------------------------------------------------------------------------------------------


@RULES.noted_at_the_start
@kernel(cache=False)
def note_cards(s, t, notes):
    """Notes how many copies of every card there are: of a starter, as many for each player."""
    room = notes.room
    room[:] = 0
    for card in range(t.n_cards):
        note_copies(t, card, t.card[card].copies * (s.players if t.card[card].starter == 1 else 1), room)


@RULES.always(broken_by=other_sizes("deck", "hand", "discard", "champions", "center", "play", "exhausted"))
@kernel(cache=False)
def piles_hold_what_they_can(s, t):
    """A pile holds between 0 and all its cards."""
    for seat in range(s.score.size):
        if not (holds_what_it_can(s.deck[seat]) and holds_what_it_can(s.hand[seat])):
            return False
        if not (holds_what_it_can(s.discard[seat]) and holds_what_it_can(s.champions[seat])):
            return False
    return holds_what_it_can(s.center) and holds_what_it_can(s.play) and holds_what_it_can(s.exhausted)


def exchanges_a_card_of_the_deck(s, seat):
    s.deck[seat].card[0] = 5


@RULES.always(broken_by=[exchanges_a_card_of_the_deck])
@kernel(cache=False)
def no_card_is_lost(s, t, notes):
    """Every card is in one zone."""
    room = notes.room
    room[: t.n_cards] = 0
    for seat in range(s.score.size):
        count_pile(s.deck[seat], room)
        count_pile(s.hand[seat], room)
        count_pile(s.discard[seat], room)
        count_pile(s.champions[seat], room)
    count_pile(s.center, room)
    count_pile(s.play, room)
    count_pile(s.exhausted, room)
    count_numbers(s.banished, t.n_cards, room)
    for slot in range(ROW_MAX):
        if s.row[slot] != NO_CARD:
            room[s.row[slot]] += 1
    return are_all_there(t, room)


# --- bounds -----------------------------------------------------------------------------------------------------------


def takes_out_a_player(s, seat):
    s.alive[seat] ^= 1


@RULES.always(broken_by=[*outside("health", 0, lambda t: t.max_health), takes_out_a_player])
@kernel(cache=False)
def health_is_within_bounds(s, t, seat):
    """Health is from 0 to the most, and 0 only for those who are out."""
    is_alive = seat < s.players and s.health[seat] > 0
    return 0 <= s.health[seat] <= t.max_health and s.alive[seat] == is_alive


@RULES.always(broken_by=outside("mastery", 0, lambda t: t.max_mastery))
@kernel(cache=False)
def mastery_is_within_bounds(s, t, seat):
    """Mastery is from 0 to the most."""
    return 0 <= s.mastery[seat] <= t.max_mastery


@RULES.always(broken_by=[*below(0, "gems"), *outside("power", 0, INFINITE)])
@kernel(cache=False)
def gems_and_power_are_within_bounds(s, t):
    """Gems and power are not negative, power not above infinite."""
    return s.gems >= 0 and 0 <= s.power <= INFINITE


@RULES.always(broken_by=outside("known", 0, lambda s, seat: s.hand[seat].n))
@kernel(cache=False)
def known_cards_are_in_hand(s, t, seat):
    """Known cards are cards in hand."""
    return 0 <= s.known[seat] <= s.hand[seat].n


@RULES.always(broken_by=outside("center_known", 0, lambda s: s.center.n))
@kernel(cache=False)
def known_cards_of_the_center_are_there(s, t):
    """Known cards of the center are cards of the center."""
    return 0 <= s.center_known <= s.center.n


def empties_a_slot(s):
    s.banished[s.row[0]] += 1
    s.row[0] = NO_CARD


def fills_a_slot_too_many(s, t):
    s.row[t.row] = s.row[0]
    s.banished[s.row[0]] -= 1


@RULES.always(broken_by=[empties_a_slot, fills_a_slot_too_many])
@kernel(cache=False)
def row_is_full(s, t):
    """The row has so many slots as the table says, and an empty one only without a center deck."""
    for slot in range(t.row):
        if s.row[slot] == NO_CARD and s.center.n > 0:
            return False
    for slot in range(t.row, ROW_MAX):
        if s.row[slot] != NO_CARD:
            return False
    return True


# --- where cards may be -----------------------------------------------------------------------------------------------


def kills_a_player_with_cards(s, seat):
    s.alive[seat] = s.health[seat] = 0


@RULES.always(broken_by=[kills_a_player_with_cards])
@kernel(cache=False)
def who_is_out_has_no_cards(s, t, seat):
    """A player who is out has no cards."""
    n = s.deck[seat].n + s.hand[seat].n + s.discard[seat].n + s.champions[seat].n
    return s.alive[seat] == 1 or n == 0


def has_a_champion_that_is_none(s, t, seat):
    t.card[s.hand[seat].card[0]].champion = 0
    put(s, s.champions[seat], take(s.hand[seat], 0))


def exhausts_a_champion_that_is_none(s, t, seat):
    t.card[s.hand[seat].card[0]].champion = 0
    put(s, s.exhausted, take(s.hand[seat], 0))


def plays_an_ally_that_is_none(s, t, seat):
    t.card[s.hand[seat].card[0]].ally = 0
    put(s, s.play, take(s.hand[seat], 0))


@RULES.always(broken_by=[has_a_champion_that_is_none, exhausts_a_champion_that_is_none, plays_an_ally_that_is_none])
@kernel(cache=False)
def cards_in_play_are_of_their_type(s, t):
    """Champions are in play only as champions, allies only as allies."""
    for seat in range(s.score.size):
        for i in range(s.champions[seat].n):
            if t.card[s.champions[seat].card[i]].champion == 0:
                return False
    for i in range(s.exhausted.n):
        if t.card[s.exhausted.card[i]].champion == 0:
            return False
    for i in range(s.play.n):
        if t.card[s.play.card[i]].ally == 0:
            return False
    return True


def fast_plays_a_starter(s):
    put(s, s.fast_played, 0)


@RULES.always(broken_by=[fast_plays_a_starter])
@kernel(cache=False)
def fast_played_cards_are_played(s, t):
    """Fast-played cards are among the cards played."""
    for i in range(s.fast_played.n):
        card = s.fast_played.card[i]
        if t.card[card].mercenary == 0 or copies_in(s.fast_played, card) > copies_in(s.play, card):
            return False
    return True


# --- whose turn it is -------------------------------------------------------------------------------------------------


def asks_the_next_player(s):
    s.to_move = (s.to_move + 1) % s.players


@RULES.asked(broken_by=[asks_the_next_player])
@kernel(cache=False)
def the_right_player_is_asked(s, t):
    """The player to move is alive and the right one."""
    is_alive = s.alive[s.to_move] == 1 and s.alive[s.active] == 1
    return is_alive and (s.to_move == s.active) == (s.decision != Decision.SHIELD)


@RULES.asked(broken_by=[Flips("n_frames")])
@kernel(cache=False)
def choices_are_pending(s, t):
    """Nothing is pending in the main phase, something in every other decision."""
    return (s.decision == Decision.MAIN) == (s.n_frames == 0)


@kernel(cache=False)
def at_the_start_of_a_turn(s, t, notes):
    """Whether the turn has just begun."""
    return s.turn != notes.turn


@RULES.asked(
    only=at_the_start_of_a_turn,
    broken_by=not_zero("gems", "power", "deploys", "focused", "copies_homodeus", "factions_deployed"),
)
@kernel(cache=False)
def nothing_of_the_last_turn_is_left(s, t):
    """At the start of a turn nothing of the last turn is left."""
    of_champions = s.copies_homodeus == 0 and s.factions_deployed == 0 and s.deploys == 0
    return s.gems == 0 and s.power == 0 and s.focused == 0 and of_champions


def plays_an_ally_of_the_hand(s, t, seat):
    ally = next(i for i, card in enumerate(cards(s.hand[seat])) if t.card[card].ally == 1)
    put(s, s.play, take(s.hand[seat], ally))


def splits_power(s):
    s.decision, s.n_frames = Decision.SPLIT, 1


@RULES.asked(only=at_the_start_of_a_turn, broken_by=[plays_an_ally_of_the_hand, splits_power])
@kernel(cache=False)
def a_turn_starts_with_the_main_phase(s, t):
    """At the start of a turn no cards are in play, and the phase is the main phase."""
    return s.play.n + s.exhausted.n == 0 and s.decision == Decision.MAIN


# --- the end ----------------------------------------------------------------------------------------------------------


def shares_the_point(s):
    s.score[:] = 0.25


def exchanges_the_causes(s):
    s.cause = Cause.TURN_LIMIT - s.cause


@RULES.at_the_end(broken_by=[shares_the_point, exchanges_the_causes, Sets("n_frames", 1)])
@kernel(cache=False)
def the_living_have_the_point(s, t):
    """The winner has one point, or the living share it at the turn limit."""
    living, most = 0, 0.0
    for seat in range(s.score.size):
        living += s.alive[seat]
        most = max(most, s.score[seat])
        if (s.score[seat] > 0) != (s.alive[seat] == 1):
            return False
    is_at_the_limit = s.cause == Cause.TURN_LIMIT
    if is_at_the_limit != (s.turn == t.turn_limit * s.players) or s.n_frames != 0:
        return False
    return most == 1 if living == 1 else most < 1 and is_at_the_limit
