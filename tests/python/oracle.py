"""Rule 1 of the language as a test helper: run the kernel itself in CPython, once per thread, and compare.

What runs is a simulated launch (`cudapy/_simulate`), on copies of the arguments that the compiled kernel is
given: one whose values have types of their own, so that nothing of what the translator found is in it, and
for the first launch of each kernel `call.simulate` too.

    check(saxpy, 100, 2.5, X, Y)              # one kernel, or [kernel, helper, …]
    batch = Batch(first, second, helper)      # many kernels, one compilation
    batch.check(second, (8, 5), A, n)
"""

import array
import copy
import inspect
import os

import numpy as np

import cudapy as cp
import derivative_oracle
from cudapy._simulate.array import LISTS, Array, as_array
from cudapy._simulate.dtypes import KINDS
from cudapy._simulate.launch import Simulation
from cudapy._simulate.number import BFLOAT16, DOUBLE, FLOAT, HALF
from cudapy._simulate.program import Program, signature_of

TARGET = os.environ.get("CUDAPY_TARGET")
CHECKED = os.environ.get("CUDAPY_CHECKED") == "1"

# Allowed difference, in units of the last place of the largest magnitude in the expected array.
ULPS = 4
EPSILON = {FLOAT: 2.0**-23, DOUBLE: 2.0**-52, HALF: 2.0**-10, BFLOAT16: 2.0**-7}


class Batch:
    """Functions compiled together, when first needed."""

    def __init__(self, *functions, **options):
        self.functions = functions
        self.options = options
        self.program = Program(functions)  # for what compile() refuses
        self.simulated = set()  # the kernels that `simulate` has run
        self._compiled = None

    @property
    def compiled(self):
        if self._compiled is None:
            # A call is of the first function, so kernels come before helpers.
            ordered = sorted(self.functions, key=lambda f: signature_of(inspect.unwrap(f))[0] is not None)
            cp.compile(ordered, **self.options)
            # Once more, so that what the cache knows of a translation is what runs.
            self._compiled = cp.compile(ordered, **self.options)
            needs_translation = (
                self._compiled.diagnostics
                or CHECKED
                or self.options.get("checked")
                or "CUDAPY_BREAK_VARIANTS" in os.environ
            )
            assert needs_translation or not self._compiled.translated, "translated again"
        return self._compiled

    def call(self, kernel):
        """The compiled call of one of the kernels."""
        return getattr(self.compiled, kernel.__name__)

    def check(
        self, kernel, threads, *arguments, ulps=ULPS, each=False, on_device=False, block=None, shared=None
    ):
        """Runs `kernel` compiled and in CPython on copies of the arguments, and compares every array.

        Arrays are NumPy arrays of the declared type and dimensions, or lists, nested for several dimensions.
        The same array given twice stays one array. `on_device` passes CudaArrays instead of host memory,
        `block` and `shared` are the launch's. `ulps` and `each` are as in `compare`. Gives the arrays'
        contents after the run, in order, lists as arrays.
        """
        extent = threads if isinstance(threads, tuple) else (threads,)
        parameters = signature_of(inspect.unwrap(kernel))[1]
        given = _copies(arguments)
        runs = [_copies(arguments)]
        if on_device:
            made = {id(a): cp.CudaArray(a) for a in given if isinstance(a, np.ndarray)}
            self.call(kernel)(*extent, block=block, shared=shared)(*(made.get(id(a), a) for a in given))
            for a in given:
                if isinstance(a, np.ndarray):
                    a[...] = made[id(a)].toHost()
        else:
            self.call(kernel)(*extent, block=block, shared=shared)(*given)
        Simulation(self.call(kernel), extent, runs[0], {}, block, shared, own_types=True).run()
        if kernel not in self.simulated:
            self.simulated.add(kernel)
            runs.append(_copies(arguments))
            self.call(kernel).simulate(extent, *runs[1], block=block, shared=shared)
        given = _as_arrays(given, parameters)
        for expected in runs:
            for index, (got, want) in enumerate(zip(given, _as_arrays(expected, parameters))):
                name = inspect.unwrap(kernel).__code__.co_varnames[index]
                if isinstance(want, np.ndarray):
                    compare(got, want, f"{kernel.__name__}: array {name!r}", ulps, each, parameters[index][0])
                for row in range(len(want) if isinstance(want, list) else 0):
                    compare(
                        got[row],
                        want[row],
                        f"{kernel.__name__}: row {row} of {name!r}",
                        ulps,
                        each,
                        parameters[index][0],
                    )
        if derivative_oracle.is_due(kernel):
            derivative_oracle.report(self.call(kernel), extent, arguments, block, shared)
        return [a for a in given if isinstance(a, np.ndarray)]


