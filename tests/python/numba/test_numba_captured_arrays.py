"""Arrays from outside a kernel: those of NumPy are constants, those on the device are themselves."""

import os
import pickle
import subprocess
import sys
import types as python_types

import numpy as np
import pytest

from cudapy import cuda

CASES = [
    np.arange(6, dtype=np.int8) - 3,
    np.arange(6, dtype=np.uint64) * 2**61,
    np.array([1.5, -0.0, np.nan, np.inf, 5e-324, -2.5]),
    np.float32([0.1, 1, 2, 3, 4, 5]),
    np.float16([0.1, 1, 2, 3, 4, 5]),
    np.array([True, False, True, True, False, False]),
    np.array([1 + 2j, -3j, 4, 0, 1j, 2]),
    np.complex64([1 + 2j, -3j, 4, 0, 1j, 2]),
]
TABLE = np.array([[1, 2, 3], [4, 5, 6]])
FACTORS = np.array([0.5, 1.5, 2.5])
MODULE = python_types.SimpleNamespace(table=np.array([7, 8, 9]))
RECORDS = np.array([(1, 2.5), (3, 4.5)], dtype=np.dtype([("n", np.int32), ("x", np.float64)], align=True))
MIXED = (np.array([1, 2, 3]), 10, np.array([[0.5, 1.5], [2.5, 3.5]]), (np.array([100]), 7))


def run(kernel, out, *arguments):
    kernel[1, 1](out, *arguments)
    return out.tolist()


@pytest.mark.parametrize("table", CASES, ids=lambda each: each.dtype.name)
def test_elements_of_any_type(table):
    @cuda.jit
    def copies(out):
        for i in range(len(table)):
            out[i] = table[i]

    @cuda.jit
    def copies_constants(out):
        constants = cuda.const.array_like(table)
        for i in range(constants.size):
            out[i] = constants[i]

    for kernel in (copies, copies_constants):
        out = np.zeros_like(table)
        kernel[1, 1](out)
        assert out.tobytes() == table.tobytes()


@pytest.mark.parametrize(
    "table",
    [TABLE, np.asfortranarray(TABLE), TABLE[:, ::-1], TABLE.T, TABLE[:1], np.zeros((0, 3), np.int64)],
    ids=["rows", "columns", "turned round", "transposed", "one row", "empty"],
)
def test_arrays_of_any_layout(table):
    @cuda.jit
    def reads(out):
        out[0] = len(table)
        out[1] = table.shape[1]
        out[2] = table.ndim
        out[3] = np.sum(table)
        for i in range(table.shape[0]):
            for j in range(table.shape[1]):
                out[4] = out[4] * 10 + table[i, j]
        for row in table:
            out[5] += row[-1]
        for x in table[:, 1]:
            out[6] += x

    digits = int("".join(map(str, table.ravel().tolist())) or 0)
    expected = [*table.shape, 2, table.sum(), digits, table[:, -1].sum(), table[:, 1].sum()]
    assert run(reads, np.zeros(7, np.int64)) == expected


@cuda.jit(device=True)
def factor(i):
    return FACTORS[i]


@cuda.jit(device=True)
def cell(i, j):
    return TABLE[i, j] * factor(j)


@cuda.jit(device=True)
def total(a):
    s = 0.0
    for x in a:
        s += x
    return s


@cuda.jit(device=True)
def countdown(n):
    if n == 0:
        return FACTORS[0]
    return countdown(n - 1) + FACTORS[n % 3]


@cuda.jit
def through_functions(out):
    out[0] = cell(1, 2)
    out[1] = total(FACTORS)
    out[2] = total(TABLE[:, 1])
    out[3] = total(TABLE[1])
    out[4] = factor(0)
    out[5] = MODULE.table[2]
    names = FACTORS
    out[6] = names[1]
    names = names[1:]
    out[7] = names[1]


@cuda.jit
def recursive(out):
    out[0] = countdown(5)


def test_functions_are_given_the_arrays():
    assert run(through_functions, np.zeros(8)) == [15, 4.5, 7, 15, 0.5, 9, 1.5, 2.5]
    assert run(recursive, np.zeros(1)) == [0.5 + 1.5 + 2.5 + 0.5 + 1.5 + 2.5]


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


def test_functions_and_lambdas_that_are_given():
    @cuda.jit
    def given(out):
        out[0] = apply(factor, 2)
        double = lambda i: 2 * FACTORS[i]  # noqa: E731
        out[1] = double(1)
        wave = lambda i: double(i) + RECORDS[0].x  # noqa: E731
        out[2] = wave(0)

    assert run(given, np.zeros(3)) == [2.5, 3, 3.5]


@cuda.jit
def of_tuples(out):
    out[0] = MIXED[0][1] + MIXED[1]
    out[1] = MIXED[-2][1, 0]
    out[2] = MIXED[3][0][0] + MIXED[3][1]
    i = 3
    for each in cuda.literal_unroll((MIXED[0], MIXED[2])):
        out[i] = np.sum(each)
        i += 1
    for each in cuda.literal_unroll(ARRAYS):
        out[i] = np.max(each)
        i += 1


