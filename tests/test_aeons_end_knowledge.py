"""What nobody at the table of Aeon's End can know: it is redealt evenly, all else is kept, and no agent looks at it."""

import functools
from itertools import permutations, product

import numpy as np
import pytest
from honesty import LEAKS, MEDDLES, NONSENSE, PEEKS, VERDICTS, agent_of, look, look_for_seconds
from quick import quick_agents
from scipy.stats import chi2_contingency, chisquare

from sim import load_game
from sim.aeons_end.state import Origin, Type
from sim.core.kernel import kernel
from sim.core.rng import DICE, MARKET, ORDER, agent_stream, below, shuffle_stream
from sim.words.readers import fill_pile

GAME = load_game("aeons_end")
AGENTS = quick_agents(GAME.name)
IDS = GAME.words.card_ids()
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
HIDDEN = ("rng", "deck", "turn_deck", "nemesis_deck", "unused", "corruptions")
UNSEEN = -9
LEAST_P = 1e-5
SECONDS = 0.8
"""About how long one agent is asked against one nemesis."""


# --- redealing --------------------------------------------------------------------------------------------------------


@functools.cache
def positions(players, nemesis, games=6, every=11):
    """States in the middle of random games, with their tables."""
    tables, actions = GAME.make_tables({"players": players, "nemesis": nemesis}), GAME.new_actions()
    luck, found = np.random.default_rng(players), []
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


def faces(s, tables, pile):
    """The cards of a pile as they look to those who know where they are: an unseen corruption is but a corruption."""
    kinds = tables.card["type"]
    return [UNSEEN if kinds[card] == Type.CORRUPTION and not s.seen[card] else card for card in cards(pile)]


def known(s, tables):
    """All that anybody can know of a state."""
    view = {name: s[name].tobytes() for name in s.dtype.names if name not in HIDDEN}
    view["agents"] = [int(s.rng[agent_stream(seat)]) for seat in range(GAME.seats)]
    turn, deck, unused = cards(s.turn_deck), cards(s.nemesis_deck), cards(s.unused)
    view["turn deck"] = sorted(turn), [card for i, card in enumerate(turn) if int(s.turn_known) >> i & 1]
    view["nemesis deck"] = [int(tables.card[card].tier) for card in deck]
    view["nemesis cards"] = sorted(deck + unused), sorted(card for card in deck if tables.card[card].origin)
    view["corruptions"] = faces(s, tables, s.corruptions)
    unseen = [card for pile in (s.corruptions, *s.deck[: s.players]) for card in cards(pile)]
    view["unseen"] = sorted(card for card in unseen if tables.card[card].type == Type.CORRUPTION)
    for seat in range(int(s.players)):
        own, shuffled = faces(s, tables, s.deck[seat]), int(s.shuffled[seat])
        view[f"deck {seat}"] = sorted(own[:shuffled]), own[shuffled:]
    return view


def redealt(s, tables, viewer, seed):
    copy = s.copy()
    GAME.determinize(copy, tables, viewer, seed)
    return copy


TABLES = list(product(GAME.player_counts, NEMESES))


@pytest.mark.parametrize(("players", "nemesis"), TABLES)
def test_redealing_keeps_all_that_is_known(players, nemesis):
    tables, states = positions(players, nemesis)
    assert (nemesis == "crooked_mask") == any(s.shuffled.any() and s.seen.any() for s in states)
    for number, s in enumerate(states):
        assert known(redealt(s, tables, number % players, number), tables) == known(s, tables)


@pytest.mark.parametrize(("players", "nemesis"), TABLES)
def test_redealing_changes_all_that_is_hidden(players, nemesis):
    tables, states = positions(players, nemesis)
    changed = dict.fromkeys(("turn_deck", "nemesis_deck", "unused", "corruptions", "deck"), 0)
    for number, s in enumerate(states):
        copy = redealt(s, tables, number % players, 1000 + number)
        for name in changed:
            piles = [(s[name], copy[name])]
            if name == "deck":
                piles = [(s.deck[seat], copy.deck[seat]) for seat in range(players)]
            changed[name] += any(cards(one) != cards(other) for one, other in piles)
        luck = [MARKET, ORDER, DICE, *map(shuffle_stream, range(players))]
        assert all(copy.rng[stream] != s.rng[stream] for stream in luck)
    if nemesis != "crooked_mask":
        assert changed.pop("deck") == changed.pop("corruptions") == 0
    if players == 4:
        assert changed.pop("unused") == 0, "all basic cards are in the deck"
    assert all(times > len(states) / 8 for times in changed.values()), changed


@pytest.mark.parametrize(("players", "nemesis"), TABLES)
def test_what_is_redealt_does_not_depend_on_what_was_there(players, nemesis):
    tables, states = positions(players, nemesis)
    for number, s in enumerate(states):
        copies = [redealt(redealt(s, tables, 0, seed), tables, 0, number) for seed in range(2)]
        copies.append(redealt(s, tables, players - 1, number))
        for name in HIDDEN[1:]:
            piles = [list(copy.deck[:players]) if name == "deck" else [copy[name]] for copy in copies]
            assert [list(map(cards, p)) for p in piles[:2]] == [list(map(cards, p)) for p in piles[1:]], name


