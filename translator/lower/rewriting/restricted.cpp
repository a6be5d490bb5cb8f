#include "translator/lower/rewriting/restricted.h"

#include <set>

namespace cudapy::lower {

using namespace program;

void mark_restricted(Function& function) {
    if (!function.is_kernel) return;
    std::set<const Type*> written;
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
        if (function.facts.array_uses[i].writes) written.insert(function.parameters[i]->type->element());
    for (Function* form : function.forms())
        for (Variable* parameter : form->parameters)
            parameter->is_restricted =
                parameter->type->is_array() && !written.contains(parameter->type->element());
    if (!function.group) return;
    for (const auto& [read, other] : function.group_facts.distinct)
        function.group->parameters[read]->is_restricted = true;
}

} // namespace cudapy::lower
