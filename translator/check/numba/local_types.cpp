#include "translator/check/numba/local_types.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/numba/number_types.h"

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

} // namespace cudapy::checker::numba
