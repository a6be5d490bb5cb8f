// The words about shared and local arrays, barriers, atomics and operations of warps.

#include "translator/diagnostics/kinds/cooperation_kinds.h"

#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const ArrayPlace& payload) {
    using Place = ArrayPlace::Place;
    const std::string declaration =
        format("{} = {}", payload.name.empty() ? "a" : payload.name, payload.text);
    switch (payload.where) {
    case Place::expression:
        return {format("`{}` declares an array, so that it must be the whole value of a name", payload.text),
                "in the middle of something else",
                {},
                format("write `{}` on a line of its own, and use the name here", declaration)};
    case Place::targets:
        return {format("`{}` declares one array, so that it goes to one new name", payload.text),
                "not one name",
                {},
                format("write `{}`", declaration)};
    case Place::branch:
        return {format("`{}` cannot be declared under a condition", payload.name), "inside an `if`",
                "its memory is set aside before the block starts, whatever the condition will be",
                format("move `{}` to the top of the function", declaration)};
    case Place::loop:
        return {format("`{}` cannot be declared in a loop", payload.name), "inside a loop",
                "its memory is set aside once, before the block starts",
                format("move `{}` to the top of the function", declaration)};
    case Place::helper:
        return {format("`{}` is sized at the launch, which only a kernel has", payload.name),
                "in a function that is called",
                {},
                "declare it in the kernel that is launched, and pass it to the function"};
    case Place::many:
        return {format("`{}` is one array too many that is sized at the launch", payload.name),
                "the ninth",
                {},
                "give some of them a constant number of elements, or use parts of one"};
    case Place::bound:
        return {format("`{}` cannot be an array and something else", payload.name),
                "a second value of this name", "a name that is declared as an array stays one",
                "use another name"};
    }
    return {};
}

Prose describe(const ShapeNotConstant& payload) {
    return {
        format("the number of elements of a {} array must be a constant", payload.function),
        "not known when the kernel is compiled",
        format("the memory of `{}(...)` is laid out when the kernel is compiled", payload.function),
        "use a number, a constant of the module, a variable that is assigned once to such, or arithmetic of "
        "them"};
}

Prose describe(const BadShape& payload) {
    if (payload.is_float)
        return {format("the number of elements of a {} array must be an integer", payload.function),
                "a float",
                {},
                "write an integer, or use `//` where you divide"};
    if (payload.too_large)
        return {format("a {} array of `{}` elements is larger than any memory of that kind", payload.function,
                       payload.text),
                "too many elements",
                {},
                "use fewer elements, or pass an array as a parameter"};
    return {format("a {} array cannot have {} elements", payload.function, payload.text),
            "must be at least 1",
            {},
            "give the number of elements that the threads use"};
}

Prose describe(const NoElementType& payload, const Words& words) {
    const std::string_view usage =
        words.either("`{0}` takes the type of its elements first, as in `{0}(float, 256)`",
                     "`{0}` takes the shape and the dtype, as in `{0}(256, np.float32)`");
    return {
        payload.dtype.empty() ? as_written(payload.text) + " is no type of an array's elements"
                              : format("Invalid NumPy dtype specified: '{}'", payload.dtype),
        std::string(words.either("a type was expected here", "a dtype was expected here")),
        format(fmt::runtime(usage), payload.function),
        std::string(words.either(
            "use a number such as `int`, `uint8`, `half` or `float`, a vector such as `float4`, or a struct",
            "use a number of numba or NumPy, such as `int32` or `np.uint8`, a vector such as `float32x4`, or "
            "the dtype of records"))};
}

Prose describe(const ArraysTooLarge& payload, const Words& words) {
    if (payload.shared)
        return {
            format("`{}` uses {} bytes of shared memory, and a block has {}", payload.function, payload.bytes,
                   payload.most),
            "too much for a block", "functions that are called count too",
            format("use fewer elements, a smaller type, or the same array for several purposes; one that is "
                   "sized at the launch, `{}`, can be larger",
                   words.array("shared", "float", ""))};
    return {format("the local arrays of `{}` take {} bytes, and a thread has room for {}", payload.function,
                   payload.bytes, payload.most),
            "too much for a thread",
            "functions that are called count too where they wait at a barrier or use shared memory",
            "use fewer elements, or a part of an array parameter for each thread"};
}

