"""Sums and differences of products are rounded as CPython rounds them, each product before the sum, also
where the compiler vectorises. GCC 12 fuses them there unless it is told otherwise in another way than by
-ffp-contract=off. GPUs fuse them."""

import numpy as np
import pytest

import cudapy as cp


# products : void (complex128* A, complex128* B, complex128* C, double* P)
def products(A, B, C, P):
    if idx < len(A):
        C[idx] = A[idx] * B[idx]
        a, b = A[idx].real, A[idx].imag
        c, d = B[idx].real, B[idx].imag
        P[2 * idx] = a * c - b * d
        P[2 * idx + 1] = a * d + b * c


# single_products : void (complex64* A, complex64* B, complex64* C, float* P)
def single_products(A, B, C, P):
    if idx < len(A):
        C[idx] = A[idx] * B[idx]
        a, b = A[idx].real, A[idx].imag
        c, d = B[idx].real, B[idx].imag
        P[2 * idx] = a * c + b * d
        P[2 * idx + 1] = a * d - b * c


@pytest.mark.parametrize("n", [7, 4000])
def test_products_of_complex_numbers(n):
    random = np.random.default_rng(1)
    A, B = (random.normal(size=n) + 1j * random.normal(size=n) for _ in range(2))
    C, P = np.zeros(n, np.complex128), np.zeros(2 * n)
    cp.compile(products, target="cpu")(n)(A, B, C, P)
    expected = [a * b for a, b in zip(A.tolist(), B.tolist())]
    assert C.tolist() == expected
    assert P.view(np.complex128).tolist() == expected


@pytest.mark.parametrize("n", [7, 4000])
def test_products_in_single_precision(n):
    random = np.random.default_rng(2)
    A, B = ((random.normal(size=n) + 1j * random.normal(size=n)).astype(np.complex64) for _ in range(2))
    C, P = np.zeros(n, np.complex64), np.zeros(2 * n, np.float32)
    cp.compile(single_products, target="cpu")(n)(A, B, C, P)
    a, b, c, d = A.real, A.imag, B.real, B.imag
    assert np.array_equal(C.real, a * c - b * d) and np.array_equal(C.imag, a * d + b * c)
    assert np.array_equal(P[::2], a * c + b * d) and np.array_equal(P[1::2], a * d - b * c)
