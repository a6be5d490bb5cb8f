"""What functions over whole arrays take, compared with the kernel by hand and the same expression of NumPy
and CuPy."""

import math

import numpy as np
from timing import alternating, gpu_milliseconds

import cudapy as cp


# expression : float (float a, float b, float c)
def expression(a, b, c):
    return (a * b + c) * (a - b) / (c * c + 1.0) + a * 0.5 - b


# by_hand : void (float* A, float* B, float* C, float* R)
def by_hand(A, B, C, R):
    if idx < len(R):
        a = A[idx]
        b = B[idx]
        c = C[idx]
        R[idx] = (a * b + c) * (a - b) / (c * c + 1.0) + a * 0.5 - b


# rooted : float (float a, float b)
def rooted(a, b):
    return math.sqrt(a * a + b * b)


# rooted_by_hand : void (float[,] A, float* B, float[,] R)
def rooted_by_hand(A, B, R):
    if idx < R.shape[1] and idy < R.shape[0]:
        a = A[idy, idx]
        b = B[idx]
        R[idy, idx] = math.sqrt(a * a + b * b)


def library_expression(a, b, c):
    one, half = np.float32(1), np.float32(0.5)
    return (a * b + c) * (a - b) / (c * c + one) + a * half - b


def works_on(target, quick):
    """Returns the works of each row, and what checks that they agree."""
    n = 2**20 if quick else (2**26 if target == "cuda" else 2**24)
    rows, columns = (256, 256) if quick else (4096, 4096)
    random = np.random.default_rng(1)
    host = [random.random(n, dtype=np.float32) for _ in range(3)]
    A, B, C = (cp.CudaArray(array, target=target) for array in host)
    R, S = cp.empty(n, cp.Float, target=target), cp.empty(n, cp.Float, target=target)
    host_2d = [random.random((rows, columns), dtype=np.float32), random.random(columns, dtype=np.float32)]
    A2, B2 = (cp.CudaArray(array, target=target) for array in host_2d)
    R2, S2 = (cp.empty((rows, columns), cp.Float, target=target) for _ in range(2))
    hand, hand_2d = cp.compile(by_hand, target=target), cp.compile(rooted_by_hand, target=target)
    ours, ours_2d = cp.vectorize(expression, target=target), cp.vectorize(rooted, target=target)
    first = {
        "vectorize": lambda: ours(A, B, C, out=R),
        "kernel by hand": lambda: hand(n)(A, B, C, S),
    }
    second = {
        "vectorize": lambda: ours_2d(A2, B2, out=R2),
        "kernel by hand": lambda: hand_2d(columns, rows)(A2, B2, S2),
    }
    if target == "cuda":
        import cupy

        given, given_2d = [cupy.asarray(array) for array in host], [cupy.asarray(array) for array in host_2d]
        first["library"] = lambda: library_expression(*given)
        second["library"] = lambda: cupy.sqrt(given_2d[0] * given_2d[0] + given_2d[1] * given_2d[1])
    else:
        first["library"] = lambda: library_expression(*host)
        second["library"] = lambda: np.sqrt(host_2d[0] * host_2d[0] + host_2d[1] * host_2d[1])

    def check():
        for works, ours_of, hand_of in (first, R, S), (second, R2, S2):
            for work in works.values():
                work()
            assert np.allclose(
                np.asarray(ours_of.toHost()), np.asarray(hand_of.toHost()), rtol=1e-6, atol=1e-7
            )

    def host_of(made):
        return made.get() if hasattr(made, "get") else made

    def check_library():
        assert np.allclose(host_of(first["library"]()), np.asarray(R.toHost()), rtol=1e-4, atol=1e-5)
        assert np.allclose(host_of(second["library"]()), np.asarray(R2.toHost()), rtol=1e-5)

    check()
    check_library()
    names = (f"ten operations on {n} floats", f"a root, and a row broadcast over {rows} x {columns} floats")
    return list(zip(names, (first, second)))


def measure(results, target, quick):
    rows = []
    for name, works in works_on(target, quick):
        if target == "cuda":
            times = gpu_milliseconds(works, repeat=5 if quick else 15)
        else:
            times = {
                name: seconds * 1e3 for name, seconds in alternating(works, repeat=5 if quick else 21).items()
            }
        ours = times["vectorize"]
        rows.append(
            [
                name,
                ours,
                times["kernel by hand"],
                times["library"],
                ours / times["kernel by hand"],
                times["library"] / ours,
            ]
        )
    library = "CuPy" if target == "cuda" else "NumPy"
    results.table(
        f"Functions over whole arrays: `cp.vectorize` with `out=`, and what {library} makes of the "
        "expression, an array for each operation",
        [
            "expression",
            "vectorize, ms",
            "kernel by hand, ms",
            f"{library}, ms",
            "of the kernel by hand",
            f"times as fast as {library}",
        ],
        rows,
    )
