"""Alpha-rank and Nash averaging, computed from their definitions and in other ways than arena/rating does.

A payoff matrix A is skew-symmetric: A[i, j] is the score of bot i against bot j, less 1/2.
"""

import itertools
from fractions import Fraction

import numpy

POPULATION = 50


def fixation(a_new, alpha):
    """The chance that one player among POPULATION, whose bot scores 1/2 + a_new against all others' one, takes over: the
    sum over a birth-death chain, with the payoffs of each number k of players who have the new bot."""
    m = POPULATION
    total, product = 1.0, 1.0
    for k in range(1, m):
        # Nobody plays against itself.
        new = ((k - 1) * 0.5 + (m - k) * (0.5 + a_new)) / (m - 1)
        old = (k * (0.5 - a_new) + (m - k - 1) * 0.5) / (m - 1)
        product *= numpy.exp(-alpha * (new - old))
        total += product
    return 1 / total


def alpha_rank(a, alpha):
    """The stationary distribution, from the eigenvector of the transition matrix whose eigenvalue is 1."""
    n = len(a)
    chain = numpy.zeros((n, n))
    for i, j in itertools.permutations(range(n), 2):
        chain[i, j] = fixation(a[j, i], alpha) / (n - 1)
    for i in range(n):
        chain[i, i] = 1 - chain[i].sum()
    values, vectors = numpy.linalg.eig(chain.T)
    vector = numpy.real(vectors[:, numpy.argmin(abs(values - 1))])
    return vector / vector.sum()


def alpha_rank_in_the_limit(a):
    """The limit for an infinite alpha, exactly, by the Markov chain tree theorem: the mass of a state is the sum over all
    trees of transitions that lead to it. A transition is (exponent of the small number, factor); `a` has Fractions."""
    n, m = len(a), POPULATION

    def rate(i, j):
        advantage = a[j][i]
        if advantage == 0:
            return Fraction(0), Fraction(1, m)
        return (Fraction(0) if advantage > 0 else -m * advantage), Fraction(1)

    terms = []
    for root in range(n):
        others = [state for state in range(n) if state != root]
        best, factor = None, Fraction(0)
        for successors in itertools.product(*([j for j in range(n) if j != i] for i in others)):
            leads_to = dict(zip(others, successors))
            if not all(reaches(state, root, leads_to) for state in others):
                continue
            exponent, product = Fraction(0), Fraction(1)
            for i, j in leads_to.items():
                more, times = rate(i, j)
                exponent, product = exponent + more, product * times
            if best is None or exponent < best:
                best, factor = exponent, Fraction(0)
            if exponent == best:
                factor += product
        terms.append((best, factor) if best is not None else (Fraction(0), Fraction(1)))
    least = min(exponent for exponent, _ in terms)
    masses = [factor if exponent == least else Fraction(0) for exponent, factor in terms]
    return [mass / sum(masses) for mass in masses]


def reaches(state, root, leads_to):
    for _ in range(len(leads_to) + 1):
        if state == root:
            return True
        state = leads_to[state]
    return False


def equilibria(a):
    """The corners of the set of Nash equilibria, {p >= 0, A p <= 0, sum p = 1}: wherever enough of the inequalities are
    equations, tried one choice after the other."""
    n = len(a)
    rows = numpy.vstack([numpy.eye(n), -a])
    corners = []
    for tight in itertools.combinations(range(2 * n), n - 1):
        system = numpy.vstack([rows[list(tight)], numpy.ones(n)])
        if abs(numpy.linalg.det(system)) < 1e-12:
            continue
        p = numpy.linalg.solve(system, numpy.append(numpy.zeros(n - 1), 1.0))
        if (rows @ p >= -1e-9).all() and not any(numpy.allclose(p, other, atol=1e-8) for other in corners):
            corners.append(numpy.clip(p, 0, None))
    return corners


def entropy(p):
    p = p[p > 0]
    return -(p * numpy.log(p)).sum()


def highest_entropy(corners, steps=500):
    """The mixture of the corners with the highest entropy: weight goes from the corner along which entropy falls the
    most to the one along which it rises the most, as far as it rises."""
    corners = numpy.array(corners)
    weights = numpy.full(len(corners), 1 / len(corners))
    for _ in range(steps):
        p = weights @ corners
        with numpy.errstate(divide="ignore"):
            gradient = corners @ numpy.where(p > 0, -numpy.log(numpy.maximum(p, 1e-300)), 0.0)
        best = numpy.argmax(gradient)
        worst = min((i for i in range(len(weights)) if weights[i] > 1e-9), key=lambda i: gradient[i])
        if gradient[best] - gradient[worst] < 1e-10:
            break
        low, high = 0.0, weights[worst]
        for _ in range(60):
            third = (high - low) / 3
            ends = [entropy(p + step * (corners[best] - corners[worst])) for step in (low + third, high - third)]
            low, high = (low + third, high) if ends[0] < ends[1] else (low, high - third)
        weights[best] += low
        weights[worst] -= low
    return weights @ corners


def nash_average(a):
    return highest_entropy(equilibria(a))
