"""Kernel.vjp of kernels that draw random numbers: the reverse sweep draws the same ones again."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, normal, randint, random, random_state, uniform
from inner_products import doubles, pulls_back, refusal

KERNELS: dict[str, tuple[Any, Any, list[Any]]] = {}


def case(signature: str, threads: Any, *arguments: Any) -> Any:
    def add(function: Any) -> Any:
        KERNELS[function.__name__] = cp.kernel(signature)(function), threads, list(arguments)
        return function

    return add


TWO = "void (double* X, double* Y, int n)"


def two(n: int = 5) -> list[Any]:
    return [doubles(6), doubles(6), n]


@case(TWO, 6, *two())
def straight(X, Y, n):
    rng = random_state(n, idx)
    a = X[idx] * normal(rng, 0.0, 1.0)
    a = math.sin(a) + uniform(rng, 0.5, 1.5) * a * a
    if random(rng) < 0.5:
        a *= normal(rng)
    Y[idx] = a * Y[idx] + random(rng)


@case(TWO, 6, *two())
def a_few_times(X, Y, n):
    rng = random_state(n, idx)
    a = X[idx]
    for i in range(4):
        a = math.sin(a * Y[idx]) * uniform(rng, 0.5, 1.5)
        if normal(rng) > 0.3:
            a = a * a + randint(rng, 1, 3)
    Y[idx] = a


@case(TWO, 6, *two(7))
def a_sum_needs_no_tape(X, Y, n):
    rng = random_state(n, idx)
    total = 0.0
    for i in range(n):
        total += X[randint(rng, 0, 5)] * normal(rng, 0.0, 1.0)
    Y[idx] = total


@case(TWO, 6, *two(30))
def a_walk(X, Y, n):
    rng = random_state(n, idx)
    x = X[idx]
    for i in range(n):
        x += (0.1 * x - x * x * 0.05) * 0.1 + 0.2 * x * normal(rng, 0.0, 1.0)
    Y[idx] = x * Y[idx]


@case(TWO, 6, *two(5))
def drawn_until(X, Y, n):
    rng = random_state(n, idx)
    x = X[idx]
    for i in range(n):
        while random(rng) < 0.6:
            x *= normal(rng, 1.0, 0.1) if x > 0.5 else 1.5
        x += uniform(rng, 0.0, 0.5) * math.sin(x)
    Y[idx] = x


@case(TWO, 6, *two(9))
def in_place(X, Y, n):
    rng = random_state(n, idx)
    for i in range(n):
        u = normal(rng)
        if u > 0:
            X[idx] = X[idx] * u * 0.7
        elif u < -1:
            break
        Y[idx] = math.sin(Y[idx]) * X[idx] + uniform(rng, 0.0, 1.0)


@case("void (double[,] A, int n)", 3, doubles(3, 5), 12)
def elements_by_chance(A, n):
    rng = random_state(7, idx)
    for i in range(n):
        k = randint(rng, 0, 4)
        A[idx, k] = A[idx, k] * A[idx, randint(rng, 0, 4)] * 0.7 + 0.2


def noise(x, seed):
    rng = random_state(seed, 3)
    return x * x * normal(rng, 0.0, 1.0) + uniform(rng, 0.0, 1.0) * x


@case(TWO, 6, *two(4))
def by_functions(X, Y, n):
    a = X[idx]
    for i in range(n):
        a = math.sin(noise(a, idx * 10 + i)) + noise(Y[idx], i)
    Y[idx] = a * noise(a, n)


def moved(x, rng):
    y = x * normal(rng, 1.0, 0.2)
    if y > 1:
        return y * uniform(rng, 0.0, 1.0)
    return y


@case(TWO, 6, *two(6))
def a_generator_for_functions(X, Y, n):
    rng = random_state(5, idx)
    a = moved(X[idx], rng)
    for i in range(n):
        a = moved(a, rng) * moved(Y[idx], rng) + 0.3
    Y[idx] = a


def noisy(x, seed, count):
    rng = random_state(seed, idx)
    for j in range(count):
        x = x * normal(rng, 1.0, 0.3) + 0.1 * x * x
    return x


@case(TWO, 6, *two(6))
def made_in_the_loop(X, Y, n):
    a = X[idx]
    for i in range(n):
        if i != 2:
            a = math.sin(noisy(a, i, i % 4))
    Y[idx] *= a


@case(TWO, 6, *two(4))
def two_generators(X, Y, n):
    coarse = random_state(1, idx)
    fine = random_state(randint(coarse, 0, 1000), idx)
    a = X[idx]
    for i in range(n):
        a = a * uniform(coarse, 0.5, 1.5) * noisy(Y[idx], randint(coarse, 0, 1000), 2)
        for j in range(3):
            a = math.sin(a + normal(fine, 0.0, 1.0) * Y[idx])
    Y[idx] = a


@case(
    "void (float* X, int64* K, float* Y, int n)",
    5,
    doubles(5).astype(np.float32),
    np.array([9] * 5),
    doubles(5).astype(np.float32),
    6,
)
def every_width(X, K, Y, n):
    rng = random_state(3, idx)
    a = X[idx]
    for i in range(n):
        a = math.sin(a) * normal(rng, 1.0, 0.5) + uniform(rng, 0.0, 1.0)
        a += randint(rng, K[idx] - 9, K[idx]) * 0.01 * a
        if random(rng) < 0.5:
            a = a * 0.5 * cp.double(uniform(rng, cp.double(0.5), cp.double(1.0)))
    Y[idx] = cp.float32(a * a)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("memory", [None, "8", "600"])
def test_inner_products(name: str, memory: str | None, monkeypatch: Any) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    call, threads, arguments = KERNELS[name]
    pulls_back(call, threads, arguments)


def test_numbers_are_drawn_again_and_not_recorded() -> None:
    text = KERNELS["a_sum_needs_no_tape"][0].vjp.cuda_source
    body = text[text.index("a_sum_needs_no_tape_vjp(unsigned") :]
    assert "uint64_t* tape" not in body
    assert body.count("normal_double(") == 1
    assert "random_seek(rng, rng_place);\n" in body


@cp.kernel("void (double* X, double* Y, int n)")
def with_a_mean(X, Y, n):
    rng = random_state(1, idx)
    Y[idx] = normal(rng, X[idx], 1.0)


def test_a_mean_with_a_cotangent() -> None:
    assert refusal(with_a_mean).splitlines()[0] == "error[E790]: `normal` cannot be differentiated"
