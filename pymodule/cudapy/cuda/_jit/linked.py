"""Functions of CUDA C++ that kernels call: declare_device, and the sources that they come from."""

from __future__ import annotations

import functools
import os
import re

from ... import _core
from ..._compile.cuda_source import read_source
from .._missing import NotThereError
from .._types.types import Number, Signature, void
from .dispatcher import DeviceFunction
from .signatures import helper_text, parse

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, Literal, Never, TypeAlias

    from ..._compile.cuda_source import FoundFunction

    Link: TypeAlias = "str | os.PathLike[str] | CUSource"


class CUSource:
    """CUDA C++ as a text, which declare_device links. `name` is what messages call it."""

    data: bytes

    kind = "cu"

    def __init__(
        self,
        data: str | bytes,
        name: str = "<unnamed-cu>",
        setup_callback: None = None,
        teardown_callback: None = None,
    ) -> None:
        if setup_callback is not None or teardown_callback is not None:
            raise NotThereError("cudapy.cuda has no callbacks of linked code yet: leave them out")
        self.data = data.encode() if isinstance(data, str) else bytes(data)
        self.name = name

    def __repr__(self) -> str:
        return f"<CUDA C++ {self.name}>"


class DeclaredFunction(DeviceFunction):
    """A function of CUDA C++ that kernels call. `sig` is its signature, which the types of arguments
    become."""

    name: str
    sig: Signature
    __cudapy_signature__: str

    def __init__(self, name: str, sig: Signature, external: Any) -> None:
        parameters = ", ".join(f"a{i}" for i in range(len(sig.args)))
        call = f"{name}_in_cuda({parameters})"
        text = f"def {name}({parameters}):\n    {call if sig.return_type == void else f'return {call}'}\n"
        namespace: dict[str, Any] = {f"{name}_in_cuda": external}
        exec(compile(text, f"<cuda.declare_device {name!r}>", "exec"), namespace)
        function = namespace[name]
        function.__module__ = __name__
        function.__cudapy_source__ = (1, text)
        super().__init__(function)
        self.name, self.sig = name, sig
        self.__cudapy_signature__ = helper_text(sig.args, sig.return_type)

    def __reduce__(self) -> Never:
        raise TypeError(f"{self.name} cannot be pickled: it is CUDA C++: declare it where it is needed")


def declare_device(
    name: str,
    sig: str | Signature,
    link: Link | Collection[Link] | None = None,
    use_cooperative: bool = False,
    abi: Literal["numba", "c"] = "numba",
) -> DeclaredFunction:
    """Returns the `__device__` function of CUDA C++ with a name, for kernels to call with arguments that
    become the types of the signature. `link` is a file, a CUSource, or several of them.

    With the abi "c" the function takes the arguments and returns its result. With "numba" it is
    `int name(result *, arguments ...)`, and what it returns is not looked at. On the CPU it must be declared
    `__host__ __device__`.

    Raises TypeError for a signature without the type of the result, and where the text has no such function,
    and NotThereError for arrays and pointers in the signature, and without `link`.
    """
    arguments, result = parse(sig)
    if result is None:
        raise TypeError(
            f"declare_device: Return type missing in the signature of {name}: write it, as in int32(float32)"
        )
    if not str(name).isidentifier():
        raise ValueError(f"declare_device: {name!r} is no name of a function")
    if abi not in ("numba", "c"):
        raise ValueError(f'declare_device: abi must be "numba" or "c", not {abi!r}')
    signature = Signature(result, arguments)
    for each in (*arguments, *(() if result == void else (result,))):
        if not isinstance(each, Number):
            raise NotThereError(f"declare_device: cudapy.cuda has no {each} in {name} yet: numbers are there")
    if link is None:
        raise NotThereError(
            f"declare_device: cudapy.cuda has no {name} that the kernel links yet: give declare_device the "
            "link="
        )
    linked = _linked(*_texts(link))
    found = linked.function(name)
    if len(found["parameters"]) != len(arguments) + (abi == "numba"):
        raise TypeError(
            f"declare_device: `{found['text']}` does not take {len(arguments)} "
            f"{'argument' if len(arguments) == 1 else 'arguments'}"
            f"{' after the place for its result' if abi == 'numba' else ''}"
        )
    if abi == "numba" and not _has_place(found):
        raise TypeError(
            f'declare_device: `{found["text"]}` is not as numba\'s functions are: with abi="numba" it '
            "returns an int, and its first parameter is the place for its result; one that returns its "
            'result has abi="c"'
        )
    external = getattr(linked.source, _PREFIX + name if abi == "numba" else name)
    return DeclaredFunction(name, signature, external)


