#pragma once
// Assignment to several places at once.

#include "translator/check/arrays/views.h"
#include "translator/check/expressions/value.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// What an assignment to several places assigns, in order.
struct Pairs {
    std::vector<const syntax::Expr*> targets;
    std::vector<Value> values;
    std::vector<Stores> views;            ///< for each target, of a name for a part of an array; else empty
    std::vector<program::StmtPtr> before; ///< what is kept before all places are assigned to
};

/// Keeps what the values so far are in temporaries, where something is evaluated after them and before their
/// places are assigned to.
void keep_values(Body& body, Pairs& pairs);
/// Checks `a, b = value`.
void unpack(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Expr& value,
            program::Block& out);
/// Returns whether there are as many targets as values, and reports where not.
bool same_count(Body& body, const syntax::Tuple& targets, std::size_t values, Span span);

} // namespace cudapy::checker
