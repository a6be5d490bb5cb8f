"""`local(type, shape, value)`: arrays of a thread that begin with values, of every type, compared with
CPython."""

import cudapy as cp
import pytest

np = pytest.importorskip("numpy")

TYPES = [
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int",
    "uint32",
    "int64",
    "uint64",
    "half",
    "bfloat16",
    "float",
    "double",
    "complex64",
]
TEXT = """
import cudapy as cp

LENGTH = 3
"""
KERNEL = """
# fill_{name} : void ({name}* X, int* N)
def fill_{name}(X, N):
    own = local({name}, LENGTH, {value})
    table = local({name}, (2, 10), {other})
    N[idx] = idx
    X[idx] = own[idx % LENGTH]
    X[idx + 4] = table[idx % 2, 7]
"""
VALUES = {
    "bool": ("True", "False"),
    "complex64": ("2j", "1.5"),
    "half": ("1.5", "0.0"),
    "bfloat16": ("1.5", "0.0"),
}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory, target):
    import importlib.util

    path = tmp_path_factory.mktemp("own") / "filled.py"
    texts = [
        KERNEL.format(name=name, value=VALUES.get(name, ("3", "0"))[0], other=VALUES.get(name, ("3", "7"))[1])
        for name in TYPES
    ]
    path.write_text(TEXT + "".join(texts) + REST)
    spec = importlib.util.spec_from_file_location("filled", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    names = [f"fill_{name}" for name in TYPES] + ["computed", "counted", "sized"]
    return cp.compile([getattr(module, name) for name in names], target=target), module


REST = """
# computed : void (float* X, int* N)
def computed(X, N):
    own = local(float, 40, X[idx] + 1)
    N[0] += 1 if idx == 0 else 0
    X[idx] = own[0] + own[39] + len(own)


# counted : void (int* X)
def counted(X):
    seen = local(int, 8, 0)
    for i in range(len(X)):
        seen[X[i] % 8] += 1
    most = 0
    for n in seen:
        most = max(most, n)
    X[idx] = most


def sums(X, count):
    own = local(float, count, 0.5)
    for i in range(count):
        own[i] += X[i]
    return own[0] + own[count - 1]


# sized : void (float* X)
def sized(X):
    total = sums(X, 3) + sums(X, 2)
    X[3 + idx] = total
"""


@pytest.mark.parametrize("name", TYPES)
def test_every_type(kernels, name):
    call, module = kernels
    kernel = call if name == TYPES[0] else getattr(call, f"fill_{name}")
    kind = {
        "half": cp.half,
        "bfloat16": cp.bfloat16,
        "double": cp.float64,
        "int": cp.int32,
        "float": cp.float32,
        "bool": cp.bool_,
    }.get(name) or getattr(cp, name)
    X = cp.zeros(8, kind)
    N = [0] * 4
    kernel(4)(X, N)
    value, other = (complex(eval(text)) for text in VALUES.get(name, ("3", "7")))
    assert [complex(x) for x in X.toList()] == [value] * 4 + [other] * 4


def test_values_that_are_computed(kernels):
    call, _ = kernels
    X, N = [1.0, 2.0], [0]
    call.computed(2)(X, N)
    assert X == [44.0, 46.0]
    Y, M = [1.0, 2.0], [0]
    call.computed.simulate(2, Y, M)
    assert Y == X


def test_like_cpython(kernels):
    call, _ = kernels
    X = np.arange(30, dtype=np.int32) ** 2
    Y = X.copy()
    call.counted(1)(X)
    call.counted.simulate(1, Y)
    assert X.tolist() == Y.tolist() and X[0] == 15
    A = np.array([1, 2, 3, 0], np.float32)
    B = A.copy()
    call.sized(1)(A)
    call.sized.simulate(1, B)
    assert A.tolist() == B.tolist() == [1, 2, 3, 9]
