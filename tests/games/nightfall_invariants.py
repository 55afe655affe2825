"""What holds in every state of Nightfall: no card and no wound lost, no link that does not match, one outcome."""

from contract.rules import Mismeasures, Rules, places_of
from contract.spoils import Adds, Flips, Sets, below, outside
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
from sim.nightfall.seats import given_by, total_wounds
from sim.nightfall.state import DONE, NOTHING, WOUND_TYPES, Cause, Decision, Phase, Type

GAME = load_game("nightfall")
WOUNDS = places_of(GAME, "wounds")
STEPS = (
    Decision.DRAFT, Decision.ATTACK, Decision.BLOCK, Decision.COMBAT, Decision.CHAIN, Decision.CLAIM, Decision.WOUNDS,
)  # fmt: skip
"""What the steps of the phases ask for."""
FORMER_HEALTH, FORMER_PHASE, FORMER_WOUNDS = -1, -2, -3
"""Places in the room of what is kept of the state before: health of the active player's minions, phase, wounds given
and destroyed.
"""
RULES = Rules()


@RULES.at_the_end(broken_by=[Mismeasures(WOUNDS)])
@kernel(cache=False)
def measures_are_right(s, t, notes):
    """The measures are those of the final state."""
    measures = notes.measures
    for seat in range(s.players):
        if measures[WOUNDS[seat]] != s.wounds[seat].sum():
            return False
    return True


# --- cards ------------------------------------------------------------------------------------------------------------


def lacks_a_discarded_card(s, seat):
    s.discard[seat, 0] = -1


@RULES.always(broken_by=[lacks_a_discarded_card])
@kernel(cache=False)
def discard_piles_hold_something_or_nothing(s, t, seat):
    """A discard pile holds no less than nothing."""
    for card in range(t.n_cards):
        if s.discard[seat, card] < 0:
            return False
    return True


def first_archive(s):
    return s.archive[0]


@RULES.always(broken_by=outside("left", 0, lambda s, t: t.card[s.archive[0].card].copies, of=first_archive))
@kernel(cache=False)
def archives_hold_what_they_can(s, t):
    """An archive holds between 0 and all its copies."""
    for i in range(s.n_archives):
        archive = s.archive[i]
        if not 0 <= archive.left <= t.card[archive.card].copies:
            return False
    return True


@RULES.noted_at_the_start
@kernel(cache=False)
def note_cards(s, t, notes):
    """Notes how many copies of every card there are: of a starter, as many for each player; of others, those that come
    from archives and are not there.
    """
    room = notes.room
    room[:] = 0
    for card in range(t.n_cards):
        kind = t.card[card].type
        note_copies(t, card, t.card[card].copies * (s.players * (kind == Type.STARTER) + (kind == Type.WOUND)), room)


@RULES.always(broken_by=other_sizes("deck", "hand", "stack"))
@kernel(cache=False)
def piles_hold_what_they_can(s, t):
    """A pile holds between 0 and all its cards."""
    for seat in range(s.score.size):
        if not (holds_what_it_can(s.deck[seat]) and holds_what_it_can(s.hand[seat])):
            return False
    return holds_what_it_can(s.stack)


@RULES.always(broken_by=[Adds("exiled")])
@kernel(cache=False)
def no_card_is_lost(s, t, notes):
    """Every card is in one zone."""
    room = notes.room
    room[: t.n_cards] = 0
    for seat in range(s.score.size):
        count_pile(s.deck[seat], room)
        count_pile(s.hand[seat], room)
        count_numbers(s.discard[seat], t.n_cards, room)
    count_pile(s.stack, room)
    count_numbers(s.exiled, t.n_cards, room)
    for seat in range(s.players):
        for i in range(s.play[seat].n):
            room[s.play[seat].minion[i].card] += 1
    for i in range(s.n_chain):
        room[s.chain[i].card] += 1
    for i in range(s.n_archives):
        archive = s.archive[i]
        room[archive.card] += archive.left - t.card[archive.card].copies
    return are_all_there(t, room)


def owns_a_wound_too_many(s, seat):
    s.wounds[seat, 0] += 1


@RULES.always(broken_by=[owns_a_wound_too_many])
@kernel(cache=False)
def owned_wounds_are_there(s, t, seat):
    """Wounds owned are those in hand, deck and discard pile."""
    for wound in range(WOUND_TYPES):
        card = t.wound[wound]
        there = copies_in(s.hand[seat], card) + copies_in(s.deck[seat], card) + s.discard[seat, card]
        if s.wounds[seat, wound] != there:
            return False
    return True


