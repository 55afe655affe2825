"""What the contract must know of KeyForge."""

import numpy as np
from contract import piles
from contract.card_changes import Changes, Entry, Texts, by_code, by_one, following, members, table_of
from contract.mutations import naming
from contract.rules import Rules, of_fields
from contract.runs import Playout, Run, random_pairs, three_games
from contract.subject import Invariants, Mutations, Situation, Subject, Waiting, with_random_decks

from sim import load_game
from sim.keyforge import notation
from sim.keyforge.modifiers import power
from sim.keyforge.pending import add, is_void
from sim.keyforge.state import SEATS, House, Trigger, Type, Zone
from sim.keyforge.tables import ROW, Keyword, Operation, Place, Side

GAME = load_game("keyforge")
IDS = GAME.words.card_ids()

# --- what holds in every state: no card lost, every count right, one winner -------------------------------------------

RULES = Rules(
    power,
    one="s.card[card]",
    facts="t.card[s.card[card].type]",
    host="s.card[s.card[card].host]",
    in_play="one.zone == Zone.PLAY",
    is_upgrade="((one.zone == Zone.PLAY) & (facts.type == Type.UPGRADE))",
    times_of_its_title="sum(s.card[other].times for other in range(CARDS) if s.card[other].type == one.type)",
    ended_by_keys="s.cause == Cause.THREE_KEYS",
    ended_by_turns="s.cause == Cause.TURN_LIMIT",
    in_the_main_step="s.decision == Decision.MAIN",
    when_a_house_is_chosen="s.decision == Decision.HOUSE",
)
RULES.read("""
in piles: every card is in the pile of its zone, and in no other
    his own {deck Zone.DECK, hand Zone.HAND, discard Zone.DISCARD}
    anybody's {archives Zone.ARCHIVES, line Zone.PLAY, artifacts Zone.PLAY}
    nowhere is_upgrade
    broken by creature.zone = Zone.HAND
always: battlelines hold creatures, rows artifacts, each of the player who controls them
    all(one.controller == seat and facts.type == Type.CREATURE for card in cards(s.line[seat]))
    all(one.controller == seat and facts.type == Type.ARTIFACT for card in cards(s.artifacts[seat]))
    broken by creature.controller ^= 1
always: amber, chains, damage and counters are not negative
    s.{amber chains}[seat] >= 0
    one.{damage amber counters armor_used} >= 0
always: a card under an artifact or purged by one knows it, no other does
    one.zone == Zone.UNDER implies one.host != NO_CARD and host.zone == Zone.PLAY
    one.host != NO_CARD implies one.zone in (Zone.UNDER, Zone.PURGED) or is_upgrade
    broken by hidden.host = card
    broken by creature.host = card
always: a card out of play has nothing on it
    in_play | (one.damage | one.amber | one.counters | one.ready | one.stunned | one.upgrades | one.marks == 0)
    in_play | (one.tunnels == 0) & (one.taken_house == NO_HOUSE) & (one.mindlock == NO_CARD) & (one.earlier == NO_CARD)
    broken by hidden.damage = 1
    broken by hidden.mindlock = card
always: each player knows his hand, and both what lies open
    one.zone in (Zone.PLAY, Zone.DISCARD) implies one.seen == 3
    one.zone == Zone.HAND implies one.seen >> card // DECK_SIZE & 1
    broken by creature.seen = 0
always: a card is in some zone, and resolved only while something is pending
    Zone.NONE < one.zone <= Zone.UNDER
    one.zone == Zone.RESOLVING implies s.n_frames != 0
    broken by hidden.zone = Zone.RESOLVING; take(s.deck[seat], 0)
    broken by hidden.zone = Zone.NONE; take(s.deck[seat], 0)
always: an upgrade is on a creature in play, which knows how many it has
    is_upgrade implies one.host != NO_CARD and host.zone == Zone.PLAY and t.card[host.type].type == Type.CREATURE
    emptied(room, CARDS)
    counted(one.host for card in range(CARDS) if is_upgrade)
    one.upgrades == room[card]
    broken by creature.upgrades += 1
always: abilities in play are counted rightly, by trigger and those that work all the time by kind
    emptied(room, TRIGGERS + CONSTANTS)
    counted(trigger for card in range(CARDS) if in_play and facts.listens != 0 for trigger in range(PROGRAMS)
        if facts.listens >> trigger & 1)
    counted(TRIGGERS + t.constant[row].kind for card in range(CARDS) if in_play
        for row in range(facts.constant[0], facts.constant[1]))
    all(s.listening[trigger] == room[trigger] for trigger in range(PROGRAMS))
    all(s.constant[kind] == room[TRIGGERS + kind] for kind in range(CONSTANTS))
    broken by s.listening[0] += 1
    broken by s.constant[0] += 1
always: plays and uses are counted, no title more than six times
    s.acts == sum(one.times for card in range(CARDS))
    one.times >= 0
    s.acts > 6 implies all(times_of_its_title <= 6 for card in range(CARDS) if one.times > 0)
    broken by creature.times += 1
    broken by creature.times -= 9; hidden.times += 9
    broken by creature.times += 7; s.acts += 7
always: each player knows his archives
    all(one.seen >> seat & 1 for card in cards(s.archives[seat]))
    broken by hidden.zone, hidden.seen = Zone.ARCHIVES, 0; put(s, s.archives[seat], take(s.deck[seat], 0))
always: what is shuffled is of the deck
    0 <= s.shuffled[seat] <= s.deck[seat].n
always: a player has 0 to 2 keys while the game goes on
    0 <= s.keys[seat] <= KEYS_TO_WIN - (s.over == 0)
asked: the active player is to move
    s.to_move == s.active
in the main step: nothing is pending, and no card about to leave play
    s.{n_frames n_pending n_waiting batch left unsettled} == 0
    one.status == 0
in the main step: every creature has power above its damage
    all(one.damage < power(s, t, card) for card in cards(s.line[seat]))
    broken by creature.damage = 99
when a house is chosen: nothing of the last turn is left; what a forged key has just caused may be
    s.house == NO_HOUSE
    s.{by_house off_house} == 0
    s.forged[s.active] == 0 implies s.{creature_came discarded played uses fallen} == 0
    s.forged[s.active] == 0 implies one.{marks attacked uses} == 0
    broken by s.house = 1
    broken by s.by_house = 1
    broken by s.off_house = 1
    broken by s.creature_came = 1
    broken by s.discarded = 1
    broken by s.played = 1
    broken by s.uses = 1
    broken by s.fallen = 1
    broken by creature.marks = 1
    broken by creature.attacked = 1
    broken by creature.uses = 1
when a house is chosen: no effect of the last turn is left, nothing was done, no house was played but by a forged key
    s.forged[s.active] == 0 implies s.acts == 0
    s.forged[s.active] == 0 implies all(amount == 0 for amount in s.now[: Lasting.MUST_CHOOSE])
    s.forged[s.active] == 0 implies all(number == 0 for number in s.played_of[:HOUSES])
    broken by s.now[0] = 1
    broken by s.played_of[0] = 1
    broken by creature.times = s.acts = 1
at the end: one player has won, by three keys or at the turn limit
    s.score[seat] in (0.0, 1.0)
    ended_by_keys or ended_by_turns and s.turn == 2 * t.turn_limit
    ended_by_keys implies (s.keys[seat] == KEYS_TO_WIN) == (s.score[seat] == 1)
    ended_by_turns and s.score[seat] == 1 implies s.keys[seat] >= s.keys[1 - seat]
    broken by s.score[0], s.score[1] = s.score[1], s.score[0]
""")

