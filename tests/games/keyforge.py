"""What the contract must know of KeyForge."""

import numpy as np
from contract import piles
from contract.card_changes import Changes, Entry, Texts, by_code, by_one, following, members, table_of
from contract.mutations import naming
from contract.runs import Playout, Run, random_pairs, three_games
from contract.subject import Invariants, Mutations, Situation, Subject, Waiting, with_random_decks

from sim import load_game
from sim.core.kernel import kernel
from sim.keyforge import notation
from sim.keyforge.pending import add, is_void
from sim.keyforge.state import SEATS, Constant, Decision, House, Trigger, Type, Zone
from sim.keyforge.tables import ROW, Keyword, Operation, Place, Side

from .keyforge_invariants import RULES

GAME = load_game("keyforge")
IDS = GAME.words.card_ids()

# --- the random games in which the invariants are looked at -----------------------------------------------------------

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


@kernel(cache=False)
def sizes_of_archives(s, t):
    """How many cards lie in the archives."""
    return s.archives[0].n + 2 * s.archives[1].n


KNOWLEDGE = with_random_decks(
    "archives",
    [sizes_of_archives],
    seen=seen,
    situation=SITUATION,
    asked=("main", "house", "choose", "flank"),
)

# --- the changes of one fact of a card --------------------------------------------------------------------------------

KINDS = by_code(notation.CONSTANTS)
KINDS[Constant.LESS_POWER] = KINDS[Constant.POWER]  # one word for amounts above and below 0
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
    for place, row in enumerate(card.part("constant").rows("constant", "constant")):
        term = KINDS[int(row.now["kind"])]
        yield card.lost(row, place, "kind", noted="kinds")
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
        len(ENDS),
        ripe=lambda s: s.turn >= 4 and s.n_frames == 0,
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(
        IDS, changes, least=4000, least_of_a_card=3, of_the_table=changes_of_the_table, scenarios=naming
    ),
    bystanders={"p1.purged": ["troll"], "p2.purged": ["troll"], "p1.deck": ["troll"], "p2.deck": ["troll"]},
    scenarios=3_168,
    waiting=Waiting(Trigger, waiting, [add]),
    asked_in_a_row=Decision.FORGE_FROM,  # how much of a key the amber on each artifact pays
)
