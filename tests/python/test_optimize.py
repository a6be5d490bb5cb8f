"""The option `optimize` and the environment's CUDAPY_OPTIMIZE, which need no GPU."""

import pytest

import cudapy as cp


# saxpy : void (float a, float* X, float* Y)
def saxpy(a, X, Y):
    Y[idx] = a * X[idx] + Y[idx]


@pytest.mark.parametrize("value", ["", "0", "1", "always"])
@pytest.mark.parametrize("optimize", [None, False, True])
def test_results_are_the_same(monkeypatch, value, optimize):
    monkeypatch.setenv("CUDAPY_OPTIMIZE", value)
    Y = [1.0, 2.0, 3.0]
    cp.compile(saxpy, optimize=optimize)(3)(2.0, [1.0, 1.0, 1.0], Y)
    assert Y == [3.0, 4.0, 5.0]


def test_other_values_are_refused(monkeypatch):
    monkeypatch.setenv("CUDAPY_OPTIMIZE", "2")
    with pytest.raises(ValueError) as caught:
        cp.compile(saxpy)
    assert str(caught.value) == 'CUDAPY_OPTIMIZE must be 0, 1 or "always", not \'2\''


def test_the_source_for_people_is_the_plain_kernel():
    assert "saxpy_group" not in cp.compile(saxpy, optimize=True).cuda_source
