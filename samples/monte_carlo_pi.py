"""monte_carlo_pi: pi from random points in a square, with a generator for each thread that draws the same on
every target."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# throw : void (int seed, int points, int* inside)
def throw(seed, points, inside):
    """How many of a thread's points lie in the quarter of a circle."""
    rng = random_state(seed, idx)
    hits = 0
    for i in range(points):
        x = random(rng)
        y = random(rng)
        if x * x + y * y < 1:
            hits += 1
    inside[idx] = hits


def main():
    options = arguments(__doc__, threads=20_000, points=200).parse_args()
    call = cp.compile(throw)
    inside = cp.CudaArray.allocate(options.threads, cp.Int)
    total = options.threads * options.points

    def ours():
        call(options.threads)(1, options.points, inside)
        return 4 * int(inside.numpy().sum()) / total

    pi = ours()
    # Six standard deviations of the mean of so many points.
    require(abs(pi - np.pi) < 6 * 1.65 / total**0.5, f"monte_carlo_pi: {pi} is too far from pi")
    require(ours() == pi, "monte_carlo_pi: the same seed gives other points")

    def numpys():
        points = np.random.default_rng(1).random((2, total), dtype=np.float32)
        return (points**2).sum(axis=0) < 1

    report(
        f"{total} points on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(numpys, options.repeat),
        "counts come back",
    )
    print(f"pi = {pi:.4f}: right")


if __name__ == "__main__":
    main()
