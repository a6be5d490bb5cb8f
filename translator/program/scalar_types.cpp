#include "translator/program/scalar_types.h"

#include "translator/program/walk.h"

namespace cudapy::program {

namespace {

void add(const Type* type, std::set<Scalar>& scalars) {
    if (const Type* element = type->is_array() || type->is_lists() ? type->element() : nullptr)
        return add(element, scalars);
    for (const Type::Field& field : type->fields())
        add(field.type, scalars);
    if (!type->is_tuple()) scalars.insert(type->scalar_kind());
}

} // namespace

std::set<Scalar> scalar_types(const Function& function) {
    std::set<Scalar> scalars;
    const auto look = [&](const Function& form) {
        if (form.result) add(form.result, scalars);
        for (const auto& variable : form.variables)
            add(variable->type, scalars);
        visit_all(form.body, [&](const Expr& expr) { add(expr.type, scalars); });
    };
    for (const Function* form : function.forms())
        look(*form);
    return scalars;
}

std::set<Scalar> scalar_types(const Program& program) {
    std::set<Scalar> scalars;
    for (const auto& function : program.functions)
        scalars.merge(scalar_types(*function));
    return scalars;
}

} // namespace cudapy::program
