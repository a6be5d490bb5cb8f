"""Gives the module `levels` arrays of every library that is installed: PYTHONPATH=build python check.py"""

import importlib

import levels

import cudapy as cp

ROWS, COLUMNS, BINS = 3, 5, 4
LOW, HIGH = 2.0, 12.0
IMAGE = [[float(row * COLUMNS + column) for column in range(COLUMNS)] for row in range(ROWS)]
STRETCHED = [[min(max((value - LOW) / (HIGH - LOW), 0.0), 1.0) for value in row] for row in IMAGE]
HISTOGRAM = [
    sum(min(int(value * BINS), BINS - 1) == level for row in STRETCHED for value in row)
    for level in range(BINS)
]


def arrays():
    """(what it is, the array, integers that are 0, what makes lists of either)."""
    yield "CudaArray", cp.CudaArray(IMAGE, cp.Float), cp.zeros(BINS, cp.Int), lambda array: array.tolist()
    if np := library("numpy"):
        yield "NumPy", np.array(IMAGE, np.float32), np.zeros(BINS, np.int32), lambda array: array.tolist()
    if torch := library("torch"):
        for device in ["cpu", "cuda"][: 1 + torch.cuda.is_available()]:
            yield (
                f"PyTorch, {device}",
                torch.tensor(IMAGE, dtype=torch.float32, device=device),
                torch.zeros(BINS, dtype=torch.int32, device=device),
                lambda array: array.tolist(),
            )
    if cp.cuda_available() and (cupy := library("cupy")):
        yield (
            "CuPy",
            cupy.array(IMAGE, cupy.float32),
            cupy.zeros(BINS, cupy.int32),
            lambda array: array.tolist(),
        )


def library(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def check(what, image, histogram, to_list):
    levels.stretch((COLUMNS, ROWS), image, low=LOW, high=HIGH)  # a thread for each point
    assert all(
        abs(a - b) < 1e-6
        for given, wanted in zip(to_list(image), STRETCHED, strict=True)
        for a, b in zip(given, wanted, strict=True)
    ), what
    levels.count((COLUMNS, ROWS), image, histogram)
    assert to_list(histogram) == HISTOGRAM, what
    print(f"levels: {what}, as expected")


if __name__ == "__main__":
    for what, image, histogram, to_list in arrays():
        check(what, image, histogram, to_list)
