"""Powers, roots and logarithms that are numbers: each result that the type holds exactly is exact, on both
targets and in both dialects. On a GPU this measures CUDA's functions with the step that corrects them;
without one, the emitted helpers run on the host over functions that are off by up to two ulp."""

import os
import re
import shutil
import subprocess

import generated
import numpy as np
import pytest

import cudapy as cp

# The functions of one and of two numbers, by their names in both dialects.
OWN = {"pow": "math.pow(X[idx], Y[idx])", "power": "X[idx] ** Y[idx]", "hypot": "math.hypot(X[idx], Y[idx])",
       "cbrt": "math.cbrt(X[idx])",
       "exp2": "math.exp2(X[idx])", "exp10": "math.exp10(X[idx])", "log2": "math.log2(X[idx])",
       "log10": "math.log10(X[idx])",
       "sqrt": "math.sqrt(X[idx])"}  # fmt: skip
NUMBA = {"pow": "math.pow(X[i], Y[i])", "power": "X[i] ** Y[i]", "hypot": "math.hypot(X[i], Y[i])",
         "cbrt": "cuda.cbrt(X[i])",
         "exp2": "np.exp2(X[i])", "exp10": "cuda.libdevice.exp10F(X[i])", "log2": "math.log2(X[i])",
         "log10": "math.log10(X[i])",
         "sqrt": "math.sqrt(X[i])"}  # fmt: skip


