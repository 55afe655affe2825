"""Bounds of what a state of Berserk holds."""

from contract.piles import situation

from sim import load_game
from sim.berserk.state import FOREVER, LASTING_MAX
from sim.berserk.stats import given, given_sum, grant
from sim.berserk.tables import Stat
from sim.core.faults import ERROR_FRAMES_FULL

GAME = load_game("berserk")
NAMED = [stat for stat in Stat if stat >= Stat.ATTACK_EXPERIENCE]


def table():
    """A creature that nothing was given yet, and its number."""
    _, s = situation(GAME, {"p1.squad": [{"id": "nomad", "cell": "C1"}], "p2.squad": [{"id": "vail", "cell": "C1'"}]})
    return s, next(card for card in range(len(s.card)) if s.card[card].type >= 0 and s.card[card].controller == 0)


def test_one_more_lasting_effect_than_there_is_room_for_is_a_fault():
    s, nomad = table()
    for stat in NAMED[:LASTING_MAX]:
        grant(s, nomad, stat, 1, -1, FOREVER, 0)
    assert (s.error, s.n_lasting, s.card[nomad].lasting) == (0, LASTING_MAX, LASTING_MAX)
    grant(s, nomad, NAMED[LASTING_MAX], 1, -1, FOREVER, 0)
    assert (s.error, s.n_lasting, s.card[nomad].lasting) == (ERROR_FRAMES_FULL, LASTING_MAX, LASTING_MAX)


def test_what_is_given_again_alike_fills_no_room():
    s, nomad = table()
    for amount in (1, 2, 1) * LASTING_MAX:
        grant(s, nomad, Stat.FEAR, amount, -1, FOREVER, 0)
    for _ in range(3):
        grant(s, nomad, Stat.MORE_ARMOUR, 2, -1, FOREVER, 0)
    assert (s.error, s.n_lasting, s.card[nomad].lasting) == (0, 2, 2)
    assert (given(s, nomad, Stat.FEAR), given_sum(s, nomad, Stat.MORE_ARMOUR, 0)) == (2, 6)


def test_what_differs_in_anything_but_its_number_stays_apart():
    s, nomad = table()
    alike = {"card": nomad, "stat": Stat.VALUE, "amount": 1, "kinds": 3, "until": FOREVER, "seat": 0}
    for other in ({}, {"card": nomad + 1}, {"stat": Stat.DIE}, {"amount": -1}, {"kinds": 2}, {"until": 5}, {"seat": 1}):
        grant(s, *(alike | other).values())
    assert (s.error, s.n_lasting, s.card[nomad].lasting) == (0, 7, 6)


def test_modifiers_add_up_past_99_in_two_effects():
    s, nomad = table()
    for _ in range(2):
        grant(s, nomad, Stat.MORE_ARMOUR, 60, -1, FOREVER, 0)
    assert (s.n_lasting, given_sum(s, nomad, Stat.MORE_ARMOUR, 0)) == (2, 120)
