// The words of diagnostics about options and whole files.

#include "translator/diagnostics/kinds/option_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

Prose describe(const UnknownKernel& payload) {
    Prose prose{
        fmt::format("there is no function `{}` with a signature in this file", payload.name), {}, {}, {}};
    if (!payload.suggestion.empty())
        prose.help = fmt::format("did you mean `{}`?", payload.suggestion);
    else
        prose.help = fmt::format("write a signature above its `def`, such as `# {} : void (float* X, int n)`",
                                 payload.name);
    return prose;
}

Prose describe(const KernelNotVoid& payload) {
    return {
        fmt::format("`{}` returns `{}`, so that it cannot be launched as a kernel", payload.name,
                    payload.result),
        "asked for as a kernel",
        "every thread runs a kernel; there is no caller that could take a value from each of them",
        fmt::format("write the results to an array parameter and make `{}` a `void` function, or ask for a "
                    "`void` function that calls it",
                    payload.name)};
}

Prose describe(const NoFunctions& payload) {
    if (!payload.stray.empty())
        return {"no kernel in this file: no function has a signature",
                payload.stray,
                {},
                "write `# name : type (type name, …)` directly above a function at the top level"};
    return {"no kernel in this file: no function has a signature",
            {},
            {},
            "write a signature in a comment above the function, such as `# saxpy : void (float alpha, float* "
            "X, float* Y)`"};
}

Prose describe(const NoKernels& payload) {
    if (!payload.example.empty())
        return {"no kernel in this file: its `void` functions are generic",
                {},
                "a generic function is emitted for the types of each call, and nothing calls these",
                fmt::format("ask for an instance: `--instance '{}'`", payload.example)};
    return {"no kernel in this file: every function with a signature returns a value",
            {},
            "only a `void` function can be launched",
            "add a `void` function that writes its results to an array parameter, such as `# fill : void "
            "(float* X)`"};
}

Prose describe(const FunctionNotFound& payload) {
    return {fmt::format("there is no function `{}` in this text", payload.name),
            {},
            {},
            fmt::format("`def {}` must be in the text itself, and not come from `exec` or a wrapper",
                        payload.name)};
}

} // namespace cudapy::diag
