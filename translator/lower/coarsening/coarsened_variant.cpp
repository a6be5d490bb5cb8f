#include "translator/lower/coarsening/coarsened_variant.h"

#include "translator/lower/analysis/divergent_trip_counts.h"
#include "translator/lower/coarsening/coarsener.h"
#include "translator/lower/coarsening/coarsening_obstacles.h"
#include "translator/lower/coarsening/coarsening_plan.h"
#include "translator/lower/coarsening/specialize_extents.h"
#include "translator/lower/coarsening/vectorized_accesses.h"
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

/// Returns why a kernel has no coarsened variant whatever its body does, or null.
const char* obstacle_around(const Function& kernel) {
    if (kernel.facts.is_called) return "other functions call it, too";
    if (kernel.facts.is_recursive) return "it calls itself";
    if (kernel.facts.own_coordinates != kernel.facts.coordinates)
        return "a function that it calls asks for the thread's place";
    return nullptr;
}

/// Declares each shared array once, at the beginning: a function that was inlined twice has one.
void lift_shared_arrays(Function& coarsened) {
    Block arrays;
    rewrite_statements(coarsened.body, StmtKind::declare, [&](StmtPtr stmt, Block& out) {
        const Variable* variable = as<Declare>(*stmt).variable;
        const auto is_same = [&](const StmtPtr& other) { return as<Declare>(*other).variable == variable; };
        if (variable->role != VariableRole::shared)
            out.push_back(std::move(stmt));
        else if (std::none_of(arrays.begin(), arrays.end(), is_same))
            arrays.push_back(std::move(stmt));
    });
    coarsened.body.insert(coarsened.body.begin(), std::make_move_iterator(arrays.begin()),
                          std::make_move_iterator(arrays.end()));
}

/// Puts coordinates along y in place of the names that the kernel gives them, so that the threads of a group
/// need not keep them.
void drop_names_of_rows(Function& coarsened) {
    const Definitions definitions = definitions_in(coarsened.body);
    const auto row = [&](const Variable* variable) -> const Expr* {
        const auto found = definitions.values.find(variable);
        if (found == definitions.values.end() || (*found->second)->kind != ExprKind::coordinate)
            return nullptr;
        const Coordinate coordinate = as<CoordinateExpr>(**found->second).coordinate;
        return is_of_thread(coordinate) && axis_of(coordinate) == 1 ? found->second->get() : nullptr;
    };
    rewrite_expressions(coarsened.body, [&](ExprPtr& expr) {
        if (expr->kind != ExprKind::variable) return;
        if (const Expr* value = row(as<VariableRef>(*expr).variable)) expr = clone(*value);
    });
    rewrite_statements(coarsened.body, StmtKind::declare, [&](StmtPtr stmt, Block& out) {
        if (!row(as<Declare>(*stmt).variable)) out.push_back(std::move(stmt));
    });
    std::erase_if(coarsened.variables, [&](const auto& variable) { return row(variable.get()) != nullptr; });
}

/// Makes the variant of a kernel whose threads wait for those of their block.
void make_coarsened_in_blocks(Function& kernel, const std::array<int, 3>& coarsen) {
    CoarseningFacts& facts = kernel.coarsening_facts;
    auto coarsened = copy_function(kernel);
    inline_calls(*coarsened, is_inlined);
    if (const char* obstacle = obstacle_to_coarsening_in_blocks(*coarsened)) {
        facts.reason = obstacle;
        return;
    }
    const CoarseningPlan plan =
        plan_coarsening_in_blocks(*coarsened, accesses_of(*coarsened, Arrays::seen_by_threads), coarsen);
    facts.reason = plan.reason;
    if (!plan.gains()) return;
    lift_shared_arrays(*coarsened);
    drop_names_of_rows(*coarsened);
    coarsened->variant = Variant::coarsened;
    coarsened->coarsening_facts.size = plan.size;
    coarsened->coarsening_facts.in_blocks = true;
    coarsened->coarsening_facts.reason = plan.reason;
    if (!coarsen_body(*coarsened, plan)) {
        facts.reason = own_ways;
        return;
    }
    facts = coarsened->coarsening_facts;
    kernel.coarsened = std::move(coarsened);
}

/// Makes the variant of a kernel that the plan says. Returns null where the kernel fits no such variant.
std::unique_ptr<Function> coarsened_variant(const Function& kernel, const CoarseningPlan& plan) {
    auto coarsened = copy_function(kernel);
    inline_calls(*coarsened, is_inlined);
    specialize_extents(*coarsened);
    coarsened->variant = Variant::coarsened;
    coarsened->coarsening_facts.size = plan.size;
    coarsened->coarsening_facts.otherwise = plan.otherwise;
    coarsened->coarsening_facts.has_column_accesses = plan.has_column_accesses;
    coarsened->coarsening_facts.reason = plan.reason;
    const Definitions definitions = definitions_in(coarsened->body);
    if (!coarsen_body(*coarsened, plan)) return nullptr;
    vectorize_accesses(*coarsened, definitions, plan.loop_vector);
    return coarsened;
}

} // namespace

void make_coarsened_variant(Function& kernel, const std::array<int, 3>& coarsen) {
    if (!kernel.is_kernel) return;
    CoarseningFacts& facts = kernel.coarsening_facts;
    const char* obstacle =
        kernel.facts.cooperation.waits ? "its threads wait for each other in loops" : obstacle_around(kernel);
    if (obstacle) {
        facts.reason = obstacle;
        return;
    }
    if (kernel.runs_whole_blocks()) return make_coarsened_in_blocks(kernel, coarsen);
    auto coarsened = copy_function(kernel);
    inline_calls(*coarsened, is_inlined);
    kernel.has_divergent_trip_counts = has_divergent_trip_counts(*coarsened);
    obstacle = obstacle_to_coarsening(*coarsened);
    if (obstacle) {
        facts.reason = obstacle;
        return;
    }
    specialize_extents(*coarsened);
    const std::vector<Access> accesses = accesses_of(*coarsened);
    facts.has_column_accesses = has_column_accesses(accesses);
    CoarseningPlan plan = plan_coarsening(*coarsened, accesses, coarsen);
    facts.reason = plan.reason;
    if (!plan.gains()) return;
    coarsened = coarsened_variant(kernel, plan);
    if (!coarsened && plan.otherwise[0] != 0) { // along fewer axes threads may go the same ways
        plan.size = std::exchange(plan.otherwise, {});
        coarsened = coarsened_variant(kernel, plan);
    }
    if (!coarsened) {
        facts.reason = own_ways;
        return;
    }
    if (plan.count() == 1 && coarsened->coarsening_facts.alignments.empty()) {
        facts.reason = "its arrays allow no vectorized loads or stores";
        return;
    }
    facts = coarsened->coarsening_facts;
    kernel.coarsened = std::move(coarsened);
    kernel.has_divergent_trip_counts = false; // it gains from coarsening
}

} // namespace cudapy::lower
