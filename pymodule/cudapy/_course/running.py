"""An answer, compiled and launched in checked mode on the CPU."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import _api, _core
from .exercise import Arguments, Case, Exercise
from .facts import Difference, Outcome, copies, difference
from .submission import AnotherSignature, Submission
from .trouble import of_assertion, of_kernel_error, of_refusal


def compiled(exercise: Exercise, submission: Submission) -> Any:
    """The kernel of an answer.

    Raises AnotherSignature where there is none of the exercise's name or its signature is another one, and
    cudapy's CompileError.
    """
    functions = submission.functions
    if exercise.title not in functions:
        others = ", ".join(functions) or "none"
        raise AnotherSignature(f"there is no function `{exercise.title}` in it; its functions: {others}")
    function = functions[exercise.title]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call = _api.compile([function], target="cpu", checked=True)
        given = ", ".join(f"{kind.name} {name}" for name, kind in call.parameters)
    line = function.__code__.co_firstlineno
    accepted = [exercise.signature, *exercise.other_signatures]
    if f"void ({given})" not in accepted:
        raise AnotherSignature(
            f"the signature must stay `# {exercise.title} : {' or '.join(accepted)}`; it is `void ({given})`",
            line,
        )
    return call


def arguments_for(exercise: Exercise, call: Any, arguments: Arguments) -> Arguments:
    """Those of a case as the answer's signature wants them."""
    given = "void (" + ", ".join(f"{kind.name} {name}" for name, kind in call.parameters) + ")"
    adapt = exercise.other_signatures.get(given)
    return adapt(arguments) if adapt else arguments


def outcomes(exercise: Exercise, call: Any, seed: int, begins: Callable[[Case], None]) -> Iterator[Outcome]:
    """Returns the outcomes of all launches. `begins` is called for each before it starts."""
    for case in exercise.cases(random_of(exercise, seed)):
        begins(case)
        yield outcome(exercise, call, case)


def random_of(exercise: Exercise, seed: int) -> np.random.Generator:
    return np.random.default_rng([seed, exercise.number])


def outcome(exercise: Exercise, call: Any, case: Case) -> Outcome:
    """Returns the outcome of one launch."""
    before = copies(case.arguments)
    given = arguments_for(exercise, call, before)
    trouble = None
    try:
        call(*case.threads, block=case.block)(*given.values())  # has run then, on the CPU
    except _core.KernelError as error:
        trouble = of_kernel_error(str(error))
    except AssertionError as error:
        trouble = of_assertion(str(error))
    except (_core.Error, ValueError, TypeError) as error:
        trouble = of_refusal(str(error))
    left = {name: value for name, value in {**before, **given}.items() if isinstance(value, np.ndarray)}
    expected = exercise.reference(**copies(case.arguments))
    return Outcome(case, left, _difference(exercise, case, left, expected), trouble)


def _difference(exercise: Exercise, case: Case, left: Arguments, expected: Arguments) -> Difference | None:
    """The first one, in what should be computed, and then in what should stay as it is."""
    for name, value in expected.items():
        if found := difference(name, left[name], value, exercise.tolerance):
            return found
    for name, value in case.arguments.items():
        if name not in expected and isinstance(value, np.ndarray) and value.dtype.names is None:
            if found := difference(name, left[name], value, 0.0):
                return found
    return None


def traced(exercise: Exercise, call: Any, case: Case) -> Any:
    """`explain` of a launch, with its arguments."""
    importlib.import_module("cudapy._plan")  # whose cost is no part of the launch's
    given = arguments_for(exercise, call, copies(case.arguments))
    return call.explain(case.threads, *given.values(), block=case.block)
