#pragma once
// Arrays of arrays, `T** rows`. In a program they are three parameters: the elements of all rows side by
// side, the indices where the rows begin (and at the end the index where the last row ends), and the number
// of rows.

#include "translator/check/arrays/parts.h"
#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct Brackets;
struct Local;

/// Returns the local that the expression names if it is lists, or null.
const Local* lists_named(Body& body, const syntax::Expr& expr);
/// Returns the type as signatures write it.
const Type* declared_type(const Local& local);
/// Returns the name of lists as a value. Only its type says that it is more than its elements.
Value lists_value(Span span, const Local& local);
/// Returns whether the first brackets after lists hold one index. If not, that is reported.
bool is_row_index(Body& body, const Brackets& brackets, const Local& local);
/// Returns the index, among all elements, at which a row begins.
program::ExprPtr row_begin(const Local& local, program::ExprPtr index);
/// Returns how many elements the row has.
program::ExprPtr row_length(const Local& local, const program::Expr& index);
/// Returns the row as a part of the array of all elements.
Part row(const Local& local, program::ExprPtr index);
/// Lets a loop over several things go through the rows. At the top of its body, `begin` and `length` are set
/// to those of each row.
void list_elements(Body& body, const Local& lists, program::Variable* begin, program::Variable* length,
                   Span span, program::ForEach& loop, program::Block& top);

} // namespace cudapy::checker
