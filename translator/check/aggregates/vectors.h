#pragma once
// CUDA's vectors as values: made, and computed with component by component.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;

Value construct_vector(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
/// Of a vector and a vector, or a number.
Value vector_binary(Body& body, syntax::BinaryOp op, const std::string& quoted, Span span, Value left,
                    Value right);

} // namespace cudapy::checker
