"""What holds in every state of Berserk: every card in one place, nobody without lives, one outcome."""

from contract.rules import Mismeasures, Rules, places_of
from contract.spoils import Adds, Sets, below, not_zero, outside
from contract.zones import holds_what_it_can, lie_in_zone, other_sizes

from sim import load_game
from sim.berserk.modifiers import asked_traits
from sim.berserk.recruitment import gold_for
from sim.berserk.state import CARDS, CELLS, EXTRA, NO_CARD, SIDE, TOKENS_MAX, Decision, Phase, Zone
from sim.berserk.stats import free_cells, has_creatures, lives
from sim.berserk.tables import Stat, Type
from sim.core.kernel import kernel

GAME = load_game("berserk")
KILLS = places_of(GAME, "kills")
RULES = Rules()


@RULES.at_the_end(broken_by=[Mismeasures(KILLS)])
@kernel(cache=False)
def measures_are_right(s, t, notes):
    """The measures are those of the final state."""
    measures = notes.measures
    for seat in range(s.players):
        if measures[KILLS[seat]] != s.killed[seat]:
            return False
    return True


# --- where cards are --------------------------------------------------------------------------------------------------


def card_on_a_cell(s):
    """The card on the first cell that is taken."""
    return next(int(card) for card in s.at if card != NO_CARD)


def creature(s):
    return s.card[card_on_a_cell(s)]


def empties_a_cell(s):
    s.at[creature(s).cell] = NO_CARD


@RULES.always(broken_by=[empties_a_cell])
@kernel(cache=False)
def cells_know_their_cards(s, t):
    """A cell knows a card that stands on it, and each card on the battlefield takes up its cell or is borne."""
    for cell in range(CELLS):
        if s.at[cell] != NO_CARD:
            there = s.card[s.at[cell]]
            if there.zone != Zone.PLAY or there.cell != cell or there.host >= 0:
                return False
    for card in range(CARDS):
        one = s.card[card]
        if one.zone == Zone.PLAY and one.host < 0:
            if not 0 <= one.cell <= EXTRA or (one.cell < CELLS and s.at[one.cell] == NO_CARD):
                return False
    return True


def gives_a_creature_to_a_far_one(s):
    last = next(int(card) for card in reversed(s.at) if card != NO_CARD)
    one = creature(s)
    one.host = last
    s.at[one.cell] = NO_CARD


@RULES.always(broken_by=[gives_a_creature_to_a_far_one])
@kernel(cache=False)
def bearers_stand_on_the_same_cell(s, t, card):
    """What is borne is where its bearer is."""
    one = s.card[card]
    if one.zone != Zone.PLAY or one.host < 0:
        return True
    return s.card[one.host].zone == Zone.PLAY and s.card[one.host].cell == one.cell


@RULES.always(broken_by=other_sizes("graveyard"))
@kernel(cache=False)
def piles_hold_what_they_can(s, t, seat):
    """A pile holds between 0 and all its cards."""
    return holds_what_it_can(s.graveyard[seat])


def buries_a_card_in_play(s):
    s.graveyard[0].card[0], s.graveyard[0].n = card_on_a_cell(s), 1


@RULES.always(broken_by=[buries_a_card_in_play])
@kernel(cache=False)
def cards_lie_in_their_zone(s, t, notes):
    """Every card is in the pile of its zone, and in no other."""
    room = notes.room
    room[:CARDS] = 0
    for seat in range(s.score.size):
        if not lie_in_zone(s, s.graveyard[seat], Zone.GRAVEYARD, seat, room):
            return False
    for card in range(CARDS):
        if room[card] != (s.card[card].zone == Zone.GRAVEYARD):
            return False
    return True


# --- what cards and players have --------------------------------------------------------------------------------------


@RULES.always(
    broken_by=[*outside("tokens", 0, TOKENS_MAX, of=creature), *below(0, "wounds", "extra", "poison", of=creature)]
)
@kernel(cache=False)
def marks_are_within_bounds(s, t, card):
    """Tokens, wounds and poison are within bounds."""
    one = s.card[card]
    return 0 <= one.tokens <= TOKENS_MAX and one.wounds >= 0 and one.extra >= 0 and one.poison >= 0


def forgets_a_team(s):
    s.team[0] = 0


def exchanges_a_creature(s):
    s.creatures[1] ^= 1


def takes_a_card_for_a_former(s):
    s.formers ^= 1 << card_on_a_cell(s)


