#include "translator/lower/rewriting/dead_store_elimination.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the expression can be left out. It is not known yet what functions of the program do, so
/// that calls of them stay.
bool can_be_left_out(const Expr& expr) {
    bool calls = false;
    visit_all(expr, [&](const Expr& part) { calls = calls || part.kind == ExprKind::call; });
    return !calls && !has_effects(expr) && !has_kept(expr) && !has_check(expr);
}

/// Returns whether nobody misses the variable if nothing reads it: the part of an array, or a tuple whose
/// parts are known where they are read.
bool is_dead_if_unread(const Variable& variable) {
    const bool is_own = variable.role == VariableRole::local || variable.role == VariableRole::temporary;
    return variable.is_part || (is_own && variable.type->is_tuple());
}

class DeadStores {
  public:
    explicit DeadStores(Function& function) : function_(function) {}

    /// Leaves out unread variables once. Returns whether anything was left out; then the variables that it
    /// read may be unread too.
    bool run() {
        read_.clear();
        needs_.clear();
        look(function_.body);
        follow();
        bool dropped = false;
        rewrite_statements(function_.body, [&](StmtPtr stmt, Block& out) {
            dropped = leave_out(*stmt) || dropped;
            const bool is_empty =
                stmt->kind == StmtKind::multi_assign && as<MultiAssign>(*stmt).lvalues.empty();
            const bool is_unread = stmt->kind == StmtKind::assign &&
                                   is_dead_store(as<Assign>(*stmt).lvalue, *as<Assign>(*stmt).value);
            dropped = dropped || is_unread;
            if (stmt->kind == StmtKind::multi_assign && as<MultiAssign>(*stmt).lvalues.size() == 1) {
                auto& multi = as<MultiAssign>(*stmt); // one is left
                const Span span = multi.span;
                stmt = make_assign(std::move(multi.lvalues[0]), std::move(multi.values[0]), span);
            }
            if (!is_empty && !is_unread)
                out.push_back(std::move(stmt));
            else if (!stmt->comments.above.empty() || !stmt->comments.trailing.empty()) {
                auto note = std::make_unique<Note>(stmt->span);
                note->comments = std::move(stmt->comments);
                out.push_back(std::move(note));
            }
        });
        return dropped;
    }

  private:
    Function& function_;
    VariableSet read_;
    /// For each variable that is a part: the variables that its values read. They are read only if the
    /// variable is.
    std::unordered_map<const Variable*, VariableSet> needs_;

    void look(const Block& block) {
        visit_statements(block, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index && place.variable->is_pointer()) read_.insert(place.variable);
            });
            if (stmt.kind == StmtKind::assign) {
                read(*as<Assign>(stmt).value, &as<Assign>(stmt).lvalue);
                if (as<Assign>(stmt).lvalue.index) read(*as<Assign>(stmt).lvalue.index, nullptr);
                return;
            }
            if (stmt.kind == StmtKind::multi_assign) {
                const auto& multi = as<MultiAssign>(stmt);
                for (std::size_t i = 0; i < multi.values.size(); ++i)
                    read(*multi.values[i], multi.values.size() > 1 ? &multi.lvalues[i] : nullptr);
                for (const Lvalue& place : multi.lvalues)
                    if (place.index) read(*place.index, nullptr);
                return;
            }
            visit_expressions(stmt, [&](const ExprPtr& expr) { read(*expr, nullptr); });
        });
    }

    /// Notes the variables that an expression reads. A variable that parts need only for one another's next
    /// values is not read: `n, m = m, n`.
    void read(const Expr& expr, const Lvalue* place) {
        const bool is_for_part =
            place && !place->index && is_dead_if_unread(*place->variable) && can_be_left_out(expr);
        VariableSet& readers = is_for_part ? needs_[place->variable] : read_;
        visit_all(expr, [&](const Expr& part) {
            if (part.kind == ExprKind::variable) readers.insert(as<VariableRef>(part).variable);
            if (part.kind == ExprKind::load) readers.insert(as<Load>(part).array);
            if (part.kind == ExprKind::view) readers.insert(as<ArrayView>(part).array);
        });
    }

    void follow() {
        std::vector<const Variable*> work(read_.begin(), read_.end());
        while (!work.empty()) {
            const auto needed = needs_.find(work.back());
            work.pop_back();
            if (needed == needs_.end()) continue;
            for (const Variable* variable : needed->second)
                if (read_.insert(variable).second) work.push_back(variable);
        }
    }

    bool is_dead_store(const Lvalue& place, const Expr& value) const {
        return !place.index && is_dead_if_unread(*place.variable) && !read_.count(place.variable) &&
               can_be_left_out(value);
    }

    bool leave_out(Stmt& stmt) const {
        if (stmt.kind != StmtKind::multi_assign || as<MultiAssign>(stmt).values.size() < 2) return false;
        auto& multi = as<MultiAssign>(stmt);
        std::vector<Lvalue> places;
        std::vector<ExprPtr> values;
        for (std::size_t i = 0; i < multi.lvalues.size(); ++i) {
            if (is_dead_store(multi.lvalues[i], *multi.values[i])) continue;
            places.push_back(std::move(multi.lvalues[i]));
            values.push_back(std::move(multi.values[i]));
        }
        const bool dropped = values.size() < multi.values.size();
        multi.lvalues = std::move(places);
        multi.values = std::move(values);
        return dropped;
    }
};

} // namespace

void eliminate_dead_stores(Function& function) {
    const bool has_parts = std::any_of(function.variables.begin(), function.variables.end(),
                                       [](const auto& variable) { return is_dead_if_unread(*variable); });
    if (!has_parts) return;
    DeadStores parts(function);
    while (parts.run()) {
    }
}

} // namespace cudapy::lower
