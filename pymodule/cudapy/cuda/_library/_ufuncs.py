"""NumPy's ufuncs over numbers, and over arrays with an array for the result: `np.sin(a, out)`. A thread
computes the whole of it."""

from __future__ import annotations

import cmath

import numpy as np

from .. import types as numba_types
from ._kinds import NUMBERS, listed
from ._loops import LINES, LOOPS, of_mixed_signs
from ._making import made

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._jit.dispatcher import DeviceFunction
    from ._kinds import Choice, Kind

    DType = np.dtype[Any]

_CORE = {kind.name: text for text, kind in NUMBERS.items()}
_PRECISION = {"float32": "float32", "complex64": "float32"}
# The other names that NumPy's functions call themselves by.
_ROWS = {"bitwise_not": "invert", "conj": "conjugate", "true_divide": "divide", "bitwise_invert": "invert"}


def choose(name: str, kinds: Sequence[Kind], has_built_in: bool) -> Choice:
    """Returns the function that a ufunc is for arguments of these types, None where it is the built-in one,
    which takes floats of 16 bits, or a text that says what is refused."""
    ufunc = getattr(np, name)
    if has_built_in and any("float16" in each.name for each in kinds):
        return None
    what = f"`np.{name}` of {listed(kinds)}"
    if not ufunc.nin <= len(kinds) <= ufunc.nargs or any(each.number is None for each in kinds):
        return what
    if any(each.keyword and (each.keyword != "out" or place < ufunc.nin) for place, each in enumerate(kinds)):
        return f"`np.{name}` with a keyword other than `out`"
    inputs, outputs = kinds[: ufunc.nin], kinds[ufunc.nin :]
    if not outputs and any(each.ndim for each in inputs):
        return f"{what} without an array for the result, which nothing in a kernel can allocate,"
    if outputs and ufunc.nout != 1:
        return f"{what}, which has two results,"
    if any(not each.ndim for each in outputs):
        return f"{what}, where the result is not put in an array,"
    if outputs and outputs[0].ndim < max(each.ndim for each in inputs):
        return f"{what}, where the array for the result has fewer dimensions,"
    loop = _loop(ufunc, inputs, outputs)
    core = _element(ufunc.__name__, *loop) if loop else None
    if core is None:
        return what
    return _over_arrays(core, inputs, outputs[0]) if outputs else core


def _loop(
    ufunc: np.ufunc, inputs: Sequence[Kind], outputs: Sequence[Kind]
) -> tuple[list[DType], list[DType]] | None:
    """Returns the types of the operands and of the results of the first loop that takes the arguments; None
    where there is none. Next to real numbers integers are taken to any precision, as numba does it."""
    given = [np.dtype(each.name) for each in inputs]
    kinds = {each.kind for each in given}
    is_mixed = bool(kinds & set("iu") and kinds & set("fc"))
    for loop in ufunc.types:
        wanted, results = loop.split("->")
        if set(wanted + results) - set("?bBhHiIlLqQfdFD"):
            continue
        if not all(_can_cast(one, np.dtype(letter), is_mixed) for one, letter in zip(given, wanted)):
            continue
        if all(np.can_cast(np.dtype(results), np.dtype(each.name), "same_kind") for each in outputs):
            return [np.dtype(letter) for letter in wanted], [np.dtype(letter) for letter in results]
    return None


def _can_cast(one: DType, other: DType, is_mixed: bool) -> bool:
    if is_mixed and one.kind in "iu" and other.kind in "fc":
        return True
    return np.can_cast(one, other, "safe")


def _element(name: str, inputs: Sequence[DType], results: Sequence[DType]) -> DeviceFunction | None:
    """Returns the function of one element; None where there is none for these types."""
    kind = {"b": "?", "i": "i", "u": "i", "f": "f", "c": "F"}[inputs[0].kind]
    name = _ROWS.get(name, name)
    row = LOOPS.get(name, {})
    text = row.get(kind) or (row.get("i") if kind == "?" else None)
    if text is None:
        return None
    if {each.kind for each in inputs} == set("iu"):
        text = of_mixed_signs(text, inputs[0].kind == "i")
    own = {
        "T": getattr(numba_types, _bool_or(inputs[0])),
        "F": getattr(numba_types, _PRECISION.get(inputs[0].name, "float64")),
        "cmath": cmath,
    }
    parameters = list(zip("xy", (_CORE[each.name] for each in inputs)))
    return made(
        f"np_{name}_{'_'.join(dict.fromkeys(each.name for each in inputs))}",
        parameters,
        _listed(results) if len(results) > 1 else _CORE[results[0].name],
        *LINES.get((name, kind), ()),
        f"return {text}",
        names=own,
    )


def _listed(results: Sequence[DType]) -> str:
    return f"({', '.join(_CORE[each.name] for each in results)})"


def _bool_or(dtype: DType) -> str:
    return "boolean" if dtype.kind == "b" else dtype.name


def _over_arrays(core: DeviceFunction, inputs: Sequence[Kind], out: Kind) -> DeviceFunction:
    """Returns the function that puts results of `core` into an array. Extents of 1 and missing dimensions
    count as in NumPy, and where the others do not fit, nothing is done."""
    axes = range(out.ndim)
    parameters, guards, places, arguments = [], [], [], []
    for name, each in zip("xy", inputs):
        parameters.append((name, each.text))
        if not each.ndim:
            arguments.append(name)
            continue
        index = []
        for axis in range(each.ndim):
            other = axis + out.ndim - each.ndim
            guards.append(
                f"if {name}.shape[{axis}] != 1 and {name}.shape[{axis}] != out.shape[{other}]: return"
            )
            places.append(f"{name}{axis} = 0 if {name}.shape[{axis}] == 1 else 1")
            index.append(f"i{other} * {name}{axis}")
        arguments.append(f"{name}[{', '.join(index)}]")
    loops = [f"{'    ' * axis}for i{axis} in range(out.shape[{axis}]):" for axis in axes]
    place = ", ".join(f"i{axis}" for axis in axes)
    store = f"{'    ' * out.ndim}out[{place}] = {core.__name__}({', '.join(arguments)})"
    suffix = "_".join(f"{each.name}{each.ndim or ''}" for each in (*inputs, out))
    return made(
        f"{core.__name__}_into_{suffix}",
        [*parameters, ("out", out.text)],
        "void",
        *guards,
        *places,
        *loops,
        store,
        names={core.__name__: core},
    )
