"""The rules of a game's states: kernels that say whether a state keeps them, each with functions that break it.

    RULES = Rules()

    def hands_over_the_decision(s):
        s.to_move = 1 - s.active

    @RULES.asked(only=in_the_main_phase, broken_by=[hands_over_the_decision])
    @kernel(cache=False)
    def the_active_player_decides(s, t):
        \"\"\"In the main phase the active player decides.\"\"\"
        return s.to_move == s.active

The docstring is the rule. The decorator says when it is asked: `always`, `asked` where somebody is to decide, or
`at_the_end`. The kernel's parameters say of what: (s, t) is asked once, (s, t, seat) of every seat, (s, t, card) of
every card, and (s, t, notes) once, with what is noted beside the state (see `notes_dtype`).

What breaks a rule is done to random games, to see whether the rule is noticed. It is a function that takes by name
what it needs: `s` and `t`; `seat`, whose turn it is; `notes`. Where it looks for something that is not there and raises
IndexError or StopIteration, a later state is tried. `spoils.py` has what many rules need, `zones.py` what games share
whose cards lie in piles.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

import numpy as np

from sim.core.game import Game
from sim.core.kernel import kernel

from .spoils import Sets, Spoil, outside, parameters

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
"""A function that `@kernel` has compiled."""


class When(Enum):
    """Of what a rule is asked: of all states, of those in which somebody is to decide, of those of games that are over,
    of lists of legal actions.
    """

    ALWAYS, ASKED, END, LISTED = range(4)


ROOM = 1024
"""Numbers that rules may keep through a game."""


def notes_dtype(measures: int) -> np.dtype:
    """What is noted beside a state: the turn of the state before, numbers that rules keep through a game, and of a game
    that is over its figures, so many of them.
    """
    return np.dtype([("turn", "i8"), ("room", "i4", (ROOM,)), ("measures", "f4", (measures,))], align=True)


@dataclass(frozen=True)
class Rule:
    """Something that holds. keeps: the kernel that says whether a state keeps it; only: a kernel (s, t, notes) that
    says whether it is asked, if it is not always; spoils: what breaks it, each alone; ripe: when there is what they
    take, if not whenever the rule is asked, or all of a game's rules can be broken.
    """

    text: str
    when: When
    spoils: Sequence[Spoil]
    keeps: Callable[..., Any] | None = None
    only: Callable[..., Any] | None = None
    ripe: Callable[..., Any] | None = None


@dataclass
class Rules:
    """The rules of a game, in the order in which they are asked. note: a kernel (s, t, notes) that notes in the first
    state of a game what rules must know of it.
    """

    rules: list[Rule] = field(default_factory=list)
    note: Callable[..., Any] | None = None

    def always(self, broken_by: Sequence[Spoil], ripe: Callable[..., Any] | None = None) -> Callable[[Kernel], Kernel]:
        """Adds a rule that every state keeps."""
        return self._adds(When.ALWAYS, broken_by, None, ripe)

    def asked(
        self,
        broken_by: Sequence[Spoil],
        only: Callable[..., Any] | None = None,
        ripe: Callable[..., Any] | None = None,
    ) -> Callable[[Kernel], Kernel]:
        """Adds a rule that states keep in which somebody is to decide. only: a kernel (s, t, notes) that says in which
        of these it is asked.
        """
        return self._adds(When.ASKED, broken_by, only, ripe)

    def at_the_end(self, broken_by: Sequence[Spoil]) -> Callable[[Kernel], Kernel]:
        """Adds a rule that the last state of a game keeps."""
        return self._adds(When.END, broken_by, None, None)

    def noted_at_the_start(self, note: Kernel) -> Kernel:
        """Makes a kernel (s, t, notes) what is done in the first state of a game."""
        self.note = note
        return note

    def _adds(
        self,
        when: When,
        spoils: Sequence[Spoil],
        only: Callable[..., Any] | None,
        ripe: Callable[..., Any] | None,
    ) -> Callable[[Kernel], Kernel]:
        def add(keeps: Kernel) -> Kernel:
            if parameters(keeps) not in ASKED_OF:
                raise ValueError(f"{keeps.__name__} takes {parameters(keeps)}; a rule takes one of {[*ASKED_OF]}")
            text = " ".join((keeps.__doc__ or "").split()).removesuffix(".")
            if not text:
                raise ValueError(f"{keeps.__name__} has no docstring: it is the rule")
            self.rules.append(Rule(text, when, spoils, keeps, only, ripe))
            return keeps

        return add


# --- a kernel that asks one rule: it returns the rule's number if it is broken, else 0 --------------------------------


def asks_once(number: int, keeps: Any) -> Any:
    """A kernel that asks a rule of the state as a whole."""

    @kernel(cache=False)
    def asks(s, t, notes):
        return 0 if keeps(s, t) else number

    return asks


def asks_each_seat(number: int, keeps: Any) -> Any:
    """A kernel that asks a rule of every seat, taken or not."""

    @kernel(cache=False)
    def asks(s, t, notes):
        for seat in range(s.score.size):
            if not keeps(s, t, seat):
                return number
        return 0

    return asks


def asks_each_card(number: int, keeps: Any) -> Any:
    """A kernel that asks a rule of every card."""

    @kernel(cache=False)
    def asks(s, t, notes):
        for card in range(s.card.size):
            if not keeps(s, t, card):
                return number
        return 0

    return asks


def asks_with_notes(number: int, keeps: Any) -> Any:
    """A kernel that asks a rule that uses what is noted beside the state."""

    @kernel(cache=False)
    def asks(s, t, notes):
        return 0 if keeps(s, t, notes) else number

    return asks


ASKED_OF: Mapping[tuple[str, ...], Callable[[int, Any], Any]] = {
    ("s", "t"): asks_once,
    ("s", "t", "seat"): asks_each_seat,
    ("s", "t", "card"): asks_each_card,
    ("s", "t", "notes"): asks_with_notes,
}
"""What rules may take, with what asks them."""


def asks_if(only: Any, other: Any) -> Any:
    """A kernel that asks another where a condition holds."""

    @kernel(cache=False)
    def asks(s, t, notes):
        return other(s, t, notes) if only(s, t, notes) else 0

    return asks


def asking(number: int, keeps: Any, only: Any) -> Any:
    """A kernel that asks a rule when it is to be asked."""
    asks = ASKED_OF[parameters(keeps)](number, keeps)
    return asks_if(only, asks) if only else asks


# --- a kernel that asks all rules -------------------------------------------------------------------------------------


@kernel(cache=False)
def asks_nothing(s, t, notes):
    """The kernel of no rule at all."""
    return 0


@kernel(cache=False)
def notes_nothing(s, t, notes):
    """What is done at the start of a game whose rules need not know of it."""


def one_after_the_other(first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """A kernel that asks four kernels: the number of the first rule that is broken, or 0."""

    @kernel(cache=False)
    def asks(s, t, notes):
        number = first(s, t, notes)
        if number == 0:
            number = second(s, t, notes)
        if number == 0:
            number = third(s, t, notes)
        if number == 0:
            number = fourth(s, t, notes)
        return number

    return asks


def looking(rules: Sequence[Rule], when: When) -> Any:
    """A kernel (s, t, notes) that asks the rules of one kind in their order: the number of the first
    that is broken, its place in `rules`, or 0.

    numba compiles a kernel while it compiles the one that calls it. So each asks four others: of a chain in which each
    asked one rule and then the rest, all would be compiled within one another.
    """
    asked = [(number, rule) for number, rule in enumerate(rules) if rule.keeps and rule.when == when]
    kernels = [asking(number, rule.keeps, rule.only) for number, rule in asked]
    while len(kernels) > 1:
        kernels += [asks_nothing] * (-len(kernels) % 4)
        kernels = [one_after_the_other(*kernels[place : place + 4]) for place in range(0, len(kernels), 4)]
    return kernels[0] if kernels else asks_nothing


# --- rules of every game ----------------------------------------------------------------------------------------------


def changes_nothing() -> None:
    """A game that nothing is done to is sound."""


def offers_nothing() -> int:
    """How many actions there are, if none are."""
    return 0


def offers_too_many(actions: Any) -> int:
    """How many actions there are, if they are more than there is room for."""
    return len(actions) + 1


def offers_the_first_again(actions: Any, n: int) -> int:
    """How many actions there are, if the first is offered twice."""
    actions[n] = actions[0]
    return n + 1


OF_THE_LOOP = (
    Rule("Sound", When.ALWAYS, [changes_nothing]),
    Rule("There is a legal action, and not too many", When.LISTED, [offers_nothing, offers_too_many]),
    Rule("No action is offered twice", When.LISTED, [offers_the_first_again]),
    Rule("The game stops without a fault", When.ALWAYS, [Sets("error", 1)]),
)
"""What is looked at without a kernel of rules. What breaks lists of actions returns how many there are then."""
SOUND, ACTIONS, TWICE, FAULT = range(len(OF_THE_LOOP))


def gives_points_away(s: Any) -> None:
    """Gives the active player more points than there are."""
    s.score[s.active] += 0.7


def of_every_game(game: Game, turns: int) -> Rules:
    """Rules of the header. turns: how many a turn may be after the one before, at most."""
    rules, last_decision = Rules(), max(game.words.decisions)

    @rules.asked(
        broken_by=[*outside("to_move", 0, lambda s: s.players - 1), *outside("decision", 1, last_decision)],
    )
    @kernel(cache=False)
    def somebody_is_asked(s, t):
        """Who is to decide is at the table, and is asked something."""
        return 0 <= s.to_move <= s.players - 1 and 1 <= s.decision <= last_decision

    @rules.always(broken_by=outside("turn", lambda notes: notes.turn, lambda notes: notes.turn + turns))
    @kernel(cache=False)
    def turns_follow_each_other(s, t, notes):
        """A turn follows the other."""
        return notes.turn <= s.turn <= notes.turn + turns

    @rules.at_the_end(broken_by=[Sets("over", 2), Sets("decision", 1)])
    @kernel(cache=False)
    def nobody_is_asked(s, t):
        """Nobody is asked when a game is over."""
        return s.over == 1 and s.decision == 0

    if game.words.team is None:

        @rules.at_the_end(broken_by=[gives_points_away])
        @kernel(cache=False)
        def points_are_shared(s, t):
            """All have one point together."""
            points = 0.0
            for seat in range(s.score.size):
                points += s.score[seat]
                if s.score[seat] < 0:
                    return False
            return abs(points - 1) <= 1e-6

    return rules


# --- measures ---------------------------------------------------------------------------------------------------------


def places_of(game: Game, measure: str) -> tuple[int, ...]:
    """The places of a measure among those of a game: one for each seat, or one alone."""
    named = [f"p{seat + 1}_{measure}" for seat in range(game.STATE["score"].shape[0])]
    return tuple(game.measures.index(name) for name in ([measure] if measure in game.measures else named))


@dataclass(frozen=True)
class Mismeasures:
    """Adds 1 to a measure, of the seat whose turn it is if each has one. places: see `places_of`."""

    places: tuple[int, ...]

    def __call__(self, notes: Any, seat: int) -> None:
        notes.measures[self.places[seat if len(self.places) > 1 else 0]] += 1