def cases(dtype):
    """Yields functions with arguments, and the results, which are exact."""
    digits, tens, most, least = (53, 22, 1023, -1022) if dtype is np.float64 else (24, 10, 127, -126)
    top = 2**digits
    random = np.random.default_rng(7)

    def whole(bits, count=4000):
        return [int(each) for each in random.integers(0, 2**bits, count)]

    powers = [
        (base, n)
        for base in range(-2000, 2001)
        for n in range(1, 60)
        if abs(base) > 1 and abs(base) ** n <= top
    ]
    powers += [(base, n) for base in (-1, 0, 1) for n in range(1, 5)] + [(x, 1) for x in whole(digits)]
    powers += [(x, 2) for x in whole(digits // 2)] + [(x, 3) for x in whole(digits // 3)]
    yield "pow", [x for x, _ in powers], [n for _, n in powers], [x**n for x, n in powers]
    roots = whole(digits // 2)
    yield "pow", [x * x for x in roots], [0.5] * len(roots), roots
    yield "sqrt", [x * x for x in roots], None, roots
    cubes = whole(digits // 3)
    yield "pow", [x * x for x in cubes], [1.5] * len(cubes), [x**3 for x in cubes]
    yield "pow", [x**3 for x in cubes], [1.0] * len(cubes), [x**3 for x in cubes]
    yield "cbrt", [x**3 for x in cubes] + [-(x**3) for x in cubes], None, cubes + [-x for x in cubes]
    halves = [(2.0**k, n) for k in range(-30, 31) for n in range(-4, 5) if abs(k * n) <= 90]
    yield "pow", [x for x, _ in halves], [n for _, n in halves], [float(x) ** n for x, n in halves]
    exponents = list(range(least, most + 1))
    yield "exp2", exponents, None, [2.0**n for n in exponents]
    yield "log2", [2.0**n for n in exponents], None, exponents
    decades = list(range(tens + 1))
    yield "exp10", decades, None, [10**n for n in decades]
    yield "log10", [10**n for n in decades], None, decades
    yield "log10", [10.0**-n for n in decades], None, [-n for n in decades]
    triples = [
        (m * m - n * n, 2 * m * n, m * m + n * n)
        for m, n in zip(whole(digits // 2 - 1), whole(digits // 2 - 2))
    ]
    triples += [
        (a * k, b * k, c * k) for a, b, c in ((3, 4, 5), (5, 12, 13), (20, 21, 29)) for k in whole(digits - 5)
    ]
    yield "hypot", [a for a, _, _ in triples], [b for _, b, _ in triples], [c for _, _, c in triples]


def all_cases(dtype):
    for name, x, y, expected in cases(dtype):
        arguments = np.array(x, dtype), np.zeros(len(x), dtype) if y is None else np.array(y, dtype)
        for each in ("pow", "power") if name == "pow" else (name,):
            yield each, *arguments, np.array(expected, dtype)


def own(dtype):
    kind = "double" if dtype is np.float64 else "float"
    text = "import math\n\n" + "\n\n".join(
        f"# {name} : void ({kind}* X, {kind}* Y, {kind}* Z)\ndef {name}(X, Y, Z):\n    Z[idx] = {value}\n"
        for name, value in OWN.items()
    )
    compiled = cp.compile([each for name, each in generated.functions(text).items() if name in OWN])
    return {name: (lambda x, y, z, kernel=getattr(compiled, name): kernel(z.size)(x, y, z)) for name in OWN}


def of_numba(dtype):
    suffix = "" if dtype is np.float64 else "f"
    text = "import math\nimport numpy as np\nfrom cudapy import cuda\n\n" + "\n\n".join(
        f"@cuda.jit\ndef {name}(X, Y, Z):\n    i = cuda.grid(1)\n    if i < Z.size:\n"
        f"        Z[i] = {value}\n".replace("exp10F", f"exp10{suffix}")
        for name, value in NUMBA.items()
    )
    made = generated.module(text)
    return {
        name: (lambda x, y, z, kernel=getattr(made, name): kernel[(z.size + 127) // 128, 128](x, y, z))
        for name in NUMBA
    }


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("kernels", [own, of_numba])
def test_what_is_a_number_is_exact(kernels, dtype):
    made, wrong = kernels(dtype), {}
    for name, x, y, expected in all_cases(dtype):
        z = np.zeros_like(x)
        made[name](x, y, z)
        for place in np.flatnonzero(z != expected):
            wrong.setdefault(name, []).append((x[place], y[place], z[place], expected[place]))
    assert not wrong, {name: (len(each), each[:3]) for name, each in wrong.items()}


PYCU2CU = os.environ.get("PYCU2CU") or shutil.which("pycu2cu")
# CUDA's names for the host. Each function is off by `off` ulp.
HOST = """#include <cmath>
#include <cstdint>
#define __device__
#define __forceinline__ inline
static int off = 0;
template <typename T> static T off_by(T x)
{
    for (int i = 0; i < std::abs(off); ++i)
        x = std::isfinite(x) && x != 0 ? std::nextafter(x, T(off < 0 ? -INFINITY : INFINITY)) : x;
    return x;
}
__attribute__((noinline)) static double __dmul_rn(double a, double b) { return a * b; }
__attribute__((noinline)) static float __fmul_rn(float a, float b) { return a * b; }
"""
TWO = ("pow", "hypot")


def helpers():
    """Returns the helpers of the emitted CUDA C++ with functions that are off."""
    text = "import math\n\n" + "\n".join(
        f"# {kind}_{name} : void ({kind}* X, {kind}* Y)\ndef {kind}_{name}(X, Y):\n"
        f"    Y[idx] = math.{name}(X[idx]{', Y[idx]' * (name in TWO)})\n"
        for kind in ("double", "float")
        for name in OWN
        if name not in ("power", "sqrt")
    )
    path = generated.module(text).__file__
    out = os.path.splitext(path)[0] + ".cu"
    done = subprocess.run([PYCU2CU, path, "--target", "cuda", "-o", out], capture_output=True, text=True)
    assert not done.returncode, done.stderr
    with open(out, encoding="utf-8") as file:
        emitted = file.read()
    found = re.findall(r"^[^\n{;]*\bexact_\w+\([^\n]*\)\n\{\n.*?^\}\n", emitted, re.M | re.S)
    assert len(found) == 14, emitted
    made = "".join(found)
    wrapped = ""
    for name in OWN:
        if name in ("power", "sqrt"):
            continue
        for kind, suffix in (("double", ""), ("float", "f")):
            parameters = f"{kind} x, {kind} y" if name in TWO else f"{kind} x"
            arguments = "x, y" if name in TWO else "x"
            wrapped += (
                f"static {kind} near_{name}{suffix}({parameters}) {{ return "
                f"off_by(::{name}{suffix}({arguments})); }}\n"
            )
            made = re.sub(rf"(?<![\w]){name}{suffix}\(", f"near_{name}{suffix}(", made)
    return HOST + wrapped + made


@pytest.mark.skipif(not PYCU2CU or not shutil.which("g++"), reason="needs pycu2cu and g++")
def test_emitted_helpers_correct_functions_that_are_off(tmp_path):
    import ctypes

    entries = ""
    for name in OWN:
        if name in ("power", "sqrt"):
            continue
        for kind in ("double", "float"):
            arguments = "x[i], y[i]" if name in TWO else "x[i]"
            entries += (
                f'extern "C" void run_{name}_{kind}(int by, long n, {kind}* x, {kind}* y, {kind}* z)\n{{\n'
                "    off = by;\n"
                f"    for (long i = 0; i < n; ++i)\n        z[i] = exact_{name}({arguments});\n}}\n"
            )
            entries += (
                f'extern "C" void near_{name}_{kind}(int by, long n, {kind}* x, {kind}* y, {kind}* z)\n{{\n'
                "    off = by;\n"
                "    for (long i = 0; i < n; ++i)\n        z[i] = "
                f"near_{name}{'f' * (kind == 'float')}({arguments});\n}}\n"
            )
    (tmp_path / "exact.cpp").write_text(helpers() + entries)
    built = subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-O1",
            "-D_GNU_SOURCE",
            "-shared",
            "-fPIC",
            "-w",
            "-ffp-contract=off",
            str(tmp_path / "exact.cpp"),
            "-o",
            str(tmp_path / "exact.so"),
        ],
        capture_output=True,
        text=True,
    )
    assert not built.returncode, built.stderr
    library = ctypes.CDLL(str(tmp_path / "exact.so"))
    random = np.random.default_rng(3)
    for dtype, kind in ((np.float64, "double"), (np.float32, "float")):

        def run(which, by, x, y):
            z = np.zeros_like(x)
            getattr(library, f"{which}_{kind}")(
                by, ctypes.c_long(x.size), *(each.ctypes.data_as(ctypes.c_void_p) for each in (x, y, z))
            )
            return z

        for name, x, y, expected in all_cases(dtype):
            if name in ("power", "sqrt"):
                continue
            for by in (-2, -1, 0, 1, 2):
                z = run(f"run_{name}", by, x, y)
                wrong = np.flatnonzero(z != expected)
                assert not wrong.size, (name, by, [(x[i], y[i], z[i], expected[i]) for i in wrong[:3]])
        # What no number of the type holds is left as it is, and so is what is no number.
        odd = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, -2.5, 0.5])
        x = np.concatenate([np.repeat(odd, odd.size), random.uniform(0, 50, 20000)]).astype(dtype)
        y = np.concatenate([np.tile(odd, odd.size), random.uniform(-20, 20, 20000)]).astype(dtype)
        for name in OWN:
            if name not in ("power", "sqrt"):
                made, near = run(f"run_{name}", 0, x, y), run(f"near_{name}", 0, x, y)
                different = np.flatnonzero((made != near) & ~(np.isnan(made) & np.isnan(near)))
                assert not different.size, (name, [(x[i], y[i], made[i], near[i]) for i in different[:3]])
