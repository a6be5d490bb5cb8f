"""CudaPy: CUDA kernels written in Python.

    import cudapy as cp

    # saxpy : void (float alpha, float* X, float* Y)
    def saxpy(alpha, X, Y):
        if idx < len(X):
            Y[idx] = alpha * X[idx] + Y[idx]

    call = cp.compile(saxpy)
    call(len(X))(2.0, X, Y)      # on len(X) threads; Y holds the result

A kernel is translated to C++ and compiled for the GPU, or, where there is none (or with `target="cpu"` or the
environment's CUDAPY_TARGET=cpu), for the cores of the CPU. The language of kernels is in docs/language.md.
"""

from __future__ import annotations

import copyreg as _copyreg

from ._core import check_interpreter as _check_interpreter
from ._core import entry as _entry

_check_interpreter()  # the extension is not initialised again in a second one

from ._arrays import methods as _array_methods  # which it gives to CudaArray
from ._arrays import numba_methods as _numba_methods  # which it gives to CudaArray
from ._arrays.lists import CudaLists
from ._compile.compile import compile_functions, kernel_of
from ._compile.names import (
    Array,
    activemask,
    all_sync,
    any_sync,
    atomicAdd,
    atomicAnd,
    atomicCAS,
    atomicDec,
    atomicExch,
    atomicInc,
    atomicMax,
    atomicMin,
    atomicOr,
    atomicSub,
    atomicXor,
    ballot_sync,
    bits,
    blockDim,
    blockIdx,
    brev,
    clz,
    double_of_bits,
    ffs,
    float_of_bits,
    grid_sync,
    gridDim,
    gridsize,
    idx,
    idy,
    idz,
    laneid,
    lanemask_eq,
    lanemask_ge,
    lanemask_gt,
    lanemask_le,
    lanemask_lt,
    local,
    match_any_sync,
    normal,
    popc,
    randint,
    random,
    random_state,
    reduce_add_sync,
    reduce_and_sync,
    reduce_max_sync,
    reduce_min_sync,
    reduce_or_sync,
    reduce_xor_sync,
    shared,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    syncthreads,
    syncthreads_and,
    syncthreads_count,
    syncthreads_or,
    syncwarp,
    threadfence,
    threadfence_block,
    threadfence_system,
    threadIdx,
    uniform,
    warpSize,
)
from ._core import (
    BFloat16,
    Bool,
    CacheError,
    CompileError,
    CompileWarning,
    Complex64,
    Complex128,
    CudaArray,
    CudaError,
    DeviceError,
    Double,
    Error,
    Event,
    Float,
    Graph,
    Half,
    Int,
    Int8,
    Int16,
    Int64,
    InternalError,
    Kernel,
    KernelError,
    Launch,
    LaunchError,
    MemoryInfo,
    OutOfMemoryError,
    Pointer,
    SourceError,
    Stream,
    ToolchainError,
    Type,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Void,
    asarray,
    capture,
    cuda_available,
    current_stream,
    dim3,
    elemType,
    empty,
    from_dlpack,
    full,
    memory_info,
    pinned,
    reset_peak_memory,
    set_memory_limit,
    synchronize,
    trim_memory,
    version,
    zeros,
)
from ._launch import kernel_methods as _kernel_methods  # which it gives to Kernel
from ._operators import methods as _methods  # which it gives to CudaArray
from ._types.structs import struct
from ._types.vectors import VECTORS as _VECTORS


def _reduce(self):
    from ._compile.pickle import reduce  # read when something is first pickled

    return reduce(self)


for _kind in (CudaArray, Kernel, Launch, Type, dim3):
    _copyreg.pickle(_kind, _reduce)
del _kind

# These are the same types by NumPy's names.
bool_ = Bool
int8 = Int8
int16 = Int16
int32 = Int
int64 = Int64
uint8 = UInt8
uint16 = UInt16
uint32 = UInt32
uint64 = UInt64
half = Half
float16 = Half
bfloat16 = BFloat16
float32 = Float
float64 = Double
complex64 = Complex64
complex128 = Complex128

# These are the same types by the names that C, CUDA and NumPy have for them where long has 64 bits.
double, single = Double, Float
short, intc, long, longlong, intp, ssize_t = Int16, Int, Int64, Int64, Int64, Int64
ubyte, uchar, ushort, uint, uintc = UInt8, UInt8, UInt16, UInt32, UInt32
ulong, ulonglong, uintp, size_t = UInt64, UInt64, UInt64, UInt64

__version__ = version
globals().update(_VECTORS)

