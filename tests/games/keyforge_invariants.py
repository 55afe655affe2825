"""What holds in every state of KeyForge: no card lost, every count right, one winner."""

from contract.rules import Rules, When, lies_in
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
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
    Lasting,
    Type,
    Zone,
)

GAME = load_game("keyforge")
RULES = Rules()
PILES = {
    "deck": "Zone.DECK",
    "hand": "Zone.HAND",
    "discard": "Zone.DISCARD",
    "archives": "Zone.ARCHIVES",
    "line": "Zone.PLAY",
    "artifacts": "Zone.PLAY",
}
IN_MAIN, AT_START = "s.decision == Decision.MAIN", "s.decision == Decision.HOUSE"
MOST_OF_A_TITLE = 6
PLAYED = max(CARDS, TRIGGERS + CONSTANTS)
"""Room for counts; after it come the cards in play."""


@kernel(cache=False)
def is_of(s, t, card, kind):
    """Whether a card in play is of a kind."""
    return s.card[card].zone == Zone.PLAY and t.card[s.card[card].type].type == kind


RULES += lies_in(
    PILES,
    "creature.zone = Zone.HAND",
    ("archives", "line", "artifacts"),
    "(s.card[card].zone == Zone.PLAY) & (t.card[s.card[card].type].type == Type.UPGRADE)",
)


@RULES.always("creature.controller ^= 1")
def is_misplaced(s, t, seat):
    """Battlelines hold creatures, rows artifacts, each of the player who controls them."""
    for row, kind in ((s.line[seat], Type.CREATURE), (s.artifacts[seat], Type.ARTIFACT)):
        for i in range(row.n):
            if s.card[row.card[i]].controller != seat or not is_of(s, t, row.card[i], kind):
                return True
    return False


RULES.holds(
    "amber, chains, damage and counters are not negative",
    "s.amber[seat] >= 0",
    "s.chains[seat] >= 0",
    *(f"s.card[card].{name} >= 0" for name in ("damage", "amber", "counters", "armor_used")),
)


@RULES.always("hidden.host = card", "creature.host = card")
def has_wrong_host(s, t, card):
    """A card under an artifact or purged by one knows it, no other does."""
    one = s.card[card]
    if one.host == NO_CARD:
        return one.zone == Zone.UNDER
    if one.zone == Zone.UNDER:
        return s.card[one.host].zone != Zone.PLAY
    return one.zone != Zone.PURGED and not is_of(s, t, card, Type.UPGRADE)


@RULES.always("hidden.damage = 1", "hidden.mindlock = card")
def has_something(s, card):
    """A card out of play has nothing on it."""
    one = s.card[card]
    on_it = one.damage | one.amber | one.counters | one.ready | one.stunned | one.upgrades | one.marks
    return (one.zone != Zone.PLAY) & ((on_it != 0) | (one.mindlock != NO_CARD) | (one.taken_house != NO_HOUSE))


