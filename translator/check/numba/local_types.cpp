#include "translator/check/numba/local_types.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/numba/number_types.h"
#include "translator/check/numba/state.h"
#include "translator/diagnostics/kinds/statement_kinds.h"

#include <algorithm>

namespace cudapy::checker::numba {

void forget_values(Body& body) {
    if (body.is_final()) return;
    for (auto& [local, values] : state_of(body).locals)
        values.assigned = nullptr;
}

bool join(Body& body, Local& local, const LocalRules::Assigned& value) {
    LocalFacts& values = facts_of(body, local);
    if (!value.never_negative && !values.may_be_negative) {
        values.may_be_negative = true;
        body.inference.again = body.inference.again || local.read;
    }
    if (!value.type->is_number() && !value.type->is_date()) return false;
    const Type* both = values.assigned ? unified(values.assigned, value.type) : value.type;
    if (!both) { // what follows from it is reported where the value is stored
        local.poisoned = true;
        return true;
    }
    values.assigned = both;
    if (value.is_first) local.variable->type = both; // what follows in this pass reads it
    return true;
}

void settle_locals(Body& body) {
    for (auto& [symbol, local] : body.locals) {
        const Type* assigned = facts_of(body, local).assigned;
        if (!assigned || local.fixed() || local.variable->type == assigned) continue;
        local.variable->type = assigned;
        body.inference.again = true;
    }
}

void report_integers_as_double(Body& body) {
    const auto is_whole = [](const Local::Origin& origin) {
        return origin.type->is_integer() || origin.type->is_bool();
    };
    for (const auto& [symbol, local] : body.locals) {
        if (local.fixed() || local.origins.empty() || local.variable->type != Type::float64()) continue;
        if (!std::all_of(local.origins.begin(), local.origins.end(), is_whole)) continue;
        const Type* before = local.origins.front().type;
        const auto apart = std::find_if(local.origins.begin(), local.origins.end(), [&](const auto& origin) {
            const Type* both = unified(before, origin.type);
            if (both->is_floating()) return true;
            before = both;
            return false;
        });
        if (apart == local.origins.end()) continue;
        report(body,
               diag::IntegersAsDouble{symbol->name, apart->type->name(), before->name(),
                                      text(body, apart->span)},
               apart->span);
    }
}

} // namespace cudapy::checker::numba
