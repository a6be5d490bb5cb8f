#include "translator/numba/statements/special.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/none_constants.h"
#include "translator/check/statements/statements.h"
#include "translator/numba/calls/array_methods.h"
#include "translator/numba/calls/grids.h"
#include "translator/numba/calls/stores.h"
#include "translator/numba/desugar/none_results.h"
#include "translator/numba/desugar/unroll.h"
#include "translator/numba/names/enums.h"
#include "translator/numba/records/record_fields.h"
#include "translator/numba/records/records.h"
#include "translator/numba/statements/raises.h"

namespace cudapy::checker::numba {

namespace {

bool unsupported_statement(Body& body, const syntax::UnsupportedStmt& stmt, program::Block& out) {
    if (stmt.construct == syntax::Construct::raise) {
        raise_statement(body, stmt, out);
        return true;
    }
    if (stmt.construct != syntax::Construct::nested_function) return false;
    report(body, diag::NoOther{"a decorated function inside another one", "leave the decorator out"},
           stmt.span);
    return true;
}

/// Checks `group = cuda.cg.this_grid()`, of which only `sync` is called.
bool name_grid_group(Body& body, const syntax::Assign& stmt, program::Block& out) {
    if (stmt.targets.size() != 1 || stmt.targets[0]->kind != syntax::ExprKind::name ||
        !is_grid_group(body, *stmt.value))
        return false;
    emit(out, std::make_unique<program::Note>(stmt.span), stmt);
    return true;
}

} // namespace

std::optional<Value> special_expression(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::compare) return none_comparison(body, expr);
    if (expr.kind == syntax::ExprKind::attribute)
        if (auto found = field_attribute(body, syntax::as<syntax::Attribute>(expr))) return found;
    auto part = record_part(body, expr);
    return part || expr.kind != syntax::ExprKind::subscript ? std::move(part) : member_by_name(body, expr);
}

std::optional<diag::NoOther> none_as_value(Body& body, const syntax::Expr& expr, const Entity& object) {
    if (!is_none(object)) return std::nullopt;
    return diag::NoOther{"`" + text(body, expr) + "`, which is `None`, as a value",
                         "ask for it: `if " + text(body, expr) + " is None:`"};
}

bool special_statement(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    switch (stmt.kind) {
    case syntax::StmtKind::assign:
        return name_grid_group(body, syntax::as<syntax::Assign>(stmt), out);
    case syntax::StmtKind::expression:
        return hinted_store(body, syntax::as<syntax::ExpressionStmt>(stmt), out) ||
               pause(body, syntax::as<syntax::ExpressionStmt>(stmt), out);
    case syntax::StmtKind::unsupported:
        return unsupported_statement(body, syntax::as<syntax::UnsupportedStmt>(stmt), out);
    default:
        return false;
    }
}

bool special_assignment(Body& body, const syntax::Stmt& stmt, const syntax::Expr& target,
                        const syntax::Expr& value, program::Block& out) {
    return assign_part(body, stmt, target, out) || assign_nested(body, stmt, target, value, out);
}

bool refuse_unrolled(Body& body, const syntax::For& loop) {
    if (!is_unrolled(body, loop)) return false;
    report_not_unrolled(body, loop);
    return true;
}

} // namespace cudapy::checker::numba
