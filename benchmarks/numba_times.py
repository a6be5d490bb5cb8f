"""Prints, as JSON, what the launches of each of samples/numba take: milliseconds of the whole sample,
compiled, with the wait for each launch. The package is the one that CUDA_OF names. Run by bench_numba.py, a
process for each package.

    CUDA_OF=cudapy CUDAPY_TARGET=cuda python numba_times.py [SAMPLE[=SIZE]...]
"""

import importlib
import json
import os
import statistics
import sys
import time
import warnings

import numpy as np

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "samples", "numba")
SIZES = {
    "saxpy": 1 << 24,
    "matmul_tiled": 1024,
    "transpose": 4096,
    "block_reduction": 1 << 24,
    "histogram": 1 << 24,
    "scan": 1 << 20,
    "bitonic_sort": 1 << 18,
    "heat": 1024,
    "life": 1024,
    "nbody": 8192,
    "monte_carlo_pi": 1 << 17,
    "kmeans": 1 << 18,
    "byte_count": 1 << 22,
    "sparse_product": 1 << 16,
    "black_scholes": 1 << 22,
    "moving_average": 1 << 18,
}
QUICK = 2000


class Clock:
    """Adds up what launches take."""

    def __init__(self, synchronize):
        self.synchronize, self.seconds, self.launches = synchronize, 0.0, 0

    def timed(self, launch):
        def call(*arguments, **keywords):
            self.synchronize()
            start = time.perf_counter()
            made = launch(*arguments, **keywords)
            self.synchronize()
            self.seconds += time.perf_counter() - start
            self.launches += 1
            return made

        return call


class Timed:
    """A kernel, or a function over arrays, whose launches a clock adds up."""

    def __init__(self, made, clock):
        self._made, self._clock = made, clock

    def __getitem__(self, configuration):
        return self._clock.timed(self._made[configuration])

    def forall(self, *arguments, **keywords):
        return self._clock.timed(self._made.forall(*arguments, **keywords))

    def __call__(self, *arguments, **keywords):
        return self._clock.timed(self._made)(*arguments, **keywords)

    def __getattr__(self, name):
        return getattr(self._made, name)


def wrap(cuda, name, clock):
    """Makes `cuda.jit` and its like give what is timed, but for functions of the device."""
    original = getattr(cuda, name)

    def decorator(*arguments, **keywords):
        made = original(*arguments, **keywords)
        if keywords.get("device"):
            return made
        if arguments and callable(arguments[0]) and name != "vectorize":
            return Timed(made, clock)
        return lambda function: Timed(made(function), clock)

    setattr(cuda, name, decorator)


def main():
    warnings.simplefilter("ignore")
    if not hasattr(np, "row_stack"):  # NumPy took it away, and numba asks for it when it is imported
        np.row_stack = np.vstack
    sys.path.insert(0, SAMPLES)
    cuda = importlib.import_module("which").cuda
    clock = Clock(cuda.synchronize)
    for name in filter(lambda each: hasattr(cuda, each), ("jit", "vectorize", "guvectorize", "reduce")):
        wrap(cuda, name, clock)
    found = {}
    quick = "--quick" in sys.argv
    names = [each for each in sys.argv[1:] if each[0] != "-"] or list(SIZES)
    for name, _, asked in (each.partition("=") for each in names):
        size = int(asked or (min(SIZES[name], QUICK) if quick else SIZES[name]))
        taken = []
        try:
            module = importlib.import_module(name)
            for _ in range(4):
                clock.seconds, clock.launches = 0.0, 0
                made, expected, apart = module.sample(size)
                if not np.allclose(made, expected, rtol=apart, atol=apart):
                    raise ValueError(f"{made} is not {expected}")
                taken.append(clock.seconds * 1e3)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:150]}", file=sys.stderr)
            continue
        found[name] = [statistics.median(taken[1:]), clock.launches, size]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
