"""What holds in every state of Berserk: every card in one place, nobody without lives, one outcome."""

from contract.rules import Rules, When, lies_in
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.berserk.recruitment import gold_for
from sim.berserk.state import CARDS, CELLS, EXTRA, NO_CARD, SIDE, Zone
from sim.berserk.stats import has_creatures, lives

GAME = load_game("berserk")
RULES = Rules()
IN_MAIN = "s.decision == Decision.MAIN"


@RULES.always("s.at[creature.cell] = NO_CARD")
def is_off_its_cell(s):
    """A cell knows a card that stands on it, and each card on the battlefield takes up its cell or is borne."""
    for cell in range(CELLS):
        card = s.at[cell]
        if card != NO_CARD and (s.card[card].zone != Zone.PLAY or s.card[card].cell != cell or s.card[card].host >= 0):
            return True
    for card in range(CARDS):
        one = s.card[card]
        if one.zone == Zone.PLAY and one.host < 0:
            if one.cell < 0 or one.cell > EXTRA or (one.cell < CELLS and s.at[one.cell] == NO_CARD):
                return True
    return False


@RULES.always("creature.host = other; s.at[creature.cell] = NO_CARD")
def is_borne_elsewhere(s, card):
    """What is borne is where its bearer is."""
    one = s.card[card]
    if one.host < 0 or one.zone != Zone.PLAY:
        return False
    return s.card[one.host].zone != Zone.PLAY or s.card[one.host].cell != one.cell


RULES += lies_in({"graveyard": "Zone.GRAVEYARD"}, "s.graveyard[0].card[0], s.graveyard[0].n = card, 1")
RULES.holds(
    "tokens, wounds and poison are within bounds",
    "0 <= s.card[card].tokens <= TOKENS_MAX",
    *(f"s.card[card].{name} >= 0" for name in ("wounds", "extra", "poison")),
)


@RULES.always("s.card[CARDS - 1].wounds = 1")
def has_something(s, card):
    """A card out of play has no marks."""
    one = s.card[card]
    return ((one.wounds | one.closed | one.poison | one.extra | one.netted) != 0) & (one.zone != Zone.PLAY)


@RULES.always("creature.lasting += 1")
def is_counted_wrongly(s, room):
    """Lasting effects are counted on their cards."""
    room[:CARDS] = 0
    for i in range(s.n_lasting):
        room[s.lasting[i].card] += 1
    for card in range(CARDS):
        if s.card[card].lasting != room[card]:
            return True
    return False


@RULES.always("s.gold[:] = s.silver[:] = -99", only="s.phase == Phase.RECRUIT")
def is_not_paid(s, t, seat):
    """A squad is paid for."""
    cost, elite = 0, 0
    for card in range(seat * SIDE, (seat + 1) * SIDE):
        if s.card[card].zone == Zone.SQUAD:
            row = t.card[s.card[card].type]
            cost += row.cost
            elite += row.cost if row.elite == 1 else 0
    gold = gold_for(s, t, seat, NO_CARD)
    return elite > gold or cost > gold + s.silver[seat]


RULES.holds("in the main phase nothing is pending", "s.n_frames == 0", "s.dying == 0", when=When.ASKED, only=IN_MAIN)


@RULES.asked("creature.wounds = 99", only=IN_MAIN)
def is_dead(s, t, card):
    """In the main phase nobody is without lives."""
    return s.card[card].zone == Zone.PLAY and t.card[s.card[card].type].life > 0 and lives(s, t, card) <= 0


@RULES.asked("s.card['controller'] = 0", only=IN_MAIN)
def is_beaten(s, t, seat):
    """In the main phase both players have a creature."""
    return not has_creatures(s, t, seat)


RULES.holds("in the main phase the active player decides", "s.to_move == s.active", when=When.ASKED, only=IN_MAIN)


@RULES.at_the_end("s.score[0], s.score[1] = s.score[1], s.score[0]")
def is_won_wrongly(s, t, seat):
    """One player has won, who has creatures, or nobody by a draw."""
    return s.score[seat] > 0.5 and not has_creatures(s, t, seat)


def of_deck(deck: str, other: str) -> Run:
    return Run({"decks": [deck, other], "turn_limit": 60}, 2, 20)


PLAYOUTS = {
    "starters": Playout([Run({}, 1, 40)]),
    "random squads": Playout([Run({"squads": [f"random:{2 * n}", f"random:{2 * n + 1}"]}, 1, 4) for n in range(40)]),
    "decks": Playout([of_deck("darkness", "swamps-poison"), of_deck("steppes", "mountains-formation")]),
    "own targets": Playout([Run({"own_targets": True, "squads": ["random:1", "random:2"]}, 1, 10)]),
    "one turn": Playout([Run({"turn_limit": 1}, 3, 20)]),
}


SMALL = {"gold": [12, 12], "silver": [10, 11]}
SHORT = {"turn_limit": 6}
ENDS = ({}, SMALL, SHORT, SMALL, *[SMALL | SHORT] * 8)


def many(number: int) -> dict:
    """Random squads, another pair at each table; most are small, or their battles short."""
    squads = {"squads": [f"random:{2 * number}", f"random:{2 * number + 1}"], "first": "random"}
    return squads | ENDS[number % len(ENDS)]


INVARIANTS = Invariants(
    RULES,
    PLAYOUTS,
    many,
    ripe="s.turn >= 3 and s.decision == Decision.MAIN",
    given={
        "card": "next(int(card) for card in s.at if card != NO_CARD)",
        "creature": "s.card[card]",
        "other": "next(int(card) for card in reversed(s.at) if card != NO_CARD)",
    },
    spoilt_table={"decks": ["forests", "darkness"]},
    measured={"kills": "s.killed[seat]"},
    room=CARDS,
)
