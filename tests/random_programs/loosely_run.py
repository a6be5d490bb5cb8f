"""Compiles loosely typed programs that are accepted, many together, and runs them in three ways (see
loose.py)."""

import argparse
import copy
import importlib.util
import json
import os
import random
import signal
import sys
import tempfile
import warnings

from compared import differences, read_back, same
from loosely_translated import program, say
from making import loose

SECONDS = 2  # that CPython is given


class TooLong(BaseException):
    """CPython takes too long, which has no end maybe."""


def stop(*_):
    raise TooLong


class Run:
    """Programs that are compiled together."""

    def __init__(self, seed, numbers):
        self.seed = seed
        self.programs = {n: program(seed, n) for n in numbers}

    def module_of(self, numbers):
        path = os.path.join(tempfile.mkdtemp(prefix="loose-"), "loose_programs.py")
        with open(path, "w") as file:
            file.write(loose.HEAD + "\n\n".join(self.programs[n][0] for n in numbers))
        spec = importlib.util.spec_from_file_location("loose_programs", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def compiled(self, numbers):
        import cudapy as cp

        module = self.module_of(numbers)
        functions = [getattr(module, f"k{n}") for n in numbers]  # what they call comes along
        plain = cp.compile(functions, target="cpu")
        checked = cp.compile(functions, target="cpu", checked=True)
        return {n: (getattr(plain, f"k{n}"), getattr(checked, f"k{n}")) for n in numbers}

    def build(self, numbers):
        """[(number, plain kernel, checked kernel)]; where a compiler fails, each half is given to it."""
        try:
            return [(n, *kernels) for n, kernels in self.compiled(numbers).items()]
        except Exception as error:
            if len(numbers) == 1:
                text = f"{type(error).__name__}: {error}"[:3000]
                event = "toolchain" if "Toolchain" in text else "raised"
                if isinstance(error, SyntaxError):  # in a helper that no kernel calls
                    event = "passed over"
                say(event=event, number=numbers[0], text=text, program=self.programs[numbers[0]][0])
                return []
        half = len(numbers) // 2
        return self.build(numbers[:half]) + self.build(numbers[half:])

    def simulated(self, kernel, threads, given):
        """What CPython says where it is unhappy, "" where not; None where it takes too long."""
        from cudapy._simulate.launch import Simulation

        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            Simulation(kernel, threads, given, {}, None, None, own_types=True).run()
        except TooLong:
            return None
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return ""

    def launched(self, kernel, threads, given):
        try:
            kernel(*threads)(*given)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""

    def look_at(self, number, plain, checked):
        text, parameters = self.programs[number]
        r = random.Random(f"{self.seed}/{number}/values")
        given = loose.arguments(r, parameters)
        threads = (r.choice((1, 1, 5)) if "idx" in text else 1,)
        if given is None:
            return say(event="passed over", number=number, text="no arguments")
        runs = [copy.deepcopy(given) for _ in range(3)]
        python = self.simulated(plain, threads, runs[0])
        if python is None:
            return say(event="passed over", number=number, text="takes too long")
        fact = {
            "number": number,
            "program": text,
            "parameters": parameters,
            "given": repr(given),
            "threads": threads,
            "CPython": python,
        }
        found = self.launched(checked, threads, runs[1])
        if found:
            fits = python or "KernelError" in found or "LaunchError" in found or "AssertionError" in found
            return say(event="beyond" if fits else "raised", **fact, text=found)
        text = self.launched(plain, threads, runs[2])
        if text:
            fits = (
                python and "LaunchError" in text
            )  # threads that would do the same, which the checked mode may let run
            return say(event="beyond" if fits else "raised", **fact, text=text)
        if python:
            return say(event="beyond", **fact, text="only CPython is unhappy")
        wrong = []
        for (t, name), expected, one, other in zip(parameters, *runs):
            if not name.isupper():
                continue
            for way, got in (("checked", one), ("plain", other)):
                for got_row, row in zip(got, expected) if isinstance(got, list) else [(got, expected)]:
                    tolerance = 1e-6 if row.dtype.kind == "f" else 0
                    if not same(read_back(got_row), row, tolerance):
                        wrong.append([name, t, way, differences(got_row, row, tolerance)])
        say(
            event="different" if wrong else "same",
            **({**fact, "wrong": wrong} if wrong else {"number": number}),
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", help="a file with a list of numbers")
    parser.add_argument("--seed", required=True)
    options = parser.parse_args()
    with open(options.numbers) as file:
        numbers = json.load(file)
    warnings.simplefilter("ignore")
    run = Run(options.seed, numbers)
    for number, plain, checked in run.build(numbers):
        print(f"@{number}", flush=True)
        run.look_at(number, plain, checked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
