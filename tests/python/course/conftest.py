"""Reports on machines with a GPU have times, which no test can know: only those that ask for them measure
them."""

import pytest


@pytest.fixture(autouse=True)
def no_times(monkeypatch):
    monkeypatch.setenv("CUDAPY_TARGET", "cpu")
