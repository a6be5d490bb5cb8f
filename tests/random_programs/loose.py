"""Loosely typed programs (`making/loose.py`): nothing may crash, and where one is accepted it computes what
CPython does.

Each program is translated for both targets, plain and checked, and with its variants. What is accepted is
compiled, many programs in a file, and runs in CPython, checked and plain. These agree where neither of the
first two says that the program leaves the contract. The work is done by children, and after a crash another
one goes on after the program that was last.

    scripts/fuzz --loose --seed 7 --count 100000
"""

import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WRONG = ("crash", "hang", "internal", "toolchain", "different", "raised", "generator")
IDLE_SECONDS = {"loosely_translated.py": 60, "loosely_run.py": 300}


class Child:
    """A process that works on programs, and says `@number` before each."""

    def __init__(self, script, arguments, env):
        command = [sys.executable, os.path.join(HERE, script), *arguments]
        self.idle = IDLE_SECONDS[script]
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, env=env)
        self.at, self.end = None, None

    def facts(self):
        """What the child says; `at` is then the program that it is at, and `end` says how it ended, None for
        well."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            rest = b""
            while True:
                if not selector.select(self.idle):
                    self.process.kill()
                    self.end = {"event": "hang", "text": f"nothing was heard for {self.idle} s"}
                    break
                got = os.read(self.process.stdout.fileno(), 1 << 16)
                if not got:
                    break
                *lines, rest = (rest + got).split(b"\n")
                for line in lines:
                    if line.startswith(b"@"):
                        self.at = int(line[1:])
                    elif line.startswith(b"{"):
                        yield json.loads(line)
        code = self.process.wait()
        if code and not self.end:
            self.errors.seek(0)
            event = "generator" if code == 1 else "crash"
            self.end = {"event": event, "code": code, "text": self.errors.read()[-1500:]}


class Loosely:
    """A run over many programs."""

    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.counts, self.codes = collections.Counter(), collections.Counter()
        os.makedirs(options.out, exist_ok=True)

    def note(self, fact):
        with self.lock:
            self.counts[fact["event"]] += 1
            if fact["event"] in WRONG:
                text = json.dumps({"seed": self.options.seed, **fact})
                print(text[:600], flush=True)
                with open(os.path.join(self.options.out, "found.jsonl"), "a") as file:
                    file.write(text + "\n")

    def watched(self, script, numbers, arguments):
        """Gives what children say of the numbers, the next child begins after the one on which a child
        ended."""
        numbers = list(numbers)
        while numbers:
            with tempfile.TemporaryDirectory(prefix="loose-") as folder:
                path = os.path.join(folder, "numbers.json")
                with open(path, "w") as file:
                    json.dump(numbers, file)
                env = os.environ | {"TMPDIR": folder, "CUDAPY_CACHE_DIR": folder, **quick_compiler()}
                child = Child(script, [path, "--seed", self.options.seed, *arguments], env)
                yield from child.facts()
            if not child.end:
                return
            yield {"number": child.at, **child.end}
            if child.at is None:
                return
            numbers = numbers[numbers.index(child.at) + 1 :]

    def translate(self, numbers):
        accepted = []
        for fact in self.watched("loosely_translated.py", numbers, []):
            if fact["event"] == "accepted":
                accepted.append(fact["number"])
            elif fact["event"] == "codes":
                self.codes.update(fact["codes"])
                continue
            self.note(fact)
        return accepted

    def run_batch(self, numbers):
        for fact in self.watched("loosely_run.py", numbers, []):
            self.note(fact)

    def in_parts(self, work, numbers, size):
        parts = [numbers[k : k + size] for k in range(0, len(numbers), size)]
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            return list(pool.map(work, parts))

    def run(self):
        options, started = self.options, time.time()
        numbers = range(options.first, options.first + options.count)
        accepted = [n for part in self.in_parts(self.translate, numbers, options.part) for n in part]
        translated = time.time() - started
        running = accepted[: options.run]
        self.in_parts(self.run_batch, running, options.batch)
        print("first errors:", ", ".join(f"{code} {count}" for code, count in self.codes.most_common()))
        wrong = {k: v for k, v in self.counts.items() if k in WRONG}
        print(
            f"{options.count} loosely typed programs of seed {options.seed}, translated in {translated:.0f} "
            f"s: {len(accepted)} accepted, {len(running)} run in {time.time() - started - translated:.0f} "
            f"s, {self.counts['same']} like CPython, {self.counts['beyond']} that leave the contract, "
            f"{self.counts['passed over']} passed over, {sum(wrong.values())} wrong {wrong or ''}".rstrip()
        )
        return 1 if wrong else 0


def quick_compiler():
    """The environment of compilers that take less time."""
    quick = os.path.join(HERE, "fast_cxx")
    if os.path.basename(os.environ.get("CUDAPY_CXX", "")) == "fast_cxx":  # which would call itself
        return {}
    return {"FAST_CXX": os.environ.get("CUDAPY_CXX") or shutil.which("g++") or "c++", "CUDAPY_CXX": quick}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    today = datetime.date.today().strftime("%Y%m%d")
    parser.add_argument("--seed", default=today, help="of the programs; the day's where none is given")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument(
        "--run", type=int, default=None, help="how many of the accepted ones run; all where it is not given"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--part", type=int, default=5000, help="programs that one child translates")
    parser.add_argument("--batch", type=int, default=60, help="programs that are compiled together")
    parser.add_argument("--out", help="where what is wrong is kept; a folder of its own where none is given")
    options = parser.parse_args()
    options.out = options.out or tempfile.mkdtemp(prefix=f"loose-{options.seed}-")
    return Loosely(options).run()


if __name__ == "__main__":
    sys.exit(main())
