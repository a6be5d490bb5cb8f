from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import cudapy as cp

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Sectors


@cp.struct
class Body:
    mass: cp.float32
    vx: cp.float32
    vy: cp.float32
    vz: cp.float32


_FIELDS = ("mass", "vx", "vy", "vz")


def _case(random: Random, size: int) -> Case:
    bodies = np.zeros(size, [(name, np.float32) for name in _FIELDS])
    for name in _FIELDS:
        bodies[name] = floats(random, size)
    return Case({"B": bodies, "Out": no_floats(size)}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _squares(B: np.ndarray) -> np.ndarray:
    found: np.ndarray = B["vx"] ** 2 + B["vy"] ** 2 + B["vz"] ** 2
    return found


def _reference(B: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": B["mass"] / 2 * _squares(B)}


def _four_arrays(arguments: Arguments) -> Arguments:
    bodies = arguments["B"]
    names = zip(("Mass", "VX", "VY", "VZ"), _FIELDS)
    return {**{name: bodies[field].copy() for name, field in names}, "Out": arguments["Out"]}


EXERCISE = Exercise(
    number=11,
    unit=3,
    title="energy",
    story="""
Out is to have the kinetic energy of each body: half its mass times the square of its speed, which
is vx * vx + vy * vy + vz * vz.

A body is a struct of four floats, and the kernel below is right. But each line loads one float of
16 bytes: neighbouring lanes are 16 bytes apart, as in `X[4 * idx]`.

Keep each field in an array of its own. The signature becomes

    # energy : void (float* Mass, float* VX, float* VY, float* VZ, float* Out)

and the check gives your kernel the arrays that its signature asks for.
""",
    starter="""
import cudapy as cp
from cudapy import idx


@cp.struct
class Body:
    mass: cp.float32
    vx: cp.float32
    vy: cp.float32
    vz: cp.float32


# energy : void (Body* B, float* Out)
def energy(B, Out):
    b = B[idx]
    Out[idx] = 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz)
""",
    signature="void (Body* B, float* Out)",
    other_signatures={"void (float* Mass, float* VX, float* VY, float* VZ, float* Out)": _four_arrays},
    provides={"Body": Body},
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 20),
    limits=(Sectors("", 4.2),),
    hints=(
        "Count the used bytes: of each sector of 32 bytes, a load of b.vx uses two floats, which is 8 bytes.",
        "The signature decides: five arrays now, and `def energy(Mass, VX, VY, VZ, Out)`.",
        "B[idx].mass becomes Mass[idx], and so on. No struct is left.",
    ),
    mistakes=(
        Mistake(
            "half-forgotten",
            "This is twice the energy.",
            lambda facts: facts.looks_like(lambda B, Out: {"Out": B["mass"] * _squares(B)}),
        ),
        Mistake(
            "speed-not-squared",
            "The speed counts by its square: vx * vx, and so on.",
            lambda facts: facts.looks_like(
                lambda B, Out: {"Out": B["mass"] / 2 * (B["vx"] + B["vy"] + B["vz"])}
            ),
        ),
        Mistake(
            "array-of-structs",
            "Neighbouring lanes want one field of neighbouring structs, and the other fields come along for "
            "nothing. Keep each field in an array of its own.",
            lambda facts: facts.over("load sectors"),
        ),
    ),
)
