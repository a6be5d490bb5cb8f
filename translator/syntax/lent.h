#pragma once
// Nodes of the syntax tree that are made of nodes which another tree owns.

#include "translator/syntax/ast.h"

namespace cudapy::syntax {

/// Returns a pointer that must be released before it is destroyed, because the node has another owner.
inline ExprPtr lent(const ExprPtr& node) {
    return ExprPtr(node.get());
}

} // namespace cudapy::syntax
