"""The methods of Kernel that are written in Python. Each reads what it needs when it is first called."""

from __future__ import annotations

from .._core import Kernel, entry, is_recording

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .tune import Tuner

_plan_without_arguments = Kernel.explain


def _options(call: Any) -> Any:
    return getattr(getattr(call, "_recipe", None), "options", None)


def _refuse_vjp_trace(call: Any) -> None:
    """A launch of a derivative in reverse mode has other forms than one that tells its accesses."""
    if getattr(_options(call), "vjp", False):
        raise TypeError(
            f"trace: {call.name} pulls cotangents back, and a launch of it gathers where a traced one "
            f"would add "
            "with atomics, so that its numbers would be others: trace the kernel itself, or its jvp"
        )


def simulate(
    self: Kernel,
    threads: Any,
    /,
    *arguments: Any,
    block: Any = None,
    shared: Any = None,
    stop: tuple[int, ...] | None = None,
    order: str | int = "forward",
    name_threads: bool = False,
    **named: Any,
) -> None:
    """Run the kernel's own Python, thread by thread, instead of what was compiled of it:
    `call.simulate(n, X, Y)` does what `call(n)(X, Y)` does, so that `breakpoint()`, `print` and a
    debugger work in the kernel. It is slow, and exact: numbers have the widths of the language.

    threads: the number of threads, an int, or a tuple or a dim3 for several axes; then the kernel's
        arguments.
    block, shared: as for a launch.
    stop: the coordinates (idx, idy, idz) of a thread; pdb opens in it, at the kernel's first line.
    order: in which order blocks and threads run: "forward", "backward", or a number by which they are
        shuffled.
    name_threads: what the kernel prints begins with the thread that does.

    Raises KernelError for what the language promises nothing about, with the line and the thread, for
    barriers that only some threads reach, AssertionError for a failed assertion, TypeError for kernels
    that call CUDA C++, and what a launch raises for arguments.

    >>> @cp.kernel("void (float* X)")
    ... def halve(X):
    ...     X[idx] /= 2
    ...     print(f"{idx}: {X[idx]}")
    >>> X = [1.0, 2.0]
    >>> halve.simulate(2, X, order="backward")
    1: 1
    0: 0.5
    >>> X
    [0.5, 1.0]
    """
    if is_recording():
        raise RuntimeError(
            f"{self.name}: a tape does not record simulations: launch the kernel in the `with` of the tape"
        )
    options = _options(self)
    if getattr(options, "vjp", False):
        raise TypeError(
            f"simulate: {self.name} pulls cotangents back, and has no Python that goes backwards: "
            f"simulate the "
            "kernel itself, or its jvp, with which gradcheck compares the vjp"
        )
    if getattr(options, "jvp", False) and getattr(self, "_derivative_of", None) is None:
        raise TypeError(
            f"simulate: {self.name} was pickled or built, and its Python function stayed where it was "
            f"compiled: "
            "simulate it there"
        )
    try:
        from .._simulate.launch import simulate  # read when something is first simulated
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ModuleNotFoundError(
            "simulate: it works on NumPy's arrays, and NumPy is not installed here", name="numpy"
        ) from None

    return simulate(self, threads, arguments, named, block, shared, stop, order, name_threads)


def trace(
    self: Kernel,
    threads: Any,
    /,
    *arguments: Any,
    block: Any = None,
    shared: Any = None,
    blocks: Any = None,
    **named: Any,
) -> Any:
    """Run a copy of a launch on the CPU, whatever the target is, and write down what each thread does
    with memory and which way it
    goes: `call.trace(n, X, Y)`. What it is given stays as it is, and nothing is printed. It needs NumPy,
        and a compiler for the host.

    threads: the number of threads, an int, or a tuple or a dim3 for several axes; then the kernel's
        arguments.
    block, shared: as for a launch.
    blocks: the most blocks that are traced, None for 64, or fewer where each does very much. Of more, so
        many are, the first and the last ones among them. The others do not run, but for kernels with
        `grid_sync()`, which are traced whole.

    Returns a Traced (docs/tracing.md): `traced_blocks` are their numbers, and `trace` has the records as
    NumPy arrays.

    Raises KernelError for what the checked mode finds but for races, AssertionError for a failed
    assertion, TypeError for kernels that call CUDA C++, ValueError for `blocks` below 1, and what a
    launch raises for arguments.

    >>> @cp.kernel("void (float* X, float* Y)")
    ... def every2(X, Y):
    ...     Y[idx] = X[2 * idx]
    >>> X, Y = [1.0] * 64, [0.0] * 32
    >>> trace = every2.trace(32, X, Y).trace
    >>> reads = trace.accesses[trace.accesses["array"] == 0]
    >>> trace.arrays[0].name, reads["offset"][:4], trace.sites[reads["site"][0]].operation
    ('X', array([ 0,  8, 16, 24]), 'read')
    """
    _refuse_vjp_trace(self)
    try:
        from .._tracing import trace_of  # read when something is first traced
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ModuleNotFoundError(
            "trace: it works on NumPy's arrays, and NumPy is not installed here", name="numpy"
        ) from None

    return trace_of(self, threads, arguments, block=block, shared=shared, named=named, blocks=blocks)


