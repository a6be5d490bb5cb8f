"""The derivative in forward mode against CPython's duals: `call.jvp` computes what `_simulate/duals` does.

CPython runs the kernel thread by thread on numbers with tangents, whose formulas are textbook's and share
nothing with the translator. Tolerances come from the kernel: the same run on magnitudes says how large the
terms were that a tangent is the sum of.
"""

import datetime
import json
import os
import re
import zlib

import cudapy as cp
import numpy as np
from cudapy._compile.recorded import Replayed
from cudapy._simulate.duals.launch import DualSimulation
from cudapy._simulate.duals.number import magnitudes

# With a path, every kernel that the oracle checks is differentiated as well, and a line is written for each.
# Without one, every fortieth is, others each day.
REPORT = os.environ.get("CUDAPY_ORACLE_DERIVATIVES")
DAYS = 40
# The relative tolerances, by the narrowest float that the text of a derivative names.
RELATIVE = {"bfloat16": 0.1, "half": 0.02, "float": 2e-5}
IN_DOUBLE = 1e-12


def derivative_of(call):
    """Returns the derivative of a kernel, or why there is none; nothing for a kernel without floats."""
    try:
        return call.jvp, None
    except cp.CompileError as error:
        codes = {each["code"] for each in error.diagnostics if each["severity"] == "error"}
        assert codes == {"E790"}, f"{call.name}: its derivative is refused without E790:\n{error}"
        return None, error.diagnostics[0]["message"]
    except TypeError as error:
        return None, f"TypeError: {str(error).partition(': ')[2]}"


def derivatives_of(call, names, mode="jvp"):
    """Returns the derivatives of kernels that were compiled together, by their names, which are compiled
    together, too. Raises CompileError where one of them has none."""
    recipe = call._recipe
    options = recipe.options.replaced(**{mode: " ".join(names)})
    made = Replayed(recipe.units, recipe.answers, recipe.defaults, options, recipe.instance).compile()
    made.name
    found = {name: made.kernels[f"{name}_{mode}"] for name in names}
    for name, derivative in found.items() if mode == "jvp" else ():
        derivative._derivative_of = call.kernels[name]
    return found


def directions(derivative, call, given, rng):
    """Returns random tangents for the arguments of a kernel."""
    places = {name: value for (name, _), value in zip(call.parameters, given, strict=True)}
    made, known = [], {}
    for name, _ in derivative.parameters[len(call.parameters) :]:
        value = places[name.removesuffix("_dot")]
        if id(value) not in known:
            known[id(value)] = _direction(value, rng)
        made.append(known[id(value)])
    return made


def _direction(value, rng):
    if isinstance(value, (list, tuple)):
        return type(value)(_direction(each, rng) for each in value)
    if isinstance(value, np.ndarray):
        made = np.zeros_like(value)
        for part in _parts(made):
            drawn = rng.uniform(-1, 1, part.shape)
            part[...] = drawn + 1j * rng.uniform(-1, 1, part.shape) if part.dtype.kind == "c" else drawn
        return made
    if isinstance(value, (np.void, np.floating, np.complexfloating)):
        return _direction(np.array([value]), rng)[0]
    if hasattr(value, "__cudapy_fields__"):
        return type(value)(*(_direction(getattr(value, name), rng) for name, _ in value.__cudapy_fields__))
    if hasattr(value, "__cudapy_vector__"):
        return type(value)(*(_direction(each, rng) for each in value))
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return value
    return complex(*rng.uniform(-1, 1, 2)) if isinstance(value, complex) else float(rng.uniform(-1, 1))


def _parts(array):
    """Returns an array, or the arrays of the fields of one of structs, as far as they are of floats."""
    if array.dtype.names:
        return [part for name in array.dtype.names for part in _parts(array[name])]
    return [array] if array.dtype.kind in "fc" else []


