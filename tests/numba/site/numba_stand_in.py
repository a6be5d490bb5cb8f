"""A `numba` whose `cuda` is another module: an import hook, so that numba-cuda's test files run unchanged.

`from numba import cuda` gives the implementation itself. `from numba.cuda import X`, `from numba.cuda.random
import …` and `from numba import float32` look there, too. What the implementation lacks is hollow if it is a
module of numba's: its names can be imported, subclassed and used as decorators while a file is imported, and
raise NotThere when a test uses them. So are the modules of others that the files import only for what is out
of scope, see HOLLOW.
"""

import importlib
import importlib.abc
import importlib.machinery
import sys
import types

loading = False  # whether a test file is being imported

# Several names that numba has for one thing, and where an implementation has it.
ALIASES = {
    "numba.types": "types",
    "numba.core.types": "types",
    "numba.core.errors": "errors",
    "numba.cuda.core.errors": "errors",
    "numba.config": "config",
    "numba.core.config": "config",
    "numba.cuda.core.config": "config",
    "numba.np.numpy_support": "numpy_support",
    "numba.cuda.np.numpy_support": "numpy_support",
    "numba.cuda.typing.typeof": "typing.typeof",
}
OF_THE_CPU = {"jit", "njit", "prange", "generated_jit", "cfunc", "stencil"}  # numba.jit is not cuda.jit
OF_PTX = {
    "compile",
    "compile_ptx",
    "compile_all",
    "compile_for_current_device",
    "compile_ptx_for_current_device",
    "declare_device",
}
MODULES = set(
    """_internal api api_util args bf16 cache_hints cg cgutils codegen compiler config core cpython cudadecl
    cudadrv cudaimpl cudamath datamodel debuginfo decorators descriptor deviceufunc dispatcher errors
    extending flags fp16 fp8 initialize intrinsics kernels launchconfig libdevice libdevicedecl
    libdevicefuncs libdeviceimpl lowering mathimpl memory_management misc models np numpy_support
    nvvmutils nrt printimpl random serialize simulator stubs target testing tests typeconv types typing
    ufuncs utils vector_types vectorizers experimental typed pycc parfors
    """.split()
)

# NVIDIA's bindings of CUDA for Python and llvmlite have 280 MB.
HOLLOW = ("cuda", "llvmlite")


class NotThere(Exception):
    """A test used something of numba's that the implementation lacks."""


