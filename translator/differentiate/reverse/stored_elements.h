#pragma once
// Finds the elements of arrays that a block stores to.

#include "translator/differentiate/reverse/effects.h"
#include "translator/program/program.h"

#include <functional>
#include <string>
#include <vector>

namespace cudapy::differentiate {

/// Returns what the name of a variable ends with that holds a field of a struct: `_x` of `.x`.
std::string field_suffix(const Type* type, const std::vector<std::size_t>& fields);

/// The elements of an array, or one field of each: the way to it, as in an Lvalue.
struct StoredPart {
    program::Variable* array;
    std::vector<std::size_t> fields;

    bool operator==(const StoredPart&) const = default;
    const Type* type() const;
    /// Returns whether a store to the one changes the other.
    bool overlaps(const StoredPart& other) const;
    /// Returns the part of one element.
    program::Lvalue of(const program::Expr& index, Span span) const;
    /// Returns a name for its values: the array's, and those of the fields.
    std::string name() const;
};

/// A statement that stores to an element.
struct StoreSite {
    const program::Stmt* stmt;
    StoredPart part;
    program::ExprPtr index; ///< made of what is there when the block begins; null where that is not possible
    /// Those under which the statement runs, made of the same; null for one for which that is not possible.
    std::vector<program::ExprPtr> conditions;
    std::vector<const program::Block*> blocks; ///< those around, the outermost first
    Span span;

    /// Returns whether this statement has run whenever the other one runs, which comes after it in the text.
    bool comes_before(const StoreSite& other) const;
    /// Returns whether it is known when the block begins whether the statement runs.
    bool knows_conditions() const;
};

/// The stores to one part, in their order.
using PartSites = std::vector<StoreSite>;

/// Returns the stores of a block to arrays for which `is_stored` holds and that it does not declare. The
/// block changes the arrays `changing`, so that what it loads from them is not known when it begins.
std::vector<PartSites> stores_of(const program::Block& body, const Variables& changing,
                                 const std::function<bool(const program::Variable*)>& is_stored);

/// Returns a copy of statements in which loads of the array have another index.
program::Block with_index(const program::Block& body, const program::Variable* array,
                          const program::Expr& index);

} // namespace cudapy::differentiate
