#include "translator/differentiate/reverse/uniform.h"

#include "translator/builtins/builtins.h"
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
    Variables varying;
    follow(kernel, varying);
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

bool Uniform::varies(const Expr& expr, const Variables& varying) const {
    bool varies = false;
    visit_all(expr, [&](const Expr& part) {
        if (part.kind == ExprKind::variable) varies = varies || varying.count(as<VariableRef>(part).variable);
        if (part.kind == ExprKind::coordinate)
            varies = varies || is_of_thread(as<CoordinateExpr>(part).coordinate);
        if (part.kind == ExprKind::load) varies = varies || stored_.count(as<Load>(part).array);
        if (part.kind == ExprKind::view) varies = true;
        // The same for all threads is what a barrier gives.
        if (is_atomic(part) || is_warp_wide(part) || is_draw(part)) varies = true;
    });
    return varies;
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

/// Goes through the kernel in the order in which it runs. `varying` holds the variables of which the threads
/// that are here may have different values.
void Uniform::follow(const Block& body, Variables& varying) {
    const auto assigned_in = [](const Block& inner, Variables& out) {
        visit_statements(inner, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) { out.insert(place.variable); });
            if (stmt.kind == StmtKind::for_range) out.insert(as<ForRange>(stmt).variable);
        });
    };
    for (const StmtPtr& stmt : body) {
        bool differs = false;
        visit_expressions(*stmt, [&](const ExprPtr& expr) { differs = differs || varies(*expr, varying); });
        switch (stmt->kind) {
        case StmtKind::if_: {
            const auto& node = as<If>(*stmt);
            Variables other = varying;
            follow(node.then_body, varying);
            follow(node.else_body, other);
            varying.insert(other.begin(), other.end());
            if (differs) { // afterwards threads meet that came by different ways
                assigned_in(node.then_body, varying);
                assigned_in(node.else_body, varying);
            }
            break;
        }
        case StmtKind::for_range:
        case StmtKind::while_:
            for (;;) {
                const Variables before = varying;
                bool leaves_apart = false;
                visit_expressions(*stmt, [&](const ExprPtr& expr) {
                    leaves_apart = leaves_apart || varies(*expr, varying);
                });
                const bool counts = stmt->kind == StmtKind::for_range;
                const Block& inner = counts ? as<ForRange>(*stmt).body : as<While>(*stmt).body;
                if (leaves_apart) { // threads may be in different iterations
                    assigned_in(inner, varying);
                    if (counts) varying.insert(as<ForRange>(*stmt).variable);
                }
                Variables at_end = varying;
                if (counts && !leaves_apart) at_end.erase(as<ForRange>(*stmt).variable);
                follow(inner, at_end);
                if (leaves_apart) assigned_in(inner, at_end);
                varying.insert(at_end.begin(), at_end.end());
                if (varying == before) break;
            }
            break;
        default: {
            if (stmt->kind == StmtKind::assign && as<Assign>(*stmt).value->kind == ExprKind::builtin_call) {
                const auto& call = as<BuiltinCall>(*as<Assign>(*stmt).value);
                const bool agrees = is_shuffle(call.builtin->special) && !varies(*call.arguments[2], varying);
                if (agrees)
                    agreed_.insert(stmt.get());
                else
                    agreed_.erase(stmt.get()); // found later, in another round
            }
            visit_lvalues(*stmt, [&](const Lvalue& place) {
                if (differs)
                    varying.insert(place.variable);
                else if (place.is_variable())
                    varying.erase(place.variable);
            });
        }
        }
    }
}

} // namespace cudapy::differentiate
