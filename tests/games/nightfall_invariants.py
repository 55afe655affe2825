"""What holds in every state of Nightfall: no card and no wound lost, no link that does not match, one outcome."""

from contract.rules import Rule, Rules, When, conserved
from contract.subject import Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
from sim.nightfall.cards import CARD_TYPES_MAX
from sim.nightfall.seats import given_by, total_wounds
from sim.nightfall.state import DONE, NOTHING, SEATS, WOUND_TYPES, Cause, Decision, Phase, Type

GAME = load_game("nightfall")
RULES = Rules()
OF_A_PHASE = (
    Decision.DRAFT, Decision.ATTACK, Decision.BLOCK, Decision.COMBAT, Decision.CHAIN, Decision.CLAIM, Decision.WOUNDS,
)  # fmt: skip
OF_THE_ACTIVE = (Decision.ATTACK, Decision.COMBAT, Decision.CLAIM, Decision.WOUNDS)
OF_COMBAT = (Phase.ATTACK, Phase.BLOCK, Phase.COMBAT)
TURN_NOTED, HEALTH_NOTED, SUFFERED_NOTED = range(2 * CARD_TYPES_MAX, 2 * CARD_TYPES_MAX + 3)
AFTER_CLEANUP = "s.turn > turn and s.n_frames == 0 and s.n_chain == 0 and s.phase <= Phase.CHAIN"


@kernel(cache=False)
def begin(s, t, room):
    """Notes how many starters and wounds there are of each, and that no combat has been looked at."""
    for card in range(t.n_cards):
        kind, copies = t.card[card].type, t.card[card].copies
        room[CARD_TYPES_MAX + card] = copies * (s.players * (kind == Type.STARTER) + (kind == Type.WOUND))
    room[TURN_NOTED], room[HEALTH_NOTED], room[SUFFERED_NOTED] = -1, 0, 0


@kernel(cache=False)
def elsewhere(s, t, room):
    """Counts the cards that lie in no pile: discarded, exiled, in play, in the chain, or gone from the archives; breaks
    no rule.
    """
    for card in range(t.n_cards):
        room[card] = s.exiled[card]
    for seat in range(s.players):
        discard = s.discard[seat]
        for card in range(t.n_cards):
            room[card] += discard[card]
        for place in range(s.play[seat].n):
            room[s.play[seat].minion[place].card] += 1
    for i in range(s.n_chain):
        room[s.chain[i].card] += 1
    for i in range(s.n_archives):
        room[s.archive[i].card] += s.archive[i].left - t.card[s.archive[i].card].copies
    return False


@RULES.always("s.discard[seat, 0] = -1")
def is_owing(s, t, seat):
    """A discard pile holds no less than nothing."""
    discard, signs = s.discard[seat], 0
    for card in range(t.n_cards):
        signs |= discard[card]
    return signs < 0


@RULES.always("s.archive[0].left = -1", "s.archive[0].left = t.card[s.archive[0].card].copies + 1")
def has_wrong_archives(s, t):
    """An archive holds between 0 and all its copies."""
    for i in range(s.n_archives):
        if s.archive[i].left < 0 or s.archive[i].left > t.card[s.archive[i].card].copies:
            return True
    return False


RULES += conserved(["s.deck[seat]", "s.hand[seat]", "s.stack"], elsewhere, "s.exiled[0] += 1")


@kernel(cache=False)
def copies_in(pile, card):
    """How many copies of a card lie in a pile."""
    found = 0
    for i in range(pile.n):
        found += pile.card[i] == card
    return found


@RULES.always("s.wounds[seat, 0] += 1")
def owns_other_wounds(s, t, seat):
    """Wounds owned are those in hand, deck and discard pile."""
    for kind in range(WOUND_TYPES):
        card = t.wound[kind]
        found = s.discard[seat, card] + copies_in(s.deck[seat], card) + copies_in(s.hand[seat], card)
        if found != s.wounds[seat, kind]:
            return True
    return False


RULES.holds("known cards are cards in hand", "0 <= s.known[seat] <= s.hand[seat].n")


@RULES.always("minion.health = t.card[minion.card].health + 1", "minion.health = 0")
def has_wrong_minions(s, t, seat):
    """Minions in play are minions with health, at most as printed."""
    for place in range(s.play[seat].n):
        minion = s.play[seat].minion[place]
        if t.card[minion.card].is_minion == 0 or not 1 <= minion.health <= t.card[minion.card].health:
            return True
    return False


@RULES.always("minion.target = 0", ripe="s.turn > 1 and s.phase == Phase.CHAIN")
def fights_too_early(s, seat):
    """No minion attacks or blocks but in combat."""
    for place in range(s.play[seat].n):
        minion = s.play[seat].minion[place]
        attacks, blocks = minion.target >= 0 or minion.target == DONE, minion.blocks != NOTHING
        if (attacks or blocks) and (s.phase not in OF_COMBAT or attacks == blocks or attacks != (seat == s.active)):
            return True
    return False


@RULES.always("t.card[before_last.card].links = 0")
def is_linked_wrongly(s, t):
    """Every link's colour matches."""
    for i in range(1, s.n_chain):
        if (t.card[s.chain[i - 1].card].links >> t.card[s.chain[i].card].colour) & 1 == 0:
            return True
    return False


