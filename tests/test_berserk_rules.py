"""Rules of Berserk that can be counted by hand: the field, the zones of placement, the dice."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from contract.piles import cards, situation

from sim import load_game
from sim.berserk.attack import combat_row, one_die
from sim.berserk.board import DISTANCE, NEIGHBOURS, TWO_AWAY, beyond, forward, row_of
from sim.berserk.cards import card_facts, card_tables
from sim.berserk.filters import lets_pass, matches
from sim.berserk.recruitment import can_recruit, gold_for
from sim.berserk.setup import clear
from sim.berserk.state import NO_CARD, Decision
from sim.berserk.tables import Side
from sim.berserk.turn import start_zone
from sim.berserk.wounds import destroy, settle
from sim.berserk.zones import new_card
from sim.core.errors import InputError

GAME = load_game("berserk")
NAMES = [f"{column}{row}" for row in ("3", "2", "1", "1'", "2'", "3'") for column in "ABCDE"]


def cells(mask: int) -> set[str]:
    """The names of a set of cells."""
    return {name for cell, name in enumerate(NAMES) if int(mask) >> cell & 1}


def table():
    """An empty table, the first player to move, and its tables."""
    state, tables = GAME.new_state(), GAME.make_tables({}, [])
    clear(state, tables, 0)
    return state, tables


def test_neighbours_cross_the_border_between_the_halves():
    assert cells(NEIGHBOURS[NAMES.index("A1")]) == {"A1'", "B1'", "B1", "A2", "B2"}
    assert cells(NEIGHBOURS[12]) == {NAMES[cell] for cell in (6, 7, 8, 11, 13, 16, 17, 18)}


def test_cells_two_steps_away_in_a_row_or_column():
    assert cells(TWO_AWAY[NAMES.index("C1")]) == {"A1", "E1", "C3", "C2'"}


def test_range_three_reaches_twenty_one_cells_that_are_not_adjacent():
    assert sum(2 <= DISTANCE[NAMES.index("C1"), cell] <= 3 for cell in range(30)) == 21


@pytest.mark.parametrize(
    ("start", "target", "common"),
    [
        ("C1", "C1'", {"B1", "D1", "B1'", "D1'"}),
        ("C1", "D1'", {"D1", "C1'"}),
        ("A1", "A1'", {"B1", "B1'"}),
        ("A3", "B2", {"B3", "A2"}),
    ],
)
def test_cells_from_which_a_creature_can_defend(start, target, common):
    assert cells(NEIGHBOURS[NAMES.index(start)] & NEIGHBOURS[NAMES.index(target)]) == common


def test_opposite_and_in_the_direction_of():
    state, _ = table()
    assert NAMES[forward(state, 0, NAMES.index("A1"))] == "A1'"
    assert NAMES[forward(state, 1, NAMES.index("A1'"))] == "A1"
    assert forward(state, 0, NAMES.index("A3'")) == -1
    assert NAMES[beyond(NAMES.index("B1'"), NAMES.index("C1"), NAMES.index("C1"))] == "D2"
    assert beyond(NAMES.index("B1"), NAMES.index("A1"), NAMES.index("A1")) == -1
    assert [row_of(state, seat, NAMES.index("C1")) for seat in (0, 1)] == [1, -1]


def test_the_zones_of_placement_open_part_by_part():
    state, _ = table()
    inner = {f"{column}{row}" for column in "BCD" for row in "123"}
    assert cells(start_zone(state, 0)) == inner
    second = {"A1'", "E1'", *(f"{name}'" for name in inner)}
    assert cells(start_zone(state, 1)) == second
    for name in inner:
        state.at[NAMES.index(name)] = 0
    assert cells(start_zone(state, 0)) == {"A2", "E2", "A3", "E3"}
    for name in ("A2", "E2", "A3", "E3"):
        state.at[NAMES.index(name)] = 0
    assert cells(start_zone(state, 0)) == {"A1", "E1"}


def outcomes(own: int, other: int, stepped: bool = False) -> Counter:
    """How many of the 36 rolls give which pair of strike and counter-strike, with these modifiers."""
    found = Counter()
    for first, second in product(range(1, 7), repeat=2):
        attack, defence = first + own, second + other
        step = stepped and attack - defence in (4, 2, -4)
        row = int(combat_row(attack, defence, step))
        found["-WMS"[row // 4] + "/" + "-WMS"[row % 4]] += 1
    return found


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (0, 0, (1, 2, 3, 4, 14, 4, 5, 2, 1)),
        (1, 0, (3, 3, 4, 5, 13, 3, 4, 1, 0)),
        (0, -1, (3, 3, 4, 5, 14, 3, 3, 1, 0)),
        (0, 2, (0, 0, 1, 2, 10, 6, 7, 4, 6)),
        (1, 2, (0, 1, 2, 3, 12, 5, 7, 3, 3)),
        (-1, 1, (0, 0, 1, 2, 11, 6, 6, 4, 6)),
    ],
)
def test_the_dice_table_gives_these_chances_in_36ths(own, other, expected):
    found = outcomes(own, other)
    columns = ("S/-", "S/W", "M/-", "M/W", "W/-", "-/-", "-/W", "W/M", "-/M")
    assert tuple(found[column] for column in columns) == expected


def test_every_step_down_taken():
    found = outcomes(0, 0, stepped=True)
    assert [found[pair] for pair in ("S/-", "M/-", "W/-", "-/-", "-/W", "-/M")] == [1, 5, 18, 4, 7, 1]


def test_one_die_is_weak_medium_or_strong_and_never_misses():
    assert [int(one_die(result)) for result in (-2, 1, 3, 4, 5, 6, 9)] == [1, 1, 1, 2, 2, 3, 3]


def test_a_squad_may_be_recruited_if_any_mix_of_crystals_pays_for_it():
    """Nobody has to say which crystal pays for which card: what can be paid for at all can be recruited."""
    drawn, ids = random.Random(5), GAME.words.card_ids()
    names = ["nomad", "orc", "foot_knight", "brontobei", "borg", "troll", "vail", "cutthroat", "aracent", "marauder"]
    outcomes = set()
    for _ in range(60):
        state, tables = table()
        squad = drawn.sample(names, 3)
        state.gold[0], state.silver[0] = drawn.randint(5, 12), drawn.randint(0, 12)
        for name in squad[:-1]:
            new_card(state, tables, 0, ids.index(name))
        cards = [tables.card[ids.index(name)] for name in squad]
        gold = int(gold_for(state, tables, 0, ids.index(squad[-1])))
        mixes = product(*((int(card.cost),) if card.elite else range(int(card.cost) + 1) for card in cards))
        cost = sum(int(card.cost) for card in cards)
        payable = any(sum(mix) <= gold and cost - sum(mix) <= state.silver[0] for mix in mixes)
        assert can_recruit(state, tables, 0, ids.index(squad[-1])) == payable, squad
        outcomes.add(payable)
    assert outcomes == {True, False}
    assert gold_for(state, tables, 1, NO_CARD) == state.gold[1]


def test_an_ally_that_has_died_before_an_action_is_paid_for_does_not_close():
    given = {
        "p1.squad": [{"id": "orc_cannon", "cell": "C3"}, {"id": "nomad", "cell": "B3"}, {"id": "borg", "cell": "A1"}],
        "p2.squad": [{"id": "vail", "cell": "E3'"}],
    }
    tables, s = situation(GAME, given, ["use orc_cannon 1 nomad"])
    ally = int(s.at[NAMES.index("B3")])
    destroy(s, tables, ally, NO_CARD)
    settle(s, tables)
    actions = GAME.new_actions()
    assert s.decision == Decision.CELL
    GAME.legal_actions(s, tables, actions)
    GAME.apply(s, tables, actions[0])
    assert s.decision == Decision.MAIN
    assert (cards(s.graveyard[0]), s.card[ally].closed) == ([ally], 0)


@pytest.mark.parametrize(
    ("line", "read", "told"),
    [
        ('traits = ["constant if row 1: incorporeal"]', card_tables, "no constant says incorporeal"),
        ('traits = ["constant for own adjacent creature: formation"]', card_tables, "no constant says formation"),
        ('keywords = ["value 1"]', card_facts, "value"),
        ('keywords = ["flying"]', card_facts, "flying"),
    ],
)
def test_what_no_card_can_say_is_refused(tmp_path, line, read, told):
    (tmp_path / "mine.toml").write_text(f"[borg]\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read((str(tmp_path / "mine.toml"),))
    assert any(told in problem for problem in caught.value.problems)


def test_a_filter_that_asks_for_a_type_and_a_side_alone_lets_pass_what_it_would_if_it_were_asked_in_full():
    state, tables = GAME.new_state(), GAME.make_tables({"squads": ["random:1", "random:2"]}, [])
    GAME.setup(state, tables, 1, 0)
    there = [card for card in range(state.card.size) if state.card[card].type >= 0]
    for card in there:
        state.card[card].hidden = card % 3 == 0
    little = [f for f in range(tables.filter.size) if tables.filter[f].plain == 1 and tables.filter[f].types != 0]
    told = Counter()
    for f, source, card in product(little, there, there):
        passes = lets_pass(state, tables, f, source, card, -1)
        assert passes == matches(state, tables, f, source, card, -1)
        told[passes, int(tables.filter[f].side)] += 1
    assert all(told[passes, side] > 0 for passes, side in product((False, True), (Side.OWN, Side.ENEMY)))
