"""Building projects of CMake with the package of CudaPy, for tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cudapy as cp

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(cp.__file__).parent / "cpp" / "lib" / "cmake" / "CudaPy"
ON_GPU = cp.cuda_available()

needs_package = [
    pytest.mark.skipif(not PACKAGE.is_dir(), reason="this CudaPy was built without its CMake package"),
    pytest.mark.skipif(not shutil.which("cmake"), reason="there is no cmake"),
]


def run(*command, folder=None, status=0, **environment):
    result = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert result.returncode == status, result.stdout + result.stderr
    return result


def configure(source, build, *options, generator="Ninja", status=0):
    """CUDA kernels are compiled for the GPU there is, or for one, which is enough to see that they
    compile."""
    if generator == "Ninja" and not shutil.which("ninja"):
        generator = "Unix Makefiles"
    architecture = "native" if ON_GPU else "75"
    return run("cmake", "-G", generator, "-S", source, "-B", build, f"-DCudaPy_DIR={PACKAGE}",
    f"-DCMAKE_CUDA_ARCHITECTURES={architecture}",
               f"-DPython_EXECUTABLE={sys.executable}", *options, status=status)  # fmt: skip
