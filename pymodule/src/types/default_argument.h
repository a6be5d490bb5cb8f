#pragma once
// A literal of C++ as the argument that a parameter takes from Python.

#include "pymodule/src/python/cpython.h"
#include "translator/cuda/literal.h"
#include "translator/types/type.h"

namespace cudapy::python {

/// What C++ makes of the literal for a parameter of the type: `unsigned n = -1` is 4294967295, `int n = 2.5`
/// is 2, `float* X = nullptr` is None. Null where C++ converts no such literal, or where the result is not
/// defined.
Ref converted_literal(const Type* type, const cuda_text::Literal& literal);

} // namespace cudapy::python
