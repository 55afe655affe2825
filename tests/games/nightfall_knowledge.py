"""What a seat of Nightfall cannot know: hands, the order of decks and of the wounds, the packets of the draft."""

from contract import piles
from contract.subject import Knowledge, Place, Situation

from sim import load_game
from sim.nightfall.state import DRAFT_STEPS, PACKET, Phase

GAME = load_game("nightfall")


def seen_in_draft(s, viewer):
    """What a seat has seen of the draft cards, told from where the packets have been: by place the card, if it knows
    which it is; by packet all cards that it has seen there and since lost sight of.
    """
    players = int(s.players)
    picked = [int(step) for step in s.drafted[: PACKET * players]]
    step = sum(taken < DRAFT_STEPS for taken in picked) // players
    certain, lost = {}, {}
    for packet in range(players):
        places = range(PACKET * packet, PACKET * packet + PACKET)
        held = [k for k in range(min(step, DRAFT_STEPS - 1) + 1) if (packet + k) % players == viewer]
        gone_on = any(picked[place] == step for place in places)
        for place in places:
            views = [k for k in held if picked[place] >= k]
            if not views:
                continue
            known = picked[place] == views[-1] or (views[-1] == step and not gone_on)
            missed = views[-1] != held[-1]  # it was there, and was gone when the packet came back
            if known or missed:
                certain[place] = int(s.draft[place])
            else:
                lost.setdefault(packet, []).append(int(s.draft[place]))
    return certain, {packet: sorted(found) for packet, found in lost.items()}


def seen(s, t, viewer):
    """All that a seat sees of hands, decks, the wounds and the draft."""
    stack = piles.cards(s.stack)
    return piles.seen_of_hands(s, viewer) | {
        "stack": (sorted(stack), stack[-1] if stack and s.counted > 0 else None),
        "draft": sorted(int(card) for card in s.draft[: s.n_draft]),
        "seen in the draft": seen_in_draft(s, viewer) if s.phase == Phase.DRAFT else None,
    }


def place(players):
    """In the middle of games with so many players."""
    return Place(
        tables=[{"players": players, "draft": "dealt"}] * 12,
        every=17,
        luck=players,
        share=1 / 5,
        hides=("deck", "hand", "stack"),
        telling=lambda s: bool(s.known.any()) and s.counted > 0,
    )


def draft(players):
    """In the middle of drafts of so many players."""
    return Place(
        tables=[{"players": players}] * 40,
        every=1,
        luck=players,
        share=1 / 2,
        hides=("deck", "draft", "picked", "stack"),
        seldom=("packet",),
        when=lambda s: s.phase == Phase.DRAFT,
        telling=lambda s: any(0 < step < DRAFT_STEPS for step in s.drafted),
    )


LATE = f"t.card[{piles.top(f's.hand[{piles.ANOTHER}]')}].wound >= 0 and s.turn > 6 and s.decision == Decision.CHAIN"
"""Whether another hand has a wound on top, and that only in a late turn."""
KNOWLEDGE = Knowledge(
    places={f"{players} players": place(players) for players in GAME.player_counts}
    | {f"draft of {players}": draft(players) for players in GAME.player_counts},
    hidden=("deck", "hand", "stack", "draft"),
    seen=seen,
    situation=Situation(
        given={
            "p2.hand": ["vulko", "lilith"],
            "p2.known": ["lilith"],
            "p2.deck": ["big_ghost", "mara_quill"],
            "p1.deck": ["yuri_koroviev", "indigo_six", "ivan_radinsky"],
            "stack": ["dark_awakening", "genesis_one", "jj_mcteague", "franz_orlok"],
            "counted": 2,
        },
        table={"draft": "dealt"},
        alike={
            "other": ["vulko", "big_ghost", "mara_quill"],
            "own": ["yuri_koroviev", "indigo_six", "ivan_radinsky"],
            "stack": ["genesis_one", "jj_mcteague", "franz_orlok"],
        },
        known={"p2.hand": ["lilith"], "stack": ["dark_awakening"]},
    ),
    asked=("draft", "chain", "claim", "block", "wounds"),
    reads=[
        *piles.HANDS,
        piles.KNOWN_CARDS,
        "s.stack.card[i] for i in range(s.stack.n) if i == s.stack.n - 1 and s.counted > 0",
    ],
    peeks=piles.PEEKS
    | {
        "reads the next wound": "s.stack.card[max(s.stack.n - 2, 0)]",
        "reads cards not dealt": "s.draft[max(s.n_draft - 1, 0)]",
        "reads what was just picked": "s.draft[np.argmax(s.drafted == 0)] if s.n_draft > 0 else 0",
        "reads another hand late": LATE,
    },
    leak="s.deck[s.to_move].n > 0 and s.deck[s.to_move].card[s.deck[s.to_move].n - 1] > 2",
)
