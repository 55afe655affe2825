"""What holds in every state of Nightfall: no card and no wound lost, no link that does not match, one outcome."""

from contract.piles import all_nothing, count_cards, spoil_end
from contract.subject import COMMON, SOUND, Invariants, Playout, Run

from sim import load_game
from sim.core.kernel import kernel
from sim.nightfall.cards import CARD_TYPES_MAX
from sim.nightfall.seats import given_by, total_wounds
from sim.nightfall.state import DONE, NOTHING, SEATS, WOUND_TYPES, Cause, Decision, Frame, Phase, Type

GAME = load_game("nightfall")

RULES = (
    *COMMON,
    "every card is in one zone",
    "a pile holds between 0 and all its cards",
    "wounds owned are those in hand, deck and discard pile",
    "wounds given are those owned and those exiled, the others lie in the stack",
    "the counted wounds are those not given yet, and with the last the game is about to end",
    "minions in play are minions with health, at most as printed",
    "no minion attacks or blocks but in combat",
    "no defender deals damage",
    "every link's colour matches",
    "an order is kicked by the colour of the one before, and the first never",
    "an archive holds between 0 and all its copies",
    "known cards are cards in hand",
    "influence is not negative, and there is none outside of chain and claim",
    "the player to move is the right one",
    "nothing is pending between the steps of a phase, something in every choice of a text",
    "after his cleanup a player holds as many cards as he should",
    "turns do not go back, and end at the limit",
    "the players with the fewest wounds share one point",
    "the measures are those of the final state",
)
(
    CARDS, PILES, OWNED, GIVEN, COUNTED, MINIONS, COMBAT, DEFENDERS, LINKS, KICKERS, ARCHIVES, KNOWN, INFLUENCE,
    TO_MOVE, PENDING, REFILL, TURNS, OUTCOME, MEASURES,
) = range(len(COMMON), len(RULES))  # fmt: skip
OF_A_PHASE = (
    Decision.DRAFT, Decision.ATTACK, Decision.BLOCK, Decision.COMBAT, Decision.CHAIN, Decision.CLAIM, Decision.WOUNDS,
)  # fmt: skip
OF_THE_ACTIVE = (Decision.ATTACK, Decision.COMBAT, Decision.CLAIM, Decision.WOUNDS)
WOUNDS_AT = GAME.measures.index("p1_wounds")
PER_SEAT = GAME.measures.index("p2_wounds") - WOUNDS_AT
TURN_NOTED, HEALTH_NOTED, SUFFERED_NOTED = range(2 * CARD_TYPES_MAX, 2 * CARD_TYPES_MAX + 3)


@kernel(cache=False)
def copies_in(pile, card):
    """How many copies of a card lie in a pile."""
    found = 0
    for i in range(pile.n):
        found += pile.card[i] == card
    return found


@kernel(cache=False)
def broken_wounds(s, t, seat):
    """Whether a player owns other wounds than lie in his zones."""
    for kind in range(WOUND_TYPES):
        card = t.wound[kind]
        found = s.discard[seat, card] + copies_in(s.deck[seat], card) + copies_in(s.hand[seat], card)
        if found != s.wounds[seat, kind]:
            return True
    return False


@kernel(cache=False)
def broken_seat(s, t, seat, counts):
    """The first of RULES that a seat breaks; adds its cards to counts."""
    if not count_cards(s.deck[seat], counts) or not count_cards(s.hand[seat], counts):
        return PILES
    least = 0
    for card in range(t.n_cards):
        least = min(least, s.discard[seat, card])
        counts[card] += s.discard[seat, card]
    if least < 0:
        return PILES
    if broken_wounds(s, t, seat):
        return OWNED
    if s.known[seat] < 0 or s.known[seat] > s.hand[seat].n:
        return KNOWN
    for place in range(s.play[seat].n):
        minion = s.play[seat].minion[place]
        counts[minion.card] += 1
        if t.card[minion.card].is_minion == 0 or not 1 <= minion.health <= t.card[minion.card].health:
            return MINIONS
        in_combat = s.phase in (Phase.ATTACK, Phase.BLOCK, Phase.COMBAT)
        attacks, blocks = minion.target >= 0 or minion.target == DONE, minion.blocks != NOTHING
        if (attacks or blocks) and (not in_combat or attacks == blocks or attacks != (seat == s.active)):
            return COMBAT
    return SOUND


