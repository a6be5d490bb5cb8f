#pragma once
// Captured vectors, structs and complex numbers. They are values of several parts, each of which is a
// literal.

#include "translator/check/expressions/value.h"
#include "translator/resolver.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Constants;
struct RowStores;

/// Returns the value of a default, which is a literal or made of literals. Anything else is reported, and
/// null is returned.
Value constant_default(Body& body, const syntax::Expr& expr, const std::string& name);
/// Returns whether the expression is an attribute of a captured vector, struct or complex number, or of a
/// field of one.
bool is_captured_field(Body& body, const syntax::Expr& expr);
/// Returns a captured complex number.
Value captured_complex(Body& body, Span span, const Binding& binding, const std::string& name);
/// Returns a captured vector, or a captured instance of a struct.
Value captured_aggregate(Body& body, Span span, const Binding& binding, const std::string& name);
/// Returns whether the constants are vectors or complex numbers.
bool has_components(const Constants& all);
/// Returns the vector or the complex number at a position that is known when the kernel runs.
Value chosen_components(Body& body, Span span, const Constants& all, const std::string& name,
                        program::ExprPtr position);
/// Lets a loop go through constants with components. The loop gives the components one by one, and the top of
/// its body makes the element of them. If that is impossible, it is reported, and false is returned.
bool component_elements(Body& body, const std::vector<const syntax::Expr*>& targets,
                        const syntax::Expr& iterable, const std::string& name, const Constants& all,
                        program::ForEach& loop, RowStores& rows);
/// Returns whether the expression is a literal, or made of literals.
bool is_constant(const program::Expr& expr);

} // namespace cudapy::checker
