#include "translator/lower/statements/builtin_unpack.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/support/internal_error.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the type of a result.
const Type* result_type(const BuiltinUnpack& stmt, std::size_t i) {
    switch (stmt.builtin->shape) {
    case Shape::pair_r_int:
    case Shape::pair_rr_r_int:
        return i == 0 ? stmt.precision : Type::int32();
    case Shape::pair_r_r:
        return stmt.precision;
    default:
        throw InternalError("a built-in with one result is unpacked");
    }
}

} // namespace

void lower_builtin_unpack(Function& function) {
    rewrite_statements(function.body, StmtKind::builtin_unpack, [&](StmtPtr stmt, Block& out) {
        auto& node = as<BuiltinUnpack>(*stmt);
        Block after;
        for (std::size_t i = 0; i < node.lvalues.size(); ++i) {
            Lvalue& place = node.lvalues[i];
            const Type* type = result_type(node, i);
            // For `a, a = modf(x)`, only the last result is left in the variable.
            bool is_again = false;
            for (std::size_t j = i + 1; j < node.lvalues.size(); ++j)
                is_again = is_again || node.lvalues[j].variable == place.variable;
            if (place.is_variable() && place.type() == type && !is_again) continue;
            const Span span = place.span;
            Variable* part =
                function.add_variable(place.variable->name + "_part", type, VariableRole::temporary, span);
            ExprPtr value = convert(make_ref(part, span), place.type());
            after.push_back(make_assign(std::move(place), std::move(value), span));
            place = Lvalue{part, nullptr, span};
        }
        out.push_back(std::move(stmt));
        for (StmtPtr& each : after)
            out.push_back(std::move(each));
    });
}

} // namespace cudapy::lower
