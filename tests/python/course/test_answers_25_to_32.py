"""Exercises 25 to 32: solutions are right, wrong answers have their mistakes' names, starters are wrong."""

import pytest

from course_answers import look_at


@pytest.mark.parametrize("number", range(25, 32 + 1))
def test_answers(number):
    look_at(number)
