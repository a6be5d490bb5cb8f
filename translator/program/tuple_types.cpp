#include "translator/program/tuple_types.h"

#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::program {

namespace {

void add(const Type* type, std::vector<const Type*>& types) {
    if (type->is_array()) return add(type->element(), types);
    if (!type->is_aggregate() || std::find(types.begin(), types.end(), type) != types.end()) return;
    for (const Type::Field& field : type->fields())
        add(field.type, types);
    types.push_back(type);
}

} // namespace

void add_tuple_types(const Function& function, std::vector<const Type*>& types) {
    add(function.result, types);
    for (const auto& variable : function.variables)
        add(variable->type, types);
    visit_all(function.body, [&](const Expr& expr) { add(expr.type, types); });
}

std::vector<const Type*> tuple_types(const Program& program) {
    std::vector<const Type*> types;
    for (const auto& function : program.functions)
        add_tuple_types(*function, types);
    return types;
}

} // namespace cudapy::program