@entry
def explain(
    self: Kernel, *threads: Any, block: Any = None, shared: Any = None, blocks: Any = None, **named: Any
) -> Any:
    """Returns how a launch of so many threads would run, without running it: `call.explain(n)` is
    `call(n).explain()`, see LaunchPlan.

    With the kernel's arguments, `call.explain(n, X, Y)`, what each of its lines would cost as well, see
    TracedPlan: a copy of the launch is traced on the CPU, whatever the target is, and what it is given
    stays as it is. Where the kernel takes only integers, give the number of threads as a tuple,
    `call.explain((n,), 3, 4)`.

    threads: the number of threads along each axis; with arguments an int, a tuple or a dim3, then the
        arguments.
    block, shared: as for a launch. On the CPU a kernel that does not see its blocks gets others than
        those asked for.
    blocks: the most blocks that are traced; None for 64, or fewer where each does very much. Of more, so
        many are, spread over the grid, and the numbers are those of the whole launch, as far as these
        blocks tell.

    With arguments it raises what Kernel.simulate raises, ValueError for `blocks` below 1, and
    LaunchError where the blocks that are traced make more than 16,777,216 accesses and decisions.

    >>> @cp.kernel("void (int* A)")
    ... def blocks(A):
    ...     A[idx] = blockIdx.x
    >>> plan = blocks.explain(1000, block=128)
    >>> plan.grid, plan.block, plan.block_was_chosen
    ((8, 1, 1), (128, 1, 1), False)
    >>> plan = blocks.explain(1000, [0] * 1000, block=128)
    >>> plan.lines[0].accesses[0].sectors
    125
    """
    from .explain import are_threads

    if not named and are_threads(threads):
        return _plan_without_arguments(self, *threads, block=block, shared=shared)
    _refuse_vjp_trace(self)
    try:
        from .._plan.explain import explain_with_arguments  # read when something is first traced
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ModuleNotFoundError(
            "explain: with arguments it works on NumPy's arrays, and NumPy is not installed here",
            name="numpy",
        ) from None

    return explain_with_arguments(self, threads[0], threads[1:], named, block, shared, blocks)


def tune(self: Kernel, *threads: Any, shared: Any = None) -> Tuner:
    """Measure in which way launches of so many threads are fastest: `call.tune(n)(X, Y)`. Later launches
    of about as many threads run in that way, in this process and in others on a machine like this one;
    results stay what they are.

    threads: the number of threads along each axis.
    shared: as for a launch.

    What it gives is called with the kernel's arguments, by position. Forms for groups of threads and
    blocks of other shapes are launched in turns, on copies of the arrays, so that what is given stays as
    it is. Returns a Tuning. A kernel that sees its blocks gets no others. Raises TypeError for lists of
    lists, and what a launch raises.

    >>> @cp.kernel("void (float* X, float* Y)")
    ... def add(X, Y):
    ...     Y[idx] += X[idx]
    >>> tuning = add.tune(1000)([1.0] * 1000, [2.0] * 1000)
    >>> tuning.kernel, tuning.threads, tuning.best is not None
    ('add', (1000, 1, 1), True)
    >>> add.explain(1000).is_tuned
    True
    """
    from .tune import tuner_of  # read when something is first tuned

    return tuner_of(self, threads, shared)


