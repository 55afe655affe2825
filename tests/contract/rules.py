"""The rules of a game's states: what a game declares of them, put together into kernels that look at all in one pass.

A rule is a sentence with its conditions, as texts (`texts.py`). By the names that a condition uses it says of what it
is asked: `seat` of every player, `card` of every card, `turn` of the turn of the state before, `measures` of the
figures of a game that is over, `room` of memory that is kept through a game. With each rule comes how to break it, as
Python statements about a state: that is done to games to see whether the rule is noticed. Where all conditions are
comparisons such as `s.gems >= 0`, `0 <= s.power <= 99` or `s.house == NO_HOUSE`, that need not be said. Games write
their rules so, each under when it holds:

    in the main phase: nothing is pending, and no creature is dead
        s.{n_frames n_pending} == 0
        all(one.damage < power(s, t, card)
            for card in cards(s.line[seat]))
        broken by s.n_frames = 1
        broken by creature.damage = 99

Braces stand for a line with each of the words in them, and lines that stand further in continue those above. What all
games with piles need is written shorter: that no card is lost, after `kept:`, and that each lies where its zone says,
after `in piles:`.

    kept: every card is in one zone
        piles s.{deck hand}[seat]
        numbers s.banished
        counted card for card in s.row[:ROW_MAX] if card != NO_CARD
        broken by s.deck[seat].card[0] = 5
    in piles: every card is in the pile of its zone, and in no other
        his own deck Zone.DECK
        anybody's {line support} Zone.PLAY
        nowhere (one.zone == Zone.PLAY) & (card % SLOTS == 0)
        broken by creature.zone = Zone.HAND
"""

import ast
import importlib
import re
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


TIMES = {"always": When.ALWAYS, "asked": When.ASKED, "at the end": When.END}
"""What the rules of a game begin with."""
PARTS = (
    "broken by ",
    "ripe if ",
    "piles ",
    "numbers ",
    "counted ",
    "copies ",
    "his own ",
    "anybody's ",
    "nowhere ",
    "",
)
"""What the lines of a rule begin with, conditions with nothing."""
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

    def read(self, text: str) -> None:
        """Adds rules that are written one after the other. What does not begin with a time that all games know begins
        with a word for the condition under which it is asked, in the main phase with `in_the_main_phase`: that belongs
        to its sentence then. `kept:` and `in piles:` begin what `_keep_all` and `_lie_in_piles` make rules of.
        """
        for block in re.split(r"\n(?=\S)", text.strip()):
            first, *lines = re.sub(r"\n {8,}", " ", block).split("\n")
            when, sentence = first.split(": ", 1)
            said: dict[str, list[str]] = {part: [] for part in PARTS}
            for line in map(str.strip, lines):
                part = next(part for part in PARTS if line.startswith(part))
                said[part] += each_of(line.removeprefix(part))
            if when == "kept":
                self._keep_all(sentence, said)
            elif when == "in piles":
                self._lie_in_piles(sentence, said)
            else:
                only = "" if when in TIMES else when.replace(" ", "_")
                text, ripe = f"{when} {sentence}" if only else sentence, "".join(said["ripe if "])
                self.add(text, TIMES.get(when, When.ASKED), said[""], said["broken by "], only, ripe=ripe)

    def _keep_all(self, sentence: str, said: Mapping[str, Sequence[str]]) -> None:
        """Adds the rules that there are as many copies of each card as there were: in piles, those of which the number
        stands by card, and others, as `counted` counts them. copies: how many there are of a card, if not as many as
        in the first state. Room is for two numbers a card.
        """
        copies = "".join(said["copies "])
        counting = ["emptied(room, t.n_cards)", *(f"counted({other})" for other in said["counted "])]
        counting += [f"counted_all(room, {number}, t.n_cards)" for number in said["numbers "]]
        counting += [f"not is_miscounted({pile}, room)" for pile in said["piles "]]
        noted = f"counted((t.card.size + card, {copies or 'room[card]'}) for card in range(t.n_cards))"
        start = ["emptied(room, room.size)", *([] if copies else counting), noted]
        same = "all(room[card] == room[t.card.size + card] for card in range(t.n_cards))"
        self._sizes(said["piles "], counting, start=start)
        self.add(sentence, When.ALWAYS, [same], said["broken by "])

    def _lie_in_piles(self, sentence: str, said: Mapping[str, Sequence[str]]) -> None:
        """Adds the rules that each card lies in the pile of its zone, which holds its owner's cards or anybody's.
        nowhere: which cards of these zones lie in none. Room is for a number a card.
        """
        found = [(*line.split(), "seat") for line in said["his own "]]
        found += [(*line.split(), "-1") for line in said["anybody's "]]
        zones = " | ".join(f"(s.card[card].zone == {zone})" for zone in dict.fromkeys(zone for _, zone, _ in found))
        alone = f"room[card] == (({zones}) & (({''.join(said['nowhere ']) or 'False'}) == 0))"
        piles = [f"s.{name}[seat]" for name, _, _ in found]
        self._sizes(piles, [f"not is_overfull({pile})" for pile in piles])
        stray = [f"not strayed(s, s.{name}[seat], {zone}, {owner}, room)" for name, zone, owner in found]
        self.add(sentence, When.ALWAYS, ["emptied(room, s.card.size)", *stray, alone], said["broken by "])

    def _sizes(self, piles: Sequence[str], conditions: Sequence[str], start: Sequence[str] = ()) -> None:
        """Adds the rule that piles hold as many cards as they can. conditions: what looks at that."""
        spoils = [f"{pile}.n = {size}" for pile in piles for size in ("-1", f"{pile}.card.size + 1")]
        self.add("a pile holds between 0 and all its cards", When.ALWAYS, conditions, spoils, start=start)

    def add(
        self,
        text: str,
        when: When,
        conditions: Sequence[str],
        spoils: Sequence[str] = (),
        only: str = "",
        start: Sequence[str] = (),
        ripe: str = "",
    ) -> None:
        """Adds a rule, with words in its conditions."""
        said, noted = ([self.words.of(one) for one in given] for given in (conditions, start))
        broken = spoils or [spoil for condition in said for spoil in breaking(condition)]
        self.append(Rule(text, when, broken, said, only and self.words.of(only), ripe, noted, self.kernels))


