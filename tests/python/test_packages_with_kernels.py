"""Packages of others whose wheels bring prebuilt kernels, by setuptools and by hatch."""

import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import cudapy as cp
import pytest
from cudapy import _core
from cudapy._prebuilt.settings import read_settings
from prebuilt_programs import finished, run_python

HOOKS = [each for each in importlib.metadata.entry_points(group="hatch") if each.name == "cudapy"]

PACKAGE = Path(cp.__file__).parent / "cpp" / "lib" / "cmake" / "CudaPy"

KERNELS = '''
# scale : void (float by, float* X)
def scale(by, X):
    """Scales."""
    if idx < len(X):
        X[idx] *= by
'''

SETTINGS = """
[tool.cudapy.build]
"mypackage/mykernels" = { kernels = "src/mypackage/kernels.py", targets = ["cpu"] }
"""

BACKENDS = {
    "setuptools": """
[build-system]
requires = ["setuptools", "cudapy"]
build-backend = "setuptools.build_meta"

[project]
name = "mypackage"
version = "1.0"
""",
    "hatch": """
[build-system]
requires = ["hatchling", "cudapy"]
build-backend = "hatchling.build"

[project]
name = "mypackage"
version = "1.0"

[tool.hatch.build.hooks.cudapy]
""",
    "scikit_build_core": """
[build-system]
requires = ["scikit-build-core", "cudapy"]
build-backend = "scikit_build_core.build"

[project]
name = "mypackage"
version = "1.0"

[tool.scikit-build]
wheel.packages = ["src/mypackage"]
wheel.py-api = "py3"
""",
}

CMAKE = """
cmake_minimum_required(VERSION 3.22)
project(mypackage LANGUAGES CXX)
find_package(Python REQUIRED COMPONENTS Interpreter)
find_package(CudaPy REQUIRED)
cudapy_prebuild_kernels(mykernels src/mypackage/kernels.py TARGETS cpu DESTINATION mypackage/mykernels)
"""


def project(folder, backend, settings=SETTINGS):
    package = folder / "src/mypackage"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(BACKENDS[backend] + settings)
    (package / "kernels.py").write_text(KERNELS)
    (folder / "CMakeLists.txt").write_text(CMAKE)
    (package / "__init__.py").write_text("from .mykernels import scale\n")
    return folder


