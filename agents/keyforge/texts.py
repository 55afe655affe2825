"""What operations of card texts do, said once: the strategist weighs them as things stand, the learned value reads them
as facts of a card.
"""

from __future__ import annotations

from sim.keyforge.state import Trigger
from sim.keyforge.tables import Operation

TAKES = (Operation.STEAL, Operation.OPPONENT_LOSES)
"""Amber of the opponent's pool, taken or lost."""
CAPTURES = (Operation.CAPTURE, Operation.CAPTURE_EACH, Operation.CAPTURE_SOME)
"""Amber of the opponent's pool, put on creatures."""
MOVING = (Operation.GAIN, *TAKES, *CAPTURES, Operation.LOSE_HALF)
"""Amber moved to the active player's good."""
DAMAGES = (
    Operation.DAMAGE,
    Operation.DAMAGE_SPLASH,
    Operation.DAMAGE_DESCENDING,
    Operation.DAMAGE_NO_ARMOR,
    Operation.ALLOCATE,
)
LEAVES_PLAY = (Operation.PURGE, Operation.SHUFFLE_INTO_DECK, Operation.TO_DECK_TOP, Operation.ABDUCT)
"""A creature or artifact leaves play for longer than a return to hand."""
REMOVES = (Operation.DESTROY, *LEAVES_PLAY, Operation.TO_HAND, Operation.CONTROL, Operation.STUN)
"""A creature or artifact is lost to its player, at least for a while."""
DRAWS = (Operation.DRAW, Operation.ARCHIVE_TOP, Operation.ARCHIVE)
DISCARDS = (Operation.DISCARD_RANDOM, Operation.OWNER_DISCARDS_RANDOM)
"""Cards of the opponent's hand are discarded."""
HARMS = (Operation.LOSE, Operation.OPPONENT_GAINS, Operation.OPPONENT_STEALS, Operation.CHAINS)
"""What harms the player of the card."""
ACTS = 1 << Trigger.ACTION | 1 << Trigger.OMNI
"""Bits of the triggers that a player sets off himself, beside play, reap and fight."""
