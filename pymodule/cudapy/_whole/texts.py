"""The texts of the kernels of functions over arrays."""

from __future__ import annotations

from .numbers import tuple_of


def probe_text(name, types, results, result):
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


def kernel_text(name, layout, written, rank, is_grid, is_wide):
    """The kernel for operands of these types, (in memory, in the function, "number", "one", "packed" or
    "strided")."""
    integer = "int64" if is_wide else "int"
    declared, names, numbers, lines = [], [], [], []

    def place(each, mode):
        """The index of an operand's element, which numbers behind the arrays say."""
        if mode == "one":
            return "0"
        if mode == "packed":
            return "at" if is_grid else "idx"
        numbers.extend([f"{each}_start", *(f"{each}_step{axis}" for axis in range(rank))])
        return f"{each}_start + " + " + ".join(f"i{axis} * {each}_step{axis}" for axis in range(rank))

    arguments, stores = [], []
    for i, (kind, wanted, mode) in enumerate(layout):
        each = f"x{i}"
        names.append(each)
        declared.append(f"{kind} {each}" if mode == "number" else f"{kind}* {each}")
        value = each if mode == "number" else f"{each}[{place(each, mode)}]"
        arguments.append(value if kind == wanted else f"{wanted}({value})")
    for i, (kind, result, mode) in enumerate(written):
        each = f"y{i}"
        names.append(each)
        declared.append(f"{kind}* {each}")
        stores.append((f"{each}[{place(each, mode)}]", kind, result))
    is_strided = bool(numbers)
    if is_strided:
        numbers += [f"extent{axis}" for axis in range(1, rank)]
        if is_grid:
            lines.append(f"i{rank - 1} = idx")
            if any(mode == "packed" for _, _, mode in (*layout, *written)):
                lines.append(f"at = idy * extent{rank - 1} + idx")
            left, axes = "idy", range(rank - 2, 0, -1)
        else:
            left, axes = "idx", range(rank - 1, 0, -1)
        for axis in axes:
            lines.append(f"left{axis} = {left} // extent{axis}")
            lines.append(f"i{axis} = {left} - left{axis} * extent{axis}")
            left = f"left{axis}"
        lines.append(f"i0 = {left}")
    call = f"f({', '.join(arguments)})"
    if len(stores) == 1:
        target, kind, result = stores[0]
        lines.append(f"{target} = {call if kind == result else f'{kind}({call})'}")
        returned = written[0][1]
    else:
        lines.append(f"{', '.join(f'r{i}' for i in range(len(stores)))} = {call}")
        lines += [
            f"{target} = {f'r{i}' if kind == result else f'{kind}(r{i})'}"
            for i, (target, kind, result) in enumerate(stores)
        ]
        returned = tuple_of(result for _, result, _ in written)
    function = f"{returned}({', '.join(wanted for _, wanted, _ in layout)}) f"
    signature = ", ".join([function, *declared, *(f"{integer} {each}" for each in numbers)])
    body = "".join(f"    {line}\n" for line in lines)
    return f"# {name} : void ({signature})\ndef {name}(f, {', '.join([*names, *numbers])}):\n{body}"
