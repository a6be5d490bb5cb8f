"""Kernel.vjp of loops that change arrays in place, which the kernel reads again: stores under conditions
that only the iteration finds out, loops that only end themselves, and tapes that are too short at first."""

from __future__ import annotations

import math
import re
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy
from inner_products import doubles, pulls_back, rng

KERNELS: dict[str, tuple[Any, Any, list[Any]]] = {}


def case(signature: str, threads: Any, *arguments: Any) -> Any:
    def add(function: Any) -> Any:
        KERNELS[function.__name__] = cp.kernel(signature)(function), threads, list(arguments)
        return function

    return add


TWO = "void (double* X, double* Y, int n)"


def two(n: int = 5) -> list[Any]:
    return [doubles(6), doubles(6), n]


@cp.struct
class Body:
    p: cp.double
    n: cp.int32
    v: cp.double


def bodies(count: int) -> Any:
    made = np.zeros(count, Body.dtype)  # type: ignore[attr-defined]
    made["p"], made["v"], made["n"] = doubles(count), doubles(count), 2
    return made


# One element of the thread, stored to under conditions that are not known when the iteration begins.


@case(TWO, 6, *two())
def under_a_condition(X, Y, n):
    for i in range(n):
        a = math.sin(X[idx]) * 2
        if a > Y[idx]:
            X[idx] = a * Y[idx]
        Y[idx] = Y[idx] * 0.9 + 0.1 * X[idx] * X[idx]


@case(TWO, 6, *two())
def in_one_branch_or_the_other(X, Y, n):
    for i in range(n):
        a = X[idx] * Y[idx]
        if a > 1:
            X[idx] = math.sin(a)
            if X[idx] > 0.5:
                X[idx] *= Y[idx]
        else:
            X[idx] += a * 0.3
        Y[idx] *= X[idx]


@case(TWO, 6, *two(3))
def in_loops_inside(X, Y, n):
    for i in range(n):
        m = int(X[idx] * 2) % 3
        for j in range(m):
            X[idx] = X[idx] * Y[idx] * 0.5 + 0.2 * j
            if X[idx] > 0.8:
                Y[idx] = math.cos(Y[idx]) * X[idx]
        X[idx] += Y[idx] * Y[idx]


@case(TWO, 6, *two())
def left_and_gone_on_with(X, Y, n):
    for i in range(n):
        if X[idx] > 3:
            break
        X[idx] = X[idx] * Y[idx] + 0.4
        if X[idx] < 1:
            continue
        Y[idx] = Y[idx] * X[idx] * 0.3
    X[idx] *= Y[idx]


@case(TWO, 6, *two())
def returned_from(X, Y, n):
    for i in range(n):
        X[idx] = X[idx] * 1.3 + 0.1
        if X[idx] > 2:
            Y[idx] = X[idx] * X[idx]
            return
        Y[idx] = Y[idx] * X[idx]
    X[idx] = X[idx] * Y[idx]


@case(TWO, 6, *two(0))
def a_few_times(X, Y, n):
    for i in range(3):
        if X[idx] * Y[idx] > 1:
            X[idx] = math.sin(X[idx]) * Y[idx]
        for j in range(2):
            Y[idx] *= X[idx]


@case("void (double* X, double* Y, int n)", (3, 2), doubles(6), doubles(6), 3)
def two_axes(X, Y, n):
    k = idy * 3 + idx
    for i in range(n):
        if Y[k] * X[k] > 0.7:
            X[k] = math.exp(-X[k]) * Y[k]
        Y[k] += X[k] * X[k]


@case("void (Body* B, double* Y, int n)", 5, bodies(5), doubles(5), 4)
def structs(B, Y, n):
    for i in range(n):
        B[idx].p = B[idx].p * B[idx].v
        if B[idx].p > 0.5:
            B[idx].v = B[idx].v * 0.9 + Y[idx] * B[idx].p
            B[idx].n += 1
        b = B[idx]
        b.v += b.p * b.n * 0.1
    Y[idx] *= B[idx].p


def bounded(A, i, v):
    if A[i] > v:
        A[i] = v * A[i]
        return
    A[i] = A[i] * A[i]


@case(TWO, 6, *two(4))
def by_functions(X, Y, n):
    for i in range(n):
        bounded(X, idx, Y[idx])
        if X[idx] < 1:
            bounded(Y, idx, X[idx])


