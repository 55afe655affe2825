"""What holds in every state of Nightfall: no card and no wound lost, no link that does not match, one outcome."""

from contract.rules import Rules
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.nightfall.seats import given_by, total_wounds
from sim.nightfall.state import Decision

GAME = load_game("nightfall")
RULES = Rules(
    given_by,
    total_wounds,
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
    all_owned="sum(total_wounds(s, owner) for owner in range(s.players))",
    all_exiled="sum(s.exiled[wound] for wound in t.wound[:WOUND_TYPES])",
    suffered="all_given + sum(s.destroyed[victim] for victim in range(s.players))",
    health="sum(minion.health for minion in s.play[s.active].minion[: s.play[s.active].n])",
    health_before="room[-1]",
    phase_before="room[-2]",
    suffered_before="room[-3]",
    last="((s.active - 1 + s.players) % s.players)",
    cards_of_last="s.hand[last].n + s.deck[last].n + sum(s.discard[last, card] for card in range(t.n_cards))",
    limit="t.round_limit * s.players",
)
MINIONS = "minion in s.play[seat].minion[: s.play[seat].n]"

RULES.always(
    "a discard pile holds no less than nothing",
    "sum(s.discard[seat, card] < 0 for card in range(t.n_cards)) == 0",
    spoils=["s.discard[seat, 0] = -1"],
)
RULES.always(
    "an archive holds between 0 and all its copies",
    "all(0 <= archive.left <= t.card[archive.card].copies for archive in s.archive[: s.n_archives])",
    spoils=["s.archive[0].left = -1", "s.archive[0].left = t.card[s.archive[0].card].copies + 1"],
)
RULES.keep_all(
    ["s.deck[seat]", "s.hand[seat]", "s.stack"],
    "s.exiled[0] += 1",
    numbers=["s.exiled", "s.discard[seat]"],
    others=[
        "minion.card for owner in range(s.players) for minion in s.play[owner].minion[: s.play[owner].n]",
        "link.card for link in s.chain[: s.n_chain]",
        "(archive.card, archive.left - t.card[archive.card].copies) for archive in s.archive[: s.n_archives]",
    ],
    copies="t.card[card].copies * (s.players * (kind == Type.STARTER) + (kind == Type.WOUND))",
)
RULES.always(
    "wounds owned are those in hand, deck and discard pile",
    "all(s.wounds[seat, wound] == copies_in(s.hand[seat], t.wound[wound]) + copies_in(s.deck[seat], t.wound[wound])"
    " + s.discard[seat, t.wound[wound]] for wound in range(WOUND_TYPES))",
    spoils=["s.wounds[seat, 0] += 1"],
)
RULES.always("known cards are cards in hand", "0 <= s.known[seat] <= s.hand[seat].n")
RULES.always(
    "minions in play are minions with health, at most as printed",
    f"all(printed.is_minion and 1 <= minion.health <= printed.health for {MINIONS})",
    spoils=["minion.health = t.card[minion.card].health + 1", "minion.health = 0"],
)
RULES.always(
    "no minion attacks or blocks but in combat",
    f"all(in_combat and attacks == (seat == s.active) and blocks == (seat != s.active) for {MINIONS}"
    " if attacks or blocks)",
    spoils=["minion.target = 0"],
    ripe="s.turn > 1 and s.phase == Phase.CHAIN",
)
RULES.always(
    "every link's colour matches",
    "all(one_before.links >> order.colour & 1 for i in range(1, s.n_chain))",
    spoils=["t.card[before_last.card].links = 0"],
)
RULES.always(
    "an order is kicked by the colour of the one before, and the first never",
    "all(s.chain[i].kicked == (i > 0 and one_before.colour == order.kicker) for i in range(s.n_chain))",
    spoils=["s.chain[: s.n_chain][0].kicked = 1"],
)
RULES.always(
    "wounds given are those owned and those exiled, the others lie in the stack",
    "all_given == all_owned + all_exiled",
    spoils=["s.given[seat, seat] += 1"],
)
RULES.always(
    "the counted wounds are those not given yet, and with the last the game is about to end",
    "s.counted == max(t.counted_wounds * s.players - all_given, 0)",
    "(s.ending == 1) == (s.counted == 0)",
    spoils=["s.counted += 1", "s.ending ^= 1"],
)
RULES.asked(
    "nothing is pending between the steps of a phase, something in every choice of a text",
    "(s.decision in steps) == (s.n_frames == 0)",
    spoils=["s.n_frames ^= 1"],
)
RULES.asked(
    "the player to move is the right one",
    "s.decision in (Decision.ATTACK, Decision.COMBAT, Decision.CLAIM, Decision.WOUNDS) implies s.to_move == s.active",
    "s.decision == Decision.BLOCK implies s.to_move != s.active",
    "s.decision == Decision.CHAIN implies s.to_move == s.seat",
    "s.decision in (Decision.ABSORB, Decision.DISCARD) implies s.to_move == s.frame[s.n_frames - 1].a",
    spoils=["s.to_move = (s.active + 1) % s.players"],
    ripe="s.turn > 1 and s.decision == Decision.CLAIM",
)
RULES.asked("influence is not negative", "s.influence >= 0")
RULES.asked(
    "there is no influence outside of chain and claim",
    "s.influence > 0 implies s.phase in (Phase.RESOLVE, Phase.CLAIM)",
    spoils=["s.influence = 1"],
    ripe="s.turn > 1 and s.phase == Phase.CHAIN",
)
RULES.asked("turns end at the limit", "s.turn < limit", spoils=["t.round_limit = 0"])
RULES.asked(
    "after his cleanup a player holds as many cards as he should",
    # a wound may be shed for no card
    "t.cards_for_wound > 0 and suffered == suffered_before implies s.hand[last].n >= min(t.hand, cards_of_last)",
    spoils=["put(s, s.deck[last], held); take(s.hand[last], int(s.known[last]))"],
    only="s.turn > turn and s.n_frames == 0 and s.n_chain == 0 and s.phase <= Phase.CHAIN",
)
RULES.asked(
    "no defender deals damage, so that attackers lose no health",
    "s.turn == turn and in_combat and Phase.ATTACK <= phase_before <= Phase.COMBAT implies health == health_before",
    "noted(room, -1, health)",
    "noted(room, -2, s.phase)",
    "noted(room, -3, suffered)",
    spoils=["fighter.health -= 1"],
    ripe="s.turn > 1 and s.phase in (Phase.BLOCK, Phase.COMBAT)",
)
RULES.at_the_end(
    "the players with the fewest wounds share one point",
    "s.score[seat] > 0 implies seat < s.players",
    "s.score[seat] > 0 implies total_wounds(s, seat) == min(total_wounds(s, other) for other in range(s.players))",
    "(s.cause == Cause.ROUND_LIMIT) == (s.turn == limit)",
    "(s.cause == Cause.ROUND_LIMIT) == (s.ending == 0)",
    spoils=["s.score[:] = s.score[::-1].copy()", "s.cause = Cause.ROUND_LIMIT - s.cause + 1"],
)


