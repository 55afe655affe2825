"""What holds in every state of KeyForge: no card lost, every count right, one winner."""

from contract.rules import Mismeasures, Rules, places_of
from contract.spoils import Adds, Sets, below, not_zero, outside
from contract.zones import ANYBODY, creature, first_in_line, hidden, holds_what_it_can, lie_in_zone, other_sizes

from sim import load_game
from sim.core.kernel import kernel
from sim.core.pile import put, take
from sim.keyforge.battleline import set_status
from sim.keyforge.modifiers import power
from sim.keyforge.state import (
    CARDS,
    CONSTANTS,
    DECK_SIZE,
    HOUSES,
    KEYS_TO_WIN,
    NO_CARD,
    NO_HOUSE,
    PROGRAMS,
    TRIGGERS,
    Cause,
    Decision,
    Lasting,
    Mark,
    Status,
    Type,
    Zone,
)
from sim.keyforge.zones import due_controller

GAME = load_game("keyforge")
KEYS, AMBER = places_of(GAME, "keys"), places_of(GAME, "amber")
BY_KEYS, BY_TURN_LIMIT = places_of(GAME, "ended_by_keys"), places_of(GAME, "ended_by_turn_limit")
RULES = Rules()


@RULES.at_the_end(broken_by=[Mismeasures(places) for places in (KEYS, AMBER, BY_KEYS, BY_TURN_LIMIT)])
@kernel(cache=False)
def measures_are_right(s, t, notes):
    """The measures are those of the final state."""
    measures = notes.measures
    for seat in range(s.players):
        if measures[KEYS[seat]] != s.keys[seat] or measures[AMBER[seat]] != s.amber[seat]:
            return False
    is_by_keys = measures[BY_KEYS[0]] == (s.cause == Cause.THREE_KEYS)
    return is_by_keys and measures[BY_TURN_LIMIT[0]] == (s.cause == Cause.TURN_LIMIT)


# --- where cards are --------------------------------------------------------------------------------------------------


@kernel(cache=False)
def is_upgrade(s, t, card):
    """Whether a card is in play as an upgrade."""
    one = s.card[card]
    return one.zone == Zone.PLAY and t.card[one.type].type == Type.UPGRADE


@RULES.always(broken_by=other_sizes("deck", "hand", "discard", "archives", "line", "artifacts"))
@kernel(cache=False)
def piles_hold_what_they_can(s, t, seat):
    """A pile holds between 0 and all its cards."""
    of_his = holds_what_it_can(s.deck[seat]) and holds_what_it_can(s.hand[seat]) and holds_what_it_can(s.discard[seat])
    in_play = holds_what_it_can(s.line[seat]) and holds_what_it_can(s.artifacts[seat])
    return of_his and in_play and holds_what_it_can(s.archives[seat])


@RULES.always(broken_by=[Sets("zone", Zone.HAND, of=creature)])
@kernel(cache=False)
def cards_lie_in_their_zone(s, t, notes):
    """Every card is in the pile of its zone, and in no other."""
    room = notes.room
    room[:CARDS] = 0
    for seat in range(s.score.size):
        are_right = lie_in_zone(s, s.deck[seat], Zone.DECK, seat, room)
        are_right &= lie_in_zone(s, s.hand[seat], Zone.HAND, seat, room)
        are_right &= lie_in_zone(s, s.discard[seat], Zone.DISCARD, seat, room)
        are_right &= lie_in_zone(s, s.archives[seat], Zone.ARCHIVES, ANYBODY, room)
        are_right &= lie_in_zone(s, s.line[seat], Zone.PLAY, ANYBODY, room)
        are_right &= lie_in_zone(s, s.artifacts[seat], Zone.PLAY, ANYBODY, room)
        if not are_right:
            return False
    for card in range(CARDS):
        is_in_pile = s.card[card].zone in (Zone.DECK, Zone.HAND, Zone.DISCARD, Zone.ARCHIVES, Zone.PLAY)
        if room[card] != (is_in_pile and not is_upgrade(s, t, card)):
            return False
    return True


def changes_sides(s):
    creature(s).controller ^= 1


