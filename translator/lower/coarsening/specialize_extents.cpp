#include "translator/lower/coarsening/specialize_extents.h"

#include "translator/lower/analysis/accesses.h"
#include "translator/lower/rewriting/rewrite.h"

#include <map>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

constexpr std::size_t most_extent = 4;

/// Returns the innermost extent of an array that the constants in its accesses imply, or 0 for none.
int implied_extent(Variable& array, const std::vector<Access>& accesses) {
    const int last = array.type->rank() - 1;
    if (last < 1) return 0;
    std::set<int64_t> places;
    for (const Access& access : accesses) {
        if (access.array != &array) continue;
        const auto x = access.stride(0);
        if (!x || *x != SymbolicSum(Symbol::extent_of(&array, last))) return 0;
        places.insert(access.form->constant());
    }
    if (places.size() < 2 || places.size() > most_extent) return 0;
    const auto count = static_cast<int64_t>(places.size());
    return *places.begin() == 0 && *places.rbegin() == count - 1 ? static_cast<int>(count) : 0;
}

} // namespace

void specialize_extents(Function& coarsened) {
    const std::vector<Access> accesses = accesses_of(coarsened);
    for (std::size_t i = 0; i < coarsened.parameters.size(); ++i) {
        Variable* array = coarsened.parameters[i];
        const int extent = array->type->is_array() ? implied_extent(*array, accesses) : 0;
        if (extent == 0) continue;
        const int last = array->type->rank() - 1;
        coarsened.coarsening_facts.equals[{i, last}] = extent;
        rewrite_expressions(coarsened.body, [&](ExprPtr& expr) {
            if (expr->kind != ExprKind::length || as<Length>(*expr).array != array ||
                as<Length>(*expr).axis != last)
                return;
            expr = make_int(expr->type, extent, expr->span);
        });
    }
}

} // namespace cudapy::lower
