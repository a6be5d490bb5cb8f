"""cuda.jit: functions whose kernels are compiled for the types of their arguments, and launched on a grid."""

from __future__ import annotations

from .._compile import compile_functions
from .._sources import check_function
from .._wrapped import OverArrays

_IGNORED = frozenset(("opt", "inline", "cache", "lineinfo", "max_registers", "launch_bounds", "forceinline", "lto", "nopython"))


def jit(func_or_sig=None, device=False, fastmath=False, **options):
    """Makes a kernel, or with `device=True` a function that kernels call, of a function: `@cuda.jit`,
    `@cuda.jit(fastmath=True)`.

    Kernels are compiled at the first launch with arguments of their types. `fastmath` computes fast instead of
    exactly. Options that say how numba compiles (`opt`, `inline`, `cache`, `lineinfo`, `max_registers`,
    `launch_bounds`, `lto`) change nothing.

    Raises NotImplementedError for signatures and for other options, and TypeError for what is no function.
    """
    for name, value in options.items():
        if name not in _IGNORED and value not in (None, False, (), []):
            raise NotImplementedError(f"cudapy.cuda has no jit({name}=...) yet")
    if isinstance(func_or_sig, (str, list, tuple)):
        raise NotImplementedError("cudapy.cuda has no signatures yet: leave the signature out, and the types are those of the arguments")

    def make(function):
        check_function(function, "cuda.jit")
        if function.__annotations__:
            raise NotImplementedError(f"cuda.jit: {function.__name__} has annotations, of which numba takes no notice: leave them out")
        if device:
            return DeviceFunction(function)
        return Dispatcher(function, fastmath=bool(fastmath))

    return make if func_or_sig is None else make(func_or_sig)


class DeviceFunction(OverArrays):
    """A function that kernels call."""

    def __init__(self, function):
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(self, attribute, getattr(function, attribute, None))
        self.__wrapped__ = self.py_func = function

    def __call__(self, *_arguments, **_keywords):
        raise TypeError(f"{self.__name__} is a device function: only kernels can call it")

    def __repr__(self):
        return f"<cuda device function {self.__name__}>"


class Dispatcher(DeviceFunction):
    """A kernel: `kernel[grid, block](arguments)` runs it."""

    def __init__(self, function, **options):
        super().__init__(function)
        self._options = options
        self._kernel = None
        self._launches = {}

    def __getitem__(self, configuration):
        """Returns the launch on a grid of blocks: `kernel[grid, block]`, `kernel[grid, block, stream, bytes]`.
        Grid and block are integers, or tuples of up to three of them."""
        configuration = configuration if isinstance(configuration, tuple) else (configuration,)
        if not 2 <= len(configuration) <= 4:
            raise ValueError(f"{self.__name__}: a launch needs the grid and the block, as in {self.__name__}[blocks, threads](...)")
        key = configuration[:2]
        try:
            known = self._launches.get(key) if len(configuration) == 2 else None
        except TypeError:  # a list
            known = None
        if known is None:
            known = Configured(self, *configuration)
            if len(configuration) == 2 and all(isinstance(each, (int, tuple)) for each in key):
                self._launches[key] = known
        return known

    def __call__(self, *_arguments, **_keywords):
        raise ValueError(f"{self.__name__}: a launch needs the grid and the block, as in {self.__name__}[blocks, threads](...)")

    def forall(self, ntasks, tpb=0, stream=0, sharedmem=0):
        """Returns the launch of at least `ntasks` threads along x, in blocks of `tpb` threads, or of 256."""
        if ntasks < 0:
            raise ValueError(f"{self.__name__}: forall() needs a number of tasks from 0 on, not {ntasks}")
        block = tpb or 256
        return self[max(1, -(-ntasks // block)), block, stream, sharedmem]

    def instance(self, arguments):
        """Returns the compiled kernel for arguments of these types."""
        if self._kernel is None:
            self._kernel = compile_functions(self.py_func, numba=True, **self._options)
        if not hasattr(self._kernel, "instance") or not arguments:
            return self._kernel
        return self._kernel.instance(*arguments)

    def inspect_cuda(self):
        """Returns the CUDA C++ of the kernel that was launched last."""
        kernel = self.instance(()) if self._kernel is None else self._kernel
        return (kernel.last_instance() if hasattr(kernel, "last_instance") else kernel).cuda_source

    def __repr__(self):
        return f"<cuda kernel {self.__name__}>"


class Configured:
    """A kernel with its grid."""

    def __init__(self, dispatcher, grid, block, stream=0, sharedmem=0):
        self._dispatcher = dispatcher
        name = dispatcher.__name__
        blocks, self._block = _extent(grid, f"{name}: the grid"), _extent(block, f"{name}: the block")
        self._threads = tuple(a * b for a, b in zip(blocks, self._block))
        self._options = {"block": self._block}
        if stream:
            self._options["stream"] = stream
        if sharedmem:
            raise NotImplementedError("cudapy.cuda has no shared memory that is sized at the launch yet")

    def __call__(self, *arguments):
        kernel = self._dispatcher.instance(arguments)
        kernel(*self._threads, **self._options)(*arguments)

    def __repr__(self):
        return f"<launch of {self._dispatcher.__name__} on {self._threads} threads in blocks of {self._block}>"


def _extent(given, what):
    sizes = given if isinstance(given, (tuple, list)) else (given,)
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"{what} has one to three sizes, not {given!r}")
    for size in sizes:
        if isinstance(size, bool) or not hasattr(type(size), "__index__"):
            raise TypeError(f"{what} must be an integer or a tuple of integers, not {given!r}")
    sizes = tuple(size.__index__() for size in sizes)
    if any(size < 1 for size in sizes):
        raise ValueError(f"{what} must have positive sizes, not {given!r}")
    return (*sizes, 1, 1)[:3]