HOUSE_RULES = {
    "few wounds": {"players": 2, "counted_wounds": 1, "round_limit": 3},
    "rich": {"players": 3, "influence": 20, "hand": 10, "counted_wounds": 20, "cards_for_wound": 4},
    "poor": {"players": 2, "influence": 0, "hand": 1, "wounds_give_influence": False, "cards_for_wound": 0},
    "dealt": {"players": 4, "draft": "dealt", "tie_break": "shared", "first": "random"},
    "given": {
        "players": 3,
        "draft": "dealt",
        "archives": [["hostile_takeover", "silver_net"], ["vulko"], []],
        "commons": ["mara_quill", "field_dressing", "ghoul_summoning", "big_ghost"],
        "tie_break": "fixed_order",
    },
    "as others": {"players": 2, "two_player_draft": "as_others", "first": "p2"},
}
ALL_DISRUPT = "".join(
    f"[{card}]\nlinks = ['blue', 'green', 'yellow', 'white', 'red', 'purple']\n"
    for card, fields in GAME.words.cards(()).items()
    if fields["type"] != "wound"
)
"""Every card links to every colour: long chains."""
IN_TWO = (Decision.ATTACK, Decision.TARGET_PLAYER, Decision.NEXT)
"""With one opponent there is nothing to choose among players."""
PLAYOUTS = {
    f"{players} players": Playout([Run({"players": players}, 1, 6_000)], IN_TWO if players == 2 else ())
    for players in GAME.player_counts
}
PLAYOUTS |= {name: Playout([Run(table, 2, 1_500)]) for name, table in HOUSE_RULES.items()}
PLAYOUTS |= {
    f"long chains, {players} players": Playout([Run({"players": players}, 3, 600, ALL_DISRUPT)])
    for players in GAME.player_counts
}


def many(number: int) -> dict:
    """Tables of two to five, every fourth with a random first player, every fifth without a draft; three of four
    groups of four end early.
    """
    table = {"players": 2 + number % 4}
    table |= {"first": "random"} if number % 3 == 2 else {}
    table |= {"counted_wounds": 2} if number // 4 % 4 else {}
    return table | ({"draft": "dealt"} if number % 5 == 4 else {})


INVARIANTS = Invariants(
    RULES,
    PLAYOUTS,
    many,
    ripe="s.turn >= 2",
    given={
        "minion": "list(s.play[seat].minion[: s.play[seat].n])[0]",
        "fighter": "next(one for one in s.play[seat].minion[: s.play[seat].n] if one.health > 1)",
        "before_last": "s.chain[: max(s.n_chain - 1, 0)][-1]",
        "last": "(s.active - 1 + s.players) % s.players",
        "held": "cards(s.hand[last])[int(s.known[last])]",
    },
    spoilt_table={"players": 3},
    measured={"wounds": "s.wounds[seat].sum()"},
    turns="10_000",
)
