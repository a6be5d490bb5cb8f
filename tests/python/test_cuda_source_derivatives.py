"""cuda_source(vjp=, jvp=): functions of CUDA C++ that name their derivatives in the same text."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx

TEXT = """
#include <math.h>
__host__ __device__ double squash(double x) { return x / (1 + fabs(x)); }
__host__ __device__ double squash_vjp(double x, double bar) { return bar / ((1 + fabs(x)) * (1 + fabs(x))); }
__host__ __device__ double squash_jvp(double x, double x_dot) { return x_dot / ((1 + fabs(x)) * (1 + fabs(x))); }

namespace shape {
template <typename T> __host__ __device__ T power(T x, int n, T y) { T r = y; for (int i = 0; i < n; ++i) r *= x; return r; }
template <typename T> __host__ __device__ void power_vjp(T x, int n, T y, T bar, T* x_bar, T* y_bar) {
    *x_bar += bar * n * power(x, n - 1, y);
    *y_bar = bar * power(x, n, T(1));
}
template <typename T> __host__ __device__ T power_jvp(T x, int n, T y, T x_dot, T y_dot) {
    return n * power(x, n - 1, y) * x_dot + power(x, n, T(1)) * y_dot;
}
}

struct Body { double mass; int kind; float2 at; };
__host__ __device__ double weight(const Body& b, float2 g) { return b.mass * (b.at.x * g.x + b.at.y * g.y) * b.kind; }
__host__ __device__ void weight_vjp(const Body& b, float2 g, double bar, Body* b_bar, float2* g_bar) {
    b_bar->mass += bar * b.kind * (b.at.x * g.x + b.at.y * g.y);
    b_bar->at.x += float(bar * b.kind * b.mass * g.x);
    b_bar->at.y += float(bar * b.kind * b.mass * g.y);
    g_bar->x += float(bar * b.kind * b.mass * b.at.x);
    g_bar->y += float(bar * b.kind * b.mass * b.at.y);
}