def place(*words):
    return [IDS.index(word) for word in words]


DECK = ("spark", "jade", "ignite")
CORRUPTIONS = ("blind_abandon", "contagion", "fever_of_war")
TIER_ONE = ("cleave", "skewer", "slaughter", "bane_sire")
TIER_TWO = ("scorn", "dispel")


def small_situation():
    """A turn order deck whose lowest card is known, two tiers, a deck half shuffled, corruptions here and there."""
    tables = GAME.make_tables({"players": 2, "nemesis": "crooked_mask"})
    tables.card["origin"][place("cleave", "scorn")] = Origin.THIS_NEMESIS
    s = GAME.new_state()
    GAME.setup(s, tables, 1, 0)
    fill_pile(s.turn_deck, [0, 1, 5, 0])
    s.turn_known = 1
    fill_pile(s.nemesis_deck, place("cleave", "skewer", "scorn", "dispel"))
    fill_pile(s.unused, place("slaughter", "bane_sire"))
    fill_pile(s.deck[0], place("crystal", "contagion", *DECK))
    s.shuffled[0] = 3
    fill_pile(s.deck[1], place("fever_of_war", "crystal"))
    fill_pile(s.corruptions, place("blind_abandon", "lust_for_power"))
    s.seen[place("lust_for_power")] = 1
    return tables, s


@functools.cache
def many_redeals(n=12_000):
    tables, s = small_situation()
    copies = [redealt(s, tables, seed % 2, seed) for seed in range(n)]
    tops = [[*map(cards, (c.turn_deck, c.nemesis_deck, c.unused, c.deck[0], c.deck[1], c.corruptions))] for c in copies]
    return {
        "turn": [tuple(turn[1:]) for turn, *_ in tops],
        "tiers": [tuple(sorted(unused) + nemesis) for _, nemesis, unused, *_ in tops],
        "deck": [tuple(own[:3]) for _, _, _, own, _, _ in tops],
        "corruptions": [(here[1], own[3], other[1]) for _, _, _, own, other, here in tops],
        "kept": {(turn[0], own[4], other[0], here[0]) for turn, _, _, own, other, here in tops},
    }


def outcomes():
    """All that may come, every one as likely as any other."""
    crystal = IDS.index("crystal")
    tiers = set()
    for basic in TIER_ONE[1:]:
        left = sorted(place(*(set(TIER_ONE[1:]) - {basic})))
        for one, two in product(permutations(place("cleave", basic)), permutations(place(*TIER_TWO))):
            tiers.add((*left, *two, *one))
    return {
        "turn": set(permutations((0, 1, 5))),
        "tiers": tiers,
        "deck": set(permutations(place(*DECK))),
        "corruptions": set(permutations(place(*CORRUPTIONS))),
        "kept": {(0, crystal, crystal, IDS.index("lust_for_power"))},
    }


@pytest.mark.parametrize("hidden", ["turn", "tiers", "deck", "corruptions"])
def test_every_outcome_is_equally_likely(hidden):
    found = many_redeals()[hidden]
    counts = [found.count(outcome) for outcome in outcomes()[hidden]]
    assert sum(counts) == len(found)
    assert chisquare(counts).pvalue > LEAST_P


def test_what_is_known_in_the_small_situation_stays():
    assert many_redeals()["kept"] == outcomes()["kept"]


@pytest.mark.parametrize(
    ("one", "other"), [("turn", "deck"), ("turn", "tiers"), ("tiers", "corruptions"), ("deck", "corruptions")]
)
def test_hidden_parts_are_redealt_independently(one, other):
    found, orders = many_redeals(), {name: sorted(values) for name, values in outcomes().items()}
    table = np.zeros((len(orders[one]), len(orders[other])))
    for x, y in zip(found[one], found[other], strict=True):
        table[orders[one].index(x), orders[other].index(y)] += 1
    assert chi2_contingency(table).pvalue > LEAST_P


# --- no agent peeks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("name", AGENTS)
def test_no_agent_peeks_or_meddles(name, players):
    asked, many = set(), True
    for nemesis in NEMESES:
        table = {"players": players, "nemesis": nemesis, "supply": ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4}
        table["mages"] = ["adelheim", "jian", "xaxos", "phaedraxa"][-players:]
        verdict, seen, enough = look_for_seconds(GAME, AGENTS[name], table, SECONDS / 2 ** (name != "random"), 2000)
        assert verdict == "honest", nemesis
        asked |= seen
        many = many and enough
    if many and players > 1:
        assert asked >= {"main", "casting", "target", "order", "discard", "destroy", "option", "player"}


