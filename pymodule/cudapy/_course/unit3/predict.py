from __future__ import annotations

from ..._memory_model.sectors import sectors
from ..exercise import Exercise, Question

_LANES = range(32)


def _sectors(offsets: list[int], width: int) -> float:
    return sectors(offsets, width)


EXERCISE = Exercise(
    number=9,
    unit=3,
    title="predict",
    story="""
32 neighbouring threads are a warp: its lanes run together, and when they load, it is one request to
memory. Memory answers in sectors of 32 bytes, each whole or not at all. So what a request costs is
the number of different sectors that its lanes touch.

X is an array of floats of 4 bytes, D one of doubles of 8 bytes; both begin at the beginning of a
sector. The warp has the idx 0 to 31. How many sectors does each of these loads take?
""",
    starter="""
# The number of sectors for each load, in the place of None.
answers = {
    "X[idx]": None,
    "X[idx + 1]": None,
    "X[4 * idx]": None,
    "X[7]": None,
    "D[idx]": None,
}
""",
    questions=(
        Question(
            "X[idx]",
            "32 floats, side by side. How many bytes is that, and how many sectors?",
            lambda: _sectors([4 * lane for lane in _LANES], 4),
            {128: "bytes-for-sectors", 32: "lanes-for-sectors", 1: "sectors-for-lines"},
        ),
        Question(
            "X[idx + 1]",
            "The same, begun one float later. Which sector does lane 31 touch?",
            lambda: _sectors([4 * (lane + 1) for lane in _LANES], 4),
            {
                128: "bytes-for-sectors",
                132: "bytes-for-sectors",
                32: "lanes-for-sectors",
                4: "best-for-all",
                2: "sectors-for-lines",
            },
        ),
        Question(
            "X[4 * idx]",
            "Lanes 0 and 1 are 16 bytes apart. How many of them share a sector?",
            lambda: _sectors([16 * lane for lane in _LANES], 4),
            {128: "bytes-for-sectors", 512: "bytes-for-sectors", 32: "lanes-for-sectors", 4: "best-for-all"},
        ),
        Question(
            "X[7]",
            "All lanes want the same float.",
            lambda: _sectors([28 for _ in _LANES], 4),
            {128: "bytes-for-sectors", 4: "best-for-all", 32: "lanes-for-sectors"},
        ),
        Question(
            "D[idx]",
            "32 doubles, side by side.",
            lambda: _sectors([8 * lane for lane in _LANES], 8),
            {256: "bytes-for-sectors", 32: "lanes-for-sectors", 4: "best-for-all", 2: "sectors-for-lines"},
        ),
    ),
    hints=(
        "Draw the 32 addresses on a line, and a mark at every 32 bytes. Count the pieces that have a dot.",
        "X[idx] touches the bytes 0 to 127. A sector is 32 bytes.",
        "X[idx + 1] touches the bytes 4 to 131; X[4 * idx] has two lanes in each sector; D[idx] touches 256 "
        "bytes.",
    ),
)
