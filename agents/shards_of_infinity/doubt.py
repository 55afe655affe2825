"""Where the expert of Shards of Infinity thinks: where gems are spent and where choices are lasting."""

from __future__ import annotations

from sim.core.kernel import kernel
from sim.shards_of_infinity.state import Kind


@kernel
def doubt(s, t, actions, n, first):
    """Playing a card of the hand and using a champion are not questioned: what matters is what is bought then."""
    kind = actions[first].kind
    return 0.0 if kind in (Kind.PLAY, Kind.EXHAUST, Kind.SHIELD, Kind.REVEAL) else 1.0
