"""What the project says of itself in several files is the same in all."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_one_version():
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert re.search(r"^project\(CudaPy VERSION (\S+) ", read("CMakeLists.txt"), re.MULTILINE)[1] == version
    assert re.search(r"^version: (\S+)$", read("CITATION.cff"), re.MULTILINE)[1] == version


def test_pre_commit_has_the_ruff_of_the_tests():
    wanted = re.search(r"^ruff.*$", read("scripts/requirements-test.txt"), re.MULTILINE)[0]
    assert f'"{wanted}"' in read(".pre-commit-config.yaml")
