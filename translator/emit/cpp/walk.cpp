#include "translator/emit/cpp/walk.h"

#include "translator/support/internal_error.h"

namespace cudapy::emit {

using namespace program;

namespace {

void walk_all(const std::vector<ExprPtr>& exprs, const ExprVisitor& visit) {
    for (const ExprPtr& expr : exprs)
        walk(*expr, visit);
}

void walk_optional(const ExprPtr& expr, const ExprVisitor& visit) {
    if (expr) walk(*expr, visit);
}

void walk_statement(const Stmt& stmt, const ExprVisitor& visit, const StmtVisitor& visit_statement) {
    const auto body = [&](const Block& block) { walk(block, visit, visit_statement); };
    switch (stmt.kind) {
    case StmtKind::assign:
        walk_optional(as<Assign>(stmt).place.index, visit);
        walk(*as<Assign>(stmt).value, visit);
        return;
    case StmtKind::augmented_assign:
        walk_optional(as<AugmentedAssign>(stmt).place.index, visit);
        walk(*as<AugmentedAssign>(stmt).value, visit);
        return;
    case StmtKind::builtin_unpack:
        walk_all(as<BuiltinUnpack>(stmt).arguments, visit);
        return;
    case StmtKind::evaluate:
        walk(*as<Evaluate>(stmt).value, visit);
        return;
    case StmtKind::if_:
        walk(*as<If>(stmt).condition, visit);
        body(as<If>(stmt).then_body);
        body(as<If>(stmt).else_body);
        return;
    case StmtKind::while_:
        walk(*as<While>(stmt).condition, visit);
        body(as<While>(stmt).body);
        return;
    case StmtKind::return_:
        walk_optional(as<Return>(stmt).value, visit);
        return;
    case StmtKind::declare:
        walk_optional(as<Declare>(stmt).init, visit);
        return;
    case StmtKind::for_c:
        walk_optional(as<ForC>(stmt).start, visit);
        walk_optional(as<ForC>(stmt).condition, visit);
        walk_optional(as<ForC>(stmt).step, visit);
        body(as<ForC>(stmt).body);
        return;
    case StmtKind::block:
        body(as<BlockStmt>(stmt).body);
        return;
    case StmtKind::lane_loop:
        walk_optional(as<LaneLoop>(stmt).end, visit);
        body(as<LaneLoop>(stmt).body);
        return;
    case StmtKind::warp_loop:
        body(as<WarpLoop>(stmt).body);
        return;
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::diverged:
    case StmtKind::note:
        return;
    case StmtKind::multi_assign:
    case StmtKind::for_range:
    case StmtKind::for_each:
        break;
    }
    throw InternalError("a statement that a lowering should have removed reached the emitter");
}

} // namespace

void walk(const Expr& expr, const ExprVisitor& visit) {
    visit(expr);
    switch (expr.kind) {
    case ExprKind::literal:
    case ExprKind::variable:
    case ExprKind::length:
    case ExprKind::coordinate:
        return;
    case ExprKind::unary:
        return walk(*as<Unary>(expr).operand, visit);
    case ExprKind::binary:
        walk(*as<Binary>(expr).left, visit);
        return walk(*as<Binary>(expr).right, visit);
    case ExprKind::compare:
        return walk_all(as<Compare>(expr).operands, visit);
    case ExprKind::logical:
        walk(*as<Logical>(expr).left, visit);
        return walk(*as<Logical>(expr).right, visit);
    case ExprKind::conditional:
        walk(*as<Conditional>(expr).condition, visit);
        walk(*as<Conditional>(expr).then_value, visit);
        return walk(*as<Conditional>(expr).else_value, visit);
    case ExprKind::cast:
        return walk(*as<Cast>(expr).operand, visit);
    case ExprKind::construct:
        return walk_all(as<Construct>(expr).parts, visit);
    case ExprKind::field:
        return walk(*as<FieldExpr>(expr).operand, visit);
    case ExprKind::load:
        return walk(*as<Load>(expr).index, visit);
    case ExprKind::view:
        walk(*as<ArrayView>(expr).start, visit);
        return walk_all(as<ArrayView>(expr).lengths, visit);
    case ExprKind::call:
        return walk_all(as<Call>(expr).arguments, visit);
    case ExprKind::builtin_call:
        return walk_all(as<BuiltinCall>(expr).arguments, visit);
    case ExprKind::helper_call:
        return walk_all(as<HelperCall>(expr).arguments, visit);
    case ExprKind::assign_expr:
        return walk(*as<AssignExpr>(expr).value, visit);
    case ExprKind::sequence:
        walk(*as<Sequence>(expr).first, visit);
        return walk(*as<Sequence>(expr).second, visit);
    case ExprKind::other_lane:
        return walk(*as<OtherLane>(expr).place, visit);
    }
}

void walk(const Block& block, const ExprVisitor& visit, const StmtVisitor& visit_statement) {
    for (const StmtPtr& stmt : block) {
        if (visit_statement) visit_statement(*stmt);
        walk_statement(*stmt, visit, visit_statement);
    }
}

} // namespace cudapy::emit
