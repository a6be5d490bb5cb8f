"""cp.custom_vjp: functions that kernels call, with a derivative of their own in reverse mode."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
from pathlib import Path
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx


def pycu2cu() -> str:
    found = os.environ.get("PYCU2CU") or shutil.which("pycu2cu")
    if not found:
        pytest.skip("pycu2cu is not installed")
    return found


def pulled(kernel: Any, *values: Any, bar: Any = 1.0) -> list[Any]:
    """Returns the cotangents of the arrays `values`, of which the last one has a cotangent of ones."""
    arrays = [np.atleast_1d(np.array(value)) for value in values]
    bars = [np.zeros_like(array) for array in arrays if array.dtype.kind in "fc"]
    bars[-1][...] = bar
    kernel.vjp(arrays[0].size)(*arrays, *bars)
    return [each.tolist() for each in bars[:-1]]


def clipped_vjp(x, bar):
    return min(max(bar, -1.0), 1.0)


@cp.custom_vjp(clipped_vjp)
def clipped(x):
    return x


def product_vjp(x, n, y, bar):
    return 10 * bar * y, 100 * bar * x


@cp.custom_vjp(product_vjp)
def product(x, n, y):
    return x * y * n


# root_vjp : double (double a, double bar)
def root_vjp(a, bar):
    return bar / (2.0 * root(a))


# root : double (double a)
@cp.custom_vjp(root_vjp)
def root(a):
    x = a
    for _ in range(100):
        after = 0.5 * (x + a / x)
        if abs(after - x) <= 1e-15 * x:
            break
        x = after
    return x


def power_vjp(x, n, bar):
    return bar * n * power(x, n - 1)


# power : double (double x, int n)
@cp.custom_vjp(power_vjp)
def power(x, n):
    if n <= 0:
        return 1.0
    return x * power(x, n - 1)


def turned_vjp(z, bar):
    return bar * 1j


@cp.custom_vjp(turned_vjp)
def turned(z):
    return z * 1j


@pytest.mark.parametrize("kind", ["float", "double", "half"])
def test_a_function_without_types(kind: str) -> None:
    @cp.kernel(f"void ({kind}* X, {kind}* Y)")
    def kernel(X, Y):
        Y[idx] = 2 * clipped(X[idx] * X[idx])

    X = np.array([1.0, 2.0, 3.0], {"half": "float16", "float": "float32"}.get(kind, "float64"))
    assert pulled(kernel, X, X, bar=[0.25, -3.0, 0.5]) == [[1.0, -4.0, 6.0]]


def test_several_parameters() -> None:
    @cp.kernel("void (double* X, int* N, double* Y, double* Z)")
    def kernel(X, N, Y, Z):
        Z[idx] = product(X[idx], N[idx], Y[idx])

    found = pulled(kernel, [2.0, 3.0], np.array([7, 8], np.int32), [5.0, 7.0], [0.0, 0.0])
    assert found == [[50.0, 70.0], [200.0, 300.0]]


def test_one_parameter_that_varies() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = product(X[idx], 3, 5.0)

    assert pulled(kernel, [2.0], [0.0]) == [[50.0]]


def test_an_implicit_derivative_in_a_loop() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        x = X[idx]
        for _ in range(3):
            x = root(x + 1.0)
        Y[idx] = x

    X = np.array([0.5, 3.0])

    def value(x: Any) -> Any:
        for _ in range(3):
            x = np.sqrt(x + 1.0)
        return x

    expected = (value(X + 1e-30j) / 1e-30).imag
    np.testing.assert_allclose(pulled(kernel, X, X)[0], expected, rtol=1e-14)
    assert "for" not in kernel.vjp.cuda_source.partition("root_vjp(")[0].partition("kernel_vjp(")[2]
    found = kernel.gradcheck(2)(X, np.zeros(2))
    assert found.reverse == "agrees" and found.kinks == []


def test_a_function_that_calls_itself() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = power(X[idx], 5)

    assert pulled(kernel, [2.0], [0.0]) == [[80.0]]


def test_complex_numbers() -> None:
    @cp.kernel("void (complex128* X, complex128* Y)")
    def kernel(X, Y):
        Y[idx] = turned(X[idx])

    assert pulled(kernel, [2.0 + 1j], [0j]) == [[1j]]


def test_an_argument_that_is_overwritten() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        x = X[idx]
        x = x * root(x)
        x += root(x)
        Y[idx] = x

    x = 4.0 + 1e-30j
    y = x * x**0.5
    expected = float(((y + y**0.5) / 1e-30).imag)
    assert pulled(kernel, [4.0], [0.0])[0] == [pytest.approx(expected, rel=1e-14)]


def test_branches_and_helpers_of_helpers() -> None:
    def helper(x):
        return clipped(x) if x > 0 else 3.0 * clipped(x)

    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = helper(X[idx])

    assert pulled(kernel, [2.0, -2.0], [0.0, 0.0], bar=[5.0, 0.25]) == [[1.0, 0.75]]


def test_names_that_only_the_decorator_sees() -> None:
    scale = 7.0

    def rule(x, bar):
        return bar * scale

    @cp.custom_vjp(rule)
    def twice(x):
        return 2.0 * x

    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = twice(X[idx])

    assert pulled(kernel, [2.0], [0.0]) == [[7.0]]


def test_names_with_dots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "its_rules.py").write_text("def tripled_vjp(x, bar):\n    return 9.0 * bar\n")
    (tmp_path / "its_kernels.py").write_text(
        "import cudapy as cp\nfrom cudapy import idx\nimport its_rules\n\n\n"
        "@cp.custom_vjp(its_rules.tripled_vjp)\ndef tripled(x):\n    return 3.0 * x\n\n\n"
        '@cp.kernel("void (double* X, double* Y)")\ndef kernel(X, Y):\n    Y[idx] = tripled(X[idx])\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    import its_kernels  # type: ignore[import-not-found]

    assert pulled(its_kernels.kernel, [2.0], [0.0]) == [[9.0]]


def test_forward_mode_differentiates_the_function() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = product(X[idx], 2, X[idx])

    Y, Y_dot = [0.0], [0.0]
    kernel.jvp(1)([3.0], Y, [1.0], Y_dot)
    assert Y_dot == [12.0]


def test_gradcheck_finds_a_rule_that_is_wrong() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = product(X[idx], 1, 5.0)

    with pytest.raises(AssertionError, match=r"gradcheck: kernel: reverse mode \(vjp\) pulls back"):
        kernel.gradcheck(1)([2.0], [0.0])


def test_generic_kernels_pickles_functions_over_arrays_and_tapes() -> None:
    @cp.kernel("void (T* X, T* Y)")
    def kernel(X, Y):
        Y[idx] = clipped(X[idx])

    assert pulled(kernel, [2.0], [0.0], bar=3.0) == [[1.0]]
    X = cp.CudaArray([1.0, 2.0])
    over_arrays = cp.vectorize(lambda x: clipped(x) * 2.0)
    with cp.Tape() as tape:
        Y = over_arrays(X)
    tape.vjp(Y, [0.25, 4.0])
    assert tape.gradient(X).tolist() == [0.5, 1.0]

    @cp.kernel("void (double* X, double* Y)")
    def typed(X, Y):
        Y[idx] = clipped(X[idx])

    assert pulled(pickle.loads(pickle.dumps(cp.compile(typed))), [2.0], [0.0], bar=3.0) == [[1.0]]


def test_the_kernel_itself_has_no_rule() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = clipped(X[idx])

    assert "clipped_vjp" not in kernel.cuda_source and "clipped_vjp" not in kernel.cpu_source
    assert "clipped_vjp" in kernel.vjp.cuda_source and "clipped_vjp" not in kernel.jvp.cuda_source


FILE = """\
import cudapy as cp
from cudapy import idx

