"""waves: waves that go through two gaps in a wall, and meet after it."""

import math

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# step : void (float[,] before, float[,] now, float[,] after, bool[,] wall, float edge)
def step(before, now, after, wall, edge):
    """One step of the wave equation. The left edge moves; walls and the other edges rest."""
    rows, columns = now.shape
    if idx == 0:
        after[idy, idx] = edge
    elif wall[idy, idx] or idx == columns - 1 or idy == 0 or idy == rows - 1:
        after[idy, idx] = 0.0
    else:
        bend = (
            now[idy - 1, idx]
            + now[idy + 1, idx]
            + now[idy, idx - 1]
            + now[idy, idx + 1]
            - 4.0 * now[idy, idx]
        )
        after[idy, idx] = 2.0 * now[idy, idx] - before[idy, idx] + 0.25 * bend


def two_gaps(rows, columns):
    """A wall at a third of the way, with two gaps."""
    wall = np.zeros((rows, columns), bool)
    wall[:, columns // 3 : columns // 3 + 4] = True
    for middle in (rows // 2 - rows // 8, rows // 2 + rows // 8):
        wall[middle - rows // 40 - 1 : middle + rows // 40 + 1] = False
    return wall


def edges(steps):
    """The height of the left edge in each step."""
    return [math.sin(0.25 * i) * min(1.0, 0.02 * i) for i in range(1, steps + 1)]


def run(rows, columns, steps):
    """The heights after so many steps."""
    wall = cp.CudaArray(two_gaps(rows, columns))
    before, now, after = (cp.CudaArray.allocate((rows, columns), cp.Float) for _ in range(3))
    launch = cp.compile(step)(columns, rows)
    for edge in edges(steps):
        launch(before, now, after, wall, edge)
        before, now, after = now, after, before
    return now.numpy()


def numpys(rows, columns, steps):
    wall = two_gaps(rows, columns)
    before, now = (np.zeros((rows, columns), np.float32) for _ in range(2))
    for edge in edges(steps):
        after = np.zeros_like(now)
        bend = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:] - 4 * now[1:-1, 1:-1]
        after[1:-1, 1:-1] = 2 * now[1:-1, 1:-1] - before[1:-1, 1:-1] + np.float32(0.25) * bend
        after[wall] = 0
        after[:, 0] = edge
        before, now = now, after
    return now


def main():
    options = arguments(__doc__, rows=400, columns=600, steps=200).parse_args()
    size = options.rows, options.columns, options.steps
    target = cp.compile(step).target
    require(np.allclose(run(*size), numpys(*size), atol=1e-3), "waves: a height differs from NumPy's")
    report(
        f"{options.steps} steps of {options.rows} x {options.columns} points on {target}",
        median_ms(lambda: run(*size), options.repeat),
        median_ms(lambda: numpys(*size), options.repeat),
        "the wall goes to the device, and heights come back",
    )
    print("every height: right")


if __name__ == "__main__":
    main()
