"""compile(): from Python functions to the call that launches them."""

from __future__ import annotations

import time

from .. import _core
from . import captured_numbers
from .environment import site_packages
from .log import note_compiled
from .options import Options
from .recorded import AnswerRecorder
from .resolve import Resolver, unit_of
from .source_unit import SourceUnit
from .sources import plain_function

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from .._core import Kernel


def compile_functions(
    functions: Any,
    sig: str | Mapping[str, str] | None = None,
    options: Options | None = None,
    *,
    edit: Callable[[Any], Any] | None = None,
    texts: Sequence[tuple[str, str]] | None = None,
    recall: Callable[[Any], object] | None = None,
    dialect: Any = None,
) -> Any:
    """See cudapy.compile; a generic kernel is given as what chooses its instances. `edit` is done to each
    source unit first. `texts` are the sources of functions that are made of texts, each with the path that
    messages show. `recall` gives a function its source, where that is in no file. With a `dialect`, names and
    numbers mean what it makes of them, see cudapy.cuda._jit.dialect."""
    options = options or Options()
    resolved = options.resolved(numba=dialect is not None)
    given = list(functions) if isinstance(functions, (list, tuple)) else [functions]
    if not given:
        raise TypeError("compile: expected a function or a list of functions, got an empty list")
    pairs = [plain_function(function, "compile") for function in given]
    names = [function.__name__ for function, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                f"compile: two of the functions are named {name}: functions compiled together "
                "need names of their own"
            )
    signatures = _signatures(sig, names)
    units = []
    for place, (function, decorated) in enumerate(pairs):
        unit = SourceUnit(*texts[place], 1, function.__name__) if texts else unit_of(function, decorated)
        units.append(unit.replaced(signature=signatures.get(unit.name, unit.signature)))

    def compile_units(units: list[Any], resolver: Resolver, instance: Any = None) -> Any:
        if edit:
            units = [edit(unit) for unit in units]
            resolver.edit = edit
        resolver.recall = recall
        if dialect:
            resolver.library, resolver.arrays = dialect.library, dialect.captured_arrays()
        recorded = AnswerRecorder(units, resolver, resolved, instance)
        begun = time.perf_counter()
        call = _core.compile(units, recorded, resolved, site_packages(), instance)
        if isinstance(call, tuple):
            return call
        note_compiled(call, time.perf_counter() - begun)
        for diagnostic in call.diagnostics:
            _warn(diagnostic, resolver)
        if options.debug:
            _write(f"{call.name}.cu", call.cuda_source)
            if call.target == "cpu":
                _write(f"{call.name}.cpp", call.cpu_source)
        setattr(call, "_recipe", recorded)
        captured_numbers.note(resolver.functions)
        call.__doc__ = pairs[0][0].__doc__
        call.__wrapped__ = pairs[0][0]
        return call

    call = compile_units(units, Resolver(function for function, _ in pairs))
    if isinstance(call, tuple):
        from .generic import Generic

        made = (dialect.generic if dialect else Generic)(pairs, units, compile_units, *call)
        made._recipe = (
            [function for function, _ in pairs],
            {**{function.__name__: text for function, text in pairs if text}, **signatures},
            options,
        )
        return made
    return call


def kernel_of(generic: Any) -> Kernel:
    """A generic kernel as a Kernel."""
    call = _core.Kernel(lambda _: generic)
    call.instance  # now it knows what it is
    for name in ("__name__", "__doc__", "__wrapped__"):
        setattr(call, name, getattr(generic, name))
    return call


def _signatures(sig: Any, names: list[str]) -> Mapping[str, str]:
    """The signatures that `sig` overrides, by function."""
    if sig is None:
        return {}
    if isinstance(sig, str):
        sig = {names[0]: sig}
    if not isinstance(sig, dict) or not all(isinstance(text, str) for text in sig.values()):
        raise TypeError(
            "compile: sig must be a string, a dict of strings by function name, or None, got "
            f"{type(sig).__name__} {sig!r}"
        )
    for name in sig:
        if name not in names:
            raise ValueError(
                f"compile: sig names {name!r}, which is none of the functions: {', '.join(names)}"
            )
        if not sig[name].strip():
            raise ValueError(
                f'compile: the signature of {name} in sig is empty: write its types, such as "void (float*, '
                'int)", or leave sig out'
            )
    return sig


def _warn(diagnostic: dict[str, Any], resolver: Resolver) -> None:
    """A warning at the kernel's own line, so that Python's filters show each once."""
    import warnings

    text = f"{diagnostic['message']} [{diagnostic['code']}]"
    if diagnostic.get("help"):
        text += f"; {diagnostic['help']}"
    warnings.warn_explicit(text, _core.CompileWarning, diagnostic["file"], diagnostic["line"])


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
