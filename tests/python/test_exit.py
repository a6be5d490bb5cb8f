"""Programs that end while threads of theirs are still in the module."""

import os
import subprocess
import sys
import sysconfig

import fake_cuda
import pytest

LAUNCHES = """
import cudapy as cp, kernels
call = cp.compile(kernels.halve, target="cpu")
X = cp.CudaArray.allocate(500_000, cp.Double, target="cpu")
def work():
    while True: call(500_000)(X)
"""
COPIES = """
import cudapy as cp
X = cp.CudaArray.allocate(500_000, cp.Double, target="cpu")
def work():
    while True: X.copy()
"""
CONVERTS = """
import cudapy as cp
class One:
    def __index__(self): return 1
def work():
    while True: cp.CudaArray([One()] * 1000, cp.Int, target="cpu").toList()
"""
COMPILES = """
import cudapy as cp, kernels
def work():
    while True: cp.compile([kernels.doubled, kernels.twice], target="cpu")
"""
WAITS = """
import os, cudapy as cp, kernels
os.environ["CUDAPY_CXX"] = COMPILER
def work():
    cp.compile(kernels.fill, target="cpu")
"""
END = """
import threading, time
class SlowToEnd:  # other threads meet an interpreter that shuts down
    def __init__(self): self.sleep = time.sleep
    def __del__(self): self.sleep(0.2)
sys.kept = SlowToEnd()
for _ in range(3): threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("end")
"""


def run(code, tmp_path, **variables):
    code = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n" + code
    environment = {**os.environ, "CUDAPY_CACHE_DIR": str(tmp_path / "cache"), **variables}
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("work", [LAUNCHES, COPIES, CONVERTS, COMPILES])
def test_daemon_threads_do_not_disturb_the_end(work, tmp_path):
    for _ in range(6):
        assert run(work + END, tmp_path) == (0, "end\n", "")


def test_a_daemon_thread_that_waits_for_a_compiler(tmp_path):
    compiler = tmp_path / "g++"
    compiler.write_text(
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'g++ (GCC) 12.2.0'; exit 0;; esac\nexec sleep 2\n"
    )
    compiler.chmod(0o755)
    for _ in range(2):
        assert run(WAITS.replace("COMPILER", repr(str(compiler))) + END, tmp_path) == (0, "end\n", "")


def test_objects_that_end_with_the_interpreter_may_still_launch(tmp_path):
    code = """
import cudapy as cp, kernels
class AtTheEnd:
    def __init__(self):
        self.X = cp.CudaArray([8.0], cp.Double, target="cpu")
        self.halve, self.write = cp.compile(kernels.halve, target="cpu")(1), sys.stdout.write
    def __del__(self):
        self.halve(self.X)
        self.write(f"{self.X[0]}\\n")
sys.kept = AtTheEnd()
"""
    assert run(code, tmp_path) == (0, "4.0\n", "")


EVERYTHING = """
import cudapy as cp, kernels
add_one, halve = cp.compile(kernels.add_one), cp.compile(kernels.halve)
A, D, P = cp.CudaArray([1]), cp.CudaArray([[1.0, 2.0], [3.0, 4.0]], cp.Double), cp.pinned((2, 2), cp.Double)
views = [D[0], D[:, 1], D.T, P[1], memoryview(cp.CudaArray([1], target="cpu"))]
stream, other, event = cp.Stream(), cp.Stream(non_blocking=True), cp.Event()
with cp.capture() as graph: add_one(1)(A)
for s in (stream, other):
    add_one(1, stream=s)(A)
    D.copy_to(P, stream=s)
    graph.replay(s)
event.record(other)
halve(4)(D.reshape(4))
stream.__enter__()
cp.Stream().__enter__()
"""

KEPT = {
    "the module": "",
    "a cycle": "class Node: pass\nnode = Node(); node.self, node.all = node, dict(globals())",
    "a function's default": "def f(all=dict(globals())): return f",
    "builtins": "import builtins; builtins.kept = dict(globals())",
    "a thread": "import threading; local = threading.local(); local.all = dict(globals())\n"
    "threading.Thread(target=lambda all: setattr(local, 'all', all), args=(dict(globals()),)).start()",
    "atexit": "import atexit; atexit.register(lambda all: all['add_one'](1)(all['A']), dict(globals()))",
    "a graph being recorded": "recording = cp.capture(); recording.__enter__(); add_one(1)(A)",
    "__del__": "class End:\n    def __init__(self, all): self.all = all\n"
    "    def __del__(self): self.all['add_one'](1)(self.all['A']); self.all['cp'].synchronize()\n"
    "end = End(dict(globals()))",
}


