"""In which order two workers take the tests: what takes long comes first, so that they end together."""

from conftest import LONG, PARTED, ROOT, group_of, rank


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
