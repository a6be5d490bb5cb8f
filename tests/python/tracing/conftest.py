"""The plans that the tests look at, made once."""

import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))


@pytest.fixture(scope="session")
def plans():
    from traced_kernels import EXPLAINED

    return {name: explained() for name, explained in EXPLAINED.items()}
