"""What random kernels over arrays are given: arrays of several layouts, two numbers, and arrays for
results."""

import numpy as np

PARAMETERS = ("a", "k", "v", "b", "f", "w", "c", "n", "s")
RESULTS = ("real", "whole")
FLOATS = (np.float32, np.float64)
INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32)


def bases(seed, number):
    """Returns the arrays as they lie in memory, by name. `v` has every other of its elements."""
    random = np.random.default_rng([seed, number, 1])

    def floats(*shape):
        return (random.integers(-64, 64, shape) / 8).astype(FLOATS[random.integers(2)])

    def integers(*shape):
        return random.integers(0, 100, shape).astype(INTEGERS[random.integers(len(INTEGERS))])

    return {
        "a": floats(7),
        "k": integers(9),
        "v": floats(12),
        "b": floats(4, 5),
        "f": np.asfortranarray(floats(5, 3)),
        "w": integers(3, 6),
        "c": floats(2, 3, 4),
        "n": int(random.integers(0, 20)),
        "s": float(random.integers(-9, 9)),
        "real": np.zeros(48),
        "whole": np.zeros(48, np.int64),
    }


def arguments(made):
    """Returns the arguments for a kernel, of what `bases` gave or of the same on a device."""
    return [made[name][::2] if name == "v" else made[name] for name in (*PARAMETERS, *RESULTS)]
