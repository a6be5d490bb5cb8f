#include "translator/function_types.h"

#include "translator/check_units.h"
#include "translator/lower/analysis/mod_ref.h"
#include "translator/lower/analysis/waiting_loops.h"
#include "translator/program/walk.h"

#include <unordered_map>

namespace cudapy {

namespace {

using Places = std::unordered_map<const program::Function*, std::size_t>;

FunctionTypes types_of(const program::Function& function, const Places& places) {
    FunctionTypes types;
    types.name = function.name;
    types.is_kernel = function.is_kernel;
    types.span = function.span;
    types.result = function.result;
    types.precision = function.precision;
    for (const program::Variable* parameter : function.parameters)
        types.parameters.push_back({parameter->name, parameter->type});
    for (const auto& variable : function.variables) {
        const bool is_users = variable->role == program::VariableRole::parameter ||
                              variable->role == program::VariableRole::local;
        const Type& type = *variable->type;
        const bool is_place = variable->refers_to || variable->is_part;
        if (is_users && !is_place && type.is_value() && !type.is_struct())
            types.variables.push_back({variable->name, variable->type});
    }
    program::visit_all(function.body, [&](const program::Expr& expr) {
        if (expr.kind == program::ExprKind::conditional || expr.kind == program::ExprKind::logical)
            types.choices.push_back({expr.span, expr.type});
        if (expr.kind != program::ExprKind::call) return;
        const auto found = places.find(program::as<program::Call>(expr).function);
        if (found != places.end()) types.calls.push_back({expr.span, found->second});
    });
    return types;
}

} // namespace

TypesOfFunctions types_of_functions(const std::vector<SourceUnit>& units, const Options& options,
                                    NameResolver& resolver) {
    CheckedUnits checked = check_units(units, options, resolver);
    TypesOfFunctions made;
    made.sources = checked.sources;
    if (checked.sink.has_errors()) return made;
    Places places;
    for (const auto& function : checked.program.functions)
        if (!function->foreign) places.emplace(function.get(), places.size());
    for (const auto& function : checked.program.functions)
        if (!function->foreign) made.functions.push_back(types_of(*function, places));
    lower::analyse_mod_ref(checked.program);
    std::size_t number = 0;
    for (const auto& function : checked.program.functions) {
        if (function->foreign) continue;
        for (const lower::WaitingLoop& each : lower::find_waiting_loops(*function))
            made.functions[number].waiting.push_back(each.loop->span);
        ++number;
    }
    return made;
}

} // namespace cudapy
