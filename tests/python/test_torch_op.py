"""cp.torch_op: kernels as operators of PyTorch, by PyTorch's own checks."""

from __future__ import annotations

import itertools
import math
from typing import Any

import cudapy as cp
import pytest
from cudapy import idx, idy

torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed")
numbers = itertools.count()
DEVICE = "cuda" if cp.cuda_available() and torch.cuda.is_available() else "cpu"


def fresh(name: str) -> str:
    return f"cudapy_tests::{name}_{next(numbers)}"


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


@cp.kernel("void (int* N, double* X, double* S, double* C)")
def both(N, X, S, C):
    S[idx] = X[idx] * N[idx]
    C[idx] = X[idx] * X[idx]


def doubles(*shape: int) -> Any:
    return torch.rand(*shape, dtype=torch.float64, device=DEVICE, requires_grad=True)


def checks(op: Any, *arguments: Any) -> None:
    torch.library.opcheck(op, arguments)
    tensors = [each for each in arguments if isinstance(each, torch.Tensor) and each.requires_grad]
    assert torch.autograd.gradcheck(op, arguments) if tensors else True
    compiled = torch.compile(lambda *given: op(*given), fullgraph=True, backend="aot_eager")
    expected, found = op(*arguments), compiled(*arguments)
    torch.testing.assert_close(found, expected)


def test_results_by_themselves() -> None:
    op = cp.torch_op(fresh("formula"), formula)
    X, Y = doubles(7), doubles(7)
    torch.testing.assert_close(op(2.0, X, Y), 2.0 * torch.sin(X) * Y + X)
    checks(op, 2.0, X, Y)
    op(2.0, X, Y).sum().backward()
    torch.testing.assert_close(X.grad, 2.0 * torch.cos(X) * Y + 1.0)


def test_shapes_and_threads_by_functions() -> None:
    op = cp.torch_op(
        fresh("product"),
        product,
        out={"C": lambda A, B: (A.shape[0], B.shape[1])},
        threads=lambda A, B: (B.shape[1], A.shape[0]),
    )
    A, B = doubles(3, 4), doubles(4, 5)
    torch.testing.assert_close(op(A, B), A @ B)
    checks(op, A, B)
    checks(op, doubles(4, 3).T, doubles(5, 4).T)


def test_an_array_that_is_read_and_a_result() -> None:
    op = cp.torch_op(fresh("saxpy"), saxpy, out="Y")
    X = torch.rand(5, device=DEVICE, requires_grad=True)
    Y = torch.rand(5, device=DEVICE, requires_grad=True)
    before = Y.detach().clone()
    torch.testing.assert_close(op(2.0, X, Y), 2.0 * X + Y)
    torch.testing.assert_close(Y.detach(), before)
    torch.library.opcheck(op, (2.0, X, Y))
    (op(3.0, X, Y) * torch.arange(5, device=DEVICE)).sum().backward()
    assert X.grad.tolist() == [0.0, 3.0, 6.0, 9.0, 12.0] and Y.grad.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_an_array_that_is_changed() -> None:
    op = cp.torch_op(fresh("saxpy"), saxpy)
    X, Y = torch.rand(6, device=DEVICE), torch.rand(6, device=DEVICE)
    expected = 2.0 * X + Y
    assert op(2.0, X, Y) is None
    torch.testing.assert_close(Y, expected)
    torch.library.opcheck(op, (2.0, X, Y))
    strided = torch.zeros(12, device=DEVICE)
    op(2.0, X, strided[::2])
    torch.testing.assert_close(strided[::2], 2.0 * X)


def test_several_results_and_integers() -> None:
    op = cp.torch_op(fresh("both"), both, out={"S": "X", "C": "X"}, threads="X")
    N, X = torch.arange(4, dtype=torch.int32, device=DEVICE), doubles(4)
    S, C = op(N, X)
    torch.testing.assert_close(S, X * N)
    torch.testing.assert_close(C, X * X)
    checks(op, N, X)
    op(N, X)[1].sum().backward()
    torch.testing.assert_close(X.grad, 2.0 * X)


def test_double_backward_is_an_error() -> None:
    op = cp.torch_op(fresh("formula"), formula)
    X, Y = doubles(3), doubles(3)
    (grad,) = torch.autograd.grad(op(1.0, X, Y).sum(), X, create_graph=True)
    with pytest.raises(NotImplementedError, match="derivatives of derivatives are not supported yet"):
        grad.sum().backward()


def test_a_kernel_without_a_derivative() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def after(X, Y):
        Y[idx] = math.nextafter(X[idx], 3.0)

    op = cp.torch_op(fresh("after"), after)
    with pytest.raises(NotImplementedError, match="has no derivative: "):
        op(doubles(3)).sum().backward()


def test_what_is_refused() -> None:
    @cp.kernel("void (T* X, T* Y)")
    def generic(X, Y):
        Y[idx] = X[idx]

    with pytest.raises(TypeError, match="^torch_op: expected a kernel with types"):
        cp.torch_op(fresh("generic"), generic)
    with pytest.raises(TypeError, match="^torch_op: expected a kernel with types, .* got int"):
        cp.torch_op(fresh("generic"), 3)
    with pytest.raises(ValueError, match="^torch_op: out: formula writes to no array 'X', but to Z"):
        cp.torch_op(fresh("formula"), formula, out="X")
    with pytest.raises(ValueError, match="^torch_op: threads: formula has no parameter 'W'"):
        cp.torch_op(fresh("formula"), formula, threads="W")
