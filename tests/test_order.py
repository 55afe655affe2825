"""Which cases the short tests play, and in which order two workers take them: what takes long comes first, so that they
end together.
"""

import subprocess
import sys

from conftest import LONG, PARTED, ROOT, group_of, left_undrawn, rank


def test_files_that_are_said_to_take_long_are_there():
    assert [name for name in LONG if not (ROOT / name).is_file()] == []
    assert len(set(LONG)) == len(LONG)


def test_the_longest_come_first_then_games_then_long_files_then_the_others_by_their_tests():
    few, many = "tests/test_few.py", "tests/test_many.py"
    longest, long = f"{PARTED[0]} berserk", f"{PARTED[1]} keyforge"
    groups = {few: 19, long: 10, "keyforge": 700, many: 99, LONG[1]: 2, LONG[0]: 1, "berserk": 300, longest: 100}
    ordered = sorted(groups, key=lambda group: rank(group, groups[group]))
    assert ordered == [longest, long, "keyforge", "berserk", LONG[0], LONG[1], many, few]


def test_a_test_is_of_its_game_or_else_of_its_file():
    assert group_of("tests/test_new.py::test_plans[berserk_heroes-field]") == "berserk_heroes"
    assert group_of("tests/test_keyforge_decks.py::test_drawn") == "keyforge"
    assert group_of("tests/test_dice.py::test_rolls[3]") == "tests/test_dice.py"
    assert group_of(f"tests/contract/test_playouts.py::{PARTED[0]}[keyforge-17]") == f"{PARTED[0]} keyforge"


def test_the_longest_tests_are_there():
    found = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "contract").glob("test_*.py"))
    assert [test for test in PARTED if f"def {test}(" not in found] == []


def test_the_commits_draw_all_cases_of_a_test_in_time_and_so_many_each_time():
    cases = [*range(6)]
    left = [left_undrawn(cases, 2, f"commit {number}") for number in range(60)]
    assert {len(some) for some in left} == {4}
    assert {case for some in left for case in set(cases) - set(some)} == set(cases)
    assert left_undrawn(cases, 2, "commit 7") == left[7]
    assert left_undrawn(cases, 9, "commit 7") == []


def test_what_is_not_drawn_for_the_short_tests_is_played_by_the_long_ones():
    def collected(*options):
        command = [sys.executable, "-m", "pytest", "--collect-only", "--sample", "1", "tests/test_screens.py", *options]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return {line for line in done.stdout.splitlines() if "test_a_page_fits_its_screen" in line}

    short, long = collected(), collected("-m", "long")
    assert len(short) == 2
    assert len(long) > 2
    assert not short & long
    assert short | long == collected("-m", "long or not long")
