"""Pictures of what a launch does with memory, as SVG that needs nothing else.

`request.py` draws one request in global memory, `banks.py` one in shared memory, `grid.py` the blocks of a
launch over an array; each is a `Picture`, which has the same numbers in words and as a table. `page.py` puts
them into a page. `svg.py` writes elements, and escapes all that comes from a kernel's source.
"""