@RULES.always(broken_by=[takes_a_card_for_a_former])
@kernel(cache=False)
def formers_are_kept_rightly(s, t):
    """The cards in play on which Formation is printed are kept."""
    formers = 0
    for card in range(CARDS):
        one = s.card[card]
        if one.zone == Zone.PLAY and t.card[one.type].given[Stat.FORMATION] == 1:
            formers += 1 << card
    return s.formers == formers


@RULES.always(broken_by=[forgets_a_team, exchanges_a_creature])
@kernel(cache=False)
def teams_are_kept_rightly(s, t, seat):
    """What is kept of who is in play is what there is."""
    team, creatures = 0, 0
    for card in range(CARDS):
        one = s.card[card]
        if one.zone == Zone.PLAY and one.controller == seat:
            team += 1 << card
            if t.card[one.type].type == Type.CREATURE:
                creatures += 1 << card
    return s.team[seat] == team and s.creatures[seat] == creatures


def forgets_a_taken_cell(s):
    s.taken &= s.taken - 1


def leaves_a_bonfire_unnoted(s):
    s.bonfire[0], s.burnt = s.turn, 0


@RULES.always(broken_by=[forgets_a_taken_cell, leaves_a_bonfire_unnoted])
@kernel(cache=False)
def free_cells_are_kept_rightly(s, t):
    """The free cells, as kept, are those that hold no card and no bonfire."""
    free = 0
    for cell in range(CELLS):
        if s.at[cell] == NO_CARD and s.bonfire[cell] < s.turn:
            free += 1 << cell
    return free_cells(s) == free


def puts_two_on_a_cell(s):
    first, second = [int(card) for card in s.at if card != NO_CARD][:2]
    left = int(s.card[second].cell)
    s.card[second].cell, s.at[left], s.shared = s.card[first].cell, NO_CARD, 0
    s.taken &= ~(1 << left)


@RULES.always(broken_by=[puts_two_on_a_cell])
@kernel(cache=False)
def shared_cells_are_noted(s, t, card):
    """A card that is not borne stands on a cell alone unless it is noted that two may share one."""
    one = s.card[card]
    if s.shared == 1 or one.zone != Zone.PLAY or one.host != NO_CARD or one.cell >= CELLS:
        return True
    return s.at[one.cell] == card


def poisons_in_secret(s):
    creature(s).poison, s.tended = 1, 0


def flies_in_secret(s):
    one = creature(s)
    s.at[one.cell], s.tended = NO_CARD, 0
    s.taken &= ~(1 << int(one.cell))
    one.cell = EXTRA


def is_borne_in_secret(s):
    one = creature(s)
    flies_in_secret(s)
    one.host = card_on_a_cell(s)
    one.cell = s.card[one.host].cell


@RULES.always(broken_by=[poisons_in_secret, flies_in_secret, is_borne_in_secret])
@kernel(cache=False)
def who_is_tended_is_noted(s, t, card):
    """Every card in play that is poisoned, borne or in the extra zone is noted as one that may have to lose that."""
    one = s.card[card]
    if one.zone != Zone.PLAY or (one.poison == 0 and one.host < 0 and one.cell != EXTRA):
        return True
    return s.tended >> card & 1 == 1


def notes_a_trait_that_is_not_there(s):
    one = creature(s)
    s.asked_always, s.asking, s.shifting = 0, 1, 1 << card_on_a_cell(s)
    one.hidden, one.traits = 0, 2


@RULES.asked(broken_by=[notes_a_trait_that_is_not_there])
@kernel(cache=False)
def traits_that_come_and_go_are_noted(s, t, card):
    """It is noted which traits cards have now that come and go."""
    one = s.card[card]
    is_noted = s.asking != 0 and s.asked_always & s.asking == 0 and s.shifting >> card & 1 == 1
    if not (is_noted and one.zone == Zone.PLAY and one.hidden == 0):
        return True
    return one.traits == asked_traits(s, t, card)


def is_held_in_secret(s):
    creature(s).held_by, s.held = 1, 0


@RULES.always(broken_by=[is_held_in_secret])
@kernel(cache=False)
def who_is_held_is_noted(s, t, card):
    """It is noted that cards in play are held on their cells."""
    one = s.card[card]
    return one.zone != Zone.PLAY or one.held_by == 0 or s.held == 1


def moves_in_secret(s):
    one = creature(s)
    one.controller, one.stirred = s.active, 1


@RULES.always(broken_by=[moves_in_secret])
@kernel(cache=False)
def cells_of_the_enemy_turn_are_of_the_inactive(s, t, card):
    """Only cards of the inactive player have moved in the turn of their enemy."""
    one = s.card[card]
    return one.zone != Zone.PLAY or one.controller != s.active or one.stirred == 0


def is_about_to_die_in_secret(s):
    creature(s).dying, s.dying = 1, 0


