"""What holds in every state of Berserk: every card in one place, nobody without lives, one outcome."""

from contract.piles import spoil_end
from contract.subject import COMMON, SOUND, Invariants, Playout, Run

from sim import load_game
from sim.berserk.recruitment import gold_for
from sim.berserk.state import CARDS, CELLS, EXTRA, NO_CARD, SEATS, SIDE, TOKENS_MAX, Decision, Phase, Zone
from sim.berserk.stats import has_creatures, lives
from sim.core.kernel import kernel

GAME = load_game("berserk")

RULES = (
    *COMMON,
    "a cell knows a card that stands on it, and each card on the battlefield takes up its cell or is borne",
    "what is borne is where its bearer is",
    "a graveyard holds the cards of its owner that are in no other zone",
    "a card out of play has no marks",
    "tokens, wounds and poison are within bounds",
    "lasting effects are counted on their cards",
    "in the main phase nothing is pending, and nobody is without lives",
    "in the main phase both players have a creature and the active one decides",
    "a squad is paid for",
    "a turn follows the other",
    "one player has won, or nobody by a draw",
    "the measures are those of the final state",
)
(CELL, BORNE, GRAVES, OUT_OF_PLAY, BOUNDS, LASTING, SETTLED, TO_MOVE, PAID, TURNS, OUTCOME, MEASURES) = range(
    len(COMMON), len(RULES)
)
KILLS = [GAME.measures.index(f"p{seat + 1}_kills") for seat in range(SEATS)]
FIRST_KILLS, SECOND_KILLS = KILLS


@kernel(cache=False)
def broken_cells(s, t, turn, room):
    """The first of RULES that the places of cards in play break."""
    for cell in range(CELLS):
        card = s.at[cell]
        if card != NO_CARD and (s.card[card].zone != Zone.PLAY or s.card[card].cell != cell or s.card[card].host >= 0):
            return CELL
    for card in range(CARDS):
        one = s.card[card]
        if one.zone != Zone.PLAY:
            continue
        if one.host >= 0:
            if s.card[one.host].zone != Zone.PLAY or s.card[one.host].cell != one.cell:
                return BORNE
        elif one.cell < 0 or one.cell > EXTRA or (one.cell < CELLS and s.at[one.cell] == NO_CARD):
            return CELL
    return SOUND


@kernel(cache=False)
def broken_graveyards(s, t, turn, room):
    """GRAVES if a card does not lie where its zone says."""
    room[:CARDS] = 0
    for seat in range(SEATS):
        for i in range(s.graveyard[seat].n):
            card = s.graveyard[seat].card[i]
            room[card] += 1
            if card // SIDE != seat or s.card[card].zone != Zone.GRAVEYARD:
                return GRAVES
    for card in range(CARDS):
        if room[card] != (s.card[card].zone == Zone.GRAVEYARD):
            return GRAVES
    return SOUND


@kernel(cache=False)
def broken_cards(s, t, turn, room):
    """The first of RULES that what is on the cards breaks."""
    room[:CARDS] = 0
    for i in range(s.n_lasting):
        room[s.lasting[i].card] += 1
    for card in range(CARDS):
        one = s.card[card]
        if one.tokens < 0 or one.tokens > TOKENS_MAX or one.wounds < 0 or one.extra < 0 or one.poison < 0:
            return BOUNDS
        if one.zone != Zone.PLAY and one.wounds + one.closed + one.poison + one.extra + one.netted > 0:
            return OUT_OF_PLAY
        if one.lasting != room[card]:
            return LASTING
    return SOUND


@kernel(cache=False)
def broken_main(s, t, turn, room):
    """The first of RULES that a state of the main phase breaks."""
    if s.decision != Decision.MAIN:
        return SOUND
    if s.n_frames != 0 or s.dying != 0:
        return SETTLED
    for card in range(CARDS):
        if s.card[card].zone == Zone.PLAY and t.card[s.card[card].type].life > 0 and lives(s, t, card) <= 0:
            return SETTLED
    for seat in range(SEATS):
        if not has_creatures(s, t, seat):
            return TO_MOVE
    return SOUND if s.to_move == s.active else TO_MOVE


