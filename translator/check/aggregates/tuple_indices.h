#pragma once
// Tuples as indices, `A[t]`. The checker knows which names and calls stand for tuples before it knows their
// types.

#include "translator/check/body/symbols.h"
#include "translator/syntax/ast.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

struct Body;
struct Symbol;

/// The nesting of a value. A tuple has a shape for each of its parts; any other value has no parts.
struct TupleShape {
    std::vector<TupleShape> parts;
};

/// The values that plain assignments, `t = value`, give the names of a function, in the order of the text.
struct AssignedValues {
    struct Part {
        const syntax::Expr* value;
        std::vector<std::size_t>
            path; ///< which part of the value: `a` of `a, (b, c) = value` is {0}, `c` {1, 1}
    };
    std::unordered_map<const Symbol*, std::vector<const syntax::Expr*>> whole;
    std::unordered_map<const Symbol*, std::vector<Part>> parts; ///< parts of tuples that are not written out
};
/// Collects the values that plain assignments of the body give its names.
AssignedValues assigned_values(const syntax::Block& body, const Symbols& symbols);

/// Returns the literal between brackets, or nothing for any other index.
std::optional<int64_t> constant_index(const syntax::Expr& index);

/// Returns the places that a slice takes of `count` parts, as Python counts them. `step` is not 0.
std::vector<std::size_t> slice_places(std::optional<int64_t> lower, std::optional<int64_t> upper,
                                      int64_t step, std::size_t count);

/// Returns a copy of a name, of a name with attributes, or of constant indices after a name. Returns null
/// for any other expression. The nodes of the copy have the spans of the original ones.
std::unique_ptr<syntax::Expr> copy_named(const syntax::Expr& expr, Symbols& symbols);

/// The known shapes of a function's tuples.
struct TupleShapes {
    std::optional<AssignedValues> assigned; ///< set when it is first needed
    std::unordered_map<const Symbol*, TupleShape> known;
    std::set<const syntax::Function*> open_calls; ///< functions whose results' shapes are being searched
    /// The parts of each tuple that is an index between brackets, as if the user had written them:
    /// `t[0]`, `t[1]`.
    std::unordered_map<const syntax::Expr*, std::vector<syntax::ExprPtr>> index_parts;
};

/// Returns the nesting of the tuple that an expression stands for, before types are known. The result has no
/// parts if the expression is no tuple, or a tuple whose parts the text does not show.
TupleShape tuple_shape(Body& body, const syntax::Expr& expr);
/// Returns the values that plain assignments give the name.
const std::vector<const syntax::Expr*>& values_of(Body& body, const Symbol& symbol);
/// Returns the indices between brackets. A tuple that has a name stands for its parts.
std::vector<const syntax::Expr*> indices_in(Body& body, const syntax::Expr& index);
std::vector<const syntax::Expr*> indices_in(Body& body, const syntax::Subscript& expr);
/// Returns the text of the indices between brackets that messages show.
std::string index_text(const Body& body, const syntax::Expr& index);

} // namespace cudapy::checker
