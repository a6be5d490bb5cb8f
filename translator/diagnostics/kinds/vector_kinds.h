#pragma once
// Kinds of diagnostics about vectors (`float4`): see kind.h for how one is declared. Add the struct to the
// list at the end.

#include "translator/diagnostics/kinds/kind.h"

#include <string>

namespace cudapy::diag {

/// `v.x = 1.0`, `X[i].x = 1.0`
struct VectorChanged {
    static constexpr Kind kind{"E470", "vector-changed", Severity::error};
    std::string text, owner, type, field;
    std::string made; ///< the text to write: `float4(1.0, v.y, v.z, v.w)`
};
Prose describe(const VectorChanged& payload);

/// Two operands that do not go together, or an operator that vectors do not have.
struct VectorOperands {
    static constexpr Kind kind{"E471", "vector-operands", Severity::error};
    enum class Reason { types, scalar, op, division, narrow } reason;
    std::string op, left, right, text;
    std::string component = {}; ///< the type of the left one's
};
Prose describe(const VectorOperands& payload);

using VectorKinds = KindList<VectorChanged, VectorOperands>;

} // namespace cudapy::diag
