#pragma once
// Complex numbers: how they are made, their parts and functions.

#include "translator/check/expressions/value.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

Value imaginary_literal(Body& body, const syntax::Expr& expr);
Value complex_call(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
std::optional<Value> complex_part(Body& body, const syntax::Attribute& expr, Value& owner);
Value complex_owner(Body& body, const syntax::Expr& expr);
std::optional<Value> complex_method(Body& body, const syntax::Call& expr);
Value complex_function(Body& body, Span span, Special function, Value value);
Value complex_power(Body& body, Span span, Value base, Value exponent);
Value rect(Body& body, Span span, std::vector<Value> values);
/// Whether it is one, which is reported.
bool refuse_complex(Body& body, const Value& value, const std::string& where);

} // namespace cudapy::checker
