"""The Python blocks of the README and of the pages in docs/ run as they are."""

import fnmatch
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generated import module

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import made_pages  # noqa: E402
import reference  # noqa: E402

PAGES = [
    "README.md",
    "docs/basics.md",
    "docs/tutorial.md",
    "docs/cookbook.md",
    "docs/deploy.md",
    "docs/derivatives.md",
    "docs/long-runs.md",
    "docs/install.md",
    "docs/images.md",
    "docs/why.md",
    "docs/language.md",
    "docs/arrays.md",
    "docs/arrays-whole.md",
    "docs/runtime.md",
    "docs/cuda_source.md",
    "docs/devices.md",
    "docs/many-machines.md",
    "docs/scaling.md",
    "docs/extending.md",
    "docs/coming-from.md",
    "docs/checked.md",
    "docs/numba.md",
    "docs/performance.md",
    "docs/simulate.md",
    "docs/testing.md",
    "docs/tracing.md",
    "docs/course.md",
    "docs/playground.md",
]
PAGES += sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs/language").glob("*.md"))
NOT_RUN = re.compile(r"<!-- (not run|from \S+) -->\n```$")


def blocks(page):
    """(line, text) of each ```python block, but those marked `<!-- not run -->` or `<!-- from FILE -->` on
    the line before."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if not NOT_RUN.search(text[: match.start() + 3]):
            yield text[: match.start()].count("\n") + 2, match[1]


CASES = [pytest.param(text, id=f"{page}:{line}") for page in PAGES for line, text in blocks(page)]


@pytest.mark.parametrize("text", CASES)
def test_block(text, capsys, tmp_path, monkeypatch):
    """A block checks itself by assertions; one that prints says what in `# prints: …`. The files it writes
    are not kept."""
    monkeypatch.chdir(tmp_path)
    if "import dask" in text:
        pytest.importorskip("dask", reason="Dask is missing: `scripts/setup test` installs it")
    if "from PIL" in text:
        pytest.importorskip("PIL", reason="Pillow is missing: `scripts/setup test` installs it")
    module(text)
    expected = re.findall(r"# prints: (.*)", text)
    if expected:
        assert capsys.readouterr().out.splitlines() == expected


def test_the_pages_have_blocks():
    assert len(CASES) >= 13


def test_blocks_from_files_are_in_them():
    count = 0
    for page in (ROOT / "docs").rglob("*.md"):
        for file, text in re.findall(
            r"^<!-- from (\S+) -->\n```\w+\n(.*?)^```",
            page.read_text(encoding="utf-8"),
            re.DOTALL | re.MULTILINE,
        ):
            assert text in (ROOT / file).read_text(encoding="utf-8"), (
                f"{page.name} shows what is not in {file}:\n{text}"
            )
            count += 1
    assert count >= 10


def headings(text):
    """The names that GitHub gives the headings of a page."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return {reference.anchor(heading.strip()) for heading in re.findall(r"^#+ (.*)", text, re.MULTILINE)}


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        *sorted(
            str(page.relative_to(ROOT))
            for folder in ("docs", "tests")
            for page in (ROOT / folder).rglob("*.md")
        ),
    ],
)
def test_links_resolve(page):
    follow_links(page, (ROOT / page).read_text(encoding="utf-8"))


def follow_links(page, text):
    for link in re.findall(
        r"\]\(([^()\s]+(?:\([^()]*\))?[^()\s]*)\)",
        re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.DOTALL | re.MULTILINE),
    ):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, part = link.partition("#")
        target = (ROOT / page).parent / path
        assert not path or target.exists(), f"{page}: {link}"
        assert not part or part in headings(target.read_text(encoding="utf-8") if path else text), (
            f"{page}: {link}"
        )


PATH = re.compile(r"`([\w.*-]+(?:/[\w.*-]+)*(?:/|\.(?:h|cpp|py|cu|inc))|[\w.*-]+(?:/[\w.*-]+)+)`")


