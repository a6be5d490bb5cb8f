"""Reports on machines with a GPU have times, which no test can know: only those that ask for them measure them."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def no_times():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUDAPY_TARGET", "cpu")
        yield
