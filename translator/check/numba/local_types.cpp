#include "translator/check/numba/local_types.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/numba/number_types.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include <cmath>

namespace cudapy::checker::numba {

void join(Local& local, const Type* type, bool is_first) {
    const Type* both = local.assigned ? unified(local.assigned, type) : type;
    if (!both) { // what follows from it is reported where the value is stored
        local.poisoned = true;
        return;
    }
    local.assigned = both;
    if (is_first) local.variable->type = both; // what follows in this pass reads it
}

void settle_locals(Body& body) {
    for (auto& [symbol, local] : body.locals) {
        if (!local.assigned || local.fixed() || local.variable->type == local.assigned) continue;
        local.variable->type = local.assigned;
        body.inference.again = true;
    }
}

bool is_whole(const program::Expr& value) {
    constexpr double most = 1 << 24; // which a float32 counts up to
    if (value.kind == program::ExprKind::cast) return is_whole(*program::as<program::Cast>(value).operand);
    if (value.kind != program::ExprKind::literal || value.type->is_bool()) return false;
    const auto& literal = program::as<program::Literal>(value).value;
    if (const auto* integer = std::get_if<int64_t>(&literal))
        return static_cast<double>(*integer)<most&& static_cast<double>(*integer)> - most;
    const auto* number = std::get_if<double>(&literal);
    return number && *number == std::trunc(*number) && std::fabs(*number) < most;
}

void report_mixed_types(Body& body) {
    const auto is_same = [](const Type* a, const Type* b) {
        const auto is_plain = [](const Type* type) { return type == Type::int32() || type == Type::int64(); };
        return a == b || (is_plain(a) && is_plain(b));
    };
    for (const auto& [symbol, local] : body.locals) {
        if (local.fixed()) continue;
        const Type* type = local.variable->type;
        for (const Local::Origin& origin : local.origins) {
            if (origin.is_whole || is_same(origin.type, type) || !origin.type->is_number()) continue;
            report(body,
                   diag::NoOther{"`" + symbol->name + "` with values of several types (`" + type->name() +
                                 "` in the end, and `" + origin.type->name() + "` here)"},
                   origin.span);
            break;
        }
    }
}

} // namespace cudapy::checker::numba
