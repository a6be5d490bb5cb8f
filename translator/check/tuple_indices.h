#pragma once
// Tuples as indices, `A[t]`: what names and calls stand for tuples is known before their types are.

#include "translator/check/symbols.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

/// How a value is nested: a tuple has a shape for each of its parts, anything else has none.
struct TupleShape {
    std::vector<TupleShape> parts;
};

/// What plain assignments, `t = value`, give the names of a function, in the order of the text.
struct AssignedValues {
    struct Part {
        const syntax::Expr* value;
        std::vector<std::size_t>
            path; ///< which part of the value: `a` of `a, (b, c) = value` is {0}, `c` {1, 1}
    };
    std::unordered_map<const Symbol*, std::vector<const syntax::Expr*>> whole;
    std::unordered_map<const Symbol*, std::vector<Part>> parts; ///< of tuples that are not written out
};
AssignedValues assigned_values(const syntax::Block& body, const Symbols& symbols);

/// The literal that stands between brackets; nothing for anything else.
std::optional<int64_t> constant_index(const syntax::Expr& index);

/// A copy of a name, of one with attributes, or of constant indices behind one; null for anything else. The
/// copy has the span of the whole.
std::unique_ptr<syntax::Expr> copy_named(const syntax::Expr& expr, Symbols& symbols);

} // namespace cudapy::checker
