"""The rules of a game's states: what a game declares of them, put together into kernels that look at all in one pass.

A rule is a kernel that says whether a state breaks it, or a row of comparisons that hold. By the names it uses it says
of what it is asked: `seat` of every player, `card` of every card, `turn` of the turn of the state before, `measures` of
the figures of a game that is over, `room` of memory that is kept through a game. With each rule comes how to break it,
as Python statements about a state: that is done to games to see whether the rule is noticed.
"""

import ast
import importlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from inspect import signature
from itertools import groupby
from typing import Any

from sim.core.game import Game
from sim.core.kernel import kernel


class When(Enum):
    """Of what a rule is asked: of all states, of those in which somebody is to decide, of those of games that are over,
    of lists of legal actions.
    """

    ALWAYS, ASKED, END, LISTED = range(4)


GIVEN = {"s", "t", "turn", "room", "measures", "seat", "card"}
LOOPS = {"card": "s.card.size", "seat": "s.score.size", "": ""}
"""What rules may use; what they may be asked of one by one, and how many there are."""


@dataclass(frozen=True)
class Rule:
    """Something that holds. parts: conditions under which a state breaks it, as texts over the names that its kernels
    may be given and those of the game's `state`; only: under which condition it is asked; spoils: statements that break
    it, each alone; ripe: when there is what they take, if not whenever it is asked, or all of a game's rules can be
    broken.
    """

    text: str
    when: When
    spoils: Sequence[str]
    parts: Sequence[str] = ()
    only: str = ""
    ripe: str = ""
    kernels: Mapping[str, Any] = field(default_factory=dict)


class Rules(list[Rule]):
    """Rules in the order in which they are asked."""

    def _of_kernel(self, when: When, spoils: Sequence[str], only: str, ripe: str) -> Callable[..., Callable[..., Any]]:
        def added(function: Callable[..., Any]) -> Callable[..., Any]:
            name, text = function.__name__, " ".join(str(function.__doc__).split())
            call = f"{name}({', '.join(signature(function).parameters)})"
            asks = kernel(cache=False)(function)
            self.append(Rule(text, when, spoils, [call], only, ripe, {name: asks}))
            return asks

        return added

    def always(self, *spoils: str, only: str = "", ripe: str = "") -> Callable[..., Any]:
        """Adds a rule whose text is the docstring of the function that says whether a state breaks it."""
        return self._of_kernel(When.ALWAYS, spoils, only, ripe)

    def asked(self, *spoils: str, only: str = "", ripe: str = "") -> Callable[..., Any]:
        """The same of states in which somebody is to decide."""
        return self._of_kernel(When.ASKED, spoils, only, ripe)

    def at_the_end(self, *spoils: str) -> Callable[..., Any]:
        """The same of the states of games that are over."""
        return self._of_kernel(When.END, spoils, "", "")

    def holds(self, text: str, *comparisons: str, when: When = When.ALWAYS, only: str = "") -> None:
        """Adds a rule of comparisons such as `s.gems >= 0`, `0 <= s.power <= 99` or `s.house == NO_HOUSE`."""
        spoils = [spoil for comparison in comparisons for spoil in breaking(comparison)]
        self.append(Rule(text, when, spoils, [f"not {comparison}" for comparison in comparisons], only))


BEYOND = {ast.GtE: "-", ast.LtE: "+", ast.Eq: "^"}
"""How to get from a limit of a number to what is beyond it."""


def breaking(comparison: str) -> list[str]:
    """Statements that break a comparison of a number of the state, each on one side."""
    found: Any = ast.parse(comparison, mode="eval").body
    low, *middle, high = (ast.unparse(term) for term in (found.left, *found.comparators))
    if middle:
        return [f"{middle[0]} = ({low}) - 1", f"{middle[0]} = ({high}) + 1"]
    return [f"{low} = ({high}) {BEYOND[type(found.ops[0])]} 1"]


