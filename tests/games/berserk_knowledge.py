"""What a player of Berserk cannot know: the order of decks, the other's deal, and which of his cards lie face down."""

from contract.subject import Knowledge, Place, Situation

from sim import load_game
from sim.berserk.state import CARDS, SIDE, Zone

GAME = load_game("berserk")
DECKS = {"decks": ["swamps-steppes", "darkness"], "turn_limit": 8}


def is_secret(s, card, viewer):
    """Whether a seat sees of a card at most where it lies."""
    one = s.card[card]
    return card // SIDE != viewer and (one.zone == Zone.SQUAD or (one.zone == Zone.PLAY and one.hidden == 1))


def seen(s, t, viewer):
    """All that a seat sees of cards, decks and deals."""
    other, secret = 1 - viewer, [is_secret(s, card, viewer) for card in range(CARDS)]
    faceless = s.card.copy()
    faceless["type"][secret] = 0
    decks = [s.deck[seat, : s.n_deck[seat]].tolist() for seat in (viewer, other)]
    deals = [s.deal[seat, : s.n_deal[seat]].tolist() for seat in (viewer, other)]
    return {
        "cards": faceless.tobytes(),
        "own": (deals[0], sorted(decks[0])),
        "other": sorted(decks[1] + deals[1] + s.card["type"][secret].tolist()),
    }


OTHER_CARD = "s.card[(1 - s.to_move) * SIDE].type"
"""The first card of the other player."""
KNOWLEDGE = Knowledge(
    places={
        "decks": Place(
            tables=[DECKS, {**DECKS, "first": "p2"}],
            every=9,
            share=1 / 2,
            hides=("deck",),
            seldom=("deal", "recruits", "squad"),
        )
    },
    hidden=("card", "deck", "deal"),
    scratch=("aura", "n_auras", "events", "listeners", "sudden", "lures", "scratch"),
    seen=seen,
    situation=Situation(
        given={
            "p1.squad": [{"id": "borg", "cell": "C1"}],
            "p2.squad": [{"id": "vail", "cell": "C1'"}],
            "p1.deck": ["nomad", "leshy", "troll"],
            "p2.deck": ["vampire", "orc", "druid"],
        },
        table={**DECKS, "first": "p1"},
        alike={"own": ["nomad", "leshy", "troll"], "other": ["vampire", "orc", "druid"]},
        known={},
    ),
    tables=lambda players: [DECKS],
    asked=("main", "recruit", "place", "mulligan"),
    reads=[
        "s.deal[s.to_move, i] for i in range(s.n_deal[s.to_move])",
        "5 * card.wounds + card.cell for card in s.card",
        "s.card[i].type for i in range(CARDS) if s.card[i].zone == Zone.PLAY"
        " and (s.card[i].hidden == 0 or i // SIDE == s.to_move)",
    ],
    peeks={
        "reads its deck": "s.deck[s.to_move, 0]",
        "reads the other deck": "s.deck[1 - s.to_move, 0]",
        "reads a card face down": f"max(0, {OTHER_CARD}) if s.decision == Decision.PLACE else 0",
    },
    leak="s.deck[1 - s.to_move, 0] % 2 == 0",
)
