#pragma once
// Local names for elements that are structs: `p = bodies[i]`, `for p in bodies`. Such a name stands for the
// element itself, as in Python, and becomes its index in the array; lower_references makes C++ references of
// those that can be.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;
struct Local;
struct Stores;

/// An element that is a struct, or a struct in it, as an expression names it.
struct Element {
    program::Variable* array;
    std::vector<std::size_t> fields;
    const Type* type;
};

/// Nothing for any other expression; reports nothing.
std::optional<Element> struct_element(Body& body, const syntax::Expr& expr);
Value element_value(Span span, const Local& local);
bool collect_element(Body& body, const syntax::Expr& target, const syntax::Expr& value);
bool bind_element(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
void report_element_conflict(Body& body, const Local& local, diag::ElementConflict::Why why,
                             const std::string& other, Span span);
/// Whether the name stands for an element that is a struct.
bool is_element_name(const Local& local);

} // namespace cudapy::checker
