"""The rules of a game's states: what a game declares of them, put together into kernels that look at all in one pass.

A rule is a sentence with its conditions, as texts (`texts.py`). By the names that a condition uses it says of what it
is asked: `seat` of every player, `card` of every card, `turn` of the turn of the state before, `measures` of the
figures of a game that is over, `room` of memory that is kept through a game. With each rule comes how to break it, as
Python statements about a state: that is done to games to see whether the rule is noticed. Where all conditions are
comparisons such as `s.gems >= 0`, `0 <= s.power <= 99` or `s.house == NO_HOUSE`, that need not be said.
"""

import ast
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from typing import Any

from sim.core.game import Game
from sim.core.kernel import kernel

from .texts import Lines, Words, used


class When(Enum):
    """Of what a rule is asked: of all states, of those in which somebody is to decide, of those of games that are over,
    of lists of legal actions. At the start there is what it notes.
    """

    ALWAYS, ASKED, END, LISTED, START = range(5)


GIVEN = ("s", "t", "turn", "room", "measures")
"""What conditions may use besides the names of their game."""
LOOPS = {"card": "for card in range(s.card.size):", "seat": "for seat in range(s.score.size):", "": "if True:"}
"""What conditions may be asked of one by one, with the line that they stand under."""
ROOM = 1024
"""Numbers that rules may keep through a game."""


@dataclass(frozen=True)
class Rule:
    """Something that holds. conditions: when a state keeps it; only: under which condition it is asked; spoils:
    statements that break it, each alone; ripe: when there is what they take, if not whenever it is asked, or all of a
    game's rules can be broken; start: what is noted in the first state of a game, likewise as conditions; kernels: what
    these may call.
    """

    text: str
    when: When
    spoils: Sequence[str]
    conditions: Sequence[str] = ()
    only: str = ""
    ripe: str = ""
    start: Sequence[str] = ()
    kernels: Mapping[str, Any] = field(default_factory=dict)

    def at(self, when: When) -> Sequence[str]:
        """The conditions that are looked at then."""
        return self.start if when == When.START else self.conditions if when == self.when else ()


class Rules(list[Rule]):
    """Rules in the order in which they are asked. kernels: what their conditions may call; words: what they may say
    instead of an expression.
    """

    def __init__(self, *kernels: Callable[..., Any], **words: str) -> None:
        super().__init__()
        self.kernels = {call.__name__: call for call in kernels}
        self.words = Words(words)

    def always(self, text: str, *conditions: str, **how: Any) -> None:
        """Adds a rule of all states. how: what else a `Rule` says."""
        self._add(text, When.ALWAYS, conditions, **how)

    def asked(self, text: str, *conditions: str, **how: Any) -> None:
        """The same of states in which somebody is to decide."""
        self._add(text, When.ASKED, conditions, **how)

    def at_the_end(self, text: str, *conditions: str, **how: Any) -> None:
        """The same of the states of games that are over."""
        self._add(text, When.END, conditions, **how)

    def lie_in_piles(
        self, piles: Mapping[str, str], spoil: str, anybodys: Sequence[str] = (), nowhere: str = "False"
    ) -> None:
        """Adds the rules that each card lies in the pile of its zone, by name, which holds its owner's cards, but if it
        is named as anybody's. nowhere: which cards of these zones lie in none. Room is for a number a card.
        """
        names = [f"s.{name}[seat]" for name in piles]
        zones = " | ".join(f"(s.card[card].zone == {zone})" for zone in dict.fromkeys(piles.values()))
        stray = [
            f"not strayed(s, s.{name}[seat], {zone}, {-1 if name in anybodys else 'seat'}, room)"
            for name, zone in piles.items()
        ]
        alone = f"room[card] == (({zones}) & (({nowhere}) == 0))"
        self._sizes(names, [f"not is_overfull({name})" for name in names])
        self.always(
            "every card is in the pile of its zone, and in no other",
            "emptied(room, s.card.size)",
            *stray,
            alone,
            spoils=[spoil],
        )

    def keep_all(
        self,
        piles: Sequence[str],
        spoil: str,
        numbers: Sequence[str] = (),
        others: Sequence[str] = (),
        copies: str = "",
    ) -> None:
        """Adds the rules that there are as many copies of each card as there were: in piles, such as `s.deck[seat]`,
        those of which the number stands by card, as in `s.banished`, and others, as `counted` counts them. copies: how
        many there are of a card, if not as many as in the first state. Room is for two numbers a card.
        """
        counting = ["emptied(room, t.n_cards)", *(f"counted({other})" for other in others)]
        counting += [f"counted_all(room, {number}, t.n_cards)" for number in numbers]
        counting += [f"not is_miscounted({pile}, room)" for pile in piles]
        noted = f"counted((t.card.size + card, {copies or 'room[card]'}) for card in range(t.n_cards))"
        start = ["emptied(room, room.size)", *([] if copies else counting), noted]
        same = "all(room[card] == room[t.card.size + card] for card in range(t.n_cards))"
        self._sizes(piles, counting, start=start)
        self.always("every card is in one zone", same, spoils=[spoil])

    def _sizes(self, piles: Sequence[str], conditions: Sequence[str], start: Sequence[str] = ()) -> None:
        """Adds the rule that piles hold as many cards as they can. conditions: what looks at that."""
        spoils = [f"{pile}.n = {size}" for pile in piles for size in ("-1", f"{pile}.card.size + 1")]
        self.always("a pile holds between 0 and all its cards", *conditions, spoils=spoils, start=start)

    def _add(
        self,
        text: str,
        when: When,
        conditions: Sequence[str],
        spoils: Sequence[str] = (),
        only: str = "",
        start: Sequence[str] = (),
        ripe: str = "",
    ) -> None:
        said, noted = ([self.words.of(one) for one in given] for given in (conditions, start))
        broken = spoils or [spoil for condition in said for spoil in breaking(condition)]
        self.append(Rule(text, when, broken, said, only and self.words.of(only), ripe, noted, self.kernels))


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
    """The kernel that asks the rules of one kind in their order: the number of the first that is broken, or 0."""
    names = {**names_of(game), **KERNELS}
    lines = []
    for number, rule in enumerate(rules):
        names |= rule.kernels
        for place, (each, conditions) in enumerate(groupby(rule.at(when), of_each)):
            call = add_breaking(f"rule_{number}_{place}", each, list(conditions), names)
            lines += [f"if ({rule.only or True}) and {call}:", f" return {number}"]
    add_kernel("first_broken(s, t, turn, room, measures)", [*lines, "return 0"], names)
    return names["first_broken"]


