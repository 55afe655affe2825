"""What holds in every state of Berserk: Heroes: no card lost, nobody dead in play, gold that adds up, one winner."""

from contract.rules import Rules
from contract.subject import Invariants, Playout, Run

from sim import load_game

GAME = load_game("berserk_heroes")
IN_MAIN = "s.decision == Decision.MAIN"
RULES = Rules(
    one="s.card[card]",
    kind="t.card[s.card[card].type].type",
    body="s.body[s.card[card].body]",
    hero="s.card[seat * SLOTS]",
    captor="s.card[s.card[card].captor]",
    of_its_class="sum(t.card[s.card[other].type].type == kind for other in cards(s.support[seat]))",
)

RULES.lie_in_piles(
    {
        "deck": "Zone.DECK",
        "hand": "Zone.HAND",
        "graveyard": "Zone.GRAVEYARD",
        "sideboard": "Zone.SIDEBOARD",
        "line": "Zone.PLAY",
        "support": "Zone.PLAY",
    },
    "creature.zone = Zone.HAND",
    anybodys=("line", "support"),
    nowhere="(one.zone == Zone.PLAY) & (card % SLOTS == 0)",
)
RULES.always(
    "lines hold creatures, rows of support cards one of each class, all controlled by the player",
    "all(one.controller == seat and kind == Type.CREATURE for card in cards(s.line[seat]))",
    "all(one.controller == seat and kind > Type.SPELL and of_its_class == 1 for card in cards(s.support[seat]))",
    spoils=["creature.controller ^= 1"],
)
RULES.always(
    "heroes are in play, with a body of their own",
    "hero.zone == Zone.PLAY and s.body[hero.body].card == seat * SLOTS",
    spoils=["s.body[s.card[0].body].card = 5", "s.card[0].zone = Zone.RESOLVING"],
)
RULES.always(
    "a captured card is under a card in play",
    "one.zone == Zone.CAPTURED implies captor.zone == Zone.PLAY",
    spoils=["hidden.zone, hidden.captor = Zone.CAPTURED, cards(s.deck[seat])[1]; take(s.deck[seat], 0)"],
)
RULES.always(
    "tapped gold is a part of the gold, and neither is below 0",
    "s.gold[seat] >= 0",
    "0 <= s.tapped_gold[seat] <= s.gold[seat]",
)
RULES.always(
    "failed draws stay below three while the game goes on",
    "0 <= s.failed_draws[seat] <= DRAWS_MISSED - (s.over == 0)",
)
RULES.always(
    "each player knows his hand, and both what lies open",
    "all(one.seen >> seat & 1 for card in cards(s.hand[seat]))",
    "all(one.seen == 3 for card in cards(s.line[seat]))",
    spoils=["creature.seen = 0", "s.card[cards(s.hand[seat])[0]].seen = 0"],
)
RULES.asked("in the main phase the active player decides", "s.to_move == s.active", only=IN_MAIN)
RULES.asked(
    "in the main phase nothing is pending",
    *(f"s.{name} == 0" for name in ("n_frames", "n_queue", "programs")),
    only=IN_MAIN,
)
RULES.asked(
    "in the main phase no creature in play is dead",
    "all(body.wounds < body.life or one.bits & Flag.HIDDEN for card in cards(s.line[seat]))",
    spoils=["s.body[creature.body].wounds = 99"],
    only=IN_MAIN,
)
RULES.at_the_end(
    "one player has won, or it is a draw",
    "(s.score[0] == 0.5) == (s.cause in (Cause.BOTH_DEAD, Cause.TURN_LIMIT))",
    "s.score[0] in (0.0, 0.5, 1.0)",
    "s.truncated == (s.cause == Cause.TURN_LIMIT)",
    spoils=["s.score[:] = 0.3, 0.7", "s.truncated ^= 1"],
)


DECKS = (
    "real-saikono-2025", "real-sakhana-2025", "teach-steppes", "teach-mountains", "teach-forests", "teach-swamps",
    "basic-darkness", "orcs", "linungs", "trolls", "beasts", "neutral",
)  # fmt: skip
PLAYOUTS = {
    "shipped decks": Playout([Run({"decks": [deck, DECKS[k - 1]]}, 1, 60) for k, deck in enumerate(DECKS)]),
    "random decks": Playout(
        [Run({"decks": [f"random:{2 * k}", f"random:{2 * k + 1}"], "first": "random"}, 2, 40) for k in range(30)]
    ),
    "house rules": Playout(
        [
            Run({"mulligans": False, "decks": ["orcs", "trolls"]}, 3, 100),
            Run({"extra_life": [-10, 20], "starting_gold": [0, 10], "decks": ["beasts", "linungs"]}, 3, 100),
            Run({"heroes": ["renniakh", "zvi_the_nervous_urg"], "decks": ["orcs", "beasts"]}, 3, 100),
            Run({"turn_limit": 3, "first": "p2"}, 3, 100),
        ]
    ),
}


ENDS = ({}, {"extra_life": [-10, -10]}, {"turn_limit": 10}, *[{"turn_limit": 6}] * 6, *[{"turn_limit": 4}] * 23)


def many(number: int) -> dict:
    """Random decks, another pair at each table; most games are short."""
    decks = {"decks": [f"random:{2 * number}", f"random:{2 * number + 1}"], "first": "random"}
    return decks | ENDS[number % len(ENDS)]


INVARIANTS = Invariants(
    RULES,
    PLAYOUTS,
    many,
    ripe="s.turn >= 4",
    given={
        "card": "cards(s.line[0])[0]",
        "creature": "s.card[card]",
        "hidden": "s.card[cards(s.deck[seat])[0]]",
    },
    measured={"life": "s.body[s.card[seat * SLOTS].body].life - s.body[s.card[seat * SLOTS].body].wounds"},
    turns="2",
)
