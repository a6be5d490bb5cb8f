"""In place of numba.cuda.tests.support: what the test files use of it."""

import contextlib
import importlib
import io
import math
import os
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np


def _same(test):
    return test


skip_if_py314 = expected_failure_py314 = skip_unless_cffi = skip_unless_typeguard = skip_if_typeguard = _same
linux_only = unittest.skipUnless(sys.platform.startswith("linux"), "linux only test")
windows_only = unittest.skipUnless(sys.platform.startswith("win"), "Windows only test")
skip_if_numpy_2 = unittest.skipIf(
    np.lib.NumpyVersion(np.__version__) >= "2.0.0", "Not supported on numpy 2.0+"
)
IS_NUMPY_2 = np.lib.NumpyVersion(np.__version__) >= "2.0.0"


def temp_directory(prefix):
    return tempfile.mkdtemp(prefix=prefix + "-")


def import_dynamic(name):
    return importlib.import_module(name)


def ignore_internal_warnings():
    warnings.filterwarnings("ignore", category=UserWarning, message=r".*")


@contextlib.contextmanager
def override_config(name, value):
    from numba.cuda.core import config

    before = getattr(config, name)
    setattr(config, name, value)
    try:
        yield
    finally:
        setattr(config, name, before)


@contextlib.contextmanager
def override_env_config(name, value):
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        os.environ.pop(name)
        if before is not None:
            os.environ[name] = before


def run_in_subprocess(code, flags=(), env=None, timeout=30):
    done = subprocess.run([sys.executable, *flags, "-c", code], env=env, timeout=timeout, capture_output=True)
    if done.returncode:
        raise AssertionError(f"process failed with code {done.returncode}: {done.stderr.decode()}")
    return done.stdout, done.stderr


@contextlib.contextmanager
def captured_stdout():
    with contextlib.redirect_stdout(io.StringIO()) as text:
        yield text


@contextlib.contextmanager
def captured_stderr():
    with contextlib.redirect_stderr(io.StringIO()) as text:
        yield text


class TestCase(unittest.TestCase):
    longMessage = True

    @property
    def random(self):
        return np.random.RandomState(42)

    def reset_module_warnings(self, module):
        getattr(sys.modules[getattr(module, "__name__", module)], "__warningregistry__", {}).clear()

    @contextlib.contextmanager
    def assertTypingError(self):
        from numba.cuda.core.errors import TypingError

        with self.assertRaises(TypingError) as raised:
            yield raised

    @contextlib.contextmanager
    def assertRefCount(self, *objects):
        yield

    @contextlib.contextmanager
    def assertNoNRTLeak(self):
        yield

    def assertStridesEqual(self, first, second):
        self.assertEqual(first.strides, second.strides)

    def assertPreciseEqual(
        self, first, second, prec="exact", ulps=1, msg=None, ignore_sign_on_zero=False, abs_tol=None
    ):
        """Checks that values are equal and of the same kind; `prec` allows some units in the last place, of
        single or of double precision."""
        if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
            self.assertEqual(
                (first.shape, first.ndim, first.dtype), (second.shape, second.ndim, second.dtype), msg
            )
            first, second = first.ravel().tolist(), second.ravel().tolist()
        if isinstance(first, (list, tuple)):
            self.assertEqual(len(first), len(second), msg)
            for a, b in zip(first, second):
                self.assertPreciseEqual(a, b, prec, ulps, msg, ignore_sign_on_zero, abs_tol)
        elif isinstance(first, (complex, np.complexfloating)):
            for part in ("real", "imag"):
                a, b = getattr(first, part), getattr(second, part)
                self.assertPreciseEqual(a, b, prec, ulps, msg, ignore_sign_on_zero, abs_tol)
        elif isinstance(first, (float, np.floating)) and isinstance(second, (float, np.floating)):
            a, b = float(first), float(second)
            if math.isnan(a) or math.isnan(b):
                self.assertTrue(math.isnan(a) and math.isnan(b), msg)
            elif prec == "exact" or math.isinf(a) or math.isinf(b):
                self.assertEqual(a, b, msg)
                self.assertTrue(ignore_sign_on_zero or math.copysign(1, a) == math.copysign(1, b), msg)
            else:
                last = 2.0 ** -(23 if prec == "single" else 52)
                room = abs_tol if isinstance(abs_tol, float) else last if abs_tol == "eps" else 0
                self.assertLessEqual(abs(a - b), max(ulps * last * max(abs(a), abs(b)), room), msg)
        else:
            self.assertEqual(first, second, msg)

    @staticmethod
    def run_test_in_subprocess(test=None, timeout=60, envvars=None):
        return test if test is not None else _same


class EnableNRTStatsMixin:
    pass


class MemoryLeak:
    def memory_leak_setup(self):
        pass

    def memory_leak_teardown(self):
        pass

    def disable_leak_check(self):
        pass


class MemoryLeakMixin(EnableNRTStatsMixin, MemoryLeak):
    pass


class CheckWarningsMixin:
    @contextlib.contextmanager
    def check_warnings(self, messages, category=RuntimeWarning):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        found = [str(w.message) for w in caught if issubclass(w.category, category)]
        for message in messages:
            if not any(message in text for text in found):
                raise AssertionError(f"no warning {message!r} among {found}")
