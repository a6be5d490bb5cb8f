#pragma once
// CUDA's vectors as values: making them, and computing with them component by component.

#include "translator/check/expressions/value.h"

#include <string>

namespace cudapy::checker {

struct Body;

/// Checks a call that makes a vector: `float3(x, y, z)`.
Value construct_vector(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
/// Checks an operation of a vector with a vector or a number.
Value vector_binary(Body& body, syntax::BinaryOp op, const std::string& quoted, Span span, Value left,
                    Value right);

} // namespace cudapy::checker
