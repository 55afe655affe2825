"""What holds in every state of Aeon's End: no card is lost, nothing leaves its bounds, the end is an end."""

from contract.rules import Mismeasures, Rules, places_of
from contract.spoils import Adds, Sets, below, outside
from contract.zones import are_all_there, count_numbers, count_pile, holds_what_it_can, note_copies, other_sizes

from sim import load_game
from sim.aeons_end.state import BREACHES, HUSKS_MAX, NO_CARD, SLOTS, STEPS, Breach, Cause, Decision
from sim.core.kernel import kernel

GAME = load_game("aeons_end")
CAUSE, GRAVEHOLD, NEMESIS_LIFE = (places_of(GAME, name) for name in ("cause", "gravehold", "nemesis_life"))
LIFE, CHARGES = (places_of(GAME, name) for name in ("life", "charges"))
RULES = Rules()


@RULES.at_the_end(broken_by=[Mismeasures(places) for places in (CAUSE, GRAVEHOLD, NEMESIS_LIFE, LIFE, CHARGES)])
@kernel(cache=False)
def measures_are_right(s, t, notes):
    """The measures are those of the final state."""
    measures = notes.measures
    for seat in range(s.players):
        if measures[LIFE[seat]] != s.life[seat] or measures[CHARGES[seat]] != s.charges[seat]:
            return False
    of_nemesis = measures[GRAVEHOLD[0]] == s.gravehold and measures[NEMESIS_LIFE[0]] == s.nemesis_life
    return measures[CAUSE[0]] == s.cause and of_nemesis


def first_breach(s):
    return s.breach[0]


@RULES.always(
    broken_by=[Sets("turned", 4, of=first_breach), Sets("n", -1, of=first_breach), Sets("n", 3, of=first_breach)]
)
@kernel(cache=False)
def breaches_hold_what_they_can(s, t):
    """A breach holds no more than it can, and one that is not there nothing."""
    for i in range(s.players * BREACHES):
        breach = s.breach[i]
        if not (0 <= breach.n <= SLOTS and 0 <= breach.turned <= 3):
            return False
        is_gone = breach.state == Breach.NONE or breach.state == Breach.DESTROYED
        if is_gone and breach.n != 0 and s.n_frames == 0 and s.over == 0:
            return False
    return True


@kernel(cache=False)
def count_cards(s, t, room):
    """Counts the copies of every card in all zones."""
    room[: t.n_cards] = 0
    count_pile(s.play, room)
    count_pile(s.devoured, room)
    count_pile(s.corruptions, room)
    count_pile(s.nemesis_deck, room)
    count_pile(s.nemesis_discard, room)
    count_pile(s.unused, room)
    for seat in range(s.score.size):
        count_pile(s.deck[seat], room)
        count_pile(s.hand[seat], room)
        count_pile(s.discard[seat], room)
    count_numbers(s.destroyed, t.n_cards, room)
    for i in range(s.players * BREACHES):
        breach = s.breach[i]
        for k in range(breach.n):
            room[breach.spell[k]] += 1
    for pile in range(s.supply_card.size):
        room[s.supply_card[pile]] += s.supply_left[pile]
    for i in range(s.n_in_play):
        room[s.in_play[i].card] += 1
    if s.drawn != NO_CARD:
        room[s.drawn] += 1
    for i in range(s.n_frames):
        if s.frame[i].decision == Decision.ON_DECK or s.frame[i].decision == Decision.GIVE:
            room[s.frame[i].card] += 1


@RULES.noted_at_the_start
@kernel(cache=False)
def note_cards(s, t, notes):
    """Notes how many copies of every card there are."""
    room = notes.room
    room[:] = 0
    count_cards(s, t, room)
    for card in range(t.n_cards):
        note_copies(t, card, room[card], room)


@RULES.always(
    broken_by=other_sizes(
        "play", "devoured", "corruptions", "nemesis_deck", "nemesis_discard", "unused", "deck", "hand", "discard"
    )
)
@kernel(cache=False)
def piles_hold_what_they_can(s, t):
    """A pile holds between 0 and all its cards."""
    for seat in range(s.score.size):
        of_deck = holds_what_it_can(s.deck[seat]) and holds_what_it_can(s.discard[seat])
        if not (of_deck and holds_what_it_can(s.hand[seat])):
            return False
    of_nemesis = holds_what_it_can(s.nemesis_deck) and holds_what_it_can(s.nemesis_discard)
    others = holds_what_it_can(s.unused) and holds_what_it_can(s.corruptions) and holds_what_it_can(s.devoured)
    return of_nemesis and others and holds_what_it_can(s.play)


@RULES.always(broken_by=[Adds("destroyed")])
@kernel(cache=False)
def no_card_is_lost(s, t, notes):
    """Every card is in one zone."""
    count_cards(s, t, notes.room)
    return are_all_there(t, notes.room)


@kernel(cache=False)
def keeps_bounds(s, t, seat):
    """Whether a player's life, charges and unshuffled cards do."""
    is_shuffled_in_deck = 0 <= s.shuffled[seat] <= s.deck[seat].n
    return 0 <= s.life[seat] <= t.life and 0 <= s.charges[seat] <= t.charges[seat] and is_shuffled_in_deck


@RULES.always(
    broken_by=[
        *outside("gravehold", 0, lambda t: t.gravehold),
        *outside("nemesis_life", 0, lambda t: t.nemesis_life),
        *outside("damaged_husks", 0, lambda s: s.husks),
        Sets("husks", HUSKS_MAX + 1),
        *below(0, "fury", "aether", "spell_aether", "gem_aether", "discount"),
        *outside("life", 0, lambda t: t.life),
        *outside("charges", 0, lambda t, seat: t.charges[seat]),
        *outside("shuffled", 0, lambda s, seat: s.deck[seat].n),
    ]
)
@kernel(cache=False)
def bounds_are_kept(s, t):
    """Life, charges, aether and husks keep their bounds."""
    for seat in range(s.score.size):
        if not keeps_bounds(s, t, seat):
            return False
    of_nemesis = 0 <= s.nemesis_life <= t.nemesis_life and 0 <= s.damaged_husks <= s.husks <= HUSKS_MAX
    of_turn = s.aether >= 0 and s.spell_aether >= 0 and s.gem_aether >= 0 and s.discount >= 0
    return of_nemesis and of_turn and s.fury >= 0 and 0 <= s.gravehold <= t.gravehold


def pends_or_not(s):
    s.n_frames = 1 if s.n_frames == 0 else 0


@RULES.asked(broken_by=[pends_or_not])
@kernel(cache=False)
def choices_are_pending(s, t):
    """Something is pending in a choice and nothing in a step of a turn."""
    return (s.decision == Decision.MAIN or s.decision in STEPS) == (s.n_frames == 0)


def ends_half_won(s):
    s.score[0] = 0.5


def ends_for_no_cause(s, notes):
    s.cause = notes.measures[CAUSE[0]] = Cause.NONE


@RULES.at_the_end(broken_by=[ends_half_won, ends_for_no_cause, Sets("n_frames", 1)])
@kernel(cache=False)
def outcome_fits_its_cause(s, t):
    """The outcome is everybody's and fits its cause."""
    won = s.cause == Cause.NEMESIS or s.cause == Cause.DECK
    for seat in range(s.score.size):
        if s.score[seat] != (won and seat < s.players):
            return False
    return s.cause != Cause.NONE and s.n_frames == 0