@RULES.always(broken_by=outside("known", 0, lambda s, seat: s.hand[seat].n))
@kernel(cache=False)
def known_cards_are_in_hand(s, t, seat):
    """Known cards are cards in hand."""
    return 0 <= s.known[seat] <= s.hand[seat].n


# --- minions and chains -----------------------------------------------------------------------------------------------


def first_minion(s):
    play = s.play[max(int(s.active), 0)]
    return play.minion[: play.n][0]


@RULES.always(
    broken_by=[
        Sets("health", lambda s, t: t.card[first_minion(s).card].health, of=first_minion, plus=1),
        Sets("health", 0, of=first_minion),
    ]
)
@kernel(cache=False)
def minions_have_health(s, t, seat):
    """Minions in play are minions with health, at most as printed."""
    for i in range(s.play[seat].n):
        minion = s.play[seat].minion[i]
        printed = t.card[minion.card]
        if not (printed.is_minion != 0 and 1 <= minion.health <= printed.health):
            return False
    return True


@kernel(cache=False)
def is_combat(phase):
    """Whether a phase is one of combat."""
    return Phase.ATTACK <= phase <= Phase.COMBAT


def in_a_chain(s):
    return s.turn > 1 and s.phase == Phase.CHAIN


@RULES.always(broken_by=[Sets("target", 0, of=first_minion)], ripe=in_a_chain)
@kernel(cache=False)
def minions_fight_in_combat(s, t, seat):
    """No minion attacks or blocks but in combat."""
    for i in range(s.play[seat].n):
        minion = s.play[seat].minion[i]
        attacks, blocks = minion.target >= 0 or minion.target == DONE, minion.blocks != NOTHING
        is_right = attacks == (seat == s.active) and blocks == (seat != s.active)
        if (attacks or blocks) and not (is_combat(s.phase) and is_right):
            return False
    return True


def breaks_a_link(s, t):
    before_last = s.chain[: max(s.n_chain - 1, 0)][-1]
    t.card[before_last.card].links = 0


@RULES.always(broken_by=[breaks_a_link])
@kernel(cache=False)
def links_match(s, t):
    """Every link's colour matches."""
    for i in range(1, s.n_chain):
        if t.card[s.chain[i - 1].card].links >> t.card[s.chain[i].card].colour & 1 == 0:
            return False
    return True


def kicks_the_first_order(s):
    s.chain[: s.n_chain][0].kicked = 1


@RULES.always(broken_by=[kicks_the_first_order])
@kernel(cache=False)
def kicks_match(s, t):
    """An order is kicked by the colour of the one before, and the first never."""
    for i in range(s.n_chain):
        is_kicked = i > 0 and t.card[s.chain[i - 1].card].colour == t.card[s.chain[i].card].kicker
        if s.chain[i].kicked != is_kicked:
            return False
    return True


# --- wounds -----------------------------------------------------------------------------------------------------------


@kernel(cache=False)
def all_given(s):
    """How many wounds all players have given."""
    total = 0
    for giver in range(s.players):
        total += given_by(s, giver)
    return total


def gives_himself_a_wound_too_many(s, seat):
    s.given[seat, seat] += 1


@RULES.always(broken_by=[gives_himself_a_wound_too_many])
@kernel(cache=False)
def given_wounds_are_owned(s, t):
    """Wounds given are those owned and those exiled, the others lie in the stack."""
    there = 0
    for owner in range(s.players):
        there += total_wounds(s, owner)
    for wound in range(WOUND_TYPES):
        there += s.exiled[t.wound[wound]]
    return all_given(s) == there


@RULES.always(broken_by=[Adds("counted"), Flips("ending")])
@kernel(cache=False)
def counted_wounds_are_not_given(s, t):
    """The counted wounds are those not given yet, and with the last the game is about to end."""
    left = max(t.counted_wounds * s.players - all_given(s), 0)
    return s.counted == left and (s.ending == 1) == (s.counted == 0)


# --- whose turn it is -------------------------------------------------------------------------------------------------


@RULES.asked(broken_by=[Flips("n_frames")])
@kernel(cache=False)
def choices_are_pending(s, t):
    """Nothing is pending between the steps of a phase, something in every choice of a text."""
    return (s.decision in STEPS) == (s.n_frames == 0)


def asks_another_player(s):
    s.to_move = (s.active + 1) % s.players


def in_the_claim_phase(s):
    return s.turn > 1 and s.decision == Decision.CLAIM


