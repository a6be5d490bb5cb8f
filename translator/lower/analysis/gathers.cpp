#include "translator/lower/analysis/gathers.h"

#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// The most operations for each such load, those of indices among them. Where there are more, vectors gain
/// more by these than they lose by the loads.
constexpr int most_operations = 8;
/// The most iterations of a loop that compilers unroll.
constexpr int64_t few_iterations = 16;

template <typename Test>
bool has_part(const Expr& expr, const Test& test) {
    bool any = false;
    visit_all(expr, [&](const Expr& part) { any = any || test(part); });
    return any;
}

bool is_operation(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::unary:
    case ExprKind::binary:
    case ExprKind::compare:
    case ExprKind::logical:
    case ExprKind::conditional:
        return true;
    case ExprKind::helper_call:
        return as<HelperCall>(expr).helper == Helper::minimum ||
               as<HelperCall>(expr).helper == Helper::maximum;
    default:
        return false;
    }
}

/// Returns whether the expression calls something that may take long.
bool is_call(const Expr& expr) {
    return expr.kind == ExprKind::call || expr.kind == ExprKind::builtin_call ||
           (expr.kind == ExprKind::helper_call && !is_operation(expr));
}

bool has_few_iterations(const ForC& loop) {
    if (constant_value(*loop.start) != 0 || loop.condition->kind != ExprKind::compare) return false;
    const auto& operands = as<Compare>(*loop.condition).operands;
    const auto end = operands.size() == 2 ? constant_value(*operands[1]) : std::nullopt;
    return end && *end <= few_iterations && constant_value(*loop.step) == 1;
}

bool has_long_loop(const Block& body) {
    bool any = false;
    visit_statements(body, [&](const Stmt& stmt) {
        any = any || stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::work_item_loop ||
              stmt.kind == StmtKind::warp_loop ||
              (stmt.kind == StmtKind::for_c && !has_few_iterations(as<ForC>(stmt)));
    });
    return any;
}

} // namespace

Gathers::Gathers(const Block& text) {
    std::size_t known = 0;
    do {
        known = varying_.size() + loaded_.size();
        visit_statements(text, [&](const Stmt& stmt) {
            bool varies_here = false, is_loaded_here = false;
            visit_expressions(stmt, [&](const ExprPtr& expr) {
                varies_here = varies_here || varies(*expr);
                is_loaded_here = is_loaded_here || is_loaded(*expr);
            });
            visit_assigned(stmt, [&](const Variable* variable) {
                if (varies_here) varying_.insert(variable);
                if (is_loaded_here) loaded_.insert(variable);
            });
        });
    } while (varying_.size() + loaded_.size() > known);
}

bool Gathers::varies(const Expr& expr) const {
    return has_part(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::coordinate) {
            const Coordinate coordinate = as<CoordinateExpr>(part).coordinate;
            return is_of_thread(coordinate) && axis_of(coordinate) == 0;
        }
        return part.kind == ExprKind::variable && varying_.contains(as<VariableRef>(part).variable);
    });
}

bool Gathers::is_loaded(const Expr& expr) const {
    return has_part(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::load) return varies(*as<Load>(part).index);
        return part.kind == ExprKind::variable && loaded_.contains(as<VariableRef>(part).variable);
    });
}

bool Gathers::is_gather(const Block& part) const {
    int gathers = 0, operations = 0, calls = 0;
    visit_all(part, [&](const Expr& expr) {
        operations += is_operation(expr);
        calls += is_call(expr);
        if (expr.kind != ExprKind::load) return;
        const auto& load = as<Load>(expr);
        gathers += !load.array->is_declared_array() && is_loaded(*load.index);
    });
    return gathers > 0 && calls == 0 && operations <= most_operations * gathers && !has_long_loop(part);
}

} // namespace cudapy::lower
