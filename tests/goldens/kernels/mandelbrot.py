# escape : int (float cx, float cy, int limit)
def escape(cx, cy, limit):
    """The number of iterations after which z = z*z + c has left the circle of radius 2."""
    x = y = 0.0
    for i in range(limit):
        xx = x * x
        yy = y * y
        if xx + yy > 4.0:
            return i
        x, y = xx - yy + cx, 2.0 * x * y + cy
    return limit


# mandelbrot_1d : void (int width, int height, float left, float top, float pixel, int limit, int* image)
def mandelbrot_1d(width, height, left, top, pixel, limit, image):
    row = idx // width
    column = idx % width
    image[idx] = escape(left + column * pixel, top - row * pixel, limit)


# mandelbrot_2d : void (int width, int height, float left, float top, float pixel, int limit, int* image)
def mandelbrot_2d(width, height, left, top, pixel, limit, image):
    if idx < width and idy < height:
        image[idy * width + idx] = escape(left + idx * pixel, top - idy * pixel, limit)
