"""Random kernels of doubles: their derivatives against CPython's numbers with tangents.

    fuzz.py --derivatives --seed 7 --count 1000 --target cpu --jobs 4 --out DIR

Each kernel is differentiated, 20 in one text. What is refused must say so with E790 and a reason that the
documents list; it is counted. Where CPython's tangent is infinite or NaN, or the sum of terms above 1e6,
nothing is compared: such numbers are counted, too. What is wrong stays in DIR: the programs, and a line of
`found.jsonl`. The exit status is 1 where there is any.
"""

import argparse
import collections
import concurrent.futures
import datetime
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(os.path.dirname(HERE), "python")
BATCH_SECONDS = 600
RIGHT = ("run", "same", "refused", "outside", "same reverse", "large reverse", "reverse refused")
# What may be refused, as docs/derivatives.md lists it.
REFUSED = (
    r"`math\.(nextafter|remquo|norm|rnorm)`",
    r"an atomic(Max|Min|Exch|CAS) of an array with tangents",
    r"the value that `atomic(Add|Sub)` gives",
    r"a name for arrays of which one has no tangents",
)


def module_of(folder, name, text):
    path = os.path.join(folder, f"{name}.py")
    with open(path, "w") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def arguments(module, program, seed):
    import numpy as np

    rng = np.random.default_rng(seed)
    length = program.threads if program.is_block else 6

    def doubles(*shape):
        return rng.uniform(-1.5, 1.5, shape)

    bodies = np.zeros(length, module.Body.dtype)
    bodies["p"], bodies["v"], bodies["n"] = doubles(length), doubles(length), 3
    return [
        float(doubles()),
        int(rng.integers(2, 5)),
        doubles(6),
        doubles(6),
        doubles(length),
        doubles(length),
        doubles(5),
        doubles(3, 4),
        bodies,
        doubles(length, 2),
        doubles(length, 4),
    ]


def say(**fact):
    print(json.dumps(fact), flush=True)


class Batch:
    """Kernels that are translated and compiled together."""

    def __init__(self, seed, first, count, target, folder):
        from making.smooth import HEAD, Program

        self.target, self.folder, self.seed = target, folder, seed
        self.programs = [Program(random.Random(f"{seed}/{first + k}"), first + k) for k in range(count)]
        self.name, self.head = f"derivatives_{seed}_{first}", HEAD

    def run(self):
        programs = self.programs
        while programs:
            begins, text = {}, self.head
            for program in programs:
                begins[program.name] = text.count("\n") + 1
                text += program.text
            module = module_of(self.folder, self.name, text)
            refused = self.compare(module, programs, begins)
            if not refused:
                return
            programs = [program for program in programs if program.name not in refused]

    def compare(self, module, programs, begins):
        """Compares the kernels of a module. Returns the names of those that were refused, after which nothing
        was compared."""
        import cudapy as cp
        from derivative_oracle import derivatives_of

        names = [program.name for program in programs]
        functions = [getattr(module, name) for name in names]
        functions += [getattr(module, name) for program in programs for name, _ in program.helpers]
        try:
            call = cp.compile(functions, target=self.target)
            call.name
        except cp.CompileError as error:
            return self.refused(error, begins, "generator")
        try:
            made = derivatives_of(call, names)
        except cp.CompileError as error:
            return self.refused(error, begins, "refused")
        backwards = self.pulling_back(call, programs, begins)
        for program in programs:
            self.compare_one(module, program, call.kernels[program.name], made[program.name], backwards)
        return []

    def refused(self, error, begins, event):
        """Says which kernels have what is refused."""
        found = {}
        for each in error.diagnostics:
            if each["severity"] == "error":
                inside = [name for name, line in begins.items() if line <= each["line"]]
                found.setdefault(inside[-1], each)
        for name, each in found.items():
            what = each["message"].removesuffix(" cannot be differentiated")
            is_listed = each["code"] == "E790" and any(re.fullmatch(one, what) for one in REFUSED)
            is_known = each["code"] == "E790" and event == "reverse refused"
            kind = event if event == "generator" or is_listed or is_known else "unlisted"
            say(event=kind, kernel=name, text=f"{each['code']}: {each['message']} (line {each['line']})")
        return list(found)

    def pulling_back(self, call, programs, begins):
        """Returns the derivatives in reverse mode, by the kernels' names, of those that have one."""
        import cudapy as cp
        from derivative_oracle import derivatives_of

        names = [program.name for program in programs]
        while names:
            try:
                return derivatives_of(call, names, "vjp")
            except cp.CompileError as error:
                refused = self.refused(error, begins, "reverse refused")
                names = [name for name in names if name not in refused]
            except cp.Error as error:
                if len(programs) == 1:
                    say(event="raised", kernel=names[0], text=f"reverse: {error}"[:1500])
                    return {}
                found = {}
                for program in programs:
                    if program.name in names:
                        found |= self.pulling_back(call, [program], begins)
                return found
        return {}

    def compare_one(self, module, program, kernel, derivative, backwards):
        from cudapy import KernelError
        from derivative_oracle import compare_modes, compare_with_duals

        block = 32 if program.is_block else None
        say(event="run", kernel=program.name)
        try:
            given = arguments(module, program, int(program.name[1:]))
            relative = 1e-9 if kernel.target.startswith("cuda") else 1e-10  # GPUs fuse products and sums
            compared, passed = compare_with_duals(
                derivative, kernel, program.threads, given, block, relative=relative, seed=5, most=1e6
            )
        except KernelError as error:
            return say(event="outside", kernel=program.name, text=str(error)[:300])
        except AssertionError as error:
            return say(event="different", kernel=program.name, text=str(error)[:1500])
        except Exception as error:
            return say(event="raised", kernel=program.name, text=f"{type(error).__name__}: {error}"[:1500])
        say(event="same", kernel=program.name, compared=compared, passed=passed)
        if program.name not in backwards:
            return
        try:
            tells = compare_modes(
                backwards[program.name], derivative, kernel, program.threads, given, block, most=1e6
            )
            say(event="same reverse" if tells else "large reverse", kernel=program.name)
        except Exception as error:
            text = f"reverse: {type(error).__name__}: {error}"[:1500]
            say(event="different", kernel=program.name, text=text)


