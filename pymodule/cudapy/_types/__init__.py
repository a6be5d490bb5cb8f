"""The types of elements that are written in Python: structs, vectors and dates."""
