#pragma once
// Local names for parts of arrays: `row = A[i]`, `part = X[a:b]`, `for row in A`. Such a name becomes the
// index of the part's first element in its array, and where it was cut its lengths and strides. One that
// stands for several arrays is a pointer: array_names.cpp.

#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Local;
struct Part;

struct Stores {
    std::vector<program::Place> places;
    std::vector<program::ExprPtr> values;
};

/// Rows that a loop goes through with other things: what it does before, and at the top of its body.
struct RowStores {
    program::Block before, top;
};

/// Makes names that parts of arrays are assigned to views of them.
void collect_views(Body& body, const syntax::Block& statements);
bool collect_part(Body& body, Local& local, const syntax::Expr* target, Span span, const Part& part,
                  std::size_t first);
bool fits_view(Body& body, const Local& local, const Part& part, std::size_t first, Span span);
/// The stores that make a view, or a pointer, show `part` from its dimension `first` on, beginning at
/// `start` (null: 0).
void set_view(Body& body, Span span, Local& local, program::ExprPtr start, const Part& part,
              std::size_t first, Stores& stores);
program::StmtPtr store_all(Span span, Stores stores);
/// The view that `target = value` binds; null where it is another assignment.
Local* view_target(Body& body, const syntax::Expr& target, const syntax::Expr& value);
/// The stores of `target = value`; false, and reported, where that cannot be.
bool bind_view(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
bool for_rows(Body& body, const syntax::For& stmt, program::Block& out);
bool row_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                  program::ForEach& loop, RowStores& rows);
program::Variable* row_variable(Body& body, program::Variable*& variable, const std::string& name, Span span);
/// Of an expression with dimensions() > 0.
bool holds_structs(Body& body, const syntax::Expr& array);

} // namespace cudapy::checker
