"""pytest's settings for the module's tests."""

import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))
os.environ.setdefault("CUDAPY_TARGET", "cpu")
os.environ["CUDAPY_PROGRESS"] = "0"  # a line on standard error when the machine is slow; tests of it ask for it


@pytest.fixture(scope="session")
def target():
    """The target under test: "cpu", or "cuda" on a machine with a GPU."""
    return os.environ["CUDAPY_TARGET"]