def _texts(link: Link | Collection[Link]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the texts that are linked, and the folders of those that are files."""
    given: Collection[Any] = link if isinstance(link, (list, tuple, set, frozenset)) else (link,)
    texts: list[str] = []
    folders: list[str] = []
    for each in given:
        if isinstance(each, CUSource):
            texts.append(each.data.decode())
        elif isinstance(each, (str, os.PathLike)):
            path = os.path.abspath(each)
            if not path.endswith((".cu", ".cuh", ".h")):
                raise NotThereError(f"cudapy.cuda links only CUDA C++, files that end in .cu, and not {each}")
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
            folders.append(os.path.dirname(path))
        else:
            raise NotThereError(
                f"cudapy.cuda links only CUDA C++, as a file or a CUSource, and not {type(each).__name__}"
            )
    # A text that another one calls need not come first in a set, and only declarations may come before.
    texts.sort(key=lambda text: sum(not each["is_defined"] for each in _core.read_cuda(text)))
    return tuple(texts), tuple(folders)


_PREFIX = "cudapy_"


class _LinkedText:
    """What is linked together. A kernel has it once, however many of its functions it calls."""

    def __init__(self, text: str, folders: tuple[str, ...]) -> None:
        functions = [each for each in _core.read_cuda(text) if not (each["scope"] or each["is_kernel"])]
        self._functions: dict[str, FoundFunction] = {}
        for each in functions:  # a definition says more than a declaration
            if each["is_defined"] or each["name"] not in self._functions:
                self._functions[each["name"]] = each
        plain = [each for each in self._functions.values() if not each["is_template"] and _has_place(each)]
        self.source = read_source(text + "".join(map(_by_value, plain)), include_paths=folders)

    def function(self, name: str) -> FoundFunction:
        if name not in self._functions:
            raise TypeError(f"declare_device: no __device__ function {name} is in what is linked")
        return self._functions[name]


@functools.lru_cache(64)
def _linked(texts: tuple[str, ...], folders: tuple[str, ...]) -> _LinkedText:
    return _LinkedText("\n".join(texts), folders)


def _has_place(function: FoundFunction) -> bool:
    """Returns whether a function is of numba's kind: it returns an int, and its first parameter is a place
    for its result."""
    place = function["parameters"][0][2] if function["parameters"] else ()
    gives_status = re.search(rf"\bint\s+{function['name']}\s*\(", function["text"])
    return bool(gives_status) and place[-1:] == ("*",) and "const" not in place


def _by_value(function: FoundFunction) -> str:
    """Returns the text of a function that returns what one of numba's kind puts in its first argument."""
    (_, _, place), *others = function["parameters"]
    name, kind = function["name"], " ".join(place[:-1])
    parameters = ", ".join(f"{' '.join(kind)} a{i}" for i, (_, _, kind) in enumerate(others))
    given = "".join(f", a{i}" for i in range(len(others)))
    where = "static __host__ __device__" if function["on_host"] else "static __device__"
    if kind == "void":
        return f"\n\n{where} void {_PREFIX}{name}({parameters})\n{{\n    {name}(nullptr{given});\n}}\n"
    return (
        f"\n\n{where} {kind} {_PREFIX}{name}({parameters})\n{{\n    {kind} result;\n"
        f"    {name}(&result{given});\n    return result;\n}}\n"
    )