ARRAYS = (np.array([1.5, 2.5]), np.array([[3, 4]]), np.float32([[[5]]]))


def test_items_of_tuples():
    assert run(of_tuples, np.zeros(8)) == [12, 2.5, 107, 6, 8, 2.5, 4, 5]


def test_records():
    @cuda.jit
    def reads(out):
        for i in range(RECORDS.size):
            out[0] += RECORDS[i].n
            out[1] += RECORDS[i]["x"]
        out[2] = RECORDS["x"][1]

    assert run(reads, np.zeros(3)) == [4, 7, 4.5]


def test_arrays_of_no_dimension():
    constant, state = np.array(2.5), cuda.to_device(np.array(7))

    @cuda.jit(device=True)
    def read():
        return constant[()]

    @cuda.jit
    def kernel(out):
        out[0] = read() + state[()]
        state[()] = 9

    assert run(kernel, np.zeros(1)) == [9.5]
    assert state.copy_to_host()[()] == 9

    @cuda.jit
    def whole(out):
        out[0] = constant + 1

    with pytest.raises(cuda.errors.TypingError) as caught:
        run(whole, np.zeros(1))
    assert "an array from outside at this place is not in the kernel language" in str(caught.value)


def test_what_is_captured_is_what_it_was_when_the_kernel_was_compiled():
    table = np.array([1.0, 2.0])

    @cuda.jit
    def reads(out):
        out[0] = table[0]

    assert run(reads, np.zeros(1)) == [1]
    table[0] = 5
    assert run(reads, np.zeros(1)) == [1]
    table = np.array([7.0])
    assert run(reads, np.zeros(1)) == [1]
    assert run(reads, np.zeros(1, np.float32)) == [7]  # is compiled now


def test_arrays_on_the_device_are_themselves():
    state = cuda.to_device(np.zeros(4, np.float32))
    other = cuda.to_device(np.arange(4))

    @cuda.jit(device=True)
    def add(i, x):
        cuda.atomic.add(state, i, x)

    @cuda.jit
    def counts(x):
        i = cuda.grid(1)
        if i < state.size:
            add(i, x)
            state[i] += other[i]

    counts[1, 32](2)
    counts[1, 32](3)
    assert state.copy_to_host().tolist() == [5, 7, 9, 11]
    other.copy_to_device(np.full(4, 10))
    counts[2, 2](0)
    assert state.copy_to_host().tolist() == [15, 17, 19, 21]


def test_one_array_by_two_names():
    state = cuda.to_device(np.arange(3.0))
    alias = state

    @cuda.jit
    def both(out):
        state[0] = 10.0
        out[0] = alias[0] + state[1]

    assert run(both, np.zeros(1)) == [11]


def test_two_kernels_have_arrays_of_their_own():
    def make(values):
        @cuda.jit
        def kernel(out):
            out[0] = np.sum(values)

        return kernel

    kernels = [make(np.full(3, n)) for n in range(5)]
    assert [run(each, np.zeros(1))[0] for each in kernels] == [0, 3, 6, 9, 12]


def test_signatures_and_other_launches():
    @cuda.jit("void(float64[:], int64)")
    def signed(out, i):
        out[0] = FACTORS[i]

    assert run(signed, np.zeros(1), 1) == [1.5]
    assert signed.specialized
    out = cuda.to_device(np.zeros(1))
    for i in range(3):  # the later ones by what the first one left
        signed[1, 1](out, i)
        assert out.copy_to_host().tolist() == [FACTORS[i]]


@cuda.jit
def shown(out):
    out[0] = factor(1) + TABLE[1, 2]


SHOWN = """
static __device__ double factor_int64(int64_t i, const double* FACTORS, int FACTORS_len)
{
    return FACTORS[wrapped_index(i, int64_t(FACTORS_len))];
}

static __global__ void shown_double_array(unsigned threads, double* out, const int64_t* __restrict__ TABLE,
                                          int TABLE_cols, const double* FACTORS, int FACTORS_len)
{
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (unsigned(idx) >= threads) return;
    out[0] = factor_int64(1, FACTORS, FACTORS_len) + TABLE[int64_t(TABLE_cols) + 2];
}
"""


