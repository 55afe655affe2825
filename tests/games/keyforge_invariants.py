"""What holds in every state of KeyForge: no card lost, every count right, one winner."""

from contract.piles import OF_ZONES, PILES, ZONES, broken_pile, spoil_end
from contract.subject import COMMON, SOUND, Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
from sim.keyforge.modifiers import power
from sim.keyforge.state import (
    CARDS,
    CONSTANTS,
    HOUSES,
    KEYS_TO_WIN,
    NO_CARD,
    NO_HOUSE,
    PROGRAMS,
    SEATS,
    TRIGGERS,
    Cause,
    Decision,
    Lasting,
    Type,
    Zone,
)

GAME = load_game("keyforge")

RULES = (
    *COMMON,
    *OF_ZONES,
    "battlelines hold creatures, rows artifacts, each of the player who controls them",
    "an upgrade is on a creature in play, which knows how many it has",
    "a card under an artifact or purged by one knows it, no other does",
    "a card out of play has nothing on it",
    "abilities in play are counted rightly",
    "amber, chains, damage and counters are not negative",
    "a player has 0 to 2 keys while the game goes on",
    "the active player is to move",
    "in the main step nothing is pending and every creature has power above its damage",
    "each player knows his hand, his archives and what lies open",
    "plays and uses are counted, no title more than six times",
    "nothing of the last turn is left when a house is chosen",
    "a turn follows the other",
    "one player has won, by three keys or at the turn limit",
    "the measures are those of the final state",
)
(
    ROWS, UPGRADES, HOSTS, OUT_OF_PLAY, COUNTS, NEGATIVE, KEYS, TO_MOVE, SETTLED, KNOWN, ACTS,
    NEW_TURN, TURNS, OUTCOME, MEASURES,
) = range(PILES + 1, len(RULES))  # fmt: skip
KEYS_AT, AMBER_AT = GAME.measures.index("p1_keys"), GAME.measures.index("p1_amber")
PER_SEAT = GAME.measures.index("p2_keys") - KEYS_AT
BY_KEYS_AT = GAME.measures.index("ended_by_keys")
MOST_OF_A_TITLE = 6


@kernel(cache=False)
def broken_row(s, t, row, seat, kind):
    """ROWS if a battleline or a row of artifacts breaks its rule."""
    for i in range(row.n):
        card = s.card[row.card[i]]
        if card.controller != seat or t.card[card.type].type != kind:
            return ROWS
    return SOUND


@kernel(cache=False)
def broken_zones(s, t, turn, counts):
    """The first of RULES that the piles break."""
    counts[:] = 0
    for seat in range(SEATS):
        for zone, pile in ((Zone.DECK, s.deck[seat]), (Zone.HAND, s.hand[seat]), (Zone.DISCARD, s.discard[seat])):
            rule = broken_pile(s, pile, zone, seat, counts)
            if rule != SOUND:
                return rule
        for zone, pile in (
            (Zone.ARCHIVES, s.archives[seat]),
            (Zone.PLAY, s.line[seat]),
            (Zone.PLAY, s.artifacts[seat]),
        ):
            rule = broken_pile(s, pile, zone, -1, counts)
            if rule != SOUND:
                return rule
        rule = max(
            broken_row(s, t, s.line[seat], seat, Type.CREATURE),
            broken_row(s, t, s.artifacts[seat], seat, Type.ARTIFACT),
        )
        if rule != SOUND:
            return rule
    for card in range(CARDS):
        zone = s.card[card].zone
        lies = zone in (Zone.DECK, Zone.HAND, Zone.DISCARD, Zone.ARCHIVES) or (
            zone == Zone.PLAY and t.card[s.card[card].type].type != Type.UPGRADE
        )
        nowhere = zone in (Zone.PURGED, Zone.UNDER, Zone.RESOLVING) or (zone == Zone.PLAY and not lies)
        if counts[card] != lies or not (lies or nowhere) or (zone == Zone.RESOLVING and s.n_frames == 0):
            return ZONES
    return SOUND


