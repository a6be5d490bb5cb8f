#include "translator/differentiate/reverse/uniform.h"

#include "translator/program/walk.h"

#include <algorithm>

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
    Blocks around;
    find_branches(kernel, around);
    do {
        changed_ = false;
        Blocks varying;
        look(kernel, varying);
    } while (changed_);
}

void Uniform::find_branches(const Block& body, Blocks& around) {
    const auto name = [&](const Variable* variable) {
        const auto [known, is_new] = branches_.try_emplace(variable, around);
        if (!is_new)
            std::erase_if(known->second, [&](const Block* branch) {
                return std::find(around.begin(), around.end(), branch) == around.end();
            });
    };
    for (const StmtPtr& stmt : body) {
        visit_lvalues(*stmt, [&](const Lvalue& place) { name(place.variable); });
        if (stmt->kind == StmtKind::for_range) name(as<ForRange>(*stmt).variable);
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (part.kind == ExprKind::variable) name(as<VariableRef>(part).variable);
            });
        });
        visit_blocks(*stmt, [&](const Block& inner) {
            around.push_back(&inner);
            find_branches(inner, around);
            around.pop_back();
        });
    }
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

/// `varying` holds the blocks around that only some threads enter, and null for those of loops, whose threads
/// may be in different iterations.
void Uniform::look(const Block& body, Blocks& varying) {
    for (const StmtPtr& stmt : body) {
        bool of_value = false;
        visit_expressions(*stmt, [&](const ExprPtr& expr) { of_value = of_value || !is_uniform(*expr); });
        const auto assigned = [&](const Variable* variable) {
            // Threads that do not come here keep another value; who never reads it does not mind.
            const Blocks& branches = branches_[variable];
            const bool of_control = std::any_of(varying.begin(), varying.end(), [&](const Block* block) {
                return std::find(branches.begin(), branches.end(), block) == branches.end();
            });
            assign(variable, of_value || of_control);
        };
        visit_lvalues(*stmt, [&](const Lvalue& place) { assigned(place.variable); });
        if (stmt->kind == StmtKind::for_range) assigned(as<ForRange>(*stmt).variable);
        const bool is_loop = stmt->kind == StmtKind::for_range || stmt->kind == StmtKind::while_;
        visit_blocks(*stmt, [&](const Block& inner) {
            if (of_value) varying.push_back(is_loop ? nullptr : &inner);
            look(inner, varying);
            if (of_value) varying.pop_back();
        });
    }
}

} // namespace cudapy::differentiate