@RULES.always("creature.seen = 0")
def is_unknown(s, card):
    """Each player knows his hand, and both what lies open."""
    one = s.card[card]
    is_open = (one.zone == Zone.PLAY) | (one.zone == Zone.DISCARD)
    known = (one.seen >> (card // DECK_SIZE)) & 1
    return (is_open & (one.seen != 3)) | ((one.zone == Zone.HAND) & (known == 0))


@RULES.always("hidden.zone = Zone.RESOLVING; take(s.deck[seat], 0)", "hidden.zone = Zone.NONE; take(s.deck[seat], 0)")
def is_nowhere(s, card):
    """A card is in some zone, and resolved only while something is pending."""
    zone = s.card[card].zone
    return (zone <= Zone.NONE) | (zone > Zone.UNDER) | ((zone == Zone.RESOLVING) & (s.n_frames == 0))


@kernel(cache=False)
def note_play(s, room):
    """Notes the cards in play, and after them their number."""
    n = 0
    for card in range(CARDS):
        room[PLAYED + n] = card
        n += s.card[card].zone == Zone.PLAY
    room[PLAYED + CARDS] = n


@RULES.always("creature.upgrades += 1")
def has_lost_upgrades(s, t, room):
    """An upgrade is on a creature in play, which knows how many it has."""
    room[:CARDS] = 0
    note_play(s, room)
    for i in range(room[PLAYED + CARDS]):
        card = room[PLAYED + i]
        if t.card[s.card[card].type].type == Type.UPGRADE:
            host = s.card[card].host
            if host == NO_CARD or not is_of(s, t, host, Type.CREATURE):
                return True
            room[host] += 1
    for card in range(CARDS):
        if s.card[card].upgrades != room[card]:
            return True
    return False


@RULES.always("s.listening[0] += 1", "s.constant[0] += 1")
def is_counted_wrongly(s, t, room):
    """Abilities in play are counted rightly."""
    room[: TRIGGERS + CONSTANTS] = 0
    for i in range(room[PLAYED + CARDS]):
        facts = t.card[s.card[room[PLAYED + i]].type]
        if facts.listens != 0:
            for trigger in range(PROGRAMS):
                room[trigger] += (facts.listens >> trigger) & 1
        for row in range(facts.constant[0], facts.constant[1]):
            room[TRIGGERS + t.constant[row].kind] += 1
    wrong = 0
    for trigger in range(PROGRAMS):
        wrong |= s.listening[trigger] ^ room[trigger]
    for kind in range(CONSTANTS):
        wrong |= s.constant[kind] ^ room[TRIGGERS + kind]
    return wrong != 0


@RULES.always("creature.times += 1", "creature.times -= 9; hidden.times += 9", "creature.times += 7; s.acts += 7")
def is_acting_too_often(s):
    """Plays and uses are counted, no title more than six times."""
    total, negative = 0, 0
    for card in range(CARDS):
        total += s.card[card].times
        negative |= s.card[card].times
    if total != s.acts or negative < 0:
        return True
    return total > MOST_OF_A_TITLE and most_of_a_title(s) > MOST_OF_A_TITLE


@RULES.always("put(s, s.archives[seat], bottom); take(s.deck[seat], 0); hidden.zone, hidden.seen = Zone.ARCHIVES, 0")
def has_unknown_archives(s, seat):
    """Each player knows his archives."""
    for i in range(s.archives[seat].n):
        if (s.card[s.archives[seat].card[i]].seen >> seat) & 1 == 0:
            return True
    return False


RULES.holds("what is shuffled is of the deck", "0 <= s.shuffled[seat] <= s.deck[seat].n")
RULES.holds("a player has 0 to 2 keys while the game goes on", "0 <= s.keys[seat] <= KEYS_TO_WIN - (s.over == 0)")
RULES.holds("the active player is to move", "s.to_move == s.active", when=When.ASKED)
RULES.holds(
    "in the main step nothing is pending, and no card about to leave play",
    *(f"s.{name} == 0" for name in ("n_frames", "n_pending", "n_waiting", "batch", "left", "unsettled")),
    "s.card[card].status == 0",
    when=When.ASKED,
    only=IN_MAIN,
)


@kernel(cache=False)
def most_of_a_title(s):
    """How many plays and uses of the turn were of one title, at most."""
    most = 0
    for card in range(CARDS):
        times = 0
        for other in range(CARDS) if s.card[card].times > 0 else range(0):
            if s.card[other].type == s.card[card].type:
                times += s.card[other].times
        most = max(most, times)
    return most


@RULES.asked("creature.damage = 99", only=IN_MAIN)
def is_dying(s, t, seat):
    """In the main step every creature has power above its damage."""
    for i in range(s.line[seat].n):
        card = s.line[seat].card[i]
        if s.card[card].damage >= power(s, t, card):
            return True
    return False


RULES.holds(
    "nothing of the last turn is left when a house is chosen",
    "s.house == NO_HOUSE",
    *(f"s.{name} == 0" for name in ("by_house", "off_house", "creature_came", "discarded", "played", "uses", "fallen")),
    *(f"s.card[card].{name} == 0" for name in ("marks", "attacked", "uses")),
    when=When.ASKED,
    only=AT_START,
)


@RULES.asked("s.now[0] = 1", "s.played_of[0] = 1", "creature.times = s.acts = 1", only=AT_START)
def has_lasting(s):
    """No effect of the last turn is left when a house is chosen, nothing was done, and no house was played."""
    if s.acts != 0:
        return True
    for kind in range(Lasting.MUST_CHOOSE):
        if s.now[kind] != 0:
            return True
    for house in range(HOUSES):
        if s.played_of[house] != 0:
            return True
    return False


@RULES.at_the_end("s.score[0], s.score[1] = s.score[1], s.score[0]")
def is_won_wrongly(s, t):
    """One player has won, by three keys or at the turn limit."""
    winner = 0 if s.score[0] == 1.0 else 1
    if s.score[winner] != 1.0:
        return True
    if s.cause == Cause.THREE_KEYS:
        return s.keys[winner] != KEYS_TO_WIN or s.keys[1 - winner] >= KEYS_TO_WIN
    return s.cause != Cause.TURN_LIMIT or s.turn != 2 * t.turn_limit or s.keys[winner] < s.keys[1 - winner]


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


ENDS = ({}, {"turn_limit": 12}, *[{"turn_limit": 6}] * 3)


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
    room=PLAYED + CARDS + 1,
)
