def _answers(*numbers):
    names = ("X[idx]", "X[idx + 1]", "X[4 * idx]", "X[7]", "D[idx]")
    return f"answers = {dict(zip(names, numbers))}\n"


SOLUTION = _answers(4, 5, 16, 1, 8)

WRONG = {
    "bytes-for-sectors": _answers(128, 128, 128, 4, 256),
    "lanes-for-sectors": _answers(32, 32, 32, 1, 32),
    "best-for-all": _answers(4, 4, 4, 4, 4),
    "wrong-prediction": _answers(4, 5, 17, 1, 8),
    "not-answered": _answers(4, 5, None, 1, 8),
}
