"""Stored logs of games. `python tests/contract/transcripts.py` renews them all, after a change that is meant to change
them; the difference is read before it is kept.
"""

import os
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
FOLDER = TESTS / "transcripts"


def stored(game: str, name: str) -> Path:
    """Where a log is kept."""
    return FOLDER / game / f"{name}.txt"


def told(game: str, name: str) -> str:
    """The log of a game that is kept, played anew."""
    from agents import load_agent
    from sim.words.trace import play_log

    from .subject import subject

    of = subject(game)
    table, agents, seed, number = of.transcripts[name]
    players = [load_agent(game, agent) for agent in agents]
    return play_log(of.game, of.game.make_tables(table, []), players, seed, number, agents).text


def renew() -> None:
    """Writes every log anew, and removes those that no game asks for."""
    from .subject import SUBJECTS, subject

    for game in SUBJECTS:
        (FOLDER / game).mkdir(parents=True, exist_ok=True)
        for path in (FOLDER / game).iterdir():
            if path.stem not in subject(game).transcripts:
                path.unlink()
        for name in subject(game).transcripts:
            stored(game, name).write_text(told(game, name), encoding="utf-8")
            print(stored(game, name).relative_to(TESTS))


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # a few games are told sooner than the agents are compiled
    sys.path[:0] = [str(TESTS.parent), str(TESTS)]
    from contract import transcripts

    transcripts.renew()
