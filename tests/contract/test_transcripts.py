"""Stored logs are told again line by line.

A change of the rules, the cards, the order of legal actions, the random streams, an agent or the words changes them. If
that is meant, renew them with `python tests/contract/transcripts.py` and read the difference before it is kept.
"""

from collections import Counter

import pytest

from .subject import SUBJECTS, subject
from .transcripts import FOLDER, stored, told

LEAST = 3


@pytest.mark.drawn(18)
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in SUBJECTS for name in subject(game).transcripts])
def test_a_stored_transcript_is_told_again_line_by_line(game, name):
    path = stored(game, name)
    lines, expected = told(game, name).splitlines(), path.read_text(encoding="utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False), 1):
        assert line == wanted, f"line {number} of {path.relative_to(FOLDER)}"
    assert len(lines) == len(expected)


@pytest.mark.parametrize("game", SUBJECTS)
def test_every_number_of_players_has_transcripts(game):
    transcripts = subject(game).transcripts
    counts = Counter(len(agents) for _, agents, *_ in transcripts.values())
    assert all(counts[players] >= LEAST for players in subject(game).game.player_counts)
    assert {path.stem for path in (FOLDER / game).iterdir()} == set(transcripts)