RARE = {
    "name": "rare questions",
    "houses": {
        "logos": ["4 wild_wormhole", "4 experimental_therapy", "4 pocket_universe"],
        "mars": ["4 ether_spider", "4 zyzzix_the_many", "4 mindwarper"],
        "shadows": ["6 shadow_self", "6 urchin"],
    },
}
"""A deck that makes the players ask who takes damage or amber instead, and other rare questions."""
HOUSES = [house.name.lower() for house in House]
OF_HOUSE = {name: [card for card, fields in GAME.words.cards(()).items() if fields["house"] == name] for name in HOUSES}


def every_card(house: str) -> Playout:
    """Games with every card of a house, in as many decks as that takes, beside those of its neighbors."""
    pools = {name: OF_HOUSE[name] for name in (HOUSES * 2)[HOUSES.index(house) :][:3]}
    decks = [
        {"name": f"{house} {k}", "houses": {name: (2 * pool)[12 * k :][:12] for name, pool in pools.items()}}
        for k in range(-(-max(map(len, pools.values())) // 12))
    ]
    return Playout([Run({"decks": [deck, decks[k - 1]]}, 2, 60) for k, deck in enumerate(decks)])


RANDOM_DECKS = [Run({"decks": [f"random:{2 * pair}", f"random:{2 * pair + 1}"]}, 1, 60) for pair in range(40)]
HOUSE_RULES = {
    "one turn": {"turn_limit": 1},
    "three turns": {"turn_limit": 3, "first": "p2"},
    "many chains": {"chains": [24, 0], "first": "random"},
    "no mulligans": {"chains": [3, 7], "mulligans": False},
}
PLAYOUTS = {
    "random decks": Playout([*RANDOM_DECKS, Run({"decks": [RARE, RARE]}, 1, 400)], ()),
    **{house: every_card(house) for house in HOUSES},
    **{name: Playout([Run(table, 3, 400)]) for name, table in HOUSE_RULES.items()},
}
ENDS = ({}, {"turn_limit": 12}, *[{"turn_limit": 6}] * 4, *[{"turn_limit": 4}] * 14)
"""Most of the many games are short."""

# --- what a player cannot know: hand and archives of the other, the order of decks, but for what he saw ---------------

HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.ARCHIVES, Zone.UNDER)


def known(s, viewer):
    """The cards of which a seat knows where they lie, by all that has happened in front of it."""
    unshuffled = (card for seat in range(SEATS) for card in piles.cards(s.deck[seat])[int(s.shuffled[seat]) :])
    return piles.known_cards(s, viewer, HIDDEN_ZONES).union(unshuffled)


def seen(s, t, viewer):
    """All that a seat sees of cards, hands, decks and archives, and under which cards others lie facedown."""
    under = np.flatnonzero(s.card["zone"] == Zone.UNDER)
    view = piles.seen_of_cards(s, known(s, viewer), ("deck", "hand", "archives"), under.tolist())
    return view | {"under": sorted(s.card["host"][under].tolist())}


SITUATION = Situation(
    given={
        "house": "dis",
        "p1.hand": ["fear"],
        "p2.hand": ["troll"],
        "p2.archives": ["krump"],
        "p2.deck": ["bumpsy", "smaaash"],
        "p2.creatures": ["headhunter"],
        "p1.deck": ["urchin", "dodger", "umbra"],
    },
    do=["play fear"],
    alike={"other": ["troll", "krump", "bumpsy", "smaaash"], "own": ["urchin", "dodger", "umbra"]},
    known={"p2.hand": ["headhunter"]},
)
KNOWLEDGE = with_random_decks(
    "archives",
    ["pile.n for pile in s.archives"],
    seen=seen,
    situation=SITUATION,
    asked=("main", "house", "choose", "flank"),
)

# --- the changes of one fact of a card --------------------------------------------------------------------------------

KINDS = by_code(notation.CONSTANTS)
KEYWORDS = {keyword.name.lower(): int(keyword) for keyword in Keyword}
ENDLESS = {
    "numquid_the_fair": (
        "play row 0: dropped",
        "play row 0: amount 0",
        "play row 1: dropped",
        "play row 3: condition dropped",
        "play row 3: condition turned round",
    ),
    "spangler_box": (
        "leaves_play row 1: dropped",
        "leaves_play row 1: condition turned round",
        "leaves_play row 2: dropped",
    ),
}
"""After these changes the text of a card that repeats itself unasked would go on for ever."""
TEXTS = Texts(
    GAME,
    notation.Notation({}, {}).vocabulary,
    nothing=dict.fromkeys(ROW.names or (), 0) | {"operation": int(Operation.JUMP)},
    silent=members(Operation, "reveal reveal_hand look_at_hand"),
    unasked=members(Operation, "modes jump repeat note_did stop"),
    of_one_type=members(Operation, "damage heal strip_armor stun unstun"),
    instead={
        "place": following((Place.HAND, Place.DISCARD))
        | dict.fromkeys((Place.ARCHIVES, Place.UNDER_THIS), (Place.HAND,))
        | {Place.DECK_AND_DISCARD: (Place.DECK, Place.DISCARD), Place.PLAY_AND_DISCARD: (Place.PLAY, Place.DISCARD)}
        | {Place.PURGED_BY_THIS: (Place.DISCARD,)}
    },
    same_sides={
        "neighbor_of_fought": (Side.ANY, Side.ENEMY),
        "in_hand in_archives in_deck in_deck_or_discard under_this neighbor this": (Side.ANY, Side.FRIENDLY),
    },
    in_play=1 << Type.CREATURE | 1 << Type.ARTIFACT,
    of_type="damaged stunned elusive neighbor neighbor_of_chosen neighbor_of_fought most_powerful this host "
    "shares_trait",
    masks={"traits": "traits"},
)


def changes(name: str) -> Changes:
    """Every change of one fact of a card that comes to an end."""
    card = TEXTS.card(name)
    yield from card.near("amber")
    if card.now["type"] == Type.CREATURE:
        yield from card.near("power", "armor")
    yield from card.near("assault", "hazardous", blank=0)
    yield from card.without_bits("keywords", KEYWORDS)
    yield from card.others("house", following(House)[int(card.now["house"])])
    yield from TEXTS.asked(card)
    yield from (change for change in changes_of_texts(card, name) if change[0] not in ENDLESS.get(name, ()))
    yield from changes_of_constants(card)


def changes_of_texts(card: Entry, name: str) -> Changes:
    """Every change of what a card does when something happens. What happens each time while an effect of a turn lasts
    stands on the card that the tables name for it; others that make it must say the same, see test_keyforge_cards.
    """
    for trigger in notation.TRIGGERS.values():
        if trigger != Trigger.LATER or TEXTS.cards.index(name) in TEXTS.tables.lasting:
            where = Trigger(trigger).name.lower()
            yield from TEXTS.text(card.part("program", trigger, where=where))
            yield from TEXTS.filter(card.part("when", where=where), trigger, "when")


def changes_of_constants(card: Entry) -> Changes:
    """Every change of one thing that a card does all the time; what an upgrade does, it does to its host."""
    for row in card.part("constant").rows("constant", "constant"):
        term = KINDS[int(row.now["kind"])]
        yield card.lost(row, "kind", noted="kinds")
        yield from TEXTS.clauses(row, term.readers, filter="filter")
        if term.works_on == notation.PEOPLE and row.now["side"] != Side.HOST_OPPONENT:
            yield from row.others("side", (Side.ANY, Side.FRIENDLY, Side.ENEMY))


def changes_of_the_table() -> Changes:
    """Every change of a number of the table."""
    table = GAME.make_tables({"chains": [2, 2]}, ())
    yield from by_one(table, turn_limit=0, chains=0)
    yield from table_of(table).turned("mulligans")


# --- abilities that wait for their order ------------------------------------------------------------------------------


def waiting(s, t):
    """The trigger of each ability that waits and still can happen, so many times as it will; what alone changes sides
    does not wait.
    """
    here = [index for index in range(int(s.n_pending)) if not is_void(s, t, index)]
    found = np.repeat(s.pending["trigger"][here], s.pending["times"][here]).tolist()
    return [trigger for trigger in found if trigger != Trigger.CONTROL or found.count(trigger) > 1]


RANDOM = {"players": 2, "decks": ["random:5", "random:6"], "first": "random"}
CHAINS = {"players": 2, "decks": ["random:9", "random:40"], "chains": [7, 0], "turn_limit": 12}

SUBJECT = Subject(
    game=GAME,
    tables={"random decks": RANDOM, "starters": {"players": 2, "turn_limit": 4}, "chains": CHAINS | {"turn_limit": 5}},
    short={"turn_limit": 4},
    redealt={"starters": 30, "random decks": 90},
    transcripts=three_games(GAME.player_counts, ["control", "race"], {}, RANDOM, CHAINS),
    invariants=Invariants(
        RULES,
        PLAYOUTS,
        random_pairs("decks", ENDS),
        ripe="s.turn >= 4 and s.n_frames == 0",
        given=piles.GIVEN,
        measured=of_fields("s.{keys amber}[seat]")
        | {"ended_by_keys": "(s.cause == Cause.THREE_KEYS)", "ended_by_turn_limit": "(s.cause == Cause.TURN_LIMIT)"},
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(
        IDS, changes, least=4000, least_of_a_card=3, of_the_table=changes_of_the_table, scenarios=naming
    ),
    bystanders={"p1.purged": ["troll"], "p2.purged": ["troll"], "p1.deck": ["troll"], "p2.deck": ["troll"]},
    scenarios=2361,
    waiting=Waiting(Trigger, waiting, [add]),
)