@kernel(cache=False)
def broken_chain(s, t, counts):
    """The first of RULES that the chain breaks; adds its cards to counts."""
    for i in range(s.n_chain):
        order = s.chain[i]
        counts[order.card] += 1
        kicked = False
        if i > 0:
            before = t.card[s.chain[i - 1].card]
            if (before.links >> t.card[order.card].colour) & 1 == 0:
                return LINKS
            kicked = before.colour == t.card[order.card].kicker
        if (order.kicked == 1) != kicked:
            return KICKERS
    return SOUND


@kernel(cache=False)
def broken_table(s, t, counts):
    """The first of RULES that archives, stack and counters break; counts: all cards of the seats and the chain."""
    for i in range(s.n_archives):
        archive = s.archive[i]
        if archive.left < 0 or archive.left > t.card[archive.card].copies:
            return ARCHIVES
        counts[archive.card] += archive.left - t.card[archive.card].copies
    if not count_cards(s.stack, counts):
        return PILES
    if not all_nothing(counts, t.n_cards):
        return CARDS
    given, owned, exiled = 0, 0, 0
    for kind in range(WOUND_TYPES):
        exiled += s.exiled[t.wound[kind]]
    for seat in range(s.players):
        given += given_by(s, seat)
        owned += total_wounds(s, seat)
    if given != owned + exiled:
        return GIVEN
    counted = max(t.counted_wounds * s.players - given, 0)
    return COUNTED if s.counted != counted or (s.ending == 1) != (counted == 0) else SOUND


@kernel(cache=False)
def broken_state(s, t, turn, counts):
    """The first of RULES that any state breaks; counts: room for one number a card, then what is owed of each."""
    for card in range(t.n_cards):
        counts[card] = s.exiled[card] - counts[CARD_TYPES_MAX + card]
    for seat in range(SEATS):
        rule = broken_seat(s, t, seat, counts)
        if rule != SOUND:
            return rule
    rule = broken_chain(s, t, counts)
    if rule != SOUND:
        return rule
    return broken_table(s, t, counts)


@kernel(cache=False)
def broken_defenders(s, counts):
    """Whether a minion of the active player lost health in the combat of his own turn."""
    if s.phase not in (Phase.ATTACK, Phase.BLOCK, Phase.COMBAT):
        return False
    health = 0
    for place in range(s.play[s.active].n):
        health += s.play[s.active].minion[place].health
    if counts[TURN_NOTED] != s.turn:
        counts[TURN_NOTED], counts[HEALTH_NOTED] = s.turn, health
    return counts[HEALTH_NOTED] != health


@kernel(cache=False)
def broken_refill(s, t, counts):
    """Whether the player before, who has drawn and lost nothing in combat since, could have drawn more. Where a wound
    is shed for no card, he may hold less.
    """
    if t.cards_for_wound == 0:
        return False
    last = (s.active - 1 + s.players) % s.players
    there = s.hand[last].n + s.deck[last].n
    for card in range(t.n_cards):
        there += s.discard[last, card]
    return s.hand[last].n < min(t.hand, there) and counts[SUFFERED_NOTED] == suffered_in_all(s)


@kernel(cache=False)
def suffered_in_all(s):
    """How many wounds players have been given, and minions of theirs destroyed."""
    given = 0
    for seat in range(s.players):
        given += given_by(s, seat) + s.destroyed[seat]
    return given


@kernel(cache=False)
def broken_turn(s, t, turn, counts):
    """The first of RULES that a state in which somebody is to decide breaks; turn: the turn of the state before."""
    seat, decision = s.to_move, s.decision
    if seat < 0 or seat >= s.players or (decision in OF_THE_ACTIVE and seat != s.active):
        return TO_MOVE
    if (decision == Decision.BLOCK and seat == s.active) or (decision == Decision.CHAIN and seat != s.seat):
        return TO_MOVE
    if (decision in OF_A_PHASE) != (s.n_frames == 0) or decision == Decision.NONE:
        return PENDING
    if decision in (Decision.ABSORB, Decision.DISCARD) and seat != s.frame[s.n_frames - 1].a:
        return TO_MOVE
    if s.influence < 0 or (s.influence > 0 and s.phase not in (Phase.RESOLVE, Phase.CLAIM)):
        return INFLUENCE
    if s.turn < turn or s.turn >= t.round_limit * s.players:
        return TURNS
    if s.turn > turn and s.n_frames == 0 and s.n_chain == 0 and s.phase <= Phase.CHAIN and broken_refill(s, t, counts):
        return REFILL
    counts[SUFFERED_NOTED] = suffered_in_all(s)
    return DEFENDERS if broken_defenders(s, counts) else SOUND


