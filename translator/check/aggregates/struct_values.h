#pragma once
// Structs as values: making them, copying them, storing them, and their fields. A struct is an object in
// Python. A value that is an object with a name already is refused, unless it goes to a place where it is
// copied.

#include "translator/check/body/store.h"
#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/diagnostics/kinds/struct_kinds.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// The default of a field, in the field's type. Both are null for one that is no constant.
struct FieldDefault {
    program::ExprPtr value;   ///< as it was written: `G * 2`
    program::ExprPtr literal; ///< the same number as a literal; for other types a copy of `value`
};
/// Returns the default that an expression gives a field. If it is no constant, that is reported. No local is
/// visible in it.
FieldDefault field_default(Body& body, const syntax::Expr& expr, const std::string& name, const Type* type);
/// Checks a call that makes a struct or a vector.
Value construct(Body& body, const syntax::Call& expr, const Entity& entity);
/// Returns the field `owner.name`. If the type of the owner has no such field, that is reported.
Value field(Body& body, const syntax::Attribute& expr, Value owner);
/// Returns the value of `p.copy()`, or nothing if the call is of a field. `owner` is the struct, or a vector.
std::optional<Value> struct_method(Body& body, const syntax::Call& expr, Value owner);
/// Does what store() does, for a value or a place that is a struct.
program::ExprPtr store_struct(Body& body, Value value, const Type* type, Target target, Span span);
/// Checks `a if test else b` if one of the two values is a struct.
Value struct_conditional(Body& body, const syntax::Conditional& expr, program::ExprPtr test, Value then_value,
                         Value else_value);
/// Returns the place that `p.x` is as the target of an assignment. If it is none, that is reported, and
/// nothing is returned.
std::optional<program::Lvalue> field_place(Body& body, const syntax::Attribute& target);
/// Reports a struct that would be an object that has a name already, and says why.
void report_same(Body& body, diag::SameStruct::Reason reason, const std::string& place, const Value& value,
                 Span span);
/// Reports that there is a struct or a vector where a number must be.
void report_as_number(Body& body, const Value& value, const syntax::Expr& expr, const std::string& where);

} // namespace cudapy::checker
