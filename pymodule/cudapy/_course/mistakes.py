"""The mistakes that can be made in any exercise, by their names. An exercise's own ones come first."""

from __future__ import annotations

import numpy as np

from .exercise import Mistake
from .facts import Facts, copies
from .trouble import Trouble


def race(facts: Facts, *, shared: bool | None = None) -> Trouble | None:
    """Returns the first race. With `shared` it must be in shared memory, or must not be."""
    found = facts.trouble("race")
    if found and shared in (None, facts.is_shared(found.array)):
        return found
    return None


def are_all_alike(facts: Facts) -> bool:
    """Returns whether a launch was refused because all threads along an axis would do the same."""
    found = facts.trouble("refused")
    return found is not None and "never reads" in found.message


def _is_lost_update(facts: Facts) -> bool:
    found = race(facts)
    return bool(found and found.both_change)


def _is_missing_barrier(facts: Facts) -> bool:
    return bool(race(facts, shared=True))


def _are_two_writers(facts: Facts) -> bool:
    found = race(facts, shared=False)
    return bool(found and found.both_write)


def _is_plain_beside_atomic(facts: Facts) -> bool:
    found = race(facts, shared=False)
    return bool(found and "one atomically and the other not" in found.message)


def _is_in_place(facts: Facts) -> bool:
    return bool(race(facts, shared=False))


def _is_tail_left_out(facts: Facts) -> bool:
    """Returns whether only elements after some point are unchanged, and those are the last ones."""
    found = False
    for each in facts.outcomes:
        if each.trouble:
            return False
        if not each.difference:
            continue
        name = each.difference.array
        left, before = each.left[name], each.case.arguments[name]
        if left.ndim != 1 or len(left) < 2 or each.difference.index[0] == 0:
            return False
        if not (left[each.difference.index[0] :] == before[each.difference.index[0] :]).all():
            return False
        found = True
    return found


def _changes_another_array(facts: Facts) -> bool:
    wrong = facts.wrong
    if not wrong or not wrong.difference:
        return False
    outputs = facts.exercise.reference(**copies(wrong.case.arguments))
    return any(
        name not in outputs and isinstance(value, np.ndarray) and not np.array_equal(value, wrong.left[name])
        for name, value in wrong.case.arguments.items()
    )


def _nothing_written(facts: Facts) -> bool:
    wrong = facts.wrong
    if not wrong or wrong.trouble or not wrong.difference:
        return False
    outputs = facts.exercise.reference(**copies(wrong.case.arguments))
    return all(facts.untouched(name) for name in outputs)