@kernel(cache=False)
def broken_end(s, t, measures, counts):
    """The first of RULES that a game that is over breaks."""
    total, fewest = 0.0, 1000
    for seat in range(SEATS):
        total += s.score[seat]
        if seat < s.players:
            fewest = min(fewest, total_wounds(s, seat))
    for seat in range(SEATS):
        if s.score[seat] > 0 and (seat >= s.players or total_wounds(s, seat) != fewest):
            return OUTCOME
    limit = s.turn == t.round_limit * t.players
    if abs(total - 1.0) > 1e-6 or s.over != 1 or limit != (s.cause == Cause.ROUND_LIMIT) or limit == (s.ending == 1):
        return OUTCOME
    for seat in range(s.players):
        if measures[WOUNDS_AT + PER_SEAT * seat] != total_wounds(s, seat):
            return MEASURES
    return SOUND


@kernel(cache=False)
def begin(s, t, counts):
    """Notes how many starters and wounds there are of each, and that no combat has been looked at."""
    for card in range(t.n_cards):
        kind, copies = t.card[card].type, t.card[card].copies
        counts[CARD_TYPES_MAX + card] = copies * (s.players * (kind == Type.STARTER) + (kind == Type.WOUND))
    counts[TURN_NOTED], counts[HEALTH_NOTED], counts[SUFFERED_NOTED] = -1, 0, 0


@kernel(cache=False)
def spoil_play(s, t, rule):
    """Breaks a rule of the minions in play, if there are any that show it."""
    play = s.play[s.active]
    if rule == MINIONS and play.n > 0:
        play.minion[0].health = t.card[play.minion[0].card].health + 1
    elif rule == COMBAT and play.n > 0 and s.phase == Phase.CHAIN:
        play.minion[0].target = 0
    elif rule == DEFENDERS and play.n > 0 and s.phase in (Phase.BLOCK, Phase.COMBAT) and play.minion[0].health > 1:
        play.minion[0].health -= 1
    elif rule == LINKS and s.n_chain > 1:
        t.card[s.chain[0].card].links = 0
    elif rule == KICKERS and s.n_chain > 0:
        s.chain[0].kicked = 1


@kernel(cache=False)
def spoil(s, t, measures, rule):
    """Breaks one rule from turn 2 on."""
    seat = s.active
    if s.over == 1:
        spoil_end(s, measures, rule, OUTCOME, WOUNDS_AT)
        return
    if s.turn < 2:
        return
    if rule == CARDS:
        s.exiled[0] += 1
    elif rule == PILES:
        s.discard[seat, 0] = -1
    elif rule == OWNED:
        s.wounds[seat, 0] += 1
    elif rule == GIVEN:
        s.given[seat, seat] += 1
    elif rule == COUNTED:
        s.counted += 1
    elif rule == ARCHIVES:
        s.archive[0].left = -1
    elif rule == KNOWN:
        s.known[seat] = s.hand[seat].n + 1
    elif rule == INFLUENCE:
        s.influence = -1
    elif rule == TO_MOVE:
        s.to_move = s.players
    elif rule == PENDING:
        s.n_frames = 1 - s.n_frames if s.n_frames < 2 else s.n_frames
        s.frame[0].kind, s.frame[0].a = Frame.ENTER, s.to_move
    elif rule == REFILL:
        spoil_hand(s)
    elif rule == TURNS:
        s.turn = 0
    else:
        spoil_play(s, t, rule)


@kernel(cache=False)
def spoil_hand(s):
    """As a turn begins, the player before has put a card that is no wound back into his deck."""
    last = (s.active - 1 + s.players) % s.players
    hand, deck = s.hand[last], s.deck[last]
    if s.phase == Phase.CHAIN and s.n_chain == 0 and hand.n > 0 and s.known[last] < hand.n:
        hand.n -= 1
        deck.card[deck.n] = hand.card[hand.n]
        deck.n += 1


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
    """Tables of two to five, every fourth with a random first player, every fifth without a draft."""
    table = {"players": 2 + number % 4}
    table |= {"first": "random"} if number % 3 == 2 else {}
    return table | ({"draft": "dealt"} if number % 5 == 4 else {})


INVARIANTS = Invariants(
    RULES,
    2 * CARD_TYPES_MAX + 3,
    [broken_state],
    broken_turn,
    broken_end,
    spoil,
    {"players": 3},
    PLAYOUTS,
    many,
    20_000,
    begin=begin,
)