@RULES.always(broken_by=[changes_sides])
@kernel(cache=False)
def lines_are_of_their_controller(s, t, seat):
    """Battlelines hold creatures, rows artifacts, each of the player who controls them."""
    for i in range(s.line[seat].n):
        one = s.card[s.line[seat].card[i]]
        if one.controller != seat or t.card[one.type].type != Type.CREATURE:
            return False
    for i in range(s.artifacts[seat].n):
        one = s.card[s.artifacts[seat].card[i]]
        if one.controller != seat or t.card[one.type].type != Type.ARTIFACT:
            return False
    return True


@RULES.always(
    broken_by=[*below(0, "amber", "chains"), *below(0, "damage", "amber", "counters", "armor_used", of=creature)]
)
@kernel(cache=False)
def amounts_are_not_negative(s, t):
    """Amber, chains, damage and counters are not negative."""
    for seat in range(s.score.size):
        if s.amber[seat] < 0 or s.chains[seat] < 0:
            return False
    for card in range(CARDS):
        one = s.card[card]
        if one.damage < 0 or one.amber < 0 or one.counters < 0 or one.armor_used < 0:
            return False
    return True


def hides_a_card_under_a_creature(s):
    hidden(s).host = first_in_line(s)


def puts_a_creature_on_itself(s):
    creature(s).host = first_in_line(s)


@RULES.always(broken_by=[hides_a_card_under_a_creature, puts_a_creature_on_itself])
@kernel(cache=False)
def cards_under_others_know_it(s, t, card):
    """A card under an artifact or purged by one knows it, no other does."""
    one = s.card[card]
    if one.host == NO_CARD:
        return one.zone != Zone.UNDER
    if one.zone == Zone.UNDER and s.card[one.host].zone != Zone.PLAY:
        return False
    return one.zone == Zone.UNDER or one.zone == Zone.PURGED or is_upgrade(s, t, card)


def sets_a_mindlock(s):
    hidden(s).mindlock = first_in_line(s)


@RULES.always(broken_by=[Sets("damage", 1, of=hidden), sets_a_mindlock])
@kernel(cache=False)
def cards_out_of_play_have_nothing_on_them(s, t, card):
    """A card out of play has nothing on it."""
    one = s.card[card]
    if one.zone == Zone.PLAY:
        return True
    on_it = one.damage | one.amber | one.counters | one.ready | one.stunned | one.upgrades | one.marks | one.tunnels
    return on_it == 0 and one.taken_house == NO_HOUSE and one.mindlock == NO_CARD and one.earlier == NO_CARD


@RULES.always(broken_by=[Sets("seen", 0, of=creature)])
@kernel(cache=False)
def hands_and_open_cards_are_known(s, t, card):
    """Each player knows his hand, and both what lies open."""
    one = s.card[card]
    if one.zone == Zone.PLAY or one.zone == Zone.DISCARD:
        return one.seen == 3
    return one.zone != Zone.HAND or one.seen >> card // DECK_SIZE & 1 == 1


def resolves_a_card_unasked(s, seat):
    hidden(s).zone = Zone.RESOLVING
    take(s.deck[seat], 0)


def loses_a_card(s, seat):
    hidden(s).zone = Zone.NONE
    take(s.deck[seat], 0)


@RULES.always(broken_by=[resolves_a_card_unasked, loses_a_card])
@kernel(cache=False)
def cards_are_in_some_zone(s, t, card):
    """A card is in some zone, and resolved only while something is pending."""
    zone = s.card[card].zone
    return Zone.NONE < zone <= Zone.UNDER and (zone != Zone.RESOLVING or s.n_frames != 0)


# --- what is counted --------------------------------------------------------------------------------------------------


@RULES.always(broken_by=[Adds("upgrades", of=creature)])
@kernel(cache=False)
def upgrades_are_on_creatures(s, t, notes):
    """An upgrade is on a creature in play, which knows how many it has."""
    room = notes.room
    room[:CARDS] = 0
    for card in range(CARDS):
        if is_upgrade(s, t, card):
            host = s.card[card].host
            if host == NO_CARD or s.card[host].zone != Zone.PLAY:
                return False
            if t.card[s.card[host].type].type != Type.CREATURE:
                return False
            room[host] += 1
    for card in range(CARDS):
        if s.card[card].upgrades != room[card]:
            return False
    return True


