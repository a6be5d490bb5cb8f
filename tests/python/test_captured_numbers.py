"""Functions that are compiled anew for each value of a number from outside: what is said of them, once."""

import warnings

import pytest

import cudapy as cp
from cudapy._compile import captured_numbers
from cudapy import cuda


def said(compile_with, values):
    """The warnings while something is compiled for each of the values, with their lines."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for value in values:
            compile_with(value)
    return [(each.category, each.filename, each.lineno, str(each.message)) for each in caught]


def text(name, numbers, count):
    return (
        f"{name} was compiled for {count} values of {numbers}, which it takes from outside and which "
        f"kernels have as a constant: each value compiles it anew. Make it a parameter, and pass {numbers} "
        "as an argument: then it is compiled once"
    )


def vectorized(i):
    return cp.vectorize(lambda x: x * i)([1.0])


def kernel(factor):
    # scaled : void (float* X)
    def scaled(X):
        X[idx] *= factor

    return cp.compile(scaled)


def helper(shift):
    # moved : float (float x)
    def moved(x):
        return x + shift

    # moves : void (float* X)
    def moves(X):
        X[idx] = moved(X[idx])

    return cp.compile([moves, moved])


def generic(bound):
    @cp.kernel
    def below(X):
        if X[idx] > bound:
            X[idx] = bound

    return below(1)(X := [1.0])


def numbas(power):
    @cuda.jit("void(float32[:])")
    def raised(X):
        X[0] = X[0] ** power

    return raised


def two(i):
    j = i + 1
    return cp.vectorize(lambda x: x * i + j)([1.0])


FORMS = {
    vectorized: ("the lambda", "`i`", 1),
    kernel: ("scaled", "`factor`", 2),
    helper: ("moved", "`shift`", 2),
    generic: ("below", "`bound`", 1),
    numbas: ("raised", "`power`", 1),
    two: ("the lambda", "`i` and `j`", 2),
}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_after_some_values_it_is_said_once(form, monkeypatch):
    assert captured_numbers.MOST == 10
    most = 10 if form is kernel else 3  # fewer compile sooner
    monkeypatch.setattr(captured_numbers, "MOST", most)
    assert said(form, range(2, most + 1)) == []
    assert said(form, range(2, most + 1)) == []  # the same ones again
    name, numbers, line = FORMS[form]
    assert said(form, [20]) == [
        (RuntimeWarning, __file__, form.__code__.co_firstlineno + line, text(name, numbers, most))
    ]
    assert said(form, [21]) == []


def test_parameters_and_truths_are_no_matter():
    def asked(flag):
        # chosen : void (int* A, int n)
        def chosen(A, n):
            A[idx] = n if flag else 0

        call = cp.compile(chosen)
        for n in range(12):
            call(1)(A := [0], n)
            assert A == [n if flag else 0]

    assert said(asked, [True, False] * 6) == []
