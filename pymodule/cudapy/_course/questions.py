"""Exercises whose answers are numbers: what is predicted is compared with the rules of the memory model."""

from __future__ import annotations

from .exercise import Exercise
from .report import Report, Row
from .submission import Submission, literal

ANSWERS = "answers"

_SENTENCES = {
    "not-answered": "A question has no answer yet: write a number in the place of None.",
    "bytes-for-sectors": "That is how many bytes the lanes use. Memory comes in sectors of 32 bytes.",
    "lanes-for-sectors": "That is one sector for each lane. Lanes that fall into one sector share it.",
    "sectors-for-lines": "That counts lines of 128 bytes. A sector is 32 bytes: a line has four of them.",
    "best-for-all": "That is what the best pattern takes. Draw the 32 addresses of this one.",
    "broadcast-as-conflict": "Lanes that want one word get it together. A conflict needs different words.",
    "wavefronts-for-conflicts": "That is how many wavefronts it takes. The first one is no conflict.",
    "lanes-for-conflicts": "That counts lanes. Count the words of one bank, and take one off.",
    "words-for-lanes": "Elements of 8 bytes are two words each: half a warp goes at a time.",
    "wrong-prediction": "Draw the 32 addresses, and count again.",
}


def check_questions(exercise: Exercise, submission: Submission, report: Report) -> None:
    """Fills the report.

    Raises Unreadable.
    """
    given = literal(submission, ANSWERS)
    given = given if isinstance(given, dict) else {}
    share = 10.0 / len(exercise.questions)
    for question in exercise.questions:
        value, truth = given.get(question.name), question.answer()
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        right = is_number and value == truth
        text = f"{value:g} is right" if right and value is not None else f"{_shown(value)} is not right"
        row = Row(question.name, "ok" if right else "wrong", text if value is not None else "no answer yet")
        row.points, row.most_points = (share if right else 0.0), share
        if not right:
            mistake = "wrong-prediction" if is_number else "not-answered"
            if isinstance(value, (int, float)) and is_number:
                mistake = question.mistakes.get(float(value), mistake)
            row.sentence = question.text
            if not report.mistake:
                report.mistake, report.explanation = mistake, _SENTENCES[mistake]
        report.rows.append(row)


def _shown(value: object) -> str:
    return (
        f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else repr(value)[:40]
    )