@RULES.asked(broken_by=[asks_another_player], ripe=in_the_claim_phase)
@kernel(cache=False)
def the_right_player_is_asked(s, t):
    """The player to move is the right one."""
    if s.decision in (Decision.ATTACK, Decision.COMBAT, Decision.CLAIM, Decision.WOUNDS):
        return s.to_move == s.active
    if s.decision == Decision.BLOCK:
        return s.to_move != s.active
    if s.decision == Decision.CHAIN:
        return s.to_move == (s.active + s.at) % s.players
    if s.decision in (Decision.ABSORB, Decision.DISCARD):
        return s.to_move == s.frame[s.n_frames - 1].victim
    return True


@RULES.asked(broken_by=below(0, "influence"))
@kernel(cache=False)
def influence_is_not_negative(s, t):
    """Influence is not negative."""
    return s.influence >= 0


@RULES.asked(broken_by=[Sets("influence", 1)], ripe=in_a_chain)
@kernel(cache=False)
def influence_is_for_chain_and_claim(s, t):
    """There is no influence outside of chain and claim."""
    return s.influence <= 0 or s.phase == Phase.RESOLVE or s.phase == Phase.CLAIM


def ends_before_it_began(t):
    t.round_limit = 0


@RULES.asked(broken_by=[ends_before_it_began])
@kernel(cache=False)
def turns_end_at_the_limit(s, t):
    """Turns end at the limit."""
    return s.turn < t.round_limit * s.players


@kernel(cache=False)
def after_a_cleanup(s, t, notes):
    """Whether a turn has ended and nothing was done since."""
    return s.turn > notes.turn and s.n_frames == 0 and s.n_chain == 0 and s.phase <= Phase.CHAIN


@kernel(cache=False)
def wounds_suffered(s):
    """How many wounds players have been given or destroyed."""
    total = all_given(s)
    for victim in range(s.players):
        total += s.destroyed[victim]
    return total


def puts_a_card_back(s):
    last = (s.active - 1 + s.players) % s.players
    put(s, s.deck[last], take(s.hand[last], int(s.known[last])))


@RULES.asked(only=after_a_cleanup, broken_by=[puts_a_card_back])
@kernel(cache=False)
def hands_are_full(s, t, notes):
    """After a cleanup a player holds as many cards as he should, if a wound is never shed for none."""
    room = notes.room
    if t.cards_for_wound <= 0 or wounds_suffered(s) != room[FORMER_WOUNDS]:
        return True
    last = (s.active - 1 + s.players) % s.players
    owned = s.hand[last].n + s.deck[last].n
    for card in range(t.n_cards):
        owned += s.discard[last, card]
    return s.hand[last].n >= min(t.hand, owned)


def hurts_an_attacker(s, seat):
    next(minion for minion in s.play[seat].minion[: s.play[seat].n] if minion.health > 1).health -= 1


def while_attackers_fight(s):
    return s.turn > 1 and s.phase in (Phase.BLOCK, Phase.COMBAT)


@RULES.asked(broken_by=[hurts_an_attacker], ripe=while_attackers_fight)
@kernel(cache=False)
def attackers_lose_no_health(s, t, notes):
    """No defender deals damage, so that attackers lose no health."""
    room = notes.room
    health = 0
    for i in range(s.play[s.active].n):
        health += s.play[s.active].minion[i].health
    was_in_combat = s.turn == notes.turn and is_combat(s.phase) and is_combat(room[FORMER_PHASE])
    if was_in_combat and health != room[FORMER_HEALTH]:
        return False
    room[FORMER_HEALTH], room[FORMER_PHASE], room[FORMER_WOUNDS] = health, s.phase, wounds_suffered(s)
    return True


# --- the end ----------------------------------------------------------------------------------------------------------


def exchanges_the_outcomes(s):
    s.score[:] = s.score[::-1].copy()


def exchanges_the_causes(s):
    s.cause = Cause.ROUND_LIMIT - s.cause + 1


@RULES.at_the_end(broken_by=[exchanges_the_outcomes, exchanges_the_causes])
@kernel(cache=False)
def the_fewest_wounds_win(s, t):
    """The players with the fewest wounds share one point."""
    fewest = total_wounds(s, 0)
    for seat in range(s.players):
        fewest = min(fewest, total_wounds(s, seat))
    for seat in range(s.score.size):
        if s.score[seat] > 0 and (seat >= s.players or total_wounds(s, seat) != fewest):
            return False
    is_at_the_limit = s.cause == Cause.ROUND_LIMIT
    return is_at_the_limit == (s.turn == t.round_limit * s.players) and is_at_the_limit == (s.ending == 0)