def _as_arrays(value):
    """Returns the arrays of an argument: itself, or a list as one of them."""
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, list):
        rows = value if value and isinstance(value[0], (list, np.ndarray)) else [value]
        return [each for row in rows for each in ([row] if isinstance(row, np.ndarray) else [np.array(row)])]
    return []


def copied(values):
    """Returns copies, in which what was one array still is."""
    from oracle import _copies

    return _copies(values)


def absolute(value):
    """Returns the magnitudes of tangents."""
    if isinstance(value, list):
        return [absolute(each) for each in value]
    if isinstance(value, np.ndarray):
        made = value.copy()
        for part in _parts(made):
            size = np.abs(part.real) + np.abs(part.imag)
            part[...] = size + 1j * size if part.dtype.kind == "c" else size
        return made
    if isinstance(value, complex):
        return complex(abs(value.real) + abs(value.imag), abs(value.real) + abs(value.imag))
    return abs(value) if isinstance(value, float) else value


def compare_derivative(call, threads, arguments, block=None, shared=None, seed=48):
    """Compares a kernel's derivative with CPython's. Returns how many numbers were compared and how many were
    not, because the tangent is infinite or NaN there, or else why the derivative is refused."""
    derivative, reason = derivative_of(call)
    if derivative is None:
        return reason
    text = derivative.cuda_source
    narrow = (RELATIVE[kind] for kind in RELATIVE if re.search(rf"\b_*(nv_)?{kind}\d?\b", text))
    return compare_with_duals(
        derivative, call, threads, arguments, block, shared, seed, next(narrow, IN_DOUBLE)
    )


def compare_with_duals(
    derivative,
    call,
    threads,
    arguments,
    block=None,
    shared=None,
    seed=48,
    relative=IN_DOUBLE,
    most=np.inf,
):
    """Does what compare_derivative does, for a derivative that is there. Tangents that are the sum of terms
    above `most` are not compared: the last bits of values decide about such ones."""
    rng = np.random.default_rng(seed)
    count = len(call.parameters)
    extent = threads if isinstance(threads, tuple) else (threads,)
    values = [*arguments, *directions(derivative, call, arguments, rng)]
    launched, simulated = copied(values), copied(values)
    DualSimulation(derivative, extent, tuple(simulated), {}, block, shared, own_types=True).run()
    derivative(extent, block=block, shared=shared)(*launched)
    sizes = copied([*values[:count], *(absolute(each) for each in values[count:])])
    for first in range(count, len(values)):  # an array that is given twice is one
        for at in range(count, first):
            if values[at] is values[first]:
                sizes[first] = sizes[at]
    with magnitudes():
        DualSimulation(derivative, extent, tuple(sizes), {}, block, shared, own_types=True).run()
    compared = passed = 0
    for place, (name, _) in enumerate(derivative.parameters[count:], count):
        for got, want, size in zip(*(_as_arrays(each[place]) for each in (launched, simulated, sizes))):
            for one in zip(_parts(got), _parts(want), _parts(size)):
                compared_here, passed_here = _compare(f"{call.name}: {name}", relative, most, *one)
                compared, passed = compared + compared_here, passed + passed_here
    return compared, passed


