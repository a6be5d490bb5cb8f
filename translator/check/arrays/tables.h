#pragma once
// Captured tuples of constants. An element with a constant index is known at once. Tuples whose elements are
// chosen at run time become tables.

#include "translator/check/expressions/value.h"

#include <optional>
#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
struct RowStores;

/// The numbers in a tuple of constants, row by row.
struct Constants {
    std::vector<Value> values;
    bool ragged = false;   ///< the rows have several lengths
    bool variable = false; ///< one of them is no constant; this was not reported
};

/// Returns a table with the constants as elements of the type.
program::Variable* table(Body& body, const std::string& name, const Constants& constants, const Type* element,
                         Span span);
/// Returns an element of a captured tuple, or nothing if the expression is none.
std::optional<Value> captured_element(Body& body, const syntax::Subscript& expr);
/// Returns whether a tuple that is written out holds only constants.
bool is_table(Body& body, const syntax::Expr& tuple);
/// Lets a loop go through a tuple of constants. If that is impossible, it is reported, and false is returned.
bool table_elements(Body& body, const syntax::Expr& target, const syntax::Expr& iterable,
                    program::ForEach& loop, RowStores& rows);
/// Makes each load from a table that took another precision use a table of that precision.
void settle_tables(Body& body);

} // namespace cudapy::checker
