"""Random numbers: Philox 4x32-10, written from the paper (Salmon, Moraes, Dror and Shaw, SC 2011)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .number import (
    BITS,
    FLOAT,
    INT,
    INT64,
    Kind,
    Number,
    Value,
    common_type,
    is_without_width,
    plain,
    promote,
    settled_type,
    weakly,
)

_WORD = 2**32 - 1


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Four words for a counter of four and a key of two."""
    a, b, c, d = counter
    for i in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (
            second >> 32 ^ b ^ (key[0] + i * 0x9E3779B9 & _WORD),
            second & _WORD,
            first >> 32 ^ d ^ (key[1] + i * 0xBB67AE85 & _WORD),
            first & _WORD,
        )
    return a, b, c, d


class RandomState:
    def __init__(self, seed: Value, sequence: Value) -> None:
        seed, sequence = int(plain(seed)) % 2**64, int(plain(sequence)) % 2**64
        self.key = seed & _WORD, seed >> 32
        self.sequence = sequence & _WORD, sequence >> 32
        self.position = 0
        self.ready: list[int] = []

    def bits(self) -> int:
        if not self.ready:
            self.ready = list(
                philox((self.position & _WORD, self.position >> 32 & _WORD, *self.sequence), self.key)
            )
            self.position += 1
        return self.ready.pop(0)

    def bits64(self) -> int:
        high = self.bits()
        return high << 32 | self.bits()

    def unit(self, kind: Kind) -> np.float32 | np.float64:
        if kind == FLOAT:
            return np.float32(self.bits() >> 8) * np.float32(2.0**-24)
        return np.float64(self.bits64() >> 11) * 2.0**-53


def _precision(values: Sequence[Value]) -> Kind:
    if is_without_width(values):
        return settled_type(weakly(lambda *parts: sum(parts), *values))
    return promote(common_type([v for v in values if isinstance(v, (Number, bool, np.bool_))]), FLOAT)


def random(rng: RandomState) -> Number:
    return Number(rng.unit(FLOAT), FLOAT)


def uniform(rng: RandomState, a: Value, b: Value) -> Number:
    kind = _precision((a, b))
    real = np.float32 if kind == FLOAT else np.float64
    a, b = real(plain(a)), real(plain(b))
    return Number(a + (b - a) * rng.unit(kind), kind)


def normal(rng: RandomState, mean: Value = None, deviation: Value = 1) -> Number:
    kind = FLOAT if mean is None else _precision((mean, deviation))
    mean = 0 if mean is None else mean
    real = np.float32 if kind == FLOAT else np.float64
    radius = np.sqrt(real(-2) * np.log(real(1) - rng.unit(kind)))
    return Number(
        real(plain(mean)) + real(plain(deviation)) * (radius * np.cos(real(2 * np.pi) * rng.unit(kind))), kind
    )


def randint(rng: RandomState, a: Value, b: Value) -> Number:
    kind = common_type((a, b))
    a, b = int(plain(a)), int(plain(b))
    if kind in BITS and BITS[kind] < 64 and promote(kind, INT) == INT:
        return Number(a + ((b - a + 1) * rng.bits() >> 32), INT)
    return Number(a + rng.bits64() % (b - a + 1), INT64)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "random_state": RandomState,
    "random": random,
    "uniform": uniform,
    "normal": normal,
    "randint": randint,
}
