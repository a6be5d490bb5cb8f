#pragma once
// Complex numbers: making them, their parts and their functions.

#include "translator/check/expressions/value.h"

#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Returns a weak complex number. Unless it meets another number, it has the precision `precision`, or is a
/// complex128 if its parts are out of the range of floats.
Value weak_complex(Span span, std::complex<double> number, const Type* precision,
                   std::string imaginary_spelling = {});
/// Returns the value of `2j`.
Value imaginary_literal(Body& body, const syntax::Expr& expr);
/// Checks `complex(a, b)` and its like.
Value complex_call(Body& body, const syntax::Call& expr, const Type* type, const std::string& name);
/// Returns `z.real` or `z.imag`, or nothing if the owner is no complex number.
std::optional<Value> complex_part(Body& body, const syntax::Attribute& expr, Value& owner);
/// Returns whether the value of an expression is a complex number. It reports nothing.
bool is_complex(Body& body, const syntax::Expr& expr);
/// Returns the value of `z.conjugate()`, or nothing for any other method. `owner` is the complex number.
std::optional<Value> complex_method(Body& body, const syntax::Call& expr, Value owner);
/// Checks a function of a complex number.
Value complex_function(Body& body, Span span, Special function, Value value);
/// Checks `base ** exponent` where one of the two is complex.
Value complex_power(Body& body, Span span, Value base, Value exponent);
/// Checks `cmath.rect(r, phi)`.
Value rect(Body& body, Span span, std::vector<Value> values);
/// Returns whether the value is a complex number, and reports so.
bool refuse_complex(Body& body, const Value& value, const std::string& where);

} // namespace cudapy::checker