@case("void (double* X, int* C, double* Y, int n)", 6, doubles(6), np.zeros(6, np.int32), doubles(6), 4)
def integers_in_place(X, C, Y, n):
    for i in range(n):
        if X[(idx + i) % 6] > X[idx]:
            C[idx] += 1
        Y[idx] = Y[idx] * X[C[idx]] * 0.7


@case("void (double[,] A, double* Y, int n)", 3, doubles(3, 4), doubles(3), 3)
def neighbours_in_a_row(A, Y, n):
    for i in range(n):
        A[idx, 1] = A[idx, 0] * A[idx, 1]
        A[idx, 2] = A[idx, 1] * A[idx, 3]
    Y[idx] = A[idx, 2] * A[idx, 1]


@case(TWO, 6, *two(9))
def counter_assigned_inside(X, Y, n):
    for i in range(n):
        X[idx] = X[idx] * Y[idx] * 0.6 + 0.1 * i
        i = i * 2
        if X[idx] > 0.7:
            Y[idx] = Y[idx] * 0.8 + 0.01 * i


@case(TWO, 6, *two(9))
def steps_of_two(X, Y, n):
    for i in range(n, 0, -2):
        if X[idx] * i > 3:
            X[idx] = math.sin(X[idx]) * Y[idx]
        Y[idx] += 0.3 * X[idx] * X[idx]


@case("void (Body* B, double* Y, int n)", 6, bodies(3), doubles(6), 4)
def fields_of_other_threads(B, Y, n):
    b = idx // 2
    for i in range(n):
        if idx % 2 == 0:
            B[b].p = math.sin(B[b].p) * Y[idx]
        elif B[b].v > 0.1 * i:
            B[b].v = B[b].v * B[b].v * Y[idx]


# How often the loop runs depends on what it stores. A thread undoes its stores where its tape is too short.


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def until_small(X, Y):
    while X[idx] > 0.1:
        X[idx] = math.sin(X[idx]) * Y[idx] * 0.5


@case(TWO, 6, *two(40))
def until_small_or_often(X, Y, n):
    if idx >= len(X):
        return
    i = 0
    while X[idx] > 0.02 and i < n:
        X[idx] = math.sin(X[idx]) * 0.9
        if i % 3 == 1:
            Y[idx] = Y[idx] * X[idx] + 0.5
        i += 1
    Y[idx] *= X[idx]


@case(TWO, 6, *two(3))
def whiles_inside(X, Y, n):
    X[idx] += 1
    for i in range(n):
        while X[idx] > 0.2:
            X[idx] *= 0.6
            j = 0
            while j < 3:
                Y[idx] = Y[idx] * 0.9 + X[idx] * X[idx]
                j += 1
        X[idx] = X[idx] * 3 + Y[idx]


@case("void (Body* B, double* Y)", 5, bodies(5), doubles(5))
def structs_until(B, Y):
    while B[idx].p > 0.1 and B[idx].n < 30:
        B[idx].p *= 0.8
        B[idx].n += 1
        if B[idx].n % 2 == 0:
            B[idx].v = math.sin(B[idx].v) * B[idx].p
    Y[idx] = B[idx].p * Y[idx] * B[idx].v


@case("void (double* X, int* S, double* Y)", 4, doubles(4), np.array([3, 1, 0, 2], np.int32), doubles(4))
def elements_that_others_name(X, S, Y):
    k = S[idx]
    n = 0
    while X[k] > 0.3:
        X[k] = math.sin(X[k]) * 0.7
        n += 1
    k = n % 4
    Y[idx] *= n
    X[S[idx]] *= Y[idx] + k


@case(TWO, 6, *two(4))
def straight_stores_beside(X, Y, n):
    X[idx] = X[idx] * Y[idx]
    a = X[idx]
    while a > 0.2:
        a = a * a * 0.8 if a < 1 else a * 0.5
    if a < 0.15:
        Y[idx] = Y[idx] * a
    X[idx] = X[idx] * X[idx] + Y[idx]


# Elements that are not known when an iteration begins: each store is recorded.


@case("void (double[,] A, double* Y, int n)", 3, doubles(3, 5), doubles(3), 3)
def products_along_rows(A, Y, n):
    for i in range(n):
        for j in range(1, A.shape[1]):
            A[idx, j] = A[idx, j] * A[idx, j - 1] * 0.7 + 0.1
    Y[idx] *= A[idx, 4]


