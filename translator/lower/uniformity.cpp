#include "translator/lower/uniformity.h"

#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Whether a break that leaves this very loop stands under a condition that varies.
bool has_varying_break(const Block& body, bool under_varying, const Uniformity& uniformity) {
    for (const StmtPtr& stmt : body) {
        if (stmt->kind == StmtKind::break_ && under_varying) return true;
        if (stmt->kind != StmtKind::if_) continue;
        const auto& branch = as<If>(*stmt);
        const bool varying = under_varying || uniformity.varies(*branch.condition);
        if (has_varying_break(branch.then_body, varying, uniformity)) return true;
        if (has_varying_break(branch.else_body, varying, uniformity)) return true;
    }
    return false;
}

bool needs_agreement(const If& branch) {
    bool found = false;
    const auto look = [&](const Stmt& stmt) {
        found |=
            stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_c || stmt.kind == StmtKind::return_;
    };
    visit_statements(branch.then_body, look);
    visit_statements(branch.else_body, look);
    return found;
}

} // namespace

Uniformity::Uniformity(const Function& function) : function_(function) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
        if (function.parameters[i]->type->is_array() && function.array_uses[i].writes)
            written_arrays_.insert(function.parameters[i]);
    do {
        changed_ = false;
        mark(function_.body, false);
    } while (changed_);
}

bool Uniformity::varies(const Expr& expr) const {
    bool varying = false;
    visit_all(expr, [&](const Expr& part) {
        switch (part.kind) {
        case ExprKind::variable:
            varying |= varies(as<VariableRef>(part).variable);
            break;
        case ExprKind::coordinate: {
            const Coordinate coordinate = as<CoordinateExpr>(part).coordinate;
            varying |= coordinate == Coordinate::idx || coordinate == Coordinate::thread_x;
            break;
        }
        case ExprKind::load:
            // Another thread of the strip may have written the element since.
            varying |= written_arrays_.count(as<Load>(part).array) != 0;
            break;
        case ExprKind::call:
        case ExprKind::assign_expr:
            varying = true;
            break;
        default:
            break;
        }
    });
    return varying;
}

bool Uniformity::diverges(const Stmt& loop) const {
    if (loop.kind == StmtKind::while_) {
        const auto& statement = as<While>(loop);
        return varies(*statement.condition) || has_varying_break(statement.body, false, *this);
    }
    const auto& statement = as<ForC>(loop);
    return varies(statement.variable) || varies(*statement.start) || varies(*statement.condition) ||
           varies(*statement.step) || has_varying_break(statement.body, false, *this);
}

void Uniformity::mark(const Variable* variable) {
    changed_ |= varying_.insert(variable).second;
}

void Uniformity::mark(const Block& block, bool under_varying) {
    for (const StmtPtr& stmt : block) {
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(*expr, [&](const Expr& part) {
                if (part.kind == ExprKind::assign_expr) mark(as<AssignExpr>(part).variable);
            });
        });
        switch (stmt->kind) {
        case StmtKind::declare: {
            const auto& declare = as<Declare>(*stmt);
            if (declare.init && (under_varying || varies(*declare.init))) mark(declare.variable);
            break;
        }
        case StmtKind::assign: {
            const auto& assign = as<Assign>(*stmt);
            if (!assign.place.index && (under_varying || varies(*assign.value))) mark(assign.place.variable);
            break;
        }
        case StmtKind::augmented_assign: {
            const auto& assign = as<AugmentedAssign>(*stmt);
            if (!assign.place.index && (under_varying || varies(*assign.value))) mark(assign.place.variable);
            break;
        }
        case StmtKind::builtin_unpack:
            for (const Place& place : as<BuiltinUnpack>(*stmt).places)
                if (!place.index) mark(place.variable);
            break;
        case StmtKind::if_: {
            const auto& branch = as<If>(*stmt);
            // Around a loop or a return the strip makes sure that its threads agree, or gives up.
            const bool varying = under_varying || (varies(*branch.condition) && !needs_agreement(branch));
            mark(branch.then_body, varying);
            mark(branch.else_body, varying);
            break;
        }
        case StmtKind::while_:
            mark(as<While>(*stmt).body, under_varying || diverges(*stmt));
            break;
        case StmtKind::for_c: {
            const auto& loop = as<ForC>(*stmt);
            if (under_varying || varies(*loop.start) || varies(*loop.condition) || varies(*loop.step))
                mark(loop.variable);
            mark(loop.body, under_varying || diverges(*stmt));
            break;
        }
        default:
            break;
        }
    }
}

} // namespace cudapy::lower
