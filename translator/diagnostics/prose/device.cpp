// The words of diagnostics about the device functions of CUDA C++.

#include "translator/diagnostics/kinds/device_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const DeviceFunctionType& payload) {
    const std::string what = payload.part.empty() ? "" : format("its parameter `{}`: ", payload.part);
    return {format("`{}` cannot be called from Python: {}{}", payload.function, what, payload.problem),
            "a function of CUDA C++", format("in {} it is `{}`", payload.place, payload.declaration),
            "give it types that kernels have, or say by `cuda_source(..., types={...})` what a name of a "
            "type stands "
            "for"};
}

Prose describe(const DeviceFunctionOverload& payload) {
    std::string list;
    for (const std::string& candidate : payload.candidates)
        list += (list.empty() ? "`" : ", `") + candidate + "`";
    return {format("{} of the functions `{}` {} `{}`", payload.several ? "several" : "none", payload.function,
                   payload.several ? "take" : "takes", payload.given),
            format("`{}`", payload.given), "there are " + list,
            "convert the arguments to the types of one: `float(x)`, `int(x)`"};
}

Prose describe(const DeviceFunctionOnCpu& payload) {
    const std::string note = format("in {} it is `{}`", payload.place, payload.declaration);
    if (!payload.type.empty())
        return {format("`{}` cannot be called on the CPU, which has `{}` in another form than CUDA C++",
                       payload.function, payload.type),
                "a function of CUDA C++", note, "compile the kernel with target=\"cuda\""};
    return {
        format("`{}` runs only on GPUs, and the kernel is compiled for the CPU", payload.function),
        "a `__device__` function of CUDA C++", note,
        "declare it `__host__ __device__` if it is plain C++, or compile the kernel with target=\"cuda\""};
}

Prose describe(const DeviceFunctionGaps& payload) {
    return {format("`{}` cannot be given a part of an array with gaps between its elements for `{}`",
                   payload.function, payload.parameter),
            "its elements do not follow each other", "a pointer in C++ knows no strides",
            "give it whole rows or the array, and an index"};
}

} // namespace cudapy::diag
