#pragma once
// Captured vectors, structs and complex numbers: values of several parts, each of which is a literal.

#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Constants;
struct RowStores;

/// A default, which is a literal or made of literals; null, and reported, for anything else.
Value constant_default(Body& body, const syntax::Expr& expr, const std::string& name);
/// Whether it is an attribute of a captured vector, struct or complex number, or of a field of one.
bool is_captured_field(Body& body, const syntax::Expr& expr);
Value captured_complex(Body& body, Span span, const Binding& binding, const std::string& name);
/// A vector, or an instance of a struct.
Value captured_aggregate(Body& body, Span span, const Binding& binding, const std::string& name);
bool has_components(const Constants& all);
Value chosen_components(Body& body, Span span, const Constants& all, const std::string& name,
                        program::ExprPtr position);
bool component_elements(Body& body, const std::vector<const syntax::Expr*>& targets,
                        const syntax::Expr& iterable, const std::string& name, const Constants& all,
                        program::ForEach& loop, RowStores& rows);
/// A literal, or what is made of literals.
bool is_constant(const program::Expr& expr);

} // namespace cudapy::checker
