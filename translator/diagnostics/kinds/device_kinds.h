#pragma once
// Kinds of diagnostics about the device functions of CUDA C++ that kernels call (E49x): see kind.h for how
// one is declared. Add the struct to the list at the end.

#include "translator/diagnostics/kinds/kind.h"

#include <string>
#include <vector>

namespace cudapy::diag {

/// A part of a function's declaration that has no meaning in Python.
struct DeviceFunctionType {
    static constexpr Kind kind{"E490", "device-function-type", Severity::error};
    std::string function, declaration, place;
    std::string part;    ///< the part of the declaration: "Body b"; empty for its result or all of it
    std::string problem; ///< "`Body` is not known"
};
Prose describe(const DeviceFunctionType& payload);

/// No overload, or several, take what is given.
struct DeviceFunctionOverload {
    static constexpr Kind kind{"E491", "device-function-overload", Severity::error};
    std::string function;
    std::string given;                   ///< "(int, float)"
    std::vector<std::string> candidates; ///< declarations
    bool several = false;
};
Prose describe(const DeviceFunctionOverload& payload);

/// A kernel for the CPU that calls a function only for GPUs.
struct DeviceFunctionOnCpu {
    static constexpr Kind kind{"E492", "device-function-on-cpu", Severity::error};
    std::string function, declaration, place;
    std::string type; ///< the type of a parameter or the result that the host has in another form; empty for
                      ///< none
};
Prose describe(const DeviceFunctionOnCpu& payload);

/// A part of an array with gaps between its elements, given for a pointer.
struct DeviceFunctionGaps {
    static constexpr Kind kind{"E493", "device-function-gaps", Severity::error};
    std::string function, parameter;
};
Prose describe(const DeviceFunctionGaps& payload);

using DeviceKinds =
    KindList<DeviceFunctionType, DeviceFunctionOverload, DeviceFunctionOnCpu, DeviceFunctionGaps>;

} // namespace cudapy::diag