@pytest.fixture(scope="module")
def tree():
    """Returns the paths of all files and folders of the repository, as `/translator/syntax`."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [Path(line) for line in listed.splitlines()]
    return sorted({"/" + str(path) for file in files for path in (file, *file.parents)})


# What a build makes, and names of files in an example.
NOT_IN_THE_TREE = {
    "dist/manylinux",
    "docstrings.h",
    "tests/translator/lower/NAME_test.cpp",
    "translator/diagnostics/explanations/*/CODE.md",
}


@pytest.mark.parametrize("page", ["docs/architecture.md", "docs/extending.md", "CONTRIBUTING.md"])
def test_paths_that_pages_name_exist(page, tree):
    text = re.sub(
        r"^```.*?^```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    named = {path.rstrip("/") for path in PATH.findall(text)}
    assert named, page
    missing = [path for path in sorted(named - NOT_IN_THE_TREE) if not fnmatch.filter(tree, f"*/{path}")]
    assert missing == []


def test_the_readme_links_every_page():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").glob("*.md"):
        assert f"(docs/{page.name})" in text, page.name


def test_the_tour_of_the_language_links_its_pages():
    text = (ROOT / "docs/language.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs/language").glob("*.md"):
        assert f"(language/{page.name})" in text, page.name


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/language")])
def test_a_page_of_the_language_is_read_in_one_sitting(page):
    lines = (ROOT / page).read_text(encoding="utf-8").count("\n")
    assert lines <= (300 if page == "docs/language.md" else 400), page


@pytest.mark.parametrize("page", made_pages.WHOLE)
def test_pages_that_are_made(page):
    """The site's page has what its index names, and its links lead somewhere."""
    try:
        whole, index = made_pages.WHOLE[page](), made_pages.INDEXES[page]()
    except made_pages.NoTranslator as error:
        pytest.skip(str(error))
    follow_links(f"docs/{page}", whole)
    names = re.findall(r"^- \[`?(\w+)`?\]", index, re.MULTILINE) or re.findall(
        r"`([\w.]+)`", index.split("\n## ", 1)[1]
    )
    assert len(names) > 70
    assert [name for name in names if name not in whole] == []


@pytest.mark.parametrize("page", made_pages.INDEXES)
def test_indexes_of_pages_are_up_to_date(page):
    run = subprocess.run(
        [sys.executable, ROOT / "scripts/generate-docs", "--check", page], capture_output=True, text=True
    )
    if "pycu2cu is not built" in run.stderr:
        pytest.skip("pycu2cu is not built here")
    assert run.returncode == 0, run.stdout + run.stderr


def readme_block(begin):
    """The block of the README that begins so."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return next(
        block
        for block in re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        if block.startswith(begin)
    )


MISTAKE = """# count : void (float* X, int* N)
def count(X, N):
    N[idx] = X[idx] * 2
"""

# So that the mistake is in line 7.
OUTSIDE = """import cudapy as cp



@cp.kernel("void (float* X, float* Y)", checked=True, target="cpu")
def shift(X, Y):
    Y[idx] = X[idx + 2]


X = [0.0] * 12
shift(11)(X, [0.0] * 11)
"""


def test_the_mistake_in_the_readme(tmp_path):
    (tmp_path / "kernels.py").write_text(MISTAKE)
    compiling = (
        "import sys, cudapy as cp, kernels\ntry:\n    cp.compile(kernels.count)\n"
        "except cp.CompileError as error:\n    print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", compiling], cwd=tmp_path, capture_output=True, text=True)
    # With the file's folder, and the number of errors at the end.
    assert run.stdout.replace(f"{tmp_path}/", "").startswith(readme_block("kernels.py:3:14: error")), (
        run.stdout + run.stderr
    )


def test_the_fault_in_the_readme(tmp_path):
    (tmp_path / "kernels.py").write_text(OUTSIDE)
    run = subprocess.run([sys.executable, "kernels.py"], cwd=tmp_path, capture_output=True, text=True)
    assert (
        run.stderr.splitlines()[-1].replace(f"{tmp_path}/", "") == readme_block("cudapy.KernelError").strip()
    )
