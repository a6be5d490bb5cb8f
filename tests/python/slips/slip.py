"""A slip: a program as a newcomer writes it, and the next try that the message leads to."""

from typing import NamedTuple

HEAD = "import cudapy as cp\nimport numpy as np\nfrom cudapy import idx, idy\n"
ARRAYS = "X = np.arange(1, 5, dtype=np.float32)\nY = np.zeros(4, np.float32)\n"


class Slip(NamedTuple):
    name: str
    program: str
    edits: list[tuple[str, str]]  # what the next try has in place of what

    @property
    def next_try(self):
        text = self.program
        for old, new in self.edits:
            assert old in text, f"{self.name}: {old!r} is not in\n{text}"
            text = text.replace(old, new)
        return text


def in_kernel(
    name, body, *edits, signature="void (float* X, float* Y)", setup=ARRAYS, launch="f(4)(X, Y)", above=""
):
    parameters = ", ".join(part.split()[-1] for part in signature[signature.index("(") + 1 : -1].split(","))
    lines = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    kernel = f'@cp.kernel("{signature}")\ndef f({parameters}):\n{lines}'
    return Slip(name, f"{HEAD}{above}\n\n{kernel}\n\n{setup}{launch}\n", list(edits))


COPY = """@cp.kernel("void (float* X, float* Y)")
def copy(X, Y):
    Y[idx] = X[idx]
"""
SAXPY = """@cp.kernel("void (float a, float* X, float* Y)")
def saxpy(a, X, Y):
    Y[idx] += a * X[idx]
"""
DOUBLE = """@cp.kernel("void (float[,] A, float[,] B)")
def double_up(A, B):
    B[idy, idx] = 2 * A[idy, idx]
"""
SUM = """@cp.kernel("void (float* X, float* total)")
def sum_up(X, total):
    cp.atomicAdd(total, 0, X[idx])
"""
MATRICES = "A = np.arange(6, dtype=np.float32).reshape(2, 3)\nB = np.zeros((2, 3), np.float32)\n"


def of_arguments(name, kernel, launch, *edits, setup=ARRAYS):
    return Slip(name, f"{HEAD}\n\n{kernel}\n\n{setup}{launch}\n", list(edits))