def each_of(line: str) -> list[str]:
    """A line as often as there are words in braces in it, or parts of these between commas: once with each."""
    before, *named = re.split(r"\{([^{}]+)\}", line, maxsplit=1)
    if not named:
        return [line]
    words, after = named
    return [f"{before}{word}{after}" for word in (words.split(", ") if "," in words else words.split())]


def of_fields(*lines: str) -> dict[str, str]:
    """Fields of the state by their names, for measures that are called so: `s.{life charges}[seat]`."""
    return {field.split("[")[0].removeprefix("s."): field for line in lines for field in each_of(line)}


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
    found.read(f"""
asked: who is to decide is at the table, and is asked something
    0 <= s.to_move <= s.players - 1
    1 <= s.decision <= {max(game.words.decisions)}
always: a turn follows the other
    turn <= s.turn <= turn + {turns}
at the end: nobody is asked when a game is over
    s.over == 1 and s.decision == 0
    broken by s.over = 2
    broken by s.decision = 1
""")
    add_measures(found, game, measured)
    if game.words.team is None:
        found.read("""
at the end: all have one point together
    abs(s.score.sum() - 1) <= 1e-6
    s.score[seat] >= 0
    broken by s.score[s.active] += 0.7
""")
    return found


def add_measures(rules: Rules, game: Game, measured: Mapping[str, str]) -> None:
    """Adds the rule that measures, each by its name or by that without the seat, are what the final state says."""
    conditions, spoils = [], []
    for name, value in measured.items():
        seats = [game.measures.index(f"p{seat}_{name}") for seat in (1, 2) if f"p{seat}_{name}" in game.measures]
        place = f"{seats[0]} + {seats[1] - seats[0]} * seat" if seats else str(game.measures.index(name))
        conditions.append(f"{'seat < s.players implies ' if seats else ''}measures[{place}] == {value}")
        spoils.append(f"measures[{place}] += 1")
    rules.add("the measures are those of the final state", When.END, conditions, spoils)


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
