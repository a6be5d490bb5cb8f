"""heat_source: finds what heated a plate from the picture of its heat, by the derivative of a kernel."""

import sys

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

RATE = 0.2
WRT = "now", "source"  # what derivatives are with respect to


# warm : void (float[,] now, float[,] after, float[,] source, float rate)
def warm(now, after, source, rate):
    """One step of the heat equation. The edges stay cold."""
    rows, columns = now.shape
    if idx == 0 or idx == columns - 1 or idy == 0 or idy == rows - 1:
        after[idy, idx] = 0.0
    else:
        around = now[idy - 1, idx] + now[idy + 1, idx] + now[idy, idx - 1] + now[idy, idx + 1]
        after[idy, idx] = now[idy, idx] + rate * (around - 4.0 * now[idy, idx]) + source[idy, idx]


def true_source(rows, columns):
    """A ring, and a bar that crosses it."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -columns / rows : columns / rows : columns * 1j]
    far = np.hypot(x + 0.3, y)
    ring = (far > 0.45) & (far < 0.6)
    bar = (abs(y - 0.5 * x) < 0.07) & (abs(x) < 1.1)
    return np.where(ring | bar, 0.05, 0.0).astype(np.float32)


class Plate:
    """The steps of a plate, and how its last picture changes with its source."""

    def __init__(self, rows, columns, steps):
        self.states = [cp.CudaArray.allocate((rows, columns), cp.Float) for _ in range(steps + 1)]
        self.bars = [cp.CudaArray.allocate((rows, columns), cp.Float) for _ in range(2)]
        call = cp.compile(warm)
        self.target = call.target
        self.step = call(columns, rows)
        self.pull_back = call.vjp(wrt=WRT)(columns, rows)

    def picture(self, source):
        for now, after in zip(self.states, self.states[1:]):
            self.step(now, after, source, RATE)
        return self.states[-1].numpy()

    def gradient(self, source, of_picture):
        """What half the sum of squares changes by with each element of the source: the steps backwards."""
        of_source = cp.CudaArray(np.zeros_like(of_picture))
        after_bar, now_bar = self.bars
        after_bar.copy_from(of_picture)
        for now, after in zip(self.states[-2::-1], self.states[:0:-1]):
            now_bar.fill(0.0)
            self.pull_back(now, after, source, RATE, now_bar, after_bar, of_source)
            now_bar, after_bar = after_bar, now_bar
        return of_source.numpy()

    def found(self, picture, rounds):
        """The source whose picture is nearest: accelerated descent of Nesterov."""
        length = 1.0 / (len(self.states) - 1) ** 2
        source = ahead = np.zeros_like(picture)
        for i in range(rounds):
            on_device = cp.CudaArray(ahead)
            gradient = self.gradient(on_device, self.picture(on_device) - picture)
            before, source = source, np.maximum(ahead - length * gradient, 0.0)
            ahead = source + np.float32(i / (i + 3)) * (source - before)
        return source


def numpys_step(now, source):
    after = np.zeros_like(now)
    around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
    inner = now[1:-1, 1:-1]
    after[1:-1, 1:-1] = inner + np.float32(RATE) * (around - 4 * inner) + source[1:-1, 1:-1]
    return after


def numpys_gradient(of_picture, steps):
    """The same by hand: a step is symmetric, and its source is added inside the edges."""
    of_source, bar = np.zeros_like(of_picture), of_picture
    for _ in range(steps):
        bar = bar.copy()
        bar[[0, -1]] = bar[:, [0, -1]] = 0
        of_source += bar
        padded = np.pad(bar, 1)
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        bar = bar + np.float32(RATE) * (around - 4 * bar)
    return of_source


def panels(source, picture, found):
    """The pixels of the source, of its heat and of what was found of that, side by side."""
    parts = [part / part.max() for part in (source, picture, np.minimum(found, source.max()))]
    heat = np.hstack(parts)
    colours = np.stack([np.minimum(1, 2 * heat), heat**2, 0.15 + 0.3 * heat], axis=-1)
    return (255 * np.clip(colours, 0, 1)).astype(np.uint8)


def write_png(path, pixels):
    try:
        from PIL import Image
    except ImportError:
        sys.exit("Writing the picture needs Pillow: pip install pillow")
    Image.fromarray(pixels).save(path)


def main():
    parser = arguments(__doc__, rows=160, columns=240, steps=40, rounds=150)
    parser.add_argument(
        "--output", default="heat_source.png", help="the PNG to write (default heat_source.png)"
    )
    options = parser.parse_args()
    steps = options.steps
    source = true_source(options.rows, options.columns)
    plate = Plate(options.rows, options.columns, steps)
    picture = plate.picture(cp.CudaArray(source))

    now = np.zeros_like(source)
    for _ in range(steps):
        now = numpys_step(now, source)
    require(np.allclose(picture, now, atol=1e-4), "heat_source: the heat differs from NumPy's")
    ours = plate.gradient(cp.CudaArray(source), picture)
    require(
        np.allclose(ours, numpys_gradient(picture, steps), rtol=1e-4, atol=1e-3),
        "heat_source: the gradient differs",
    )

    found = plate.found(picture, options.rounds)
    error = np.abs(plate.picture(cp.CudaArray(found)) - picture).max() / picture.max()
    require(error < 0.05, f"heat_source: the heat of what was found differs by {100 * error:.1f} %")
    write_png(options.output, panels(source, picture, found))
    print(f"a source whose heat is right to {100 * error:.2f} % of the hottest place: right")
    report(
        f"the gradient through {steps} steps of {options.rows} x {options.columns} points on {plate.target}",
        median_ms(lambda: plate.gradient(cp.CudaArray(source), picture), options.repeat),
        median_ms(lambda: numpys_gradient(picture, steps), options.repeat),
        "copies included",
    )
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
