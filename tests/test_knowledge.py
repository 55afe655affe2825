"""What a seat cannot know: it is redealt evenly, all else is kept, and no agent's choice depends on it.

The agents are asked twice: in a game as it is, and in copies of it in which all that their seat cannot know is dealt
anew. The answers must be equal, and agents that peek, made for this test, must be caught.
"""

import functools
from itertools import permutations

import numpy as np
import pytest
from honesty import LEAKS, MEDDLES, NONSENSE, PEEKS, VERDICTS, agent_of, look, look_for_seconds
from quick import quick_agents
from scipy.stats import chi2_contingency, chisquare

from sim import load_game
from sim.core.kernel import kernel
from sim.core.rng import MARKET, agent_stream, below, shuffle_stream
from sim.words.readers import fill_pile

GAME = load_game("shards_of_infinity")
AGENTS = quick_agents(GAME.name)
IDS = GAME.words.card_ids()
HIDDEN = ("rng", "deck", "hand", "center")
LEAST_P = 1e-5


# --- redealing --------------------------------------------------------------------------------------------------------


@functools.cache
def positions(players, games=10, every=23):
    """States in the middle of random games, with their tables."""
    tables, actions, luck = GAME.make_tables({"players": players}), GAME.new_actions(), np.random.default_rng(players)
    found = []
    for number in range(games):
        s, step = GAME.new_state(), 0
        GAME.setup(s, tables, 5, number)
        while not s.over:
            if step % every == 0:
                found.append(s.copy())
            GAME.apply(s, tables, actions[luck.integers(GAME.legal_actions(s, tables, actions))])
            step += 1
    return tables, found


def cards(pile):
    return [int(card) for card in pile.card[: pile.n]]


def known_to(s, viewer):
    """All that a seat can know of a state."""
    view = {name: s[name].tobytes() for name in s.dtype.names if name not in HIDDEN}
    view["center"] = (sorted(cards(s.center)), cards(s.center)[: int(s.center_known)])
    view["agents"] = [int(s.rng[agent_stream(seat)]) for seat in range(GAME.seats)]
    for seat in range(int(s.players)):
        hand, deck, known = cards(s.hand[seat]), cards(s.deck[seat]), int(s.known[seat])
        view[f"hand {seat}"] = hand if seat == viewer else hand[:known]
        view[f"sizes {seat}"] = (len(hand), len(deck))
        view[f"owned {seat}"] = sorted(hand + deck)
    return view


def redealt(s, tables, viewer, seed):
    copy = s.copy()
    GAME.determinize(copy, tables, viewer, seed)
    return copy


@pytest.mark.parametrize("players", GAME.player_counts)
def test_redealing_keeps_all_that_the_viewer_knows(players):
    tables, states = positions(players)
    assert any(s.known.any() for s in states)
    assert any(s.center_known > 1 for s in states)
    for number, s in enumerate(states):
        for viewer in range(players):
            assert known_to(redealt(s, tables, viewer, number), viewer) == known_to(s, viewer)


@pytest.mark.parametrize("players", GAME.player_counts)
def test_redealing_changes_all_that_the_viewer_cannot_know(players):
    tables, states = positions(players)
    for viewer in range(players):
        changed = dict.fromkeys(
            ["center", *(f"{zone} {seat}" for zone in ("hand", "deck") for seat in range(players))], 0
        )
        for number, s in enumerate(states):
            copy = redealt(s, tables, viewer, number)
            changed["center"] += cards(copy.center) != cards(s.center)
            for seat in range(players):
                changed[f"hand {seat}"] += sorted(cards(copy.hand[seat])) != sorted(cards(s.hand[seat]))
                changed[f"deck {seat}"] += cards(copy.deck[seat]) != cards(s.deck[seat])
            luck = [MARKET, *map(shuffle_stream, range(players))]
            assert all(copy.rng[stream] != s.rng[stream] for stream in luck)
        assert changed.pop(f"hand {viewer}") == 0
        assert all(times > len(states) / 4 for times in changed.values()), changed


def test_the_same_seed_redeals_the_same_and_another_another():
    tables, states = positions(2)
    one, same, other = (redealt(states[5], tables, 0, seed) for seed in (3, 3, 4))
    assert all(one[name].tobytes() == same[name].tobytes() for name in one.dtype.names)
    assert cards(one.center) != cards(other.center)


def small_situation():
    """Four cards of p2 of which p1 has seen one, three of p1's deck, and a center of which the lowest are known."""
    tables = GAME.make_tables({"players": 2})
    s = GAME.new_state()
    GAME.setup(s, tables, 1, 0)
    fill_pile(s.hand[1], [5, 4])
    s.known[1] = 1
    fill_pile(s.deck[1], [7, 6])
    fill_pile(s.deck[0], [8, 9, 10])
    fill_pile(s.center, [11, 12, 13, 14, 15])
    s.center_known = 2
    assert cards(s.hand[1])[0] == 4
    return tables, s


@functools.cache
def many_redeals(viewer, n=12_000):
    tables, s = small_situation()
    copies = [redealt(s, tables, viewer, seed) for seed in range(n)]
    return {
        "other": [(*cards(c.hand[1])[1:], *cards(c.deck[1])) for c in copies],
        "own": [tuple(cards(c.deck[0])) for c in copies],
        "center": [tuple(cards(c.center)[2:]) for c in copies],
        "kept": {(*cards(c.hand[1])[:1], *cards(c.center)[:2]) for c in copies},
    }


@pytest.mark.parametrize(("hidden", "pool"), [("other", (5, 6, 7)), ("own", (8, 9, 10)), ("center", (11, 12, 13))])
def test_every_order_of_what_is_hidden_is_equally_likely(hidden, pool):
    found = many_redeals(0)[hidden]
    counts = [found.count(order) for order in permutations(pool)]
    assert sum(counts) == len(found)
    assert chisquare(counts).pvalue > LEAST_P


