def _answers(*numbers):
    names = ("S[t]", "S[2 * t]", "S[32 * t]", "S[t // 8]", "S[33 * t]", "D[t]")
    return f"answers = {dict(zip(names, numbers))}\n"


SOLUTION = _answers(0, 1, 31, 0, 0, 0)

WRONG = {
    "broadcast-as-conflict": _answers(0, 1, 31, 7, 0, 0),
    "wavefronts-for-conflicts": _answers(1, 2, 32, 1, 1, 2),
    "lanes-for-conflicts": _answers(0, 16, 31, 0, 0, 0),
    "words-for-lanes": _answers(0, 1, 31, 0, 0, 1),
}
