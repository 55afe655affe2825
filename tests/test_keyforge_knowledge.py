"""What a player of KeyForge cannot know: it is redealt evenly, all else is kept, and no choice depends on it."""

import functools
from itertools import permutations

import numpy as np
import pytest
from honesty import MEDDLES, PEEKS, VERDICTS, agent_of, look, look_for_seconds
from quick import quick_agents
from scipy.stats import chi2_contingency, chisquare

from sim import load_game
from sim.core.rng import MARKET, agent_stream, below, shuffle_stream
from sim.keyforge.state import CARDS, DECK_SIZE, SEATS, Zone

GAME = load_game("keyforge")
AGENTS = quick_agents(GAME.name)
IDS = GAME.words.card_ids()
HIDDEN = ("rng", "deck", "hand", "archives", "card")
HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.ARCHIVES, Zone.UNDER)
LEAST_P = 1e-5


# --- redealing --------------------------------------------------------------------------------------------------------


@functools.cache
def positions(games=12, every=7):
    """States in the middle of random games, with their tables."""
    luck = np.random.default_rng(1)
    actions, found = GAME.new_actions(), []
    for number in range(games):
        tables = GAME.make_tables({"decks": [f"random:{number}", f"random:{number + 50}"]})
        s, step = GAME.new_state(), 0
        GAME.setup(s, tables, 5, number)
        while not s.over:
            if step % every == 0:
                found.append((tables, s.copy()))
            GAME.apply(s, tables, actions[luck.integers(GAME.legal_actions(s, tables, actions))])
            step += 1
    return found


def cards(pile):
    return [int(card) for card in pile.card[: pile.n]]


def is_known(s, card, viewer):
    """Whether a seat knows where a card lies, by all that has happened in front of it."""
    one, owner = s.card[card], card // DECK_SIZE
    if one.zone not in HIDDEN_ZONES or one.seen >> viewer & 1:
        return True
    return one.zone == Zone.DECK and cards(s.deck[owner]).index(card) >= s.shuffled[owner]


