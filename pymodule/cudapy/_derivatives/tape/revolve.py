"""Which steps are kept where few can be, so that as few as possible are computed again: the binomial
schedule of Griewank and Walther, "Algorithm 799: Revolve", ACM TOMS 26(1), 2000."""

from __future__ import annotations

from math import comb


def most_steps(kept: int, times: int) -> int:
    """Returns how many steps can be gone back with so many kept ones, the first included, where no step is
    computed more than so many times."""
    return comb(kept + times, kept) if times >= 0 else 0


def computed_again(steps: int, kept: int) -> int:
    """Returns how many steps are computed again on the way back through steps, with so many kept ones."""
    times = 0
    while most_steps(kept, times) < steps:
        times += 1
    return times * steps - most_steps(kept + 1, times - 1)


def next_kept(steps: int, kept: int) -> int:
    """Returns which of several steps is kept next, where the first one is."""
    times = 0
    while most_steps(kept, times) < steps:
        times += 1
    candidates = {
        most_steps(kept, times - 1),
        most_steps(kept, times - 2),
        steps - most_steps(kept - 1, times),
        steps - most_steps(kept - 1, times - 1),
        steps - most_steps(kept - 1, times - 1) - most_steps(kept - 2, times - 1) if kept > 1 else 1,
    }

    def cost(step: int) -> int:
        return step + computed_again(steps - step, kept - 1) + computed_again(step, kept)

    return min((step for step in candidates if 0 < step < steps), key=cost, default=steps // 2)
