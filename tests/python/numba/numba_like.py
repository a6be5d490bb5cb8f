"""Modules that look like numba's: its types, its functions for the CPU, and the names of numba.cuda, by the
modules and the attributes that CudaPy knows them by. Tests that have numba itself run with that as well."""

import sys
import types

NUMBERS = {
    "boolean": "bool", "bool_": "bool", "b1": "bool", "int8": "int8", "i1": "int8", "int16": "int16",
    "i2": "int16", "int32": "int32",
    "i4": "int32", "intc": "int32", "int64": "int64", "i8": "int64", "int_": "int64", "intp": "int64",
    "uint8": "uint8", "u1": "uint8",
    "byte": "uint8", "uint16": "uint16", "u2": "uint16", "uint32": "uint32", "u4": "uint32",
    "uintc": "uint32", "uint64": "uint64",
    "u8": "uint64", "uintp": "uint64", "float32": "float32", "f4": "float32", "float64": "float64",
    "f8": "float64", "double": "float64",
    "complex64": "complex64", "c8": "complex64", "complex128": "complex128", "c16": "complex128",
}  # fmt: skip
IN_KERNELS = """
    grid gridsize threadIdx blockIdx blockDim gridDim laneid warpsize syncthreads syncthreads_and syncthreads_count syncthreads_or syncwarp
    threadfence shared local atomic activemask all_sync any_sync ballot_sync shfl_sync shfl_up_sync popc clz ffs brev fma selp const cbrt
""".split()  # noqa: E501


def _class(module, name, **members):
    return type(name, (), {"__module__": module, **members})


class _Type:
    """A type of numba: it can be indexed, called, and shown."""

    __module__ = "numba.core.types.scalars"

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    __repr__ = __str__

    def __getitem__(self, index):
        axes = index if isinstance(index, tuple) else (index,)
        layout = "F" if axes[0].step == 1 and len(axes) > 1 else "C" if axes[-1].step == 1 else "A"
        return Array(self, len(axes), layout)

    def __call__(self, *arguments):
        return Signature(self, arguments)


class Array(_Type):
    __module__ = "numba.core.types.npytypes"

    def __init__(self, dtype, ndim, layout):
        super().__init__(f"array({dtype}, {ndim}d, {layout})")
        self.dtype, self.ndim, self.layout, self.mutable, self.aligned = dtype, ndim, layout, True, True


class Record(_Type):
    __module__ = "numba.core.types.npytypes"

    def __init__(self, dtype, of):
        super().__init__(f"Record({dtype})")
        field = _class("numba.core.types.npytypes", "_RecordField")
        self.fields = {}
        for name in dtype.names:
            made = self.fields[name] = field()
            made.type, made.offset = of(dtype.fields[name][0]), dtype.fields[name][1]
        self.size, self.aligned = dtype.itemsize, dtype.isalignedstruct


class UniTuple(_Type):
    __module__ = "numba.core.types.containers"

    def __init__(self, dtype, count):
        super().__init__(f"UniTuple({dtype} x {count})")
        self.dtype, self.count, self.types = dtype, count, (dtype,) * count


class Signature:
    __module__ = "numba.core.typing.templates"

    def __init__(self, return_type, args):
        self.return_type, self.args = return_type, tuple(args)


class CPUDispatcher:
    __module__ = "numba.core.registry"

    def __init__(self, function, signatures=()):
        self.py_func = self.__wrapped__ = function
        self.__name__, self.__qualname__, self.__module__ = (
            function.__name__,
            function.__qualname__,
            function.__module__,
        )
        made = _class("numba.core.compiler", "CompileResult")
        self.overloads = {}
        for each in signatures:
            self.overloads[each.args] = made()
            self.overloads[each.args].signature = each
        self._can_compile = not signatures

    def __call__(self, *arguments):
        return self.py_func(*arguments)


def njit(given=None, **_options):
    """numba's decorator, bare, with options, or with a signature."""
    if isinstance(given, types.FunctionType):
        return CPUDispatcher(given)
    return lambda function: CPUDispatcher(function, [given] if isinstance(given, Signature) else ())


class DUFunc:
    __module__ = "numba.np.ufunc.dufunc"

    def __init__(self, function, characters=()):
        self._dispatcher = CPUDispatcher(function)
        self.__name__, self.ntypes, self.types, self._frozen = (
            function.__name__,
            len(characters),
            list(characters),
            bool(characters),
        )


def vectorize(given):
    if isinstance(given, types.FunctionType):
        return DUFunc(given)
    return lambda function: DUFunc(function, ["".join("f" for _ in each.args) + "->f" for each in given])


def modules():
    """Returns modules by the names of numba's."""
    numba, cuda, of_types, random = (
        types.ModuleType(name) for name in ("numba", "numba.cuda", "numba.core.types", "numba.cuda.random")
    )
    special, support = types.ModuleType("numba.misc.special"), types.ModuleType("numba.np.numpy_support")
    known = {name: _Type(name) for name in dict.fromkeys(NUMBERS.values())}
    known["none"] = _Type("none")
    known["none"].__class__ = type("NoneType", (_Type,), {"__module__": "numba.core.types.misc"})
    for name, shown in NUMBERS.items():
        setattr(numba, name, known[shown])
        setattr(of_types, name, known[shown])
    of_types.void = of_types.none = numba.void = known["none"]
    of_types.UniTuple, of_types.Array = UniTuple, Array
    support.from_dtype = numba.from_dtype = lambda dtype: (
        Record(dtype, support.from_dtype) if dtype.names else known[dtype.name]
    )
    special.prange = numba.prange = _class("numba.misc.special", "prange")
    numba.types, numba.cuda, numba.njit, numba.jit, numba.vectorize = of_types, cuda, njit, njit, vectorize
    numba.np = types.SimpleNamespace(numpy_support=support)
    cuda.__path__ = []
    for name in IN_KERNELS:
        members = {
            each: _class("numba.cuda.stubs", each, __qualname__=f"{name}.{each}")
            for each in ("array", "add", "max", "array_like")
        }
        setattr(cuda, name, _class("numba.cuda.stubs", name, **members))
    intrinsic = _class("numba.core.extending", "_Intrinsic")()
    intrinsic.__name__, intrinsic.__module__ = "grid", "numba.cuda.intrinsics"
    cuda.grid = intrinsic

    def xoroshiro128p_uniform_float32(states, index):
        """numba's, in which kernels of CudaPy take their own."""

    xoroshiro128p_uniform_float32.__module__ = random.__name__
    xoroshiro128p_uniform_float32.__qualname__ = "xoroshiro128p_uniform_float32"
    random.xoroshiro128p_uniform_float32 = njit(xoroshiro128p_uniform_float32)
    cuda.random = random
    made = {each.__name__: each for each in (numba, cuda, of_types, random, special, support)}
    return {**made, "numba.types": of_types, "numba.core": types.ModuleType("numba.core")}


def install(monkeypatch):
    """Puts the modules in the place of numba's, until the test ends."""
    for name in [each for each in sys.modules if each == "numba" or each.startswith("numba.")]:
        monkeypatch.delitem(sys.modules, name)
    for name, module in modules().items():
        monkeypatch.setitem(sys.modules, name, module)
