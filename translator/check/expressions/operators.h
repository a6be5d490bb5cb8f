#pragma once
// Arithmetic, bits and comparison.

#include "translator/check/expressions/value.h"

#include <span>
#include <string>

namespace cudapy::checker {

struct Body;

Value unary(Body& body, const syntax::Unary& expr);
Value binary(Body& body, const syntax::Binary& expr);
Value binary(Body& body, syntax::BinaryOp op, Span op_span, Span span, Value left, Value right);
bool need_integer(Body& body, const Value& value, const std::string& where);
/// The type that numbers meet in; null, and reported, where they have none. `where` says what needs it.
const Type* common_type(Body& body, std::span<const Value> values, const std::string& where);
const Type* common_type(Body& body, const Value& left, const Value& right, const std::string& where);
Value compare(Body& body, const syntax::Compare& expr);

} // namespace cudapy::checker
