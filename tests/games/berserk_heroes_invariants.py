"""What holds in every state of Berserk: Heroes: no card lost, nobody dead in play, gold that adds up, one winner."""

from contract.rules import Rules, When, lies_in
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.berserk_heroes.state import CARDS, SLOTS, Cause, Flag, Type, Zone

GAME = load_game("berserk_heroes")
RULES = Rules()
PILES = {
    "deck": "Zone.DECK",
    "hand": "Zone.HAND",
    "graveyard": "Zone.GRAVEYARD",
    "sideboard": "Zone.SIDEBOARD",
    "line": "Zone.PLAY",
    "support": "Zone.PLAY",
}
IN_MAIN = "s.decision == Decision.MAIN"


RULES += lies_in(
    PILES,
    "creature.zone = Zone.HAND",
    ("line", "support"),
    "(s.card[card].zone == Zone.PLAY) & (card % SLOTS == 0)",
)


@RULES.always("creature.controller ^= 1")
def is_misplaced(s, t, seat):
    """Lines hold creatures, rows of support cards one of each class, all controlled by the player."""
    line, row, classes = s.line[seat], s.support[seat], 0
    for i in range(line.n):
        card = s.card[line.card[i]]
        if card.controller != seat or t.card[card.type].type != Type.CREATURE:
            return True
    for i in range(row.n):
        card = s.card[row.card[i]]
        kind = t.card[card.type].type
        if card.controller != seat or kind <= Type.SPELL or (classes >> kind) & 1 == 1:
            return True
        classes |= 1 << kind
    return False


@RULES.always("s.body[s.card[0].body].card = 5", "s.card[0].zone = Zone.RESOLVING")
def has_no_hero(s, seat):
    """Heroes are in play, with a body of their own."""
    hero = s.card[seat * SLOTS]
    return hero.zone != Zone.PLAY or s.body[hero.body].card != seat * SLOTS


@RULES.always("hidden.zone, hidden.captor = Zone.CAPTURED, cards(s.deck[seat])[1]; take(s.deck[seat], 0)")
def is_captive_of_nobody(s, card):
    """A captured card is under a card in play."""
    return s.card[card].zone == Zone.CAPTURED and s.card[s.card[card].captor].zone != Zone.PLAY


RULES.holds(
    "tapped gold is a part of the gold, and neither is below 0",
    "s.gold[seat] >= 0",
    "0 <= s.tapped_gold[seat] <= s.gold[seat]",
)
RULES.holds(
    "failed draws stay below three while the game goes on",
    "0 <= s.failed_draws[seat] <= DRAWS_MISSED - (s.over == 0)",
)


@RULES.always("creature.seen = 0", "s.card[cards(s.hand[seat])[0]].seen = 0")
def is_unknown(s, seat):
    """Each player knows his hand, and both what lies open."""
    for i in range(s.hand[seat].n):
        if (s.card[s.hand[seat].card[i]].seen >> seat) & 1 == 0:
            return True
    for i in range(s.line[seat].n):
        if s.card[s.line[seat].card[i]].seen != 3:
            return True
    return False


RULES.holds("in the main phase the active player decides", "s.to_move == s.active", when=When.ASKED, only=IN_MAIN)
RULES.holds(
    "in the main phase nothing is pending",
    *(f"s.{name} == 0" for name in ("n_frames", "n_queue", "programs")),
    when=When.ASKED,
    only=IN_MAIN,
)


@RULES.asked("s.body[creature.body].wounds = 99", only=IN_MAIN)
def is_dead(s, seat):
    """In the main phase no creature in play is dead."""
    for i in range(s.line[seat].n):
        card = s.card[s.line[seat].card[i]]
        it = s.body[card.body]
        if it.wounds >= it.life and card.bits & Flag.HIDDEN == 0:
            return True
    return False


@RULES.at_the_end("s.score[:] = 0.3, 0.7", "s.truncated ^= 1")
def is_won_wrongly(s):
    """One player has won, or it is a draw."""
    drawn = s.cause == Cause.BOTH_DEAD or s.cause == Cause.TURN_LIMIT
    if drawn != (s.score[0] == 0.5) or (not drawn and s.score[0] != 0.0 and s.score[0] != 1.0):
        return True
    return s.truncated != (s.cause == Cause.TURN_LIMIT)


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


ENDS = ({}, {"extra_life": [-10, -10]}, *[{"turn_limit": 10}] * 2, *[{"turn_limit": 6}] * 4)


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
    room=CARDS,
)
