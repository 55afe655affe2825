"""What the contract must know of Aeon's End."""

from functools import partial

from contract import piles
from contract.card_changes import Changes, Entry, Texts, all_others, by_one, members, of_table
from contract.runs import Playout, Run, three_games
from contract.subject import Invariants, Knowledge, Mutations, Place, Situation, Subject

from sim import load_game
from sim.aeons_end.cards import SWARM_ROWS, Condition, Count, Operation, vocabulary
from sim.aeons_end.setup import MAGES as SEATED
from sim.aeons_end.state import ALL, BREACHES, NEMESIS_CARD, SEATS, Breach, Origin, Type, Window
from sim.core.kernel import kernel
from sim.core.rng import DICE, MARKET, ORDER

from .aeons_end_invariants import RULES

GAME = load_game("aeons_end")
COUNTS = GAME.player_counts

# --- the random games in which the invariants are looked at -----------------------------------------------------------

NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
AGAINST = [(players, nemesis) for players in COUNTS for nemesis in NEMESES]
SUPPLIES = ("deck_destruction", "free_charges", "starter_simple", "mixed_control")
MAGES = ("adelheim", "brama", "jian", "kadir", "lash", "mist", "phaedraxa", "xaxos")
DRAWN = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
"""A supply drawn for each game."""
DIFFICULTIES = ("normal", "expert", "beginner", "extinction")
RICH = {"hand": 9, "gravehold": 99, "life": 60, "charge_cost": 0, "nemesis_life": 40}


def table(players: int, nemesis: str, number: int, **rules: object) -> dict:
    """A table whose mages and supply change with the number."""
    mages = [MAGES[(number + 3 * seat) % len(MAGES)] for seat in range(players)]
    return {"mages": mages, "nemesis": nemesis, "supply": SUPPLIES[number % 4] if number % 3 else DRAWN, **rules}


