"""Mistakes that can be made in any exercise have names, where an exercise has none of its own for them."""

import pytest

from course_answers import answers, report

BLEND = """# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    {}
"""
RIGHT = "Out[idx] = (1 - t) * A[idx] + t * B[idx]"

# The lines of a kernel, the mistake's name, the line that is named, and a part of what is said of it.
OF_BLEND = [
    (
        "tile = shared(float, 4); Out[idx] = tile[0]",
        "never-filled",
        3,
        "which no thread of its block has written",
    ),
    (
        f"{RIGHT}; atomicAdd(Out, len(Out) - 1, 0.0)",
        "plain-beside-atomic",
        3,
        "one atomically and the other not",
    ),
    (f"{RIGHT} + 0 * Out[min(idx + 1, len(Out) - 1)]", "reads-what-others-write", 3, "A race on Out"),
    ("Out[idx] = 1 // (idx - idx)", "number-out-of-range", 3, "Division by zero, in thread 0"),
    (f"if idx < 20:\n        {RIGHT}", "last-elements-left-out", 0, "No thread wrote it."),
    (
        "assert A[idx] < 0, 'too large'",
        "launch-failed",
        3,
        "The assertion fails: `assert A[idx] < 0, 'too large'`",
    ),
    ("Out[idx] = A[idx]", "wrong-result", 3, "Thread 0 wrote it in line 3."),
    (f"{RIGHT}\n    B[idx] = 0", "writes-its-input", 4, "Thread 0 wrote it in line 4."),
    (
        f"{RIGHT} + A[idx] - A[idx]",
        "too-many-loads",
        3,
        "1000 of 3000 loads are made here, and A has 1000 elements.",
    ),
    ("Out[idx] = unknown", "does-not-translate", 3, ""),
    ("Out[idx] = 'text", "not-python", 3, ""),
]


TOO_MUCH = """\
1 brighten                                        unit 1, one thread
  results, bounds, races, barriers  ok     5 launches, 0 elements to 1000 elements
  cost                              wrong  at most 1 load of X for each element of X    too-much-work
         A trace of this launch would have more than 16777216 accesses and decisions.

  The threads do so much more than their data asks for that it cannot be counted. What is one
  thread's part of the work?"""


@pytest.mark.parametrize(("body", "mistake", "line", "said"), OF_BLEND, ids=[each[1] for each in OF_BLEND])
def test_mistakes_in_general(body, mistake, line, said):
    found = report(2, BLEND.format(body))
    wrong = next(row for row in found.rows if row.state == "wrong")
    assert (found.mistake, wrong.line) == (mistake, line), str(found)
    assert said in wrong.sentence, str(found)
    assert not found.is_right and found.explanation


def test_an_answer_that_does_too_much_to_be_counted():
    found = report(
        1,
        "# brighten : void (float* X, float by)\ndef brighten(X, by):\n    for i in range(len(X)):\n"
        "        for j in range(len(X) // 40 + 1):\n            if i == idx and j == 0:\n"
        "                X[i] += by\n",
    )
    assert str(found) == TOO_MUCH


def test_threads_along_an_axis_that_is_not_used():
    found = report(6, "# outer : void (float* U, float* V, float[,] Out)\ndef outer(U, V, Out):\n    pass\n")
    assert found.mistake == "axis-not-used", str(found)


def test_bank_conflicts():
    far = answers(13)[0].replace("int, 64", "int, 2048").replace("tile[t]", "tile[32 * t]")
    found = report(13, far.replace("tile[here - 1 - t]", "tile[32 * (here - 1 - t)]"))
    assert found.mistake == "bank-conflicts", str(found)


def test_another_name():
    found = report(2, "def blende(A, B, t, Out):\n    pass\n")
    assert found.mistake == "signature-changed"
    assert found.rows[0].text == "there is no function `blend` in it; its functions: blende"
    found = report(
        2, "# blend : void (double* A, double* B, float t, float* Out)\ndef blend(A, B, t, Out):\n    pass\n"
    )
    assert found.mistake == "signature-changed"
    assert found.rows[0].text == (
        "the signature must stay `# blend : void (float* A, float* B, float t, float* Out)`; it is "
        "`void (double* A, double* B, float t, float* Out)`"
    )