def test_the_generated_code_shows_the_arrays():
    assert run(shown, np.zeros(1)) == [7.5]
    assert SHOWN in shown.inspect_cuda()


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("TABLE[0, 0] = 1", "TABLE[0, 0]"),
        ("TABLE[0, 0] += 1", "TABLE[0, 0]"),
        ("cuda.atomic.add(TABLE, (0, 0), 1)", "cuda.atomic.add(TABLE, (0, 0), 1)"),
        ("set_first(FACTORS)", "a[0]"),
        ("part = TABLE[0]\n    part[1] = 5", "part[1]"),
    ],
)
def test_arrays_of_numpy_cannot_be_changed(body, place):
    name = "FACTORS" if "FACTORS" in body else "TABLE"
    text = f"def kernel(out):\n    {body}\n    out[0] = TABLE[0, 0]\n"
    scope = {"TABLE": TABLE, "FACTORS": FACTORS, "cuda": cuda, "set_first": set_first}
    exec(text, scope)
    with pytest.raises(cuda.errors.TypingError) as caught:
        cuda.jit(scope["kernel"])[1, 1](np.zeros(1))
    message = (
        f"a change of `{name}`, which is an array of NumPy from outside, and constant in kernels, is not in "
        "the kernel language"
    )
    assert message in str(caught.value)
    assert place in str(caught.value)


@cuda.jit(device=True)
def set_first(a):
    a[0] = 1


@pytest.mark.parametrize(
    "body",
    ["c = cuda.const.array_like(out)", "c = cuda.const.array_like(STATE)", "c = cuda.const.array_like(5)"],
)
def test_array_like_of_other_things_is_an_error(body):
    scope = {"cuda": cuda, "STATE": cuda.to_device(np.zeros(2))}
    exec(f"def kernel(out):\n    {body}\n    out[0] = 1\n", scope)
    with pytest.raises(cuda.errors.TypingError) as caught:
        cuda.jit(scope["kernel"])[1, 1](np.zeros(1))
    assert (
        "`cuda.const.array_like` of anything but an array of NumPy from outside the function is not in the "
        "kernel language"
    ) in str(caught.value)


PAIR = (FACTORS, TABLE)


@cuda.jit
def unpacks(out):
    a, b = PAIR
    out[0] = a[0] + b[0, 0]


def test_a_tuple_of_arrays_is_no_value():
    with pytest.raises(cuda.errors.TypingError) as caught:
        run(unpacks, np.zeros(1))
    _, _, message = str(caught.value).partition(": ")
    line = unpacks.py_func.__code__.co_firstlineno
    assert (
        message
        == f"""error[E619]: the array `PAIR[0]` from outside at this place is not in the kernel language
 {line + 1} | def unpacks(out):
     |     ------- in `unpacks` with out = `float64[:]`
 {line + 2} |     a, b = PAIR
     |            ^^^^ not supported
   = help: write `PAIR[0]` there
1 error"""
    )


def test_arguments_for_captured_arrays_are_refused():
    out = cuda.to_device(np.zeros(1))
    shown[1, 1](out)
    (kernel,) = shown.overloads.values()
    for arguments, named, message in (
        ((out, out), {}, "expected 1 argument (double* out), got 2"),
        (
            (),
            {},
            "expected 1 argument (double* out), got 0: a launch returns None, so make out before it and "
            "pass it",
        ),
        ((out,), {"TABLE": out}, "there is no parameter TABLE; the parameters are out"),
    ):
        with pytest.raises(TypeError) as caught:
            kernel(1)(*arguments, **named)
        assert str(caught.value) == f"shown: {message}"
    with pytest.raises(TypeError) as caught:
        pickle.dumps(kernel)
    assert str(caught.value) == (
        "shown cannot be pickled: it captures the array TABLE: pickle the kernel that cuda.jit returned"
    )


def test_kernels_are_pickled_with_their_arrays():
    table = np.array([5, 6, 7])

    @cuda.jit
    def kernel(out):
        out[0] = table[1] + FACTORS[0]

    copy = pickle.loads(pickle.dumps(kernel))
    table[1] = 0
    assert run(copy, np.zeros(1)) == [6.5]


def test_functions_over_arrays_capture_arrays():
    @cuda.vectorize(["float64(int64)"])
    def look(i):
        return FACTORS[i]

    @cuda.reduce
    def weighted(a, b):
        return a + b * FACTORS[1]

    assert look(np.array([2, 0])).tolist() == [2.5, 0.5]
    assert weighted(np.array([1.0, 2.0, 3.0])) == 8.5


PROGRAM = """
import numpy as np
from cudapy import cuda

TABLE = np.arange({0}) * 1.5

@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = TABLE[i]

out = np.zeros({0})
kernel[1, 32](out)
print(out.tolist())
"""


def test_another_process_finds_the_kernel_in_the_cache(tmp_path):
    environment = {**os.environ, "CUDAPY_CACHE_DIR": str(tmp_path)}

    def output(count):
        path = tmp_path / "program.py"
        path.write_text(PROGRAM.format(count))
        done = subprocess.run(
            [sys.executable, path], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert output(3) == "[0.0, 1.5, 3.0]\n"
    built = {each.name for each in tmp_path.rglob("*.so")} | {each.name for each in tmp_path.rglob("*.cubin")}
    assert output(5) == "[0.0, 1.5, 3.0, 4.5, 6.0]\n"  # other contents, and the same code
    after = {each.name for each in tmp_path.rglob("*.so")} | {each.name for each in tmp_path.rglob("*.cubin")}
    assert built and after == built
