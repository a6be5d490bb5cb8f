"""Runs the kernels of a module in a process of its own, and writes their results: `python in_process.py whose
module seed output kind`. `whose` is "numba" or "cudapy", `kind` is "numbers" or "arrays". What cannot be
compiled is written with its message."""

import importlib.util
import json
import pathlib
import sys
import warnings

import data
import data_arrays
import numpy as np


def main(whose, path, seed, output, kind):
    warnings.simplefilter("ignore")
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made, messages = {}, {}
    names = [name for name in vars(module) if name.startswith("kernel")]
    run = _with_numba() if whose == "numba" else _with_cudapy
    for name in names:
        number = int(name.removeprefix("kernel"))
        try:
            stored = run(getattr(module, name), int(seed), number, kind == "arrays")
        except Exception as error:  # noqa: BLE001 (each is told of)
            messages[name] = f"{type(error).__name__}: {error}"
            continue
        for place, each in stored.items():
            made[f"{name} {place}"] = each
    np.savez(output, **made)
    pathlib.Path(output).with_suffix(".json").write_text(json.dumps(messages), encoding="utf-8")


def _with_numba():
    from numba import njit

    def run(function, seed, number, arrays):
        compiled = njit(error_model="numpy")(function)  # as on a GPU: x / 0 raises nothing
        if arrays:
            made = data_arrays.bases(seed, number)
            compiled(*data_arrays.arguments(made))
            return {name: each for name, each in made.items() if isinstance(each, np.ndarray)}
        given, stored = data.arguments(seed, number), data.results()
        for i in range(data.PLACES):
            compiled(*given, *stored, i)
        return dict(zip(data.RESULTS, stored))

    return run


def _with_cudapy(kernel, seed, number, arrays):
    from cudapy import cuda

    if arrays:
        made = data_arrays.bases(seed, number)
        there = {
            name: cuda.to_device(each) if isinstance(each, np.ndarray) else each
            for name, each in made.items()
        }
        kernel[1, 1](*data_arrays.arguments(there))
        return {
            name: there[name].copy_to_host() for name, each in made.items() if isinstance(each, np.ndarray)
        }
    given, stored = data.arguments(seed, number), data.results()
    kernel[2, data.PLACES // 2](*given, *stored)
    return dict(zip(data.RESULTS, stored))


if __name__ == "__main__":
    main(*sys.argv[1:])
