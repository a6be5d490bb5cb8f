"""Stores of one value to all elements of an array."""

from __future__ import annotations


def np_filled(a, value):
    if a.ndim == 1:
        for i in range(a.shape[0]):
            a[i] = value
    else:
        for i in range(a.shape[0]):
            np_filled(a[i], value)
