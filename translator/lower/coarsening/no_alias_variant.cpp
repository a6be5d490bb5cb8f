#include "translator/lower/coarsening/no_alias_variant.h"

#include "translator/lower/rewriting/copy_function.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the function, or one that it calls, prints, asserts or draws random numbers, for which
/// the launcher has to know the module that runs.
bool tells_host(const Function& function, std::set<const Function*>& seen) {
    if (!seen.insert(&function).second) return false;
    bool tells = function.foreign.has_value();
    visit_all(function.body, [&](const Expr& expr) {
        tells = tells || is_report(expr) || is_draw(expr);
        if (expr.kind == ExprKind::call) tells = tells || tells_host(*as<Call>(expr).function, seen);
    });
    return tells;
}

/// The parameters whose elements the loops of a kernel load, and those to which they store, by number.
struct LoopUses {
    std::set<std::size_t> loaded, stored;
};

class LoopWalker {
  public:
    explicit LoopWalker(const Function& kernel) : kernel_(kernel) {}

    LoopUses uses() {
        visit_statements(kernel_.body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::for_c || stmt.kind == StmtKind::while_)
                visit_blocks(stmt, [&](const Block& body) { look(body); });
        });
        return uses_;
    }

  private:
    void look(const Block& body) {
        visit_statements(body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) note(place.variable, uses_.stored);
            });
        });
        visit_all(body, [&](const Expr& expr) {
            if (is_atomic(expr)) note(atomic_place(expr).array, uses_.stored);
            if (expr.kind == ExprKind::load) note(as<Load>(expr).array, uses_.loaded);
        });
    }

    void note(const Variable* array, std::set<std::size_t>& to) {
        const auto found = std::find(kernel_.parameters.begin(), kernel_.parameters.end(), array);
        if (found != kernel_.parameters.end())
            to.insert(static_cast<std::size_t>(found - kernel_.parameters.begin()));
    }

    const Function& kernel_;
    LoopUses uses_;
};

bool is_alone(const Function& kernel) {
    return !kernel.facts.is_called && !kernel.facts.is_recursive && !kernel.cooperates() &&
           !kernel.facts.cooperation.grid_barrier;
}

} // namespace

void make_no_alias_variant(Function& kernel) {
    if (!kernel.is_kernel || kernel.coarsened || kernel.facts.cooperation.waits) return;
    std::set<const Function*> seen;
    if (!is_alone(kernel) || tells_host(kernel, seen)) return;
    const auto element = [&](std::size_t i) { return kernel.parameters[i]->type->element(); };
    const auto writes = [&](std::size_t i) { return kernel.facts.array_uses[i].writes; };
    const LoopUses uses = LoopWalker(kernel).uses();
    std::set<std::pair<std::size_t, std::size_t>> distinct;
    bool gains = false;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        if (!kernel.parameters[i]->type->is_array() || writes(i) || !uses.loaded.contains(i)) continue;
        for (std::size_t j = 0; j < kernel.parameters.size(); ++j) {
            if (!kernel.parameters[j]->type->is_array() || !writes(j) || element(i) != element(j)) continue;
            distinct.emplace(i, j);
            gains |= uses.stored.contains(j);
        }
    }
    if (!gains) return;
    kernel.coarsened = copy_function(kernel);
    kernel.coarsened->variant = Variant::coarsened;
    kernel.coarsening_facts.distinct = std::move(distinct);
    kernel.coarsening_facts.reason = "loads in its loops need not wait for its stores";
    kernel.coarsened->coarsening_facts = kernel.coarsening_facts;
}

} // namespace cudapy::lower
