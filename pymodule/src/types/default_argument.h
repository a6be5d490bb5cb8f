#pragma once
// Turning a literal of C++ into an argument from Python.

#include "pymodule/src/python/cpython.h"
#include "translator/cuda/literal.h"
#include "translator/types/type.h"

namespace cudapy::python {

/// Returns the value to which C++ converts the literal for a parameter of the type: `unsigned n = -1` is
/// 4294967295, `int n = 2.5` is 2, `float* X = nullptr` is None. It is null if C++ converts no such literal,
/// or if the result is not defined.
Ref converted_literal(const Type* type, const cuda_text::Literal& literal);

} // namespace cudapy::python
