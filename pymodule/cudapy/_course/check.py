"""Checks one answer: what is wrong first, by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

from .. import _core
from . import mistakes
from .exercise import Case, Exercise, Mistake
from .facts import Facts, Outcome
from .limits import Measure, number
from .questions import check_questions
from .report import Report, Row, State, share_points
from .running import compiled, outcomes, random_of, traced
from .submission import AnotherSignature, Unreadable, read
from .writers import writer_of

SEED = 1
CORRECT = "results, bounds, races, barriers"
_LONGEST = 200  # characters of a line that are shown
_CHECKS = {
    "bounds": "bounds",
    "race": "races",
    "barrier": "barriers",
    "unwritten": "memory",
    "number": "numbers",
    "refused": "launch",
    "failed": "launch",
}


def check(
    exercise: Exercise,
    text: str,
    path: str,
    seed: int = SEED,
    begins: Callable[[str], None] = lambda what: None,
) -> Report:
    """Returns the report on an answer, whose `path` is for messages. `begins` is called with what is done
    next."""
    report = Report(exercise.number, exercise.title, exercise.unit_name)
    try:
        submission = read(text, path, exercise.provides)
        report.is_starter = _code_of(submission.tree) == _code_of(ast.parse(exercise.starter))
        if exercise.questions:
            check_questions(exercise, submission, report)
            return report
        begins("translating it")
        kernel = compiled(exercise, submission)
    except Unreadable as error:
        row = Row("the file", "wrong", str(error), line=error.line, source=_line(text, error.line))
        is_changed = isinstance(error, AnotherSignature)
        return _unread(report, exercise, row, mistakes.SIGNATURE if is_changed else mistakes.NOT_READ)
    except _core.CompileError as error:
        return _unread(report, exercise, _not_translated(error, text), mistakes.NOT_TRANSLATED)
    except (_core.Error, TypeError, ValueError) as error:
        return _unread(report, exercise, Row("translation", "wrong", str(error)), mistakes.NOT_TRANSLATED)
    facts = Facts(exercise, submission, kernel)
    facts.outcomes = list(
        outcomes(exercise, kernel, seed, lambda case: begins(f"launching it on {case.label}"))
    )
    report.rows.append(_correctness(facts))
    if report.is_right:
        _measure(facts, seed, begins)
        report.rows += [_cost(facts, each) for each in facts.measures] or _uncounted(facts)
    else:
        report.rows += [Row(*_open(limit)) for limit in exercise.limits]
    share_points(report.rows, len(exercise.limits))
    if not report.is_right:
        mistake = mistakes.named(facts)
        _name(report, mistake)
        if mistake in exercise.mistakes and facts.wrong and facts.wrong.trouble:
            # The exercise says better what is to be done than advice for any kernel.
            report.rows[0].sentence = _without_remedy(report.rows[0].sentence)
    return report


def _code_of(tree: ast.Module) -> list[str]:
    """Returns the functions and assignments of a text, without comments and without the other statements."""
    kinds = (ast.FunctionDef, ast.Assign)
    return [ast.dump(each) for each in tree.body if isinstance(each, kinds)]


def _unread(report: Report, exercise: Exercise, row: Row, mistake: Mistake) -> Report:
    report.rows = [row, *(Row(*_open(limit)) for limit in exercise.limits)]
    share_points(report.rows, len(exercise.limits))
    _name(report, mistake)
    return report


def _open(limit: Any) -> tuple[Any, Any, str]:
    return "cost", "open", limit.text


def _name(report: Report, mistake: Mistake) -> None:
    report.mistake, report.explanation = mistake.name, mistake.sentence


def _line(text: str, line: int) -> str:
    lines = text.splitlines()
    return lines[line - 1][:_LONGEST] if 0 < line <= len(lines) else ""


def _not_translated(error: _core.CompileError, text: str) -> Row:
    first = next((each for each in error.diagnostics if each["severity"] == "error"), error.diagnostics[0])
    line, message = first["line"], f"{first['message']} [{first['code']}]"
    one_line = first["end_line"] == line
    return Row(
        "translation", "wrong", message, sentence=first["help"] or "", line=line, source=_line(text, line),
        column=first["column"] - 1 if one_line else 0, end_column=first["end_column"] - 1 if one_line else 0,
    )  # fmt: skip


def _correctness(facts: Facts) -> Row:
    wrong = facts.wrong
    if wrong is None:
        many = len(facts.outcomes)
        return Row(
            CORRECT,
            "ok",
            f"{many} launches, {facts.outcomes[0].case.label} to {facts.outcomes[-1].case.label}",
        )
    if wrong.trouble is None:
        return _wrong_result(facts, wrong)
    trouble = wrong.trouble
    text = f"with {wrong.case.label}"
    return Row(
        _CHECKS[trouble.kind], "wrong", text, sentence=_sentence(trouble.message), line=trouble.line,
        source=_line(facts.submission.text, trouble.line),
    )  # fmt: skip


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:] + ("" if message.endswith((".", "`", "!")) else ".")


def _without_remedy(text: str) -> str:
    """Returns the part of a text that says what was found, without "Write …" and the following sentences."""
    return re.split(r"(?<=[^.])\. (?=[A-Z])", text)[0].removesuffix(".") + "."


def _wrong_result(facts: Facts, wrong: Outcome) -> Row:
    found = wrong.difference
    assert found
    index = ", ".join(map(str, found.index))
    text = f"{found.array}[{index}] is {_shown(found.got)}, not {_shown(found.expected)}"
    text += f", with {wrong.case.label}"
    thread, line = writer_of(facts, wrong.case, found)
    return Row(
        "results", "wrong", text, sentence=thread, line=line, source=_line(facts.submission.text, line)
    )


def _shown(value: Any) -> str:
    return f"{value:.7g}" if value.dtype.kind == "f" else str(value)


def _measure(facts: Facts, seed: int, begins: Callable[[str], None]) -> None:
    exercise = facts.exercise
    if not exercise.limits or exercise.measured is None:
        return
    case: Case = exercise.measured(random_of(exercise, seed))
    begins(f"counting its accesses with {case.label}")
    try:
        plan = traced(exercise, facts.kernel, case)
    except _core.LaunchError as error:
        facts.uncounted = str(error)
        return
    facts.measures = [limit.measure(plan, case, facts.kernel) for limit in exercise.limits]


def _uncounted(facts: Facts) -> list[Row]:
    """Returns the rows of the limits if the launch does too much to be counted; none if there are no
    limits."""
    sentence = _sentence(facts.uncounted.partition(": ")[0])
    return [Row("cost", "wrong", limit.text, sentence=sentence) for limit in facts.exercise.limits]


def _cost(facts: Facts, measure: Measure) -> Row:
    state: State = "ok" if measure.is_kept else "wrong"
    sentence = " ".join(filter(None, (measure.reason, measure.remedy)))
    name = f"{measure.check} of {measure.array}" if measure.array else measure.check
    return Row(
        name, state, measure.text, sentence=sentence, line=measure.line, column=measure.column,
        end_column=measure.end_column, source=_line(facts.submission.text, measure.line),
        measured=float(number(measure.value)), limit=float(measure.at_most),
    )  # fmt: skip