#ifdef __CUDA_ARCH__
#define ADD(place, amount) atomicAdd(&(place), amount)
#else
#define ADD(place, amount) __atomic_add(&(place), amount)
static inline void __atomic_add(double* place, double amount) {
    double before, after;
    __atomic_load(place, &before, __ATOMIC_RELAXED);
    do after = before + amount; while (!__atomic_compare_exchange(place, &before, &after, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
#endif
__host__ __device__ double smooth(const double* X, int n, int i, double by) { return by * (X[i] * X[i] + X[(i + 1) % n]); }
__host__ __device__ double smooth_vjp(const double* X, int n, int i, double by, double bar, double* X_bar) {
    ADD(X_bar[i], 2 * by * X[i] * bar);
    ADD(X_bar[(i + 1) % n], by * bar);
    return bar * (X[i] * X[i] + X[(i + 1) % n]);
}
__host__ __device__ double smooth_jvp(const double* X, int n, int i, double by, const double* X_dot, double by_dot) {
    return by * (2 * X[i] * X_dot[i] + X_dot[(i + 1) % n]) + by_dot * (X[i] * X[i] + X[(i + 1) % n]);
}
__host__ __device__ void twice(const double* X, double* Y, int i) { Y[i] = 2 * X[i]; }
__host__ __device__ void twice_jvp(const double* X, double* Y, int i, const double* X_dot, double* Y_dot) { Y_dot[i] = 2 * X_dot[i]; }
__host__ __device__ void twice_vjp(const double* X, double* Y, int i, double* X_bar, double* Y_bar) { X_bar[i] += 2 * Y_bar[i]; Y_bar[i] = 0; }
__host__ __device__ double sine(double x) { return sin(x); }
__host__ __device__ float sine(float x) { return sinf(x); }
__host__ __device__ double sine_vjp(double x, double bar) { return cos(x) * bar; }
__host__ __device__ double plain(double x) { return x; }
__device__ double on_gpu(double x, double bar) { return bar; }
"""  # noqa: E501


@cp.struct
class Body:
    mass: cp.float64
    kind: int
    at: cp.float2


c = cp.cuda_source(
    TEXT,
    types={"Body": Body},
    vjp={
        "squash": "squash_vjp",
        "shape::power": "shape::power_vjp",
        "weight": "weight_vjp",
        "smooth": "smooth_vjp",
        "sine": "sine_vjp",
        "plain": "on_gpu",
        "twice": "twice_vjp",
    },
    jvp={
        "squash": "squash_jvp",
        "shape::power": "shape::power_jvp",
        "smooth": "smooth_jvp",
        "twice": "twice_jvp",
    },
)


@cp.kernel("void (double* X, double* Y)")
def squashes(X, Y):
    x = X[idx]
    for _ in range(3):
        x = c.squash(3.0 * x) + x * x
    Y[idx] = x


@cp.kernel("void (double* X, int n, double* Y, double* Z)")
def powers(X, n, Y, Z):
    if X[idx] > 0:
        Z[idx] = c.shape.power(X[idx], n, 2.0 * Y[idx]) * Y[idx]
    else:
        Z[idx] = c.shape.power(X[idx], 2, 1.0)


@cp.kernel("void (double* X, double by, double* Y)")
def smooths(X, by, Y):
    Y[idx] = c.smooth(X, len(X), idx, by * by) * X[0]


def test_a_number_in_a_loop() -> None:
    X = np.array([0.5, -2.0, 3.0])
    found = squashes.gradcheck(3)(X, np.zeros(3))
    assert (found.reverse, found.kinks) == ("agrees", []) and found.largest < 1e-6
    assert "squash_vjp(" in squashes.vjp.cuda_source and "squash_jvp(" in squashes.jvp.cuda_source


def test_pointers_for_several_parameters_of_a_template() -> None:
    found = powers.gradcheck(2)(np.array([1.5, -2.0]), 3, np.array([2.0, 1.0]), np.zeros(2))
    assert (found.reverse, found.kinks) == ("agrees", []) and found.largest < 1e-6
    assert "double x_bar[1];" in powers.vjp.cuda_source
    assert "shape::power_vjp<double>(X[idx], n, " in powers.vjp.cuda_source


def test_floats_and_fastmath() -> None:
    @cp.kernel("void (float* X, float* Y)")
    def kernel(X, Y):
        Y[idx] = c.shape.power(X[idx], 2, Y[idx])

    for call in (kernel, cp.compile(kernel.__wrapped__, sig="void (float* X, float* Y)", fastmath=True)):
        X_bar, Y_bar = [0.0], [1.0]
        call.vjp(1)([3.0], [5.0], X_bar, Y_bar)
        assert (X_bar, Y_bar) == ([30.0], [9.0])


def test_structs_and_vectors() -> None:
    @cp.kernel("void (Body* B, float2 g, double* Y)")
    def kernel(B, g, Y):
        Y[idx] = c.weight(B[idx], g)

    bodies, bars = [Body(2.0, 3, cp.float2(4.0, 5.0))], [Body(0.0, 0, cp.float2(0.0, 0.0))]
    g_bar = [cp.float2(0.0, 0.0)]
    kernel.vjp(1)(bodies, cp.float2(1.0, 10.0), [0.0], bars, g_bar, [1.0])
    assert bars == [Body(162.0, 0, cp.float2(6.0, 60.0))] and g_bar == [cp.float2(24.0, 30.0)]


@pytest.mark.parametrize("checked", [False, True])
def test_arrays_whose_cotangents_the_rule_adds_to(checked: bool) -> None:
    call = cp.compile(smooths.__wrapped__, sig="void (double* X, double by, double* Y)", checked=checked)
    found = call.gradcheck(4)(np.array([1.0, 2.0, 3.0, 4.0]), 1.5, np.zeros(4))
    assert (found.reverse, found.kinks) == ("agrees", []) and found.largest < 1e-6
    X = np.arange(1.0, 201.0)
    bars = np.zeros(200), np.zeros(1)
    call.vjp(200)(X, 0.5, np.zeros(200), bars[0], bars[1], np.ones(200))
    expected = np.full(200, 0.25) + 0.5 * X
    values = X * X + np.roll(X, -1)
    expected[0] += 0.25 * values.sum()
    np.testing.assert_allclose(bars[0], expected, rtol=1e-13)
    np.testing.assert_allclose(bars[1], [values.sum()], rtol=1e-13)


def test_forward_mode_of_a_function_that_writes() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        c.twice(X, Y, idx)

    Y, Y_dot = [0.0, 0.0], [5.0, 5.0]
    kernel.jvp(2)([1.0, 2.0], Y, [0.5, 10.0], Y_dot)
    assert (Y, Y_dot) == ([2.0, 4.0], [1.0, 20.0])


def test_results_in_local_arrays() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        row = cp.local(cp.double, 4)
        row[3] = 0.0
        for k in range(3):
            c.twice(X, row, k)
            row[3] = row[3] * row[k] + row[k]
        Y[idx] = row[3] * X[idx]

    found = kernel.gradcheck(1)(np.array([0.5, 0.25, 2.0]), np.zeros(3))
    assert (found.reverse, found.kinks) == ("agrees", []) and found.largest < 1e-6


def test_kernels_without_derivatives_are_as_before() -> None:
    named = cp.cuda_source(TEXT, vjp={"squash": "squash_vjp"}, jvp={"squash": "squash_jvp"})
    plain = cp.cuda_source(TEXT)

    def source(c: Any) -> str:
        def kernel(X):
            X[idx] = c.squash(X[idx])

        return cp.compile(kernel, sig="void (double* X)").cpu_source.partition("kernel(")[2]

    assert source(named) == source(plain) and "squash_vjp(X" not in source(named)


def test_tapes_and_functions_over_arrays() -> None:
    over = cp.vectorize(lambda x: c.squash(x) * 2.0)
    X = cp.CudaArray([1.0, -3.0])
    with cp.Tape() as tape:
        Y = over(X)
    tape.vjp(Y, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [0.5, 0.125]


FILE = '''
import cudapy as cp
from cudapy import idx

module = cp.cuda_source("""
__host__ __device__ inline double square(double x) { return x * x; }
__host__ __device__ inline double square_vjp(double x, double bar) { return 2 * x * bar; }
__host__ __device__ inline double square_jvp(double x, double x_dot) { return 2 * x * x_dot; }
""", vjp={"square": "square_vjp"}, jvp={"square": "square_jvp"})

# kernel : void (double* X, double* Y)
def kernel(X, Y):
    Y[idx] = module.square(X[idx])
'''


def pycu2cu(tmp_path: Path, text: str, *options: str) -> tuple[str, str]:
    found = os.environ.get("PYCU2CU") or shutil.which("pycu2cu")
    if not found:
        pytest.skip("pycu2cu is not installed")
    (tmp_path / "kernels.py").write_text(text)
    command = [found, str(tmp_path / "kernels.py"), "-o", "-", *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == (1 if ran.stderr else 0)
    return ran.stdout, ran.stderr


@pytest.mark.parametrize("target", ["cuda", "cpu"])
def test_pycu2cu(tmp_path: Path, target: str) -> None:
    text, _ = pycu2cu(tmp_path, FILE, "--target", target, "--vjp", "kernel", "--jvp", "kernel")
    assert "const double pulled = square_vjp(X[idx], Y_bar[idx]);" in text
    assert "square_jvp(X[idx], X_dot[idx])" in text
    text, _ = pycu2cu(tmp_path, FILE, "--target", target)
    assert "square_vjp(X[idx]" not in text and "square_jvp(X[idx]" not in text


def test_pycu2cu_reports_rules(tmp_path: Path) -> None:
    _, errors = pycu2cu(tmp_path, FILE.replace('vjp={"square": "square_vjp"}', 'vjp={"square": "other"}'))
    assert "error[E790]: `square` cannot be differentiated" in errors
    assert "the text has no __device__ function `other`, its rule" in errors
    _, errors = pycu2cu(tmp_path, FILE.replace("double x, double bar", "double x"))
    assert (
        "its rule `__host__ __device__ inline double square_vjp(double x)` in " in errors
        and " has other types" in errors
    )
    assert (
        "declare it as `double square_vjp(double, double)`, or `void square_vjp(double, double, double*)`"
    ) in errors.replace("\n", " ").replace("          ", "")


# What is refused


@pytest.mark.parametrize(
    ("rules", "error", "message"),
    [
        (
            {"squash": "squash_vpj"},
            ValueError,
            r"no __device__ function squash_vpj: did you mean squash_vjp\?",
        ),
        ({"squish": "squash_vjp"}, ValueError, r"no __device__ function squish: did you mean squash\?"),
        ({"squash": 3}, TypeError, r'must be a dict of names by names, as \{"f": "f_vjp"\}, got'),
        (["squash"], TypeError, r'must be a dict of names by names, as \{"f": "f_vjp"\}, got'),
    ],
)
def test_names_that_are_wrong(rules: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^cuda_source: vjp.*{message}"):
        cp.cuda_source(TEXT, vjp=rules)


def refusal(made: Any) -> str:
    with pytest.raises(cp.CompileError) as caught:
        made()
    (found,) = caught.value.diagnostics
    assert found["code"] == "E790"
    return f"{found['message']}: {found['note']}: {found['help']}"


def test_a_rule_of_other_types_is_an_error_of_the_kernel() -> None:
    wrong = cp.cuda_source(
        "__host__ __device__ double f(double x, const double* X) { return x; }\n"
        "__host__ __device__ double f_vjp(double x, const double* X, double bar, const double* X_bar);",
        vjp={"f": "f_vjp"},
    )

    def kernel(X):
        X[idx] = wrong.f(X[idx], X)

    path, line = wrong._text.path, wrong._text.line
    assert refusal(lambda: cp.compile(kernel, sig="void (double* X)")) == (
        "`f` cannot be differentiated: its rule `__host__ __device__ double f_vjp(double x, const "
        "double* X, double bar, const "
        f"double* X_bar)` in {path}:{line + 1} has other types: declare it as `double f_vjp(double, "
        f"const double*, "
        "double, double*)`, or `void f_vjp(double, const double*, double, double*, double*)`"
    )


def test_functions_without_a_rule() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = c.plain(X[idx])

    on_cpu = cp.compile(kernel.__wrapped__, sig="void (double* X, double* Y)", target="cpu")
    assert refusal(lambda: on_cpu.vjp) == (
        "the call of `plain` cannot be differentiated: its rule `__device__ double on_gpu(double x, "
        "double bar)` is not "
        "declared __host__ __device__, so that it is for GPUs only: name its derivative in the text, as "
        '`cuda_source(…, vjp={"plain": "plain_vjp"})`, or write the function in Python'
    )
    assert refusal(lambda: kernel.jvp) == (
        "the call of `plain` cannot be differentiated: its text is CUDA C++, which CudaPy does not read: "
        "name "
        'its derivative in the text, as `cuda_source(…, jvp={"plain": "plain_jvp"})`, or write the function '
        "in Python"
    )


def test_overloads_without_a_rule() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def doubles(X, Y):
        Y[idx] = c.sine(X[idx])

    X_bar = [0.0]
    doubles.vjp(1)([0.5], [0.0], X_bar, [1.0])
    assert X_bar == [math.cos(0.5)]

    @cp.kernel("void (float* X, float* Y)")
    def floats(X, Y):
        Y[idx] = c.sine(X[idx])

    assert refusal(lambda: floats.vjp).startswith(
        "the call of `sine` cannot be differentiated: none of its rules is `float sine_vjp(float, "
        "float)`, or "
        "`void sine_vjp(float, float, float*)`: "
    )


def test_what_writes_to_parameters_is_refused_in_reverse_mode() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        c.twice(X, Y, idx)

    assert refusal(lambda: kernel.vjp) == (
        "the call of `twice` cannot be differentiated: it has a rule of its own, and changes `Y`, whose old "
        "values would have to come back: give it an array of `local` for what it computes"
    )


def test_arrays_without_cotangents() -> None:
    assert refusal(lambda: smooths.vjp(wrt=("by",))) == (
        "the call of `smooth` cannot be differentiated: its rule `smooth_vjp` adds to the cotangents of `X`, "
        "which were not asked for: name the array in `wrt=`, too"
    )
