#pragma once
// Every expression and statement of a lowered body, outermost first, in source order.

#include "translator/program/program.h"

#include <functional>

namespace cudapy::emit {

using ExprVisitor = std::function<void(const program::Expr&)>;
using StmtVisitor = std::function<void(const program::Stmt&)>;

void walk(const program::Expr& expr, const ExprVisitor& visit);
void walk(const program::Block& block, const ExprVisitor& visit, const StmtVisitor& visit_statement = {});

} // namespace cudapy::emit