@RULES.always(broken_by=[Adds("listening"), Adds("constant")])
@kernel(cache=False)
def abilities_are_counted(s, t, notes):
    """Abilities in play are counted rightly, by trigger and those that work all the time by kind."""
    room = notes.room
    room[: TRIGGERS + CONSTANTS] = 0
    for card in range(CARDS):
        if s.card[card].zone == Zone.PLAY:
            facts = t.card[s.card[card].type]
            for trigger in range(PROGRAMS):
                room[trigger] += facts.listens >> trigger & 1
            for row in range(facts.constant[0], facts.constant[1]):
                room[TRIGGERS + t.constant[row].kind] += 1
    for trigger in range(PROGRAMS):
        if s.listening[trigger] != room[trigger]:
            return False
    for kind in range(CONSTANTS):
        if s.constant[kind] != room[TRIGGERS + kind]:
            return False
    return True


@RULES.always(broken_by=[Adds("sources"), Adds("leaving")])
@kernel(cache=False)
def sets_hold_their_cards(s, t, card):
    """The sets of cards in play that have constants or are upgrades, and of those on their way out of it, are right."""
    one, seat, place = s.card[card], card // DECK_SIZE, card % DECK_SIZE
    is_source = one.zone == Zone.PLAY and (t.card[one.type].plain == 0 or is_upgrade(s, t, card))
    is_right = s.sources[seat] >> place & 1 == is_source
    return is_right and s.leaving[seat] >> place & 1 == (one.status != Status.NONE)


@RULES.always(broken_by=[Adds("covered")])
@kernel(cache=False)
def cards_under_others_are_counted(s, t):
    """The cards that lie facedown under others are counted."""
    covered = 0
    for card in range(CARDS):
        covered += s.card[card].zone == Zone.UNDER
    return s.covered == covered


def marks_a_card(s):
    creature(s).marks = Mark.FLANK


@RULES.always(broken_by=[marks_a_card])
@kernel(cache=False)
def marks_are_noted(s, t, card):
    """No card has a mark of the turn unless it is noted that some may."""
    return s.marked == 1 or s.card[card].marks == 0


def loses_a_creature_unnoticed(s):
    creature(s).lasting ^= 1


@RULES.always(broken_by=[loses_a_creature_unnoticed])
@kernel(cache=False)
def control_is_disputed(s, t, seat):
    """Each creature is with the player who should control it unless it is noted that some may not be."""
    for i in range(s.line[seat].n):
        if s.disputed == 0 and due_controller(s, t, s.line[seat].card[i]) != seat:
            return False
    return True


@kernel(cache=False)
def times_of_its_title(s, card):
    """How often cards of the same title were played or used."""
    times = 0
    for other in range(CARDS):
        if s.card[other].type == s.card[card].type:
            times += s.card[other].times
    return times


def plays_less_than_never(s):
    creature(s).times -= 9
    hidden(s).times += 9


def plays_seven_times(s):
    creature(s).times += 7
    s.acts += 7


@RULES.always(broken_by=[Adds("times", of=creature), plays_less_than_never, plays_seven_times])
@kernel(cache=False)
def plays_and_uses_are_counted(s, t):
    """Plays and uses are counted, no title more than six times."""
    acts = 0
    for card in range(CARDS):
        times = s.card[card].times
        acts += times
        if times < 0 or (times > 0 and s.acts > 6 and times_of_its_title(s, card) > 6):
            return False
    return s.acts == acts


def archives_a_card_unseen(s, seat):
    one = hidden(s)
    one.zone, one.seen = Zone.ARCHIVES, 0
    put(s, s.archives[seat], take(s.deck[seat], 0))


@RULES.always(broken_by=[archives_a_card_unseen])
@kernel(cache=False)
def archives_are_known(s, t, seat):
    """Each player knows his archives."""
    for i in range(s.archives[seat].n):
        if s.card[s.archives[seat].card[i]].seen >> seat & 1 == 0:
            return False
    return True


@RULES.always(broken_by=outside("shuffled", 0, lambda s, seat: s.deck[seat].n))
@kernel(cache=False)
def shuffled_cards_are_in_the_deck(s, t, seat):
    """What is shuffled is of the deck."""
    return 0 <= s.shuffled[seat] <= s.deck[seat].n


