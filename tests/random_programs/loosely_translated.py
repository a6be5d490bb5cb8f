"""Translates loosely typed programs one after the other, and says of each what became of it (see
loose.py)."""

import argparse
import collections
import json
import random
import sys

from making import loose

WAYS = (
    ("cpu", False, False),
    ("cuda", False, False),
    ("cpu", True, False),
    ("cuda", True, False),
    ("cuda", False, True),
)
"""Target, checked, with variants."""


def program(seed, number):
    """The text of the program of a seed and a number, and its parameters."""
    return loose.make(random.Random(f"{seed}/{number}/loose"), number)


def say(**fact):
    print(json.dumps(fact), flush=True)


def translated(number, text):
    """The code of the first error; None where there is none."""
    from cudapy import _core

    for k, way in enumerate(WAYS):
        target, checked, optimize = way
        try:
            got = _core.translate_text(loose.HEAD + text, "loose.py", target, False, checked, optimize)
        except Exception as error:
            say(
                event="internal",
                number=number,
                way=way,
                text=f"{type(error).__name__}: {error}",
                program=text,
            )
            return "internal"
        if got["lost_variants"]:
            say(event="internal", number=number, way=way, text=got["lost_variants"][0], program=text)
            return "internal"
        if not got["ok"]:
            code = next(d["code"] for d in got["diagnostics"] if d["severity"] == "error")
            if k:
                say(
                    event="internal",
                    number=number,
                    way=way,
                    text=f"only some ways refuse it: {got['diagnostics']}",
                    program=text,
                )
            return code
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", help="a file with a list of numbers")
    parser.add_argument("--seed", required=True)
    options = parser.parse_args()
    codes = collections.Counter()
    with open(options.numbers) as file:
        numbers = json.load(file)
    for number in numbers:
        print(f"@{number}", flush=True)
        code = translated(number, program(options.seed, number)[0])
        if code:
            codes[code] += 1
        else:
            say(event="accepted", number=number)
    say(event="codes", codes=codes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
