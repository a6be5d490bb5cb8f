"""The exercises about derivatives: their references are what CudaPy's own derivatives give."""

import math

import numpy as np

import cudapy as cp
from cudapy import idx
from cudapy._course.catalogue import find


def pushed(X, Y):
    if idx + 1 < len(X):
        Y[idx] = X[idx] * X[idx] * X[idx + 1]


def error(T, Y, K, E):
    total = 0.0
    for j in range(len(T)):
        wrong = math.exp(-K[idx] * T[j]) - Y[j, idx]
        total += wrong * wrong
    E[idx] = total / len(T)


def test_pull_back_is_what_vjp_gives():
    call = cp.compile(pushed, "void (float* X, float* Y)")
    for case in find("pull_back").cases(np.random.default_rng(1)):
        expected = find("pull_back").reference(**case.arguments)["X_bar"]
        X, X_bar, Y_bar = (case.arguments[name].copy() for name in ("X", "X_bar", "Y_bar"))
        if len(X):
            call.vjp(len(X))(X, np.zeros_like(X), X_bar, Y_bar)
        np.testing.assert_allclose(X_bar, expected, rtol=1e-5)


def test_descent_goes_down_what_vjp_gives():
    call = cp.compile(error, "void (double* T, double[,] Y, double* K, double* E)")
    for case in find("descent").cases(np.random.default_rng(1)):
        T, Y, K = (case.arguments[name].astype(np.float64) for name in ("T", "Y", "K"))
        expected = find("descent").reference(**case.arguments)["K"]
        for _ in range(case.arguments["steps"]):
            slope = np.zeros_like(K)
            call.vjp(wrt="K")(len(K))(T, Y, K, np.zeros_like(K), slope, np.ones_like(K))
            K -= slope
        np.testing.assert_allclose(K, expected, rtol=1e-6)
