"""In which order two workers take the tests: what takes long comes first, so that they end together."""

from conftest import LONG, ROOT, group_of, rank


def test_files_that_are_said_to_take_long_are_there():
    assert [name for name in LONG if not (ROOT / name).is_file()] == []
    assert len(set(LONG)) == len(LONG)


def test_games_come_first_then_long_files_then_the_others_by_their_tests():
    few, many = "tests/test_few.py", "tests/test_many.py"
    groups = {few: 19, "keyforge": 700, many: 99, LONG[1]: 2, LONG[0]: 1, "berserk": 300}
    ordered = sorted(groups, key=lambda group: rank(group, groups[group]))
    assert ordered == ["keyforge", "berserk", LONG[0], LONG[1], many, few]


def test_a_test_is_of_its_game_or_else_of_its_file():
    assert group_of("tests/test_new.py::test_plans[berserk_heroes-field]") == "berserk_heroes"
    assert group_of("tests/test_keyforge_decks.py::test_drawn") == "keyforge"
    assert group_of("tests/test_dice.py::test_rolls[3]") == "tests/test_dice.py"