Prose describe(const UnsetArray& payload, const Words& words) {
    if (payload.is_shared)
        return {format("`{}` is read before anything is written to it", payload.name), "has no values yet",
                "shared memory begins with no values",
                format("let the threads store a value in each element first, and write `{}` after that",
                       words.call("syncthreads", ""))};
    std::string shape;
    for (const int64_t extent : payload.shape)
        shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
    if (payload.shape.size() > 1) shape = "(" + shape + ")";
    const bool is_float = payload.type.find("float") != payload.type.npos || payload.type == "double" ||
                          payload.type == "half" || payload.type.starts_with("complex");
    const std::string zero = payload.type == "bool" ? "False" : is_float ? "0.0" : "0";
    const std::string filled = words.array("local", payload.type, shape, zero);
    const bool may_be_filled = payload.is_of_numbers && filled.ends_with(", " + zero + ")");
    return {format("`{}` is read before anything is written to it", payload.name), "has no values yet",
            "a local array begins with no values",
            may_be_filled
                ? format("write `{} = {}` to begin with zeros, or store a value in each element first",
                         payload.name, filled)
                : std::string("store a value in each element first")};
}

namespace {

/// Says where a barrier is that some threads do not reach.
std::string place_of_divergence(DivergentBarrier::Reason because) {
    using Reason = DivergentBarrier::Reason;
    switch (because) {
    case Reason::branch:
        return "under a condition that depends on the thread";
    case Reason::loop:
        return "in a loop that threads leave at different times";
    case Reason::break_:
        return "in a loop that some threads leave by `break`";
    case Reason::continue_:
        return "after a `continue` that only some threads take";
    case Reason::return_:
        return "after a `return` that only some threads take";
    }
    return {};
}

/// Says what to write so that all threads reach the barrier.
std::string cure_of_divergence(DivergentBarrier::Reason because, const Words& words) {
    using Reason = DivergentBarrier::Reason;
    switch (because) {
    case Reason::branch:
        return "end the `if` before it: put under the condition only the work that is for some of the "
               "threads, and the barrier after it, where all threads come";
    case Reason::loop:
        return "let every thread loop equally often, to a bound that does not depend on the thread, and put "
               "the work under an `if` inside";
    case Reason::break_:
        return format("let the threads that are done go on looping without work, or leave together by "
                      "`if {}: break`",
                      words.call("syncthreads_and", "done"));
    case Reason::continue_:
        return "put the work that these threads skip under an `if` instead of the `continue`";
    case Reason::return_:
        return "put what these threads skip under an `if`, and return after the barrier";
    }
    return {};
}

} // namespace

Prose describe(const DivergentBarrier& payload, const Words& words) {
    const std::string whole = payload.of_grid ? "the grid" : "a block";
    const std::string what =
        payload.function.empty()
            ? format("not every thread of {} would reach this `{}`", whole, payload.barrier)
            : format("not every thread of {} would call `{}`, which waits at a barrier", whole,
                     payload.function);
    const std::string reason = "a barrier waits for every thread of " +
                               std::string(payload.of_grid ? "the grid" : "the block") +
                               ": one that goes another way would be waited for endlessly";
    return {what, place_of_divergence(payload.because), reason, cure_of_divergence(payload.because, words)};
}

Prose describe(const SizedBarrier& payload, const Words& words) {
    const char* when = payload.by_thread ? "not" : "for some sizes not";
    const std::string whole = payload.of_grid ? "the grid" : "a block";
    const std::string what =
        payload.function.empty()
            ? format("{} every thread of {} reaches this `{}`", when, whole, payload.barrier)
            : format("{} every thread of {} calls `{}`, which waits at a barrier", when, whole,
                     payload.function);
    return {what, place_of_divergence(payload.because),
            "it is right where all threads of " + std::string(payload.of_grid ? "the grid" : "the block") +
                " go the same way; the CPU and the checked mode report it when they do not, a GPU may wait "
                "endlessly",
            cure_of_divergence(payload.because, words)};
}

Prose describe(const BarrierPlace& payload) {
    return {format("`{}` would not be evaluated every time", payload.text),
            payload.call   ? "calls a function whose threads work together, in a part that may be skipped"
            : payload.warp ? "an operation of a warp, in a part of an expression that may be skipped"
                           : "a barrier in a part of an expression that may be skipped",
            "`and`, `or`, chained comparisons and `x if c else y` evaluate their later parts only where they "
            "must",
            "give it a line of its own before this one, as in `n = ...`, and use the name here"};
}

Prose describe(const RecursiveCooperation& payload) {
    if (!payload.barrier && !payload.shared)
        return {format("`{}` calls itself and works with its warp", payload.function),
                "an operation of a warp in a recursive function",
                "every thread of the warp would have to go equally deep", "write it as a loop"};
    return {format("`{}` calls itself and {}", payload.function,
                   payload.barrier ? "waits at a barrier" : "has shared memory"),
            payload.barrier ? "a barrier in a recursive function" : "shared memory in a recursive function",
            payload.barrier ? "every thread of the block would have to go equally deep"
                            : "every depth would use the same memory",
            "write it as a loop"};
}