class Hollow(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return hollow(f"{cls.path}.{name}")

    def __call__(cls, *arguments, **named):
        if not loading:
            raise NotThere(cls.path)
        return hollow(f"{cls.path}(…)")


def hollow(path):
    name = path.rpartition(".")[2]
    if name.endswith("Warning"):
        return type(name, (UserWarning,), {"path": path})
    if name.endswith(("Error", "Exception")):
        return type(name, (Exception,), {"path": path})
    return type.__call__(Hollow, name, (), {"path": path})


class HollowModule(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self.__name__}.{name}"
        made = importlib.import_module(path) if path in ALIASES else hollow(path)
        setattr(self, name, made)  # the same class each time it is asked for
        return made


class Config(types.ModuleType):
    """Settings that tests set and restore; all are off."""

    ENABLE_CUDASIM = 0
    CUDA_MEMORY_MANAGER = "default"

    def __getattr__(self, name):
        if name.isupper():
            return 0
        raise AttributeError(name)


class NumpySupport(types.ModuleType):
    def __init__(self, of_types):
        super().__init__("numba.cuda.np.numpy_support")
        self.types = of_types
        self.numpy_version = tuple(int(part) for part in sys.modules["numpy"].__version__.split(".")[:2])

    def from_dtype(self, dtype):
        return getattr(self.types, {"bool": "boolean"}.get(dtype.name, dtype.name))


class Front(types.ModuleType):
    """`numba` or `numba.cuda`: names of the implementation, then of its types."""

    __path__ = []
    __version__ = "0.61.0"

    def __init__(self, name, implementation):
        super().__init__(name)
        self.implementation = implementation
        self.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__ == "numba" and name in OF_THE_CPU:
            return hollow(f"numba.{name}")
        for place in (self.implementation, getattr(self.implementation, "types", None)):
            if hasattr(place, name):
                return getattr(place, name)
        if name == "HAS_NUMBA":
            return False
        if name in OF_PTX:
            return hollow(f"{self.__name__}.{name}")
        raise AttributeError(f"{self.implementation.__name__} has no {name}")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, implementation, files):
        self.name, self.files = implementation, files
        self.whole = (
            implementation == "numba.cuda"
        )  # numba itself: only the helpers of the tests are replaced

    def find_spec(self, name, path=None, target=None):
        if (
            name.startswith("numba.cuda.tests.") and name.count(".") > 3
        ):  # here, before numba-cuda's own hook can see them
            return importlib.machinery.PathFinder.find_spec(name, path)
        if name.partition(".")[0] in HOLLOW and not self.whole:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        if not name.startswith("numba.") or not self.wanted(name):
            return None
        spec = importlib.machinery.ModuleSpec(name, self, is_package=True)
        if name.startswith("numba.cuda.tests"):
            spec.submodule_search_locations = [
                self.files + name.removeprefix("numba.cuda.tests").replace(".", "/")
            ]
        return spec

    def wanted(self, name):
        if name in ("numba.cuda.testing", "numba.cuda.tests.support") or name == "numba.cuda.tests":
            return True
        if name.startswith("numba.cuda.tests."):
            return (
                name.count(".") == 3
            )  # the folders, without their __init__; the files in them are found as usual
        if self.whole:
            return False
        first = name.removeprefix("numba.").removeprefix("cuda.").partition(".")[0]
        return first in MODULES

    def create_module(self, spec):
        return None if spec.name.startswith("numba.cuda.tests") else HollowModule(spec.name)

    def exec_module(self, module):
        name = module.__name__
        if name.partition(".")[0] in HOLLOW:
            return
        if name == "numba.cuda.testing":
            sys.modules[name] = importlib.import_module("numba_stand_in_testing")
        elif name == "numba.cuda.tests.support":
            sys.modules[name] = importlib.import_module("numba_stand_in_support")
        elif not name.startswith("numba.cuda.tests"):
            place = ALIASES.get(name) or name.removeprefix("numba.").removeprefix("cuda.")
            there = (
                None if place.partition(".")[0] == "np" else self.of_implementation(place)
            )  # an implementation's `np` is NumPy
            if there is not None:
                sys.modules[name] = there
            elif place == "config":
                sys.modules[name] = config
            elif place == "numpy_support":
                sys.modules[name] = NumpySupport(self.of_implementation("types"))
            elif name in ALIASES and name != "numba.cuda." + ALIASES[name]:
                sys.modules[name] = importlib.import_module("numba.cuda." + ALIASES[name])

    def of_implementation(self, path):
        try:
            return importlib.import_module(f"{self.name}.{path}")
        except ImportError:
            pass
        place = importlib.import_module(self.name)
        for part in path.split("."):
            place = getattr(place, part, None)
        return place


config = Config("numba.cuda.core.config")


def install(implementation, files):
    sys.meta_path.insert(0, Finder(implementation, files))
    if implementation == "numba.cuda":
        importlib.import_module(
            implementation
        )  # now: pytest puts the folder of the test files, a `numba` too, before the installed one
        return
    try:
        module = importlib.import_module(implementation)
    except ImportError as error:
        module = absent(implementation, f"{implementation}: {error}")
    sys.modules["numba"], sys.modules["numba.cuda"] = Front("numba", module), Front("numba.cuda", module)
    sys.modules["numba"].cuda = module


def absent(name, message):
    """A module whose every name is an ImportError that says why."""

    def missing(_):
        raise ImportError(message)

    module = types.ModuleType(name)
    module.__getattr__ = missing
    return module
