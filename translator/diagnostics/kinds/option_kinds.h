#pragma once
// Kinds of diagnostics about options and whole files: see kind.h for how one is declared. Add the struct to
// the list at the end. Where such a diagnostic has an empty span, it is about the file as a whole and no
// source line is shown.

#include "translator/diagnostics/kinds/kind.h"

#include <string>

namespace cudapy::diag {

/// `--kernel NAME` (Options::kernels) names no function of the file.
struct UnknownKernel {
    static constexpr Kind kind{"E801", "unknown-kernel", Severity::error};
    std::string name;
    std::string suggestion; ///< empty when nothing is near
};
Prose describe(const UnknownKernel& payload);

/// `--kernel NAME` names a function that returns a value. The span is the function's name.
struct KernelNotVoid {
    static constexpr Kind kind{"E802", "kernel-not-void", Severity::error};
    std::string name;
    std::string result; ///< the type that it returns
};
Prose describe(const KernelNotVoid& payload);

/// There is no function with a signature in the file.
struct NoFunctions {
    static constexpr Kind kind{"E803", "no-functions", Severity::error};
    std::string stray = {}; ///< why the comment at the place signs no function; empty where there is none
};
Prose describe(const NoFunctions& payload);

/// There are functions with signatures, but none of them is `void`, so that there is nothing to launch.
struct NoKernels {
    static constexpr Kind kind{"E804", "no-kernels", Severity::error};
    std::string example; ///< the text of an instance, where a generic function could be one
};
Prose describe(const NoKernels& payload);

/// SourceUnit::function is not in the text.
struct FunctionNotFound {
    static constexpr Kind kind{"E805", "function-not-found", Severity::error};
    std::string name;
};
Prose describe(const FunctionNotFound& payload);

using OptionKinds = KindList<UnknownKernel, KernelNotVoid, NoFunctions, NoKernels, FunctionNotFound>;

} // namespace cudapy::diag
