"""Tuples as values: each variant of `tuple_forms` with numbers of each type, in both dialects, checked and
not."""

import numpy as np
import pytest

import cudapy as cp
from tuple_forms import FORMS, THREADS, TYPES, arguments, expected, module

CHOICES = [(numba, element) for numba in (False, True) for element in TYPES]


def compare(got, want):
    names = list(FORMS)
    wrong = [
        (names[at % len(names)], at // len(names), got[at], want[at]) for at in np.flatnonzero(got != want)
    ]
    assert not wrong, "\n".join(
        f"{name} in thread {i}: {one}, CPython {other}" for name, i, one, other in wrong[:20]
    )


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("element", TYPES)
def test_forms(element, checked):
    made = module(element)
    X, K, A, R = arguments(element)
    cp.compile(made.all_forms, checked=checked)(THREADS)(X, K, A, R)
    compare(R, expected(made, X, K, A))


@pytest.mark.parametrize("element", TYPES)
def test_forms_under_cuda_jit(element):
    made = module(element, numba=True)
    X, K, A, R = arguments(element)
    made.all_forms[1, THREADS](X, K, A, R)
    compare(R, expected(module(element), X, K, A))
