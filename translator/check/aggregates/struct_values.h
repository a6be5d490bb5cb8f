#pragma once
// Structs as values: made, copied, stored, and their fields. A struct is an object in Python: where a value
// would be one that has a name already, it is refused, unless it goes where it is copied.

#include "translator/check/body/store.h"
#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"
#include "translator/diagnostics/diagnostic.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// A constant as a value of the type, for a field or a parameter that a call leaves out; null, and
/// reported, where it is none. No local is visible in it.
program::ExprPtr default_value(Body& body, const syntax::Expr& expr, const std::string& name,
                               const Type* type);
Value construct(Body& body, const syntax::Call& expr, const Entity& entity);
/// `owner.name`; none, and reported, where the type of the owner has no such field.
Value field(Body& body, const syntax::Attribute& expr, Value owner);
/// `p.copy()`; nothing where the call is none of that.
std::optional<Value> struct_method(Body& body, const syntax::Call& expr);
/// As store() does, where the value or the place is a struct.
program::ExprPtr store_struct(Body& body, Value value, const Type* type, Target target, Span span);
Value struct_conditional(Body& body, const syntax::Conditional& expr, program::ExprPtr test, Value then_value,
                         Value else_value);
std::optional<program::Place> field_place(Body& body, const syntax::Attribute& target);
void report_same(Body& body, diag::SameStruct::Why why, const std::string& place, const Value& value,
                 Span span);
void report_as_number(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where);

} // namespace cudapy::checker
