"""Numbers as text: digits follow the error."""

from __future__ import annotations

import math

from .intervals import Interval

NO_ANSWER = "no answer"
"""What is said where no deal tells anything."""


def format_interval(interval: Interval, unit: str = "%", *, scale: float = 100, signed: bool = False) -> str:
    """The estimate times scale, with no more digits than its interval supports: "57.3 % ± 0.8".

    The half width keeps one digit, two when the first is 1. An interval that leans to one side by more than a
    tenth of its half width (few deals, scores near 0 or 1) is written out: "0 % (0 to 28)". signed: write +
    before gains, as for differences. unit: may be empty. Without any sound deal: NO_ANSWER.
    """
    if interval.n == 0 or math.isnan(interval.estimate) or math.isnan(interval.half_width):
        return NO_ANSWER
    half_width = interval.half_width * scale
    decimals = decimals_of(half_width)
    form = f"{'+' if signed else ''}z.{decimals}f"
    values = (interval.estimate, interval.low, interval.high)
    estimate, low, high = (f"{value * scale:{form}}" for value in values)
    lean = abs(interval.low + interval.high - 2 * interval.estimate) / 2
    told = f"{estimate} {unit}".rstrip()
    if lean > interval.half_width / 10:
        return f"{told} ({low} to {high})"
    return f"{told} ± {half_width:.{decimals}f}"


def decimals_of(half_width: float) -> int:
    """Decimals that show one digit of the half width, two when the first digit is 1."""
    digits, exponent = f"{half_width:.1e}".split("e")
    return max(0, digits.startswith("1") - int(exponent))