def many(number: int) -> dict:
    """All numbers of players against all nemeses at all difficulties, with changing mages and supplies."""
    return table(1 + number % 4, NEMESES[number // 4 % 4], number, difficulty=DIFFICULTIES[number // 16 % 4])


PLAYOUTS = {
    "all decisions": Playout([Run(many(n) | ({} if n % 5 else RICH), n, 400) for n in range(48)], ()),
    **{
        f"{n} against {foe}": Playout([Run(table(n, foe, k, difficulty=DIFFICULTIES[k]), 7, 4) for k in range(4)])
        for n, foe in AGAINST
    },
}

# --- what nobody at the table can know: the turn order, the nemesis deck, shuffled decks, corruptions -----------------

UNSEEN = -9
"""How a corruption looks that nobody has seen."""


def seen(s, t, viewer):
    """All that anybody sees of the turn order, the nemesis deck, decks and corruptions."""
    turn, nemesis, unused = map(piles.cards, (s.turn_deck, s.nemesis_deck, s.unused))
    corruptions, *decks = map(piles.cards, (s.corruptions, *s.deck[: s.players]))
    cards = [card for pile in (corruptions, *decks) for card in pile]
    unseen = [card for card in cards if t.card[card].type == Type.CORRUPTION and not s.seen[card]]
    faces = [[UNSEEN if card in unseen else card for card in deck] for deck in decks]
    return {
        "turn order": (sorted(turn), [card for i, card in enumerate(turn) if s.turn_known >> i & 1]),
        "tiers": [int(t.card[card].tier) for card in nemesis],
        "nemesis": (sorted(nemesis + unused), sorted(card for card in nemesis if t.card[card].origin)),
        "unseen": sorted(unseen),
        "corruptions": [UNSEEN if card in unseen else card for card in corruptions],
        "shuffled": [sorted(deck[:n]) for deck, n in zip(faces, s.shuffled, strict=False)],
        "decks": [deck[n:] for deck, n in zip(faces, s.shuffled, strict=False)],
    }


def place(players, nemesis):
    """In games against a nemesis. The Crooked Mask alone has decks shuffled; four players meet all basic cards."""
    masked = nemesis == "crooked_mask"
    hides = ["turn_order.deck", "nemesis.deck", *(["nemesis.unused"] if players < 4 else [])]
    hides += ["deck", "nemesis.corruptions"] if masked else []
    return Place(
        [{"players": players, "nemesis": nemesis}] * 6, 11, 1 / 8, hides, bare=[] if masked else ["deck"], luck=players,
        telling=lambda s: bool(s.shuffled.any() and s.seen.any()) == masked,
    )  # fmt: skip


def partly_known(s, card):
    """The lowest card of the turn order is known, three of a deck are shuffled, and one corruption has been seen."""
    s.turn_known, s.shuffled[0], s.seen[card("lust_for_power")] = 1, 3, 1


SITUATION = Situation(
    table={"players": 2, "nemesis": "crooked_mask"},
    given={
        "turn_order.deck": ["p1", "p2", "nemesis", "wild"],
        "nemesis.deck": ["tempt", "skewer", "pain_sower", "dispel"],
        "nemesis.unused": ["slaughter", "bane_sire"],
        "p1.deck": ["crystal", "contagion", "spark", "jade", "ignite"],
        "p2.deck": ["fever_of_war", "crystal"],
        "nemesis.corruptions": ["blind_abandon", "lust_for_power"],
    },
    so=partly_known,
    alike={
        "turn": ["p1", "p2", "nemesis"],
        "tiers": ["tempt", "skewer", "slaughter", "bane_sire", "pain_sower", "dispel"],
        "deck": ["spark", "jade", "ignite"],
        "corruptions": ["blind_abandon", "contagion", "fever_of_war"],
    },
    # two of each tier, those of the nemesis among them, and two left out
    possible={"tiers": lambda c: "tempt" in c[:2] and {*c[2:4]} == {"pain_sower", "dispel"} and c[4] > c[5]},
    known={"turn_order.deck": ["wild"], "p1.deck": ["crystal"], "nemesis.corruptions": ["lust_for_power"]},
    viewers=(0, 1),
)


ASKED = ["adelheim", "jian", "xaxos", "phaedraxa"]


@kernel(cache=False)
def known_turns(s, t):
    """The cards of the turn order of which all know where they lie."""
    total = 0
    for i in range(s.turn_deck.n):
        if s.turn_known >> i & 1 == 1:
            total += (i + 1) * s.turn_deck.card[i]
    return total


@kernel(cache=False)
def turns_to_come(s, t):
    """Which cards are left in the turn order, in whatever order."""
    total = 0
    for i in range(s.turn_deck.n):
        total += (s.turn_deck.card[i] + 1) ** 2
    return total


@kernel(cache=False)
def sizes_of_piles(s, t):
    """How many cards lie in the turn order, the nemesis deck, beside it and among the corruptions."""
    return s.turn_deck.n + 2 * s.nemesis_deck.n + 3 * s.unused.n + 4 * s.corruptions.n


@kernel(cache=False)
def tiers(s, t):
    """The tiers of the nemesis deck."""
    total = 0
    for i in range(s.nemesis_deck.n):
        total += (i + 1) * t.card[s.nemesis_deck.card[i]].tier
    return total


@kernel(cache=False)
def unshuffled_decks(s, t):
    """The cards of decks that are not shuffled, but for corruptions that nobody has seen."""
    total = 0
    for seat in range(s.players):
        for i in range(s.shuffled[seat], s.deck[seat].n):
            card = s.deck[seat].card[i]
            if t.card[card].type != Type.CORRUPTION or s.seen[card] == 1:
                total += (seat + i + 1) * card
    return total


@kernel(cache=False)
def next_turn(s, t):
    """The uppermost card of the turn order."""
    return piles.top(s.turn_deck)


@kernel(cache=False)
def next_turn_late(s, t):
    """Whether the nemesis has the next turn, told late in a game."""
    return piles.top(s.turn_deck) == NEMESIS_CARD and s.turn > 12


@kernel(cache=False)
def next_nemesis_card(s, t):
    """The uppermost card of the nemesis deck."""
    return piles.top(s.nemesis_deck)


@kernel(cache=False)
def left_out(s, t):
    """A basic card that is not in this game."""
    return s.unused.card[0]


@kernel(cache=False)
def top_of_a_shuffled_deck(s, t):
    """The uppermost card of the deck of the seat to move, if all of it is shuffled."""
    deck = s.deck[s.to_move]
    return piles.top(deck) if s.shuffled[s.to_move] == deck.n else 0


@kernel(cache=False)
def corruption_on_the_deck(s, t):
    """The uppermost card of the deck of the seat to move, if it is a corruption."""
    card = piles.top(s.deck[s.to_move])
    return card if t.card[card].type == Type.CORRUPTION else 0


@kernel(cache=False)
def next_corruption(s, t):
    """The uppermost of the corruptions."""
    return piles.top(s.corruptions)


@kernel(cache=False)
def is_next_turn_another(s):
    """Whether any but the first player has the next turn."""
    return piles.top(s.turn_deck) > 0


KNOWLEDGE = Knowledge(
    places={f"{n} against {foe}": place(n, foe) for n, foe in AGAINST},
    hidden=("deck", "turn_deck", "nemesis_deck", "unused", "corruptions"),
    seen=seen,
    situation=SITUATION,
    tables=lambda n: [{"players": n, "nemesis": nemesis, "supply": DRAWN, "mages": ASKED[-n:]} for nemesis in NEMESES],
    asked=("main", "casting", "target", "order", "discard", "destroy", "option", "player"),
    reads=[known_turns, turns_to_come, sizes_of_piles, tiers, unshuffled_decks],
    peeks={
        "reads the turn order": next_turn,
        "reads the nemesis deck": next_nemesis_card,
        "reads what is left out": left_out,
        "reads a shuffled deck": top_of_a_shuffled_deck,
        "reads an unseen corruption": corruption_on_the_deck,
        "reads the corruptions": next_corruption,
        "reads the turn order late": next_turn_late,
    },
    leak=is_next_turn_another,
    luck={"the market": MARKET, "the turn order": ORDER, "the dice": DICE},
    asked_at_once=2_000,
    seconds=lambda agent: 0.8 if agent == "random" else 0.4,
)

# --- the changes of one fact of a card, mage or mat -------------------------------------------------------------------

FACTS = GAME.words.cards(())
CRYSTAL, SPARK = list(FACTS).index("crystal"), list(FACTS).index("spark")
PLAYER, NEMESIS = members(Type, "gem relic spell"), members(Type, "minion power attack")
OTHERS = {"count": all_others(*Count), "condition": all_others(*Condition)}
TEXTS = Texts(GAME, vocabulary(), {"operation": int(Operation.END)}, silent=(Operation.END,), instead=OTHERS)


def changes(name: str) -> Changes:
    """Every change of one fact of a card, mage or mat."""
    kinds = {"mage": changes_of_mage, "nemesis": changes_of_mat}
    return kinds.get(FACTS[name]["type"], changes_of_card)(name)


def changes_of_card(name: str) -> Changes:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    kind = Type(int(card.now["type"]))
    yield from card.others("type", next((group for group in (PLAYER, NEMESIS) if kind in group), ()))
    if kind in PLAYER:
        yield from card.near("cost")
    if kind in PLAYER and card.now["copies"]:
        yield from card.near("copies", least=1)
        yield from card.turned("gain_on_deck")
    if kind == Type.SPELL:
        yield from card.turned("prep_unfocused")
    if kind in NEMESIS:
        yield from card.others("tier", (1, 2, 3))
    if kind in (Type.MINION, Type.POWER):
        yield from card.near("value")
    if kind == Type.MINION:
        yield from card.others("damage_cap", (1, 2, 3, ALL))
        yield from card.turned("husks_shield")
    if kind == Type.POWER:
        yield from card.others("husk_life", (1, 2))
    if kind in (*NEMESIS, Type.STRIKE):
        none = card.now["origin"] == Origin.BASIC or kind == Type.STRIKE
        yield card.change("nemesis: none or all", {"origin": Origin.OTHER_NEMESIS if none else Origin.BASIC})
    yield from card.without("crystal")
    for column in ("effect", "prepped", "after_casting", "immediately", "to_discard", "when_damaged"):
        yield from TEXTS.text(card.part(column, where=column))


def changes_of_mage(mage: str) -> Changes:
    """Every change of one fact of a mage."""
    yield from at_seat(mage, "charges", "charges").near(0, least=1)
    yield from at_seat(mage, "window", "window").others(0, Window)
    state, turned = at_seat(mage, "breach_state", "breach"), at_seat(mage, "breach_turned", "breach turned")
    for breach in range(BREACHES):
        yield from state.others(breach, (Breach.NONE, Breach.CLOSED, Breach.OPEN))
        if state.now[breach] == Breach.CLOSED:
            yield from turned.others(breach, range(4))
    for zone in ("hand", "deck"):
        number, cards = at_seat(mage, f"n_{zone}", f"cards in {zone}"), at_seat(mage, f"start_{zone}", zone)
        yield from number.others(0, [int(number.now[0]) - 1])
        for place in range(int(number.now[0])):
            yield from cards.others(place, [SPARK if cards.now[place] == CRYSTAL else CRYSTAL])
    yield from TEXTS.text(at_seat(mage, "ability", "ability"))


def at_seat(mage: str, field: str, where: str) -> Entry:
    """What the tables say in a field of a mage, wherever he sits."""

    def find(tables, table):
        mages = table.get("mages", SEATED[table.get("players", 2)])
        return tables[field].reshape(SEATS, -1)[mages.index(mage)] if mage in mages else None

    return of_table(GAME, {"mages": [mage]}, find, where)


def changes_of_mat(name: str) -> Changes:
    """Every change of one fact of a mat: for experts of those alone that are others for them."""
    normal, expert = at_mat(name, "normal"), at_mat(name, "expert")
    yield from normal.near("nemesis_life", "strikes_at", "fury_after_strike", blank=0)
    yield from normal.turned("devours", "corrupts")
    for line in range(len(SWARM_ROWS)):
        yield from TEXTS.text(normal.part("swarm", line, where=f"swarm {line}"))
    if "fury_after_strike_expert" in FACTS[name]:
        yield from expert.near("fury_after_strike")
    for text in ("setup", "unleash"):
        for mat in (normal, expert) if f"{text}_expert" in FACTS[name] else (normal,):
            yield from TEXTS.text(mat.part(text, where=text))


def at_mat(mat: str, difficulty: str) -> Entry:
    """What the tables say of a mat at one of the two difficulties."""

    def find(tables, table):
        expert = difficulty == "expert"
        return tables if (table.get("nemesis", "rageborne"), bool(tables.expert)) == (mat, expert) else None

    return of_table(GAME, {"nemesis": mat, "difficulty": difficulty}, find, difficulty.replace("normal", ""))


HOUSES = {
    2: {"mages": ["phaedraxa", "jian"], "supply": DRAWN},
    1: {"solo_exhaustion_loses": False},
    3: {"difficulty": "extinction", "hand": 7, "supply": "starter_simple"},
    4: {"supply": "free_charges", "first": "p3"},
}
"""House rules by the number of players."""
MIXED = ["best", "random", "economy_first", "spell_damage"]
LOGS = {"supply": DRAWN, "nemesis": "rageborne"}, {"supply": DRAWN, "nemesis": "crooked_mask"}
DEVOURED = {f"{n}_devoured": ({"players": n, "nemesis": "prince_of_gluttons"}, ["best"] * n, 4, 3) for n in COUNTS}
COSTS = partial(by_one, TEXTS.tables, focus_cost=1, open_cost=4, breach_bonus=0)
SUBJECT = Subject(
    game=GAME,
    tables={
        f"{n} against {foe}": {"players": n, "nemesis": foe} | HOUSES[n] for foe in reversed(NEMESES) for n in HOUSES
    },
    short={"gravehold": 8},
    redealt={f"{players} against crooked_mask": 45 for players in COUNTS},
    transcripts=three_games(COUNTS, MIXED, *LOGS, lambda n: {"nemesis": "carapace_queen"} | HOUSES[n]) | DEVOURED,
    invariants=Invariants(RULES, PLAYOUTS, many, 1, ripe=lambda s: s.turn >= 2),
    knowledge=KNOWLEDGE,
    mutations=Mutations(tuple(FACTS), changes, least=3000, of_the_table=COSTS, table_scenarios=("", *FACTS)),
    bystanders={"destroyed": ["crystal"], "p1.deck": ["crystal"], "p2.deck": ["crystal"]},
    scenarios=1_938,
    of_seats=lambda table: {"mages": SEATED[table.get("players", 2)]},
)
