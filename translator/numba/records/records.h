#pragma once
// Records of NumPy in the dialect of numba: `a[i].x`, `a[i]["x"]`, `a.x[i]`, `r.h[0, 1]`. A record is never a
// value of its own: it stays where it lies, and names and parameters stand for that place.

#include "translator/check/expressions/value.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the value of a subscript or an attribute that picks a part of a record, or nothing for any other
/// expression. An array inside a record is a value of its nested type, which only few places take.
std::optional<Value> record_part(Body& body, const syntax::Expr& expr);
/// Returns the place that such an expression is as a target, or nothing for any other expression. Where it is
/// one and has an error, the place has no variable.
std::optional<program::Lvalue> record_place(Body& body, const syntax::Expr& target);
/// Returns whether the expression is a field of all records of an array, such as `a.x`, or a name for one.
bool is_field_of_records(Body& body, const syntax::Expr& expr);

/// A record, a field, or a field of all records of an array, as far as an expression names it.
struct FieldArray {
    const Type* type;                ///< of the field, or of the record
    const syntax::Expr* array;       ///< the array of whose records a field is asked; null for one record
    std::vector<std::size_t> fields; ///< the fields that are asked of these
    std::size_t rank;                ///< the dimensions of that array
    std::size_t given;               ///< the indices that are written after it
};

/// Returns what an expression names, or nothing for an expression that names no record and no field.
std::optional<FieldArray> field_array(Body& body, const syntax::Expr& expr);
/// Returns the element with this number of an array inside a record, counted row by row.
program::ExprPtr item_of_field(Body& body, Span span, program::ExprPtr nested, int64_t item);
/// Returns the place that such a field is at an index. Where that is no number or has an error, the place has
/// no variable.
program::Lvalue place_in_field(Body& body, const syntax::Expr& field, const syntax::Expr& index);
/// Reports a value that is an array inside a record, or one that kernels cannot read. Returns whether it is.
bool refuse_nested(Body& body, const Value& value, const syntax::Expr& expr);
/// Evaluates the index of an element of an array inside a record before the statement that stores there, so
/// that it is a variable in it. A value with effects is evaluated before that.
void keep_item(Body& body, program::Lvalue& place, program::ExprPtr& value, program::Block& out);
/// Reports a target among several, or of `+=` with a value that has effects, that is a record, or an element
/// inside one whose index is not written out. Returns whether it is.
bool refuse_item(Body& body, const program::Lvalue& place, bool is_only_target);
/// Checks `r.h = x` where h is an array inside a record. Returns false for any other assignment.
bool assign_nested(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                   const syntax::Expr& value, program::Block& out);

} // namespace numba

} // namespace cudapy::checker
