"""The plan of a launch with the cost of each line, which `call.explain(n, X, Y)` returns.

`lines.py` adds up a trace by lines, `patterns.py` and `advice.py` say why an access costs more than it has
to, and what to do about it. `table.py` prints that, `as_json.py` writes it for programs, and `_pictures`
draws it.
"""
