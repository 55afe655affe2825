"""The numbers that steer the strategies of Nightfall, in wounds given to an opponent.

They are those that styles share: tuned by play of two players, others by hand. What the all-rounder has of its own,
tuned as `tuning.toml` says, what else styles have, and what tables of three and more have of their own, stands in
`strategies.toml`.
"""

from __future__ import annotations

from ..strategist import Setting, Settings


class Number(Settings):
    """What things are worth first, then how a turn is played."""

    WOUND = Setting(2.01, "wounds", "one given to an opponent who is neither ahead nor behind")
    URGENT = Setting(0.37, "share", "by which a wound is worth more once all counted ones are given")
    STRENGTH = Setting(0.37, "wounds", "a point of strength of a minion")
    HEALTH = Setting(0.86, "wounds", "a point of health of a minion")
    IDLE = Setting(1.0, "share", "of what health is worth of a minion that attacks before it can block")
    BODY = Setting(1.0, "share", "of what a minion is worth some day that it has as it enters play")
    STAYS = Setting(0.42, "share", "by which strength is worth more if the minion stays in play")
    DIRECT = Setting(0.71, "wounds", "a point of health more if the minion blocks direct damage")
    STRENGTHENS = Setting(0.05, "wounds", "a point of strength that a minion gives others")
    DRAW = Setting(0.37, "wounds", "a card drawn")
    INFLUENCE = Setting(0.99, "wounds", "a point of influence")
    DISCARD = Setting(0.29, "wounds", "a card that an opponent discards")
    DAMAGE = Setting(0.69, "wounds", "a point of damage to a minion")
    REMOVE = Setting(1.68, "factor", "on what an enemy minion is worth that leaves play")
    HEAL = Setting(0.05, "wounds", "a point of damage healed")
    REANIMATE = Setting(0.86, "factor", "on the minion that comes back")
    CLAIM = Setting(0.2, "factor", "on the card claimed by a text")
    EXILE = Setting(0.1, "wounds", "a wound of one's own exiled")
    NEGATE = Setting(0.61, "factor", "on the text of the order negated")
    KICK = Setting(0.2, "share", "of a kicker's worth: how likely an order is kicked")
    FIT = Setting(2.75, "wounds", "a card to which all orders of its owner link, and it to them")
    MATCH = Setting(0.93, "factor", "on what a kicker adds that all orders of its owner meet")
    LEADER = Setting(0.28, "share", "by which it matters more to hurt a player, a wound that he has less than average")
    HOLD = Setting(0.14, "wounds", "a card kept in hand, in one's own turn")
    HOLD_THEIRS = Setting(0.72, "wounds", "a card kept in hand, in another's turn")
    TABLE = Setting(0.58, "wounds", "what a card costs that others may add to the chain")
    TABLE_TEXT = Setting(0.28, "factor", "on its text, which it costs beside that")
    TABLE_BODY = Setting(0.0, "factor", "on its body, which it costs likewise")
    REACH = Setting(0.67, "share", "of what may follow that card")
    LONG = Setting(0.27, "wounds", "an order of one's own that is linked to another")
    DOOMED = Setting(0.9, "share", "of what a minion is worth that orders of others in the chain take from play")
    FINISH = Setting(7.29, "wounds", "a chain that ends the game and wins it")
    EXPOSED = Setting(0.0, "wounds", "a wound that one may expect until one's next turn")
    BREAK = Setting(0.0, "wounds", "one that one may expect to give in the next attack, of two players")
    HIT = Setting(1.0, "counted wounds", "that each player is expected to give until then beside what is seen")
    BLOCKERS = Setting(0.1, "wounds", "what a point of health of possible blockers that counts takes off an attack")
    AIMED = Setting(0.5, "share", "of what is aimed at a player beyond his blockers that counts as wounds")
    SAVE = Setting(2.72, "wounds", "a wound that a block saves")
    SPARE = Setting(0.31, "factor", "on the minion that blocks and is lost")
    BUY = Setting(0.82, "factor", "on a card claimed or drafted")
    PRICE = Setting(-0.49, "wounds", "a claim worth less is not made")
    LATE = Setting(3.14, "counted wounds a player", "with fewer left than this, a claim is worth less")
    EARLY = Setting(-0.71, "wounds", "a card or influence that a text gives, while all counted wounds are left")
    AGAIN = Setting(1.48, "wounds", "what every copy costs that one owns already")
    DEAR = Setting(0.37, "wounds", "what a point of an archive's cost takes off in the draft")
    KEEP = Setting(0.06, "factor", "on a card of the hand that is not discarded")
    KEEP_WOUND = Setting(-0.4, "wounds", "a wound kept in hand")
    ROOM = Setting(0.37, "wounds", "drawing a card in the place of one that left the hand")


TABLES = ("", "many_")
"""Before a number's name: at a table of two, of three and more; each has a set of its own."""
N_NUMBERS = len(Number)
NUMBERS = {table + name: number for table in TABLES for name, number in Number.defaults().items()}
