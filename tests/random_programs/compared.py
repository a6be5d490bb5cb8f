"""Compiles a batch, launches its kernels, and says of each whether CudaPy computes what CPython did.

It needs only CudaPy and NumPy. What is found is printed, one JSON object a line. The target `simulated` is
the CPU, with `simulate` in place of each launch, of kernels that call no CUDA C++; so is `traced`, with
traced launches, which must tell of the events that a simulated one tells of.
"""

import argparse
import importlib.util
import itertools
import json
import os
import re
import sys
import tempfile
import warnings

import numpy as np

WORDS = {"index": "outside", "race": "race"}  # what a report of a mistake says
GROUPS = (
    (),
    (4, 2, 1),
    (1, 4, 1),
    (8, 1, 1),
)  # the sizes for which variants are translated; () is the best one
FLOATS = ("half", "bfloat16", "float", "double")


def same(got, expected, tolerance):
    """Whether two arrays are equal, NaNs alike; with a tolerance, relative to the larger of 1 and the
    value."""
    if got.dtype.names:
        return all(same(got[n], expected[n], 0) for n in got.dtype.names)
    if got.dtype.kind == "c":
        parts = (
            np.ascontiguousarray(a).view(np.float32 if a.itemsize == 8 else np.float64)
            for a in (got, expected)
        )
        return same(*parts, tolerance)
    if tolerance:
        near = np.abs(got - expected) <= tolerance * np.maximum(1, np.abs(expected))
        return bool(np.all(near | (got == expected) | (np.isnan(got) & np.isnan(expected))))
    if got.dtype.kind == "f":
        bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}[got.dtype.itemsize]
        nan = np.isnan(got) & np.isnan(expected)
        zero = (got == 0) & (expected == 0)
        return bool(np.all(nan | (got.view(bits) == expected.view(bits)) | zero))
    return bool(np.array_equal(got, expected))


def differences(got, expected, tolerance, most=4):
    """The first elements that differ: [[index, got, expected]]."""
    found = []
    for i in np.ndindex(got.shape):
        if not same(np.array([got[i]]), np.array([expected[i]]), tolerance):
            found.append([list(i), repr(got[i]), repr(expected[i])])
            if len(found) == most:
                break
    return found


def say(**fact):
    print(json.dumps(fact), flush=True)


def passed(t, array, target):
    """An array as it is passed: NumPy has no bfloat16."""
    import cudapy as cp

    return cp.CudaArray(array, cp.bfloat16, target=target) if t == "bfloat16" else array.copy()


def read_back(array):
    """The contents of what was passed."""
    if isinstance(array, list):
        return np.concatenate([read_back(row) for row in array])
    return array if isinstance(array, np.ndarray) else array.toHost()


def traced(kernel, threads, given, options):
    """Runs a traced launch. Returns what a simulated one tells otherwise; None where that is nothing."""
    from cudapy._tracing.compiled import CompiledLaunch
    from cudapy._tracing.copies import copies_of
    from cudapy._tracing.simulated import SimulatedLaunch
    from same_traces import difference

    block, shared = options.get("block"), options.get("shared")
    simulated, _ = SimulatedLaunch(kernel, threads, copies_of(given), {}, block, shared).run(sys.maxsize)
    compiled, _ = CompiledLaunch(kernel, threads, given, {}, block, shared).run(sys.maxsize)
    return difference(simulated, compiled) or None


