"""The pages of docs/ that are made of other files: docs/builtins.md of what the translator lists,
docs/diagnostics.md of the texts of `pycu2cu --explain`, docs/reference.md of the docstrings, and a part of
docs/checked.md of kernels and reports. The site has them whole, and the tree has an index of each."""

import os
import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import builtin_examples
import checked_reports
import reference

ROOT = Path(__file__).resolve().parents[1]
EXPLANATIONS = ROOT / "translator/diagnostics/explanations"
MARKS = ("<!-- made by scripts/generate-docs -->\n", "<!-- end -->\n")
REPORTS = ("<!-- reports: made by scripts/generate-docs -->\n", "<!-- end of reports -->\n")


class NoTranslator(Exception):
    """pycu2cu is not built."""


def pycu2cu(option):
    """What the program prints. It is taken from PYCU2CU, the build folder or PATH."""
    candidates = [
        os.environ.get("PYCU2CU"),
        ROOT / "build/release/translator/pycu2cu",
        ROOT / ".venv/bin/pycu2cu",
        shutil.which("pycu2cu"),
    ]
    for candidate in filter(None, candidates):
        if Path(candidate).exists():
            return subprocess.run([candidate, option], check=True, capture_output=True, text=True).stdout
    raise NoTranslator("pycu2cu is not built")


def explanations():
    """The file of each explanation, by its code."""
    return {path.stem: path for path in sorted(EXPLANATIONS.glob("*/*.md"), key=lambda path: path.stem)}


def title_of(path):
    return path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")


def wrapped(text, indentation=""):
    return (
        textwrap.fill(
            text, 100, subsequent_indent=indentation, break_long_words=False, break_on_hyphens=False
        )
        + "\n"
    )


def explanation_section(code, severity, name, text):
    """An explanation as a part of the page: its title in bold, and above its examples the words that
    `--explain` has there."""

    def fence(match):
        language, verdict, options = match[1], match[2].capitalize(), match[3]
        options = f", with `pycu2cu{options}`" if options else ""
        return f"{verdict}{options}:\n\n```{language}\n"

    title, rest = text.split("\n", 1)
    heading = f"### {code}\n\n" + wrapped(f"**{title.removeprefix('# ')}** ({severity} `{name}`)")
    return heading + re.sub(r"^```(\w+) (wrong|right)(.*)\n", fence, rest, flags=re.MULTILINE)


FAMILIES = {
    "E1": "Letters, words and punctuation",
    "E2": "Signatures and structs",
    "E3": "Names",
    "E4": "Types",
    "E5": "Statements, memory and threads",
    "E6": "Not in the language",
    "E7": "Not supported yet",
    "E8": "Options and files",
    "W": "Warnings",
}


def between_marks(path, marks, part):
    """The page of the tree with another part between the marks."""
    old = (ROOT / path).read_text(encoding="utf-8")
    before, after = old.split(marks[0])[0], old.split(marks[1])[1]
    return before + marks[0] + part + marks[1] + after


def with_families(family_of):
    """docs/diagnostics.md with what `family_of` gives for the codes of each family in place of its index."""
    files = explanations()
    page = ""
    for prefix, family in FAMILIES.items():
        page += (
            f"## {family}\n\n"
            + family_of({code: path for code, path in files.items() if code.startswith(prefix)})
            + "\n"
        )
    return between_marks("docs/diagnostics.md", MARKS, page)


def list_of_codes(files, link):
    return "".join(
        wrapped(f"- [{code}]({link(code)}): {title_of(path)}", "  ") for code, path in files.items()
    )


def diagnostics():
    kinds = {
        code: rest for code, *rest in (line.split() for line in pycu2cu("--list-diagnostics").splitlines())
    }

    def family(files):
        sections = [
            "\n" + explanation_section(code, *kinds[code], path.read_text(encoding="utf-8"))
            for code, path in files.items()
        ]
        return list_of_codes(files, lambda code: f"#{code.lower()}") + "".join(sections)

    assert set(kinds) == set(explanations())
    return with_families(family)


def diagnostics_index():
    files = explanations()
    return with_families(
        lambda members: list_of_codes(members, lambda code: f"../{files[code].relative_to(ROOT).as_posix()}")
    )


def builtins():
    return builtin_examples.with_examples(pycu2cu("--list-builtins"))


BUILTINS = """\
This is the list of names. `pycu2cu --list-builtins` prints tables with the signature and the
meaning of each. The site of the documents, which `scripts/site` builds, has them with examples.
"""


def builtins_index():
    """The page without the rows of its tables, of which it has the names."""

    def names(table):
        found = re.findall(r"^\| (`[^`]+`)", table[0], re.MULTILINE)
        return wrapped(", ".join(found))

    text = re.sub(r"(?:^\|.*\n)+", names, pycu2cu("--list-builtins"), flags=re.MULTILINE)
    title, rest = text.split("\n", 1)
    sections = rest[rest.index("## ") :]
    paragraphs = [
        part if part.startswith("#") else wrapped(" ".join(part.split())) for part in sections.split("\n\n")
    ]
    return f"{title}\n\n{BUILTINS}\n" + "\n".join(f"{part.rstrip()}\n" for part in paragraphs)


def checked():
    return between_marks("docs/checked.md", REPORTS, checked_reports.part())


def checked_index():
    return between_marks("docs/checked.md", REPORTS, checked_reports.index())


# By the file in docs/: the page that the site has, and what is in the tree.
WHOLE = {
    "builtins.md": builtins,
    "checked.md": checked,
    "diagnostics.md": diagnostics,
    "reference.md": reference.page,
}
INDEXES = {
    "builtins.md": builtins_index,
    "checked.md": checked_index,
    "diagnostics.md": diagnostics_index,
    "reference.md": reference.index,
}
