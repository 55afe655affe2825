"""What holds in every state of Berserk: every card in one place, nobody without lives, one outcome."""

from contract.rules import Rules
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.berserk.recruitment import gold_for
from sim.berserk.stats import has_creatures, lives

GAME = load_game("berserk")
IN_MAIN = "s.decision == Decision.MAIN"
RULES = Rules(
    gold_for,
    has_creatures,
    lives,
    one="s.card[card]",
    facts="t.card[s.card[card].type]",
    bearer="s.card[s.card[card].host]",
    there="s.card[s.at[cell]]",
    own_cards="range(seat * SIDE, (seat + 1) * SIDE)",
    cost="sum(facts.cost for card in own_cards if one.zone == Zone.SQUAD)",
    cost_of_elite="sum(facts.cost for card in own_cards if one.zone == Zone.SQUAD and facts.elite == 1)",
    gold="gold_for(s, t, seat, NO_CARD)",
)

RULES.always(
    "a cell knows a card that stands on it, and each card on the battlefield takes up its cell or is borne",
    "all(there.zone == Zone.PLAY and there.cell == cell and there.host < 0 for cell in range(CELLS)"
    " if s.at[cell] != NO_CARD)",
    "one.zone == Zone.PLAY and one.host < 0 implies 0 <= one.cell <= EXTRA",
    "one.zone == Zone.PLAY and one.host < 0 and one.cell < CELLS implies s.at[one.cell] != NO_CARD",
    spoils=["s.at[creature.cell] = NO_CARD"],
)
RULES.always(
    "what is borne is where its bearer is",
    "one.zone == Zone.PLAY and one.host >= 0 implies bearer.zone == Zone.PLAY and bearer.cell == one.cell",
    spoils=["creature.host = other; s.at[creature.cell] = NO_CARD"],
)
RULES.lie_in_piles({"graveyard": "Zone.GRAVEYARD"}, "s.graveyard[0].card[0], s.graveyard[0].n = card, 1")
RULES.always(
    "tokens, wounds and poison are within bounds",
    "0 <= one.tokens <= TOKENS_MAX",
    *(f"one.{name} >= 0" for name in ("wounds", "extra", "poison")),
)
RULES.always(
    "a card out of play has no marks",
    "(one.zone == Zone.PLAY) | (one.wounds | one.closed | one.poison | one.extra | one.netted == 0)",
    spoils=["s.card[CARDS - 1].wounds = 1"],
)
RULES.always(
    "lasting effects are counted on their cards",
    "emptied(room, CARDS)",
    "counted(effect.card for effect in s.lasting[: s.n_lasting])",
    "one.lasting == room[card]",
    spoils=["creature.lasting += 1"],
)
RULES.always(
    "a squad is paid for",
    "cost_of_elite <= gold",
    "cost <= gold + s.silver[seat]",
    spoils=["s.gold[:] = s.silver[:] = -99"],
    only="s.phase == Phase.RECRUIT",
)
RULES.asked("in the main phase nothing is pending", "s.n_frames == 0", "s.dying == 0", only=IN_MAIN)
RULES.asked(
    "in the main phase nobody is without lives",
    "one.zone == Zone.PLAY and facts.life > 0 implies lives(s, t, card) > 0",
    spoils=["creature.wounds = 99"],
    only=IN_MAIN,
)
RULES.asked(
    "in the main phase both players have a creature",
    "has_creatures(s, t, seat)",
    spoils=["s.card['controller'] = 0"],
    only=IN_MAIN,
)
RULES.asked("in the main phase the active player decides", "s.to_move == s.active", only=IN_MAIN)
RULES.at_the_end(
    "one player has won, who has creatures, or nobody by a draw",
    "s.score[seat] > 0.5 implies has_creatures(s, t, seat)",
    spoils=["s.score[0], s.score[1] = s.score[1], s.score[0]"],
)


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
SHORT, SHORTER = {"turn_limit": 6}, {"turn_limit": 3}
ENDS = ({}, SMALL, SHORT, *[SMALL | SHORT] * 3, *[SMALL | SHORTER] * 26)


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
)
