#include "translator/lower/rewriting/restricted.h"

#include "translator/lower/analysis/merged_loads.h"

#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// Takes the mark from an array of a form if nvcc may make one load of a load of it and one of an array
/// without the mark. nvcc 13.0 then takes the other array, too, for one that nobody writes, and reads from a
/// cache what was there before. Returns whether a mark went.
bool take_mark(Function& form, const Function& kernel) {
    for (std::size_t i = 0; i < form.parameters.size(); ++i) {
        if (!form.parameters[i]->is_restricted) continue;
        for (std::size_t j = 0; j < form.parameters.size(); ++j) {
            const Variable& other = *form.parameters[j];
            if (!other.type->is_array() || other.is_restricted || !kernel.facts.array_uses[j].reads) continue;
            if (!may_merge_loads(form, i, j)) continue;
            form.parameters[i]->is_restricted = false;
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
    for (Function* form : function.forms())
        for (Variable* parameter : form->parameters)
            parameter->is_restricted =
                parameter->type->is_array() && !written.contains(parameter->type->element());
    if (function.coarsened)
        for (const auto& [read, other] : function.coarsening_facts.distinct)
            function.coarsened->parameters[read]->is_restricted = true;
    for (Function* form : function.forms())
        while (take_mark(*form, function)) {
        }
}

} // namespace cudapy::lower