def looking(game: Game, rules: Iterable[Rule], when: When) -> Any:
    """The kernel that asks the rules of one kind in their order: the number of the first that is broken, or 0. Rules
    next to each other that are asked of each card, or of each seat, are asked in one loop.
    """
    names: dict[str, Any] = dict(names_of(game))
    calls = []
    for number, rule in enumerate(rules):
        names |= rule.kernels
        if rule.when == when:
            groups = groupby(rule.parts, lambda part: next(name for name in LOOPS if not name or name in used(part)))
            for place, (each, parts) in enumerate(groups):
                calls.append((rule.only, each, _of_parts(f"rule_{number}_{place}", list(parts), names), number))
    lines = ["def first_broken(s, t, turn, room, measures):"]
    for (only, each), group in groupby(calls, lambda call: call[:2]):
        lines += [f"  if {only or True}:", f"   for {each} in range({LOOPS[each]}):" if each else "   if True:"]
        lines += [line for *_, call, number in group for line in (f"    if {call}:", f"     return {number}")]
    exec("\n".join([*lines, "  return 0"]), names)
    return kernel(cache=False)(names["first_broken"])


def _of_parts(name: str, parts: Sequence[str], names: dict[str, Any]) -> str:
    """The call of a kernel, put among the names, that says whether any of some conditions holds: each rule has its own,
    for numba makes a long one with many ways out slow.
    """
    if len(parts) == 1 and re.fullmatch(r"\w+\([\w, ]*\)", parts[0]):
        return parts[0]
    given = ", ".join(sorted(GIVEN & set().union(*map(used, parts))))
    exec(f"def {name}({given}):\n return {' or '.join(f'({part})' for part in parts)}", names)
    names[name] = kernel(cache=False)(names[name])
    return f"{name}({given})"


def used(text: str) -> set[str]:
    """The names that an expression uses."""
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def names_of(game: Game) -> Mapping[str, Any]:
    """The names that rules of a game may use: those of its `state`."""
    return vars(importlib.import_module(f"sim.{game.name}.state"))


# --- rules of every game ----------------------------------------------------------------------------------------------

OF_THE_LOOP = (
    Rule("sound", When.ALWAYS, ["pass"]),
    Rule("there is a legal action, and not too many", When.LISTED, ["n = 0", "n = actions.size + 1"]),
    Rule("no action is offered twice", When.LISTED, ["actions[n] = actions[0]; n += 1"]),
    Rule("the game stops without a fault", When.ALWAYS, ["s.error = 1"]),
)
"""What is looked at without a kernel of rules."""
SOUND, ACTIONS, TWICE, FAULT = range(len(OF_THE_LOOP))


def of_every_game(game: Game, turns: str, measured: Mapping[str, str]) -> Rules:
    """Rules of the header and of the measures. turns: how many a turn may be after the one before, at most."""
    found = Rules()
    found.holds(
        "who is to decide is at the table, and is asked something",
        "0 <= s.to_move <= s.players - 1",
        f"1 <= s.decision <= {max(game.words.decisions)}",
        when=When.ASKED,
    )
    found.holds("a turn follows the other", f"turn <= s.turn <= turn + {turns}")
    ended = ["s.over != 1 or s.decision != 0"]
    found.append(Rule("nobody is asked when a game is over", When.END, ["s.over = 2", "s.decision = 1"], ended))
    found.append(of_measures(game, measured))
    if game.words.team is None:
        shares = ["abs(s.score.sum() - 1) > 1e-6", "s.score[seat] < 0"]
        found.append(Rule("all have one point together", When.END, ["s.score[s.active] += 0.7"], shares))
    return found


def of_measures(game: Game, measured: Mapping[str, str]) -> Rule:
    """The rule that measures, each by its name or by that without the seat, are what the final state says."""
    parts, spoils = [], []
    for name, value in measured.items():
        seats = [game.measures.index(f"p{seat}_{name}") for seat in (1, 2) if f"p{seat}_{name}" in game.measures]
        place = f"{seats[0]} + {seats[1] - seats[0]} * seat" if seats else str(game.measures.index(name))
        parts.append(f"{'seat < s.players and ' if seats else ''}measures[{place}] != {value}")
        spoils.append(f"measures[{place}] += 1")
    return Rule("the measures are those of the final state", When.END, spoils, parts)


