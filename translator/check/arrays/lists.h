#pragma once
// Arrays of arrays, `T** rows`: in a program they are three parameters, the elements of all rows side by
// side, where each row begins (and behind the last one where it ends), and how many rows there are.

#include "translator/check/arrays/parts.h"
#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;
struct Brackets;
struct Local;

/// The local that the expression names, if that is lists.
const Local* lists_named(Body& body, const syntax::Expr& expr);
/// The type as signatures write it.
const Type* declared_type(const Local& local);
Value lists_value(Span span, const Local& local);
/// Whether the first brackets behind lists hold one index, else reported.
bool is_row_index(Body& body, const Brackets& brackets, const Local& local);
program::ExprPtr row_begin(const Local& local, program::ExprPtr index);
program::ExprPtr row_length(const Local& local, const program::Expr& index);
Part row(const Local& local, program::ExprPtr index);
void list_elements(Body& body, const Local& lists, program::Variable* begin, program::Variable* length,
                   Span span, program::ForEach& loop, program::Block& top);

} // namespace cudapy::checker