def clipped_vjp(x, bar):
    return min(max(bar, -1.0), 1.0)

@cp.custom_vjp(clipped_vjp)
def clipped(x):
    return x

# kernel : void (double* X, double* Y)
def kernel(X, Y):
    Y[idx] = clipped(X[idx])
"""


def test_pycu2cu(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(FILE)
    command = [pycu2cu(), str(tmp_path / "kernels.py"), "-o", str(tmp_path / "kernels.cu")]
    subprocess.run([*command, "--vjp", "kernel"], check=True)
    assert "const double pulled = clipped_vjp_double(X[idx], " in (tmp_path / "kernels.cu").read_text()
    subprocess.run(command, check=True)
    assert "clipped_vjp" not in (tmp_path / "kernels.cu").read_text()


# What is refused


@pytest.mark.parametrize(
    ("rule", "function", "message"),
    [
        (lambda x, bar: bar, None, "give the rule, a function that is defined with def, .* got a lambda"),
        (3, None, "give the rule, a function that is defined with def, .* got int"),
        (clipped_vjp, lambda x: x, "write it above a function that is defined with def, got function"),
        (clipped_vjp, 5, "write it above a function that is defined with def, got int"),
        (
            clipped_vjp,
            product,
            r"product has the parameters \(x, n, y\), so that clipped_vjp needs \(x, n, y, bar\), got",
        ),
        (clipped_vjp, cp.kernel("void (float* X)")(lambda: 0), "is a kernel, and this is for functions that"),
        (cp.kernel("void (float* X)")(lambda: 0), None, "is a kernel: the rule is a function that returns"),
    ],
)
def test_decorators_that_are_wrong(rule: Any, function: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^custom_vjp: .*{message}"):
        cp.custom_vjp(rule)(function)


# int_vjp : int (double x, double bar)
def int_vjp(x, bar):
    return 1


# number : double (double x)
@cp.custom_vjp(int_vjp)
def number(x):
    return x


def one_of_two_vjp(x, y, bar):
    return bar


@cp.custom_vjp(one_of_two_vjp)
def two(x, y):
    return x * y


def refusal(kernel: Any) -> str:
    with pytest.raises(cp.CompileError) as caught:
        kernel.vjp
    (found,) = caught.value.diagnostics
    assert found["code"] == "E790"
    return f"{found['message']}: {found['note']}: {found['help']}"


def test_rules_of_other_types() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = number(X[idx])

    assert refusal(kernel) == (
        "the call of `number` cannot be differentiated: its rule must be `int_vjp : double (double, double)`"
        ": return the cotangent of each parameter that is a float, in their order"
    )

    @cp.kernel("void (double* X, double* Y)")
    def with_two(X, Y):
        Y[idx] = two(X[idx], X[idx])

    assert refusal(with_two) == (
        "the call of `two` cannot be differentiated: its rule must be `one_of_two_vjp : (double, double) "
        "(double, double, double)`: return the cotangent of each parameter that is a float, in their order"
    )


def test_names_that_are_no_functions(tmp_path: Path) -> None:
    text = FILE.replace("@cp.custom_vjp(clipped_vjp)", "@cp.custom_vjp(unknown)")
    (tmp_path / "kernels.py").write_text(text)
    found = subprocess.run(
        [pycu2cu(), str(tmp_path / "kernels.py"), "-o", "-"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert "error[E790]: `clipped` cannot be differentiated" in found.stderr
    assert "its decorator names no function that kernels can call" in found.stderr
    text = FILE.replace("(x, bar)", "(x, y, bar)")
    (tmp_path / "kernels.py").write_text(text)
    found = subprocess.run(
        [pycu2cu(), str(tmp_path / "kernels.py"), "-o", "-"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert "`clipped_vjp` has 3 parameters, and needs 2: those of the function" in found.stderr


def test_mistakes_in_a_rule_are_those_of_the_kernel() -> None:
    def wrong_vjp(x, bar):
        return bar + undefined  # noqa: F821

    @cp.custom_vjp(wrong_vjp)
    def twice(x):
        return 2.0 * x

    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = twice(X[idx])

    with pytest.raises(cp.CompileError, match="undefined"):
        kernel.vjp