# The names that `from cudapy import *` binds. They do not include array, compile, random and struct, which
# would hide Python's own.
__all__ = [
    "Array",
    "BFloat16",
    "Bool",
    "CacheError",
    "CompileError",
    "CompileWarning",
    "Complex64",
    "Complex128",
    "CudaArray",
    "CudaError",
    "CudaLists",
    "CudaSource",
    "Device",
    "DeviceError",
    "Double",
    "Error",
    "Event",
    "Float",
    "Graph",
    "Half",
    "Int",
    "Int8",
    "Int16",
    "Int64",
    "InternalError",
    "Kernel",
    "KernelError",
    "Launch",
    "LaunchError",
    "LaunchPlan",
    "MemoryInfo",
    "OutOfMemoryError",
    "Part",
    "Pointer",
    "SourceError",
    "Split",
    "Stream",
    "ToolchainError",
    "TracedPlan",
    "Tried",
    "Tuning",
    "Type",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "Void",
    "activemask",
    "all_reduce",
    "all_sync",
    "any_sync",
    "arange",
    "asarray",
    "asnumpy",
    "atomicAdd",
    "atomicAnd",
    "atomicCAS",
    "atomicDec",
    "atomicExch",
    "atomicInc",
    "atomicMax",
    "atomicMin",
    "atomicOr",
    "atomicSub",
    "atomicXor",
    "ballot_sync",
    "bfloat16",
    "bits",
    "blockDim",
    "blockIdx",
    "bool_",
    "brev",
    "capture",
    "char2",
    "char3",
    "char4",
    "clz",
    "complex64",
    "complex128",
    "cuda_available",
    "cuda_source",
    "cudadef",
    "current_stream",
    "devices",
    "dim3",
    "double2",
    "double3",
    "double4",
    "double_of_bits",
    "elemType",
    "elementwise",
    "empty",
    "empty_like",
    "ffs",
    "float2",
    "float3",
    "float4",
    "float16",
    "float32",
    "float64",
    "float_of_bits",
    "from_dlpack",
    "full",
    "full_like",
    "gridDim",
    "grid_sync",
    "gridsize",
    "half",
    "idx",
    "idy",
    "idz",
    "int2",
    "int3",
    "int4",
    "int8",
    "int16",
    "int32",
    "int64",
    "kernel",
    "laneid",
    "lanemask_eq",
    "lanemask_ge",
    "lanemask_gt",
    "lanemask_le",
    "lanemask_lt",
    "linspace",
    "local",
    "longlong2",
    "longlong3",
    "longlong4",
    "match_any_sync",
    "memory_info",
    "normal",
    "ones",
    "ones_like",
    "pinned",
    "popc",
    "randint",
    "random_state",
    "reduce_add_sync",
    "reduce_and_sync",
    "reduce_max_sync",
    "reduce_min_sync",
    "reduce_or_sync",
    "reduce_xor_sync",
    "reduction",
    "reset_peak_memory",
    "set_memory_limit",
    "shared",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "short2",
    "short3",
    "short4",
    "split",
    "synchronize",
    "syncthreads",
    "syncthreads_and",
    "syncthreads_count",
    "syncthreads_or",
    "syncwarp",
    "threadIdx",
    "threadfence",
    "threadfence_block",
    "threadfence_system",
    "trim_memory",
    "uchar2",
    "uchar3",
    "uchar4",
    "uint2",
    "uint3",
    "uint4",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "ulonglong2",
    "ulonglong3",
    "ulonglong4",
    "uniform",
    "ushort2",
    "ushort3",
    "ushort4",
    "vectorize",
    "version",
    "warpSize",
    "zeros",
    "zeros_like",
]

# What cudapy._arrays.creation has; it is read when one of them is first asked for. `array` is no name of a
# star import either.
_MADE_AS_NUMPYS = {
    "arange",
    "array",
    "asnumpy",
    "empty_like",
    "full_like",
    "linspace",
    "ones",
    "ones_like",
    "zeros_like",
}


def __dir__():
    return sorted({*globals(), *__all__, *_MADE_AS_NUMPYS, "lib"})


def __getattr__(name):
    if name.startswith("make_") and name[5:] in _VECTORS:  # CUDA's way to write them
        return _VECTORS[name[5:]]
    if name in _MADE_AS_NUMPYS:
        from ._arrays import creation

        return getattr(creation, name)
    if name in ("Device", "devices"):
        from ._devices import devices

        return getattr(devices, name)
    if name in ("Part", "Split", "split"):
        from ._devices import split

        return getattr(split, name)
    if name == "all_reduce":
        from ._devices.all_reduce import all_reduce

        return all_reduce
    if name == "CudaSource":  # what cuda_source() gives
        from ._compile.cuda_source import CudaSource

        return CudaSource
    if name in ("Tuning", "Tried"):  # what tune() gives
        from ._launch import tune

        return getattr(tune, name)
    if name == "LaunchPlan":  # what explain() gives
        from ._launch.explain import LaunchPlan

        return LaunchPlan
    if name == "TracedPlan":  # what it gives with arguments
        from ._plan.plan import TracedPlan

        return TracedPlan
    if name == "load_ipython_extension":  # %load_ext cudapy
        from ._notebook.magic import load

        return load
    if name == "lib":  # read when it is first asked for: most programs do without it
        import importlib

        return importlib.import_module("cudapy.lib")
    from ._arrays.missing_names import of_package

    raise AttributeError(of_package(name), name=name)


