"""Every worked case of the rules of Berserk: Heroes is shown: by a scenario that names it, or as a deck."""

import tomllib
from pathlib import Path

from test_berserk_heroes_decks import ILLEGAL, LEGAL

SCENARIOS = Path(__file__).parent / "scenarios" / "berserk_heroes"
CASES = {
    "DL": "01-02 05-06 08-10 12 14-16 21",
    "TU": "01-02 04 06-11 13-14 16 18",
    "PL": "02-09 11-12 14-15 18",
    "AT": "02 04-06 08-13 15-21 23-26 28-31",
    "EN": "01 03 05",
    "TC": "01-05 07-10 12-13 15-16 19-20 25-26 28 30-35 38 40-46 49-55 58 60-64 66-71",
    "SA": "01 03 06-08 12-13 15 17-20 22 24-26 28-29 31-35 37 43 45-46 48 50",
    "SB": "02-05 07-10 12-13 15-22 24-27 29-31 35-38 40",
    "KW": "01-03 05-06 08-09 14-15 18 21 23-31 33 37-38 40-45 47-49 52-56 58-59 64-67",
}
"""The numbers of the worked cases by chapter: decks, turns, playing cards, attacks, the end, the teaching cards, the
decks of Saikono and of Sakhana, keywords."""


def numbers():
    for chapter, spans in CASES.items():
        for span in spans.split():
            first, _, last = span.partition("-")
            yield from (f"{chapter}-{number:02}" for number in range(int(first), int(last or first) + 1))


NUMBERS = list(numbers())
DECKS = sorted(name.split(":")[0] for name in [*LEGAL, *ILLEGAL] if name.startswith("DL-"))


def test_there_are_219_worked_cases():
    assert len(set(NUMBERS)) == len(NUMBERS) == 219


def test_every_case_of_a_deck_is_a_deck_that_is_tested():
    assert [number for number in NUMBERS if number.startswith("DL-")] == DECKS


def test_every_other_case_is_a_scenario_and_no_scenario_names_what_is_none():
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in SCENARIOS.rglob("*.toml")]
    found = {number for file in files for scenario in file["scenario"] for number in scenario.get("cases", [])}
    assert {number for number in NUMBERS if not number.startswith("DL-")} ^ found == set()