Prose describe(const AtomicArray& payload) {
    const bool is_cas = payload.function.ends_with("CAS") || payload.function.ends_with(".cas") ||
                        payload.function.ends_with(".compare_and_swap");
    const bool has_index = !payload.function.ends_with(".compare_and_swap");
    const std::string usage =
        has_index ? format("write `{}(A, i, {}v)` for the element `A[i]`, with a tuple of indices where `A` "
                           "has several dimensions",
                           payload.function, is_cas ? "expected, " : "")
                  : format("write `{}(A, expected, v)` for the element `A[0]`", payload.function);
    switch (payload.subject) {
    case AtomicArray::Subject::element:
        return {format("`{}` takes an array and an index, not an element's value", payload.function),
                "the value of an element, which is a number",
                {},
                usage};
    case AtomicArray::Subject::number:
        return {format("`{}` changes an element of an array, and `{}` is a number", payload.function,
                       payload.text),
                "no array",
                {},
                usage};
    case AtomicArray::Subject::local:
        return {payload.callee.empty()
                    ? format("`{}` works on memory that threads share, and `{}` is a local array",
                             payload.function, payload.text)
                    : format("`{}` changes this array by `{}`, which does not work on local arrays",
                             payload.callee, payload.function),
                "an array of only one thread",
                "no other thread sees a local array, and GPUs have no atomics there",
                "write an assignment, such as `a[i] += v`; or make it a shared array"};
    }
    return {};
}

namespace {

/// Returns whether an atomic function is the one of this name, in either dialect.
bool is_step(std::string_view function, std::string_view name, std::string_view numba) {
    return function.ends_with(name) || function.ends_with(numba);
}

} // namespace

Prose describe(const AtomicType& payload, const Words& words) {
    std::string types;
    for (std::size_t i = 0; i < payload.types.size(); ++i)
        types += (i == 0 ? "`" : i + 1 == payload.types.size() ? " and `" : ", `") + payload.types[i] + "`";
    const bool counts = is_step(payload.function, "Inc", ".inc") || is_step(payload.function, "Dec", ".dec");
    const bool small = payload.type == "half" || payload.type == "bfloat16";
    std::string help = "use an array of one of these types";
    if (counts)
        help = format(
            "use `{}`, or an array of `uint32`",
            words.call("atomicAdd", is_step(payload.function, "Inc", ".inc") ? "A, i, 1" : "A, i, -1"));
    else if (is_step(payload.function, "Sub", ".sub") && payload.is_floating)
        help = format("add the negative value: `{}`", words.call("atomicAdd", "A, i, -v"));
    else if (small)
        help = "use a `float` array";
    else if (payload.is_floating)
        help += "; floating values can be kept as integers, in units that are small enough";
    else if (payload.type == "bool")
        help = "use an `int` array, with 0 and 1";
    return {format("there is no `{}` for elements of type `{}`", payload.function, payload.type),
            format("elements of `{}` are `{}`", payload.array, payload.type),
            format("GPUs have it for {}{}", types, payload.types.size() == 1 ? " alone" : ""), help};
}

Prose describe(const WarpArgument& payload) {
    switch (payload.subject) {
    case WarpArgument::Subject::mask:
        return {format("`{}` is no mask of threads for `{}`", payload.text, payload.function),
                "not in 1 to 0xffffffff", "a mask has a bit for each of the 32 threads of a warp",
                "write `0xffffffff` for all of them"};
    case WarpArgument::Subject::width:
        return {format("`{}` is no width for `{}`", payload.text, payload.function),
                "not 1, 2, 4, 8, 16 or 32",
                "the width divides the warp into equal parts, whose threads exchange values with each other",
                "leave it out for the whole warp"};
    case WarpArgument::Subject::mask_type:
        return {format("Mask type must be an integer for `{}`, and `{}` is a `{}`", payload.function,
                       payload.text, payload.type),
                "no integer", "a mask has a bit for each of the 32 threads of a warp",
                "write `0xffffffff` for all of them"};
    case WarpArgument::Subject::predicate_type:
        return {format("Predicate must be an integer or boolean for `{}`, and `{}` is a `{}`",
                       payload.function, payload.text, payload.type),
                "neither an integer nor a bool",
                {},
                format("write `{} != 0`", payload.text)};
    }
    return {};
}

Prose describe(const NoBits& payload) {
    const bool is_bool = payload.type == "bool";
    return {format("`{}` takes an integer, a float or a double", payload.function),
            format("this is {} `{}`", is_bool ? "a" : "of type", payload.type),
            is_bool ? "a bool has no bits of its own"
                    : "how such a number is kept differs between the targets",
            is_bool ? format("write `int({})`", payload.text)
                    : format("write `{}(float({}))` for the bits of the same number as a `float`",
                             payload.function, payload.text)};
}

} // namespace cudapy::diag
