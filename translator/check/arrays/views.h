#pragma once
// Local names for parts of arrays: `row = A[i]`, `part = X[a:b]`, `for row in A`. Such a name becomes the
// index of the part's first element in its array. If the part was cut, its lengths and strides have
// variables, too. A name that stands for several arrays is a pointer, see array_names.cpp.

#include "translator/check/expressions/value.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Local;
struct Part;

/// The stores to the variables of a name for a part of an array, when the name is assigned. They are done at
/// once.
struct Stores {
    std::vector<program::Lvalue> lvalues;
    std::vector<program::ExprPtr> values;
};

/// The statements that a loop which goes through rows along with other things needs, before it and at the top
/// of its body.
struct RowStores {
    program::Block before, top;
};

/// Makes views of names that parts of arrays are assigned to. It repeats until it finds no more views,
/// because one may be a part of another that is bound further down.
void collect_views(Body& body, const syntax::Block& statements);
/// Notes that the name stands for the part, from its dimension `first` on. Returns whether anything changed.
bool collect_part(Body& body, Local& local, const syntax::Expr* target, Span span, const Part& part,
                  std::size_t first);
/// Returns whether a view can show the part. If not, that is reported.
bool fits_view(Body& body, const Local& local, const Part& part, std::size_t first, Span span);
/// Adds the stores that make a view, or a pointer, show `part` from its dimension `first` on, beginning at
/// `start` (null is 0).
void set_view(Body& body, Span span, Local& local, program::ExprPtr start, const Part& part,
              std::size_t first, Stores& stores);
/// Returns one statement that does all the stores.
program::StmtPtr store_all(Span span, Stores stores);
/// Returns the view that `target = value` binds, or null if it is another assignment.
Local* view_target(Body& body, const syntax::Expr& target, const syntax::Expr& value);
/// Adds the stores of `target = value`. If that is impossible, it is reported, and false is returned.
bool bind_view(Body& body, Span span, Local& local, const syntax::Expr& value, Stores& stores);
/// Checks a loop over rows, or over elements that have names. Returns false for any other loop.
bool for_rows(Body& body, const syntax::For& stmt, program::Block& out);
/// Lets a loop over several things go through the rows of an array. Returns false if the target is no name
/// for rows.
bool row_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                  program::ForEach& loop, RowStores& rows);
/// Returns the variable, and makes it if it is null.
program::Variable* row_variable(Body& body, program::Variable*& variable, const std::string& name, Span span);
/// Returns whether the elements of an array are structs. The expression must have dimensions() > 0.
bool holds_structs(Body& body, const syntax::Expr& array);

} // namespace cudapy::checker
