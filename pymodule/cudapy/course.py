"""The exercises of `python -m cudapy course`, for notebooks and for programs that grade.

>>> from cudapy import course
>>> report = course.check(1, '''
... from cudapy import idx
...
... # brighten : void (float* X, float by)
... def brighten(X, by):
...     X[idx + 1] += by
... ''')
>>> report.is_right, report.mistake
(False, 'out-of-bounds')
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

from ._course.apart import Limits
from ._course.looking import looked_at_text
from ._course.report import Report, Row
from ._course.student import Misuse, exercise_called

__all__ = ["Report", "Row", "check", "check_file"]


def check(exercise: int | str, answer: Any, *, seed: int = 1, seconds: float = 60) -> Report:
    """Returns what is right and what is wrong in an answer to an exercise; printed, it is what
    `python -m cudapy course check` prints.

    exercise: its number, or its title.
    answer: the text of a file, or a function. A function is taken by the file or the cell that it is in.
    seed: of the random data.
    seconds: the most that the check may take.

    Raises ValueError where there is no such exercise, and where a function has no source.
    """
    try:
        found = exercise_called(str(exercise))
    except Misuse as error:
        raise ValueError(f"check: {error}") from None
    if not isinstance(answer, str):
        try:
            answer = "".join(inspect.findsource(inspect.unwrap(answer))[0])
        except (OSError, TypeError):
            raise ValueError(f"check: there is no source of {answer!r}: give its text") from None
    return looked_at_text(found, answer, found.file_name, seed, Limits(seconds))


def check_file(path: str) -> int:
    """Checks the answer in a file of the course, as `python -m cudapy course check` does.

    Prints what is found, and gives 0 where it is right, 1 where it is not, and 2 where the file is none of
    the course's.
    """
    from ._course.command import main

    try:
        return main(["--dir", str(Path(path).parent), "check", str(Path(path))])
    finally:
        sys.stdout.flush()
