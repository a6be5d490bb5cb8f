"""cuda.jit: functions whose kernels are compiled for the types of their arguments, or of a signature, and
launched on a grid."""

from __future__ import annotations

import weakref

from ... import _core
from ..._compile.options import Options
from ..._compile.sources import check_function, is_lambda
from ..._compile.stand_ins import OverArrays
from ..._devices.streams import core_stream
from .. import config
from .._devices.devices import runs_on_cpu
from .._missing import NotThereError
from .._types.numba_objects import python_function
from .._types.numba_types import translated
from .._types.types import Type, void
from .helper_signatures import HelperSignatures, check_helper, has_whole_signature
from .options import check_options, most_threads
from .overloads import Overloads
from .signatures import are_of_helpers, helper_text, is_signature, parse
from .sources_without_files import recall
from .warnings import warn_of_few_blocks, warn_of_optimised_debugging

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import FunctionType
    from typing import Any

    from .derivatives import GridDerivative
    from .signatures import SignatureParts


@_core.entry
def jit(
    func_or_sig: Any = None,
    device: bool = False,
    fastmath: bool = False,
    launch_bounds: Any = None,
    extensions: Iterable[Any] = (),
    debug: bool | int | None = None,
    checked: bool | None = None,
    **options: Any,
) -> Any:
    """Makes a kernel, or with `device=True` a function that kernels call, of a function: `@cuda.jit`,
    `@cuda.jit(fastmath=True)`, `@cuda.jit("void(float32[:], int32)")`.

    Without a signature kernels are compiled at the first launch with arguments of their types. With one, or
    with a list of signatures, they are compiled at once, and launched with nothing else. `fastmath` computes
    fast instead of exactly. With `debug` kernels are checked, and what a thread raises reaches the host. With
    `checked` kernels are only checked: what is wrong is a KernelError; None: as CUDAPY_CHECKED says. It is
    CudaPy's own, and numba has it not. `launch_bounds` is the most threads of a block. `extensions` are
    objects whose `prepare_args` may change the arguments of launches, see Dispatcher.extensions. Options that
    say how numba compiles (`opt`, `inline`, `cache`, `lineinfo`, `max_registers`, `lto`) change nothing.

    Raises NotThereError for other options, TypeError for what is no function or no signature, and TypingError
    for a kernel that cannot be compiled for its signature.
    """
    check_options(options)
    debug = config.CUDA_DEBUGINFO_DEFAULT if debug is None else debug
    optimises = options.get("opt")
    if debug and (config.OPT if optimises is None else optimises):
        warn_of_optimised_debugging(2)
    bound = most_threads(launch_bounds)
    signatures = None
    if is_signature(func_or_sig):
        signatures, func_or_sig = [func_or_sig], None
        is_specialized = True
    elif isinstance(func_or_sig, list):
        signatures, func_or_sig = func_or_sig, None
        is_specialized = False
    if signatures is not None:
        signatures = [parse(each) for each in signatures]

    def make(function: Any) -> DeviceFunction:
        function = _python_function(function)
        if not (device and is_lambda(function)):
            check_function(function, "cuda.jit")
        if device:
            return DeviceFunction(function, signatures)
        made = Dispatcher(
            function,
            fastmath=bool(fastmath),
            most_threads=bound,
            debug=bool(debug),
            **({} if checked is None else {"checked": bool(checked)}),
            extensions=list(extensions),
        )
        if signatures is not None:
            made._compile_signatures(signatures, is_specialized)
        return made

    return _core.entry(make) if func_or_sig is None else make(func_or_sig)


def _python_function(function: Any) -> Any:
    """Returns the Python function of a kernel, of a device function, or of one that numba compiles; anything
    else as it is."""
    return function.py_func if isinstance(function, DeviceFunction) else python_function(function) or function


class DeviceFunction(OverArrays):
    """A function that kernels call. `py_func` is the Python function."""

    __cudapy_signature__: str

    def __init__(self, function: FunctionType, signatures: Sequence[SignatureParts] | None = None) -> None:
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(self, attribute, getattr(function, attribute, None))
        self.__wrapped__ = function
        self.py_func: FunctionType = function
        recall(function)
        self._helper_signatures: HelperSignatures | None = (
            None  # the several signatures, of which a call chooses one
        )
        if signatures:
            check_helper(self.__name__, signatures)
            if has_whole_signature(signatures):
                self.__cudapy_signature__ = helper_text(*signatures[0])
            else:
                self._helper_signatures = HelperSignatures(self.__name__, function, signatures)

    def __call__(self, *_arguments: Any, **_keywords: Any) -> Any:
        raise TypeError(f"{self.__name__} is a device function: only kernels can call it")

    def __getitem__(self, _configuration: Any) -> Any:
        raise RuntimeError(
            f"{self.__name__}: Cannot compile a device function as a kernel: leave device=True out, or call "
            "it from a kernel"
        )

    def __reduce__(self) -> Any:
        from .pickling import reduce_device_function

        return reduce_device_function(self)

    def __repr__(self) -> str:
        return f"<cuda device function {self.__name__}>"


