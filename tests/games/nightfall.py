"""What the contract must know of Nightfall."""

from contract import piles
from contract.card_changes import Changes, Texts
from contract.rules import Rules
from contract.runs import Playout, Run, three_games
from contract.subject import Invariants, Knowledge, Mutations, Situation, Subject, places_of_each

from sim import load_game
from sim.nightfall.cards import STATICS, Operation, vocabulary
from sim.nightfall.seats import given_by, total_wounds
from sim.nightfall.state import DRAFT_STEPS, NOTHING, PACKET, Colour, Decision, Phase, Type

GAME = load_game("nightfall")
COUNTS = GAME.player_counts
ORDERS = [card for card, fields in GAME.words.cards(()).items() if fields["type"] != "wound"]

# --- what holds in every state: no card and no wound lost, no link that does not match, one outcome -------------------

RULES = Rules(
    given_by,
    total_wounds,
    minions="s.play[seat].minion[: s.play[seat].n]",
    kind="t.card[card].type",
    printed="t.card[minion.card]",
    order="t.card[s.chain[i].card]",
    one_before="t.card[s.chain[i - 1].card]",
    steps="(Decision.DRAFT, Decision.ATTACK, Decision.BLOCK, Decision.COMBAT, Decision.CHAIN, Decision.CLAIM,"
    " Decision.WOUNDS)",
    in_combat="Phase.ATTACK <= s.phase <= Phase.COMBAT",
    attacks="(minion.target >= 0 or minion.target == DONE)",
    blocks="(minion.blocks != NOTHING)",
    all_given="sum(given_by(s, giver) for giver in range(s.players))",
    suffered="all_given + sum(s.destroyed[victim] for victim in range(s.players))",
    health="sum(minion.health for minion in s.play[s.active].minion[: s.play[s.active].n])",
    last="((s.active - 1 + s.players) % s.players)",
    cards_of_last="s.hand[last].n + s.deck[last].n + sum(s.discard[last, card] for card in range(t.n_cards))",
    after_a_cleanup="s.turn > turn and s.n_frames == 0 and s.n_chain == 0 and s.phase <= Phase.CHAIN",
)
RULES.read("""
always: a discard pile holds no less than nothing
    sum(s.discard[seat, card] < 0 for card in range(t.n_cards)) == 0
    broken by s.discard[seat, 0] = -1
always: an archive holds between 0 and all its copies
    all(0 <= archive.left <= t.card[archive.card].copies for archive in s.archive[: s.n_archives])
    broken by s.archive[0].left = -1
    broken by s.archive[0].left = t.card[s.archive[0].card].copies + 1
kept: every card is in one zone
    piles s.{deck hand}[seat]
    piles s.stack
    numbers s.exiled
    numbers s.discard[seat]
    counted minion.card for owner in range(s.players) for minion in s.play[owner].minion[: s.play[owner].n]
    counted link.card for link in s.chain[: s.n_chain]
    counted (archive.card, archive.left - t.card[archive.card].copies) for archive in s.archive[: s.n_archives]
    copies t.card[card].copies * (s.players * (kind == Type.STARTER) + (kind == Type.WOUND))
    broken by s.exiled[0] += 1
always: wounds owned are those in hand, deck and discard pile
    all(s.wounds[seat, wound] == copies_in(s.hand[seat], t.wound[wound]) + copies_in(s.deck[seat], t.wound[wound]) +
        s.discard[seat, t.wound[wound]] for wound in range(WOUND_TYPES))
    broken by s.wounds[seat, 0] += 1
always: known cards are cards in hand
    0 <= s.known[seat] <= s.hand[seat].n
always: minions in play are minions with health, at most as printed
    all(printed.is_minion and 1 <= minion.health <= printed.health for minion in minions)
    broken by minion.health = t.card[minion.card].health + 1
    broken by minion.health = 0
always: no minion attacks or blocks but in combat
    all(in_combat and attacks == (seat == s.active) and blocks == (seat != s.active)
        for minion in minions if attacks or blocks)
    broken by minion.target = 0
    ripe if s.turn > 1 and s.phase == Phase.CHAIN
always: every link's colour matches
    all(one_before.links >> order.colour & 1 for i in range(1, s.n_chain))
    broken by t.card[before_last.card].links = 0
always: an order is kicked by the colour of the one before, and the first never
    all(s.chain[i].kicked == (i > 0 and one_before.colour == order.kicker) for i in range(s.n_chain))
    broken by s.chain[: s.n_chain][0].kicked = 1
always: wounds given are those owned and those exiled, the others lie in the stack
    all_given == sum(total_wounds(s, owner) for owner in range(s.players))
        + sum(s.exiled[wound] for wound in t.wound[:WOUND_TYPES])
    broken by s.given[seat, seat] += 1
always: the counted wounds are those not given yet, and with the last the game is about to end
    s.counted == max(t.counted_wounds * s.players - all_given, 0)
    (s.ending == 1) == (s.counted == 0)
    broken by s.counted += 1
    broken by s.ending ^= 1
asked: nothing is pending between the steps of a phase, something in every choice of a text
    (s.decision in steps) == (s.n_frames == 0)
    broken by s.n_frames ^= 1
asked: the player to move is the right one
    s.decision in (Decision.ATTACK, Decision.COMBAT, Decision.CLAIM, Decision.WOUNDS) implies s.to_move == s.active
    s.decision == Decision.BLOCK implies s.to_move != s.active
    s.decision == Decision.CHAIN implies s.to_move == (s.active + s.at) % s.players
    s.decision in (Decision.ABSORB, Decision.DISCARD) implies s.to_move == s.frame[s.n_frames - 1].a
    broken by s.to_move = (s.active + 1) % s.players
    ripe if s.turn > 1 and s.decision == Decision.CLAIM
asked: influence is not negative
    s.influence >= 0
asked: there is no influence outside of chain and claim
    s.influence > 0 implies s.phase in (Phase.RESOLVE, Phase.CLAIM)
    broken by s.influence = 1
    ripe if s.turn > 1 and s.phase == Phase.CHAIN
asked: turns end at the limit
    s.turn < t.round_limit * s.players
    broken by t.round_limit = 0
after a cleanup: a player holds as many cards as he should, if a wound is never shed for none
    t.cards_for_wound > 0 and suffered == room[-3] implies s.hand[last].n >= min(t.hand, cards_of_last)
    broken by put(s, s.deck[last], take(s.hand[last], int(s.known[last])))
asked: no defender deals damage, so that attackers lose no health
    s.turn == turn and in_combat and Phase.ATTACK <= room[-2] <= Phase.COMBAT implies health == room[-1]
    noted(room, -1, health)
    noted(room, -2, s.phase)
    noted(room, -3, suffered)
    broken by fighter.health -= 1
    ripe if s.turn > 1 and s.phase in (Phase.BLOCK, Phase.COMBAT)
at the end: the players with the fewest wounds share one point
    s.score[seat] > 0 implies seat < s.players
    s.score[seat] > 0 implies total_wounds(s, seat) == min(total_wounds(s, other) for other in range(s.players))
    (s.cause == Cause.ROUND_LIMIT) == (s.turn == t.round_limit * s.players)
    (s.cause == Cause.ROUND_LIMIT) == (s.ending == 0)
    broken by s.score[:] = s.score[::-1].copy()
    broken by s.cause = Cause.ROUND_LIMIT - s.cause + 1
""")

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


