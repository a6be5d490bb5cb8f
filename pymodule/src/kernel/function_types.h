#pragma once
// What Python is told of the types that the checker gave the functions of a program.

#include "pymodule/src/python/cpython.h"
#include "translator/function_types.h"

namespace cudapy::python {

/// For each function a dict: its `name`, `is_kernel`, its `place`, `result` and `precision`, the types of its
/// `parameters` and `variables` by name, and by place the types of its `choices` and the numbers of the
/// functions that its `calls` call. A place is (first line, column, last line, column) as in Python's syntax
/// trees; a type is its name, and None what is no value.
Ref describe_types(const TypesOfFunctions& types);

} // namespace cudapy::python
