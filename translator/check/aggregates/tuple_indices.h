#pragma once
// Tuples as indices, `A[t]`: what names and calls stand for tuples is known before their types are.

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
/// Collects what plain assignments of the body give its names.
AssignedValues assigned_values(const syntax::Block& body, const Symbols& symbols);

/// Returns the literal that stands between brackets, or nothing for any other index.
std::optional<int64_t> constant_index(const syntax::Expr& index);

/// Returns a copy of a name, of one with attributes, or of constant indices behind one, or null for any other
/// expression. The copy has the span of the whole.
std::unique_ptr<syntax::Expr> copy_named(const syntax::Expr& expr, Symbols& symbols);

/// What is known of the shapes of a function's tuples.
struct TupleShapes {
    std::optional<AssignedValues> assigned; ///< once somebody has asked
    std::unordered_map<const Symbol*, TupleShape> known;
    std::set<const syntax::Function*> open_calls; ///< those whose results' shapes are being looked for
    /// Of what stands between brackets: the parts of a tuple, as if the user had written them, `t[0]`,
    /// `t[1]`.
    std::unordered_map<const syntax::Expr*, std::vector<syntax::ExprPtr>> index_parts;
};

/// Returns how the tuple is nested that an expression stands for, before types are known. There are no parts
/// where it is no tuple, or one whose parts are not seen in the text.
TupleShape tuple_shape(Body& body, const syntax::Expr& expr);
/// Returns what plain assignments give the name.
const std::vector<const syntax::Expr*>& values_of(Body& body, const Symbol& symbol);
/// Returns the indices between brackets. A tuple that has a name stands for its parts.
std::vector<const syntax::Expr*> indices_in(Body& body, const syntax::Expr& index);
std::vector<const syntax::Expr*> indices_in(Body& body, const syntax::Subscript& expr);
/// Returns what messages show of the indices between brackets.
std::string index_text(const Body& body, const syntax::Expr& index);

} // namespace cudapy::checker