def reads_what_is_known(s, t, actions, n, params):
    """Hands, discard piles, decks never shuffled, sizes, turn order cards that were seen, and the own stream."""
    total = s.nemesis_deck.n + s.turn_deck.n + 3 * s.unused.n + s.corruptions.n
    for seat in range(s.players):
        for i in range(s.hand[seat].n):
            total += s.hand[seat].card[i]
        deck = s.deck[seat]
        for i in range(s.shuffled[seat], deck.n):
            card = deck.card[i]
            if t.card[card].type != 3 or s.seen[card] == 1:
                total += (i + 1) * card
    for i in range(s.turn_deck.n):
        if s.turn_known & (1 << i) != 0:
            total += (i + 1) * s.turn_deck.card[i]
        total += 7 * (s.turn_deck.card[i] == 5)
    for i in range(s.nemesis_deck.n):
        total += (i + 1) * t.card[s.nemesis_deck.card[i]].tier
    return (total + below(s, agent_stream(s.to_move), 2)) % n


def reads_the_turn_order(s, t, actions, n, params):
    deck = s.turn_deck
    return deck.card[deck.n - 1] % n if deck.n > 0 else 0


def reads_the_nemesis_deck(s, t, actions, n, params):
    deck = s.nemesis_deck
    return deck.card[deck.n - 1] % n if deck.n > 0 else 0


def reads_what_is_left_out(s, t, actions, n, params):
    return s.unused.card[0] % n if s.unused.n > 0 else 0


def reads_a_shuffled_deck(s, t, actions, n, params):
    for seat in range(s.players):
        if s.shuffled[seat] == s.deck[seat].n > 0:
            return s.deck[seat].card[s.deck[seat].n - 1] % n
    return 0


def reads_an_unseen_corruption(s, t, actions, n, params):
    for seat in range(s.players):
        deck = s.deck[seat]
        if deck.n > 0 and t.card[deck.card[deck.n - 1]].type == 3:
            return deck.card[deck.n - 1] % n
    return 0


def reads_the_corruptions(s, t, actions, n, params):
    return s.corruptions.card[s.corruptions.n - 1] % n if s.corruptions.n > 0 else 0


def reads_the_luck_of_the_dice(s, t, actions, n, params):
    return np.int64(s.rng[DICE] % np.uint64(n))


def reads_the_luck_of_a_deck(s, t, actions, n, params):
    return np.int64(s.rng[shuffle_stream(s.to_move)] % np.uint64(n))


def reads_the_luck_of_the_others(s, t, actions, n, params):
    return np.int64(s.rng[agent_stream((s.to_move + 1) % s.players)] % np.uint64(n))


def peeks_once_in_a_while(s, t, actions, n, params):
    """Only in a late turn, and only whether the nemesis comes next."""
    deck = s.turn_deck
    if s.turn > 12 and s.decision == 3 and deck.n > 1 and deck.card[deck.n - 1] == 5:
        return n - 1
    return 0 if n < 3 else n - 2


def changes_the_aether(s, t, actions, n, params):
    s.aether += 1
    return 0


def draws_from_the_luck_of_the_turn_order(s, t, actions, n, params):
    return below(s, ORDER, n)


def draws_from_the_luck_of_the_others(s, t, actions, n, params):
    return below(s, agent_stream((s.to_move + 1) % s.players), n)


def changes_the_list(s, t, actions, n, params):
    actions[0].a, actions[0].kind = actions[1].a, actions[1].kind
    return 0


def answers_nonsense(s, t, actions, n, params):
    return n if s.turn > 4 else 0


MASKED = {"players": 2, "nemesis": "crooked_mask"}


@pytest.mark.parametrize("players", GAME.player_counts)
def test_an_honest_agent_is_not_accused(players):
    for nemesis in NEMESES:
        table = {"players": players, "nemesis": nemesis, "supply": ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4}
        assert look(GAME, agent_of(GAME, reads_what_is_known), table, 2000)[0] == "honest"


@pytest.mark.parametrize(
    ("cheat", "verdict"),
    [
        (reads_the_turn_order, PEEKS),
        (reads_the_nemesis_deck, PEEKS),
        (reads_what_is_left_out, PEEKS),
        (reads_a_shuffled_deck, PEEKS),
        (reads_an_unseen_corruption, PEEKS),
        (reads_the_corruptions, PEEKS),
        (reads_the_luck_of_the_dice, PEEKS),
        (reads_the_luck_of_a_deck, PEEKS),
        (reads_the_luck_of_the_others, PEEKS),
        (peeks_once_in_a_while, PEEKS),
        (changes_the_aether, MEDDLES),
        (draws_from_the_luck_of_the_turn_order, MEDDLES),
        (draws_from_the_luck_of_the_others, MEDDLES),
        (changes_the_list, MEDDLES),
        (answers_nonsense, NONSENSE),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_an_agent_that_cheats_is_caught(cheat, verdict):
    assert look(GAME, agent_of(GAME, cheat), MASKED, 3000)[0].endswith(VERDICTS[verdict])


def test_legal_actions_that_tell_a_secret_are_caught():
    rules = GAME.legal_actions

    def leaking(s, t, actions):
        n = rules(s, t, actions)
        deck = s.turn_deck
        return n - 1 if n > 2 and deck.n > 0 and deck.card[deck.n - 1] > 0 else n

    leak = kernel(GAME.signatures.legal_actions, cache=False)(leaking)
    assert look(GAME, AGENTS["random"], MASKED, 500, legal_actions=leak)[0].endswith(VERDICTS[LEAKS])
