"""What the players of KeyForge have seen, and what is redealt of archives and of cards held under others."""

import pytest
from contract.piles import cards, situation
from contract.subject import positions
from games.keyforge import GAME, IDS, SITUATION, known

from sim.keyforge.state import CARDS, DECK_SIZE, SEATS, Zone

RANDOM = "keyforge", "random decks"


def redealt(s, tables, viewer, seed):
    copy = s.copy()
    GAME.determinize(copy, tables, viewer, seed)
    return copy


def test_redealing_keeps_every_card_in_one_place():
    for number, (tables, s, *_) in enumerate(positions(*RANDOM)):
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


def test_archives_of_the_other_player_are_redealt():
    changed = held = 0
    for number, (tables, s, *_) in enumerate(positions(*RANDOM)):
        for viewer in range(SEATS):
            archives = cards(s.archives[1 - viewer])
            if not known(s, viewer).issuperset(archives):
                held += 1
                changed += cards(redealt(s, tables, viewer, number).archives[1 - viewer]) != archives
            own = cards(s.archives[viewer])
            assert cards(redealt(s, tables, viewer, number).archives[viewer]) == own
    assert held > 20
    assert changed > held / 2


def test_states_that_differ_in_what_is_hidden_alone_are_redealt_alike():
    for number, (tables, s, *_) in enumerate(positions(*RANDOM)[::3]):
        for viewer in range(SEATS):
            once, again = redealt(s, tables, viewer, 5), redealt(redealt(s, tables, viewer, number), tables, viewer, 5)
            assert all(once[name].tobytes() == again[name].tobytes() for name in once.dtype.names)


def test_the_owner_knows_hand_and_archives():
    tables, s = SITUATION.laid_out(GAME)
    copies = [redealt(s, tables, 1, seed) for seed in range(60)]
    assert {(*cards(c.hand[1]), *cards(c.archives[1])) for c in copies} == {(*cards(s.hand[1]), *cards(s.archives[1]))}
    assert len({tuple(cards(c.deck[1])) for c in copies}) == 2


# --- what the players have seen ---------------------------------------------------------------------------------------


def knows(s, viewer, zone, owner):
    """The cards in a hidden zone of a player that a seat knows, by id."""
    found = [c for c in range(CARDS) if s.card[c].zone == zone and c // DECK_SIZE == owner and c in known(s, viewer)]
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
    _, s = situation(GAME, {"house": house, **given}, do)
    assert knows(s, 0, zone, 1) == known


def test_a_known_card_among_which_one_is_archived_facedown_is_known_no_more():
    given = {"house": "dis", "p1.hand": ["fear"], "p2.creatures": ["troll"], "p2.hand": ["labwork", "krump"]}
    _, s = situation(
        GAME, {**given, "p2.houses": ["logos", "brobnar", "dis"]}, ["play fear", "end turn", "choose house logos"]
    )
    assert knows(s, 0, Zone.HAND, 1) == ["troll"]
    for archived in ("troll", "krump"):
        _, after = situation(
            GAME,
            {**given, "p2.houses": ["logos", "brobnar", "dis"]},
            ["play fear", "end turn", "choose house logos", "play labwork", f"choose {archived}"],
        )
        assert knows(after, 0, Zone.HAND, 1) == []
        assert knows(after, 0, Zone.ARCHIVES, 1) == []
        assert knows(after, 1, Zone.ARCHIVES, 1) == [archived]


def test_a_shuffled_deck_is_unknown_to_all():
    _, s = situation(
        GAME,
        {"house": "untamed", "p1.hand": ["lost_in_the_woods"], "p2.creatures": ["troll"], "p2.deck": ["krump"]},
        ["play lost_in_the_woods"],
    )
    assert [knows(s, viewer, Zone.DECK, 1) for viewer in range(SEATS)] == [[], []]
