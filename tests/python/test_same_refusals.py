"""Launches whose threads would do the same along an axis: the plain and the checked mode refuse the same ones
with the same words, whatever a kernel has that is checked."""

import cudapy as cp
import numpy as np
import pytest
from cudapy import cuda

COORDINATES = ["0", "idx", "idy", "idz", "idx + idy", "idx * idz", "threadIdx.y", "blockIdx.z"]
BODIES = {
    "nothing checked": "A[0] = 1",
    "an index": "A[(I) % 8] = 1",
    "an index of a parameter": "A[k] = I",
    "a division": "A[0] = A[1] // (k + 1) + I",
    "a sum": "A[0] = A[1] + k * 3 + I",
    "a shift": "A[0] = (I) << k",
    "a local array": "own = local(int, 4)\n    own[k] = I\n    A[0] = own[k]",
    "a shared array": "tile = shared(int, 64)\n    tile[k] = I\n    syncthreads()\n    A[0] = tile[k]",
    "a helper": "A[0] = helper(A, k) + I",
    "a helper with a coordinate": "A[0] = tells(A, k) + I",
    "an atomic": "atomicAdd(A, k, I)",
    "an assertion": "assert A[k] < 100, 'too much'\n    A[0] = I",
    "a loop": "for i in range(k):\n        A[i] += I",
    "a barrier": "syncthreads()\n    A[k] = I",
}
HELPERS = """
from cudapy import *

# helper : int (int* A, int i)
def helper(A, i):
    return A[i] // (i + 1)

# tells : int (int* A, int i)
def tells(A, i):
    return A[i] + idy
"""
LAUNCHES = [(2,), (1, 2), (1, 1, 2), (2, 2), (2, 1, 2), (1, 2, 2), (2, 2, 2), (1, 1, 1), (0, 2), (8, 4, 2)]


def kernels():
    text, names = HELPERS, []
    for body in BODIES.values():
        for coordinate in COORDINATES:
            names.append(f"k{len(names)}")
            text += (
                f"\n# {names[-1]} : void (int* A, int k)\ndef {names[-1]}(A, k):\n"
                f"    {body.replace('I', coordinate)}\n"
            )
    return text, names


@pytest.fixture(scope="module")
def calls(tmp_path_factory, target):
    text, names = kernels()
    folder = tmp_path_factory.mktemp("same")
    (folder / "same_kernels.py").write_text(text)
    namespace = {}
    exec(compile(text, str(folder / "same_kernels.py"), "exec"), namespace)
    functions = [namespace[name] for name in [*names, "helper", "tells"]]
    return [cp.compile(functions, target=target, checked=checked) for checked in (False, True)]


def refusal(call, name, threads):
    """What plan and launch say of axes. A launch that is refused for an axis is refused before its arguments
    are looked at."""
    try:
        getattr(call, name).explain(*threads)
    except cp.LaunchError as error:
        return str(error)
    return None


def test_both_modes_refuse_the_same_launches(calls):
    plain, checked = calls
    refused = 0
    for name in kernels()[1]:
        for threads in LAUNCHES:
            said = refusal(plain, name, threads)
            assert refusal(checked, name, threads) == said, (name, threads)
            refused += said is not None
            if said:
                for call in calls:
                    A = np.zeros(1000, np.int32)
                    with pytest.raises(cp.LaunchError) as raised:
                        getattr(call, name)(*threads)(A, 1)
                    assert str(raised.value) == said and not A.any()
    assert refused > 300


def test_numbas_kernels_are_refused_in_neither():
    """In the dialect of numba a launch says blocks, and threads that do the same are the program's
    business."""

    def same(A):
        A[0] = 1

    for checked in (False, True):
        A = np.zeros(1, np.int32)
        cuda.jit(checked=checked)(same)[1, 1](A)
        assert A[0] == 1
