"""Runs the kernels of a module in a process of its own, and writes their results: `python in_process.py whose
module seed output`. `whose` is "numba" or "cudapy". What cannot be compiled is written with its message."""

import importlib.util
import json
import pathlib
import sys
import warnings

import numpy as np
from data import PLACES, arguments, results


def main(whose, path, seed, output):
    warnings.simplefilter("ignore")
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made, messages = {}, {}
    names = [name for name in vars(module) if name.startswith("kernel")]
    run = _with_numba() if whose == "numba" else _with_cudapy
    for name in names:
        given, stored = arguments(int(seed), int(name.removeprefix("kernel"))), results()
        try:
            run(getattr(module, name), given, stored)
        except Exception as error:  # noqa: BLE001 (each is told of)
            messages[name] = f"{type(error).__name__}: {error}"
            continue
        for place, each in enumerate(stored):
            made[f"{name} {place}"] = each
    np.savez(output, **made)
    pathlib.Path(output).with_suffix(".json").write_text(json.dumps(messages), encoding="utf-8")


def _with_numba():
    from numba import njit

    def run(function, given, stored):
        compiled = njit(error_model="numpy")(function)  # as on a GPU: x / 0 raises nothing
        for i in range(PLACES):
            compiled(*given, *stored, i)

    return run


def _with_cudapy(kernel, given, stored):
    kernel[2, PLACES // 2](*given, *stored)


if __name__ == "__main__":
    main(*sys.argv[1:])
