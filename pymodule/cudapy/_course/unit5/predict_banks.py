from __future__ import annotations

from ..._memory_model.banks import conflicts
from ..exercise import Exercise, Question

_LANES = range(32)


def _conflicts(offsets: list[int], width: int) -> float:
    return conflicts(offsets, width, is_load=True)


EXERCISE = Exercise(
    number=17,
    unit=5,
    title="predict_banks",
    story="""
Shared memory has 32 banks. The word (4 bytes) number w is in bank w % 32. At one moment each bank
gives one of its words, to as many lanes as want it. When lanes of a warp want different words of
one bank, the warp needs more moments: these are bank conflicts, and n words of one bank are n - 1
of them.

S is a shared array of floats (one word each), D one of doubles (two words each; the halves of a
warp go one after the other, which is no conflict). t is the lane, 0 to 31. How many bank conflicts
does each of these loads have?
""",
    starter="""
# The number of bank conflicts for each load, in the place of None.
answers = {
    "S[t]": None,
    "S[2 * t]": None,
    "S[32 * t]": None,
    "S[t // 8]": None,
    "S[33 * t]": None,
    "D[t]": None,
}
""",
    questions=(
        Question(
            "S[t]",
            "Lane t wants word t, in bank t.",
            lambda: _conflicts([4 * lane for lane in _LANES], 4),
            {1: "wavefronts-for-conflicts", 31: "lanes-for-conflicts", 32: "lanes-for-conflicts"},
        ),
        Question(
            "S[2 * t]",
            "Lanes 0 and 16 want the words 0 and 32. In which banks are they?",
            lambda: _conflicts([8 * lane for lane in _LANES], 4),
            {2: "wavefronts-for-conflicts", 16: "lanes-for-conflicts", 31: "lanes-for-conflicts"},
        ),
        Question(
            "S[32 * t]",
            "The words 0, 32, 64, …",
            lambda: _conflicts([128 * lane for lane in _LANES], 4),
            {32: "wavefronts-for-conflicts", 1: "words-for-lanes"},
        ),
        Question(
            "S[t // 8]",
            "Lanes 0 to 7 want word 0, the next eight word 1, and so on.",
            lambda: _conflicts([4 * (lane // 8) for lane in _LANES], 4),
            {
                7: "broadcast-as-conflict",
                8: "broadcast-as-conflict",
                28: "broadcast-as-conflict",
                1: "wavefronts-for-conflicts",
            },
        ),
        Question(
            "S[33 * t]",
            "The words 0, 33, 66, … In which banks are they?",
            lambda: _conflicts([132 * lane for lane in _LANES], 4),
            {31: "lanes-for-conflicts", 32: "lanes-for-conflicts", 1: "wavefronts-for-conflicts"},
        ),
        Question(
            "D[t]",
            "A half warp wants 16 doubles, which are 32 words, side by side.",
            lambda: _conflicts([8 * lane for lane in _LANES], 8),
            {1: "words-for-lanes", 2: "words-for-lanes"},
        ),
    ),
    hints=(
        "For each bank, count the different words that are wanted of it. Words, not lanes.",
        "Lanes that want the same word get it at once. That is a broadcast, and costs nothing.",
        "33 * t % 32 is t % 32: each lane has a bank of its own. 32 * t % 32 is 0: they have all the same "
        "one.",
    ),
)
