"""What random kernels are given: arrays of all types of numbers, two numbers, and arrays for results."""

import numpy as np
from making import INTEGERS

PLACES = 16
PARAMETERS = (
    *(f"{kind}s" for kind in INTEGERS),
    *("truths", "singles", "doubles", "complexes", "wide_complexes", "n", "s"),
)
RESULTS = ("whole", "real", "complexes_out")


def arguments(seed, number):
    """Returns the arguments of a kernel, in the order of PARAMETERS."""
    random = np.random.default_rng([seed, number])
    given = []
    for kind in INTEGERS:
        limits = np.iinfo(kind)
        low, high = max(limits.min, -(2**40)), min(limits.max, 2**40)
        given.append(random.integers(low, high, PLACES, endpoint=True).astype(kind))
    given.append(random.integers(0, 2, PLACES).astype(bool))
    given.append((random.normal(size=PLACES) * 100).astype(np.float32))
    given.append(random.normal(size=PLACES) * 1000)
    parts = random.normal(size=(2, PLACES))
    given.append((parts[0] + 1j * parts[1]).astype(np.complex64))
    given.append(parts[1] + 1j * parts[0])
    return [*given, int(random.integers(-50, 50)), float(random.normal())]


def results():
    """Returns arrays for results, in the order of RESULTS."""
    return [np.zeros((PLACES, 6), kind) for kind in (np.int64, np.float64, np.complex128)]
