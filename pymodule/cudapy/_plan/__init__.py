"""What `call.explain(n, X, Y)` gives: the plan of a launch with what each line costs.

`lines.py` adds up a trace by lines, `patterns.py` and `advice.py` say why an access costs more than it has
to, and what to do about it. `table.py` prints that, `as_json.py` writes it for programs, and `_pictures`
draws it.
"""
