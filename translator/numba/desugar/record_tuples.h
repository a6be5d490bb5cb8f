#pragma once
// Tuples of records, which stay where they lie. `state = (states[i],)` is the part `states[i:][:1]` of the
// array, so that the name and functions know the record itself. The records of longer tuples get names, as in
// `pair = (a[i], a[j])` and `a[i], a[j] = a[j], a[i]`.

#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns whether the name is a parameter that is an array of records of one dimension, and stays one.
bool is_array_of_records(Body& body, const syntax::Expr& expr);
/// Writes such tuples as parts of their arrays, where the array is a parameter.
void write_record_tuples(Body& body);

} // namespace numba
} // namespace cudapy::checker