@RULES.always(broken_by=outside("keys", 0, lambda s: KEYS_TO_WIN - (s.over == 0)))
@kernel(cache=False)
def keys_are_too_few_to_win(s, t, seat):
    """A player has 0 to 2 keys while the game goes on."""
    return 0 <= s.keys[seat] <= KEYS_TO_WIN - (s.over == 0)


# --- whose turn it is -------------------------------------------------------------------------------------------------


def asks_the_other_player(s):
    s.to_move = s.active ^ 1


@RULES.asked(broken_by=[asks_the_other_player])
@kernel(cache=False)
def the_active_player_is_asked(s, t):
    """The active player is to move."""
    return s.to_move == s.active


@kernel(cache=False)
def in_the_main_step(s, t, notes):
    """Whether the active player is asked what to do next."""
    return s.decision == Decision.MAIN


def destroys_a_creature(s):
    set_status(s, first_in_line(s), Status.TAGGED)


@RULES.asked(
    only=in_the_main_step,
    broken_by=[*not_zero("n_frames", "n_pending", "n_waiting", "batch", "unsettled"), destroys_a_creature],
)
@kernel(cache=False)
def nothing_is_pending(s, t):
    """In the main step nothing is pending, and no card about to leave play."""
    for card in range(CARDS):
        if s.card[card].status != 0:
            return False
    is_settled = s.batch == 0 and s.unsettled == 0
    return is_settled and s.n_frames == 0 and s.n_pending == 0 and s.n_waiting == 0


@RULES.asked(only=in_the_main_step, broken_by=[Sets("damage", 99, of=creature)])
@kernel(cache=False)
def creatures_are_alive(s, t, seat):
    """In the main step every creature has power above its damage."""
    for i in range(s.line[seat].n):
        card = s.line[seat].card[i]
        if s.card[card].damage >= power(s, t, card):
            return False
    return True


@kernel(cache=False)
def when_a_house_is_chosen(s, t, notes):
    """Whether the active player is asked for his house."""
    return s.decision == Decision.HOUSE


def leaves_a_mark(s):
    creature(s).marks = s.marked = 1


@RULES.asked(
    only=when_a_house_is_chosen,
    broken_by=[
        *not_zero("house", "by_house", "off_house", "creature_came", "discarded", "played", "uses", "fallen"),
        *not_zero("attacked", "uses", of=creature),
        leaves_a_mark,
    ],
)
@kernel(cache=False)
def nothing_of_the_last_turn_is_left(s, t):
    """When a house is chosen nothing of the last turn is left; what a forged key has just caused may be."""
    if s.house != NO_HOUSE or s.by_house != 0 or s.off_house != 0:
        return False
    if s.forged[s.active] != 0:
        return True
    for card in range(CARDS):
        one = s.card[card]
        if one.marks != 0 or one.attacked != 0 or one.uses != 0:
            return False
    return s.creature_came == 0 and s.discarded == 0 and s.played == 0 and s.uses == 0 and s.fallen == 0


def counts_a_play(s):
    creature(s).times = s.acts = 1


@RULES.asked(
    only=when_a_house_is_chosen,
    broken_by=[Adds("now"), Adds("played_of"), counts_a_play],
)
@kernel(cache=False)
def nothing_was_done(s, t):
    """When a house is chosen no effect of the last turn is left, nothing was done, no house was played but by a forged
    key.
    """
    if s.forged[s.active] != 0:
        return True
    for effect in range(Lasting.MUST_CHOOSE):
        if s.now[effect] != 0:
            return False
    for house in range(HOUSES):
        if s.played_of[house] != 0:
            return False
    return s.acts == 0


# --- the end ----------------------------------------------------------------------------------------------------------


def exchanges_the_outcomes(s):
    s.score[0], s.score[1] = s.score[1], s.score[0]


@RULES.at_the_end(broken_by=[exchanges_the_outcomes])
@kernel(cache=False)
def one_player_has_won(s, t, seat):
    """One player has won, by three keys or at the turn limit."""
    if s.score[seat] != 0 and s.score[seat] != 1:
        return False
    if s.cause == Cause.THREE_KEYS:
        return (s.keys[seat] == KEYS_TO_WIN) == (s.score[seat] == 1)
    has_most = s.keys[seat] >= s.keys[1 - seat]
    return s.cause == Cause.TURN_LIMIT and s.turn == 2 * t.turn_limit and (has_most or s.score[seat] == 0)
