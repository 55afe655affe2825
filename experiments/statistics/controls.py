"""Control variates: luck whose average is known, as an explanation of scores (Lavenberg and Welch, 1981; Nelson, 1990).

What is learnt on some deals corrects others, so that no score is corrected by itself and nothing is biased. Of a share
of R squared that luck explains on deals it was not learnt from, 1 / (1 - R squared) times as many games are saved.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .sweeping import FOLDS, ridge

Floats = NDArray[np.float64]


def corrections(luck: Floats, scores: Floats) -> Floats:
    """By deal, how much of a score was luck: (deals, features) and (deals,) -> (deals,), of which each was learnt by
    ridge regression on the deals of the other folds.
    """
    found, fold = np.zeros(len(scores)), np.arange(len(scores)) % FOLDS
    for number in range(min(FOLDS, len(scores))):
        others = fold != number
        middle, effect = ridge(luck[others], scores[others])
        found[~others] = (luck[~others] - middle) @ effect
    return found


def explained_by(luck: Floats, scores: Floats) -> float:
    """R squared of luck on scores, on deals that it was not learnt from: below 0 where chance alone was learnt; nan
    where scores do not differ.
    """
    if len(scores) <= FOLDS or not scores.std():
        return math.nan
    return 1 - float((scores - corrections(luck, scores)).var() / scores.var())
