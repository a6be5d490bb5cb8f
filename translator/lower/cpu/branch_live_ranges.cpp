#include "translator/lower/cpu/branch_live_ranges.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

#include <vector>

namespace cudapy::lower {

using namespace program;

namespace {

/// The access to the variable that comes first on some way through statements.
enum class First {
    nothing, ///< they do not always assign the variable, and do not read it before they do
    write,   ///< they always assign it, and read it after that only
    read,
};

class Scan {
  public:
    explicit Scan(const Variable* variable) : variable_(variable) {}

    template <typename Statements>
    First run(const Statements& statements) const {
        for (const StmtPtr& stmt : statements)
            if (const First first = statement(*stmt); first != First::nothing) return first;
        return First::nothing;
    }

  private:
    const Variable* variable_;

    bool reads(const ExprPtr& expr) const { return expr && mentions(*expr, variable_); }

    bool reads_any(const Stmt& stmt) const {
        bool found = false;
        visit_expressions(stmt, [&](const ExprPtr& expr) { found = found || reads(expr); });
        return found;
    }

    /// Returns whether the place is a field of the variable. The other fields stay what they are.
    bool changes_field(const Lvalue& place) const {
        return place.variable == variable_ && !place.index && !place.fields.empty();
    }

    First statement(const Stmt& stmt) const {
        const auto writes = [&](const Lvalue& place) {
            return place.variable == variable_ && place.is_variable();
        };
        if (stmt.kind == StmtKind::for_c) return loop(as<ForC>(stmt));
        if (reads_any(stmt)) return First::read;
        if (stmt.kind == StmtKind::assign && changes_field(as<Assign>(stmt).lvalue)) return First::read;
        switch (stmt.kind) {
        case StmtKind::assign:
            return writes(as<Assign>(stmt).lvalue) ? First::write : First::nothing;
        case StmtKind::augmented_assign:
            return as<AugmentedAssign>(stmt).lvalue.variable == variable_ ? First::read : First::nothing;
        case StmtKind::builtin_unpack:
            for (const Lvalue& place : as<BuiltinUnpack>(stmt).lvalues)
                if (writes(place)) return First::write;
            return First::nothing;
        case StmtKind::declare:
            return as<Declare>(stmt).variable == variable_ && as<Declare>(stmt).init ? First::write
                                                                                     : First::nothing;
        case StmtKind::if_: {
            const First then_first = run(as<If>(stmt).then_body), else_first = run(as<If>(stmt).else_body);
            if (then_first == First::read || else_first == First::read) return First::read;
            return then_first == else_first ? then_first : First::nothing;
        }
        default: {
            First first = First::nothing;
            visit_blocks(stmt, [&](const Block& body) {
                if (run(body) == First::read) first = First::read;
            });
            return first;
        }
        }
    }

    First loop(const ForC& loop) const {
        if (reads(loop.start)) return First::read;
        if (loop.variable == variable_) return First::write;
        if (reads(loop.condition) || reads(loop.step) || run(loop.body) == First::read) return First::read;
        return First::nothing;
    }
};

void rename(Block& body, const Variable* from, Variable* to) {
    const auto put = [&](Variable*& variable) {
        if (variable == from) variable = to;
    };
    visit_statements(body, [&](Stmt& stmt) {
        visit_expressions(stmt, [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::variable) put(as<VariableRef>(part).variable);
                if (part.kind == ExprKind::assign_expr) put(as<AssignExpr>(part).variable);
            });
        });
        visit_lvalues(stmt, [&](Lvalue& place) { put(place.variable); });
        if (stmt.kind == StmtKind::for_c) put(as<ForC>(stmt).variable);
    });
}

bool is_declared_in(const Block& body, const Variable* variable) {
    bool found = false;
    visit_statements(body, [&](const Stmt& stmt) {
        found |= stmt.kind == StmtKind::declare && as<Declare>(stmt).variable == variable;
        found |=
            stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares && as<ForC>(stmt).variable == variable;
    });
    return found;
}

/// Splits variables of the branch `body`. `rest` are the statements after the branch.
template <typename Statements>
void split(Function& block, Block& body, const Statements& rest) {
    if (!holds_warp_operation(body)) return;
    const VariableSet assigned = assigned_variables(body);
    std::vector<const Variable*> variables; // in the order of their declarations
    for (const auto& variable : block.variables)
        if (assigned.count(variable.get())) variables.push_back(variable.get());
    for (const Variable* variable : variables) {
        const bool has_role =
            variable->role == VariableRole::local || variable->role == VariableRole::temporary;
        if (!has_role || variable->is_pointer() || is_declared_in(body, variable)) continue;
        if (Scan(variable).run(body) == First::read || Scan(variable).run(rest) == First::read) continue;
        Variable* own =
            block.add_variable(variable->name, variable->type, VariableRole::temporary, variable->span);
        rename(body, variable, own);
        body.insert(body.begin(), std::make_unique<Declare>(variable->span, own, nullptr));
    }
}

} // namespace

void split_branch_live_ranges(Function& block) {
    for (std::size_t i = 0; i < block.body.size(); ++i) {
        if (block.body[i]->kind != StmtKind::if_ || holds_barrier(*block.body[i])) continue;
        auto& branch = as<If>(*block.body[i]);
        // Only the statements after the branch see it: a branch in a loop comes again.
        struct Rest {
            const Block& body;
            std::size_t first;
            auto begin() const { return body.begin() + static_cast<std::ptrdiff_t>(first); }
            auto end() const { return body.end(); }
        } rest{block.body, i + 1};
        split(block, branch.then_body, rest);
        split(block, branch.else_body, rest);
    }
}

} // namespace cudapy::lower
