#include "translator/program/scalar_types.h"

#include "translator/program/walk.h"

namespace cudapy::program {

namespace {

/// Kinds of scalars by their bits.
using Bits = uint32_t;
static_assert(static_cast<unsigned>(Scalar::complex128) < 32, "a scalar without a bit");

void add(const Type* type, Bits& scalars) {
    if (const Type* element = type->element()) return add(element, scalars);
    for (const Type::Field& field : type->fields())
        add(field.type, scalars);
    if (!type->is_tuple()) scalars |= Bits{1} << static_cast<unsigned>(type->scalar_kind());
}

} // namespace

std::set<Scalar> scalar_types(const Function& function) {
    Bits bits = 0;
    for (const Function* variant : function.variants()) {
        if (variant->result) add(variant->result, bits);
        for (const auto& variable : variant->variables)
            add(variable->type, bits);
        visit_all(variant->body, [&](const Expr& expr) { add(expr.type, bits); });
    }
    std::set<Scalar> scalars;
    for (unsigned i = 0; i <= static_cast<unsigned>(Scalar::complex128); ++i)
        if (bits >> i & 1) scalars.insert(static_cast<Scalar>(i));
    return scalars;
}

std::set<Scalar> scalar_types(const Program& program) {
    std::set<Scalar> scalars;
    for (const auto& function : program.functions)
        scalars.merge(scalar_types(*function));
    return scalars;
}

} // namespace cudapy::program
