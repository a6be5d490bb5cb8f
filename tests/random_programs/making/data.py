"""Random data of a type within bounds."""

import numpy as np

from in_cpython.numeric import FLOATS, NUMPY, bf16


def random_array(r, t, shape, lo, hi, specials=False):
    n = int(np.prod(shape))
    if t in FLOATS:
        values = [
            r.choice([r.uniform(lo, hi), r.uniform(-4, 4), float(r.randint(-9, 9)), 0.0, -0.0, 0.5])
            for _ in range(n)
        ]
        for _ in range(max(1, n // 6) if specials else 0):
            values[r.randrange(n)] = r.choice([float("inf"), float("-inf"), float("nan"), 1e30, 1e-42])
        values = [bf16(v) for v in values] if t == "bfloat16" else values
    elif t == "bool":
        values = [r.random() < 0.5 for _ in range(n)]
    else:
        values = [r.choice([r.randint(lo, hi), r.randint(max(lo, -9), min(hi, 9)), lo, hi]) for _ in range(n)]
    return np.array(values, NUMPY[t]).reshape(shape)