def check(functions, threads, *arguments, ulps=ULPS, each=False, on_device=False, block=None, **options):
    """`Batch.check` for a single kernel, or a list of the kernel and its helpers."""
    functions = functions if isinstance(functions, (list, tuple)) else [functions]
    return Batch(*functions, **options).check(
        functions[0], threads, *arguments, ulps=ulps, each=each, on_device=on_device, block=block
    )


def compare(got, want, what, ulps=ULPS, each=False, kind=None):
    """Integers and bools bit for bit; floats within `ulps` of the array's largest finite magnitude, or of
    each element."""
    assert got.dtype == want.dtype and got.shape == want.shape, (
        f"{what}: {got.dtype}{got.shape} is not {want.dtype}{want.shape}"
    )
    if want.dtype.names:  # of structs, each field by itself
        for name in want.dtype.names:
            compare(got[name], want[name], f"{what}.{name}", ulps, each)
        return
    if want.dtype.kind == "c":  # part by part, both as exact as the numbers are large
        part = {"complex64": np.float32, "complex128": np.float64}[want.dtype.name]
        compare(np.ascontiguousarray(got).view(part), np.ascontiguousarray(want).view(part), what, ulps, each)
        return
    if want.dtype.kind != "f":
        wrong = got != want
    else:
        with np.errstate(all="ignore"):
            finite = np.isfinite(want)
            scale = (
                np.abs(want.astype(np.float64)) if each else float(np.max(np.abs(want[finite]), initial=0.0))
            )
            tolerance = ulps * EPSILON[kind if kind in EPSILON else KINDS[want.dtype]] * scale + (
                np.finfo(want.dtype).tiny if each else 0
            )
            near = np.abs(got.astype(np.float64) - want.astype(np.float64)) <= tolerance
            wrong = ~((finite & np.isfinite(got) & near) | (got == want) | (np.isnan(got) & np.isnan(want)))
    if wrong.any():
        places = np.flatnonzero(wrong)
        shown = "\n".join(f"  [{i}] compiled {got.flat[i]!r}, CPython {want.flat[i]!r}" for i in places[:8])
        raise AssertionError(f"{what}: {places.size} of {want.size} elements differ\n{shown}")


def _as_arrays(arguments, parameters):
    """The arguments with arrays in place of lists; a list that is given twice is one array. Of `T**` each row
    is one."""
    made = {}
    for a, (kind, rank) in zip(arguments, parameters):
        if isinstance(a, list):
            made[id(a)] = [as_array(list(row), kind) for row in a] if rank == LISTS else as_array(a, kind)
    return [made.get(id(a), a) for a in arguments]


def _copies(arguments):
    """Copies of the arguments in which arrays that were one array still are."""
    copies = {}
    for argument in arguments:
        assert not isinstance(argument, array.array), "the oracle compares NumPy arrays and lists"
        if isinstance(argument, (np.ndarray, list)) and id(argument) not in copies:
            copies[id(argument)] = (
                _copy_of(argument) if isinstance(argument, np.ndarray) else copy.deepcopy(argument)
            )
    return [copies.get(id(argument), argument) for argument in arguments]


def _copy_of(view):
    """A copy whose elements lie as they do in the view: with its strides, and gaps between them."""
    if view.flags.c_contiguous or any(step == 0 or step % view.itemsize for step in view.strides):
        return view.copy()
    span = sum(abs(step) * (extent - 1) for step, extent in zip(view.strides, view.shape))
    memory = np.zeros(span // view.itemsize + 1, view.dtype)
    made = np.lib.stride_tricks.as_strided(memory, view.shape, [abs(step) for step in view.strides])
    made = made[tuple(slice(None, None, 1 if step > 0 else -1) for step in view.strides)]
    made[...] = view
    return made


__all__ = ["Array", "Batch", "TARGET", "check", "compare"]