@case("void (double[,] A)", 3, doubles(3, 4))
def a_few_times_along_rows(A):
    for i in range(3):
        for j in range(1, 4):
            if A[idx, j] > A[idx, j - 1]:
                A[idx, j] = A[idx, j] * A[idx, j - 1] * 0.5


@case("void (double[,] A, int n)", 3, rng.uniform(-1, 1, (3, 7)), 7)
def insertion_sort(A, n):
    for i in range(1, n):
        key = A[idx, i]
        j = i - 1
        while j >= 0 and A[idx, j] > key:
            A[idx, j + 1] = A[idx, j]
            j -= 1
        A[idx, j + 1] = key
    for i in range(n):
        A[idx, i] *= A[idx, i] * (i + 1)


@case("void (double[,] A, double[,] B)", 3, doubles(3, 16) + np.eye(4).ravel() * 4, doubles(3, 4))
def elimination(A, B):
    for k in range(4):
        for i in range(k + 1, 4):
            f = A[idx, i * 4 + k] / A[idx, k * 4 + k]
            for j in range(k, 4):
                A[idx, i * 4 + j] -= f * A[idx, k * 4 + j]
            B[idx, i] -= f * B[idx, k]
    for k in range(3, -1, -1):
        for j in range(k + 1, 4):
            B[idx, k] -= A[idx, k * 4 + j] * B[idx, j]
        B[idx, k] /= A[idx, k * 4 + k]


@case("void (double[,] A, double[,] B, int n)", 2, doubles(2, 6), doubles(2, 6), 4)
def diffusion(A, B, n):
    for t in range(n):
        for j in range(1, 5):
            B[idx, j] = A[idx, j] + 0.1 * (A[idx, j - 1] - 2 * A[idx, j] + A[idx, j + 1]) * A[idx, j]
        for j in range(1, 5):
            A[idx, j] = B[idx, j] * 1.1


@case("void (double[,] A, int* S, int n)", 2, doubles(2, 6), np.array([3, 1, 4, 1, 5, 2], np.int32), 6)
def elements_of_a_table(A, S, n):
    for i in range(n):
        A[idx, S[i]] = math.sin(A[idx, i]) * A[idx, S[i]]
        A[idx, i] += A[idx, S[S[i]]] * 0.3


@case("void (double[,] A, int n)", 4, doubles(4, 5), 7)
def where_the_values_say(A, n):
    k = 0
    for i in range(n):
        k = (k + int(A[idx, k] * 7)) % 5
        A[idx, k] = A[idx, k] * A[idx, (k + 2) % 5] * 0.6 + 0.3
        if A[idx, k] > 0.8:
            A[idx, (k + i) % 5] *= 0.9


@case("void (double[,] A, double* Y)", 4, doubles(4, 5), doubles(4))
def a_walk_until(A, Y):
    k = 2
    n = 0
    Y[idx] = Y[idx] * Y[idx]
    A[idx, 1] = A[idx, 2] * Y[idx]
    while A[idx, k] > 0.2 and n < 25:
        A[idx, k] *= 0.6
        Y[idx] += A[idx, k] * A[idx, (k + 1) % 5]
        k = (k + 1 + int(Y[idx])) % 5
        n += 1
    for j in range(n % 5):
        A[idx, j] = A[idx, j] * A[idx, j + 1] if j < 4 else 0.5
    Y[idx] *= A[idx, 3]


@case("void (double[,] A, double* Y, double* Z, int n)", 4, doubles(4, 5), doubles(4), doubles(4), 6)
def left_before_the_first_store(A, Y, Z, n):
    k = 0
    while A[idx, k % 5] > 0.1 and k < 3 * n:
        A[idx, (k * k) % 5] *= A[idx, k % 5] * 0.8
        k += 1
    Y[idx] = A[idx, 1] * Y[idx]
    Z[idx] = Y[idx] * Z[idx]
    for i in range(n):
        A[idx, i % 5] = A[idx, (i + 1) % 5] * Y[idx] * Z[idx] * 0.5


@case("void (double[,] A, double* Y, int n)", 6, doubles(6, 5), doubles(6), 6)
def in_a_loop_or_without_one(A, Y, n):
    k = 0
    if Y[idx] > 1.5:
        while A[idx, k % 5] > 0.3 and k < n:
            A[idx, (k * k) % 5] *= A[idx, k % 5] * 0.6
            k += 1
    elif Y[idx] > 1:
        A[idx, int(Y[idx] * 4) % 5] *= Y[idx]
    else:
        A[idx, int(Y[idx] * 4)] += A[idx, 1] * Y[idx]
    Y[idx] *= A[idx, k % 5] * A[idx, 1]


