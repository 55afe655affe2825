"""What a score depends on beside what is compared: who plays, what everybody brings, the house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.reading.names import place_name
from sim.reading.table import Key, follow

from ..plan.naming import AGENT, thing_name
from ..plan.plan import Plan, Variant, describe_agent
from .question import QUESTIONS

SHOWN = 4
"""Names of a list that are told; how many more there are is told too."""
TOLD_LISTS = 2
"""Lists of names that variants differ by are told up to so many; of more, how many they are."""
DRAWN = "drawn at random"
IN_TURN, DRAWS = "over", "draws"
"""Keys of a plan: tables over which every pair is averaged; what is drawn at random."""


def played_with(plan: Plan) -> str:
    """What a score depends on, such as "2 players; nemesis rageborne; best at every seat; hand = 6". What variants
    differ by is told too, unless their names say it. Long lists are folded.
    """
    return "; ".join([*_table(plan), *_cards(plan), *_agents(plan)])


def _table(plan: Plan) -> list[str]:
    in_turn = {key for table in plan.values.get(IN_TURN, []) for key in table}
    found = []
    for key, rule in plan.game.words.keys.items():
        values = [_value(plan, variant, key, rule) for variant in plan.variants]
        value = values[0]
        if key == "players":
            found += [_players(values)] if len(plan.game.player_counts) > 1 else []
        elif key in plan.values.get(DRAWS, ()):
            found.append(f"{_spoken(key)} {_drawn(plan, key, values)}")
        elif key in in_turn:
            names = [name for value in values for name in _things(key, rule, value) or [str(value)]]
            found.append(f"{_spoken(key)} {folded(list(dict.fromkeys(names)), 'and')} in turn")
        elif any(value != values[0] for value in values):
            found += _varied(plan, key, rule, values)
        elif named := _things(key, rule, value):
            found.append(f"{_spoken(key)} {folded(named)}")
        elif value != _seats_of(rule.standard, rule, plan.players) and rule.follows is None:
            found.append(f"{key} = {value}{' in turn order' * rule.in_turn_order}")
    return found


def _players(values: Sequence[Any]) -> str:
    counts = [str(value) for value in dict.fromkeys(values)]
    return f"{folded(counts, 'or')} player{'s' * (counts != ['1'])}"


def _spoken(key: str) -> str:
    return key.replace("_", " ")


def _drawn(plan: Plan, key: str, values: Sequence[Any]) -> str:
    """That a key is drawn at random; if for one seat alone, beside what the others bring."""
    by_seat = all(isinstance(value, (list, tuple)) and len(value) == plan.players for value in values)
    if not by_seat or plan.game.words.team or QUESTIONS[plan.question].of_draws:
        return DRAWN
    texts = [list(dict.fromkeys(_item(key, value[seat]) for value in values)) for seat in range(plan.players)]
    entrant = plan.entrant or 0
    told = {
        name: DRAWN if seat == entrant else folded([text for text in texts[seat] if text], "or")
        for seat, name in enumerate(plan.seats)
    }
    return _at_seats({name: text for name, text in told.items() if text})


def _varied(plan: Plan, key: str, rule: Key, values: Sequence[Any]) -> list[str]:
    """What is told of a key that variants differ by: seat by seat where it lists something for each."""
    if not all(isinstance(value, (list, tuple)) and len(value) == plan.players for value in values):
        texts = [folded(_things(key, rule, value)) or str(value) for value in values]
        if _names_say(plan, texts):
            return []
        known, different = list(dict.fromkeys(texts)), len(set(map(str, values)))
        lists = different > TOLD_LISTS and any(len(_things(key, rule, value)) > 1 for value in values)
        is_many = lists or len(known) < different
        return [f"{_spoken(key)} {f'of {different} kinds' if is_many else folded(known, 'or')}"]
    named = any(_things(key, rule, value) for value in values)
    usual = rule.standard if isinstance(rule.standard, (list, tuple)) else []
    by_seat = {}
    owners = [place_name(seat) for seat in range(plan.players)] if rule.in_turn_order else plan.seats
    for seat, name in enumerate(owners):
        texts = [_item(key, value[seat]) for value in values]
        is_usual = not named and list(usual[seat : seat + 1]) == [value[seat] for value in values[:1]]
        if len(set(texts)) > 1 and not _names_say(plan, texts):
            by_seat[name] = folded(list(dict.fromkeys(texts)), "or")
        elif len(set(texts)) == 1 and texts[0] and not is_usual:
            by_seat[name] = texts[0]
    of = "of" if rule.in_turn_order else "at"
    return [f"{_spoken(key)} {_at_seats(by_seat, of)}"] if by_seat else []


def _item(key: str, value: Any) -> str:
    """What a seat has in a list, by its name; of several things, by all of their names."""
    if isinstance(value, (list, tuple)):
        return " + ".join(_item(key, one) for one in value)
    return thing_name(value, key) if isinstance(value, (str, Mapping)) else str(value)


def _names_say(plan: Plan, texts: Sequence[str]) -> bool:
    """Whether the name of every variant has its text in it, where an answer tells of variants."""
    return DRAWS not in plan.values and all(
        text in variant.name for text, variant in zip(texts, plan.variants, strict=True)
    )


def _at_seats(by_seat: Mapping[str, str], at: str = "at") -> str:
    """What stands at which seats: "best at p2 and p3, random at p4"."""
    seats: dict[str, list[str]] = {}
    for seat, text in by_seat.items():
        seats.setdefault(text, []).append(seat)
    return ", ".join(f"{text} {at} {folded(names)}" for text, names in seats.items())


def _cards(plan: Plan) -> list[str]:
    """The card files of the asker."""
    of_variants = [[path.name for path in variant.cards] for variant in plan.variants]
    files = list(dict.fromkeys(name for names in of_variants for name in names))
    some = any(names != of_variants[0] for names in of_variants)
    return [f"cards of {folded(files)}{' in some variants' if some else ''}"] if files else []


def _value(plan: Plan, variant: Variant, key: str, rule: Key) -> Any:
    """The value of a key at the table of a variant."""
    if key == "players":
        return variant.players
    value = follow(plan.game.words.keys, {"players": variant.players, **variant.table}).get(key, rule.standard)
    return _seats_of(value, rule, variant.players)


def _seats_of(value: Any, rule: Key, players: int) -> Any:
    """A value of a key; of one that lists something for each seat, that of the seats in use."""
    return value[:players] if rule.each_seat and isinstance(value, (list, tuple)) else value


def _things(key: str, rule: Key, value: Any) -> list[str]:
    """The names of the things that a key lists, such as decks; none if it holds numbers or words of its own."""
    if rule.bounds or rule.options or rule.ways is not None or isinstance(value, (bool, int, float)):
        return []
    listed = value if isinstance(value, (list, tuple)) else [value]
    named = [thing_name(item, key) for item in listed if isinstance(item, (str, Mapping))]
    return [name for name in named if name]


def _agents(plan: Plan) -> list[str]:
    seated = [[describe_agent(agent) for agent in variant.agents] for variant in plan.variants]
    names = seated[0]
    if all(agents == names for agents in seated):
        if len(set(names)) == 1:
            return [f"{names[0]} at every seat" if len(names) > 1 else f"{AGENT} {names[0]}"]
        return [f"{AGENT}s {folded(names)}"]
    if any(len(agents) != len(names) for agents in seated):
        return [f"{AGENT}s {folded(list(dict.fromkeys(name for agents in seated for name in agents)), 'or')}"]
    by_seat = {}
    for seat, name in enumerate(plan.seats):
        texts = [agents[seat] for agents in seated]
        if len(set(texts)) == 1 or not _names_say(plan, texts):
            by_seat[name] = folded(list(dict.fromkeys(texts)), "or")
    return [_at_seats(by_seat)] if by_seat else []


def folded(names: Sequence[str], last: str = "and") -> str:
    """Names in a line, the last after a word of its own, and how many more there are."""
    if len(names) <= SHOWN + 1:
        return ", ".join(names[:-1]) + f" {last} " * (len(names) > 1) + "".join(names[-1:])
    return f"{', '.join(names[:SHOWN])} {last} {len(names) - SHOWN} more"
