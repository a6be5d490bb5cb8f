#pragma once
// This checks whether two parts of compared tuples may be one and the same NaN. Python takes an object for
// equal to itself, whatever its value, while C++ compares only values. A computation makes a new object, and
// so does reading an array, whose elements have a declared type. Names and tuples pass objects on.

#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;

/// Two floating parts that a comparison of tuples compares. They must not be one NaN.
struct ComparedParts {
    program::ExprPtr left, right;
    diag::SameNan payload;
    Span span;
};

/// Reports the parts of Body::compared_parts that may be one and the same NaN.
void refuse_same_objects(Body& body);

} // namespace cudapy::checker
