#!/usr/bin/python3
"""The rankings of arena/rating against the same values computed in another way (rankings_reference.py)."""

import os
import random
import subprocess
import unittest
from fractions import Fraction

import numpy
from rankings_reference import alpha_rank, alpha_rank_in_the_limit, equilibria, nash_average


def ranked(cases):
    """The shares of each (method, alpha or 0, matrix), as the program has them."""
    words = []
    for method, alpha, a in cases:
        words += [method, repr(float(alpha)), str(len(a))] + [repr(float(value)) for row in a for value in row]
    done = subprocess.run([os.environ["RANK_PAYOFFS"]], input=" ".join(words), capture_output=True, text=True, check=True)
    return [numpy.array(list(map(float, line.split()))) for line in done.stdout.splitlines()]


def pool(n, draw, value):
    """A skew-symmetric matrix of Fractions."""
    a = [[Fraction(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            a[i][j] = value(draw)
            a[j][i] = -a[i][j]
    return a


def coarse(draw):
    """Fifths, so that many are alike."""
    return Fraction(draw.randint(-5, 5), 10)


def decided(draw):
    """All games won, drawn or lost, so that there are often several equilibria."""
    return Fraction(draw.randint(-1, 1), 2)


def fine(draw):
    return Fraction(draw.randint(-500, 500), 1000)


def numbers(a):
    return numpy.array([[float(value) for value in row] for row in a])


# Rock, paper and scissors that win 3 games of 4 against each other, a bot that loses to all, and one that beats paper only.
CIRCLE = [[Fraction(n, 100) for n in row] for row in
          [[0, -25, 25, 40, 20], [25, 0, -25, 40, -10], [-25, 25, 0, 40, 30], [-40, -40, -40, 0, -5], [-20, 10, -30, 5, 0]]]


class RankingsTest(unittest.TestCase):
    def assert_same(self, shares, expected, within, of):
        self.assertLess(abs(shares - expected).max(), within, f"{of}\n{shares}\n{expected}")

    def test_a_planted_circle(self):
        alpha, nash = ranked([("alpha", 0, CIRCLE), ("nash", 0, CIRCLE)])
        self.assert_same(alpha, numpy.array(list(map(float, alpha_rank_in_the_limit(CIRCLE)))), 1e-12, CIRCLE)
        self.assert_same(nash, nash_average(numbers(CIRCLE)), 1e-7, CIRCLE)
        self.assertTrue((alpha[:3] > 0.19).all() and alpha[3] == 0, alpha)

    def test_alpha_rank_is_the_chains_eigenvector(self):
        draw = random.Random(1)
        pools = [(draw.choice([0.01, 0.3, 1, 3, 10]), pool(draw.randint(2, 9), draw, draw.choice([coarse, fine])))
                 for _ in range(150)]
        for (alpha, a), masses in zip(pools, ranked([("alpha", alpha, a) for alpha, a in pools])):
            # An eigenvector is as exact as the chain is far from having two.
            slowest = alpha_rank(numbers(a), alpha)
            self.assert_same(masses, slowest, 1e-4 if alpha > 1 else 1e-9, (alpha, a))

    def test_the_limit_is_the_sum_over_trees(self):
        draw = random.Random(2)
        pools = [pool(draw.randint(1, 5), draw, draw.choice([decided, coarse, fine])) for _ in range(60)]
        for a, masses in zip(pools, ranked([("alpha", 0, a) for a in pools])):
            self.assert_same(masses, numpy.array(list(map(float, alpha_rank_in_the_limit(a)))), 1e-9, a)

    def test_nash_is_the_equilibrium_with_the_highest_entropy(self):
        draw = random.Random(3)
        pools = [pool(draw.randint(1, 6), draw, draw.choice([decided, decided, coarse, fine])) for _ in range(80)]
        several = 0
        for a, weights in zip(pools, ranked([("nash", 0, a) for a in pools])):
            matrix = numbers(a)
            corners = equilibria(matrix)
            several += len(corners) > 1
            self.assertLess((matrix @ weights).max(), 1e-9, f"not an equilibrium: {a}")
            self.assert_same(weights, nash_average(matrix), 2e-4, a)
            # No corner is uphill, which proves it: entropy is concave.
            for corner in corners:
                outside = (weights <= 0) & (corner > 1e-9)
                self.assertFalse(outside.any(), f"a corner has weights where the highest entropy has none: {a}")
                inside = weights > 0
                uphill = (-numpy.log(weights[inside]) * (corner - weights)[inside]).sum()
                self.assertLess(uphill, 1e-6, a)
        self.assertGreater(several, 15, "pools with several equilibria")


if __name__ == "__main__":
    unittest.main()
