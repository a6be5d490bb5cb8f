"""The kernels of functions over arrays, as texts of the dialect that call the function."""

from __future__ import annotations

from types import CellType, FunctionType

from ... import _core
from ..._compile.compile import compile_functions
from ..._compile.options import Options
from ..._compile.resolve import CUDAPY_TYPES
from ..._compile.sources import is_lambda
from .._jit.dialect import NumbaDialect
from .._jit.dispatcher import DeviceFunction
from .._jit.sources_without_files import recall

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._ufuncs.texts import Mode

FILE = "<cudapy.cuda: a kernel over arrays>"


def name_of(function: FunctionType) -> str:
    """Returns the name of a function in names that are made of it."""
    return "lambda_function" if is_lambda(function) else function.__name__


def as_of_now(function: FunctionType) -> FunctionType:
    """Returns a function with the same code, for which the names outside it mean what they mean now. In numba
    they do from the decoration on, and here kernels for some layouts of arrays are compiled later."""
    cells = tuple(CellType(*_contents(cell)) for cell in function.__closure__ or ())
    code, known = function.__code__, dict(function.__globals__)
    made = FunctionType(code, known, function.__name__, function.__defaults__, cells)
    made.__dict__.update(function.__dict__)  # its source, if it is in no file
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    made.__doc__, made.__annotations__ = function.__doc__, function.__annotations__
    return made


def _contents(cell: CellType) -> list[Any]:
    """Returns what a cell has, in a list; an empty one where it was not assigned yet."""
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def compiled(
    name: str,
    parameters: list[tuple[str, str]],
    lines: list[str],
    function: FunctionType,
    is_wide: bool = False,
) -> Any:
    """Returns the kernel of that name with these (type, name) and lines, in which `core` is the function."""
    from ... import cuda

    declared = ", ".join(f"{kind} {each}" for kind, each in parameters)
    source = f"# {name} : void ({declared})\n"
    source += f"def {name}({', '.join(each for _, each in parameters)}):\n"
    source += "".join(f"    {line}\n" for line in lines)
    scope: dict[str, Any] = {"cuda": cuda, "core": DeviceFunction(function)}
    exec(compile(source, FILE, "exec"), scope)
    index = _core.Int64 if is_wide else None
    return compile_functions(
        scope[name],
        None,
        Options(index=index),
        texts=[(FILE, source)],
        recall=recall,
        dialect=NumbaDialect,
    )


def result_of(function: FunctionType, kinds: Sequence[_core.Type]) -> _core.Type | None:
    """Returns the type that a function of numbers gives when it is given these, as numba infers it. Raises
    CompileError where it gives no number."""
    types = ", ".join(kind.name for kind in kinds)
    names = [f"x{i}" for i in range(len(kinds))]
    parameters = [(f"R({types})", "f"), *zip((kind.name for kind in kinds), names), ("R*", "y")]
    generic = compiled(f"{name_of(function)}_probe", parameters, [f"y[0] = f({', '.join(names)})"], function)
    instance = generic.instance(function, *[None] * (len(kinds) + 1))
    element: _core.Type | None = instance.parameters[-1][1].element
    return element


def over_arrays(
    function: FunctionType,
    inputs: Sequence[tuple[_core.Type, Mode]],
    result: _core.Type,
    out: tuple[_core.Type, Mode],
    rank: int,
    is_wide: bool,
) -> Any:
    """Returns the kernel that calls a function of numbers for each element. `inputs` are the type and the
    mode of each argument, "number", "one", "packed" or "strided", and `out` those of the array for results.
    A result has the type `result`, and then that of the array."""
    parameters: list[tuple[str, str]] = []
    numbers: list[str] = []
    places: list[str] = []
    for i, (kind, mode) in enumerate([*inputs, out]):
        name = f"x{i}" if i < len(inputs) else "y"
        parameters.append((kind.name if mode == "number" else f"{kind.name}*", name))
        places.append(name if mode == "number" else f"{name}[{_place(name, mode, rank)}]")
        if mode == "strided":
            numbers += [f"{name}_start", *(f"{name}_step{axis}" for axis in range(rank))]
    lines = ["at = cuda.grid(1)"]
    if numbers:
        numbers += [f"extent{axis}" for axis in range(1, rank)]
        lines += _coordinates(rank)
    value = f"core({', '.join(places[:-1])})"
    if result is not out[0]:
        value = f"cuda.{CUDAPY_TYPES[result.name]}({value})"
    lines.append(f"{places[-1]} = {value}")
    parameters += [("int64", each) for each in numbers]
    return compiled(f"{name_of(function)}_over_arrays", parameters, lines, function, is_wide)


def _place(name: str, mode: Mode, rank: int) -> str:
    """The index of the element of an array that a thread takes."""
    if mode == "one":
        return "0"
    if mode == "packed":
        return "at"
    return f"{name}_start + " + " + ".join(f"i{axis} * {name}_step{axis}" for axis in range(rank))


def _coordinates(rank: int) -> list[str]:
    """Lines that make the index along each axis of the number of a thread."""
    lines, left = [], "at"
    for axis in range(rank - 1, 0, -1):
        lines.append(f"left{axis} = {left} // extent{axis}")
        lines.append(f"i{axis} = {left} - left{axis} * extent{axis}")
        left = f"left{axis}"
    return [*lines, f"i0 = {left}"]
