"""Words and letters of a text: its bytes are compared, and counted by atomic operations."""

import numpy as np
from which import cuda, run

A, Z, SPACE = ord("a"), ord("z"), ord(" ")
LARGE_A, LARGE_Z = ord("A"), ord("Z")


@cuda.jit(device=True)
def lowered(byte):
    if LARGE_A <= byte <= LARGE_Z:
        return byte + (A - LARGE_A)
    return byte


@cuda.jit
def count(text, letters, words):
    i = cuda.grid(1)
    if i < text.size:
        byte = lowered(text[i])
        if A <= byte <= Z:
            cuda.atomic.add(letters, byte - A, 1)
        begins = text[i] != SPACE and (i == 0 or text[i - 1] == SPACE)
        if begins:
            cuda.atomic.add(words, 0, 1)


def sample(n):
    text = ("The quick brown fox jumps over the lazy dog  and Back " * (n // 50 + 1))[:n]
    letters, words = np.zeros(26, np.int32), np.zeros(1, np.int32)
    count[(n + 127) // 128, 128](np.frombuffer(text.encode(), np.uint8).copy(), letters, words)
    expected = [text.lower().count(chr(A + i)) for i in range(26)]
    return np.concatenate([letters, words]), [*expected, len(text.split())], 0


if __name__ == "__main__":
    run(sample, 500_000)
