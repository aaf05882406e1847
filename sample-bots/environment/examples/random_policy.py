"""A bot of ten lines: a policy that plays at random."""

import numpy as np

import flagfall


def policy(observations, legal_mask):
    return (legal_mask * np.random.random(legal_mask.shape)).argmax(axis=1)


flagfall.play(policy)
