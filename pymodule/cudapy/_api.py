"""The functions of cudapy that make what is launched: compile, kernel, vectorize and the like."""

from __future__ import annotations

from ._compile.compile import compile_functions, kernel_of
from ._compile.decorated import decorated as decorated_kernel
from ._compile.options import Options
from ._core import Kernel, entry

TYPE_CHECKING = False  # as type checkers know it; typing takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ._compile.cuda_source import CudaSource
    from ._compile.options import Compiler, Target
    from ._core import Type


@entry
def compile(
    functions: Any,
    sig: str | Mapping[str, str] | None = None,
    debug: bool = False,
    target: Target = None,
    index: Type | None = None,
    strict: bool = False,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    coarsen: int | tuple[int, int] | None = None,
    fastmath: bool = False,
) -> Kernel:
    """Compile a kernel, or a list of a kernel and the functions that it uses; give what calls it.

    The first function is the one that the result calls; the other kernels are its attributes by name.
    Functions with a signature that a kernel calls and that its module knows come along by themselves.

    sig: a signature instead of the first function's own ("void (float, float*, float*)"), or a dict of them
        by function name.
    debug: also write the CUDA C++ to `<kernel>.cu` in the current folder (and for the CPU target the host C++
        to `<kernel>.cpp`).
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: CUDAPY_TARGET, else a GPU when there
        is one.
    index: cp.int64 makes coordinates, lengths and loop variables 64-bit.
    strict: warnings are errors.
    compiler: what compiles for a GPU: "nvcc", "nvrtc" (a library, much faster for the first launch), or None:
        CUDAPY_COMPILER, else nvcc, else NVRTC where there is no nvcc.
    arch: the GPUs that the compiled file is for: "all-major", "all", "sm_90" or a list of such; None: this
        machine's. One file for several serves a cache that machines with different GPUs share.
    checked: what the language promises nothing about (an index outside its array, overflow of an integer, an
        integer division by zero, …) raises a KernelError that says where and in which thread. It is slower,
        and for finding mistakes. None: whether CUDAPY_CHECKED is 1.
    optimize: on a GPU, large launches of kernels that gain from it let one CUDA thread do the work of
        several. None: unless CUDAPY_OPTIMIZE is 0.
    coarsen: for how many neighbouring threads along x, or along x and y, (4, 2), a CUDA thread does the work:
        1, 2, 4 or 8. It holds for launches of any size. None: what the analysis of the kernel finds best.
    fastmath: floating-point numbers are computed faster, and not quite as the language says: sums and
        products are reordered and fused, and quotients, roots and functions of float32 are less exact. NaNs
        and infinities stay what they are.

    Raises CompileError for mistakes in the kernels, SourceError when a function's source cannot be read,
    TypeError for what is no Python function, ToolchainError, CacheError or DeviceError when it cannot be
    built.

    >>> def scale(by, X):
    ...     X[idx] *= by
    >>> call = cp.compile(scale, "void (float, float*)")
    >>> X = [1.0, 2.0]
    >>> call(len(X))(3.0, X)
    >>> X
    [3.0, 6.0]
    """
    options = Options(
        debug=debug,
        target=target,
        index=index,
        strict=strict,
        compiler=compiler,
        arch=arch,
        checked=checked,
        optimize=optimize,
        coarsen=coarsen,
        fastmath=fastmath,
    )
    call = compile_functions(functions, sig, options)
    return call if isinstance(call, Kernel) else kernel_of(call)


@entry
def kernel(
    function: Any = None,
    /,
    *,
    debug: bool = False,
    target: Target = None,
    index: Type | None = None,
    strict: bool = False,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    coarsen: int | tuple[int, int] | None = None,
    fastmath: bool = False,
) -> Any:
    """Decorate a function as a kernel: `@cp.kernel`, or `@cp.kernel("void (float, float*, float*)")`.

    The result is called as what compile() gives, `saxpy(n)(alpha, X, Y)`, and is compiled at its first use.
    It can be given to compile() too, and keeps the function as `__wrapped__`. The other parameters are those
    of compile().

    >>> @cp.kernel("void (float, float*)")
    ... def scale(by, X):
    ...     X[idx] *= by
    >>> X = [1.0, 2.0]
    >>> scale(len(X))(3.0, X)
    >>> X
    [3.0, 6.0]
    """
    options = Options(
        debug=debug,
        target=target,
        index=index,
        strict=strict,
        compiler=compiler,
        arch=arch,
        checked=checked,
        optimize=optimize,
        coarsen=coarsen,
        fastmath=fastmath,
    )
    if isinstance(function, str) and not function.strip():
        raise ValueError(
            'kernel: the signature is empty: write the types, such as "void (float*, int)", or leave it '
            "out: @cp.kernel"
        )
    if function is None or isinstance(function, str):
        return lambda decorated: decorated_kernel(decorated, function, options)
    return decorated_kernel(function, None, options)


