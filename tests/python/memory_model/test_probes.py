"""The rules for one request give what Nsight Compute counted, for each measured launch of one warp."""

import csv
import doctest
from pathlib import Path

import pytest
from cudapy._memory_model import banks, decisions, sectors

COUNTERS = ("load", "store", "atomic")


def rows():
    with open(Path(__file__).with_name("probes.csv"), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


PROBES = [row for row in rows() if (row["operation"].split()[0], row["type"]) != ("shared", "f")]


def lanes_of(row):
    """The offset of each lane, and the width."""
    width = 4 if row["type"] == "f" else int(row["type"])
    return [None if index == "-" else int(index) * width for index in row["lanes"].split()], width


def test_all_probes_are_here():
    assert len(rows()) == 279
    assert len(PROBES) == 273


@pytest.mark.parametrize(
    "row",
    [row for row in PROBES if row["operation"].startswith("global")],
    ids=lambda row: f"{row['operation']} {row['type']} {row['pattern']}",
)
def test_global_memory(row):
    lanes, width = lanes_of(row)
    active = [offset for offset in lanes if offset is not None]
    atomic = row["operation"] in ("global red", "global atom")
    predicted = (
        1 if active else 0,
        sectors.atomic_sectors(active) if atomic else sectors.sectors(active, width),
    )
    assert predicted == (int(row["requests"]), int(row["sectors"]))


@pytest.mark.parametrize(
    "row",
    [row for row in PROBES if row["operation"].startswith("shared")],
    ids=lambda row: f"{row['operation']} {row['type']} {row['pattern']}",
)
def test_shared_memory(row):
    lanes, width = lanes_of(row)
    operation = row["operation"].split()[1]
    predicted = dict.fromkeys(COUNTERS, (0, 0))
    if operation == "ld":
        before = [lane * width for lane in range(32)]
        predicted["store"] = banks.wavefronts(before, width, False), banks.conflicts(before, width, False)
        predicted["load"] = banks.wavefronts(lanes, width, True), banks.conflicts(lanes, width, True)
    elif operation == "st":
        predicted["store"] = banks.wavefronts(lanes, width, False), banks.conflicts(lanes, width, False)
    else:
        predicted["atomic"] = banks.atomic_wavefronts(lanes), banks.atomic_conflicts(lanes)
    measured = {name: (int(row[f"{name} wavefronts"]), int(row[f"{name} conflicts"])) for name in COUNTERS}
    assert predicted == measured


@pytest.mark.parametrize("module", [banks, decisions, sectors], ids=lambda module: module.__name__)
def test_examples(module):
    result = doctest.testmod(module)
    assert (result.failed, result.attempted > 0) == (0, True)
