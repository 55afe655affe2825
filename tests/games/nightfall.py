"""What the contract must know of Nightfall."""

from contract import piles
from contract.card_changes import Changes, Texts
from contract.runs import Playout, Run, three_games
from contract.subject import Invariants, Knowledge, Mutations, Situation, Subject, places_of_each

from sim import load_game
from sim.core.kernel import kernel
from sim.nightfall.cards import STATICS, Operation, vocabulary
from sim.nightfall.state import DRAFT_STEPS, NOTHING, PACKET, Colour, Decision, Phase, Type

from .nightfall_invariants import RULES

GAME = load_game("nightfall")
COUNTS = GAME.player_counts
ORDERS = [card for card, fields in GAME.words.cards(()).items() if fields["type"] != "wound"]

# --- the random games in which the invariants are looked at -----------------------------------------------------------

HOUSE_RULES = {
    "few wounds": {"players": 2, "counted_wounds": 1, "round_limit": 3},
    "rich": {"players": 3, "influence": 20, "hand": 10, "counted_wounds": 20, "cards_for_wound": 4},
    "poor": {"players": 2, "influence": 0, "hand": 1, "wounds_give_influence": False, "cards_for_wound": 0},
    "dealt": {"players": 4, "draft": "dealt", "tie_break": "shared", "first": "random"},
    "given": {"players": 3, "draft": "dealt", "archives": [["hostile_takeover", "silver_net"], ["vulko"], []]}
    | {"commons": ["mara_quill", "field_dressing", "ghoul_summoning", "big_ghost"], "tie_break": "fixed_order"},
    "as others": {"players": 2, "two_player_draft": "as_others", "first": "p2"},
}
ALL_DISRUPT = "".join(f"[{card}]\nlinks = {[colour.name.lower() for colour in Colour]}\n" for card in ORDERS)
"""Every card links to every colour: long chains."""
IN_TWO = (Decision.ATTACK, Decision.TARGET_PLAYER, Decision.NEXT)
"""With one opponent there is nothing to choose among players."""
PLAYOUTS = {f"{n} players": Playout([Run({"players": n}, 1, 6_000)], IN_TWO if n == 2 else ()) for n in COUNTS}
PLAYOUTS |= {name: Playout([Run(table, 2, 1_500)]) for name, table in HOUSE_RULES.items()}
PLAYOUTS |= {f"long chains, {n} players": Playout([Run({"players": n}, 3, 600, ALL_DISRUPT)]) for n in COUNTS}


def many(number: int) -> dict:
    """Tables of two to five, every fourth with a random first player, every fifth without a draft; three of four
    groups of four end early.
    """
    table = {"players": 2 + number % 4}
    table |= {"first": "random"} if number % 3 == 2 else {}
    table |= {"counted_wounds": 2} if number // 4 % 4 else {}
    return table | ({"draft": "dealt"} if number % 5 == 4 else {})


# --- what a seat cannot know: hands, the order of decks and of the wounds, the packets of the draft -------------------


def seen_in_draft(s, viewer):
    """What a seat has seen of the draft cards, told from where the packets have been: by place the card, if it knows
    which it is; by packet all cards that it has seen there and since lost sight of.
    """
    players = int(s.players)
    picked = [int(step) for step in s.drafted[: PACKET * players]]
    step = sum(taken < DRAFT_STEPS for taken in picked) // players
    certain, lost = {}, {}
    for packet in range(players):
        places = range(PACKET * packet, PACKET * packet + PACKET)
        held = [k for k in range(min(step, DRAFT_STEPS - 1) + 1) if (packet + k) % players == viewer]
        gone_on = any(picked[place] == step for place in places)
        for place in places:
            views = [k for k in held if picked[place] >= k]
            if not views:
                continue
            known = picked[place] == views[-1] or (views[-1] == step and not gone_on)
            missed = views[-1] != held[-1]  # it was there, and was gone when the packet came back
            if known or missed:
                certain[place] = int(s.draft[place])
            else:
                lost.setdefault(packet, []).append(int(s.draft[place]))
    return certain, {packet: sorted(found) for packet, found in lost.items()}


def seen(s, t, viewer):
    """All that a seat sees of hands, decks, the wounds and the draft."""
    stack = piles.cards(s.stack)
    return piles.seen_of_hands(s, viewer) | {
        "stack": (sorted(stack), stack[-1] if stack and s.counted > 0 else None),
        "draft": sorted(int(card) for card in s.draft[: s.n_draft]),
        "seen in the draft": seen_in_draft(s, viewer) if s.phase == Phase.DRAFT else None,
    }


@kernel(cache=False)
def top_of_the_stack(s, t):
    """The uppermost wound, which all know while wounds are counted."""
    return s.stack.card[s.stack.n - 1] if s.stack.n > 0 and s.counted > 0 else 0


@kernel(cache=False)
def next_wound(s, t):
    """The wound under the uppermost one."""
    return s.stack.card[max(s.stack.n - 2, 0)]


