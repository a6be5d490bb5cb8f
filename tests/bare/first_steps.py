"""The first steps after an installation, on a machine that has no compiler: `first_steps.py PYCU2CU`."""

import os
import subprocess
import sys

import cudapy as cp
from kernels import clamp, clamped

# The kernels' C++ can be read.
kernels = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels.py")
translated = subprocess.run(
    [sys.argv[1], kernels, "-o", "-"], capture_output=True, text=True, check=True
).stdout
assert "__global__ void clamp(" in translated, translated

# A launch says what is missing, and what to install.
X = [-1.0, 0.5, 2.0]
try:
    cp.compile([clamp, clamped])(len(X))(X, 0.0, 1.0)
except cp.ToolchainError as error:
    print(error)
else:
    raise AssertionError("a kernel was compiled without a compiler")
