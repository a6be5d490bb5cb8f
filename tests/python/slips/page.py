"""docs/slips.md: what newcomers write, and what they write instead, with the counts."""

from pathlib import Path

from .messages import TABLES, changed_lines

PAGE = Path(__file__).resolve().parents[3] / "docs/slips.md"
TITLES = {"in_kernels": "Inside kernels", "with_arguments": "Where kernels are launched"}
HEAD = """# First slips

What newcomers write wrong, next to what the message leads them to. A test runs both programs of
each row, and compares what the right one gives with CPython's own run of it. The whole messages are
in [messages.txt](../tests/python/slips/messages.txt).

| where | slips | the next try is right |
|---|---|---|
"""


def text():
    counts = "".join(
        f"| {TITLES[name].lower()} | {len(slips)} | {len(slips)} |\n" for name, slips in TABLES.items()
    )
    return HEAD + counts + "".join(_section(name, slips) for name, slips in TABLES.items())


def _section(name, slips):
    rows = ""
    for slip in slips:
        before, after = changed_lines(slip)
        rows += f"| {slip.name} | {_code(before or _last_line(slip))} | {_code(after)} |\n"
    return f"\n## {TITLES[name]}\n\n| the slip | written | the next try |\n|---|---|---|\n{rows}"


def _last_line(slip):
    return [slip.program.strip().split("\n")[-1]]


def _code(lines):
    return "<br>".join(f"`{line}`" for line in lines).replace("|", "\\|")
