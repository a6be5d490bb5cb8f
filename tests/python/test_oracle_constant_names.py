"""Names of constants where a constant has a meaning of its own: exponents, counts of shifts, steps,
digits."""

import numpy as np
import pytest

import generated
from cudapy import _core
from oracle import Batch

HEAD = (
    "import math\n\nimport cudapy as cp\nfrom cudapy import *\n\nTHREE = 3\n\n\ndef power(x, k):\n"
    "    return x ** k\n\n\ndef cube(x, k=3):\n    return x ** 3 + k\n\n\n"
)

# Lines that give `k` the value 3, each in another way.
SAID = {
    "name": ["k = 3"], "annotated": ["k: int64 = 3"], "through_a_name": ["j = 3", "k = j"],
    "computed": ["j = 2", "k = j * 2 - 1"],
    "of_the_module": ["k = THREE"], "unpacked": ["k, j = 3, 1"], "of_a_tuple": ["t = (3, 4)", "k = t[0]"],
    "length": ["k = len((1, 2, 3))"],
    "least": ["k = min(3, 5)"], "cast": ["k = int(3.5)"],
}  # fmt: skip
USES = [
    "R[0] = n ** k", "R[1] = pow(n, k)", "R[2] = (n + 1) ** (k - 1)", "R[3] = 2 ** k",
    "m = n; m **= k; R[4] = m", "R[5] = n << k", "R[6] = -n >> k",
    "R[7] = -1 >> k", "for i in range(0, 20, k): R[8] = R[8] * 3 + i",
    "for i in range(20, 0, -k): R[9] = R[9] * 3 + i % 4",
    "R[12] = int(round(F[0] * 1.0, k) * 1000.0)", "F[1] = F[1] ** k", "F[2] = F[2] ** -k",
    "R[13] = X[::k][1] + X[::-k][0]", "R[14] = X[k:][0] + len(X[-k:])",
    "R[15] = (1, 2, 3, 4)[k]", "R[16] = n ** k % 7", "y = n ** k; y += 1; R[17] = y",
    "R[18] = int(power(n, k)) + cube(n) + cube(n, k)",
    "e = 2\n    for i in range(2): R[10] = R[10] * 3 + int(n ** e); e = 3",
    "for i in range(3):\n        if i > 0: R[11] += int(n ** late)\n        late = 2",
]  # fmt: skip


def body_of(said):
    return "".join(f"    {line}\n" for line in SAID[said] + USES)


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_constants_by_names(checked):
    text = HEAD + "".join(
        f"# k_{said} : void (int n, int* X, double* F, int64* R)\ndef k_{said}(n, X, F, R):\n"
        f"{body_of(said)}\n\n"
        for said in SAID
    )
    module = generated.module(text)
    kernels = [getattr(module, f"k_{said}") for said in SAID]
    batch = Batch(*kernels, checked=checked or None)
    for kernel in kernels:
        X, F = np.arange(8, dtype=np.int32), np.array([1.23456, 2.5, 0.5])
        batch.check(kernel, 1, 5, X, F, np.zeros(19, np.int64))


@pytest.mark.parametrize("value, line, code", [
    ("-1", "R[0] = n << k", "E421"), ("-1", "R[0] = n >> k", "E421"), ("32", "R[0] = n >> k", "E429"), ("40",
    "n <<= k", "E429"),
    ("0", "for i in range(0, n, k): R[i] = 1", "E508"), ("-1", "R[0] = n ** k", "E401"), ("0",
    "R[0] = X[::k][0]", "E508"),
])  # fmt: skip
def test_constants_by_names_that_are_wrong(value, line, code):
    assert (
        codes(f"k = {value}", line, "R[1] = k")
        == codes(f"k = {value}", line.replace("k", value), "R[1] = k")
        == [code]
    )


def codes(*lines):
    text = (
        HEAD
        + "# k : void (int n, int* X, int* R)\ndef k(n, X, R):\n"
        + "".join(f"    {line}\n" for line in lines)
    )
    got = _core.translate_text(text, "names.py", "cpu", False)
    return [d["code"] for d in got["diagnostics"] if d["severity"] == "error"]


def test_names_that_are_no_constants_yet():
    assert codes("R[0] = n ** k", "k = 2", "R[1] = k") == ["E401"]
    assert codes("R[0] = n >> k", "k = -2", "R[1] = k") == ["E550"]
    assert codes("a = local(int, k)", "a[0] = n", "k = 2", "R[1] = a[0] + k") == ["E521"]


def test_defaults_that_an_argument_is_narrower_than():
    """A function whose default is wider than what is given takes the type of what is given; it keeps its
    default otherwise."""
    text = (
        HEAD
        + "def narrow(x, k=3):\n    return x * 10 + k\n\n\ndef real(x, k=2.5):\n    return x * 10 + k\n\n\n"
    )
    text += (
        "# k : void (int n, double* F, int* R)\ndef k(n, F, R):\n    R[0] = narrow(n, n > 2) + narrow(n)\n"
        "    F[0] = real(n, n) + real(n) + real(n, n > 2)\n"
    )
    kernel = generated.module(text).k
    Batch(kernel).check(kernel, 1, 5, np.zeros(1), np.zeros(1, np.int32))


def test_defaults_that_a_type_does_not_hold():
    declared = "# f : A (A x, A k)\ndef f(x, k=3.5):\n    return x + k\n\n\n"
    got = _core.translate_text(
        declared + "# k : void (int n, int* R)\ndef k(n, R):\n    R[0] = f(n)\n", "names.py", "cpu", False
    )
    (said,) = got["diagnostics"]
    assert (said["code"], said["line"], said["column"]) == ("E401", 2, 12)
    assert said["message"] == "a `double` cannot be stored in parameter `k`, which is an `int`"


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_parts_of_tuples_fit_where_their_values_fit(checked):
    lines = ["v: uint64 = (7, 3, 7)[2] + 1", "A[0] = int(v)", "u: uint64 = +(7, 3)[0]", "A[1] = int(u)"]
    lines += ["B[0] = (B[0], 3)[0]", "B[1] = (b & 15, 3)[0] + 1", "B[2] = ((b % 7, 9)[0], 2)[0]"]
    text = (
        HEAD
        + "# k : void (int* A, uint8* B, int8 b)\ndef k(A, B, b):\n"
        + "".join(f"    {line}\n" for line in lines)
    )
    kernel = generated.module(text).k
    Batch(kernel, checked=checked or None).check(
        kernel, 1, np.zeros(2, np.int32), np.array([200, 0, 0], np.uint8), -3
    )