def jvp(self: Kernel) -> Kernel:
    """The kernel that also computes tangents (forward-mode derivatives):
    `call.jvp(n)(alpha, X, Y, alpha_dot, X_dot, Y_dot)` does what `call(n)(alpha, X, Y)` does, and
    leaves in `Y_dot` how Y changes where alpha, X and Y change by what is in `alpha_dot`, `X_dot` and
    `Y_dot`.

    Each float, and each array of floats, has a tangent of the same type and shape, after the other
    parameters. It is compiled when it is first asked for, with the options of the kernel.

    Raises CompileError for what has no derivative, and TypeError for generic kernels and CUDA C++.

    >>> @cp.kernel("void (double* X, double* Y)")
    ... def square(X, Y):
    ...     Y[idx] = X[idx] * X[idx]
    >>> Y, Y_dot = [0.0] * 2, [0.0] * 2
    >>> square.jvp(2)([3.0, 4.0], Y, [1.0, 0.5], Y_dot)
    >>> Y, Y_dot
    ([9.0, 16.0], [6.0, 4.0])
    """
    from .._derivatives.jvp import jvp_of  # read when something is first differentiated

    return jvp_of(self)


def gradcheck(self: Kernel, *threads: Any, block: Any = None, shared: Any = None, seed: int = 0) -> Any:
    """Check the kernel's derivatives against finite differences, for these arguments, in double on the
    CPU: `call.gradcheck(n)(alpha, X, Y)`. Arrays stay as they are. A kernel of narrower floats is
    compiled with doubles for it.

    threads: the number of threads along each axis.
    block, shared: as for a launch.
    seed: of the random directions.

    With at most 64 numbers in floats each is moved by itself, and else all of them along four random
    directions. Returns a Gradcheck, with `checked`, `largest`, the largest relative difference,
    `kinks`, the places that were not compared because the function is not smooth there, and `reverse`,
    whether reverse mode agrees with forward mode.

    Raises AssertionError for a derivative that is wrong, with the line that stores the number, TypeError
    where there is no float to differentiate or where structs have narrower floats, CompileError for what
    has no derivative, and what a launch raises for arguments.

    >>> @cp.kernel("void (double* X, double* Y)")
    ... def square(X, Y):
    ...     Y[idx] = X[idx] * X[idx]
    >>> check = square.gradcheck(2)([3.0, 4.0], [0.0, 0.0])
    >>> check.checked, check.kinks
    (16, [])
    """
    try:
        from .._derivatives.gradcheck import GradientChecker  # read when something is first checked
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ModuleNotFoundError(
            "gradcheck: it works on NumPy's arrays, and NumPy is not installed here", name="numpy"
        ) from None

    return GradientChecker(self, threads, block, shared, seed)


def vjp(self: Kernel) -> Any:
    """The kernel that pulls cotangents back (reverse-mode derivatives):
    `call.vjp(n)(alpha, X, Y, alpha_bar, X_bar, Y_bar)` takes what the arrays held before
    `call(n)(alpha, X, Y)`, and leaves it in them. Before, `X_bar` and `Y_bar` hold how the result
    depends on what X and Y hold after the kernel, and afterwards how it depends on what they held
    before it.

    Each array of floats has a cotangent of the same type and shape, after the other parameters. That
    of a float is an array of one element, which gains. `call.vjp(wrt=("X",))` leaves out those of
    parameters with other names that the kernel does not change. It is compiled when it is first asked
    for, with the options of the kernel.

    Raises CompileError for what has no derivative, and TypeError for generic kernels and CUDA C++.

    >>> @cp.kernel("void (double* X, double* Y)")
    ... def square(X, Y):
    ...     Y[idx] = X[idx] * X[idx]
    >>> X_bar, Y_bar = [0.0] * 2, [1.0, 0.5]
    >>> square.vjp(2)([3.0, 4.0], [0.0] * 2, X_bar, Y_bar)
    >>> X_bar, Y_bar
    ([6.0, 4.0], [0.0, 0.0])
    """
    from .._derivatives.vjp import vjp_of  # read when something is first differentiated

    return vjp_of(self)


def html(self: Kernel) -> str:
    from .._notebook.html import html_of_kernel  # read when a notebook shows something

    return html_of_kernel(self)


def _give(*methods: Callable[..., Any]) -> None:
    for method in methods:
        method.__qualname__ = f"Kernel.{method.__name__}"
        setattr(Kernel, method.__name__, method)


_give(simulate, trace, explain, tune, gradcheck)
setattr(Kernel, "jvp", property(jvp))
setattr(Kernel, "vjp", property(vjp))
setattr(Kernel, "_repr_html_", html)
