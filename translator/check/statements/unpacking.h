#pragma once
// Assignment to several places at once.

#include "translator/check/arrays/views.h"
#include "translator/check/expressions/value.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// The targets and the values of an assignment to several places, in order.
struct Pairs {
    std::vector<const syntax::Expr*> targets;
    std::vector<Value> values;
    /// The stores of each target that is a name for a part of an array; empty for other targets.
    std::vector<Stores> views;
    /// Statements that store values in temporaries before all places are assigned to.
    std::vector<program::StmtPtr> before;
};

/// Stores the values so far in temporaries, if something is evaluated after them and before their places are
/// assigned to.
void keep_values(Body& body, Pairs& pairs);
/// Checks `a, b = value`.
void unpack(Body& body, const syntax::Stmt& stmt, const syntax::Tuple& targets, const syntax::Expr& value,
            program::Block& out);
/// Returns whether there are as many targets as values. If not, that is reported.
bool same_count(Body& body, const syntax::Tuple& targets, std::size_t values, Span span);

} // namespace cudapy::checker