LATE = f"t.card[{piles.top(f's.hand[{piles.ANOTHER}]')}].wound >= 0 and s.turn > 6 and s.decision == Decision.CHAIN"
"""Whether another hand has a wound on top, and that only in a late turn."""
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
    reads=[*piles.KNOWN_HANDS, "s.stack.card[i] for i in range(s.stack.n) if i == s.stack.n - 1 and s.counted > 0"],
    peeks=piles.PEEKS
    | {
        "reads the next wound": "s.stack.card[max(s.stack.n - 2, 0)]",
        "reads cards not dealt": "s.draft[max(s.n_draft - 1, 0)]",
        "reads what was just picked": "s.draft[np.argmax(s.drafted == 0)] if s.n_draft > 0 else 0",
        "reads another hand late": LATE,
    },
    leak="s.deck[s.to_move].n > 0 and s.deck[s.to_move].card[s.deck[s.to_move].n - 1] > 2",
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
        ripe="s.turn >= 2",
        given={
            "minion": "list(s.play[seat].minion[: s.play[seat].n])[0]",
            "fighter": "next(one for one in s.play[seat].minion[: s.play[seat].n] if one.health > 1)",
            "before_last": "s.chain[: max(s.n_chain - 1, 0)][-1]",
            "last": "(s.active - 1 + s.players) % s.players",
        },
        spoilt_table={"players": 3},
        measured={"wounds": "s.wounds[seat].sum()"},
        turns="10_000",
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(ORDERS, changes, least=1000, least_of_a_card=20),
    bystanders={"exiled": ["lilith"], "p1.deck": ["lilith"], "p2.deck": ["lilith"]},
    scenarios=678,
)