GENERAL: tuple[Mistake, ...] = (
    Mistake(
        "lost-update",
        "`+=` reads the old value, adds, and writes: two threads that read the same old value lose one of "
        "the two. An atomic operation does all three in one step.",
        _is_lost_update,
    ),
    Mistake(
        "divergent-barrier",
        "Some threads of a block reach a barrier, or an operation of a warp, and others never do. "
        "Guard the work, not the barrier.",
        lambda facts: facts.trouble("barrier") is not None,
    ),
    Mistake(
        "missing-barrier",
        "A thread uses what another thread of the block writes, and nothing makes it wait. `syncthreads()` "
        "between the two does.",
        _is_missing_barrier,
    ),
    Mistake(
        "never-filled",
        "A thread reads memory that nobody has written: shared memory begins with no values.",
        lambda facts: facts.trouble("unwritten") is not None,
    ),
    Mistake(
        "plain-beside-atomic",
        "One thread uses an element with an atomic operation while another one reads or writes it plainly.",
        _is_plain_beside_atomic,
    ),
    Mistake(
        "two-writers",
        "Two threads write the same element, and nobody knows which one comes last. Give each thread "
        "elements of its own.",
        _are_two_writers,
    ),
    Mistake(
        "reads-what-others-write",
        "A thread reads an element that another thread writes in the same launch, before or after: nobody "
        "knows.",
        _is_in_place,
    ),
    Mistake(
        "out-of-bounds",
        "A thread uses an index that its array does not have. Which thread is it, and what should it do "
        "instead?",
        lambda facts: facts.trouble("bounds") is not None,
    ),
    Mistake(
        "number-out-of-range",
        "A number does not fit its type, or something is divided by zero.",
        lambda facts: facts.trouble("number") is not None,
    ),
    Mistake(
        "axis-not-used",
        "The launch has threads along an axis, and the kernel never asks for its coordinate there: idx is "
        "along x, idy along y.",
        lambda facts: (
            are_all_alike(facts)
            or ((found := facts.trouble("refused")) is not None and "has no coordinate" in found.message)
        ),
    ),
    Mistake(
        "launch-failed",
        "The launch ended with an error, and its message says why.",
        lambda facts: facts.trouble("failed") is not None or facts.trouble("refused") is not None,
    ),
    Mistake(
        "writes-its-input",
        "An array that should only be read was changed.",
        _changes_another_array,
    ),
    Mistake(
        "nothing-written",
        "The kernel ran and left the result as it was. Which line writes the answer?",
        _nothing_written,
    ),
    Mistake(
        "last-elements-left-out",
        "The first elements are right, and the last ones were never written. Who should do the rest?",
        _is_tail_left_out,
    ),
    Mistake(
        "scattered-load",
        "Neighbouring threads load from places that are far apart: the warp fetches many sectors, and uses "
        "a part of each.",
        lambda facts: facts.over("load sectors"),
    ),
    Mistake(
        "scattered-store",
        "Neighbouring threads store to places that are far apart: the warp touches many sectors, and fills "
        "a part of each.",
        lambda facts: facts.over("store sectors"),
    ),
    Mistake(
        "bank-conflicts",
        "Lanes of a warp want different words of one bank of shared memory, and wait for each other.",
        lambda facts: facts.over("bank conflicts"),
    ),
    Mistake(
        "too-many-loads",
        "The same elements are loaded from global memory again and again.",
        lambda facts: facts.over("loads"),
    ),
    Mistake(
        "too-many-barriers",
        "The block waits more often than it has to.",
        lambda facts: facts.over("barriers"),
    ),
    Mistake(
        "too-many-atomics",
        "Too many threads go to global memory with an atomic operation, and wait for each other there.",
        lambda facts: facts.over("atomics"),
    ),
    Mistake(
        "divided-warps",
        "Lanes of one warp go different ways again and again, and each way waits for the other.",
        lambda facts: facts.over("divided warps"),
    ),
    Mistake(
        "too-much-work",
        "The threads do so much more than their data asks for that it cannot be counted. What is one "
        "thread's part of the work?",
        lambda facts: facts.uncounted != "",
    ),
    Mistake(
        "shared-memory-used",
        "This can be done without shared memory.",
        lambda facts: facts.over("shared memory"),
    ),
)

# The mistakes of answers that did not run, or that did not end.
NOT_READ = Mistake("not-python", "The file cannot be read as Python.", lambda facts: False)
SIGNATURE = Mistake(
    "signature-changed",
    "The check launches the kernel by the name and with the arguments that the exercise gives.",
    lambda facts: False,
)
NOT_TRANSLATED = Mistake(
    "does-not-translate",
    "CudaPy cannot make a kernel of it. The message says where and why.",
    lambda facts: False,
)
NEVER_ENDS = Mistake(
    "never-ends", "The kernel was still running when its time was over. Which loop does not come to its end?",
    lambda facts: False,
)  # fmt: skip
TOO_LARGE = Mistake(
    "too-much-memory", "The check of this kernel needs more memory than it may have.", lambda facts: False
)
FAILED = Mistake(
    "failed", "The check of this kernel failed in a way that nobody expected.", lambda facts: False
)
OTHER = Mistake("wrong-result", "The kernel runs, and computes something else.", lambda facts: True)


def named(facts: Facts) -> Mistake:
    """The mistake of an answer that is not right."""
    for each in (*facts.exercise.mistakes, *GENERAL):
        if each.is_made(facts):
            return each
    return OTHER
