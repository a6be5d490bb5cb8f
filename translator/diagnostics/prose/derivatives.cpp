// The words of diagnostics about derivatives.

#include "translator/diagnostics/kinds/derivative_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const NoDerivative& payload) {
    return {format("{} cannot be differentiated", payload.what), "the derivative goes through this",
            payload.reason, payload.instead};
}

Prose describe(const NoKernelToDifferentiate& payload) {
    return {format("there is no kernel `{}` to differentiate", payload.name),
            {},
            "only a `void` function with a signature of its own is one",
            "name a kernel of the file, or leave the option out"};
}

} // namespace cudapy::diag
