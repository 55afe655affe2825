"""Games that the contract plays: random ones at one table, those that belong together, those that are kept as logs."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Run:
    """Random games at one table."""

    table: Mapping[str, Any]
    seed: int
    games: int
    cards: str = ""
    """a file of the user's cards, as TOML"""


@dataclass(frozen=True)
class Playout:
    """Random games that belong together."""

    runs: Sequence[Run]
    never: Collection[int] | None = None
    """the decisions that nobody is asked in any of them; None: not looked at"""


def one_run(
    table: Mapping[str, Any], seed: int, games: int, cards: str = "", never: Collection[int] | None = None
) -> Playout:
    """Random games at one table alone."""
    return Playout([Run(table, seed, games, cards)], never)


def random_pairs(key: str, ends: Sequence[Mapping[str, Any]]) -> Callable[[int], Mapping[str, Any]]:
    """Tables by number: random decks or squads, as the key says, another pair at each, and one rule of how games end
    after the other.
    """
    return lambda n: {key: [f"random:{2 * n}", f"random:{2 * n + 1}"], "first": "random"} | ends[n % len(ends)]


def three_games(
    counts: Iterable[int], mixed: Sequence[str], *tables: Mapping[str, Any] | Callable[[int], Mapping[str, Any]]
) -> dict[str, Any]:
    """Three games for each number of players, each at its table, which may depend on that number: of chance, of the
    best agents, and of the first of several.
    """
    games: dict[str, Any] = {}
    for players in counts:
        lineups = {"random": ["random"] * players, "best": ["best"] * players, "mixed": mixed[:players]}
        for number, (table, (name, agents)) in enumerate(zip(tables, lineups.items(), strict=True)):
            rules = table(players) if callable(table) else table
            games[f"{players}_{name}"] = {**rules, "players": players}, agents, number + 1, number
    return games
