#!/usr/bin/env python3
"""Makes random programs and checks that CudaPy computes of them what CPython does.

    fuzz.py --seed 7 --count 1000                    on the CPU, unchecked
    fuzz.py --seed 7 --count 1000 --target cpu,cuda --checked both --jobs 8 --out DIR
    fuzz.py --loose --seed 7 --count 100000          loosely typed programs; `--loose --help` has more
    fuzz.py --derivatives --seed 7 --count 20000     derivatives of kernels; `--derivatives --help` has more

What is wrong stays in DIR: the batch, and a line of `found.jsonl` for each. Batches that are done are written
down there too, so that the same command goes on where it was stopped. The last line is a summary; the exit
status is 1 where anything differs, is refused, raises, crashes, hangs or does not compile.
"""

import argparse
import collections
import concurrent.futures
import datetime
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import derivatives
import loose

HERE = os.path.dirname(os.path.abspath(__file__))
WRONG = ("different", "refused", "raised", "toolchain", "unplaced", "crash", "hang", "missed", "generator")
BATCH_SECONDS = 900


def environment(target, fast):
    """The compilers of a run: the quick one of the host, and nvcc without contraction."""
    env = dict(os.environ)
    quick = os.path.join(HERE, "fast_cxx")
    if (
        target in ("cpu", "simulated", "traced") and fast and env.get("CUDAPY_CXX") != quick
    ):  # which would call itself
        env["FAST_CXX"] = env.get("CUDAPY_CXX") or shutil.which("g++") or "c++"
        env["CUDAPY_CXX"] = quick
    if target == "cuda":
        env["EXACT_NVCC"] = env.get("CUDAPY_NVCC") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        env["CUDAPY_NVCC"] = os.path.join(HERE, "exact_nvcc")
        env["CUDAPY_COMPILER"] = "nvcc"
    return env