class Dispatcher(_core.GridKernel, DeviceFunction):
    """A kernel: `kernel[grid, block](arguments)` runs it. `overloads` has what was compiled, by the types of
    the arguments.

    `extensions` is a list of objects that see each argument of a launch, the last one first: their
    `prepare_args(type, value, stream=, retr=)` returns the type and the value to go on with, and may append
    functions to the list `retr`, which are called after the launch.
    """

    def __init__(self, function: FunctionType, **options: Any) -> None:
        super().__init__(function)
        self.targetoptions = options
        self.targetoptions.setdefault("extensions", [])
        self._may_extend = bool(self.targetoptions["extensions"])
        self._configurations: weakref.WeakSet[ConfiguredKernel] = weakref.WeakSet()
        self.specialized = False
        self._overloads = Overloads(
            function,
            Options(
                fastmath=options.get("fastmath", False),
                raises=options.get("debug", False),
                checked=options.get("checked"),
            ),
        )
        self._given: Sequence[SignatureParts] | None = None  # the signatures that jit was given
        self._specializations: dict[tuple[Type, ...], Dispatcher] = {}

    def _compile_signatures(self, signatures: Sequence[SignatureParts], is_specialized: bool) -> None:
        for arguments, result in signatures:
            if result is not None and result != void:
                raise TypeError(
                    f"cuda.jit: {self.__name__} is a kernel, which returns nothing: the signature must be "
                    f"void(...), not {result}(...)"
                )
            self._overloads.compile(arguments)
        first = signatures[0][0] if signatures else ()
        if len(signatures) == 1 and are_of_helpers(first):
            self.__cudapy_signature__ = helper_text(first, void)  # for kernels that call it
        self._given, self.specialized = signatures, is_specialized
        self._overloads.close()

    @property
    def specializations(self) -> dict[tuple[Type, ...], Dispatcher]:
        """What specialize() made, by the types of the arguments."""
        return self._specializations

    @property
    def extensions(self) -> list[Any]:
        """The list of extensions, which the program may change."""
        self._may_extend = True  # from now on, so that no launch goes past them
        for each in list(self._configurations):
            each._forget()
        extensions: list[Any] = self.targetoptions["extensions"]
        return extensions

    def _configured(self, configuration: Any) -> ConfiguredKernel:
        """Returns the launch on a grid of blocks: `kernel[grid, block]`, `kernel[grid, block, stream,
        bytes]`, unless it is that of the subscript before. Grid and block are integers, or tuples of up to
        three of them."""
        configuration = configuration if isinstance(configuration, tuple) else (configuration,)
        if not 2 <= len(configuration) <= 4:
            raise ValueError(
                f"{self.__name__}: a launch needs the grid and the block, as in {self.__name__}[blocks, "
                "threads](...)"
            )
        return ConfiguredKernel(self, *configuration)

    def configure(self, griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0) -> Any:
        """Returns the launch `kernel[griddim, blockdim, stream, sharedmem]`."""
        return self[griddim, blockdim, stream, sharedmem]

    def __call__(self, *_arguments: Any, **_keywords: Any) -> Any:
        raise ValueError(
            f"{self.__name__}: the launch configuration was not specified: a launch needs the grid and the "
            f"block, as in {self.__name__}[blocks, threads](...)"
        )

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> Any:
        """Returns the launch of at least `ntasks` threads along x, in blocks of `tpb` threads, or of 256. For
        no tasks it launches nothing."""
        if ntasks < 0:
            raise ValueError(f"{self.__name__}: Can't create ForAll with negative task count: {ntasks}")
        if not ntasks:
            return lambda *_arguments: None
        block = tpb or 256
        return self[-(-ntasks // block), block, stream, sharedmem]

    @property
    def jvp(self) -> GridDerivative:
        """The kernel that also computes tangents, as Kernel.jvp does: `kernel.jvp[blocks, threads](X, Y,
        X_dot, Y_dot)`. It is CudaPy's own, and numba has it not."""
        from .derivatives import GridDerivative

        return GridDerivative(self, "jvp")

    @property
    def vjp(self) -> GridDerivative:
        """The kernel that pulls cotangents back, as Kernel.vjp does: `kernel.vjp[blocks, threads](X, Y,
        X_bar, Y_bar)`; `kernel.vjp(wrt=("X",))` leaves out those of other parameters. It is CudaPy's own, and
        numba has it not."""
        from .derivatives import GridDerivative

        return GridDerivative(self, "vjp")

    @property
    def overloads(self) -> dict[tuple[Type, ...], Any]:
        """The compiled kernels, by the tuple of the types of their arguments."""
        return self._overloads.by_types

    @property
    def signatures(self) -> list[tuple[Type, ...]]:
        """The tuples of the types of the arguments for which there is a compiled kernel."""
        return list(self.overloads)

    nopython_signatures = signatures

    def disable_compile(self, val: bool = True) -> None:
        """Says that nothing else is compiled from now on; with False, that it is."""
        self._overloads.close(val)

    def compile(self, sig: Any) -> Any:
        """Compiles the kernel for a signature, unless it is, and returns what was compiled. Raises
        RuntimeError where nothing else may be compiled."""
        arguments, result = parse(sig)
        if result is not None and result != void:
            raise TypeError(
                f"{self.__name__}: a kernel returns nothing: the signature must be void(...), not "
                f"{result}(...)"
            )
        return self._overloads.compile(arguments)

    def specialize(self, *args: Any) -> Dispatcher:
        """Returns the kernel for arguments of the types of `args`, or of the types that `args` are, and for
        nothing else. Raises RuntimeError if it is one already."""
        from .._types.typeof import typeof

        if self.specialized:
            raise RuntimeError(f"{self.__name__}: Dispatcher already specialized")
        given = map(translated, args)
        types = tuple(each if isinstance(each, Type) else typeof(each) for each in given)
        if types not in self._specializations:
            made = Dispatcher(self.py_func, **self.targetoptions)
            made._compile_signatures([(types, None)], True)
            self._specializations[types] = made
        return self._specializations[types]

    def instance(self, arguments: tuple[Any, ...]) -> Any:
        """Returns the compiled kernel for arguments of these types."""
        overloads = self._overloads
        return overloads.choose(overloads.with_rest(arguments), self.specialized)[0]

    def inspect_cuda(self, signature: Any = None) -> str:
        """Returns the CUDA C++ of the kernel for a signature; without one, of the kernel that was launched
        last, or of the only one that was compiled."""
        kernel = self._of(signature) if signature is not None else self._overloads.last()
        source: str = kernel.cuda_source
        return source

    def _of(self, signature: Any) -> Any:
        return self.overloads[parse(signature)[0]]

    def _inspect(self, signature: Any) -> Any:
        """Returns the source of the kernel for a signature; without one a dict of them all."""
        sources = {
            types: kernel.cpu_source if kernel.target == "cpu" else kernel.cuda_source
            for types, kernel in self.overloads.items()
        }
        return sources if signature is None else sources[parse(signature)[0]]

    def inspect_llvm(self, signature: Any = None) -> Any:
        """Returns the source that is compiled for a signature, CUDA C++ or on the CPU C++, in place of
        LLVM's; without a signature a dict of them all. Raises KeyError where nothing was compiled for the
        signature."""
        return self._inspect(signature)

    inspect_asm = inspect_sass = inspect_lto_ptx = inspect_llvm

    def inspect_types(self, file: Any = None) -> None:
        """Prints the CUDA C++ of all that was compiled, to `file` or to the standard output: it shows the
        types."""
        for types, kernel in self.overloads.items():
            print(f"{self.__name__} ({', '.join(map(str, types))})\n{kernel.cuda_source}", file=file)

    def _measure(self, signature: Any, what: Callable[[Any, Any], Any], name: Any) -> Any:
        """Returns what is known of the kernel for a signature; without one, of the only one, or a dict of
        them all."""
        if signature is not None:
            return what(self._of(signature), name)
        found = {types: what(kernel, name) for types, kernel in self.overloads.items()}
        return next(iter(found.values())) if self.specialized else found

    def get_regs_per_thread(self, signature: Any = None) -> Any:
        """Returns the registers of a thread, on a GPU; NotThereError on the CPU."""
        return self._measure(signature, _planned, "registers")

    def get_shared_mem_per_block(self, signature: Any = None) -> Any:
        """Returns the bytes of shared memory of a block that are known when compiling, on a GPU;
        NotThereError on the CPU."""
        return self._measure(signature, _planned, "static_shared")

    def get_local_mem_per_thread(self, signature: Any = None) -> Any:
        """Returns the bytes of local memory of a thread, on a GPU; NotThereError on the CPU."""
        return self._measure(signature, _planned, "local")

    def get_max_threads_per_block(self, signature: Any = None) -> Any:
        """Returns the most threads that a block can have: as many as launch_bounds says, and on a GPU as many
        as the registers of the kernel allow."""
        return self._measure(signature, _most_threads, self.targetoptions.get("most_threads"))

    def get_const_mem_size(self, signature: Any = None) -> Any:
        """Returns the bytes of the arrays of NumPy that the kernel for a signature captured, which are
        constant in it; without a signature of the only one, or a dict of them all."""
        return self._measure(signature, _constant_bytes, None)

    def __reduce__(self) -> Any:
        from .pickling import reduce_dispatcher

        return reduce_dispatcher(self)

    def __repr__(self) -> str:
        return f"<cuda kernel {self.__name__}>"


def _planned(kernel: Any, name: str) -> Any:
    value = getattr(kernel.explain(1, block=1), name)
    if value is None:
        raise NotThereError(
            f"{kernel._called}: it is compiled for the CPU, where {_MEASURES[name]} not known"
        )
    return value


_MEASURES = {
    "registers": "the registers of a thread are",
    "static_shared": "the bytes of shared memory are",
    "local": "the bytes of local memory are",
}


def _constant_bytes(kernel: Any, _: None) -> int:
    return int(kernel._recipe.resolver.arrays.constant_bytes())


def _most_threads(kernel: Any, bound: int | None) -> int:
    most = 1024 if kernel.target == "cpu" else kernel.explain(1, block=1).most_threads
    return min(most, bound or most)


class ConfiguredKernel(_core.GridLaunch):
    """A kernel with its grid. `_core.GridLaunch` launches arguments of types that were launched before."""

    def __init__(
        self, dispatcher: Dispatcher, grid: Any, block: Any, stream: Any = 0, sharedmem: int = 0
    ) -> None:
        self._dispatcher = dispatcher
        dispatcher._configurations.add(self)
        name = dispatcher.__name__
        blocks, self._block = _extent(grid, f"{name}: griddim"), _extent(block, f"{name}: blockdim")
        self._blocks = blocks
        most, threads = (
            dispatcher.targetoptions.get("most_threads"),
            self._block[0] * self._block[1] * self._block[2],
        )
        if most is not None and threads > most:
            raise ValueError(
                f"{name}: a block of {threads} threads is larger than launch_bounds={most} allows"
            )
        self._threads = tuple(a * b for a, b in zip(blocks, self._block))
        self._options: dict[str, Any] = {"block": self._block}
        if not runs_on_cpu():
            warn_of_few_blocks(blocks[0] * blocks[1] * blocks[2], depth=3)
        if (stream := core_stream(stream)) is not None:
            self._options["stream"] = stream
        if sharedmem:
            self._options["shared"] = sharedmem

    @property
    def _beginning(self) -> str:
        """Returns how programs write the launch, up to its arguments: `scale[1, 32]`."""
        sizes = (each[0] if each[1:] == (1, 1) else each for each in (self._blocks, self._block))
        return f"{self._dispatcher.__name__}[{', '.join(map(str, sizes))}]"

    @_core.entry
    def _launch_anew(self, *values: Any, **keywords: Any) -> None:
        dispatcher = self._dispatcher
        arguments = dispatcher._overloads.with_defaults(values, keywords)
        dispatcher._overloads.launch(
            arguments,
            self._threads,
            self._options,
            dispatcher.specialized,
            dispatcher.targetoptions["extensions"],
            self._remember if arguments is values and not dispatcher._may_extend else None,
        )

    @_core.entry
    def explain(self, *arguments: Any, blocks: Any = None) -> Any:
        """Returns how the launch would run, without running it: a LaunchPlan of the kernel that was launched
        last, or of the only one that was compiled. With the kernel's arguments it is a TracedPlan, which says
        what each line would cost as well; see Kernel.explain. It is CudaPy's own, and numba has it not."""
        options = {name: value for name, value in self._options.items() if name != "stream"}
        return self._dispatcher._overloads.explain(
            arguments, self._threads, options, self._dispatcher.specialized, blocks
        )

    @property
    def griddim(self) -> tuple[int, int, int]:
        """The blocks along each axis."""
        return self._blocks

    @property
    def blockdim(self) -> tuple[int, int, int]:
        """The threads of a block along each axis."""
        return self._block

    def __reduce__(self) -> Any:
        if "stream" in self._options:
            raise TypeError(
                f"a launch of {self._dispatcher.__name__} with a stream of its own cannot be pickled: "
                "streams are of one process"
            )
        shared = self._options.get("shared", 0)
        return ConfiguredKernel, (self._dispatcher, self._blocks, self._block, 0, shared)

    def __repr__(self) -> str:
        return (
            f"<launch of {self._dispatcher.__name__} on {self._threads} threads in blocks of {self._block}>"
        )


def _extent(extents: Any, what: str) -> tuple[int, int, int]:
    sizes = list(extents) if isinstance(extents, (tuple, list)) else [extents]
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"{what} must be a sequence of 1, 2 or 3 integers, got {sizes}")
    for size in sizes:
        if isinstance(size, bool) or not hasattr(type(size), "__index__"):
            raise TypeError(f"{what} must be a sequence of integers, got {sizes}")
    sizes = [size.__index__() for size in sizes]
    if any(size < 1 for size in sizes):
        raise ValueError(f"{what} must have positive sizes, got {sizes}")
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z
