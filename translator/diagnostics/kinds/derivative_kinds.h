#pragma once
// Kinds of diagnostics about derivatives of kernels: see kind.h for how one is declared. Add the struct to
// the list at the end.

#include "translator/diagnostics/kinds/kind.h"

#include <string>

namespace cudapy::diag {

/// Something in a kernel that is differentiated, for which there is no rule.
struct NoDerivative {
    static constexpr Kind kind{"E790", "no-derivative", Severity::error};
    std::string what;    ///< "`math.nextafter`", "an atomicMax of an active array"
    std::string reason;  ///< a clause
    std::string instead; ///< what to write
};
Prose describe(const NoDerivative& payload);

/// A name after `--jvp` that is no kernel of the file.
struct NoKernelToDifferentiate {
    static constexpr Kind kind{"E791", "no-kernel-to-differentiate", Severity::error};
    std::string name;
};
Prose describe(const NoKernelToDifferentiate& payload);

/// A kernel whose derivative is 0 everywhere.
struct DerivativeIsZero {
    static constexpr Kind kind{"W940", "derivative-is-zero", Severity::warning};
    std::string kernel;
};
Prose describe(const DerivativeIsZero& payload);

using DerivativeKinds = KindList<NoDerivative, NoKernelToDifferentiate, DerivativeIsZero>;

} // namespace cudapy::diag
