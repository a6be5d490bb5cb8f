"""What has no derivative in forward mode, and is refused in Python. What the translator refuses is in
tests/goldens/diagnostics/fail_derivative.py."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import pytest
from cudapy import idx


def refused(call: Any) -> str:
    with pytest.raises(TypeError) as error:
        call.jvp
    return str(error.value)


@cp.kernel("void (double* X)")
def square(X):
    X[idx] *= X[idx]


def test_derivatives_of_derivatives() -> None:
    assert refused(square.jvp) == "square_jvp: derivatives of derivatives are not supported yet"
