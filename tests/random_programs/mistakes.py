"""Programs that are wrong on purpose: one access shifted, one guard dropped, one barrier left out.

The reference is changed alike, and says what the mistake leads to and on which lines. Where it leads to
nothing, the program is not wrong and another is made.
"""

import ast
import copy

from in_cpython import thread_by_thread as reference
from in_cpython.numeric import OutOfContract
from reducing import Program
from rewriting import is_value, line_of, replaced
from in_cpython.tracking import Watch

BARRIER = "(yield ('syncthreads',))"


def indices_of(tree):
    """The indices that are one number."""
    return [
        node.slice
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and is_value(node.slice)
        and not isinstance(node.slice, (ast.Slice, ast.Tuple))
    ]


def shifted_access(r, program):
    """With one index moved, by one or by more than any array has."""
    places = [(i, line_of(s, o)) for i, (s, o) in enumerate(program.lines) if s.startswith("    ")]
    places = [(i, line, index) for i, line in places if line for index in indices_of(line.tree)]
    if not places:
        return None
    i, line, index = r.choice(places)
    moved = ast.BinOp(copy.deepcopy(index), ast.Add(), ast.Constant(r.choice([1, 1, 2, 1000])))
    pair = line.texts(replaced(line.tree, index, moved))
    return program.changed(lines=program.lines[:i] + [pair] + program.lines[i + 1 :])


def dropped_guard(r, program):
    """Without an `if`, its body in its place."""
    guards = [i for i, (s, _) in enumerate(program.lines) if s.strip().startswith("if idx < n")]
    if not guards:
        return None
    i = r.choice(guards)
    body = [(s[4:], o[4:]) for s, o in program.lines[i + 1 :]]
    return program.changed(lines=program.lines[:i] + body)


def barrier_left_out(r, program):
    barriers = [i for i, (_, o) in enumerate(program.lines) if o.strip() == BARRIER]
    if not barriers:
        return None
    i = r.choice(barriers)
    blank = (
        program.lines[i][0].replace("syncthreads()", "pass"),
        program.lines[i][1].replace(BARRIER, "pass"),
    )
    return program.changed(lines=program.lines[:i] + [blank] + program.lines[i + 1 :])


MISTAKES = {
    "shifted access": shifted_access,
    "dropped guard": dropped_guard,
    "barrier left out": barrier_left_out,
}


def what_it_leads_to(kernel):
    """("index", lines), ("race", pairs of lines), or none; lines are the program's own, from 1."""
    watch = Watch()
    try:
        reference.run(kernel, watch)
    except (OutOfContract, IndexError) as error:  # a table's index is Python's own
        is_index = isinstance(error, IndexError) or str(error).startswith("index")
        return ("index", [reference.line_of(error, kernel.name)]) if is_index else None
    except TypeError:  # it is no program any more
        return None
    return ("race", sorted(watch.races)) if watch.races else None


def make_wrong(r, kernel, kinds=("index", "race"), tries=12):
    """(the wrong kernel, the mistake's name, what it leads to, lines), or none where no mistake of these
    kinds shows."""
    if kernel.is_grid:  # a watch knows only the barriers of a block
        return None
    program = Program(kernel)
    for _ in range(tries):
        name = r.choice(list(MISTAKES))
        wrong = MISTAKES[name](r, program)
        if wrong is None or kernel.is_block and name == "shifted access":
            continue
        wrong = wrong.made()
        found = what_it_leads_to(wrong)
        if found is not None and found[0] in kinds:
            return wrong, name, *found
    return None
