#include "translator/lower/cpu/lane_variables.h"

#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

class Placing {
  public:
    Placing(Function& function, const Uniformity& uniformity)
        : function_(function), uniformity_(uniformity) {}

    void run() {
        mentions(function_.body, nullptr);
        Block arrays;
        for (const auto& variable : function_.variables) {
            const auto& used = loops_[variable.get()];
            const bool elsewhere = variable->role == VariableRole::parameter ||
                                   variable->role == VariableRole::shared ||
                                   variable->role == VariableRole::table;
            if (elsewhere || used.empty()) continue;
            const auto& declared = declared_[variable.get()];
            const bool in_lanes = used.size() > 1 || *used.begin() != nullptr;
            // A variable that is declared in every work-item loop that mentions it brings no value from one
            // to another.
            const bool local = std::includes(declared.begin(), declared.end(), used.begin(), used.end()) &&
                               !declared.count(nullptr);
            const bool uniform = declared.count(nullptr) && !uniformity_.varies(variable.get());
            if (!in_lanes || local || uniform) continue;
            variable->per_lane = true;
            arrays.push_back(std::make_unique<Declare>(variable->span, variable.get(), nullptr));
        }
        undeclare(function_.body);
        function_.body.insert(function_.body.begin(), std::make_move_iterator(arrays.begin()),
                              std::make_move_iterator(arrays.end()));
    }

  private:
    Function& function_;
    const Uniformity& uniformity_;
    std::map<Variable*, std::set<const Stmt*>>
        loops_; ///< the work-item loops that mention it; null for outside
    std::map<Variable*, std::set<const Stmt*>> declared_; ///< the work-item loops that declare it; null for
                                                          ///< outside

    void mentions(const Block& block, const Stmt* lanes) {
        for (const StmtPtr& stmt : block) {
            auto mention = [&](Variable* variable) {
                loops_[variable].insert(lanes);
                for (Variable* root : variable->roots) // its arrays live as long as a pointer does
                    loops_[root].insert(lanes);
            };
            visit_expressions(*stmt, [&](const ExprPtr& expr) {
                visit_all(*expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::variable) mention(as<VariableRef>(part).variable);
                    if (part.kind == ExprKind::load) mention(as<Load>(part).array);
                    if (part.kind == ExprKind::view) mention(as<ArrayView>(part).array);
                    if (part.kind == ExprKind::assign_expr) mention(as<AssignExpr>(part).variable);
                    if (part.kind == ExprKind::other_lane) mention(as<OtherLane>(part).variable);
                });
            });
            visit_lvalues(*stmt, [&](const Lvalue& place) { mention(place.variable); });
            switch (stmt->kind) {
            case StmtKind::declare:
                mention(as<Declare>(*stmt).variable);
                declared_[as<Declare>(*stmt).variable].insert(lanes);
                break;
            case StmtKind::warp_loop: // the warp loop is in no loop over threads
                declared_[as<WarpLoop>(*stmt).lanes].insert(lanes);
                break;
            case StmtKind::for_c:
                mention(as<ForC>(*stmt).variable);
                if (as<ForC>(*stmt).declares) declared_[as<ForC>(*stmt).variable].insert(lanes);
                break;
            default:
                break;
            }
            const Stmt* inner = stmt->kind == StmtKind::work_item_loop ? stmt.get() : lanes;
            visit_blocks(*stmt, [&](const Block& body) { mentions(body, inner); });
        }
    }

    static void undeclare(Block& block) {
        Block result;
        for (StmtPtr& stmt : block) {
            visit_blocks(*stmt, [&](Block& body) { undeclare(body); });
            if (stmt->kind == StmtKind::for_c && as<ForC>(*stmt).variable->per_lane)
                as<ForC>(*stmt).declares = false;
            if (stmt->kind == StmtKind::declare && as<Declare>(*stmt).variable->per_lane) {
                auto& declare = as<Declare>(*stmt);
                if (!declare.init) continue;
                auto assign = make_assign(declare.variable, std::move(declare.init), declare.span);
                assign->comments = declare.comments;
                result.push_back(std::move(assign));
                continue;
            }
            result.push_back(std::move(stmt));
        }
        block = std::move(result);
    }
};

/// Puts other arrays in the place of those in `others`.
void replace_arrays(Block& body, const std::map<const Variable*, Variable*>& others) {
    const auto replace = [&](Variable*& array) {
        if (const auto found = others.find(array); found != others.end()) array = found->second;
    };
    visit_statements(body, [&](Stmt& stmt) {
        visit_expressions(stmt, [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::variable) replace(as<VariableRef>(part).variable);
                if (part.kind == ExprKind::length) replace(as<Length>(part).array);
                if (part.kind == ExprKind::load) replace(as<Load>(part).array);
                if (part.kind == ExprKind::view) replace(as<ArrayView>(part).array);
            });
        });
        visit_lvalues(stmt, [&](Lvalue& place) { replace(place.variable); });
    });
}

} // namespace

void merge_lane_arrays(Function& function, const std::map<const Variable*, const Variable*>& origins) {
    std::map<const Variable*, Variable*> kept; // for each array that was copied, its first copy
    std::map<const Variable*, Variable*> others;
    for (const auto& variable : function.variables) {
        const auto origin = origins.find(variable.get());
        if (!variable->per_lane || !variable->is_declared_array() || origin == origins.end()) continue;
        Variable* first = kept.try_emplace(origin->second, variable.get()).first->second;
        if (first != variable.get()) others[variable.get()] = first;
    }
    if (others.empty()) return;
    replace_arrays(function.body, others);
    std::erase_if(function.body, [&](const StmtPtr& stmt) {
        return stmt->kind == StmtKind::declare && others.count(as<Declare>(*stmt).variable);
    });
}

void place_lane_variables(Function& function, const Uniformity& uniformity) {
    Placing(function, uniformity).run();
}

} // namespace cudapy::lower
