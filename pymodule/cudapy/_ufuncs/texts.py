"""The texts of the kernels of functions over arrays."""

from __future__ import annotations

from typing import NamedTuple

from .numbers import tuple_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    Mode = Literal["number", "one", "packed", "strided"]  # where elements are: see _place()


class Access(NamedTuple):
    """How a kernel reads or writes an operand: the type that it has in memory, and the one that the function
    takes or gives."""

    stored: str
    computed: str
    mode: Mode


def probe_text(name: str, types: Sequence[str], results: Sequence[str], result: str) -> str:
    parameters = [f"x{i}" for i in range(len(types))]
    outs = [f"y{i}" for i in range(len(results))]
    declared = [f"{kind} {each}" for kind, each in zip(types, parameters)] + [
        f"{kind}* {each}" for kind, each in zip(results, outs)
    ]
    stored = ", ".join(f"{each}[idx]" for each in outs)
    return (
        f"# {name} : void ({result}({', '.join(types)}) f, {', '.join(declared)})\n"
        f"def {name}(f, {', '.join((*parameters, *outs))}):\n"
        f"    {stored} = f({', '.join(parameters)})\n"
    )


def kernel_text(
    name: str, layout: Sequence[Access], written: Sequence[Access], rank: int, is_grid: bool, is_wide: bool
) -> str:
    """The kernel that reads operands and writes results so."""
    integer = "int64" if is_wide else "int"
    inputs, outs = [f"x{i}" for i in range(len(layout))], [f"y{i}" for i in range(len(written))]
    packed = "at" if is_grid else "idx"
    arguments = []
    for each, (kind, wanted, mode) in zip(inputs, layout):
        value = each if mode == "number" else f"{each}[{_place(each, mode, packed, rank)}]"
        arguments.append(value if kind == wanted else f"{wanted}({value})")
    targets = [f"{each}[{_place(each, mode, packed, rank)}]" for each, (_, _, mode) in zip(outs, written)]
    modes = [(each, mode) for each, (_, _, mode) in zip([*inputs, *outs], [*layout, *written])]
    numbers: list[str] = []
    lines: list[str] = []
    if strided := [each for each, mode in modes if mode == "strided"]:
        for each in strided:
            numbers += [f"{each}_start", *(f"{each}_step{axis}" for axis in range(rank))]
        numbers += [f"extent{axis}" for axis in range(1, rank)]
        has_packed = any(mode == "packed" for _, mode in modes)
        lines = _coordinates_in_a_grid(rank, has_packed) if is_grid else _split("idx", rank - 1)
    lines += _stores(targets, written, f"f({', '.join(arguments)})")
    declared = [
        f"{kind} {each}" if mode == "number" else f"{kind}* {each}"
        for each, (kind, _, mode) in zip(inputs, layout)
    ]
    declared += [f"{kind}* {each}" for each, (kind, _, _) in zip(outs, written)]
    results = [result for _, result, _ in written]
    returned = results[0] if len(results) == 1 else tuple_of(results)
    function = f"{returned}({', '.join(wanted for _, wanted, _ in layout)}) f"
    signature = ", ".join([function, *declared, *(f"{integer} {each}" for each in numbers)])
    body = "".join(f"    {line}\n" for line in lines)
    return f"# {name} : void ({signature})\ndef {name}(f, {', '.join([*inputs, *outs, *numbers])}):\n{body}"


def _place(each: str, mode: Mode, packed: str, rank: int) -> str:
    """The index of an operand's element, which numbers after the arrays say where it is strided."""
    if mode == "one":
        return "0"
    if mode == "packed":
        return packed
    return f"{each}_start + " + " + ".join(f"i{axis} * {each}_step{axis}" for axis in range(rank))


def _coordinates_in_a_grid(rank: int, has_packed: bool) -> list[str]:
    """Lines that make the index along each axis of a thread's two coordinates."""
    last = rank - 1
    lines = [f"i{last} = idx"]
    if has_packed:
        lines.append(f"at = idy * extent{last} + idx")
    return lines + _split("idy", last - 1)


def _split(left: str, last: int) -> list[str]:
    """Lines that make the index along each axis up to the last one of a number that counts along all."""
    lines = []
    for axis in range(last, 0, -1):
        lines.append(f"left{axis} = {left} // extent{axis}")
        lines.append(f"i{axis} = {left} - left{axis} * extent{axis}")
        left = f"left{axis}"
    return [*lines, f"i0 = {left}"]


def _stores(targets: Sequence[str], written: Sequence[Access], call: str) -> list[str]:
    """Lines that store what the call gives."""
    values, lines = [call], []
    if len(targets) > 1:
        values = [f"r{i}" for i in range(len(targets))]
        lines = [f"{', '.join(values)} = {call}"]
    for target, value, (kind, result, _) in zip(targets, values, written):
        lines.append(f"{target} = {value if kind == result else f'{kind}({value})'}")
    return lines