@kernel(cache=False)
def broken_hosts(s, t, turn, counts):
    """The first of RULES that cards on and under others break."""
    counts[:] = 0
    for card in range(CARDS):
        one = s.card[card]
        upgrade = one.zone == Zone.PLAY and t.card[one.type].type == Type.UPGRADE
        held = one.zone == Zone.UNDER or one.zone == Zone.PURGED
        if one.host != NO_CARD and not (upgrade or held):
            return HOSTS
        if upgrade:
            host = s.card[one.host]
            if one.host == NO_CARD or host.zone != Zone.PLAY or t.card[host.type].type != Type.CREATURE:
                return UPGRADES
            counts[one.host] += 1
        elif one.zone == Zone.UNDER and (one.host == NO_CARD or s.card[one.host].zone != Zone.PLAY):
            return HOSTS
    for card in range(CARDS):
        if s.card[card].upgrades != counts[card]:
            return UPGRADES
    return SOUND


@kernel(cache=False)
def broken_cards(s, t, turn, counts):
    """The first of RULES that what is on the cards breaks."""
    for card in range(CARDS):
        one = s.card[card]
        if one.damage < 0 or one.amber < 0 or one.counters < 0 or one.armor_used < 0:
            return NEGATIVE
        if one.zone != Zone.PLAY and (
            one.damage + one.amber + one.counters + one.ready + one.stunned + one.upgrades + one.marks > 0
        ):
            return OUT_OF_PLAY
        if one.zone != Zone.PLAY and (one.mindlock != NO_CARD or one.taken_house != NO_HOUSE):
            return OUT_OF_PLAY
    return SOUND


@kernel(cache=False)
def broken_counts(s, t, turn, counts):
    """COUNTS if the numbers of abilities in play are not what a new count gives."""
    counts[:] = 0
    for card in range(CARDS):
        facts = t.card[s.card[card].type]
        if s.card[card].zone == Zone.PLAY:
            for trigger in range(PROGRAMS):
                counts[trigger] += (facts.listens >> trigger) & 1
            for row in range(facts.constant[0], facts.constant[1]):
                counts[TRIGGERS + t.constant[row].kind] += 1
    for trigger in range(PROGRAMS):
        if s.listening[trigger] != counts[trigger]:
            return COUNTS
    for kind in range(CONSTANTS):
        if s.constant[kind] != counts[TRIGGERS + kind]:
            return COUNTS
    return SOUND


@kernel(cache=False)
def broken_knowledge(s, t, turn, counts):
    """KNOWN if a player is not held to know what he must."""
    for seat in range(SEATS):
        if s.shuffled[seat] < 0 or s.shuffled[seat] > s.deck[seat].n:
            return KNOWN
        for pile in (s.hand[seat], s.archives[seat]):
            for i in range(pile.n):
                if (s.card[pile.card[i]].seen >> seat) & 1 == 0:
                    return KNOWN
        for i in range(s.discard[seat].n):
            if s.card[s.discard[seat].card[i]].seen != 3:
                return KNOWN
    for card in range(CARDS):
        if s.card[card].zone == Zone.PLAY and s.card[card].seen != 3:
            return KNOWN
    return SOUND


@kernel(cache=False)
def broken_acts(s, t, turn, counts):
    """ACTS if plays and uses of the turn are not counted by title, or are too many."""
    total = 0
    for card in range(CARDS):
        times = 0
        total += s.card[card].times
        if s.card[card].times < 0:
            return ACTS
        for other in range(CARDS) if s.card[card].times > 0 else range(0):
            if s.card[other].type == s.card[card].type:
                times += s.card[other].times
        if times > MOST_OF_A_TITLE:
            return ACTS
    return ACTS if total != s.acts else SOUND


@kernel(cache=False)
def broken_players(s, t, turn, counts):
    """The first of RULES that amber, chains or keys break."""
    for seat in range(SEATS):
        if s.amber[seat] < 0 or s.chains[seat] < 0:
            return NEGATIVE
        if s.keys[seat] < 0 or (s.over == 0 and s.keys[seat] >= KEYS_TO_WIN):
            return KEYS
    return SOUND


@kernel(cache=False)
def unsettled_card(s, t, card):
    """Whether a card is in a state in which no card may be in the main step."""
    one = s.card[card]
    if one.status != 0 or one.zone == Zone.RESOLVING:
        return True
    return one.zone == Zone.PLAY and t.card[one.type].type == Type.CREATURE and one.damage >= power(s, t, card)


