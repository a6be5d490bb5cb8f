"""The signatures of functions, as the simulator knows types: (type, number of dimensions)."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import textwrap
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from .._types.vectors import VECTORS
from .array import LISTS
from .number import BFLOAT16, BITS, BOOL, COMPLEX64, COMPLEX128, DOUBLE, FLOAT, HALF, INT
from .structs import ElementKind, Struct, Vector, is_struct, kind_of_class

# What a parameter or a result is declared as: a tuple of what its parts are, None for no result.
Declared: TypeAlias = "ElementKind | tuple[Any, ...] | None"
Parameter: TypeAlias = tuple[Declared, int | str]  # with the number of dimensions, or LISTS
Signature: TypeAlias = tuple[Declared, list[Parameter]]

TYPES: dict[str, str | None] = {
    "bool": BOOL,
    "int": INT,
    "int32": INT,
    **{kind: kind for kind in BITS},
    "float": FLOAT,
    "float32": FLOAT,
    "double": DOUBLE,
    "float64": DOUBLE,
    "half": HALF,
    "float16": HALF,
    "bfloat16": BFLOAT16,
    "complex64": COMPLEX64,
    "complex128": COMPLEX128,
    "void": None,
    "None": None,
}


def _split(text: str) -> list[str]:
    """The parts of a list between commas, those inside brackets left as they are."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


class Variable(str):
    """A type variable of a signature."""


_scope: dict[str, Any] = {}  # the names that the function knows whose signature is read


def named(name: str) -> Struct | Vector | None:
    """A struct, which the function's module knows, or a vector, which every kernel does; else nothing."""
    known = _scope.get(name)
    if is_struct(known):
        return kind_of_class(known)
    return kind_of_class(VECTORS[name]) if name in VECTORS else None


FUNCTION = "function"  # what a function parameter is: it travels as it is


def parse_type(text: str) -> Parameter:
    """`float`, `float*`, `float[,]`, `cp.Array[cp.float32, 2]` as (type, dimensions); a scalar has none.
    `(float, int)` and `tuple[cp.float32, cp.int32]` are the types of their parts, as a Python tuple."""
    text = re.sub(r"\b(cp|cudapy)\.", "", text.replace(" ", "").strip("'\""))
    parts = re.fullmatch(r"\((.*)\)|tuple\[(.*)\]", text)
    if parts:
        return tuple(parse_type(part)[0] for part in _split(parts[1] or parts[2] or "")), 0
    if text == "random_state":
        return text, 1  # passed on as it is
    lists = re.fullmatch(r"Array\[Array\[(\w+)\]\]", text)
    if lists:
        return named(lists[1]) or TYPES[lists[1]], LISTS
    array = re.fullmatch(r"Array\[(\w+)(?:,(\d+))?\]", text)
    if array:
        return named(array[1]) or TYPES.get(array[1]) or Variable(array[1]), int(array[2] or 1)
    if re.fullmatch(r"\w+\(.*\)|Callable\[.*\]", text):
        return FUNCTION, 0
    written = re.fullmatch(r"(\w+)(\*{0,2})(\[,+\])?", text)
    if written is None:
        raise KeyError(text)
    name, star, brackets = written.groups()
    if star == "**":
        if named(name):
            return named(name), LISTS
        return Variable(name) if name[0].isupper() and name not in TYPES else TYPES[name], LISTS
    if named(name):
        return named(name), len(brackets) - 1 if brackets else len(star)
    if name not in TYPES and name[0].isupper() and name.lower() not in TYPES:
        return Variable(name), len(brackets) - 1 if brackets else len(star)
    return TYPES[name if name in TYPES else name.lower()], len(brackets) - 1 if brackets else len(star)


_TYPE = r"(?:\w+|\([^:]*?\))"  # of a result
_PARAMETERS = r"\((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*\)"


def parse_signature(text: str, function: FunctionType | None = None) -> Signature:
    """`name : ret (type name, …)` as (return type, [(type, dimensions), …]), with the structs that the
    function knows."""
    if function is not None:
        _see(function)
    match = re.fullmatch(rf"\s*(?:\w+\s*:)?\s*({_TYPE})\s*({_PARAMETERS})\s*", text, re.DOTALL)
    if match is None:
        raise TypeError(f"{text!r} is no signature")
    parameters = []
    for part in _split(match[2][1:-1]):
        word = re.fullmatch(r"(\(.*\)|\w+\(.*\)|\w+(?:\s*\*{1,2}|\s*\[[,\s]+\])?)\s*(\w*)", part)
        if word is None:
            raise TypeError(f"{part!r} in {text!r} is no parameter")
        parameters.append(parse_type(word[1]))
    return parse_type(match[1])[0], parameters


def _see(function: FunctionType) -> None:
    global _scope
    _scope = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}


def signature_of(function: FunctionType) -> Signature:
    """The signature that the kernel's source declares: a decorator's, a comment's or the annotations'."""
    _see(function)
    declared = _declared(function.__code__, function.__code__.co_filename, function.__name__)
    if isinstance(declared, str):
        return parse_signature(declared)
    if declared is None:
        raise AssertionError(f"{function.__name__} has no signature that can be read")
    result, *parameters = declared
    return parse_type(result)[0], [parse_type(each) for each in parameters]


@functools.lru_cache(256)
def _declared(code: CodeType, _file: str, name: str) -> str | list[str] | None:
    """Returns a function's signature as it is written: a text, or the texts of the annotations, of the result
    first. Returns None where there is none. Functions of equal code in several files have comments of their
    own."""
    lines, first = inspect.findsource(code)
    source = textwrap.dedent("".join(inspect.getblock(lines[first:])))
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    for decorator in definition.decorator_list:
        if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.Constant):
            given = decorator.args[0].value
            if isinstance(given, str):  # and not the initial value of a reduction
                return given
    above: list[str] = []
    at = first - 1
    while at >= 0 and lines[at].lstrip().startswith(("#", "@")):
        above.insert(0, lines[at].strip())
        at -= 1
    above += [line.strip() for line in source.splitlines()[: definition.lineno]]
    comments = " ".join(line.lstrip("# ") if line.startswith("#") else ";" for line in above)
    match = re.search(rf"\b{name}\s*:\s*({_TYPE}\s*{_PARAMETERS})", comments)
    if match:
        return match[1]
    annotations = [each.annotation for each in definition.args.args]
    parameters = [ast.unparse(each) for each in annotations if each is not None]
    if len(parameters) < len(annotations) or not (parameters or definition.returns):
        return None
    return [ast.unparse(definition.returns) if definition.returns else "void", *parameters]


def type_named(text: str, function: FunctionType) -> Any:
    """Returns the type of a number or a struct that a function calls by this name; nothing if it is no such
    type."""
    _see(function)
    try:
        kind, rank = parse_type(text)
    except (AttributeError, KeyError):
        return None
    return None if rank or isinstance(kind, Variable) or kind == FUNCTION else kind


def signature_or_none(function: FunctionType) -> Signature:
    """Returns the same as signature_of. A function without a signature takes and returns the types that it is
    called with."""
    try:
        if function.__name__ != "<lambda>":
            return signature_of(function)
    except (
        AssertionError,
        AttributeError,
        KeyError,
        OSError,
    ):  # a function of a module that nobody wrote for kernels
        pass
    return FUNCTION, [(FUNCTION, 0)] * function.__code__.co_argcount
