"""No module of the package needs itself: imports make no cycle, at the top of files or inside functions."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "pymodule" / "cudapy"
# These imports inside functions close cycles, each for the reason that its comment says.
LATE = {
    ("cudapy._simulate.duals.functions", "cudapy._simulate.math_functions"),
    ("cudapy._simulate.launch", "cudapy._simulate.duals.launch"),
    ("cudapy.cuda._jit.pickling", "cudapy.cuda._jit.dispatcher"),
    ("cudapy.cuda._types.enums", "cudapy.cuda._types.typeof"),
    ("cudapy.cuda._types.numba_objects", "cudapy.cuda._jit.dispatcher"),
    ("cudapy.cuda._types.record_types", "cudapy.cuda.numpy_support"),
    ("cudapy.cuda._types.types", "cudapy.cuda._types.numba_types"),
}
# These are programs in the words of a user, or run one.
PROGRAMS = ("cudapy._course.unit", "cudapy._playground.child", "cudapy._playground.example_texts")


def modules():
    """Returns the file of each module by its name, and whether it is a package."""
    found = {"cudapy._core": (None, False)}
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path, path.name == "__init__.py"
    return found


MODULES = modules()


def imported(name, is_package, node):
    """Returns the modules that an import statement of a module means."""
    if isinstance(node, ast.Import):
        return {each.name for each in node.names} & MODULES.keys()
    base = name.split(".")[: None if is_package else -1]
    base = base[: len(base) - node.level + 1] if node.level else []
    source = ".".join([*base, *filter(None, [node.module])])
    return {
        inner if (inner := f"{source}.{each.name}") in MODULES else source for each in node.names
    } & MODULES.keys()


def imports(name):
    """Yields the modules that a module imports, each with whether it is at the top of the file. What only
    type checkers read is left out."""
    path, is_package = MODULES[name]

    def of(node, is_top):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((each, is_top) for each in imported(name, is_package, node) if each != name)
        for child in ast.iter_child_nodes(node):
            yield from of(child, is_top and not isinstance(node, (ast.FunctionDef, ast.Lambda)))

    return of(ast.parse(path.read_text(encoding="utf-8")), True) if path else ()


IMPORTS = {name: set(imports(name)) for name in MODULES}


def cycle(graph):
    """Returns modules that import each other in a ring; None if there are none."""
    done = set()

    def search(name, way):
        if name in way:
            return way[way.index(name) :]
        if name in done:
            return None
        for each in sorted(graph[name]):
            if found := search(each, [*way, name]):
                return found
        done.add(name)
        return None

    return next(filter(None, (search(name, []) for name in sorted(graph))), None)


def test_files_import_no_ring():
    assert (
        cycle({name: {each for each, is_top in found if is_top} for name, found in IMPORTS.items()}) is None
    )


def test_functions_import_no_ring():
    graph = {name: {each for each, _ in found} for name, found in IMPORTS.items()}
    late = {(name, each) for name, found in graph.items() for each in found} & LATE
    assert late == LATE
    assert (
        cycle({name: {each for each in found if (name, each) not in LATE} for name, found in graph.items()})
        is None
    )


def test_each_late_import_closes_a_ring():
    for left_out in LATE:
        graph = {
            name: {each for each, _ in found if (name, each) not in LATE - {left_out}}
            for name, found in IMPORTS.items()
        }
        assert cycle(graph) is not None, left_out


def test_rooms_do_not_import_the_whole_package():
    users = {name for name, found in IMPORTS.items() if "cudapy" in {each for each, _ in found}}
    assert {name for name in users if not name.startswith(PROGRAMS)} == {"cudapy.__main__"} & users
