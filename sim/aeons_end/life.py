"""The life of players and of Gravehold (rules 10)."""

from __future__ import annotations

from ..core.kernel import kernel
from .ending import check_exhausted, end_game
from .frames import push, push_choice
from .state import Cause, Decision, Frame


@kernel
def damage_gravehold(s, n):
    """Gravehold suffers damage, unless prevented; without life it falls and the game is lost (rules 10, 11)."""
    if n > 0 and s.prevented == 0:
        s.gravehold = max(s.gravehold - n, 0)
        if s.gravehold == 0:
            end_game(s, Cause.GRAVEHOLD)


@kernel
def damage_player(s, t, seat, n):
    """A player suffers damage; returns 1 if it is not prevented (rules 10). Without life left he is exhausted."""
    if n <= 0 or s.prevented == 1:
        return 0
    life = s.life[seat]
    if life == 0:
        damage_gravehold(s, 2 * n)
        return 1
    s.life[seat] = max(life - n, 0)
    if s.life[seat] == 0:
        exhaust(s, t, seat, n - life)
    return 1


@kernel
def exhaust(s, t, seat, excess):
    """Exhaustion: the nemesis unleashes twice, a breach is destroyed, the charges are lost, then the excess damage hits
    Gravehold twice over (rules 10).
    """
    if s.exhausted_in[seat] == 0:
        s.exhausted_in[seat] = s.turn + 1
    check_exhausted(s, t)
    if s.over == 0:
        push(s, Frame.EXHAUSTED, seat, excess, 0, 0)
        push_choice(s, Decision.LOSE_BREACH, seat, 0, 0, 0)
        push(s, Frame.UNLEASH, seat, 2, 0, 0)


@kernel
def heal(s, t, seat, n):
    """A player gains life, up to the starting life; not when exhausted (rules 1, 10)."""
    if s.life[seat] > 0:
        s.life[seat] = min(s.life[seat] + n, t.life)