@case("void (Body* B, double[,] A, int n)", 2, bodies(6), doubles(2, 3), 4)
def structs_of_a_thread(B, A, n):
    for i in range(n):
        for j in range(3):
            B[idx * 3 + j].p += B[idx * 3 + j].v * 0.3
            if B[idx * 3 + j].p > 1.5:
                B[idx * 3 + j].v = -B[idx * 3 + j].v * A[idx, j]
                B[idx * 3 + j].n += 1
                A[idx, (j + 1) % 3] *= B[idx * 3 + j].p


@case("void (complex128[,] Z, int n)", 2, doubles(2, 3) * 0.5 + 0.3j * doubles(2, 3), 3)
def complex_elements(Z, n):
    for i in range(n):
        for j in range(3):
            Z[idx, j] = Z[idx, j] * Z[idx, (j + 1) % 3] + 0.2


@case("void (double[,] A, int[,] C, int n)", 2, doubles(2, 4), np.zeros((2, 4), np.int32), 6)
def counts_and_values(A, C, n):
    for i in range(n):
        k = (i * 3 + C[idx, i % 4]) % 4
        while C[idx, k] < i:
            C[idx, k] += 2
            A[idx, k] = A[idx, k] * A[idx, (k + C[idx, k]) % 4] * 0.8
        if A[idx, k] > 0.7:
            break


@case("void (float[,] A, int n)", 3, doubles(3, 4).astype(np.float32), 5)
def floats(A, n):
    for i in range(n):
        for j in range(i % 4 + 1):
            A[idx, j] = math.sin(A[idx, j]) * A[idx, (j + i) % 4]


def move(A, i, j, f):
    if i == j:
        return
    t = A[idx, i]
    A[idx, i] = A[idx, j] * f
    A[idx, j] = t


@case("void (double[,] A, int n)", 3, doubles(3, 5), 6)
def swaps_by_functions(A, n):
    for i in range(n):
        move(A, i % 5, (i * i + int(A[idx, 0])) % 5, A[idx, i % 5])


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def stores_of_constant_loops_beside(X, Y):
    for i in range(3):
        X[idx] = X[idx] * X[idx] * 0.5 + 0.2 * i
    a = X[idx]
    while a > 0.1:
        a = math.sin(a) * 0.7
        Y[idx] *= a
    X[idx] *= Y[idx]


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("memory", [None, "8", "100", "600"])
def test_inner_products(name: str, memory: str | None, monkeypatch: Any) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    call, threads, arguments = KERNELS[name]
    pulls_back(call, threads, arguments)


def test_an_element_is_kept_once_an_iteration() -> None:
    """In the text: no store keeps the element that comes after another one of the iteration."""
    text = KERNELS["in_one_branch_or_the_other"][0].vjp.cuda_source
    assert text.count("if (!X_is_kept)") == 2
    assert "Y_is_kept" not in text


def test_a_store_before_the_loop_keeps_the_element_for_all() -> None:
    text = KERNELS["whiles_inside"][0].vjp.cuda_source
    assert "    const double X_at_first = X[idx];\n" in text
    assert "X_is_kept" not in text


def test_stores_of_constant_loops_are_recorded_in_the_thread() -> None:
    text = KERNELS["a_few_times_along_rows"][0].vjp.cuda_source
    assert "    double A_overwritten[9];\n" in text
    assert "tape" not in text


def test_only_the_fields_that_a_thread_stores_are_given_back() -> None:
    """Another thread may store the other ones."""
    text = KERNELS["fields_of_other_threads"][0].vjp.cuda_source
    stored = set(re.findall(r"^ *(B\[.*\]\S*) = ", text.split("_vjp(unsigned")[1], re.M))
    assert stored == {"B[b].p", "B[b].v"}


def test_the_last_stores_are_undone_where_there_is_no_room() -> None:
    text = KERNELS["products_along_rows"][0].vjp.cuda_source
    assert text.count("while (stores > 0) {") == 2  # in the loop, and after it
    assert text.count("if ((stores + 1) * 2 > tape_words) {") == 1
