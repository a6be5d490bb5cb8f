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

Prose describe(const DerivativeIsZero& payload) {
    return {format("the derivative of `{}` is 0", payload.kernel), "nothing flows through this step",
            "the floats that it stores depend on others only by steps, which are constant between them",
            "store what changes smoothly, or do not differentiate the kernel"};
}

} // namespace cudapy::diag
