"""blur: a picture out of focus, three bytes for each pixel. Without --picture it makes a picture of its own;
the result is a PNG."""

import numpy as np
from common import arguments, median_ms, report, require
from PIL import Image

import cudapy as cp


# blur : void (uint8[,,] picture, uint8[,,] blurred, int radius)
def blur(picture, blurred, radius):
    """The mean of the pixels around each, as far as there are any."""
    top = max(idy - radius, 0)
    bottom = min(idy + radius + 1, picture.shape[0])
    left = max(idx - radius, 0)
    right = min(idx + radius + 1, picture.shape[1])
    count = (bottom - top) * (right - left)
    for channel in range(picture.shape[2]):
        total = 0
        for y in range(top, bottom):
            for x in range(left, right):
                total += picture[y, x, channel]
        blurred[idy, idx, channel] = uint8((total + count // 2) // count)


def numpys(picture, radius):
    """The same from sums of all rectangles that begin at the corner."""
    height, width, _ = picture.shape
    sums = np.zeros((height + 1, width + 1, 3), np.int64)
    sums[1:, 1:] = picture.astype(np.int64).cumsum(axis=0).cumsum(axis=1)
    top, bottom = (np.clip(np.arange(height) + d, 0, height)[:, None] for d in (-radius, radius + 1))
    left, right = (np.clip(np.arange(width) + d, 0, width)[None, :] for d in (-radius, radius + 1))
    total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    count = ((bottom - top) * (right - left))[:, :, None]
    return ((total + count // 2) // count).astype(np.uint8)


def drawn(width, height):
    """Rings and stripes."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    rings = np.sin(np.hypot(x - width / 2, y - height / 2) / 5)
    return np.stack([127 + 127 * rings, (x // 16 % 2) * 255, (y // 16 % 2) * 200], axis=2).astype(np.uint8)


def main():
    options = arguments(
        __doc__, picture="", output="blurred.png", width=900, height=600, radius=6
    ).parse_args()
    picture = (
        np.asarray(Image.open(options.picture).convert("RGB"))
        if options.picture
        else drawn(options.width, options.height)
    )
    height, width, _ = picture.shape
    call = cp.compile(blur)
    blurred = np.zeros_like(picture)

    def ours():
        call(width, height)(picture, blurred, options.radius)

    ours()
    require(np.array_equal(blurred, numpys(picture, options.radius)), "blur: a pixel differs from NumPy's")
    Image.fromarray(blurred).save(options.output)
    report(
        f"blur of {width} x {height} pixels on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(lambda: numpys(picture, options.radius), options.repeat),
        "the picture goes to the device and comes back",
    )
    print(f"{options.output}: right")


if __name__ == "__main__":
    main()
