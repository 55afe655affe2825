"""What a seat of Nightfall cannot know: hands, the order of decks and of the wounds, the packets of the draft."""

import functools
from itertools import permutations

from contract import piles
from contract.subject import Knowledge, Place, random_positions

from sim import load_game
from sim.core.rng import agent_stream, below
from sim.nightfall.state import DRAFT_STEPS, PACKET, Phase

GAME = load_game("nightfall")
HIDDEN = ("rng", "deck", "hand", "stack", "draft")
SMALL = GAME.words.card_ids()


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


def known(s, t, viewer):
    """All that a seat can know of a state."""
    view = piles.open_fields(GAME, s, HIDDEN) | piles.seen_of_hands(s, viewer)
    stack = piles.cards(s.stack)
    view["stack"] = (sorted(stack), stack[-1] if stack and s.counted > 0 else None)
    view["draft"] = sorted(int(card) for card in s.draft[: s.n_draft])
    if s.phase == Phase.DRAFT:
        view["seen"] = seen_in_draft(s, viewer)
    return view


def parts(s, t, viewer):
    """All that a seat cannot know, and its own hand."""
    return {"stack": piles.cards(s.stack)} | piles.hands_and_decks(s)


@functools.cache
def place(players):
    tables = GAME.make_tables({"players": players, "draft": "dealt"})
    return Place(
        random_positions(GAME, [tables] * 12, 17, players),
        parts,
        1 / 5,
        lambda viewer: (f"hand {viewer}",),
        lambda s: bool(s.known.any()) and s.counted > 0,
    )


@functools.cache
def draft_place(players):
    tables = GAME.make_tables({"players": players})
    found = random_positions(GAME, [tables] * 40, 1, players)
    return Place(
        [position for position in found if position[1].phase == Phase.DRAFT],
        lambda s, t, viewer: {"draft": [int(card) for card in s.draft[: s.n_draft]]},
        1 / 2,
        telling=lambda s: any(0 < step < DRAFT_STEPS for step in s.drafted),
    )


def small_situation():
    """Four cards of p2 of which p1 knows one, three of p1's deck, and four wounds of which the top one shows."""
    tables = GAME.make_tables({"players": 2, "draft": "dealt"})
    there = {"hand[1]": [5, 4], "deck[1]": [7, 6], "deck[0]": [8, 9, 10], "stack": [14, 11, 12, 13]}
    s = piles.filled(GAME, tables, there)
    s.known[1], s.counted = 1, 2
    return tables, s


def read(s):
    return {
        "other": (*piles.cards(s.hand[1])[1:], *piles.cards(s.deck[1])),
        "own": tuple(piles.cards(s.deck[0])),
        "stack": tuple(piles.cards(s.stack)[:-1]),
        "kept": (*piles.cards(s.hand[1])[:1], *piles.cards(s.stack)[-1:]),
    }


def reads_own_knowledge(s, t, actions, n, params):
    """Own hand, the sizes of all zones, cards known, the top wound and the own stream: all allowed."""
    total = piles.told_by_hands(s) + piles.told_by_known_cards(s)
    for seat in range(s.players):
        total += s.play[seat].n
        for card in range(t.n_cards):
            total += card * s.discard[seat, card]
    if s.counted > 0:
        total += s.stack.card[s.stack.n - 1]
    return (total + below(s, agent_stream(s.to_move), 2)) % n


LATE = f"t.card[{piles.top(f's.hand[{piles.ANOTHER}]')}].wound >= 0 and s.turn > 6 and s.decision == Decision.CHAIN"
"""Whether another hand has a wound on top, and that only in a late turn."""
KNOWLEDGE = Knowledge(
    places={f"{players} players": functools.partial(place, players) for players in GAME.player_counts}
    | {f"draft of {players}": functools.partial(draft_place, players) for players in GAME.player_counts},
    known=known,
    situation=small_situation,
    outcomes={
        "other": set(permutations((5, 6, 7))),
        "own": set(permutations((8, 9, 10))),
        "stack": set(permutations((11, 12, 13))),
    },
    read=read,
    kept=(4, 14),
    independent=[("other", "own"), ("other", "stack"), ("own", "stack")],
    tables=lambda players: [{"players": players}],
    asked=lambda players: {"draft", "chain", "claim", "block", "wounds"},
    honest=reads_own_knowledge,
    peeks=piles.PEEKS
    | {
        "reads the next wound": "s.stack.card[max(s.stack.n - 2, 0)]",
        "reads cards not dealt": "s.draft[max(s.n_draft - 1, 0)]",
        "reads what was just picked": "s.draft[np.argmax(s.drafted == 0)] if s.n_draft > 0 else 0",
        "reads another hand late": LATE,
    },
    leak="s.deck[s.to_move].n > 0 and s.deck[s.to_move].card[s.deck[s.to_move].n - 1] > 2",
)