@kernel(cache=False)
def last_draft_card(s, t):
    """The last of the draft cards, which is not dealt at first."""
    return s.draft[max(s.n_draft - 1, 0)]


@kernel(cache=False)
def first_pick(s, t):
    """The first draft card that was picked in the first step."""
    if s.n_draft > 0:
        for place in range(s.drafted.size):
            if s.drafted[place] == 0:
                return s.draft[place]
        return s.draft[0]
    return 0


@kernel(cache=False)
def wound_in_another_hand_late(s, t):
    """Whether another hand has a wound on top, told late in a game."""
    card = piles.top_of_another_hand(s, t)
    return t.card[card].wound >= 0 and s.turn > 6 and s.decision == Decision.CHAIN


@kernel(cache=False)
def is_a_card_next(s):
    """Whether the uppermost card of the deck of the seat to move is any but the first three of the game."""
    deck = s.deck[s.to_move]
    return deck.n > 0 and piles.top(deck) > 2


KNOWLEDGE = Knowledge(
    places=places_of_each(
        COUNTS,
        "{} players",
        12,
        {"draft": "dealt"},
        every=17,
        share=1 / 5,
        hides=("deck", "hand", "stack"),
        telling=lambda s: bool(s.known.any()) and s.counted > 0,
    )
    | places_of_each(
        COUNTS,
        "draft of {}",
        40,
        {},
        every=1,
        share=1 / 2,
        hides=("deck", "draft", "picked", "stack"),
        seldom=("packet",),
        when=lambda s: s.phase == Phase.DRAFT,
        telling=lambda s: any(0 < step < DRAFT_STEPS for step in s.drafted),
    ),
    hidden=("deck", "hand", "stack", "draft"),
    seen=seen,
    situation=Situation(
        given={
            "p2.hand": ["vulko", "lilith"],
            "p2.known": ["lilith"],
            "p2.deck": ["big_ghost", "mara_quill"],
            "p1.deck": ["yuri_koroviev", "indigo_six", "ivan_radinsky"],
            "stack": ["dark_awakening", "genesis_one", "jj_mcteague", "franz_orlok"],
            "counted": 2,
        },
        table={"draft": "dealt"},
        alike={
            "other": ["vulko", "big_ghost", "mara_quill"],
            "own": ["yuri_koroviev", "indigo_six", "ivan_radinsky"],
            "stack": ["genesis_one", "jj_mcteague", "franz_orlok"],
        },
        known={"p2.hand": ["lilith"], "stack": ["dark_awakening"]},
    ),
    asked=("draft", "chain", "claim", "block", "wounds"),
    reads=[*piles.KNOWN_HANDS, top_of_the_stack],
    peeks=piles.PEEKS
    | {
        "reads the next wound": next_wound,
        "reads cards not dealt": last_draft_card,
        "reads what was just picked": first_pick,
        "reads another hand late": wound_in_another_hand_late,
    },
    leak=is_a_card_next,
)

# --- the changes of one fact of a card --------------------------------------------------------------------------------

WORDS = vocabulary(GAME.words.card_ids(), ())
TEXTS = Texts(GAME, WORDS, {"operation": 0}, unasked=set(Operation) - {Operation.CLAIM}, in_play=1 << Type.MINION)


def changes(name: str) -> Changes:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    yield from card.near("copies", least=1)
    if card.now["type"] != Type.STARTER:
        yield from card.near("cost")
    if card.now["is_minion"]:
        yield from card.near("strength")
        yield from card.near("health", least=1)
        yield from card.turned(*STATICS)
    yield from card.others("colour", Colour)
    for colour in Colour:
        yield card.change(f"link {colour.name.lower()} or not", {"links": int(card.now["links"]) ^ 1 << colour})
    if card.now["kicker"] != NOTHING:
        yield from card.others("kicker", Colour)
        yield from card.without("kicker", blank=NOTHING)
    for column in ("chain", "kicked"):
        yield from TEXTS.text(card.part(column, where=column))


HOUSE = {"players": 3, "hand": 7, "influence": 4, "counted_wounds": 6, "round_limit": 9, "tie_break": "shared"}
MIXED = ["best", "random", "swarm", "chain_builder", "attrition"]
SUBJECT = Subject(
    game=GAME,
    tables={"three": {"players": 3}, "two": {"players": 2}, "five": {"players": 5, "first": "random"}, "house": HOUSE},
    short={"counted_wounds": 2},
    redealt={"three": 100},
    transcripts=three_games(COUNTS, MIXED, {}, {"first": "random"}, HOUSE),
    invariants=Invariants(
        RULES,
        PLAYOUTS,
        many,
        16,
        ripe=lambda s: s.turn >= 2,
        spoilt_table={"players": 3},
        turns=10_000,
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(ORDERS, changes, least=1000, least_of_a_card=20),
    bystanders={"exiled": ["lilith"], "p1.deck": ["lilith"], "p2.deck": ["lilith"]},
    scenarios=927,
)