@RULES.always("s.chain[: s.n_chain][0].kicked = 1")
def is_kicked_wrongly(s, t):
    """An order is kicked by the colour of the one before, and the first never."""
    for i in range(s.n_chain):
        order = s.chain[i]
        kicked = i > 0 and t.card[s.chain[i - 1].card].colour == t.card[order.card].kicker
        if (order.kicked == 1) != kicked:
            return True
    return False


@kernel(cache=False)
def all_given(s):
    """How many wounds players have been given."""
    given = 0
    for seat in range(s.players):
        given += given_by(s, seat)
    return given


@RULES.always("s.given[seat, seat] += 1")
def has_given_others(s, t):
    """Wounds given are those owned and those exiled, the others lie in the stack."""
    owned = 0
    for kind in range(WOUND_TYPES):
        owned += s.exiled[t.wound[kind]]
    for seat in range(s.players):
        owned += total_wounds(s, seat)
    return owned != all_given(s)


@RULES.always("s.counted += 1", "s.ending ^= 1")
def counts_wrongly(s, t):
    """The counted wounds are those not given yet, and with the last the game is about to end."""
    counted = max(t.counted_wounds * s.players - all_given(s), 0)
    return s.counted != counted or (s.ending == 1) != (counted == 0)


@RULES.asked("s.n_frames ^= 1")
def is_pending(s):
    """Nothing is pending between the steps of a phase, something in every choice of a text."""
    return (s.decision in OF_A_PHASE) != (s.n_frames == 0)


@RULES.asked("s.to_move = (s.active + 1) % s.players", ripe="s.turn > 1 and s.decision == Decision.CLAIM")
def is_not_his_turn(s):
    """The player to move is the right one."""
    seat, decision = s.to_move, s.decision
    if (decision in OF_THE_ACTIVE and seat != s.active) or (decision == Decision.BLOCK and seat == s.active):
        return True
    if decision == Decision.CHAIN and seat != s.seat:
        return True
    return decision in (Decision.ABSORB, Decision.DISCARD) and seat != s.frame[s.n_frames - 1].a


RULES.holds("influence is not negative", "s.influence >= 0", when=When.ASKED)


@RULES.asked("s.influence = 1", ripe="s.turn > 1 and s.phase == Phase.CHAIN")
def has_influence(s):
    """There is no influence outside of chain and claim."""
    return s.influence > 0 and s.phase not in (Phase.RESOLVE, Phase.CLAIM)


RULES.append(Rule("turns end at the limit", When.ASKED, ["t.round_limit = 0"], ["s.turn >= t.round_limit * s.players"]))


@kernel(cache=False)
def suffered_in_all(s):
    """How many wounds players have been given, and minions of theirs destroyed."""
    found = all_given(s)
    for seat in range(s.players):
        found += s.destroyed[seat]
    return found


@RULES.asked("put(s, s.deck[last], held); take(s.hand[last], int(s.known[last]))", only=AFTER_CLEANUP)
def holds_too_few(s, t, room):
    """After his cleanup a player holds as many cards as he should."""
    if t.cards_for_wound == 0 or room[SUFFERED_NOTED] != suffered_in_all(s):  # a wound may be shed for no card
        return False
    last = (s.active - 1 + s.players) % s.players
    there = s.hand[last].n + s.deck[last].n
    for card in range(t.n_cards):
        there += s.discard[last, card]
    return s.hand[last].n < min(t.hand, there)


@RULES.asked("fighter.health -= 1", ripe="s.turn > 1 and s.phase in (Phase.BLOCK, Phase.COMBAT)")
def has_hurt_attackers(s, room):
    """No defender deals damage, so that attackers lose no health."""
    room[SUFFERED_NOTED] = suffered_in_all(s)
    if s.phase not in OF_COMBAT:
        return False
    health = 0
    for place in range(s.play[s.active].n):
        health += s.play[s.active].minion[place].health
    if room[TURN_NOTED] != s.turn:
        room[TURN_NOTED], room[HEALTH_NOTED] = s.turn, health
    return room[HEALTH_NOTED] != health


@RULES.at_the_end("s.score[:] = s.score[::-1].copy()", "s.cause = Cause.ROUND_LIMIT - s.cause + 1")
def is_won_wrongly(s, t):
    """The players with the fewest wounds share one point."""
    fewest = 1000
    for seat in range(s.players):
        fewest = min(fewest, total_wounds(s, seat))
    for seat in range(SEATS):
        if s.score[seat] > 0 and (seat >= s.players or total_wounds(s, seat) != fewest):
            return True
    limit = s.turn == t.round_limit * t.players
    return limit != (s.cause == Cause.ROUND_LIMIT) or limit == (s.ending == 1)


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
    """Tables of two to five, every fourth with a random first player, every fifth without a draft; two of three groups
    of four end early.
    """
    table = {"players": 2 + number % 4}
    table |= {"first": "random"} if number % 3 == 2 else {}
    table |= {"counted_wounds": 2} if number // 4 % 3 else {}
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
    room=2 * CARD_TYPES_MAX + 3,
    begin=begin,
)