class BatchRun:
    """One batch, its kernels compiled together."""

    def __init__(self, base, target, checked, only):
        self.simulates, self.traces = target == "simulated", target == "traced"
        self.base, self.target, self.checked = (
            base,
            "cpu" if self.simulates or self.traces else target,
            checked,
        )
        with open(base + ".json") as file:
            specs = json.load(file)
        self.head = (
            min((s["lines"][0] for s in specs), default=1) - 1
        )  # how many lines come before the first kernel
        self.specs = [s for s in specs if not only or s["name"] in only]
        with open(base + ".py") as file:
            self.lines = file.read().split("\n")
        self.arrays = np.load(base + ".npz")

    def module_of(self, specs):
        """The batch's module with only these kernels, their lines where they were."""
        keep = {i for s in specs for i in range(s["lines"][0], s["lines"][1] + 1)}
        kept = (line if i + 1 in keep or i < self.head else "" for i, line in enumerate(self.lines))
        name = os.path.basename(self.base)
        path = os.path.join(tempfile.mkdtemp(prefix="random-programs-"), name + ".py")
        with open(path, "w") as file:
            file.write("\n".join(kept) + "\n")
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def compiled(self, specs):
        import cudapy as cp

        module = self.module_of(specs)
        functions = [getattr(module, n) for s in specs for n in [s["name"], *s["helpers"]]]
        index = cp.int64 if specs[0]["index"] == "int64" else None
        call = cp.compile(functions, target=self.target, checked=self.checked or None, index=index)
        for note in call.diagnostics:
            say(event="warning", text=str(note)[:400])
        if call.target == "cpu" and not self.checked:  # a GPU is not needed to translate for one
            for size in GROUPS:
                for lost in call._cuda_variants(*size)[1]:
                    raise RuntimeError(lost)
        say(event="compiled", count=len(specs))
        return call

    def build(self, specs):
        """[(specs, call)], without the kernels that are refused; a compiler that fails is given half of
        them."""
        import cudapy as cp

        while specs:
            try:
                return [(specs, self.compiled(specs))]
            except cp.CompileError as error:
                refused = self.refused(specs, str(error))
                if not refused:
                    say(event="unplaced", text=str(error)[:2000])
                    return []
                specs = [s for s in specs if s["name"] not in refused]
            except Exception as error:
                if len(specs) == 1:
                    text = f"{type(error).__name__}: {error}"[:3000]
                    say(event="toolchain", kernel=specs[0]["name"], text=text)
                    return []
                half = len(specs) // 2
                return self.build(specs[:half]) + self.build(specs[half:])
        return []

    @staticmethod
    def refused(specs, text):
        """The kernels in which an error is: each is said."""
        found = {}
        for m in re.finditer(r"\.py:(\d+):\d+: error\[(E\d+)\]: ([^\n]*)", text):
            for s in specs:
                if s["lines"][0] <= int(m.group(1)) <= s["lines"][1]:
                    found.setdefault(s["name"], text[m.start() : m.start() + 900])
        for s in specs:
            if s["name"] in found and "wrong" in s:
                say(event="named", kernel=s["name"], text=found[s["name"]])
            elif s["name"] in found:
                say(event="refused", kernel=s["name"], text=found[s["name"]])
        return found

    def given(self, spec):
        """The arguments, and [(name, array or rows, tolerance)] of those that may change."""
        given, outputs = [], []
        for kind, name, t, value in spec["arguments"]:
            if kind == "scalar":
                given.append(value == "True" if t == "bool" else float(value) if t in FLOATS else int(value))
                continue
            array = self.arrays[f"{spec['name']}.{name}.in"]
            if kind == "lists":
                lengths = self.arrays[f"{spec['name']}.{name}.lengths"]
                rows = np.split(array, np.cumsum(lengths)[:-1])
                array = [passed(t, row, self.target) for row in rows]
            else:
                array = passed(t, array, self.target)
            given.append(array)
            outputs.append((name, array, value))
        return given, outputs

    def launch(self, spec, call):
        given, outputs = self.given(spec)
        kernel = getattr(call, spec["name"])
        options = {name: spec[name] for name in ("block", "shared") if spec[name]}
        if isinstance(spec["block"], list):
            options["block"] = tuple(spec["block"])
        text = None
        try:
            if self.simulates:
                kernel.simulate(tuple(spec["threads"]), *given, **options)
            elif self.traces:
                text = traced(kernel, tuple(spec["threads"]), given, options)
            else:
                kernel(*spec["threads"], **options)(*given)
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
        if (self.simulates or self.traces) and text and "which is CUDA C++" in text:
            return say(event="beyond", kernel=spec["name"], text=text)
        if "wrong" in spec:
            return self.judge_wrong(spec, text)
        if text is not None:
            return say(event="raised", kernel=spec["name"], text=text[:1500])
        wrong = []
        for name, array, tolerance in outputs:
            expected = self.arrays[f"{spec['name']}.{name}.out"]
            array = read_back(array)
            if not same(array, expected, tolerance):
                wrong.append([name, differences(array, expected, tolerance)])
        say(
            event="different" if wrong else "same", kernel=spec["name"], **({"wrong": wrong} if wrong else {})
        )

    def judge_wrong(self, spec, text):
        """Says whether the mistake was named: its line, or one of the lines of a race, and what it is."""
        wrong = spec["wrong"]
        lines = [line for pair in wrong["lines"] for line in (pair if isinstance(pair, list) else [pair])]
        # A race may be told of two threads of one warp, where the reference knows of those of different
        # warps.
        places = [place for line in lines for place in (f".py:{line}:", f" in line {line},")]
        named = text and any(place in text for place in places) and WORDS[wrong["kind"]] in text
        say(event="named" if named else "missed", kernel=spec["name"], wrong=wrong, text=(text or "")[:1500])

    def run(self):
        from cudapy import CompileWarning

        warnings.simplefilter("ignore", CompileWarning)
        warnings.filterwarnings(
            "error", ".*compiled in its plain variant", RuntimeWarning
        )  # a mistake of ours
        by_index = [[s for s in self.specs if s["index"] == t] for t in ("int", "int64")]
        for group, call in itertools.chain.from_iterable(self.build(specs) for specs in by_index):
            for spec in group:
                say(event="run", kernel=spec["name"])
                self.launch(spec, call)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("batch", help="the path of a batch, without an ending")
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--checked", action="store_true")
    parser.add_argument("--only", nargs="*", help="names of kernels")
    options = parser.parse_args()
    BatchRun(options.batch, options.target, options.checked, options.only).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
