"""The derivatives of the kernels that are launched while a tape records."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..derived import derived_of
from .operations import Derivative


def derivative_of(launch: Any, arrays: tuple[str, ...]) -> Derivative:
    """Returns how a launch is pulled back to those parameters that are arrays of the tape."""
    recipe, name, *_ = launch._recipe
    if any(element is not None for _, element, *_ in launch._lists):
        return Derivative(None, "it takes an array of arrays, whose cotangents a tape does not keep")
    if recipe is None:
        return Derivative(None, "its text is CUDA C++, which CudaPy does not read")
    known: dict[Any, Derivative] | None = vars(recipe).get("_on_tapes")
    if known is None:
        known = {}
        setattr(recipe, "_on_tapes", known)
    found = known.get((name, arrays))
    if found is None:
        found = known[name, arrays] = _made(recipe, name, arrays)
    return found


def _made(recipe: Any, name: str, arrays: tuple[str, ...]) -> Derivative:
    deferred = _core.defer_builds(True)
    try:
        kernel = derived_of(recipe, name, "vjp")
        uses = kernel._uses
        names = [parameter for parameter, *_ in uses]
        pulled = [names[of] if of >= 0 else "" for *_, is_bar, of, _ in uses if is_bar]
        wanted = [each for each in pulled if each in arrays]
        if not wanted:
            return Derivative(None, "")
        if wanted != pulled:
            kernel = derived_of(recipe, name, "vjp", wrt=" ".join(wanted))
            uses = kernel._uses
    except _core.CompileError as error:
        return Derivative(None, error.diagnostics[0]["message"])
    except TypeError as error:
        return Derivative(None, str(error))
    finally:
        _core.defer_builds(deferred)
    bars = [of for *_, is_bar, of, _ in uses if is_bar]
    if any(of < 0 or names[of] not in arrays for of in bars):
        others = ", ".join(
            names[of] if of >= 0 else "a number" for of in bars if of < 0 or names[of] not in arrays
        )
        return Derivative(None, f"it has a cotangent of {others}, which is no CudaArray")
    needed = frozenset(
        number
        for number, (_, is_array, reads, writes, is_bar, *_) in enumerate(uses)
        if is_array and not is_bar and (reads or writes)
    )
    return Derivative(kernel, "", tuple(bars), needed)
