"""What the programs of this folder must compute."""

import numpy as np


def check(Y, total):
    """Y = 2 X + Y of X = 0, 1 … 9, 0, 1 … and Y = 1, and the sum of all of that."""
    wanted = 2 * (np.arange(len(Y)) % 10) + 1
    assert (wanted == Y).all() and total == wanted.sum(), (Y, total)
    print(f"Y and its sum, {total:.0f}, are right.")
