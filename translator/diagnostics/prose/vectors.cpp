// The words of diagnostics about vectors.

#include "translator/diagnostics/kinds/vector_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const VectorChanged& payload) {
    return {
        format("`{}` cannot be assigned to: a `{}` is a value, as a number is", payload.text, payload.type),
        "a component of a vector",
        {},
        format("assign the whole vector: `{} = {}`", payload.owner, payload.made)};
}

Prose describe(const VectorOperands& payload) {
    using Reason = VectorOperands::Reason;
    switch (payload.reason) {
    case Reason::types:
        return {format("`{}` and `{}` do not go together in {}", payload.left, payload.right, payload.op),
                "two types of vectors",
                {},
                "use vectors of one type, or write the components out"};
    case Reason::scalar:
        return {format("`{}` in {} does not fit the components of {} `{}`", payload.right, payload.op,
                       payload.left.starts_with("i") ? "an" : "a", payload.left),
                format("a `{}`", payload.right),
                {},
                format("convert it: `float({0})` or `int({0})`", payload.text)};
    case Reason::division:
        return {format("{} of `{}` would give numbers of another type", payload.op, payload.left),
                "vectors of integers", "in Python `/` of integers gives floats",
                "divide vectors of floats, or write the components out: `v.x // w.x`"};
    case Reason::narrow:
        return {format("{} of `{}` would give numbers of another type", payload.op, payload.left),
                "vectors of narrow integers", "integers of 8 and 16 bits are computed with as `int`",
                format("write the components out, with casts: `{}({}(v.x + w.x), ...)`", payload.left,
                       payload.component)};
    case Reason::op:
        break;
    }
    return {format("vectors have no {}", payload.op), format("a `{}`", payload.left),
            "vectors have `+`, `-`, `*`, `/` and a minus sign, each component by itself",
            "write the components out: `v.x`"};
}

} // namespace cudapy::diag