class Fuzzing:
    """A run over many batches, which several threads work on, each with processes of its own."""

    def __init__(self, options):
        self.options = options
        self.counts, self.lock = collections.Counter(), threading.Lock()
        os.makedirs(options.out, exist_ok=True)
        self.done_path = os.path.join(options.out, "done.txt")
        self.done = set()
        if os.path.exists(self.done_path):
            with open(self.done_path) as file:
                self.done = {line.strip() for line in file}

    def name(self, first):
        kind = (self.options.wrong or "seed").replace(",", "_")
        return f"{kind}{self.options.seed}_{first:06d}_{self.options.blocks}"

    def note(self, batch, mode, fact):
        """Counts a fact, and keeps what is wrong."""
        with self.lock:
            self.counts[fact["event"]] += 1
            if fact["event"] not in WRONG:
                return
            text = json.dumps({"batch": batch, "mode": mode, **fact})
            print(text[:400], flush=True)
            with open(os.path.join(self.options.out, "found.jsonl"), "a") as file:
                file.write(text + "\n")

    def run_batch(self, first):
        """Makes a batch and checks it in every mode in which that was not done before."""
        name = self.name(first)
        base = os.path.join(self.options.out, name)
        modes = [m for m in self.modes() if f"{name} {m}" not in self.done]
        if not modes or not self.make_batch(name, base, first):
            return
        right = [self.compare(name, base, mode) for mode in modes]
        if all(right):
            for path in glob.glob(base + ".*"):
                os.remove(path)
        with self.lock, open(self.done_path, "a") as file:
            file.writelines(f"{name} {mode}\n" for mode in modes)

    def make_batch(self, name, base, first):
        count = min(self.options.batch, self.options.first + self.options.count - first)
        command = [sys.executable, os.path.join(HERE, "batches.py"), base, "--seed", str(self.options.seed)]
        command += ["--first", str(first), "--count", str(count), "--blocks", str(self.options.blocks)]
        command += ["--wrong", self.options.wrong] if self.options.wrong else []
        got = subprocess.run(command, capture_output=True, text=True)
        if got.returncode:
            self.note(name, "", {"event": "generator", "text": got.stderr[-1500:]})
            return False
        with self.lock:
            self.counts["made"] += json.loads(got.stdout)["made"]
        return True

    def modes(self):
        """The ways in which each batch is run: a target, and `checked` after it."""
        checks = {"no": [""], "yes": [" checked"], "both": ["", " checked"]}[self.options.checked]
        return [target + check for target in self.options.target.split(",") for check in checks]

    def compare(self, name, base, mode):
        """Runs a batch, again without the kernel that ended the process, until all kernels were looked at."""
        with open(base + ".json") as file:
            waiting = [s["name"] for s in json.load(file)]
        right = True
        while waiting:
            facts, end = self.compare_once(base, mode, waiting)
            for fact in facts:
                if fact["event"] not in ("run", "compiled", "warning"):
                    self.note(name, mode, fact)
                    right = right and fact["event"] in ("same", "named")
            if end is None:
                return right
            running = [f["kernel"] for f in facts if f["event"] == "run"][-1:]
            self.note(name, mode, {**end, "kernel": running[0] if running else None})
            finished = {f["kernel"] for f in facts if "kernel" in f}
            waiting = [n for n in waiting if n not in finished] if running else []
            right = False
        return right

    def compare_once(self, base, mode, only):
        """What one process said, and how it ended where it did not end well."""
        target, _, checked = mode.partition(" ")
        command = [sys.executable, os.path.join(HERE, "compared.py"), base, "--target", target]
        command += (["--checked"] if checked else []) + ["--only", *only]
        with tempfile.TemporaryDirectory(prefix="random-programs-") as folder:
            env = environment(target, self.options.fast) | {"TMPDIR": folder, "CUDAPY_CACHE_DIR": folder}
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
            )
            try:
                said, errors = process.communicate(timeout=BATCH_SECONDS)
                code = process.returncode
                end = None if code == 0 else {"event": "crash", "text": errors[-1500:], "code": code}
            except subprocess.TimeoutExpired:
                process.kill()
                said, errors = process.communicate()
                end = {"event": "hang", "text": f"more than {BATCH_SECONDS} s"}
        return [json.loads(line) for line in said.split("\n") if line.startswith("{")], end

    def found_before(self):
        """What was wrong when the same command was stopped."""
        path = os.path.join(self.options.out, "found.jsonl")
        if os.path.exists(path):
            with open(path) as file:
                self.counts.update(json.loads(line)["event"] for line in file)

    def run(self):
        options, started = self.options, time.time()
        last = options.first + options.count
        print(f"seed {options.seed}, programs {options.first} to {last - 1}, in {options.out}", flush=True)
        self.found_before()
        batches = range(options.first, last, options.batch)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for k, _ in enumerate(pool.map(self.run_batch, batches)):
                if options.verbose or k % 20 == 19:
                    print(f"{k + 1} of {len(batches)} batches, {time.time() - started:.0f} s", flush=True)
        wrong = {k: v for k, v in self.counts.items() if k in WRONG}
        print(
            f"{self.counts['made']} random programs of seed {options.seed} on {', '.join(self.modes())} in "
            f"{time.time() - started:.0f} s: {self.counts['same']} runs like CPython, "
            f"{self.counts['named']} mistakes named, {sum(wrong.values())} wrong {wrong or ''}".rstrip()
        )
        return 1 if wrong else 0


def main():
    if "--derivatives" in sys.argv:
        sys.argv.remove("--derivatives")
        return derivatives.main()
    if "--loose" in sys.argv:
        sys.argv.remove("--loose")
        return loose.main()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    today = datetime.date.today().strftime("%Y%m%d")
    parser.add_argument("--seed", default=today, help="of the programs; the day's where none is given")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--target", default="cpu", help="some of cpu, cuda, simulated, traced, with commas")
    parser.add_argument("--checked", choices=("no", "yes", "both"), default="no")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument(
        "--batch", type=int, default=50, help="programs in one file, which are compiled together"
    )
    parser.add_argument("--blocks", type=float, default=0.15, help="the share of kernels with barriers")
    parser.add_argument("--out", help="where what is wrong is kept; a folder of its own where none is given")
    parser.add_argument(
        "--optimised", dest="fast", action="store_false", help="compile for the CPU as users do"
    )
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument(
        "--wrong", help="programs with a mistake that checked mode is to name: index, race or index,race"
    )
    options = parser.parse_args()
    options.checked = "yes" if options.wrong else options.checked
    options.out = options.out or tempfile.mkdtemp(prefix=f"random-programs-{options.seed}-")
    return Fuzzing(options).run()


if __name__ == "__main__":
    sys.exit(main())