@_entry
def compile(
    functions,
    sig=None,
    debug=False,
    target=None,
    index=None,
    strict=False,
    compiler=None,
    arch=None,
    checked=None,
    optimize=None,
    coarsen=None,
    fastmath=False,
):
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
    call = compile_functions(
        functions,
        sig,
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
    return call if isinstance(call, Kernel) else kernel_of(call)


@_entry
def kernel(
    function=None,
    /,
    *,
    debug=False,
    target=None,
    index=None,
    strict=False,
    compiler=None,
    arch=None,
    checked=None,
    optimize=None,
    coarsen=None,
    fastmath=False,
):
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
    options = {
        "debug": debug,
        "target": target,
        "index": index,
        "strict": strict,
        "compiler": compiler,
        "arch": arch,
        "checked": checked,
        "optimize": optimize,
        "coarsen": coarsen,
        "fastmath": fastmath,
    }
    if isinstance(function, str) and not function.strip():
        raise ValueError(
            'kernel: the signature is empty: write the types, such as "void (float*, int)", or leave it '
            "out: @cp.kernel"
        )
    if function is None or isinstance(function, str):
        return lambda decorated: _decorate(decorated, function, options)
    return _decorate(function, None, options)


@_entry
def vectorize(
    function=None,
    /,
    *,
    target=None,
    strict=False,
    compiler=None,
    arch=None,
    checked=None,
    optimize=None,
    fastmath=False,
):
    """Make a function of arrays of a function of numbers: `@cp.vectorize`, or `@cp.vectorize("float (float,
    float)")`.

    function: a function with a signature or without, or a lambda; or a signature for the function that is
        decorated.
    target, strict, compiler, arch, checked, optimize, fastmath: as for compile().

    The result is called with arrays and numbers, `f(A, 2.0)`, `f(A, B, out=C)`. Arrays have up to 8
    dimensions, any strides, and shapes that NumPy's broadcasting puts together. All of it is done by one
    kernel. CudaArrays give a CudaArray, arrays of NumPy, PyTorch, CuPy and JAX one of their library, numbers
    a number, and lists alone a CudaArray. A function that returns a tuple gives a tuple of arrays.

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
    >>> mix(A, 1.0, 0.5, out=A).toList()
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


@_entry
def elementwise(
    in_params,
    out_params,
    operation,
    name="kernel",
    /,
    *,
    target=None,
    strict=False,
    compiler=None,
    arch=None,
    checked=None,
    optimize=None,
    fastmath=False,
):
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


@_entry
def reduction(
    function=None,
    initial=None,
    /,
    *,
    map=None,
    target=None,
    strict=False,
    compiler=None,
    arch=None,
    checked=None,
    optimize=None,
    fastmath=False,
):
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
    on the number of elements alone: docs/arrays-whole.md.

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


@_entry
def cuda_source(
    source,
    *,
    include_paths=(),
    flags=(),
    libraries=(),
    library_paths=(),
    types=None,
    target=None,
    compiler=None,
    arch=None,
):
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
    target: "cuda", "cuda:1", or None: as for compile().
    compiler: "nvcc", "nvrtc" or None, as for compile().
    arch: the GPUs that the kernels are compiled for, "all-major" or ["sm_80", "sm_90"], or None: this
        machine's, as for compile(). Functions that kernels in Python call are compiled for what those are.

    Raises ToolchainError with the compiler's messages, DeviceError where there is no GPU, TypeError for a
    function that cannot be called from Python, each when it is asked for.

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
    from ._compile.cuda_source import cuda_source as read

    return read(
        source,
        include_paths=include_paths,
        flags=flags,
        libraries=libraries,
        library_paths=library_paths,
        types=types,
        target=target,
        compiler=compiler,
        arch=arch,
    )


cudadef = cuda_source


def _decorate(function, signature, options):
    name = getattr(function, "__name__", None)
    if name is None or not hasattr(function, "__code__"):
        from ._compile.sources import check_function

        check_function(function, "kernel")

    def compile_now(kernel):
        return compile_functions(kernel, None, **options)

    result = Kernel(compile_now)
    # This does the same as functools.update_wrapper, without importing it.
    result.__dict__.update(function.__dict__)
    for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
        setattr(result, attribute, getattr(function, attribute, None))
    result.__wrapped__ = function
    result.__cudapy_signature__ = signature or ""
    result.__cudapy_options__ = options
    return result
