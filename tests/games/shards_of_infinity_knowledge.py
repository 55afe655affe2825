"""What a seat of Shards of Infinity cannot know: hands, the order of decks, the center but for its bottom."""

from contract import piles
from contract.subject import Knowledge, Place, Situation

from sim import load_game

GAME = load_game("shards_of_infinity")


def seen(s, t, viewer):
    """All that a seat sees of hands, decks and the center."""
    center = piles.cards(s.center)
    return piles.seen_of_hands(s, viewer) | {"center": sorted(center), "bottom": center[: int(s.center_known)]}


SITUATION = Situation(
    given={
        "p2.hand": ["kiln_drone", "blaster"],
        "p2.deck": ["crystal", "shard_reactor"],
        "p1.deck": ["mining_drones", "numeri_drones", "evokatus"],
        "center": ["optio_crusher", "data_heretic", "portal_monk", "cache_warden", "drakonarius"],
    },
    so=["s.known[1] = 1", "s.center_known = 2"],
    alike={
        "other": ["kiln_drone", "crystal", "shard_reactor"],
        "own": ["mining_drones", "numeri_drones", "evokatus"],
        "center": ["optio_crusher", "data_heretic", "portal_monk"],
    },
    known={"p2.hand": ["blaster"], "center": ["cache_warden", "drakonarius"]},
)
LATE = f"t.card[{piles.top(f's.hand[{piles.ANOTHER}]')}].shield > 0 and s.turn > 20 and s.decision == Decision.MAIN"
"""Whether another hand has a shield on top, and that only in a late turn."""
KNOWLEDGE = Knowledge(
    places={
        f"{players} players": Place(
            tables=[{"players": players}] * 10,
            every=23,
            luck=players,
            share=1 / 4,
            hides=("center", "deck", "hand"),
            telling=lambda s: bool(s.known.any()) and s.center_known > 1,
        )
        for players in GAME.player_counts
    },
    hidden=("deck", "hand", "center"),
    seen=seen,
    situation=SITUATION,
    asked=("main", "shield", "reveal", "banish", "take", "return"),
    reads=[*piles.HANDS, piles.KNOWN_CARDS, "s.center.card[i] for i in range(s.center_known)"],
    peeks=piles.PEEKS | {"reads the center": piles.top("s.center"), "reads another hand late": LATE},
    leak="s.deck[s.to_move].n > 0 and s.deck[s.to_move].card[s.deck[s.to_move].n - 1] > 0",
)