@kernel(cache=False)
def broken_payment(s, t, turn, room):
    """PAID if the cards of a squad that is recruited cost more than there is."""
    if s.phase != Phase.RECRUIT:
        return SOUND
    for seat in range(SEATS):
        cost, elite = 0, 0
        for card in range(seat * SIDE, (seat + 1) * SIDE):
            if s.card[card].zone == Zone.SQUAD:
                row = t.card[s.card[card].type]
                cost += row.cost
                elite += row.cost if row.elite == 1 else 0
        gold = gold_for(s, t, seat, NO_CARD)
        if elite > gold or cost > gold + s.silver[seat]:
            return PAID
    return SOUND


@kernel(cache=False)
def broken_turn(s, t, turn, room):
    """TURNS if a turn does not follow the one before."""
    return SOUND if s.turn == turn or s.turn == turn + 1 else TURNS


@kernel(cache=False)
def broken_end(s, t, measures, room):
    """The first of RULES that a battle that is over breaks."""
    if s.score[0] + s.score[1] != 1.0 or s.decision != 0:
        return OUTCOME
    for seat in range(SEATS):
        lost = not has_creatures(s, t, seat)
        if lost and s.score[seat] > 0.5:
            return OUTCOME
    if measures[FIRST_KILLS] != s.killed[0] or measures[SECOND_KILLS] != s.killed[1]:
        return MEASURES
    return SOUND


@kernel(cache=False)
def spoil_bearer(s, found):
    """A card is borne by one that stands elsewhere."""
    for card in range(CARDS):
        if s.card[card].zone == Zone.PLAY and s.card[card].cell != s.card[found].cell:
            s.at[s.card[found].cell] = NO_CARD
            s.card[found].host = card


@kernel(cache=False)
def spoil(s, t, measures, rule):
    """Breaks one rule once there is what it takes."""
    if s.over == 1:
        spoil_end(s, measures, rule, OUTCOME, FIRST_KILLS)
        return
    if rule == PAID and s.phase == Phase.RECRUIT:
        s.gold[0], s.gold[1], s.silver[0], s.silver[1] = -99, -99, -99, -99
    if s.decision != Decision.MAIN or s.turn < 3:
        return
    found = NO_CARD
    for cell in range(CELLS):
        if s.at[cell] != NO_CARD:
            found = s.at[cell]
    if rule == CELL:
        s.at[s.card[found].cell] = NO_CARD
    elif rule == BORNE:
        spoil_bearer(s, found)
    elif rule == GRAVES:
        s.graveyard[0].card[0], s.graveyard[0].n = found, 1
    elif rule == OUT_OF_PLAY:
        s.card[CARDS - 1].wounds = 1
    elif rule == BOUNDS:
        s.card[found].tokens = TOKENS_MAX + 1
    elif rule == LASTING:
        s.card[found].lasting += 1
    elif rule == SETTLED:
        s.card[found].wounds = 99
    elif rule == TO_MOVE:
        s.to_move = 1 - s.active
    elif rule == TURNS:
        s.turn += 2


def of_deck(deck: str, other: str) -> Run:
    return Run({"decks": [deck, other], "turn_limit": 60}, 2, 20)


PLAYOUTS = {
    "starters": Playout([Run({}, 1, 40)]),
    "random squads": Playout([Run({"squads": [f"random:{2 * n}", f"random:{2 * n + 1}"]}, 1, 4) for n in range(40)]),
    "decks": Playout([of_deck("darkness", "swamps-poison"), of_deck("steppes", "mountains-formation")]),
    "own targets": Playout([Run({"own_targets": True, "squads": ["random:1", "random:2"]}, 1, 10)]),
    "one turn": Playout([Run({"turn_limit": 1}, 3, 20)]),
}


def many(number: int) -> dict:
    """Random squads, another pair at each table."""
    return {"squads": [f"random:{2 * number}", f"random:{2 * number + 1}"], "first": "random"}


INVARIANTS = Invariants(
    RULES,
    CARDS,
    [broken_cells, broken_graveyards, broken_cards, broken_payment, broken_turn],
    broken_main,
    broken_end,
    spoil,
    {"decks": ["forests", "darkness"]},
    PLAYOUTS,
    many,
)
