"""Functions over whole arrays: `cp.vectorize` and what is made like it.

`scalar.py` is the function of numbers that one is made of, `operands.py` are the arguments of a call,
`casts.py` and `inference.py` their types, and `outs.py` the arrays for results. `vectorized.py` puts a call
together; `texts.py` writes its kernel. `reduction.py` and `reduction_text.py` do so for reductions.
`signatures.py` reads the types that a text says, `reports.py` shows errors, `layout.py` says which elements
a thread takes. `_core.RepeatedCalls` knows the calls that are like an earlier one. `numbers.py`,
`strided.py`, `bounds.py` and `libraries.py` know the types of numbers, the memory of arrays, and the
libraries that arrays come from.
"""