def test_what_is_known_in_the_small_situation_stays():
    assert many_redeals(0)["kept"] == {(4, 15, 14)}


@pytest.mark.parametrize(("one", "other"), [("other", "own"), ("other", "center"), ("own", "center")])
def test_hidden_parts_are_redealt_independently(one, other):
    found = many_redeals(0)
    orders = {name: sorted(set(found[name])) for name in (one, other)}
    table = np.zeros((6, 6))
    for x, y in zip(found[one], found[other], strict=True):
        table[orders[one].index(x), orders[other].index(y)] += 1
    assert chi2_contingency(table).pvalue > LEAST_P


def test_the_owner_of_the_hand_keeps_it():
    tables, s = small_situation()
    decks = {tuple(cards(redealt(s, tables, 1, seed).deck[1])) for seed in range(100)}
    hands = {tuple(cards(redealt(s, tables, 1, seed).hand[1])) for seed in range(100)}
    assert (len(decks), hands) == (2, {(4, 5)})


# --- no agent peeks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("name", AGENTS)
def test_no_agent_peeks_or_meddles(name, players):
    verdict, asked, many = look_for_seconds(GAME, AGENTS[name], {"players": players})
    assert verdict == "honest"
    if many:
        assert asked >= {"main", "shield", "reveal", "banish", "take", "return"}


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards shown, the bottom of the center and the own stream: all allowed."""
    seat, total = s.to_move, 0
    for i in range(s.hand[seat].n):
        total += s.hand[seat].card[i]
    for other in range(s.players):
        total += s.hand[other].n + 3 * s.deck[other].n + s.discard[other].n
        for i in range(s.known[other]):
            total += s.hand[other].card[i]
    for i in range(s.center_known):
        total += (i + 1) * s.center.card[i]
    return (total + below(s, agent_stream(seat), 2)) % n


def reads_own_deck(s, t, actions, n, params):
    deck = s.deck[s.to_move]
    return deck.card[deck.n - 1] % n if deck.n > 0 else 0


def reads_another_hand(s, t, actions, n, params):
    hand = s.hand[(s.to_move + 1) % s.players]
    return hand.card[hand.n - 1] % n if hand.n > 0 else 0


def reads_another_deck(s, t, actions, n, params):
    deck = s.deck[(s.to_move + 1) % s.players]
    return deck.card[0] % n if deck.n > 0 else 0


def reads_the_center(s, t, actions, n, params):
    return s.center.card[s.center.n - 1] % n if s.center.n > 0 else 0


def reads_the_luck_of_its_deck(s, t, actions, n, params):
    return np.int64(s.rng[shuffle_stream(s.to_move)] % np.uint64(n))


def reads_the_luck_of_the_others(s, t, actions, n, params):
    return np.int64(s.rng[agent_stream((s.to_move + 1) % s.players)] % np.uint64(n))


def peeks_once_in_a_while(s, t, actions, n, params):
    """Only in a late turn, and only whether there is a shield in a hand."""
    hand = s.hand[(s.to_move + 1) % s.players]
    if s.turn > 20 and s.decision == 1:
        for i in range(hand.n):
            if t.card[hand.card[i]].shield > 0:
                return n - 1
    return 0 if n < 3 else n - 2


def changes_the_gems(s, t, actions, n, params):
    s.gems += 1
    return 0


def draws_from_the_deck_s_luck(s, t, actions, n, params):
    return below(s, shuffle_stream(s.to_move), n)


def draws_from_the_luck_of_the_others(s, t, actions, n, params):
    return below(s, agent_stream((s.to_move + 1) % s.players), n)


def changes_the_list(s, t, actions, n, params):
    actions[0].a, actions[0].kind = actions[1].a, actions[1].kind
    return 0


def answers_nonsense(s, t, actions, n, params):
    return n if s.turn > 4 else 0


@pytest.mark.parametrize("players", GAME.player_counts)
def test_an_honest_agent_is_not_accused(players):
    assert look(GAME, agent_of(GAME, reads_own_knowledge), {"players": players}, 5000)[0] == "honest"


@pytest.mark.parametrize(
    ("cheat", "verdict"),
    [
        (reads_own_deck, PEEKS),
        (reads_another_hand, PEEKS),
        (reads_another_deck, PEEKS),
        (reads_the_center, PEEKS),
        (reads_the_luck_of_its_deck, PEEKS),
        (reads_the_luck_of_the_others, PEEKS),
        (peeks_once_in_a_while, PEEKS),
        (changes_the_gems, MEDDLES),
        (draws_from_the_deck_s_luck, MEDDLES),
        (draws_from_the_luck_of_the_others, MEDDLES),
        (changes_the_list, MEDDLES),
        (answers_nonsense, NONSENSE),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_an_agent_that_cheats_is_caught(cheat, verdict):
    assert look(GAME, agent_of(GAME, cheat), {"players": 2}, 3000)[0].endswith(VERDICTS[verdict])


def test_legal_actions_that_tell_a_secret_are_caught():
    rules = GAME.legal_actions

    def leaking(s, t, actions):
        n = rules(s, t, actions)
        deck = s.deck[s.to_move]
        return n - 1 if n > 2 and deck.n > 0 and deck.card[deck.n - 1] > 0 else n

    leak = kernel(GAME.signatures.legal_actions, cache=False)(leaking)
    assert look(GAME, AGENTS["random"], {"players": 2}, 500, legal_actions=leak)[0].endswith(VERDICTS[LEAKS])