def compare_modes(
    vjp, jvp, call, threads, arguments, block=None, shared=None, seed=49, relative=1e-10, most=np.inf
):
    """Compares what reverse mode pulls back with forward mode, along a random direction: <J^T u, v> with
    <u, J v>. Returns whether the numbers are finite, and no larger than `most`, so that they tell."""
    rng = np.random.default_rng(seed)
    count = len(call.parameters)
    extent = threads if isinstance(threads, tuple) else (threads,)
    tangents = directions(jvp, call, arguments, rng)
    dots, given = copied(tangents), copied(arguments)
    jvp(extent, block=block, shared=shared)(*copied(arguments), *dots)
    bars = [
        _direction(dot, rng) if isinstance(dot, (np.ndarray, list)) else _direction(np.array([dot]), rng)
        for dot in tangents
    ]
    cotangents = copied(bars)
    vjp(extent, block=block, shared=shared)(*given, *bars)
    for (name, _), before, left in zip(call.parameters, arguments, given):
        if isinstance(before, np.ndarray):
            for old, new in zip(_parts(before), _parts(left)):
                assert old.tobytes() == new.tobytes(), f"{call.name}: vjp has changed {name}"
    forward, size = _product(cotangents, dots)
    backward, other = _product(bars, tangents)
    if not np.isfinite([forward, backward, size, other]).all() or max(size, other) > most:
        return False
    if abs(forward - backward) <= relative * (size + other):
        return True
    sizes = [*copied(arguments), *map(absolute, tangents)]
    with magnitudes():
        DualSimulation(jvp, extent, tuple(sizes), {}, block, shared, own_types=True).run()
    size, _ = _product([absolute(each) for each in cotangents], sizes[count:])
    assert size > most or abs(forward - backward) <= relative * size, (
        f"{call.name}: <u, J v> is {forward!r}, and <J^T u, v> {backward!r}, of terms as large as {size:.3g}"
    )
    return size <= most


def _product(first, second):
    """Returns the real inner product of values, and the sum of the magnitudes of its terms."""
    total = size = 0.0
    for one, other in zip(first, second):
        other = other if isinstance(other, (np.ndarray, list)) else np.array([other])
        for a, b in zip(_as_arrays(one), _as_arrays(other)):
            for x, y in zip(_parts(a), _parts(b)):
                terms = np.real(np.conj(x) * y)
                total, size = total + float(np.sum(terms)), size + float(np.sum(np.abs(terms)))
    return total, size


def _compare(what, relative, most, got, want, size):
    parts = (lambda a: [a.real, a.imag]) if got.dtype.kind == "c" else lambda a: [a]
    compared = passed = 0
    for a, b, scale in zip(parts(got), parts(want), parts(size)):
        a, b, scale = (np.ravel(each).astype(float) for each in (a, b, scale))
        known = np.isfinite(b) & (scale <= most)
        if (
            most < np.inf
        ):  # the product of a tangent 0 with an infinite derivative is NaN in a compiled kernel
            known &= np.isfinite(a) | (scale > 0)
        with np.errstate(all="ignore"):
            limit = relative * np.maximum(scale, np.abs(b)) + (0 if relative == IN_DOUBLE else 1e-37)
            if most < np.inf:  # of formulas such as (1 - f) * (1 + f)
                limit += 1e-12
            wrong = known & ~(np.abs(a - b) <= limit) & np.isfinite(limit)
        if wrong.any():
            places = np.flatnonzero(wrong)
            shown = "\n".join(
                f"  [{i}] compiled {a[i]!r}, CPython {b[i]!r}, of terms as large as {scale[i]:.3g}"
                for i in places[:8]
            )
            raise AssertionError(f"{what}: {places.size} of {a.size} tangents differ\n{shown}")
        compared, passed = compared + int(known.sum()), passed + int((~known).sum())
    return compared, passed


def is_due(kernel):
    """Returns whether the derivative of a kernel is checked in this run."""
    if REPORT:
        return True
    is_on_cpu = (os.environ.get("CUDAPY_TARGET") or "cpu") == "cpu"
    text = f"{kernel.__module__} {kernel.__name__}".encode()
    return is_on_cpu and zlib.crc32(text) % DAYS == datetime.date.today().toordinal() % DAYS


def report(call, threads, arguments, block, shared):
    """Does what compare_derivative does for a kernel that the oracle checks, and writes a line about it."""
    outcome = compare_derivative(call, threads, arguments, block, shared)
    if not REPORT:
        return
    with open(REPORT, "a", encoding="utf-8") as file:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
        print(json.dumps([test, call.name, outcome]), file=file)