def make_wheel(folder):
    return subprocess.run(
        [sys.executable, "-m", "pip", "wheel", ".", "-w", "dist", "--no-build-isolation", "--no-deps", "-q"],
        cwd=folder,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def missing(backend):
    try:
        importlib.metadata.version({"hatch": "hatchling"}.get(backend, backend))
    except importlib.metadata.PackageNotFoundError:
        return True
    return not (HOOKS if backend != "scikit_build_core" else PACKAGE.is_dir())


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_wheel_with_kernels(backend, tmp_path):
    if missing(backend):
        pytest.skip(f"{backend} is not installed, or CudaPy has no metadata here")
    made = make_wheel(project(tmp_path / "project", backend))
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = (tmp_path / "project/dist").iterdir()
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert wheel.name == f"mypackage-1.0-py3-none-{platform}.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith("mypackage/mykernels/")]
        archive.extractall(tmp_path / "site")
    usual = [name for name in _core.cpu_targets()[0] if name in ("x86-64", "x86-64-v3", "armv8-a")]
    found = [name.rpartition("/")[2] for name in names]
    assert sorted(name.partition("-cpu.")[2] or name for name in found) == (
        sorted(
            [
                *(f"{each}.so" for each in usual),
                "__init__.py",
                "__init__.pyi",
                "prebuilt.json",
            ]
        )
    )
    (tmp_path / "run.py").write_text(
        "import sys\nsys.path.insert(0, 'site')\nfrom mypackage import scale\nX = [1.0, 2.0]\n"
        "scale(2)(3.0, X)\nprint(X)\n"
    )
    assert finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu")) == ["[3.0, 6.0]"]


@pytest.mark.parametrize("backend", ["setuptools", "hatch", "hatch of a folder"])
def test_an_editable_package(backend, tmp_path):
    """Its kernels lie next to its modules, in the project."""
    how, backend = backend, backend.split()[0]
    if missing(backend) or (how == "hatch" and not importlib.util.find_spec("editables")):
        pytest.skip(f"{backend} is not installed, or CudaPy has no metadata here")
    more = '[tool.hatch.build]\ndev-mode-dirs = ["src"]\n' if how != backend else ""
    folder = project(tmp_path / "project", backend, SETTINGS + more)
    module = {"hatch": "hatchling.build"}.get(backend, "setuptools.build_meta")
    program = f"from {module} import build_editable; build_editable('dist')"
    (folder / "dist").mkdir()

    def build_and_run():
        subprocess.run([sys.executable, "-c", program], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return finished(run_python(tmp_path, "run.py", bare=True, CUDAPY_TARGET="cpu"))

    (tmp_path / "run.py").write_text(
        "import sys\nsys.path.insert(0, 'project/src')\nfrom mypackage import scale\nX = [1.0]\n"
        "scale(1)(3.0, X)\nprint(X)\n"
    )
    assert build_and_run() == ["[3.0]"]
    assert (folder / "src/mypackage/mykernels/prebuilt.json").is_file()
    # The wheel has a file that finds the project, and neither modules nor kernels.
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if "mykernels" in name and "finder" not in name] == []
    # It is repeated after a change of the kernels.
    kernels = folder / "src/mypackage/kernels.py"
    kernels.write_text(kernels.read_text().replace("*= by", "*= by * 2"))
    assert build_and_run() == ["[6.0]"]


def test_packages_that_ask_for_none_are_built_as_ever(tmp_path):
    if missing("setuptools"):
        pytest.skip("setuptools is not installed, or CudaPy has no metadata here")
    made = make_wheel(project(tmp_path / "project", "setuptools", settings=""))
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = (tmp_path / "project/dist").iterdir()
    assert wheel.name == "mypackage-1.0-py3-none-any.whl"


@pytest.mark.parametrize(
    "table, key, given",
    [
        ('[tool.cudapy]\nbuild = "kernels.py"', "build", "kernels.py"),
        ('[tool.cudapy.build]\n"a/b" = "kernels.py"', "a/b", "kernels.py"),
        ('[tool.cudapy.build]\n"a/b" = { targets = "cpu" }', "a/b", {"targets": "cpu"}),
        ('[tool.cudapy.build]\n"a/b" = { kernels = 3 }', "a/b", {"kernels": 3}),
        (
            '[tool.cudapy.build]\n"a/b" = { kernels = "k.py", arch = "sm_90" }',
            "a/b",
            {"kernels": "k.py", "arch": "sm_90"},
        ),
        (
            '[tool.cudapy.build]\n"a/b" = { kernels = "k.py", targets = [90] }',
            "a/b",
            {"kernels": "k.py", "targets": [90]},
        ),
    ],
)
def test_settings_that_say_something_else(table, key, given, tmp_path):
    (tmp_path / "pyproject.toml").write_text(table)
    with pytest.raises(ValueError) as raised:
        read_settings(tmp_path)
    assert str(raised.value) == (
        f"{tmp_path}/pyproject.toml: {key!r} in [tool.cudapy.build] is {given!r}: write "
        '"mypackage/mykernels" = { kernels = "src/mypackage/kernels.py", targets = ["cpu", '
        '"cuda:sm_80,sm_90"] }'
    )


@pytest.mark.parametrize("folder", ["", "../outside", "/absolute", "a b/c", "class name"])
def test_folders_that_are_no_packages(folder, tmp_path):
    (tmp_path / "pyproject.toml").write_text(f"[tool.cudapy.build]\n'{folder}' = {{ kernels = 'k.py' }}\n")
    with pytest.raises(ValueError) as raised:
        read_settings(tmp_path)
    assert str(raised.value) == (
        f"{tmp_path}/pyproject.toml: {folder!r} in [tool.cudapy.build] is no path of a package, as "
        "'mypackage/mykernels'"
    )


def test_a_project_without_settings(tmp_path):
    assert read_settings(tmp_path) == []
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mine"\n')
    assert read_settings(tmp_path) == []
    (tmp_path / "pyproject.toml").write_text(SETTINGS.replace('["cpu"]', '"cpu:x86-64"'))
    (found,) = read_settings(tmp_path)
    assert found == ("mypackage/mykernels", tmp_path / "src/mypackage/kernels.py", ["cpu:x86-64"])


def test_a_relative_import_in_kernels(tmp_path):
    (tmp_path / "kernels.py").write_text("from .helpers import axpy\n")
    with pytest.raises(ImportError) as raised:
        cp.build(tmp_path / "kernels.py", tmp_path / "shipped", "cpu")
    assert str(raised.value) == (
        f"build: {tmp_path}/kernels.py imports relatively (attempted relative import with no known parent "
        "package): it is run by itself, without its package: import absolutely, or give build() the imported "
        "module"
    )
