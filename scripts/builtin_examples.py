"""A call of each built-in function of kernels and what it gives, for docs/builtins.md;
tests/python/test_reference.py runs them."""

import re

PAIRS = ("divmod", "frexp", "modf", "polar", "remquo", "sincos", "sincospi")


def kernel():
    """The text of a module with a kernel that writes what each example gives to R, two places for each."""
    lines = [
        "import cmath",
        "import math",
        "",
        "import numpy as np",
        "",
        "",
        "# examples : void (double* X, double* R)",
        "def examples(X, R):",
    ]
    for number, (name, (call, _)) in enumerate(EXAMPLES.items()):
        if name.split(".")[-1] in PAIRS:
            lines.append(f"    R[{2 * number}], R[{2 * number + 1}] = {call}")
        else:
            lines.append(f"    R[{2 * number}] = double({call})")
    return "\n".join(lines) + "\n"


def with_examples(page):
    """The page with a column of examples in the tables of functions."""
    lines, section = [], ""
    for line in page.split("\n"):
        if line.startswith("## "):
            section = "" if line == "## Python's own" else line[3:].strip("`") + "."
        row = re.match(r"\| `(\w+)` \|", line)
        if line == "| name | single precision | NumPy's name | signature | |":
            line += " example |"
        elif line == "|---|---|---|---|---|":
            line += "---|"
        elif row and line.count(" | ") >= 4 and section in ("", "math.", "cmath.", "numpy."):
            call, result = EXAMPLES.get(section + row[1], ("", ""))
            line += f" `{call}` is `{result}` |" if call else "  |"
        elif line.startswith("Made by `pycu2cu --list-builtins`"):
            line += " The examples are\nrun by the tests; X is `[3.0, 4.0]` in them."
        elif line.startswith("How the threads of a block work together."):
            line += " Examples are in [reference.md](reference.md#in-kernels-coordinates)."
        lines.append(line)
    return "\n".join(lines)


