"""What the public names of cudapy are, how they are called and what their docstrings say, read from the type
stubs and the modules without importing them. As a program it writes the header that the C++ of the module
takes its docstrings from:

    scripts/docstrings.py OUTPUT.h

The docstrings of what is written in C++, and of the names that only kernels know, are in the stubs; those of
what is written in Python are there.
"""

import ast
import inspect
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pymodule/cudapy"
# These have public names, and types of their own instead of stubs.
TYPED_MODULES = [
    "_arrays/creation.py",
    "_arrays/lists.py",
    "_compile/cuda_source.py",
    "_derivatives/custom.py",
    "_derivatives/tape/tape.py",
    "_devices/all_reduce.py",
    "_devices/devices.py",
    "_devices/split.py",
    "_frameworks/jax_op.py",
    "_frameworks/torch_op.py",
    "_launch/explain.py",
    "_launch/parts.py",
    "_launch/tune.py",
    "_plan/plan.py",
    "_prebuilt/build.py",
    "_prebuilt/load.py",
]


@dataclass
class Entry:
    """A function, class, method, property, attribute or constant. `name` is "CudaArray.copy_from"."""

    name: str
    kind: str
    signature: str  # "(source, stream=None)"; of a class that of making one; "" where it is not called
    doc: str
    is_static: bool = False
    members: list = field(default_factory=list)

    @property
    def example(self):
        """The lines with >>> and ... of the docstring, and what they print."""
        return "\n".join(re.findall(r"^>>> .*(?:\n.+)*", self.doc, re.MULTILINE))

    @property
    def code(self):
        """The examples without what they print."""
        return "\n".join(re.findall(r"^(?:>>>|\.\.\.) ?(.*)", self.example, re.MULTILINE))


def _arguments(node, is_method):
    """The parameters as inspect.signature() would show them, without their types."""
    given = ast.arguments(**{name: getattr(node.args, name) for name in ast.arguments._fields})
    positional = [*given.posonlyargs, *given.args]
    marks = len(given.posonlyargs)
    if is_method and positional:
        positional = positional[1:]
        marks = max(marks - 1, 0)
    defaults = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    parts = []
    for number, (argument, default) in enumerate(zip(positional, defaults)):
        parts.append(argument.arg + ("" if default is None else f"={_default(default)}"))
        if number + 1 == marks:
            parts.append("/")
    if given.vararg:
        parts.append(f"*{given.vararg.arg}")
    elif given.kwonlyargs:
        parts.append("*")
    for argument, default in zip(given.kwonlyargs, given.kw_defaults):
        parts.append(argument.arg + ("" if default is None else f"={ast.unparse(default)}"))
    if given.kwarg:
        parts.append(f"**{given.kwarg.arg}")
    return f"({', '.join(parts)})"


def _default(node):
    """The text of a default; that of a value of the module's own, such as _MISSING, is as in a stub."""
    is_private = isinstance(node, ast.Name) and node.id.startswith("_")
    return "..." if is_private else ast.unparse(node)


def _decorators(node):
    return {ast.unparse(each) for each in node.decorator_list}


def _function(node, prefix):
    decorators = _decorators(node)
    is_method = bool(prefix) and "staticmethod" not in decorators
    kind = "property" if "property" in decorators else "method" if prefix else "function"
    signature = "" if kind == "property" else _arguments(node, is_method)
    return Entry(
        prefix + node.name, kind, signature, ast.get_docstring(node) or "", "staticmethod" in decorators
    )


def _class(node):
    entry = Entry(node.name, "class", "", ast.get_docstring(node) or "")
    found = _entries(node.body, node.name + ".")
    for member in found.values():
        own = member.name.split(".")[1]
        if own in ("__new__", "__init__"):
            entry.signature = member.signature
        elif member.doc or not own.startswith("_"):
            entry.members.append(member)
    return entry


def _entries(body, prefix=""):
    """By name, in order; of overloads the one with the docstring, else the last."""
    found = {}
    for node, following in zip(body, [*body[1:], None]):
        if isinstance(node, ast.FunctionDef):
            entry = _function(node, prefix)
            if entry.doc or not found.get(entry.name, entry).doc:
                found[entry.name] = entry
        elif isinstance(node, ast.ClassDef):
            found[node.name] = _class(node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            is_documented = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            doc = inspect.cleandoc(following.value.value) if is_documented else ""
            found[prefix + node.target.id] = Entry(
                prefix + node.target.id, "attribute" if prefix else "constant", "", doc
            )
    return found


def read(file):
    """The entries of a stub or module of the package."""
    return _entries(ast.parse((PACKAGE / file).read_text(encoding="utf-8")).body)


def _documented(stub, modules):
    """The stub's entries, with the docstrings of the modules where the stub has none."""
    written = {}
    for module in modules:
        for entry in read(module).values():
            for each in (entry, *entry.members):
                written.setdefault(each.name, each)
    for entry in stub.values():
        for each in (entry, *entry.members):
            if not each.doc and each.name in written:
                each.doc = written[each.name].doc
    return stub


def public():
    """All entries of cudapy by name; those of cudapy.lib are called "lib.map"."""
    core = read("_core.pyi")
    modules = [
        "_api.py",
        *sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.glob("_[a-z]*/[a-z]*.py")),
    ]
    modules.remove("_compile/bindings.py")  # whose classes have names that the package has for others
    found = _documented(read("__init__.pyi"), modules)
    for module in TYPED_MODULES:
        for name, entry in read(module).items():
            entry.members = [each for each in entry.members if not re.search(r"\._(?!_)", each.name)]
            found[name] = entry
    for name in ("Part", "Split", "TracedPlan"):
        found[name].signature = ""  # only the module itself makes one
    found.update((name, core[name]) for name in core if name not in found)
    for entry in read("lib.py").values():
        if not entry.name.startswith("_"):
            entry.name = f"lib.{entry.name}"
            found[entry.name] = entry
    found["float4"].doc = (
        "float4(x, y, z, w), one of " + read("_types/vectors.py")["_Vector"].doc
    )  # one entry for all vectors
    for name in ("float4", "Array"):  # their attributes are what kernels know of values
        found[name].members = []
    return {name: entry for name, entry in found.items() if not name.startswith("_")}


# --- The header of docstrings for the C++ of the module.

_HEADER = """\
#pragma once
// Made by scripts/docstrings.py from pymodule/cudapy/_core.pyi: what help() says of what is written in C++.

namespace cudapy::python::docs {
"""


def _constant(entry, signature):
    text = f"{signature}\n--\n\n{entry.doc}" if signature else entry.doc
    name = "_".join(part.strip("_") for part in entry.name.split("."))
    return f'\ninline constexpr char {name}[] = R"doc({text})doc";\n'


def header():
    """The text of the header."""
    parts = [_HEADER]
    for entry in read("_core.pyi").values():
        if entry.kind == "constant" or not entry.doc:
            continue
        # Only the module itself makes kernels of functions so.
        signature = "" if entry.name == "Kernel" or not entry.signature else entry.name + entry.signature
        parts.append(_constant(entry, signature))
        for member in entry.members:
            if member.doc:
                own = member.name.split(".")[1]
                with_self = (
                    "("
                    + ", ".join(filter(None, ["" if member.is_static else "$self", member.signature[1:-1]]))
                    + ")"
                )
                if not member.is_static and "/" not in member.signature:
                    with_self = with_self.replace("$self", "$self, /", 1)
                parts.append(_constant(member, own + with_self if member.kind == "method" else ""))
    parts.append("\n} // namespace cudapy::python::docs\n")
    return "".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(), encoding="utf-8")
