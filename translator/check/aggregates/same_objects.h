#pragma once
// Whether two parts of compared tuples may be one and the same NaN: Python takes one object for equal to
// itself, whatever its value, and C++ asks for values alone. Computing makes a new object, and so does
// reading an array, whose elements have a declared type; names and tuples hand objects on.

#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;

/// Two floating parts that a comparison of tuples asks about, which must not be one NaN.
struct ComparedParts {
    program::ExprPtr left, right;
    diag::SameNan payload;
    Span span;
};

/// Reports the parts of Body::compared_parts that may be one and the same NaN.
void refuse_same_objects(Body& body);

} // namespace cudapy::checker
