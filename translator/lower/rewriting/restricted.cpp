#include "translator/lower/rewriting/restricted.h"

#include "translator/lower/analysis/merged_loads.h"

#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// Takes the mark from an array of a form if nvcc may make one load of a load of it and one of an array
/// without the mark. nvcc 13.0 then takes the other array, too, for one that nobody writes, and reads from a
/// cache what was there before. Returns whether a mark went.
bool take_mark(Function& variant, const Function& kernel) {
    for (std::size_t i = 0; i < variant.parameters.size(); ++i) {
        if (!variant.parameters[i]->is_restricted) continue;
        for (std::size_t j = 0; j < variant.parameters.size(); ++j) {
            const Variable& other = *variant.parameters[j];
            if (!other.type->is_array() || other.is_restricted || !kernel.facts.array_uses[j].reads) continue;
            if (!may_merge_loads(variant, i, j)) continue;
            variant.parameters[i]->is_restricted = false;
            return true;
        }
    }
    return false;
}

} // namespace

void mark_restricted(Function& function) {
    if (!function.is_kernel || function.facts.cooperation.waits) return;
    std::set<const Type*> written;
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
        if (function.facts.array_uses[i].writes) written.insert(function.parameters[i]->type->element());
    for (Function* variant : function.variants())
        for (Variable* parameter : variant->parameters)
            parameter->is_restricted =
                parameter->type->is_array() && !written.contains(parameter->type->element());
    if (function.coarsened)
        for (const auto& [read, other] : function.coarsening_facts.distinct)
            function.coarsened->parameters[read]->is_restricted = true;
    for (Function* variant : function.variants())
        while (take_mark(*variant, function)) {
        }
}

} // namespace cudapy::lower