# --- rules of cards that lie in piles ---------------------------------------------------------------------------------


def sizes(piles: Sequence[str], parts: Sequence[str], **kernels: Any) -> Rule:
    """The rule that piles, such as `s.deck[seat]`, hold as many cards as they can; parts: what looks at that."""
    spoils = [f"{pile}.n = {size}" for pile in piles for size in ("-1", f"{pile}.card.size + 1")]
    return Rule("a pile holds between 0 and all its cards", When.ALWAYS, spoils, parts, kernels=kernels)


def lies_in(piles: Mapping[str, str], spoil: str, anybodys: Sequence[str] = (), nowhere: str = "False") -> list[Rule]:
    """The rules that each card lies in the pile of its zone, by name, which holds its owner's cards, but if it is named
    as anybody's. nowhere: which cards of these zones lie in none. Room is for a number a card.
    """
    names = [f"s.{name}[seat]" for name in piles]
    zones = " | ".join(f"(s.card[card].zone == {zone})" for zone in dict.fromkeys(piles.values()))
    parts = [
        "emptied(room, s.card.size)",
        *(
            f"strayed(s, s.{name}[seat], {zone}, {-1 if name in anybodys else 'seat'}, room)"
            for name, zone in piles.items()
        ),
        f"room[card] != (({zones}) & (({nowhere}) == 0))",
    ]
    kernels = {"emptied": emptied, "strayed": strayed}
    text = "every card is in the pile of its zone, and in no other"
    full = sizes(names, [f"is_overfull({name})" for name in names], is_overfull=is_overfull)
    return [full, Rule(text, When.ALWAYS, [spoil], parts, kernels=kernels)]


@kernel(cache=False)
def is_overfull(pile):
    """Whether a pile holds too few or too many cards."""
    return pile.n < 0 or pile.n > pile.card.size


@kernel(cache=False)
def emptied(room, n):
    """Sets the first n numbers to 0; breaks no rule."""
    room[:n] = 0
    return False


@kernel(cache=False)
def strayed(s, pile, zone, seat, room):
    """Whether a card of a pile is of another zone or, but for seat -1, not of the seat: the first half of all cards is
    that of the first. Counts how often each card lies in a pile.
    """
    for i in range(pile.n):
        card = pile.card[i]
        if card < 0 or card >= s.card.size:
            return True
        room[card] += 1
        if s.card[card].zone != zone or (seat >= 0 and card // (s.card.size // 2) != seat):
            return True
    return False


def conserved(piles: Sequence[str], others: Any, spoil: str) -> list[Rule]:
    """The rules that as many copies of each card are in piles, such as `s.deck[seat]`, and in other places as there
    were. others: (s, t, room) sets the numbers of those in other places. Room is for two numbers a card: how many there
    are, and how many there were at the start, which `begin` notes.
    """
    counting = ["others(s, t, room)", *(f"is_miscounted({pile}, room)" for pile in piles)]
    full = sizes(piles, counting, others=others, is_miscounted=is_miscounted)
    kernels = {"is_any_lost": is_any_lost}
    return [full, Rule("every card is in one zone", When.ALWAYS, [spoil], ["is_any_lost(t, room)"], kernels=kernels)]


@kernel(cache=False)
def is_miscounted(pile, room):
    """Whether a pile holds too few or too many cards; counts them if not."""
    if is_overfull(pile):
        return True
    for i in range(pile.n):
        room[pile.card[i]] += 1
    return False


@kernel(cache=False)
def is_any_lost(t, room):
    """Whether there are more or fewer copies of a card than there were."""
    lost = 0
    for card in range(t.n_cards):
        lost |= room[card] ^ room[t.card.size + card]
    return lost != 0