def work(options):
    """Compares one batch, in this process."""
    sys.path[:0] = [HERE, TESTS]
    import warnings

    from cudapy import CompileWarning

    warnings.simplefilter("ignore", CompileWarning)
    Batch(options.seed, options.first, options.count, options.target, options.out).run()
    return 0


class Fuzzing:
    def __init__(self, options):
        self.options, self.counts = options, collections.Counter()
        self.reasons = collections.Counter()
        os.makedirs(options.out, exist_ok=True)

    def run_batch(self, first):
        from fuzz import environment

        options = self.options
        count = min(options.batch, options.first + options.count - first)
        command = [sys.executable, os.path.join(HERE, "derivatives.py"), "--worker", "--seed", options.seed]
        command += ["--first", str(first), "--count", str(count), "--target", options.target]
        command += ["--out", options.out]
        with tempfile.TemporaryDirectory(prefix="random-programs-") as folder:
            env = environment(options.target, True) | {"TMPDIR": folder, "CUDAPY_CACHE_DIR": folder}
            try:
                done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=BATCH_SECONDS)
                said, end = done.stdout, f"crash: {done.stderr[-1500:]}" if done.returncode else ""
            except subprocess.TimeoutExpired as error:
                said, end = (error.stdout or b"").decode(), f"hang: more than {BATCH_SECONDS} s"
        facts = [json.loads(line) for line in said.split("\n") if line.startswith("{")]
        if end:
            running = [fact["kernel"] for fact in facts if fact["event"] == "run"][-1:]
            facts.append({"event": end.partition(":")[0], "kernel": running, "text": end})
        wrong = [fact for fact in facts if fact["event"] not in RIGHT]
        if not wrong:
            os.remove(os.path.join(options.out, f"derivatives_{options.seed}_{first}.py"))
        return facts, wrong

    def run(self):
        options, started = self.options, time.time()
        firsts = range(options.first, options.first + options.count, options.batch)
        any_wrong = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for facts, wrong in pool.map(self.run_batch, firsts):
                for fact in facts:
                    self.counts[fact["event"]] += 1
                    self.counts["numbers"] += fact.get("compared", 0)
                    self.counts["kinks"] += fact.get("passed", 0)
                    if fact["event"] in ("refused", "reverse refused"):
                        self.reasons[f"{fact['event']}: {fact['text'].partition(' (line')[0]}"] += 1
                for fact in wrong:
                    any_wrong += 1
                    print(json.dumps(fact)[:600], flush=True)
                    with open(os.path.join(options.out, "found.jsonl"), "a") as file:
                        file.write(json.dumps(fact) + "\n")
        for reason, count in self.reasons.most_common():
            print(f"{count} {reason}")
        print(
            f"{options.count} random programs of seed {options.seed} on {options.target} in "
            f"{time.time() - started:.0f} s: the derivatives of {self.counts['same']} like CPython's "
            f"({self.counts['numbers']} numbers, and {self.counts['kinks']} infinite, NaN or above 1e6), "
            f"{self.counts['refused']} refused, reverse mode of {self.counts['same reverse']} like forward "
            f"mode, {self.counts['reverse refused']} refused there, {any_wrong} wrong"
        )
        return 1 if any_wrong else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    today = datetime.date.today().strftime("%Y%m%d")
    parser.add_argument("--seed", default=today, help="of the programs; the day's where none is given")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--target", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--batch", type=int, default=20, help="programs that are compiled together")
    parser.add_argument("--out", help="where what is wrong is kept; a folder of its own where none is given")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work(options)
    options.out = options.out or tempfile.mkdtemp(prefix=f"random-derivatives-{options.seed}-")
    return Fuzzing(options).run()


if __name__ == "__main__":
    sys.exit(main())
