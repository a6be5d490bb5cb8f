"""Kernel.vjp of a kernel with a tape is a call like others, in every way of compiling and launching."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy


@cp.kernel("void (double* X, double* Y, int n)")
def turned(X, Y, n):
    x = X[idx]
    k = 0
    while k < n:
        x = math.sin(x) * 1.3
        k += 1
    Y[idx] = x


X = np.array([0.3, 0.7, 1.1])


def expected(n: int) -> Any:
    Y, Y_dot = np.zeros(3), np.zeros(3)
    turned.jvp(3)(X, Y, n, np.ones(3), Y_dot)
    return Y_dot


def check(call: Any, n: int = 100, **launch: Any) -> None:
    X_bar, Y_bar = np.zeros(3), np.ones(3)
    call(3, **launch)(X, np.zeros(3), n, X_bar, Y_bar)
    np.testing.assert_allclose(X_bar, expected(n))


@pytest.mark.parametrize(
    "options", [{"optimize": False}, {"checked": True}, {"index": cp.int64}, {"fastmath": False}], ids=str
)
def test_options(options: dict[str, Any]) -> None:
    check(cp.compile(turned.__wrapped__, "void (double* X, double* Y, int n)", **options).vjp)


def test_launches() -> None:
    check(turned.vjp)
    check(turned.vjp, stream=cp.Stream())
    check(turned.vjp, block=2)
    check(pickle.loads(pickle.dumps(turned.vjp)))
    check(pickle.loads(pickle.dumps(turned)).vjp)
    assert (
        turned.vjp.signature
        == "turned_vjp : void (double* X, double* Y, int n, double* X_bar, double* Y_bar)"
    )
    plan = turned.vjp.explain(3)
    assert plan.tape == 800
    assert "tape" in str(plan)
    assert plan.access_patterns


def test_tune() -> None:
    arrays = [cp.CudaArray(each) for each in (X, np.zeros(3))]
    bars = [cp.CudaArray(np.zeros(3)), cp.CudaArray(np.ones(3))]
    turned.vjp.tune(3)(*arrays, 100, *bars)
    check(turned.vjp)


def test_capture() -> None:
    arrays = [cp.CudaArray(each) for each in (X, np.zeros(3))]
    bars = [cp.CudaArray(np.zeros(3)), cp.CudaArray(np.ones(3))]
    with pytest.raises(RuntimeError, match="keep what they need on a tape"), cp.capture():
        turned.vjp(3)(*arrays, 100, *bars)


def test_build(tmp_path: Path) -> None:
    cp.build(turned.vjp, tmp_path / "built")
    program = (
        "import numpy as np, cudapy as cp\n"
        f"kernels = cp.load({str(tmp_path / 'built')!r})\n"
        "X_bar, Y_bar, X, Y = np.zeros(3), np.ones(3), np.array([0.3, 0.7, 1.1]), np.zeros(3)\n"
        "kernels.turned_vjp(3)(X, Y, 100, X_bar, Y_bar)\n"
        "print(*X_bar)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    np.testing.assert_allclose([float(v) for v in done.stdout.split()], expected(100))


@cp.kernel("void (T* X, T* Y, T a, int n)")
def generic(X, Y, a, n):
    x = X[idx]
    for k in range(n):
        x = math.sin(x) * x * a
    Y[idx] = x


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_generic_kernels(kind: Any) -> None:
    Z, Y, X_bar, Y_bar, a_bar = (np.array(each, kind) for each in ([0.9, 1.2], [0, 0], [0, 0], [1, 1], [0]))
    generic.vjp(2)(Z, Y, 1.5, 30, X_bar, Y_bar, a_bar)
    Y_dot = np.zeros(2, kind)
    generic.jvp(2)(Z, Y, 1.5, 30, np.ones(2, kind), Y_dot, 0.0)
    np.testing.assert_allclose(X_bar, Y_dot, rtol=1e-4)
    some, Y_bar = np.zeros(2, kind), np.ones(2, kind)
    pickle.loads(pickle.dumps(generic.vjp(wrt="X")))(2)(Z, np.zeros(2, kind), 1.5, 30, some, Y_bar)
    np.testing.assert_allclose(some, X_bar)
    assert repr(generic.vjp) == "<generic kernel generic_vjp>"


@pytest.mark.parametrize("what", ["simulate", "trace", "explain"])
def test_what_reverse_mode_has_not(what: str) -> None:
    with pytest.raises(TypeError) as error:
        getattr(turned.vjp, what)(3, X, np.zeros(3), 2, np.zeros(3), np.ones(3))
    if what == "simulate":
        assert str(error.value) == (
            "simulate: turned_vjp pulls cotangents back, and has no Python that goes backwards: simulate the "
            "kernel itself, or its jvp, with which gradcheck compares the vjp"
        )
    else:
        assert str(error.value) == (
            "trace: turned_vjp pulls cotangents back, and a launch of it gathers where a traced one would "
            "add with atomics, so that its numbers would be others: trace the kernel itself, or its jvp"
        )


@cp.kernel("void (double[,] A, double[,] B, double[,] C)")
def product(A, B, C):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


def test_graphs_copies_and_threads_of_arrays() -> None:
    A, B = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    C_bar = np.arange(8.0).reshape(2, 4) - 3.0
    arrays = [cp.CudaArray(each) for each in (A, B, np.zeros((2, 4)), 0 * A, 0 * B, C_bar)]
    with cp.capture() as graph:
        product.vjp((4, 2))(*arrays)
    assert arrays[3].numpy().any() == False  # noqa: E712
    graph.replay()
    np.testing.assert_allclose(arrays[3].numpy(), C_bar @ B.T)
    np.testing.assert_allclose(arrays[4].numpy(), A.T @ C_bar)
    for call in (copy.copy(product.vjp), copy.deepcopy(product.vjp), pickle.loads(pickle.dumps(product.vjp))):
        A_bar, B_bar = 0 * A, 0 * B
        call.over(C_bar)(A, B, np.zeros((2, 4)), A_bar, B_bar, C_bar.copy())
        np.testing.assert_allclose(A_bar, C_bar @ B.T)
        np.testing.assert_allclose(B_bar, A.T @ C_bar)


def test_bar_of_another_shape() -> None:
    X_bar, Y_bar = np.zeros(2), np.ones(3)
    with pytest.raises(ValueError) as error:
        turned.vjp(3)(X, np.zeros(3), 2, X_bar, Y_bar)
    assert str(error.value) == (
        "turned_vjp: parameter X_bar (double*): it holds the cotangents of X and has another shape: (2,), "
        "not (3,)"
    )


@cp.kernel("void (double* X, double* Y, double* Z)")
def three_uses(X, Y, Z):
    Y[idx] = X[idx] * Z[idx]
    Z[idx] *= X[idx]


def test_a_launch_may_be_all_that_holds_what_it_uses_up() -> None:
    """The bar of an array that is only written, and arrays that are given back as they were."""
    X_bar, Z_bar = np.zeros(3), np.ones(3)
    three_uses.vjp(3)(np.full(3, 2.0), np.zeros(3), np.full(3, 3.0), X_bar, np.ones(3), Z_bar)
    assert (X_bar.tolist(), Z_bar.tolist()) == ([6.0] * 3, [4.0] * 3)
    X_bar, Z_bar = [0.0] * 3, [1.0] * 3
    three_uses.vjp(3)([2.0] * 3, [0.0] * 3, [3.0] * 3, X_bar, [1.0] * 3, Z_bar)
    assert (X_bar, Z_bar) == ([6.0] * 3, [4.0] * 3)


def test_a_launch_that_alone_holds_what_gains_is_refused() -> None:
    x, y, z, bar = np.ones(3), np.ones(3), np.ones(3), np.ones(3)
    lost = "parameter {} .* so its result would be lost"
    with pytest.raises(ValueError, match=lost.format("X_bar")):
        three_uses.vjp(3)(x, y, z, np.zeros(3), np.ones(3), bar)
    with pytest.raises(ValueError, match=lost.format("Z_bar")):
        three_uses.vjp(3)(x, y, z, bar, np.ones(3), np.ones(3))
