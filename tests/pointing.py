"""What the parts of a picture tell to who points at them."""

import re

from experiments.questions import drawing


def pointed_at(axes):
    """What a picture tells, part by part, each a text and where its middle is, in shares of the picture."""
    axes.get_figure(root=True).draw_without_rendering()
    found = []
    for place in drawing.places(axes):
        assert 0 <= place.left < place.left + place.width <= 1.001
        assert 0 <= place.top < place.top + place.height <= 1.001
        found.append((place.spot.told, place.left + place.width / 2, place.top + place.height / 2))
    return found


def answers(axes, count, number=r"\d"):
    """Passes a picture that has so many parts, each of which tells a value and on how many games it rests."""
    told = [text for text, _, _ in pointed_at(axes)]
    assert len(told) == count
    for text in told:
        assert re.search(number, text), text
        assert re.search(r"\d games", text), text
