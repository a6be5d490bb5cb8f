"""The Mandelbrot set: a device function of complex numbers, and a kernel of two dimensions."""

import numpy as np
from which import cuda, run

MOST = 50


@cuda.jit(device=True)
def escape(c, most):
    z = 0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return i
    return most


@cuda.jit
def mandelbrot(left, right, low, high, image):
    height, width = image.shape
    dx = (right - left) / width
    dy = (high - low) / height
    startx, starty = cuda.grid(2)
    stepx, stepy = cuda.gridsize(2)
    for x in range(startx, width, stepx):
        for y in range(starty, height, stepy):
            image[y, x] = escape(complex(left + x * dx, low + y * dy), MOST)


def sample(n):
    image = np.zeros((n, n + n // 2), np.uint8)
    mandelbrot[(4, 4), (16, 8)](-2.0, 1.0, -1.0, 1.0, image)
    height, width = image.shape
    c = (-2.0 + np.arange(width) * (3.0 / width)) + 1j * (-1.0 + np.arange(height) * (2.0 / height))[:, None]
    expected = np.full(image.shape, MOST, np.uint8)
    z, inside = np.zeros_like(c), np.ones(c.shape, bool)
    for i in range(MOST):
        z[inside] = z[inside] ** 2 + c[inside]
        gone = inside & (z.real * z.real + z.imag * z.imag >= 4)
        expected[gone] = i
        inside &= ~gone
    return np.mean(image != expected), 0, 0.005  # a square may be rounded in another way


if __name__ == "__main__":
    run(sample, 300)