@RULES.always(broken_by=[is_about_to_die_in_secret])
@kernel(cache=False)
def who_is_about_to_die_is_noted(s, t, card):
    """It is noted that cards in play are about to die."""
    one = s.card[card]
    return one.zone != Zone.PLAY or one.dying == 0 or s.dying == 1


def last_card(s):
    return s.card[CARDS - 1]


@RULES.always(broken_by=[Sets("wounds", 1, of=last_card)])
@kernel(cache=False)
def cards_out_of_play_have_no_marks(s, t, card):
    """A card out of play has no marks."""
    one = s.card[card]
    return one.zone == Zone.PLAY or one.wounds | one.closed | one.poison | one.extra | one.netted == 0


@RULES.always(broken_by=[Adds("lasting", of=creature)])
@kernel(cache=False)
def lasting_effects_are_counted(s, t, notes):
    """Lasting effects are counted on their cards."""
    room = notes.room
    room[:CARDS] = 0
    for i in range(s.n_lasting):
        room[s.lasting[i].card] += 1
    for card in range(CARDS):
        if s.card[card].lasting != room[card]:
            return False
    return True


def takes_all_gold_and_silver(s):
    s.gold[:] = s.silver[:] = -99


def while_recruiting(s):
    return s.phase == Phase.RECRUIT


@RULES.always(broken_by=[takes_all_gold_and_silver], ripe=while_recruiting)
@kernel(cache=False)
def squads_are_paid_for(s, t, seat):
    """A squad is paid for."""
    if s.phase != Phase.RECRUIT:
        return True
    cost, of_elite, gold = 0, 0, gold_for(s, t, seat, NO_CARD)
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if s.card[card].zone == Zone.SQUAD:
            facts = t.card[s.card[card].type]
            cost += facts.cost
            of_elite += facts.cost if facts.elite == 1 else 0
    return of_elite <= gold and cost <= gold + s.silver[seat]


# --- the main phase ---------------------------------------------------------------------------------------------------


@kernel(cache=False)
def in_the_main_phase(s, t, notes):
    """Whether a player is asked what to do next."""
    return s.decision == Decision.MAIN


@RULES.asked(only=in_the_main_phase, broken_by=not_zero("n_frames", "dying"))
@kernel(cache=False)
def nothing_is_pending(s, t):
    """In the main phase nothing is pending."""
    return s.n_frames == 0 and s.dying == 0


@RULES.asked(only=in_the_main_phase, broken_by=[Sets("wounds", 99, of=creature)])
@kernel(cache=False)
def nobody_is_without_lives(s, t, card):
    """In the main phase nobody is without lives."""
    one = s.card[card]
    return one.zone != Zone.PLAY or t.card[one.type].life <= 0 or lives(s, t, card) > 0


def strikes_in_secret(s):
    one = next(one for one in s.card if one["zone"] == Zone.PLAY and one["controller"] == s.active)
    one["strikes"], one["closed"], s.unfinished = 1, 0, 0


@RULES.asked(only=in_the_main_phase, broken_by=[strikes_in_secret])
@kernel(cache=False)
def who_may_strike_on_is_noted(s, t, card):
    """It is noted that cards of the active player have struck and are open still."""
    one = s.card[card]
    if one.zone != Zone.PLAY or one.controller != s.active:
        return True
    return one.strikes == 0 or one.closed == 1 or s.unfinished == 1


def takes_over_all_creatures(s):
    s.card["controller"], s.team[0], s.creatures[0] = 0, sum(s.team), sum(s.creatures)
    s.team[1] = s.creatures[1] = 0


@RULES.asked(only=in_the_main_phase, broken_by=[takes_over_all_creatures])
@kernel(cache=False)
def both_have_creatures(s, t, seat):
    """In the main phase both players have a creature."""
    return has_creatures(s, t, seat)


def asks_the_other_player(s):
    s.to_move = s.active ^ 1


@RULES.asked(only=in_the_main_phase, broken_by=[asks_the_other_player])
@kernel(cache=False)
def the_active_player_decides(s, t):
    """In the main phase the active player decides."""
    return s.to_move == s.active


# --- the end ----------------------------------------------------------------------------------------------------------


def exchanges_the_outcomes(s):
    s.score[0], s.score[1] = s.score[1], s.score[0]


@RULES.at_the_end(broken_by=[exchanges_the_outcomes])
@kernel(cache=False)
def the_winner_has_creatures(s, t, seat):
    """One player has won, who has creatures, or nobody by a draw."""
    return s.score[seat] <= 0.5 or has_creatures(s, t, seat)
