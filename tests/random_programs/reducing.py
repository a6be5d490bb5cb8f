"""Makes a program that shows a difference small: what can be left out while the difference stays is left
out."""

import ast
import copy
import itertools
import re

from rewriting import is_value, line_of, replaced, values_of


class Program:
    """A kernel as pairs of lines: the kernel's and the reference's."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.lines = list(zip(kernel.text.split("\n"), kernel.reference.split("\n")))
        self.arguments = list(kernel.arguments)
        self.threads = kernel.threads

    def changed(self, **parts):
        other = copy.copy(self)
        for name, value in parts.items():
            setattr(other, name, value)
        return other

    def made(self):
        """The kernel that these parts are."""
        kernel = copy.copy(self.kernel)
        kernel.text, kernel.reference = ("\n".join(pair[k] for pair in self.lines) for k in (0, 1))
        kernel.arguments, kernel.threads = self.arguments, self.threads
        kernel.helpers = [h for h in self.kernel.helpers if f"def {h[0]}(" in kernel.text]
        kernel.structs = {n: s for n, s in self.kernel.structs.items() if f"class {n}:" in kernel.text}
        if kernel.is_block:  # so that it is a generator whatever is left of it
            kernel.reference += "\n    if False:\n        yield"
        return kernel

    def size(self):
        return sum(len(s) + 1 for s, _ in self.lines) + 20 * len(self.arguments) + sum(self.threads)


# --- smaller programs; each is yielded as soon as it is made ---


def indent_of(pair):
    return len(pair[0]) - len(pair[0].lstrip())


def body_of(lines, i):
    """Where the body that line i heads ends."""
    j = i + 1
    while j < len(lines) and (not lines[j][0].strip() or indent_of(lines[j]) > indent_of(lines[i])):
        j += 1
    return j


def without_lines(program):
    """Without many lines at once, then without fewer."""
    size = len(program.lines) // 2
    while size >= 1:
        for i in range(0, len(program.lines), size):
            yield program.changed(lines=program.lines[:i] + program.lines[i + size :])
        size //= 2


def without_bodies(program):
    """Without a statement and its body; and with the body in the statement's place."""
    lines = program.lines
    for i, (s, _) in enumerate(lines):
        if not s.rstrip().endswith(":"):
            continue
        j = body_of(lines, i)
        above = i - 1 if s.startswith("def ") and i and lines[i - 1][0].startswith("#") else i
        yield program.changed(lines=lines[:above] + lines[j:])
        if not s.startswith(("def ", "class ")):
            yield program.changed(lines=lines[:i] + [(a[4:], b[4:]) for a, b in lines[i + 1 : j]] + lines[j:])


def without_parameters(program):
    """Without a parameter of the kernel that nothing names."""
    name = program.kernel.name
    for k, (_, parameter, _, _) in enumerate(program.arguments):
        uses = sum(len(re.findall(rf"\b{parameter}\b", s)) for s, _ in program.lines)
        if uses > 2:
            continue
        lines = []
        for s, o in program.lines:
            if s.startswith((f"# {name} :", f"def {name}(")):
                kind = r"[^ (]+ " if s.startswith("#") else ""
                s = o = re.sub(rf"{kind}\b{parameter}\b(, )?", "", s, count=1).replace(", )", ")")
            lines.append((s, o))
        yield program.changed(lines=lines, arguments=program.arguments[:k] + program.arguments[k + 1 :])


def simpler_values(program):
    """With an expression replaced by a part of it, or by a number."""
    for i, (s, o) in enumerate(program.lines):
        line = line_of(s, o)
        if line is None:
            continue
        for node in values_of(line.tree):
            if isinstance(node, (ast.Constant, ast.Name)):
                continue
            parts = [n for n in ast.iter_child_nodes(node) if is_value(n) and not isinstance(n, ast.Slice)]
            if isinstance(node, ast.Call):
                parts = node.args
            for part in [*parts, ast.Constant(0), ast.Constant(1)]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    continue
                pair = line.texts(replaced(line.tree, node, part))
                yield program.changed(lines=program.lines[:i] + [pair] + program.lines[i + 1 :])


def fewer_threads(program):
    """With one thread, where the threads work by themselves."""
    if not program.kernel.is_block and set(program.threads) != {1}:
        yield program.changed(threads=tuple(1 for _ in program.threads))


PASSES = (without_lines, without_bodies, without_parameters, fewer_threads, simpler_values)


def reduce(program, judge, tries=3000, report=lambda program: None):
    """The smallest program found of which the judge says the same as of this one, and what it says.

    The judge gives a word for what a program shows, or none where it is no program.
    """
    wanted = judge(program)
    smaller = True
    while smaller and tries > 0:
        before = program.size()
        for steps in PASSES:
            program, tries = one_pass(
                program, steps, lambda candidate: judge(candidate) == wanted, tries, report
            )
        smaller = program.size() < before
    return program, wanted


def one_pass(program, steps, shows, tries, report):
    """Takes what is smaller and shows the same, each time going on where it was found."""
    tried, again = 0, True
    while again and tries > 0:
        again = False
        for candidate in itertools.islice(steps(program), tried, None):
            if tries <= 0:
                break
            tries -= 1
            if candidate.size() < program.size() and shows(candidate):
                program, again = candidate, True
                report(program)
                break
            tried += 1
    return program, tries
