#include "translator/lower/groups/groups.h"

#include "translator/lower/analysis/divergent_trip_counts.h"
#include "translator/lower/groups/group_maker.h"
#include "translator/lower/groups/group_obstacles.h"
#include "translator/lower/groups/group_plan.h"
#include "translator/lower/groups/specialize_extents.h"
#include "translator/lower/groups/words.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

bool has_loop(const Function& callee) {
    bool found = false;
    visit_statements(callee.body, [&](const Stmt& stmt) {
        found |= stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_c;
    });
    return found;
}

/// Returns whether calls of the function are inlined, so that its accesses are seen.
bool is_inlined(const Function& callee) {
    const auto touches = [](const ArrayUse& use) { return use.reads || use.writes; };
    const auto& uses = callee.facts.array_uses;
    return !callee.foreign && !callee.facts.is_recursive &&
           (has_loop(callee) || std::any_of(uses.begin(), uses.end(), touches));
}

/// Returns why a kernel has no form for groups whatever its body does, or null.
const char* obstacle_around(const Function& kernel) {
    if (kernel.facts.is_called) return "other functions call it, too";
    if (kernel.facts.is_recursive) return "it calls itself";
    if (kernel.facts.own_coordinates != kernel.facts.coordinates)
        return "a function that it calls asks for the thread's place";
    return nullptr;
}

/// Declares each shared array once, at the beginning: what was a function that is called twice has one.
void lift_shared_arrays(Function& group) {
    Block arrays;
    rewrite_statements(group.body, StmtKind::declare, [&](StmtPtr stmt, Block& out) {
        const Variable* variable = as<Declare>(*stmt).variable;
        const auto is_same = [&](const StmtPtr& other) { return as<Declare>(*other).variable == variable; };
        if (variable->role != VariableRole::shared)
            out.push_back(std::move(stmt));
        else if (std::none_of(arrays.begin(), arrays.end(), is_same))
            arrays.push_back(std::move(stmt));
    });
    group.body.insert(group.body.begin(), std::make_move_iterator(arrays.begin()),
                      std::make_move_iterator(arrays.end()));
}

/// Puts coordinates along y in place of the names that the kernel gives them, so that the threads of a group
/// need not keep them.
void drop_names_of_rows(Function& group) {
    const Definitions definitions = definitions_in(group.body);
    const auto row = [&](const Variable* variable) -> const Expr* {
        const auto found = definitions.values.find(variable);
        if (found == definitions.values.end() || (*found->second)->kind != ExprKind::coordinate)
            return nullptr;
        const Coordinate coordinate = as<CoordinateExpr>(**found->second).coordinate;
        return is_of_thread(coordinate) && axis_of(coordinate) == 1 ? found->second->get() : nullptr;
    };
    rewrite_expressions(group.body, [&](ExprPtr& expr) {
        if (expr->kind != ExprKind::variable) return;
        if (const Expr* value = row(as<VariableRef>(*expr).variable)) expr = clone(*value);
    });
    rewrite_statements(group.body, StmtKind::declare, [&](StmtPtr stmt, Block& out) {
        if (!row(as<Declare>(*stmt).variable)) out.push_back(std::move(stmt));
    });
    std::erase_if(group.variables, [&](const auto& variable) { return row(variable.get()) != nullptr; });
}

/// Makes the form of a kernel whose threads wait for those of their block.
void make_group_in_blocks(Function& kernel, const std::array<int, 3>& coarsen) {
    GroupFacts& facts = kernel.group_facts;
    auto group = copy_function(kernel);
    inline_calls(*group, is_inlined);
    if (const char* obstacle = obstacle_to_group_in_blocks(*group)) {
        facts.why = obstacle;
        return;
    }
    const GroupPlan plan =
        plan_group_in_blocks(*group, accesses_of(*group, Arrays::seen_by_threads), coarsen);
    facts.why = plan.why;
    if (!plan.gains()) return;
    lift_shared_arrays(*group);
    drop_names_of_rows(*group);
    group->form = Form::group;
    group->group_facts.size = plan.size;
    group->group_facts.in_blocks = true;
    group->group_facts.why = plan.why;
    if (!put_together(*group, plan)) {
        facts.why = own_ways;
        return;
    }
    facts = group->group_facts;
    kernel.group = std::move(group);
}

/// Makes the form of a kernel that the plan says. Returns null where the kernel fits no such form.
std::unique_ptr<Function> form_for_groups(const Function& kernel, const GroupPlan& plan) {
    auto group = copy_function(kernel);
    inline_calls(*group, is_inlined);
    specialize_extents(*group);
    group->form = Form::group;
    group->group_facts.size = plan.size;
    group->group_facts.otherwise = plan.otherwise;
    group->group_facts.has_column_accesses = plan.has_column_accesses;
    group->group_facts.why = plan.why;
    const Definitions definitions = definitions_in(group->body);
    if (!put_together(*group, plan)) return nullptr;
    move_words(*group, definitions, plan.loop_words);
    return group;
}

} // namespace

void make_group(Function& kernel, const std::array<int, 3>& coarsen) {
    if (!kernel.is_kernel) return;
    GroupFacts& facts = kernel.group_facts;
    const char* obstacle =
        kernel.facts.cooperation.waits ? "its threads wait for each other in loops" : obstacle_around(kernel);
    if (obstacle) {
        facts.why = obstacle;
        return;
    }
    if (kernel.runs_whole_blocks()) return make_group_in_blocks(kernel, coarsen);
    auto group = copy_function(kernel);
    inline_calls(*group, is_inlined);
    kernel.has_divergent_trip_counts = has_divergent_trip_counts(*group);
    obstacle = obstacle_to_group(*group);
    if (obstacle) {
        facts.why = obstacle;
        return;
    }
    specialize_extents(*group);
    const std::vector<Access> accesses = accesses_of(*group);
    facts.has_column_accesses = has_column_accesses(accesses);
    GroupPlan plan = plan_group(*group, accesses, coarsen);
    facts.why = plan.why;
    if (!plan.gains()) return;
    group = form_for_groups(kernel, plan);
    if (!group && plan.otherwise[0] != 0) { // along fewer axes threads may go the same ways
        plan.size = std::exchange(plan.otherwise, {});
        group = form_for_groups(kernel, plan);
    }
    if (!group) {
        facts.why = own_ways;
        return;
    }
    if (plan.count() == 1 && group->group_facts.alignments.empty()) {
        facts.why = "its arrays cannot be moved by words";
        return;
    }
    facts = group->group_facts;
    kernel.group = std::move(group);
    kernel.has_divergent_trip_counts = false; // it gains from groups
}

} // namespace cudapy::lower