@kernel(cache=False)
def broken_turn(s, t, turn, counts):
    """The first of RULES that a state in which a player is to decide breaks; turn: the turn of the state before."""
    if s.to_move != s.active or s.active < 0 or s.active >= SEATS or s.decision == 0:
        return TO_MOVE
    if s.turn != turn and s.turn != turn + 1:
        return TURNS
    if s.decision == Decision.MAIN:
        if s.n_frames + s.n_pending + s.n_waiting + s.batch + s.left + s.unsettled != 0:
            return SETTLED
        for card in range(CARDS):
            if unsettled_card(s, t, card):
                return SETTLED
    if s.decision == Decision.HOUSE:
        left = s.by_house + s.off_house + s.creature_came + s.discarded + s.played + s.acts + s.uses + s.fallen
        if left != 0 or s.house != NO_HOUSE:
            return NEW_TURN
        for kind in range(Lasting.MUST_CHOOSE):
            if s.now[kind] != 0:
                return NEW_TURN
        for house in range(HOUSES):
            if s.played_of[house] != 0:
                return NEW_TURN
        for card in range(CARDS):
            one = s.card[card]
            if one.marks != 0 or one.attacked + one.uses + one.times != 0:
                return NEW_TURN
    return SOUND


@kernel(cache=False)
def broken_end(s, t, measures, counts):
    """The first of RULES that a game that is over breaks."""
    winner = 0 if s.score[0] == 1.0 else 1
    if s.score[winner] != 1.0 or s.score[1 - winner] != 0.0 or s.over != 1 or s.decision != 0:
        return OUTCOME
    if s.cause == Cause.THREE_KEYS:
        if s.keys[winner] != KEYS_TO_WIN or s.keys[1 - winner] >= KEYS_TO_WIN:
            return OUTCOME
    elif s.cause != Cause.TURN_LIMIT or s.turn != 2 * t.turn_limit or s.keys[winner] < s.keys[1 - winner]:
        return OUTCOME
    if measures[BY_KEYS_AT] != (s.cause == Cause.THREE_KEYS) or measures[BY_KEYS_AT + 1] != (
        s.cause == Cause.TURN_LIMIT
    ):
        return MEASURES
    for seat in range(SEATS):
        if measures[KEYS_AT + PER_SEAT * seat] != s.keys[seat]:
            return MEASURES
        if measures[AMBER_AT + PER_SEAT * seat] != s.amber[seat]:
            return MEASURES
    return SOUND


@kernel(cache=False)
def spoil(s, t, measures, rule):
    """Breaks one rule from turn 4 on, once there is what it takes."""
    seat = s.active
    if s.over == 1:
        spoil_end(s, measures, rule, OUTCOME, KEYS_AT)
        return
    if s.turn < 4 or s.line[0].n == 0 or s.decision != Decision.MAIN:
        if rule == NEW_TURN and s.decision == Decision.HOUSE:
            s.card[5].attacked = 1
        return
    creature = s.card[s.line[0].card[0]]
    hidden = s.card[s.deck[seat].card[0]]
    if rule == ZONES:
        creature.zone = Zone.HAND
    elif rule == PILES:
        s.discard[seat].n = -1
    elif rule == ROWS:
        creature.controller = 1
    elif rule == UPGRADES:
        creature.upgrades += 1
    elif rule == HOSTS:
        hidden.host = s.line[0].card[0]
    elif rule == OUT_OF_PLAY:
        hidden.damage = 1
    elif rule == COUNTS:
        s.listening[0] += 1
    elif rule == NEGATIVE:
        s.amber[seat] = -1
    elif rule == KEYS:
        s.keys[seat] = 3
    elif rule == TO_MOVE:
        s.to_move = 1 - seat
    elif rule == SETTLED:
        creature.damage = 99
    elif rule == KNOWN:
        s.shuffled[seat] = s.deck[seat].n + 1
    elif rule == ACTS:
        creature.times += 1
    elif rule == TURNS:
        s.turn += 2


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


def many(number: int) -> dict:
    """Random decks, another pair at each table."""
    return {"decks": [f"random:{2 * number}", f"random:{2 * number + 1}"], "first": "random"}


INVARIANTS = Invariants(
    RULES,
    max(CARDS, TRIGGERS + CONSTANTS),
    [broken_players, broken_zones, broken_hosts, broken_cards, broken_counts, broken_knowledge, broken_acts],
    broken_turn,
    broken_end,
    spoil,
    {},
    PLAYOUTS,
    many,
)