def of_each(condition: str) -> str:
    """Of what a condition is asked one by one: a name of LOOPS."""
    return next(name for name in LOOPS if not name or name in used(condition))


def add_breaking(name: str, each: str, conditions: Sequence[str], names: dict[str, Any]) -> str:
    """The call of a kernel, put among the names, that says whether any of some conditions does not hold: each rule has
    its own, for numba makes a long one with many ways out slow.
    """
    lines, needed = Lines([LOOPS[each]]), {"s"}.union(*map(used, conditions))
    for condition in conditions:
        lines.add(condition)
    call = f"{name}({', '.join(given for given in GIVEN if given in needed)})"
    add_kernel(call, [*lines.lines, "return False"], names)
    return call


def add_kernel(call: str, lines: Sequence[str], names: dict[str, Any]) -> None:
    """Puts the kernel of some lines among the names that these may use."""
    exec("\n ".join([f"def {call}:", *lines]), names)
    name = call.split("(")[0]
    names[name] = kernel(cache=False)(names[name])


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
    found.asked(
        "who is to decide is at the table, and is asked something",
        "0 <= s.to_move <= s.players - 1",
        f"1 <= s.decision <= {max(game.words.decisions)}",
    )
    found.always("a turn follows the other", f"turn <= s.turn <= turn + {turns}")
    found.at_the_end(
        "nobody is asked when a game is over",
        "s.over == 1 and s.decision == 0",
        spoils=["s.over = 2", "s.decision = 1"],
    )
    add_measures(found, game, measured)
    if game.words.team is None:
        found.at_the_end(
            "all have one point together",
            "abs(s.score.sum() - 1) <= 1e-6",
            "s.score[seat] >= 0",
            spoils=["s.score[s.active] += 0.7"],
        )
    return found


def add_measures(rules: Rules, game: Game, measured: Mapping[str, str]) -> None:
    """Adds the rule that measures, each by its name or by that without the seat, are what the final state says."""
    conditions, spoils = [], []
    for name, value in measured.items():
        seats = [game.measures.index(f"p{seat}_{name}") for seat in (1, 2) if f"p{seat}_{name}" in game.measures]
        place = f"{seats[0]} + {seats[1] - seats[0]} * seat" if seats else str(game.measures.index(name))
        conditions.append(f"{'seat < s.players implies ' if seats else ''}measures[{place}] == {value}")
        spoils.append(f"measures[{place}] += 1")
    rules.at_the_end("the measures are those of the final state", *conditions, spoils=spoils)


# --- rules of cards that lie in piles ---------------------------------------------------------------------------------


@kernel(cache=False)
def emptied(room, n):
    """Sets the first n numbers to 0; holds always."""
    room[:n] = 0
    return True


@kernel(cache=False)
def is_overfull(pile):
    """Whether a pile holds too few or too many cards."""
    return pile.n < 0 or pile.n > pile.card.size


@kernel(cache=False)
def is_miscounted(pile, room):
    """Whether a pile holds too few or too many cards; counts them if not."""
    if is_overfull(pile):
        return True
    for i in range(pile.n):
        room[pile.card[i]] += 1
    return False


@kernel(cache=False)
def counted_all(room, numbers, n):
    """Adds the first n numbers to those of the room; holds always."""
    for i in range(n):
        room[i] += numbers[i]
    return True


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


@kernel(cache=False)
def copies_in(pile, card):
    """How many copies of a card lie in a pile."""
    found = 0
    for i in range(pile.n):
        found += pile.card[i] == card
    return found


@kernel(cache=False)
def noted(room, place, number):
    """Notes a number for the next state; holds always."""
    room[place] = number
    return True


KERNELS = {
    call.__name__: call for call in (emptied, is_overfull, is_miscounted, counted_all, strayed, copies_in, noted)
}
"""What every rule may call."""
