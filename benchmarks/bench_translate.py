"""How long the translator takes: one kernel, and files of many."""

import os
import shutil
import subprocess
import sys
import tempfile

from timing import median_seconds

KERNEL = '''
# step_{i} : void (float dt, float* X, float* V, int* hits)
def step_{i}(dt, X, V, hits):
    """Moves a particle and turns it round at the walls."""
    if idx < len(X):
        x = X[idx] + V[idx] * dt
        v = V[idx]
        for bounce in range(4):
            if x < 0.0:
                x, v = -x, -v
                hits[idx] += 1
            elif x > {i}.5:
                x, v = {i}.5 * 2 - x, -v
                hits[idx] += 1
            else:
                break
        X[idx] = x
        V[idx] = v * 0.99 if abs(v) > 1 else v
'''


def pycu2cu():
    return (
        os.environ.get("PYCU2CU")
        or shutil.which("pycu2cu", path=os.path.dirname(sys.executable))
        or shutil.which("pycu2cu")
    )


def measure(results, quick):
    program = pycu2cu()
    if not program:
        results.skip("translate", "pycu2cu is not on PATH")
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        base = None
        for count in (1, 100, 1000) if quick else (1, 100, 1000, 10000):
            path = os.path.join(folder, f"kernels_{count}.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("".join(KERNEL.format(i=i) for i in range(count)))
            command = [program, path, "-o", path + ".cu", "--header", path + ".h"]
            seconds = median_seconds(
                lambda command=command: subprocess.run(command, check=True), repeat=15 if count == 1 else 5
            )
            base = base or seconds
            each = (seconds - base) / (count - 1) * 1e6 if count > 1 else None
            rows.append([count, os.path.getsize(path) / 1024, seconds * 1000, each])
    results.table(
        "Translating: `pycu2cu kernels.py -o kernels.cu --header kernels.h`, a 17-line kernel repeated",
        ["kernels", "source, KiB", "whole process, ms", "µs a kernel beyond the first"],
        rows,
    )
