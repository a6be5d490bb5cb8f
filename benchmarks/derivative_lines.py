"""Counts the lines of kernels, and of their derivatives in reverse mode: `python derivative_lines.py`.

The kernels are those of the tests of derivatives. A kernel's lines are those of its function, and of the
functions that it calls in its file, without blank ones and comments. A derivative's are those of its
`__global__` and `__device__` functions that come of the kernel: the kernel's forward and reverse sweep, and
its gathers, heads and braces counted. What is the same in each file, such as launches and `minimum`, is left
out, and so is what a line of more than 110 columns is continued with.
"""

import ast
import glob
import importlib
import inspect
import os
import re
import statistics
import sys
import textwrap

import cudapy as cp

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(os.path.dirname(HERE), "tests", "python")
sys.path.insert(0, TESTS)


def functions_of(function):
    """Returns a function, and those of its module that it calls."""
    found, left = {}, [function]
    while left:
        each = left.pop()
        if each.__name__ in found:
            continue
        found[each.__name__] = each
        tree = ast.parse(textwrap.dedent(inspect.getsource(each)))
        for node in (node for stmt in tree.body[0].body for node in ast.walk(stmt)):
            called = each.__globals__.get(node.id) if isinstance(node, ast.Name) else None
            if inspect.isfunction(called) and called.__module__ == function.__module__:
                left.append(called)
    return list(found.values())


def lines_of_python(function):
    """Returns the number of lines of a function, without decorators, comments and its docstring."""
    lines = inspect.getsourcelines(function)[0]
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    body = tree.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    return 1 + sum(
        1
        for line in lines[body[0].lineno - 1 : tree.end_lineno]
        if line.strip() and not line.strip().startswith("#")
    )


def lines_of_cuda(text, name):
    """Returns the number of lines of the kernels of a derivative, and how many kernels it is."""
    bodies = re.findall(rf"^static __global__ void {name}_vjp\w*\(.*?^}}$", text, re.MULTILINE | re.DOTALL)
    count = 0
    for body in bodies:
        rest = body.partition("\n{\n")[2]
        is_open = True  # a statement that goes on has no end
        count += 2
        for line in rest.splitlines():
            line = line.strip()
            if not line or line.startswith("//"):
                continue
            count += is_open
            is_open = line.endswith((";", "{", "}", ":"))
    return count, len(bodies)


def kernels():
    """Yields the kernels of the tests' lists, each with where it is from."""
    seen = set()
    for path in sorted(
        glob.glob(os.path.join(TESTS, "test_vjp*.py")) + glob.glob(os.path.join(TESTS, "test_deriv*.py"))
    ):
        module = importlib.import_module(os.path.basename(path)[:-3])
        lists = getattr(module, "KERNELS", None) or getattr(getattr(module, "case", None), "_cases", None)
        for name, case in lists.items() if isinstance(lists, dict) else ():
            if case[0] not in seen:
                seen.add(case[0])
                yield f"{module.__name__}.{name}", case[0]


def main():
    ratios = []
    for name, call in kernels():
        try:
            text = call.vjp.cuda_source
        except (AttributeError, cp.CompileError) as error:
            print(f"{name}: {type(error).__name__}", file=sys.stderr)
            continue
        python = sum(map(lines_of_python, functions_of(call.__wrapped__)))
        cuda, count = lines_of_cuda(text, call.name)
        ratios.append(cuda / python)
        if "--all" in sys.argv:
            print(f"{cuda / python:5.1f} {python:4} {cuda:4} {count} {name}")
    ratios.sort()
    print(
        f"{len(ratios)} kernels: lines of the derivative for each line of Python: median "
        f"{statistics.median(ratios):.1f}, nine of ten at most {ratios[len(ratios) * 9 // 10]:.1f}"
    )


if __name__ == "__main__":
    main()
