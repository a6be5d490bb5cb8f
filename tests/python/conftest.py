"""pytest's settings for the module's tests."""

import os
import shutil
import sys

import pytest

sys.path.insert(0, os.path.dirname(__file__))
os.environ.setdefault("CUDAPY_TARGET", "cpu")
if os.environ["CUDAPY_TARGET"] == "cpu":
    # Dask's workers import Dask once, and not each of them for itself; those of test_dask.py start as they do
    # by themselves.
    os.environ.setdefault("DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD", "forkserver")
os.environ.setdefault(
    "XLA_PYTHON_CLIENT_PREALLOCATE", "false"
)  # else JAX takes three quarters of a GPU for itself
os.environ["CUDAPY_PROGRESS"] = (
    "0"  # a line on standard error when the machine is slow; tests of it ask for it
)


@pytest.fixture(scope="session", autouse=True)
def every_variant():
    """Whatever the tests compile for the CPU is translated for a GPU as well, with all variants, of which
    none may be lost."""
    from cudapy import _core

    def with_variants(*arguments, **options):
        made = compiled(*arguments, **options)
        if (
            isinstance(made, _core.Kernel)
            and made.target == "cpu"
            and "CUDAPY_BREAK_VARIANTS" not in os.environ
        ):
            for size in (), (4, 2, 1), (1, 4, 1):
                lost = made._cuda_variants(*size)[1]
                assert lost == []
        return made

    compiled, _core.compile = _core.compile, with_variants
    yield compiled
    _core.compile = compiled


@pytest.fixture
def bare_compile(every_variant, monkeypatch):
    """Lets nothing be between a test and what compiles, as in tests of tracebacks."""
    from cudapy import _core

    monkeypatch.setattr(_core, "compile", every_variant)


@pytest.fixture(autouse=True)
def no_prebuilt_kernels():
    """What a test loads is for that test: messages of others would name the folder."""
    yield
    from cudapy import _core

    for folder in _core.prebuilt_folders():
        _core.remove_prebuilt(folder)


@pytest.fixture(scope="session")
def target():
    """The target under test: "cpu", or "cuda" on a machine with a GPU."""
    return os.environ["CUDAPY_TARGET"]


def missing(what):
    """scripts/test installs what these tests need, and says so; elsewhere they may be left out."""
    message = f"{what} is missing: `scripts/setup test` installs it"
    if os.environ.get("CUDAPY_TEST_BROWSER") == "1":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def browser():
    """A browser without a window."""
    if not os.environ.get("CUDAPY_TEST_BROWSER"):
        pytest.importorskip("selenium", reason="Selenium is missing: `scripts/setup test` installs it")
    from selenium import webdriver

    # Debian's command is a shell that starts the browser and is all that quit() ends: the browser itself
    # comes first.
    names = (
        "/usr/lib/chromium/chromium-headless-shell",
        "chromium-headless-shell",
        "chromium",
        "google-chrome",
    )
    binary = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if not binary or not driver:
        missing("a Chromium with its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for each in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1400,900",
    ):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()
