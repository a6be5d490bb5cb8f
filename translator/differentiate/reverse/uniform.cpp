#include "translator/differentiate/reverse/uniform.h"

#include "translator/program/walk.h"

namespace cudapy::differentiate {

using namespace program;

Uniform::Uniform(const Block& kernel) {
    visit_statements(kernel, [&](const Stmt& stmt) {
        visit_lvalues(stmt, [&](const Lvalue& place) {
            if (place.index) stored_.insert(place.variable);
        });
    });
    visit_all(kernel, [&](const Expr& expr) {
        if (is_atomic(expr)) stored_.insert(atomic_place(expr).array);
    });
    do {
        changed_ = false;
        look(kernel, false);
    } while (changed_);
}

bool Uniform::is_uniform(const Expr& expr) const {
    bool varies = false;
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::variable)
            varies = varies || varying_.count(as<VariableRef>(part).variable);
        if (part.kind == ExprKind::coordinate)
            varies = varies || is_of_thread(as<CoordinateExpr>(part).coordinate);
        if (part.kind == ExprKind::load) varies = varies || stored_.count(as<Load>(part).array);
        if (part.kind == ExprKind::view) varies = true;
        // The same for all threads is what a barrier gives.
        if (is_atomic(part) || is_warp_wide(part) || is_draw(part)) varies = true;
    });
    return !varies;
}

void Uniform::assign(const Variable* variable, bool varies) {
    if (varies) changed_ = varying_.insert(variable).second || changed_;
}

void Uniform::look(const Block& body, bool varies) {
    for (const StmtPtr& stmt : body) {
        bool of_value = varies;
        visit_expressions(*stmt, [&](const ExprPtr& expr) { of_value = of_value || !is_uniform(*expr); });
        visit_lvalues(*stmt, [&](const Lvalue& place) { assign(place.variable, of_value); });
        if (stmt->kind == StmtKind::for_range) assign(as<ForRange>(*stmt).variable, of_value);
        const bool decides = stmt->kind == StmtKind::if_ || stmt->kind == StmtKind::for_range ||
                             stmt->kind == StmtKind::while_;
        visit_blocks(*stmt, [&](const Block& inner) { look(inner, decides ? of_value : varies); });
    }
}

} // namespace cudapy::differentiate
