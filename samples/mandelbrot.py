"""The Mandelbrot set, launched in one and in two dimensions, written as a PNG."""

import sys

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# escape : int (float cx, float cy, int limit)
def escape(cx, cy, limit):
    """The number of steps that stay inside the circle of radius 2."""
    x, y = 0.0, 0.0
    for step in range(limit):
        x2, y2 = x * x, y * y
        if x2 + y2 > 4.0:
            return step
        x, y = x2 - y2 + cx, 2.0 * x * y + cy
    return limit


# One thread for each pixel, numbered row by row.
# mandelbrot_1d : void (int width, int height, float left, float top, float pixel, int limit, int* image)
def mandelbrot_1d(width, height, left, top, pixel, limit, image):
    if idx < width * height:
        image[idx] = escape(left + (idx % width) * pixel, top + (idx // width) * pixel, limit)


# One thread for each pixel, by column and row.
# mandelbrot_2d : void (int width, int height, float left, float top, float pixel, int limit, int* image)
def mandelbrot_2d(width, height, left, top, pixel, limit, image):
    if idx < width and idy < height:
        image[idy * width + idx] = escape(left + idx * pixel, top + idy * pixel, limit)


def with_numpy(width, height, left, top, pixel, limit):
    """The same counts by whole-array operations: the points that have escaped are left out of each further
    step."""
    left, top, pixel = np.float32(left), np.float32(top), np.float32(pixel)
    cx = np.tile(left + np.arange(width, dtype=np.float32) * pixel, height)
    cy = np.repeat(top + np.arange(height, dtype=np.float32) * pixel, width)
    image = np.full(width * height, limit, dtype=np.int32)
    x, y = np.zeros_like(cx), np.zeros_like(cy)
    alive = np.arange(width * height)
    for step in range(limit):
        x2, y2 = x * x, y * y
        inside = x2 + y2 <= 4.0
        image[alive[~inside]] = step
        alive, x, y, x2, y2, cx, cy = (a[inside] for a in (alive, x, y, x2, y2, cx, cy))
        x, y = x2 - y2 + cx, np.float32(2) * x * y + cy
    return image


def coloured(image, width, height, limit):
    """The pixels: smooth bands of colour outside the set, black inside it."""
    shade = np.sqrt(image / limit)
    channels = [127.5 + 127.5 * np.cos(6.2832 * (shade * 1.5 + phase)) for phase in (0.5, 0.6, 0.75)]
    pixels = np.stack(channels, axis=-1).astype(np.uint8).reshape(height, width, 3)
    pixels[image.reshape(height, width) == limit] = 0
    return pixels


def write_png(path, image, width, height, limit):
    try:
        from PIL import Image
    except ImportError:
        sys.exit("Writing the picture needs Pillow: pip install pillow")
    Image.fromarray(coloured(image, width, height, limit)).save(path)


def main():
    parser = arguments(__doc__, width=1200, height=900, limit=256)
    parser.add_argument(
        "--output", default="mandelbrot.png", help="the PNG to write (default mandelbrot.png)"
    )
    options = parser.parse_args()
    width, height, limit = options.width, options.height, options.limit
    view = (width, height, -2.1, -1.2, 2.8 / width, limit)

    one = cp.compile([mandelbrot_1d, escape])
    two = cp.compile([mandelbrot_2d, escape])
    image = np.zeros(width * height, dtype=np.int32)
    flat = np.zeros(width * height, dtype=np.int32)

    def in_two_dimensions():
        two(width, height)(*view, image)

    def in_one_dimension():
        one(width * height)(*view, flat)

    ours_2d = median_ms(in_two_dimensions, options.repeat)
    ours_1d = median_ms(in_one_dimension, options.repeat)
    expected = None

    def numpys():
        nonlocal expected
        expected = with_numpy(*view)

    numpy_ms = median_ms(numpys, max(1, options.repeat // 3))

    # A compiler may join a multiplication and an addition into one rounding, which moves a few points at the
    # set's edge.
    require(np.array_equal(image, flat), "one and two dimensions differ")
    differing = np.count_nonzero(image != expected)
    require(differing <= 0.005 * image.size, f"{differing} of {image.size} pixels differ from NumPy's")

    write_png(options.output, image, width, height, limit)
    print(
        f"Mandelbrot set, {width}x{height}, at most {limit} steps, on {two.target}: right "
        f"({differing} of {image.size} pixels at the edge round otherwise)"
    )
    report("in two dimensions", ours_2d, numpy_ms, "copies included")
    report("in one dimension", ours_1d, numpy_ms, "copies included")
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
