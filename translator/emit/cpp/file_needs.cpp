#include "translator/emit/cpp/file_needs.h"

#include "translator/emit/cpp/functions.h"
#include "translator/emit/cuda/capability.h"
#include "translator/emit/helpers/libm.h"
#include "translator/program/scalar_types.h"
#include "translator/program/tuple_types.h"

namespace cudapy::emit {

FileNeeds file_needs(const program::Program& program, Target target) {
    FileNeeds needs;
    CallFactsSearch facts;
    ConstantSearch constants;
    EarlyCalls early_calls;
    needs.stdint = program.index64;
    for (const auto& each : program.functions) {
        const program::Function& function = *each;
        facts.look(function);
        reserve_names(function, needs.names);
        add_helpers(function, target, needs.helpers);
        constants.look(function);
        add_tables(function, needs.tables);
        add_tuple_types(function, needs.aggregates);
        needs.scalars.merge(scalar_types(function));
        early_calls.look(function);
        if (target == Target::cuda) {
            needs.stdint = needs.stdint || uses_stdint(function);
            add_need(function, needs.capability);
        } else {
            add_libm_declarations(function, needs.libm);
            add_host_math_names(function, needs.host_math);
        }
    }
    for (const auto& source : program.device_sources())
        reserve_names(*source, needs.names);
    needs.facts = facts.take();
    needs.constants = constants.take(needs.names);
    needs.early_calls = early_calls.take();
    sort_helpers(needs.helpers);
    return needs;
}

} // namespace cudapy::emit
