"""Captured tuples whose elements are chosen when the kernel runs."""

import enum

WEIGHTS = (0.25, 0.5, 0.25)
OFFSETS = ((0, 1), (1, 0), (-1, 0), (0, -1))
MATRIX = ((1, 2, 3), (4, 5, 6))
BIG = (1, 2**40)
FLAGS = (True, False)


class Boundary(enum.IntEnum):
    WRAP = 1
    CLAMP = WRAP + 1


class Limits:
    STEPS = 8


# An element takes the precision of what it meets, as a literal does.
# blur : void (float* X, float* Y, double* Z)
def blur(X, Y, Z):
    total = 0.0
    exact = Z[idx]
    for k in range(len(WEIGHTS)):
        total += WEIGHTS[k] * X[idx + k]
        exact += WEIGHTS[k] * Z[idx]
    Y[idx] = total
    Z[idx] = exact


# neighbours : int (int* cells, int width, int x, int y)
def neighbours(cells, width, x, y):
    count = 0
    for dx, dy in OFFSETS:
        count += cells[(y + dy) * width + x + dx]
    return count


# choose : void (int* cells, int width, int i, int j, int64* wide, float* out)
def choose(cells, width, i, j, wide, out):
    cells[0] = MATRIX[i][j] + MATRIX[1][j] + MATRIX[i][-1] + MATRIX[1][0]
    wide[0] = BIG[i]
    if FLAGS[i]:
        cells[1] = neighbours(cells, width, i, j)
    for n, w in enumerate(WEIGHTS, 1):
        out[n] = w
    for step in (1, 2, 5):
        cells[step] = Boundary.CLAMP
    for w, x in zip(WEIGHTS, out):
        cells[0] += int(w * x)
    (a, b), c = (i, j), Boundary.WRAP.value
    (p, q), (r, s), (t, u), (v, w2) = OFFSETS
    cells[2] = a + b + c + p + q + r + s + t + u + v + w2 + Limits.STEPS


# small_floats : void (half* H, bfloat16* B, float* out)
def small_floats(H, B, out):
    for h in (half(-0.75), half(0.1)):
        H[0] += h
        out[0] += h
    for b in (bfloat16(1.5), bfloat16(0.1), bfloat16(3)):
        B[0] = b * 2
