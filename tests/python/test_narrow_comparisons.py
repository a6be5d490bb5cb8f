"""Choices of small integers by comparisons with constants of any type: a workaround for ptxas makes `int`s of
what is compared."""

import numpy as np
import pytest
from generated import module

import cudapy as cp

CONSTANTS = {
    "int": ("-2147483648", "-129", "-1", "0", "127", "255", "32768", "2147483647"),
    "uint32": ("uint32(0)", "uint32(127)", "uint32(65535)", "uint32(2147483648)", "uint32(4294967295)"),
    "int64": (
        "int64(-2147483649)",
        "int64(-1)",
        "int64(255)",
        "int64(2147483648)",
        "int64(9223372036854775807)",
    ),
    "uint64": ("uint64(0)", "uint64(255)", "uint64(4294967296)", "uint64(18446744073709551615)"),
}
SMALL = ("int8", "uint8", "int16", "uint16")


def choices(small, constants):
    """Returns the conditions: a constant next to each operand that it may be compared with."""
    signed = not small.startswith("u")
    conditions = []
    for constant in constants:
        for op in ("<", "<=", ">", ">=", "==", "!="):
            if not (signed and constant.startswith("uint64")):
                conditions += [f"X[idx] {op} {constant}", f"{constant} {op} X[idx]"]
            conditions.append(f"{constant} {op} {constants[0]}")
    return conditions


@pytest.mark.parametrize("small", SMALL)
@pytest.mark.parametrize("kind", CONSTANTS)
def test_choices_of_small_integers(small, kind):
    """They translate for a GPU with all variants, and are what CPython chooses."""
    conditions = choices(small, CONSTANTS[kind])
    lines = "\n".join(f"    Y[idx, {i}] = 5 if {each} else X[idx]" for i, each in enumerate(conditions))
    made = module(f"""from cudapy import *


# k : void ({small}* X, {small}[,] Y)
def k(X, Y):
{lines}
""")
    call = cp.compile(made.k, target="cpu")
    limits = np.iinfo(small)
    X = np.array([limits.min, limits.min + 1, 0, 1, 100, 127, limits.max - 1, limits.max], small)
    Y = np.zeros((len(X), len(conditions)), small)
    call(len(X))(X, Y)
    simulated = np.zeros_like(Y)
    call.simulate(len(X), X, simulated)
    assert Y.tolist() == simulated.tolist()
    assert [text for size in ((), (4, 1, 1)) for text in call._cuda_variants(*size)[1]] == []
    assert "5" in call.cuda_source
