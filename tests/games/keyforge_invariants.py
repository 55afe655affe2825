"""What holds in every state of KeyForge: no card lost, every count right, one winner."""

from contract.rules import Rules
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
from sim.keyforge.modifiers import power
from sim.keyforge.state import CARDS, CONSTANTS, PROGRAMS, TRIGGERS, Type, Zone

GAME = load_game("keyforge")
IN_MAIN, AT_START = "s.decision == Decision.MAIN", "s.decision == Decision.HOUSE"


@kernel(cache=False)
def counted_in_play(s, t, room):
    """Counts upgrades by the card that they are on, after these abilities by trigger, then constant ones by kind; holds
    always.
    """
    room[: CARDS + TRIGGERS + CONSTANTS] = 0
    for card in range(CARDS):
        if s.card[card].zone == Zone.PLAY:
            facts = t.card[s.card[card].type]
            if facts.type == Type.UPGRADE:
                room[s.card[card].host] += 1
            for trigger in range(PROGRAMS) if facts.listens != 0 else range(0):
                room[CARDS + trigger] += (facts.listens >> trigger) & 1
            for row in range(facts.constant[0], facts.constant[1]):
                room[CARDS + TRIGGERS + t.constant[row].kind] += 1
    return True


RULES = Rules(
    counted_in_play,
    power,
    one="s.card[card]",
    facts="t.card[s.card[card].type]",
    host="s.card[s.card[card].host]",
    in_play="one.zone == Zone.PLAY",
    is_upgrade="((one.zone == Zone.PLAY) & (facts.type == Type.UPGRADE))",
    known_to_owner="one.seen >> card // DECK_SIZE & 1",
    times_of_its_title="sum(s.card[other].times for other in range(CARDS) if s.card[other].type == one.type)",
    ended_by_keys="s.cause == Cause.THREE_KEYS",
    ended_by_turns="s.cause == Cause.TURN_LIMIT",
)

RULES.lie_in_piles(
    {
        "deck": "Zone.DECK",
        "hand": "Zone.HAND",
        "discard": "Zone.DISCARD",
        "archives": "Zone.ARCHIVES",
        "line": "Zone.PLAY",
        "artifacts": "Zone.PLAY",
    },
    "creature.zone = Zone.HAND",
    anybodys=("archives", "line", "artifacts"),
    nowhere="is_upgrade",
)
RULES.always(
    "battlelines hold creatures, rows artifacts, each of the player who controls them",
    "all(one.controller == seat and facts.type == Type.CREATURE for card in cards(s.line[seat]))",
    "all(one.controller == seat and facts.type == Type.ARTIFACT for card in cards(s.artifacts[seat]))",
    spoils=["creature.controller ^= 1"],
)
RULES.always(
    "amber, chains, damage and counters are not negative",
    "s.amber[seat] >= 0",
    "s.chains[seat] >= 0",
    *(f"one.{name} >= 0" for name in ("damage", "amber", "counters", "armor_used")),
)
RULES.always(
    "a card under an artifact or purged by one knows it, no other does",
    "one.zone == Zone.UNDER implies one.host != NO_CARD and host.zone == Zone.PLAY",
    "one.host != NO_CARD implies one.zone in (Zone.UNDER, Zone.PURGED) or is_upgrade",
    spoils=["hidden.host = card", "creature.host = card"],
)
RULES.always(
    "a card out of play has nothing on it",
    "in_play | (one.damage | one.amber | one.counters | one.ready | one.stunned | one.upgrades | one.marks == 0)",
    "in_play | (one.mindlock == NO_CARD) & (one.taken_house == NO_HOUSE)",
    spoils=["hidden.damage = 1", "hidden.mindlock = card"],
)
RULES.always(
    "each player knows his hand, and both what lies open",
    "one.zone in (Zone.PLAY, Zone.DISCARD) implies one.seen == 3",
    "one.zone == Zone.HAND implies known_to_owner",
    spoils=["creature.seen = 0"],
)
RULES.always(
    "a card is in some zone, and resolved only while something is pending",
    "Zone.NONE < one.zone <= Zone.UNDER",
    "one.zone == Zone.RESOLVING implies s.n_frames != 0",
    spoils=[
        "hidden.zone = Zone.RESOLVING; take(s.deck[seat], 0)",
        "hidden.zone = Zone.NONE; take(s.deck[seat], 0)",
    ],
)
RULES.always(
    "an upgrade is on a creature in play, which knows how many it has",
    "is_upgrade implies one.host != NO_CARD and host.zone == Zone.PLAY and t.card[host.type].type == Type.CREATURE",
    "counted_in_play(s, t, room)",
    "one.upgrades == room[card]",
    spoils=["creature.upgrades += 1"],
)
RULES.always(
    "abilities in play are counted rightly",
    "all(s.listening[trigger] == room[CARDS + trigger] for trigger in range(PROGRAMS))",
    "all(s.constant[kind] == room[CARDS + TRIGGERS + kind] for kind in range(CONSTANTS))",
    spoils=["s.listening[0] += 1", "s.constant[0] += 1"],
)
RULES.always(
    "plays and uses are counted, no title more than six times",
    "s.acts == sum(one.times for card in range(CARDS))",
    "one.times >= 0",
    "s.acts > 6 implies all(times_of_its_title <= 6 for card in range(CARDS) if one.times > 0)",
    spoils=["creature.times += 1", "creature.times -= 9; hidden.times += 9", "creature.times += 7; s.acts += 7"],
)
RULES.always(
    "each player knows his archives",
    "all(one.seen >> seat & 1 for card in cards(s.archives[seat]))",
    spoils=[
        "put(s, s.archives[seat], bottom); take(s.deck[seat], 0); hidden.zone, hidden.seen = Zone.ARCHIVES, 0",
    ],
)
RULES.always("what is shuffled is of the deck", "0 <= s.shuffled[seat] <= s.deck[seat].n")
RULES.always("a player has 0 to 2 keys while the game goes on", "0 <= s.keys[seat] <= KEYS_TO_WIN - (s.over == 0)")
RULES.asked("the active player is to move", "s.to_move == s.active")
RULES.asked(
    "in the main step nothing is pending, and no card about to leave play",
    *(f"s.{name} == 0" for name in ("n_frames", "n_pending", "n_waiting", "batch", "left", "unsettled")),
    "one.status == 0",
    only=IN_MAIN,
)
RULES.asked(
    "in the main step every creature has power above its damage",
    "all(one.damage < power(s, t, card) for card in cards(s.line[seat]))",
    spoils=["creature.damage = 99"],
    only=IN_MAIN,
)
RULES.asked(
    "nothing of the last turn is left when a house is chosen",
    "s.house == NO_HOUSE",
    *(f"s.{name} == 0" for name in ("by_house", "off_house", "creature_came", "discarded", "played", "uses", "fallen")),
    *(f"one.{name} == 0" for name in ("marks", "attacked", "uses")),
    only=AT_START,
)
RULES.asked(
    "no effect of the last turn is left when a house is chosen, nothing was done, and no house was played",
    "s.acts == 0",
    "all(amount == 0 for amount in s.now[: Lasting.MUST_CHOOSE])",
    "all(number == 0 for number in s.played_of[:HOUSES])",
    spoils=["s.now[0] = 1", "s.played_of[0] = 1", "creature.times = s.acts = 1"],
    only=AT_START,
)
RULES.at_the_end(
    "one player has won, by three keys or at the turn limit",
    "s.score[seat] in (0.0, 1.0)",
    "ended_by_keys or ended_by_turns and s.turn == 2 * t.turn_limit",
    "ended_by_keys implies (s.keys[seat] == KEYS_TO_WIN) == (s.score[seat] == 1)",
    "ended_by_turns and s.score[seat] == 1 implies s.keys[seat] >= s.keys[1 - seat]",
    spoils=["s.score[0], s.score[1] = s.score[1], s.score[0]"],
)

