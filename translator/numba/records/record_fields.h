#pragma once
// Fields of records as arrays in the dialect of numba: `x = a.x` is a name for a field of all records, which
// is a view of the array of records and the fields on the way. `a.x.shape`, `len(r.h)` and `i, j = r.h` know
// the extents of such fields and of arrays inside one record.

#include "translator/check/expressions/value.h"

#include <optional>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Local;
struct Stores;

namespace numba {

/// Makes the target a name for the field of all records that `value` names. Returns whether anything changed.
bool collect_field_name(Body& body, const syntax::Expr& target, const syntax::Expr& value);
/// Adds the stores that make the name stand for that field. If that is impossible, it is reported, and false
/// is returned.
bool bind_field_name(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
/// Reports that a name for a field of all records is no value.
Value refuse_field_name(Body& body, const syntax::Expr& name);

/// Returns `.shape`, `.size` or `.ndim` of such a field or of an array inside a record, or nothing for any
/// other attribute.
std::optional<Value> field_attribute(Body& body, const syntax::Attribute& expr);
/// Returns the number of dimensions of what an expression is the `.shape` of, and 0 for other expressions.
std::size_t shape_rank_of_field(Body& body, const syntax::Expr& expr);
/// Returns the length of such a field or array along its first dimension, or nothing for anything else.
std::optional<Value> field_length(Body& body, const syntax::Expr& expr);

/// Returns whether the expression is an array inside a record, of one dimension.
bool is_unpackable_field(Body& body, const syntax::Expr& expr);
/// Returns the elements of such an array, or nothing where there was an error.
std::optional<std::vector<Value>> items_of_field(Body& body, const syntax::Expr& expr);

} // namespace numba
} // namespace cudapy::checker