# X is [3.0, 4.0] in all of them.
EXAMPLES = {
    "abs": ("abs(-2.5)", "2.5"),
    "bool": ("bool(2)", "True"),
    "complex": ("complex(1, 2).imag", "2.0"),
    "divmod": ("divmod(-7, 2)", "(-4, 1)"),
    "float": ("float(3) / 2", "1.5"),
    "int": ("int(-2.7)", "-2"),
    "len": ("len(X)", "2"),
    "max": ("max(1, 3, 2)", "3"),
    "min": ("min(1, 3, 2)", "1"),
    "pow": ("pow(2, 10)", "1024"),
    "round": ("round(2.675, 1)", "2.7"),
    "sum": ("sum((1, 2, 3))", "6"),
    "math.acos": ("math.acos(0.5)", "1.0472"),
    "math.acosh": ("math.acosh(2.0)", "1.317"),
    "math.asin": ("math.asin(0.5)", "0.5236"),
    "math.asinh": ("math.asinh(0.5)", "0.48121"),
    "math.atan": ("math.atan(0.5)", "0.46365"),
    "math.atan2": ("math.atan2(1.0, -1.0)", "2.3562"),
    "math.atanh": ("math.atanh(0.5)", "0.54931"),
    "math.cbrt": ("math.cbrt(27.0)", "3.0"),
    "math.ceil": ("math.ceil(2.5)", "3"),
    "math.ceilf": ("math.ceilf(2.5)", "3.0"),
    "math.copysign": ("math.copysign(3.0, -0.5)", "-3.0"),
    "math.cos": ("math.cos(0.5)", "0.87758"),
    "math.cosh": ("math.cosh(0.5)", "1.1276"),
    "math.cospi": ("math.cospi(1.0)", "-1.0"),
    "math.cyl_bessel_i0": ("math.cyl_bessel_i0(0.5)", "1.0635"),
    "math.cyl_bessel_i1": ("math.cyl_bessel_i1(0.5)", "0.25789"),
    "math.erf": ("math.erf(0.5)", "0.5205"),
    "math.erfc": ("math.erfc(0.5)", "0.4795"),
    "math.erfcinv": ("math.erfcinv(0.5)", "0.47694"),
    "math.erfcx": ("math.erfcx(10.0)", "0.056141"),
    "math.erfinv": ("math.erfinv(0.5)", "0.47694"),
    "math.exp": ("math.exp(0.5)", "1.6487"),
    "math.exp10": ("math.exp10(2.0)", "100.0"),
    "math.exp2": ("math.exp2(3.0)", "8.0"),
    "math.expm1": ("math.expm1(0.5)", "0.64872"),
    "math.fabs": ("math.fabs(-2.5)", "2.5"),
    "math.fdim": ("math.fdim(5.0, 3.0)", "2.0"),
    "math.fdividef": ("math.fdividef(1.0, 4.0)", "0.25"),
    "math.floor": ("math.floor(-2.5)", "-3"),
    "math.floorf": ("math.floorf(-2.5)", "-3.0"),
    "math.fma": ("math.fma(2.0, 3.0, 4.0)", "10.0"),
    "math.fmax": ("math.fmax(1.0, 2.0)", "2.0"),
    "math.fmin": ("math.fmin(1.0, 2.0)", "1.0"),
    "math.fmod": ("math.fmod(-7.0, 3.0)", "-1.0"),
    "math.frexp": ("math.frexp(10.0)", "(0.625, 4)"),
    "math.hypot": ("math.hypot(3.0, 4.0)", "5.0"),
    "math.ilogb": ("math.ilogb(10.0)", "3"),
    "math.isfinite": ("math.isfinite(math.inf)", "False"),
    "math.isinf": ("math.isinf(math.inf)", "True"),
    "math.isnan": ("math.isnan(math.nan)", "True"),
    "math.j0": ("math.j0(0.5)", "0.93847"),
    "math.j1": ("math.j1(0.5)", "0.24227"),
    "math.jn": ("math.jn(2, 0.5)", "0.030604"),
    "math.ldexp": ("math.ldexp(0.75, 3)", "6.0"),
    "math.lgamma": ("math.lgamma(10.0)", "12.802"),
    "math.llrint": ("math.llrint(2.5)", "2"),
    "math.llround": ("math.llround(2.5)", "3"),
    "math.log": ("math.log(100.0)", "4.6052"),
    "math.log10": ("math.log10(1000.0)", "3.0"),
    "math.log1p": ("math.log1p(0.5)", "0.40547"),
    "math.log2": ("math.log2(8.0)", "3.0"),
    "math.logb": ("math.logb(10.0)", "3.0"),
    "math.lrint": ("math.lrint(2.5)", "2"),
    "math.lround": ("math.lround(2.5)", "3"),
    "math.modf": ("math.modf(2.75)", "(0.75, 2.0)"),
    "math.nearbyint": ("math.nearbyint(2.5)", "2.0"),
    "math.nextafter": ("math.nextafter(1.0, 2.0) - 1.0", "2.2204e-16"),
    "math.norm": ("math.norm(2, X)", "5.0"),
    "math.norm3d": ("math.norm3d(1.0, 2.0, 2.0)", "3.0"),
    "math.norm4d": ("math.norm4d(1.0, 1.0, 1.0, 1.0)", "2.0"),
    "math.normcdf": ("math.normcdf(1.96)", "0.975"),
    "math.normcdfinv": ("math.normcdfinv(0.975)", "1.96"),
    "math.pow": ("math.pow(2.0, 0.5)", "1.4142"),
    "math.rcbrt": ("math.rcbrt(8.0)", "0.5"),
    "math.remainder": ("math.remainder(7.0, 4.0)", "-1.0"),
    "math.remquo": ("math.remquo(7.0, 4.0)", "(-1.0, 2)"),
    "math.rhypot": ("math.rhypot(3.0, 4.0)", "0.2"),
    "math.rint": ("math.rint(2.5)", "2.0"),
    "math.rnorm": ("math.rnorm(2, X)", "0.2"),
    "math.rnorm3d": ("math.rnorm3d(1.0, 2.0, 2.0)", "0.33333"),
    "math.rnorm4d": ("math.rnorm4d(1.0, 1.0, 1.0, 1.0)", "0.5"),
    "math.round": ("math.round(2.5)", "3.0"),
    "math.rsqrt": ("math.rsqrt(4.0)", "0.5"),
    "math.scalbln": ("math.scalbln(0.75, 3)", "6.0"),
    "math.scalbn": ("math.scalbn(0.75, 3)", "6.0"),
    "math.signbit": ("math.signbit(-0.5)", "True"),
    "math.sin": ("math.sin(0.5)", "0.47943"),
    "math.sincos": ("math.sincos(0.5)", "(0.47943, 0.87758)"),
    "math.sincospi": ("math.sincospi(0.5)", "(1.0, 0.0)"),
    "math.sinh": ("math.sinh(0.5)", "0.5211"),
    "math.sinpi": ("math.sinpi(0.5)", "1.0"),
    "math.sqrt": ("math.sqrt(2.0)", "1.4142"),
    "math.tan": ("math.tan(0.5)", "0.5463"),
    "math.tanh": ("math.tanh(0.5)", "0.46212"),
    "math.tgamma": ("math.tgamma(5.0)", "24.0"),
    "math.trunc": ("math.trunc(-2.5)", "-2"),
    "math.truncf": ("math.truncf(-2.5)", "-2.0"),
    "math.y0": ("math.y0(0.5)", "-0.44452"),
    "math.y1": ("math.y1(0.5)", "-1.4715"),
    "math.yn": ("math.yn(2, 0.5)", "-5.4414"),
    "cmath.phase": ("cmath.phase(-1j)", "-1.5708"),
    "cmath.polar": ("cmath.polar(3 + 4j)", "(5.0, 0.9273)"),
    "cmath.rect": ("cmath.rect(2.0, 0.0).real", "2.0"),
    "cmath.exp": ("cmath.exp(3.141592653589793j).real", "-1.0"),
    "cmath.sqrt": ("cmath.sqrt(-4 + 0j).imag", "2.0"),
    "numpy.ceil": ("np.ceil(-2.5)", "-2.0"),
    "numpy.floor": ("np.floor(-2.5)", "-3.0"),
    "numpy.trunc": ("np.trunc(-2.5)", "-2.0"),
}