RARE_QUESTIONS = {
    "name": "rare questions",
    "houses": {
        "logos": ["4 wild_wormhole", "4 experimental_therapy", "4 pocket_universe"],
        "mars": ["4 ether_spider", "4 zyzzix_the_many", "4 mindwarper"],
        "shadows": ["6 shadow_self", "6 urchin"],
    },
}
"""A deck that makes the players ask who takes damage or amber instead, where upgrades from the deck go, and from where
a key is paid."""


def house_decks(house: str) -> list[dict]:
    """Every card of a house, in as many decks as that takes, beside those of its neighbors."""
    cards = GAME.words.cards(())
    names = sorted({fields["house"] for fields in cards.values()})
    houses = [names[(names.index(house) + k) % len(names)] for k in range(3)]
    pools = {name: [card for card, fields in cards.items() if fields["house"] == name] for name in houses}
    return [
        {
            "name": f"{house} {k}",
            "houses": {h: [pool[(12 * k + i) % len(pool)] for i in range(12)] for h, pool in pools.items()},
        }
        for k in range(-(-max(map(len, pools.values())) // 12))
    ]


def of_a_house(house: str) -> Playout:
    decks = house_decks(house)
    return Playout([Run({"decks": [deck, decks[k - 1]]}, 2, 60) for k, deck in enumerate(decks)])


RANDOM_DECKS = [Run({"decks": [f"random:{2 * pair}", f"random:{2 * pair + 1}"]}, 1, 60) for pair in range(40)]
HOUSE_RULES = {
    "one turn": {"turn_limit": 1},
    "three turns": {"turn_limit": 3, "first": "p2"},
    "many chains": {"chains": [24, 0], "first": "random"},
    "no mulligans": {"chains": [3, 7], "mulligans": False},
}
PLAYOUTS = {
    "random decks": Playout([*RANDOM_DECKS, Run({"decks": [RARE_QUESTIONS, RARE_QUESTIONS]}, 1, 400)], ()),
    **{house: of_a_house(house) for house in ("brobnar", "dis", "logos", "mars", "sanctum", "shadows", "untamed")},
    **{name: Playout([Run(table, 3, 400)]) for name, table in HOUSE_RULES.items()},
}


ENDS = ({}, {"turn_limit": 12}, *[{"turn_limit": 6}] * 4, *[{"turn_limit": 4}] * 14)


def many(number: int) -> dict:
    """Random decks, another pair at each table; most games are short."""
    decks = {"decks": [f"random:{2 * number}", f"random:{2 * number + 1}"], "first": "random"}
    return decks | ENDS[number % len(ENDS)]


INVARIANTS = Invariants(
    RULES,
    PLAYOUTS,
    many,
    ripe="s.turn >= 4 and s.n_frames == 0",
    given={
        "card": "cards(s.line[0])[0]",
        "creature": "s.card[card]",
        "bottom": "cards(s.deck[seat])[0]",
        "hidden": "s.card[bottom]",
    },
    measured={
        "keys": "s.keys[seat]",
        "amber": "s.amber[seat]",
        "ended_by_keys": "(s.cause == Cause.THREE_KEYS)",
        "ended_by_turn_limit": "(s.cause == Cause.TURN_LIMIT)",
    },
)