def known_to(s, viewer):
    """All that a seat can know of a state."""
    view = {name: s[name].tobytes() for name in s.dtype.names if name not in HIDDEN}
    view["agents"] = [int(s.rng[agent_stream(seat)]) for seat in range(GAME.seats)]
    known = [card for card in range(CARDS) if is_known(s, card, viewer)]
    view["cards"] = {card: s.card[card].tobytes() for card in known}
    view["under"] = sorted(int(s.card[card].host) for card in range(CARDS) if s.card[card].zone == Zone.UNDER)
    for zone in ("deck", "hand", "archives"):
        for seat in range(SEATS):
            places = cards(getattr(s, zone)[seat])
            view[f"{zone} {seat}"] = [card if card in known else ("hidden", card // DECK_SIZE) for card in places]
            view[f"{zone} {seat} seen"] = [int(s.card[card].seen) for card in places]
    return view


def redealt(s, tables, viewer, seed):
    copy = s.copy()
    GAME.determinize(copy, tables, viewer, seed)
    return copy


def test_redealing_keeps_all_that_the_viewer_knows():
    shown = 0
    for number, (tables, s) in enumerate(positions()):
        for viewer in range(SEATS):
            assert known_to(redealt(s, tables, viewer, number), viewer) == known_to(s, viewer)
            shown += any(s.card[card].seen >> viewer & 1 for card in cards(s.hand[1 - viewer]))
    assert shown > 20


def test_redealing_keeps_every_card_in_one_place():
    for number, (tables, s) in enumerate(positions()):
        copy = redealt(s, tables, number % 2, number)
        for seat in range(SEATS):
            for zone, pile in ((Zone.DECK, copy.deck), (Zone.HAND, copy.hand), (Zone.ARCHIVES, copy.archives)):
                assert all(copy.card[card].zone == zone for card in cards(pile[seat]))
        places = [
            card
            for seat in range(SEATS)
            for pile in (copy.deck, copy.hand, copy.archives)
            for card in cards(pile[seat])
        ]
        assert len(set(places)) == len(places)
        assert sorted(places) == [c for c in range(CARDS) if copy.card[c].zone in (Zone.DECK, Zone.HAND, Zone.ARCHIVES)]


def test_redealing_changes_all_that_the_viewer_cannot_know():
    for viewer in range(SEATS):
        changed = dict.fromkeys(["hand", "own deck", "other deck"], 0)
        for number, (tables, s) in enumerate(positions()):
            copy, other = redealt(s, tables, viewer, 100 + number), 1 - viewer
            changed["hand"] += set(cards(copy.hand[other])) != set(cards(s.hand[other]))
            changed["own deck"] += cards(copy.deck[viewer]) != cards(s.deck[viewer])
            changed["other deck"] += cards(copy.deck[other]) != cards(s.deck[other])
            assert cards(copy.hand[viewer]) == cards(s.hand[viewer])
            assert set(cards(copy.deck[viewer])) == set(cards(s.deck[viewer]))
            assert all(copy.rng[stream] != s.rng[stream] for stream in (MARKET, *map(shuffle_stream, range(SEATS))))
        assert all(times > len(positions()) / 2 for times in changed.values()), changed


def test_archives_of_the_other_player_are_redealt():
    changed = held = 0
    for number, (tables, s) in enumerate(positions()):
        for viewer in range(SEATS):
            archives = cards(s.archives[1 - viewer])
            if any(not is_known(s, card, viewer) for card in archives):
                held += 1
                changed += cards(redealt(s, tables, viewer, number).archives[1 - viewer]) != archives
            own = cards(s.archives[viewer])
            assert cards(redealt(s, tables, viewer, number).archives[viewer]) == own
    assert held > 20
    assert changed > held / 2


def test_the_same_seed_redeals_the_same_and_another_another():
    tables, s = positions()[5]
    one, same, other = (redealt(s, tables, 0, seed) for seed in (3, 3, 4))
    assert all(one[name].tobytes() == same[name].tobytes() for name in one.dtype.names)
    assert cards(one.deck[1]) != cards(other.deck[1])


def test_states_that_differ_in_what_is_hidden_alone_are_redealt_alike():
    for number, (tables, s) in enumerate(positions()[::3]):
        for viewer in range(SEATS):
            once, again = redealt(s, tables, viewer, 5), redealt(redealt(s, tables, viewer, number), tables, viewer, 5)
            assert all(once[name].tobytes() == again[name].tobytes() for name in once.dtype.names)


def situation(given, do=(), first="p1"):
    """The state after some deeds, and its tables."""
    tables, s, actions = GAME.make_tables({"first": first}), GAME.new_state(), GAME.new_actions()
    GAME.words.clear(s, tables, int(first == "p2"))
    paths = GAME.words.paths(tables, IDS)
    for name, value in given.items():
        paths[name].write(s, value)
    for deed in do:
        n = GAME.legal_actions(s, tables, actions)
        phrases = [GAME.words.phrase(s, actions[k], IDS) for k in range(n)]
        assert deed in phrases, phrases
        GAME.apply(s, tables, actions[phrases.index(deed)])
    return s, tables


def small_situation():
    """Two cards in the hand of p2, of which p1 knows one, one in his archives and two in his deck; three of p1."""
    s, tables = situation(
        {
            "house": "dis",
            "p1.hand": ["fear"],
            "p2.hand": ["troll"],
            "p2.archives": ["krump"],
            "p2.deck": ["bumpsy", "smaaash"],
            "p2.creatures": ["headhunter"],
            "p1.deck": ["urchin", "dodger", "umbra"],
        },
        ["play fear"],
    )
    return s, tables


@functools.cache
def many_redeals(viewer, n=12_000):
    s, tables = small_situation()
    copies = [redealt(s, tables, viewer, seed) for seed in range(n)]
    return {
        "other": [(*cards(c.hand[1])[:1], *cards(c.archives[1]), *cards(c.deck[1])) for c in copies],
        "own": [tuple(cards(c.deck[0])) for c in copies],
        "kept": {IDS[c.card[cards(c.hand[1])[1]].type] for c in copies},
    }


@pytest.mark.parametrize("hidden", ["other", "own"])
def test_every_order_of_what_is_hidden_is_equally_likely(hidden):
    found = many_redeals(0)[hidden]
    orders = list(permutations(sorted(found[0])))
    counts = [found.count(order) for order in orders]
    assert len(orders) == {"other": 24, "own": 6}[hidden]
    assert sum(counts) == len(found)
    assert chisquare(counts).pvalue > LEAST_P


def test_what_is_known_in_the_small_situation_stays():
    assert many_redeals(0)["kept"] == {"headhunter"}


def test_hidden_parts_are_redealt_independently():
    found = many_redeals(0)
    orders = {name: sorted(set(found[name])) for name in ("other", "own")}
    table = np.zeros((24, 6))
    for x, y in zip(found["other"], found["own"], strict=True):
        table[orders["other"].index(x), orders["own"].index(y)] += 1
    assert chi2_contingency(table).pvalue > LEAST_P


def test_the_owner_knows_hand_and_archives():
    s, tables = small_situation()
    copies = [redealt(s, tables, 1, seed) for seed in range(60)]
    assert {(*cards(c.hand[1]), *cards(c.archives[1])) for c in copies} == {(*cards(s.hand[1]), *cards(s.archives[1]))}
    assert len({tuple(cards(c.deck[1])) for c in copies}) == 2


# --- what the players have seen ---------------------------------------------------------------------------------------


def knows(s, viewer, zone, owner):
    """The cards in a hidden zone of a player that a seat knows, by id."""
    found = [c for c in range(CARDS) if s.card[c].zone == zone and c // DECK_SIZE == owner and is_known(s, c, viewer)]
    return sorted(IDS[s.card[card].type] for card in found)


@pytest.mark.parametrize(
    ("given", "do", "zone", "known"),
    [
        ({"p1.hand": ["fear"], "p2.creatures": ["troll"], "p2.hand": ["krump"]}, ["play fear"], Zone.HAND, ["troll"]),
        (
            {"p1.hand": ["psychic_bug"], "p2.hand": ["troll", "krump"]},
            ["play psychic_bug"],
            Zone.HAND,
            ["krump", "troll"],
        ),
        ({"p1.creatures": ["troll"], "p1.hand": ["hysteria"]}, ["play hysteria"], Zone.HAND, []),
        (
            {"p1.hand": ["gateway_to_dis"], "p2.creatures": ["dextre"], "p2.deck": ["troll"]},
            ["play gateway_to_dis"],
            Zone.DECK,
            ["dextre"],
        ),
        (
            {"p1.hand": ["reverse_time"], "p2.discard": ["troll"], "p2.deck": ["krump"]},
            ["play reverse_time"],
            Zone.DECK,
            [],
        ),
        ({"p2.archives": ["troll"]}, [], Zone.ARCHIVES, []),
    ],
    ids=["returned", "looked at", "own", "put on the deck", "never shown", "archived"],
)
def test_the_opponent_knows_what_he_has_seen(given, do, zone, known):
    house = {"play psychic_bug": "logos", "play reverse_time": "logos"}.get(do[0] if do else "", "dis")
    s, _ = situation({"house": house, **given}, do)
    assert knows(s, 0, zone, 1) == known


def test_a_known_card_among_which_one_is_archived_facedown_is_known_no_more():
    given = {"house": "dis", "p1.hand": ["fear"], "p2.creatures": ["troll"], "p2.hand": ["labwork", "krump"]}
    s, _ = situation(
        {**given, "p2.houses": ["logos", "brobnar", "dis"]}, ["play fear", "end turn", "choose house logos"]
    )
    assert knows(s, 0, Zone.HAND, 1) == ["troll"]
    for archived in ("troll", "krump"):
        after, _ = situation(
            {**given, "p2.houses": ["logos", "brobnar", "dis"]},
            ["play fear", "end turn", "choose house logos", "play labwork", f"choose {archived}"],
        )
        assert knows(after, 0, Zone.HAND, 1) == []
        assert knows(after, 0, Zone.ARCHIVES, 1) == []
        assert knows(after, 1, Zone.ARCHIVES, 1) == [archived]


def test_a_shuffled_deck_is_unknown_to_all():
    s, _ = situation(
        {"house": "untamed", "p1.hand": ["lost_in_the_woods"], "p2.creatures": ["troll"], "p2.deck": ["krump"]},
        ["play lost_in_the_woods"],
    )
    assert [knows(s, viewer, Zone.DECK, 1) for viewer in range(SEATS)] == [[], []]


# --- no agent peeks ---------------------------------------------------------------------------------------------------

DECKS = {"decks": ["random:3", "random:8"]}


@pytest.mark.parametrize("name", AGENTS)
def test_no_agent_peeks_or_meddles(name):
    verdict, asked, many = look_for_seconds(GAME, AGENTS[name], DECKS)
    assert verdict == "honest"
    if many:
        assert asked >= {"main", "house", "choose", "flank"}


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards seen, the battlelines and the own stream: all allowed."""
    seat, total = s.to_move, 0
    for i in range(s.hand[seat].n):
        total += s.hand[seat].card[i]
    for other in range(s.players):
        total += s.hand[other].n + 3 * s.deck[other].n + s.discard[other].n + s.archives[other].n
        for i in range(s.hand[other].n):
            card = s.hand[other].card[i]
            if s.card[card].seen & (1 << seat):
                total += card
        for i in range(s.line[other].n):
            total += (i + 1) * s.line[other].card[i]
    return (total + below(s, agent_stream(seat), 2)) % n


def reads_own_deck(s, t, actions, n, params):
    deck = s.deck[s.to_move]
    return deck.card[deck.n - 1] % n if deck.n > 0 else 0


def reads_the_other_hand(s, t, actions, n, params):
    hand = s.hand[1 - s.to_move]
    return hand.card[hand.n - 1] % n if hand.n > 0 else 0


def reads_the_other_deck(s, t, actions, n, params):
    deck = s.deck[1 - s.to_move]
    return deck.card[0] % n if deck.n > 0 else 0


def reads_where_a_card_is(s, t, actions, n, params):
    """The zone of a card of the other player, whether he may know it or not."""
    return s.card[(1 - s.to_move) * 36 + 7].zone % n


def reads_the_luck_of_its_deck(s, t, actions, n, params):
    return np.int64(s.rng[shuffle_stream(s.to_move)] % np.uint64(n))


def takes_amber(s, t, actions, n, params):
    s.amber[s.to_move] += 1
    return 0


def test_an_honest_agent_is_not_accused():
    assert look(GAME, agent_of(GAME, reads_own_knowledge), DECKS, 5000)[0] == "honest"


@pytest.mark.parametrize(
    ("cheat", "verdict"),
    [
        (reads_own_deck, PEEKS),
        (reads_the_other_hand, PEEKS),
        (reads_the_other_deck, PEEKS),
        (reads_where_a_card_is, PEEKS),
        (reads_the_luck_of_its_deck, PEEKS),
        (takes_amber, MEDDLES),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_an_agent_that_cheats_is_caught(cheat, verdict):
    assert look(GAME, agent_of(GAME, cheat), DECKS, 3000)[0].endswith(VERDICTS[verdict])