@entry
def vectorize(
    function: Any = None,
    /,
    *,
    target: Target = None,
    strict: bool = False,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> Any:
    """Make a function of arrays of a function of numbers: `@cp.vectorize`, or `@cp.vectorize("float (float,
    float)")`.

    function: a function with a signature or without, or a lambda; or a signature for the function that is
        decorated.
    target, strict, compiler, arch, checked, optimize, fastmath: as for compile().

    The result is called with arrays and numbers, `f(A, 2.0)`, `f(A, B, out=C)`. Arrays have up to 8
    dimensions, any strides, and shapes that NumPy's broadcasting puts together. All of it is done by one
    kernel. CudaArrays give a CudaArray, arrays of NumPy, PyTorch, CuPy and JAX one of their library, numbers
    a number, and only lists a CudaArray. A function that returns a tuple gives a tuple of arrays.

    With a signature arguments are converted as NumPy's casting "same_kind" does; without one their types are
    those of the arguments. `out=` is the array for the results, or a tuple of arrays: one of the arguments
    itself, or memory that none of them has a part of.

    It can be called by kernels as the function of numbers that it is made of, which is kept as `__wrapped__`.

    Raises TypeError for arguments that do not fit the function, and for arrays of different libraries,
    ValueError for shapes that do not fit each other, and what compile() raises.

    >>> @cp.vectorize
    ... def mix(x, y, t):
    ...     return x + (y - x) * t
    >>> mix(np.array([[0.0], [10.0]]), np.array([1.0, 2.0, 3.0]), 0.5)
    array([[0.5, 1. , 1.5],
           [5.5, 6. , 6.5]])
    >>> A = cp.CudaArray([1.0, 2.0, 3.0])
    >>> mix(A, 1.0, 0.5, out=A).tolist()
    [1.0, 1.5, 2.0]
    """
    from ._ufuncs.vectorized import Vectorized

    options = {
        "target": target,
        "strict": strict,
        "compiler": compiler,
        "arch": arch,
        "checked": checked,
        "optimize": optimize,
        "fastmath": fastmath,
    }
    if isinstance(function, str) and not function.strip():
        raise ValueError(
            'vectorize: the signature is empty: write the types, such as "float (float, int)", or leave it '
            "out: @cp.vectorize"
        )
    if function is None or isinstance(function, str):
        return lambda decorated: Vectorized(decorated, function, options)
    return Vectorized(function, None, options)


@entry
def elementwise(
    in_params: str,
    out_params: str,
    operation: str,
    name: str = "kernel",
    /,
    *,
    target: Target = None,
    strict: bool = False,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> Callable[..., Any]:
    """Make a function of arrays of texts, as CuPy's ElementwiseKernel does: `cp.elementwise("T x, T y", "T
    z", "z = x * y")`.

    in_params, out_params: the types and the names of what goes in and what comes out. A type that begins with
        a capital letter is that of the arguments.
    operation: Python statements in the language of kernels, that give each of `out_params` a value. Functions
        of `math` are known by their own names, too.
    name: what messages call it.
    target, strict, compiler, arch, checked, optimize, fastmath: as for compile().

    The result is what vectorize() makes: the array for the results is `out=`. Raises TypeError for texts that
    are none of these.

    >>> squared_difference = cp.elementwise("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_difference")
    >>> squared_difference(np.array([1.0, 2.0, 3.0]), 1.0)
    array([0., 1., 4.])
    """
    from ._ufuncs.elementwise import elementwise

    options = {
        "target": target,
        "strict": strict,
        "compiler": compiler,
        "arch": arch,
        "checked": checked,
        "optimize": optimize,
        "fastmath": fastmath,
    }
    return elementwise(in_params, out_params, operation, name, options)


@entry
def reduction(
    function: Any = None,
    initial: Any = None,
    /,
    *,
    map: Callable[..., Any] | None = None,
    target: Target = None,
    strict: bool = False,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> Any:
    """Make a function that puts the elements of arrays together: `cp.reduction(lambda a, b: a + b, 0)`,
    `@cp.reduction(0)`.

    function: an associative function of two numbers, also a built-in one such as `max`; or a signature for
        the function that is decorated.
    initial: what comes before all elements, and is the result where there are none; None for nothing.
    map: a function that each element goes through first; of several parameters, for as many arrays.
    target, strict, compiler, arch, checked, optimize, fastmath: as for compile().

    The result is called with an array, or one for each parameter of `map`: `f(A, axis=None, keepdims=False,
    out=None)`. `axis` is an axis, or a tuple of them, or None for all; the others are as for NumPy. Arrays
    are those that vectorize() takes, and what comes back is of their kind; what is left of all axes of a
    CudaArray, of a NumPy array or of a list is a number.

    The type of the result is that of the elements or of what `map` gives, or the wider type that the function
    or `initial` gives; with a signature, whose three types must be one, that. The order of operations depends
    only on the number of elements: docs/arrays-whole.md.

    Raises TypeError for arguments that do not fit the function, ValueError for axes that an array has not and
    for those without elements where there is no `initial`, and what compile() raises.

    >>> total = cp.reduction(lambda a, b: a + b, 0)
    >>> A = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> total(A, axis=0).tolist(), float(total(A))
    ([4.0, 6.0], 10.0)
    >>> cp.reduction(lambda a, b: a + b, map=lambda x, y: x * y)([1, 2, 3], [4, 5, 6])
    32
    """
    from ._ufuncs.reduction import Reduction

    options = {
        "target": target,
        "strict": strict,
        "compiler": compiler,
        "arch": arch,
        "checked": checked,
        "optimize": optimize,
        "fastmath": fastmath,
    }
    if isinstance(function, str) and not function.strip():
        raise ValueError(
            'reduction: the signature is empty: write the types, such as "float (float, '
            'float)", or leave it out'
        )
    if callable(function):
        return Reduction(function, None, initial, map, options)
    if function is not None and not isinstance(function, str):  # @cp.reduction(0)
        if initial is not None:
            raise TypeError(
                f"reduction: expected a function of two numbers, got {type(function).__name__} {function!r}"
            )
        function, initial = None, function
    return lambda decorated: Reduction(decorated, function, initial, map, options)


@entry
def cuda_source(
    source: Any,
    *,
    include_paths: Any = (),
    flags: Any = (),
    libraries: Any = (),
    library_paths: Any = (),
    types: Mapping[str, Any] | None = None,
    vjp: Mapping[str, str] | None = None,
    jvp: Mapping[str, str] | None = None,
    target: Target = None,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
) -> CudaSource:
    """Read CUDA C++; give its functions by their names.

    A `__global__` function is a kernel as compile() gives one, `module.scale(n)(2.0, X)`, with the signature
    that the source has; a template is asked for its arguments, `module.scale[cp.float32]`, or finds them by
    those of a launch. A `__device__` function is called by kernels that are written in Python. Kernels are
    compiled when they are first asked for, and only for GPUs.

    source: CUDA C++, or the path of a `.cu` file.
    include_paths, flags: for the compiler, as nvcc takes them ("-DN=4").
    libraries, library_paths: of device code, by name or file, linked by nvcc.
    types: types of Python by their names in C++, {"Body": Body}: what the source calls its structs, and other
        names of types.
    vjp, jvp: functions of the source that are the derivatives of others, {"f": "f_vjp"}, in reverse and in
        forward mode; see docs/derivatives.md.
    target: "cuda", "cuda:1", or None: as for compile().
    compiler: "nvcc", "nvrtc" or None, as for compile().
    arch: the GPUs that the kernels are compiled for, "all-major" or ["sm_80", "sm_90"], or None: this
        machine's, as for compile(). Functions that kernels in Python call are compiled for what those are.

    Raises ValueError for a name in vjp or jvp that the source does not have. Raises ToolchainError with the
    compiler's messages, DeviceError where there is no GPU, TypeError for a function that cannot be called
    from Python, each when it is asked for.

    `cudadef` is another name for it.

    >>> geometry = cp.cuda_source("__host__ __device__ float square(float x) { return x * x; }")
    >>> @cp.kernel("void (float* X)")
    ... def squares(X):
    ...     X[idx] = geometry.square(X[idx])
    >>> X = [1.0, 2.0, 3.0]
    >>> squares(3)(X)
    >>> X
    [1.0, 4.0, 9.0]
    """
    from ._compile.cuda_source import read_source

    return read_source(
        source,
        include_paths=include_paths,
        flags=flags,
        libraries=libraries,
        library_paths=library_paths,
        types=types,
        vjp=vjp,
        jvp=jvp,
        target=target,
        compiler=compiler,
        arch=arch,
    )


cudadef = cuda_source
