"""The part of docs/checked.md that shows the wrong kernels of tests/python/wrong_kernels and what the checked
mode says of each. The kernels are read without importing them, and the reports are in reports.txt next to
them, which test_wrong_kernels.py compares with those of launches."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests/python/wrong_kernels"
REPORTS = FOLDER / "reports.txt"
WHERE = {True: "Found on the CPU and on a GPU.", False: "Found only on the CPU."}


@dataclass
class Kernel:
    name: str
    about: str
    file: Path
    source: str


@dataclass
class Report:
    text: str
    is_on_gpu: bool  # whether it is found there, too


def read_reports():
    """The reports by the names of the kernels."""
    found = re.findall(
        r"^(\w+) \((CPU|CPU and GPU)\)\n(.+)\n", REPORTS.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {name: Report(text, where == "CPU and GPU") for name, where, text in found}


def write_reports(reports):
    parts = [
        f"{name} ({'CPU and GPU' if each.is_on_gpu else 'CPU'})\n{each.text}\n"
        for name, each in reports.items()
    ]
    REPORTS.write_text("\n".join(parts), encoding="utf-8")


def _order():
    """The modules and the names of their sections, in the order of the page."""
    module = ast.parse((FOLDER / "__init__.py").read_text(encoding="utf-8"))
    modules = {
        each.names[0].name: each.module
        for each in module.body
        if isinstance(each, ast.ImportFrom) and each.module
    }
    sections = next(each.value.generators[0].iter for each in module.body if isinstance(each, ast.Assign))
    return [(modules[section.id], section.id) for section in sections.elts]


def kernels():
    """The wrong kernels by the title of their section, in the order of the page."""
    found = {}
    for module, section in _order():
        file = FOLDER / f"{module}.py"
        text = file.read_text(encoding="utf-8")
        sources, title, cases = {}, "", []
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                sources[node.name] = ast.get_source_segment(text, node)
            elif isinstance(node, ast.Assign) and node.targets[0].id == section:
                title = node.value.value
            elif (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Call)
                and node.value.func.id == "case"
            ):
                _, about, wrong, *_ = node.value.args
                cases.append(Kernel(wrong.id, about.value, file, sources[wrong.id]))
        found[title] = cases
    return found


def part():
    """What the site's page has between its marks."""
    reports = read_reports()
    lines = []
    for section, members in kernels().items():
        lines += ["", f"### {section}"]
        for each in members:
            report = reports[each.name]
            lines += [
                "",
                f"#### `{each.name}`: {each.about}",
                "",
                "```text",
                each.source,
                "```",
                "",
                f"> {report.text}",
                "",
                WHERE[report.is_on_gpu],
            ]
    return "\n".join(lines) + "\n\n"


def index():
    """What the tree's page has between its marks."""
    lines = [
        "",
        "The reports are in [reports.txt](../tests/python/wrong_kernels/reports.txt). On the site of the",
        "documents, which `scripts/site` builds, they are here, each under its kernel.",
    ]
    for section, members in kernels().items():
        lines += ["", f"### {section}", ""]
        lines += [
            f"- [`{each.name}`](../{each.file.relative_to(ROOT).as_posix()}): {each.about}"
            for each in members
        ]
    return "\n".join(lines) + "\n\n"
