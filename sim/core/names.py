"""Names of seats, the same in plans, logs, scenarios and errors."""

from __future__ import annotations

from .errors import nearest


def seat_name(seat: int) -> str:
    """p1 for seat 0, and so on."""
    return f"p{seat + 1}"


def read_seat(word: str, players: int) -> int:
    """Seat number of a word such as `p2`; ValueError with the seats there are."""
    names = [seat_name(seat) for seat in range(players)]
    if word not in names:
        raise ValueError(f'no seat is called "{word}"{nearest(word, names)}')
    return names.index(word)
