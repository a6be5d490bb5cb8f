#pragma once
// Local names for elements that are structs: `p = bodies[i]`, `for p in bodies`. Such a name stands for the
// element itself, as in Python, and becomes its index in the array. lower_references makes C++ references of
// those names that allow it.

#include "translator/check/expressions/value.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/struct_kinds.h"

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

/// Returns the struct in an array that an expression names, or nothing for any other expression. It reports
/// nothing.
std::optional<Element> struct_element(Body& body, const syntax::Expr& expr);
/// Returns the element that the name stands for, as a value.
Value element_value(Span span, const Local& local);
/// Makes the target a name for the element that `value` names. Returns whether anything changed.
bool collect_element(Body& body, const syntax::Expr& target, const syntax::Expr& value);
/// Adds the stores that make the name stand for the element. If that is impossible, it is reported, and false
/// is returned.
bool bind_element(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
/// Reports that the name cannot stand for the element.
void report_element_conflict(Body& body, const Local& local, diag::ElementConflict::Reason reason,
                             const std::string& other, Span span);
/// Returns whether the name stands for an element that is a struct.
bool is_element_name(const Local& local);

/// Returns the name of the field that `owner.x` or `owner["x"]` asks for, or null for any other expression.
const std::string* field_asked(const syntax::Expr& expr);
/// Returns what `owner` is in such an expression.
const syntax::Expr& owner_of_field(const syntax::Expr& expr);

} // namespace cudapy::checker
