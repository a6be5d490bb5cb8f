"""Python's random numbers in kernels: what is said in their place, in each dialect."""

import runpy

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

OWN = {
    "random.random()": "write `rng = cp.random_state(seed, idx)` and `cp.random(rng)`",
    "random.uniform(1, 2)": "write `rng = random_state(seed, idx)` and `uniform(rng, a, b)`",
    "random.gauss(0, 1)": "write `rng = random_state(seed, idx)` and `normal(rng, mean, deviation)`",
}


@pytest.mark.parametrize("text", OWN)
def test_what_is_said(text, tmp_path):
    help_of = OWN[text]
    path = tmp_path / "kernels_of_random.py"
    path.write_text(f"import random\nimport numpy as np\n\n\ndef filled(X, i):\n    X[i] = {text}\n")
    filled = runpy.run_path(str(path))["filled"]
    with pytest.raises(cp.CompileError) as error:
        cp.kernel(filled)(1)(np.zeros(1), 0)
    assert f"\n   = help: {help_of}\n" in str(error.value)
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(filled)[1, 1](np.zeros(1), 0)
    function = "normal" if "normal" in help_of else "uniform"
    assert f"\n   = help: write `xoroshiro128p_{function}_float32(states, i)` of `cuda.random`\n" in str(
        error.value
    )
