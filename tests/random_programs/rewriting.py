"""Changes to a program's lines: the reference's line is changed, and the kernel's line follows from it.

A line of the reference is the kernel's line with `_c(type, x)` where a value is given a type and `(yield
(name, …))` where threads meet. Where taking these away gives the kernel's line, one change makes both.
"""

import ast
import copy
import functools


class _Kernel(ast.NodeTransformer):
    """From the reference to the kernel: `_c(type, x)` is x, and `(yield (name, a, …))` is `name(a, …)`."""

    def visit_Call(self, node):
        self.generic_visit(node)
        return node.args[1] if isinstance(node.func, ast.Name) and node.func.id == "_c" else node

    def visit_Yield(self, node):
        self.generic_visit(node)
        name, *arguments = node.value.elts
        return ast.Call(ast.Name(name.value, ast.Load()), arguments, [])

    def visit_YieldFrom(self, node):
        self.generic_visit(node)
        return node.value


class Line:
    """A line of the reference as a tree: a statement, or the head of one."""

    def __init__(self, text):
        self.indent = text[: len(text) - len(text.lstrip())]
        body = text.strip()
        self.is_head, self.is_elif = body.endswith(":"), body.startswith("elif ")
        self.tree = ast.parse((body[2:] if self.is_elif else body) + (" pass" if self.is_head else ""))

    def text(self, tree):
        text = ast.unparse(ast.fix_missing_locations(tree))
        if self.is_head:
            text = text[: -len("pass")].rstrip()
        return self.indent + ("el" if self.is_elif else "") + text

    def of_kernel(self, tree):
        """The kernel's line."""
        return self.text(_Kernel().visit(copy.deepcopy(tree)))

    def texts(self, tree):
        """The kernel's line and the reference's."""
        return self.of_kernel(tree), self.text(tree)


@functools.lru_cache(maxsize=4096)
def line_of(s, o):
    """The tree of a pair of lines, which nobody changes, or none where the kernel's does not follow from the
    reference's."""
    if (
        not s.strip()
        or s.lstrip().startswith(("#", "@", "def ", "class ", "else", "assert"))
        or "lambda" in s
    ):
        return None
    try:
        line = Line(o)
        if s == o and "_c(" not in o and "yield" not in o:
            return line
        return line if ast.dump(Line(line.of_kernel(line.tree)).tree) == ast.dump(Line(s).tree) else None
    except SyntaxError:
        return None


def is_value(node):
    return isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def is_typing(node):
    """Whether a call is `_c(type, x)`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_c"


def values_of(tree):
    """The expressions in a tree, the outer ones first, but for `_c`, types' names and what is yielded."""
    skipped = set()
    found = []
    for node in ast.walk(tree):
        if is_typing(node):
            skipped |= {id(node), id(node.args[0]), id(node.func)}
        elif isinstance(node, (ast.Yield, ast.YieldFrom)):
            skipped |= {id(node), id(node.value), *(id(n) for n in getattr(node.value, "elts", [])[:1])}
        elif isinstance(node, ast.Call):
            skipped.add(id(node.func))
        if is_value(node) and id(node) not in skipped:
            found.append(node)
    return found


def replaced(tree, old, new):
    """A copy of the tree in which one expression is another."""

    class Replace(ast.NodeTransformer):
        def visit(self, node):
            return copy.deepcopy(new) if node is old else self.generic_visit(node)

    # A transformer changes trees in place: the copy keeps the old tree, in which `old` is found by its place.
    place = next(k for k, node in enumerate(ast.walk(tree)) if node is old)
    fresh = copy.deepcopy(tree)
    old = next(node for k, node in enumerate(ast.walk(fresh)) if k == place)
    return Replace().visit(fresh)
