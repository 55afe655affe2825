"""Mutations of what people write: of the values in it, and of the bytes of a file."""

from __future__ import annotations

import copy
import datetime
import random
from collections.abc import Mapping
from typing import Any

LONG = 3000
"""Letters of a long text."""


def nested(levels: int) -> list[Any]:
    """Lists in lists."""
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


def odd_values(chance: random.Random) -> list[Any]:
    """Values of wrong kinds, at the ends of what there is, and beyond."""
    return [
        "", " ", "x", "best", "random:1", "random:-1", "random:99999999999999999999", "../../etc/passwd", "/dev/zero",
        "/dev/stdin", ".", "..", "~", "a\0b", "\x1b[31mred\x07", "\n", "n\u0303" * 9, "ß漢字", "\u202egnp.exe",
        "[b]x[/b]", "$\\frac{", "%s %d {0} {x}", "x" * LONG, "=1+1", "nan", "-1", "1e9", True, False, 0, 1, -1, 2, 3, 7,
        127, 128, 255, 256, 32767, 32768, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 10**31, -(10**31), 0.0, -0.5, 0.5, 1.5,
        1e31, -1e308, 5e-324, float("inf"), float("nan"), [], [[]], [""], [0], [None], {}, {"": ""}, {"agent": ""},
        {"agent": "best", "x": 1}, {"name": "x"}, {"cards": []}, nested(5), nested(40), ["best"] * 50,
        ["random:1"] * 2, [1, "a", 2.5, []], datetime.date(2026, 1, 2), datetime.time(1, 2),
        chance.randint(-(10**9), 10**9), chance.random(),
    ]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places in tables and lists, each as the keys that lead there."""
    if isinstance(value, Mapping):
        inner = [(key, item) for key, item in value.items()]
    elif isinstance(value, list):
        inner = list(enumerate(value[:40]))
    else:
        return [path] if path else []
    return ([path] if path else []) + [place for key, item in inner for place in places(item, (*path, key))]


def inside(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a place."""
    for key in path:
        value = value[key]
    return value


def mutated(value: Any, chance: random.Random) -> Any:
    """A copy of a tree of tables and lists with one to three mutations."""
    found = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 2, 3))):
        everywhere = places(found)
        if not everywhere:
            break
        *before, last = chance.choice(everywhere)
        held = inside(found, tuple(before))
        _mutate(held, last, found, everywhere, chance)
    return found


def _mutate(held: Any, last: Any, whole: Any, everywhere: list[tuple[Any, ...]], chance: random.Random) -> None:
    """One mutation at a place: another value, none, one from elsewhere, another key, or more of the same."""
    sort = chance.randrange(8)
    if sort < 4:
        held[last] = chance.choice([value for value in odd_values(chance) if value is not None])
    elif sort == 4:
        del held[last]
    elif sort == 5:
        held[last] = copy.deepcopy(inside(whole, chance.choice(everywhere)))
    elif isinstance(held, dict):
        held[chance.choice(("", "name", "x" * 200, "a\x1bb", "тест", "players", str(last) + "s"))] = held[last]
    else:
        held += [held[last]] * chance.choice((1, 2, 40))


def mutated_bytes(content: bytes, chance: random.Random) -> bytes:
    """A file with some of its bytes flipped, cut, doubled, exchanged, or with something put between."""
    data = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 5))):
        if not data:
            break
        at, length = chance.randrange(len(data)), chance.choice((1, 1, 4, 30, 300))
        sort = chance.randrange(7)
        if sort == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif sort == 1:
            del data[at : at + length]
        elif sort == 2:
            data[at:at] = data[at : at + length]
        elif sort == 3:
            data = data[:at]
        elif sort == 4:
            data[at:at] = chance.choice(BITS)
        elif sort == 5:
            data[at : at + 1] = bytes([chance.randrange(256)])
        else:
            lines = bytes(data).split(b"\n")
            lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
            data = bytearray(b"\n".join(lines))
    return bytes(data)


BITS = [
    b"\0", b"\x1b[2J", b"\xff\xfe", b"\xef\xbb\xbf", b"[" * 50, b"{" * 50, b'"""', b"'", b"\r", b"= 1", b"# ", b"[x]\n",
    b"[[x]]\n", b"a.b.c = 1\n", b"9" * 5000, b"1e999", b"inf", b"0x", b"\\u0000", "\u202e".encode(), b"random:1\n",
    b"99x ",
]  # fmt: skip
"""What may come between."""
