"""scripts/benchmark-charts: the charts of docs/benchmarks.md show what its tables say."""

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
loader = SourceFileLoader("benchmark_charts", str(ROOT / "scripts/benchmark-charts"))
spec = importlib.util.spec_from_loader("benchmark_charts", loader)
charts = importlib.util.module_from_spec(spec)
loader.exec_module(charts)

PAGE = """
# Title

| what | old | new |
|---|---|---|
| `a` | 1 | 4.0 |
| bcd | 2 | |
| **e** | 3 | **1.5 ms** |

A sentence.

<!-- chart: new -->
```text
what was here
```

And so on.
"""


def test_charts_are_drawn_from_the_table_before():
    whole = PAGE.replace("what was here\n", f"a  {'█' * 40} 4.0\ne  {'█' * 15} 1.5\n")
    assert charts.drawn(PAGE) == whole
    assert charts.drawn(whole) == whole


def test_each_topic_has_a_table_and_its_chart():
    text = charts.PAGE.read_text(encoding="utf-8")
    assert charts.drawn(text) == text
    topics = text.split("\n## ")[1:]
    for topic in topics[:-1]:  # the last one is of tests
        assert (topic.count("\n|---|"), topic.count("\n<!-- chart: ")) == (1, 1), topic.split("\n")[0]
