"""cp.jax_op: kernels as functions of JAX, by JAX's own checks."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy

jax: Any = pytest.importorskip("jax", reason="JAX is not installed")
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")
jnp: Any = jax.numpy


@cp.kernel("void (double a, double* X, double* Y, double* Z)")
def formula(a, X, Y, Z):
    Z[idx] = a * math.sin(X[idx]) * Y[idx] + X[idx]


@cp.kernel("void (double[,] A, double[,] B, double[,] C)")
def product(A, B, C):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


@cp.kernel("void (float alpha, float* X, float* Y)")
def saxpy(alpha, X, Y):
    Y[idx] = alpha * X[idx] + Y[idx]


@cp.kernel("void (int* N, double* X, double* S, int* M)")
def both(N, X, S, M):
    S[idx] = X[idx] * X[idx] * N[idx]
    M[idx] = N[idx] + 1


random = np.random.default_rng(3)


def doubles(*shape: int) -> Any:
    return jnp.asarray(random.uniform(0.5, 1.5, shape))


def checks(op: Any, *arguments: Any) -> None:
    np.testing.assert_allclose(jax.jit(op)(*arguments), op(*arguments))
    test_util = pytest.importorskip("jax.test_util")
    test_util.check_grads(op, arguments, order=1, modes=["rev"])
    test_util.check_grads(jax.jit(op), arguments, order=1, modes=["rev"])


def test_results_and_numbers() -> None:
    op = cp.jax_op(formula)
    X, Y = doubles(7), doubles(7)
    np.testing.assert_allclose(op(2.0, X, Y), 2.0 * jnp.sin(X) * Y + X)
    checks(op, jnp.asarray(2.0), X, Y)
    grads = jax.grad(lambda *given: op(*given).sum(), argnums=(0, 1, 2))(2.0, X, Y)
    np.testing.assert_allclose(grads[0], (jnp.sin(X) * Y).sum())
    np.testing.assert_allclose(grads[1], 2.0 * jnp.cos(X) * Y + 1.0)
    np.testing.assert_allclose(grads[2], 2.0 * jnp.sin(X))


def test_shapes_and_threads_by_functions() -> None:
    op = cp.jax_op(
        product,
        out={"C": lambda A, B: (A.shape[0], B.shape[1])},
        threads=lambda A, B: (B.shape[1], A.shape[0]),
    )
    A, B = doubles(3, 4), doubles(4, 5)
    np.testing.assert_allclose(op(A, B), A @ B)
    checks(op, A, B)


def test_batches() -> None:
    op = cp.jax_op(formula)
    X, Y = doubles(4, 7), doubles(7)
    found = jax.vmap(op, in_axes=(None, 0, None))(2.0, X, Y)
    np.testing.assert_allclose(found, 2.0 * jnp.sin(X) * Y + X)
    grads = jax.vmap(jax.grad(lambda x: op(2.0, x, Y).sum()))(X)
    np.testing.assert_allclose(grads, 2.0 * jnp.cos(X) * Y + 1.0)


def test_an_array_that_is_read_and_a_result() -> None:
    op = cp.jax_op(saxpy, out="Y")
    X, Y = jnp.arange(4.0, dtype=jnp.float32), jnp.ones(4, jnp.float32)
    np.testing.assert_allclose(op(2.0, X, Y), 2.0 * X + Y)
    np.testing.assert_allclose(Y, 1.0)
    grads = jax.grad(lambda *given: (op(*given) * X).sum(), argnums=(0, 1, 2))(3.0, X, Y)
    np.testing.assert_allclose(grads[0], 14.0)
    np.testing.assert_allclose(grads[1], 3.0 * X)
    np.testing.assert_allclose(grads[2], X)


def test_integers() -> None:
    op = cp.jax_op(both, out={"S": "X", "M": "N"}, threads="X")
    N, X = jnp.arange(4, dtype=jnp.int32), doubles(4)
    S, M = jax.jit(op)(N, X)
    np.testing.assert_allclose(S, X * X * N)
    assert M.tolist() == [1, 2, 3, 4]
    np.testing.assert_allclose(jax.grad(lambda X: op(N, X)[0].sum())(X), 2.0 * X * N)


def test_errors_of_launches() -> None:
    op = cp.jax_op(formula)
    with pytest.raises(Exception, match="formula: "):
        op(2.0, doubles(7), doubles(3)).block_until_ready()
    assert op(2.0, doubles(0), doubles(0)).shape == (0,)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="^jax_op: saxpy changes Y, and arrays of JAX do not change"):
        cp.jax_op(saxpy)
    op = cp.jax_op(formula)
    with pytest.raises(TypeError, match="^formula: parameter X: expected an array of float64 with 1 dim"):
        op(2.0, jnp.ones(3, jnp.float32), doubles(3))
    with pytest.raises(TypeError, match=r"^formula: expected 3 arguments \(a, X, Y\), got 2"):
        op(2.0, doubles(3))

    @cp.kernel("void (double* X, double* Y)")
    def after(X, Y):
        Y[idx] = math.nextafter(X[idx], 3.0)

    with pytest.raises(NotImplementedError, match="jax_op: after has no derivative: "):
        jax.grad(lambda X: cp.jax_op(after)(X).sum())(doubles(3))
    with pytest.raises(Exception, match="differentiated"):
        jax.grad(lambda a: jax.grad(lambda X: op(a, X, X).sum())(doubles(3)).sum())(1.0)
