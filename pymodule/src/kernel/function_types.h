#pragma once
// The description, for Python, of the types that the checker gave the functions of a program.

#include "pymodule/src/python/cpython.h"
#include "translator/function_types.h"

namespace cudapy::python {

/// Returns a dict for each function. It has the function's `name`, `is_kernel`, `place`, `result` and
/// `precision`, and the types of its `parameters` and `variables` by name. By place it has the types of its
/// `choices`, and the numbers of the functions that its `calls` call. A place is (first line, column, last
/// line, column), as in Python's syntax trees. A type is given by its name; it is None if there is no value.
Ref describe_types(const TypesOfFunctions& types);

} // namespace cudapy::python