@pytest.mark.parametrize("kept", KEPT)
def test_what_lives_ends_with_the_program(kept, target, tmp_path):
    """On the target under test, and on a GPU's driver that may be gone before; with work that nobody has
    waited for."""
    code = EVERYTHING + KEPT[kept] + '\nprint("end")\n'
    assert run(code, tmp_path, CUDAPY_TARGET=target) == (0, "end\n", "")
    assert fake_cuda.run(code) == ["end"]


@pytest.mark.parametrize(
    "ending, status",
    [("sys.exit(3)", 3), ("1 / 0", 1), ("os._exit(4)", 4), ("os.kill(os.getpid(), 15)", -15)],
)
def test_other_ends(ending, status, target, tmp_path):
    returned, out, err = run(f"import os\n{EVERYTHING}\n{ending}", tmp_path, CUDAPY_TARGET=target)
    assert (returned, out) == (status, "")
    assert err == "" or err.splitlines()[-1] == "ZeroDivisionError: division by zero"


GPU_THREADS = """
import time
add_one = cp.compile(kernels.add_one)
def launches():
    with cp.Stream(non_blocking=True):
        A = cp.CudaArray([1])
        while True: add_one(1)(A)
def copies():
    P = cp.pinned(1, cp.Int)
    while True: cp.CudaArray([1]).copy_to(P, stream=cp.Stream())
def waits():
    while True: cp.Stream().record().synchronize(); cp.synchronize()
def lists():
    while True: add_one(1)(L := [1])
def replays():
    A = cp.CudaArray([1])
    with cp.capture() as graph: add_one(1)(A)
    while True: graph.replay()
class SlowToEnd:
    def __init__(self): self.sleep = time.sleep
    def __del__(self): self.sleep(0.2)
sys.kept = SlowToEnd()
for work in (launches, copies, waits, lists, replays): threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("end")
"""


def test_daemon_threads_with_a_gpu(target, tmp_path):
    for _ in range(2):
        assert fake_cuda.run(GPU_THREADS) == ["end"]
    if target == "cuda":
        code = "import threading, cudapy as cp, kernels\n" + GPU_THREADS
        for _ in range(3):
            assert run(code, tmp_path, CUDAPY_TARGET=target) == (0, "end\n", "")


SUB_INTERPRETER = """
import _xxsubinterpreters as interpreters
{first}
import_it = '''
import sys; sys.path[:] = {path}
try: import cudapy
except ImportError as error: print(error, flush=True)
else: print("imported", flush=True)
'''
interpreters.run_string(interpreters.create(), import_it)
{after}
"""


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module of sub-interpreters has another name")
@pytest.mark.parametrize(
    "first, after",
    [("import cudapy", ""), ("", "import cudapy as cp; cp.CudaArray([1], target='cpu').toList()"), ("", "")],
)
def test_a_sub_interpreter(first, after, tmp_path):
    status, out, err = run(SUB_INTERPRETER.format(first=first, after=after, path=sys.path), tmp_path)
    assert (status, err) == (0, "")
    # The second is CPython's own, of 3.12 and later, where the module was imported before.
    assert out in (
        "cudapy works only in the main interpreter, and this is a sub-interpreter: use "
        "threads, or processes\n",
        "module cudapy._core does not support loading in subinterpreters\n",
    )


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this CPython has a GIL")
def test_free_threaded_python_stays_without_the_gil(tmp_path):
    """Importing takes no GIL up and warns of nothing; where somebody asked for the GIL, the module works with
    it as well."""
    code = """
import sys, warnings
warnings.simplefilter("error")
import cudapy as cp
print(sys._is_gil_enabled(), cp.CudaArray([1, 2], target="cpu").toList())
"""
    for asked, enabled in (("", False), ("0", False), ("1", True)):
        assert run(code, tmp_path, PYTHON_GIL=asked) == (0, f"{enabled} [1, 2]\n", "")
