// The words of diagnostics about what the paths through a function assign and return.

#include "translator/diagnostics/kinds/flow_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

Prose describe(const UnassignedVariable& payload, const Words& words) {
    if (payload.hides_outer)
        return {
            fmt::format("`{}` is used before it is assigned", payload.name), "no value yet",
            fmt::format("this function assigns `{}`, so that the name is its own in all of it, and not the "
                        "one outside",
                        payload.name),
            fmt::format(
                "give the variable of the function another name; of what is outside, a kernel changes "
                "only elements of arrays, such as `{}`",
                words.call("atomicAdd", "count, 0, 1"))};
    if (payload.is_deleted)
        return {fmt::format("`{}` is used after `del {}`", payload.name, payload.name), "no value here",
                "a name that is deleted has no value until it is assigned again",
                fmt::format("take the `del` out, or assign `{}` before this line", payload.name)};
    if (payload.never_runs)
        return {
            fmt::format("`{}` is used before it is assigned", payload.name), "no value here",
            fmt::format("the branch that assigns `{}` never runs: its condition is known when the kernel "
                        "is compiled",
                        payload.name),
            fmt::format("assign `{}` above that branch, or where its condition does not hold", payload.name)};
    return {fmt::format("`{}` is used before it is assigned", payload.name), "no value yet",
            "every path that comes here comes before the assignment",
            fmt::format("assign `{}` a first value above {}", payload.name,
                        payload.in_loop ? "the loop" : "this line")};
}

Prose describe(const MaybeUnassigned& payload) {
    Prose prose{fmt::format("`{}` may be used before it is assigned", payload.name), {}, {}, {}};
    switch (payload.reason) {
    case MaybeUnassigned::Reason::branch:
        prose.label = "has no value where the branch that assigns it was not taken";
        prose.help = fmt::format("assign `{}` before the `if`, or in its `else` too", payload.name);
        break;
    case MaybeUnassigned::Reason::loop:
        prose.label = "has no value where the loop ran zero times";
        prose.help = fmt::format("assign `{}` a first value before the loop", payload.name);
        break;
    case MaybeUnassigned::Reason::loop_variable:
        prose.label = "has no value where the loop ran zero times";
        prose.note = "Python raises an error there";
        prose.help = fmt::format(
            "assign `{}` before the loop, or keep what you need of it in another variable", payload.name);
        break;
    case MaybeUnassigned::Reason::earlier_iteration:
        prose.label = "has no value in the first iteration";
        prose.help = fmt::format("assign `{}` a first value before the loop", payload.name);
        break;
    }
    return prose;
}

Prose describe(const LostValue& payload, const Words& words) {
    if (payload.is_parameter)
        return {fmt::format("the parameter `{}` is assigned, and the value is lost", payload.name),
                "nothing reads it after this",
                "a number is given by its value, so that nobody outside sees what is assigned to it",
                "to give a value back, assign an element of an array that is a parameter"};
    return {fmt::format("`{}` is assigned, and nothing reads it", payload.name), "its value is lost",
            fmt::format(
                "a variable is the thread's own: to change an element, assign the element, as in `X[{}] = x`",
                words.index()),
            fmt::format("delete it, or name it `_{}` where it is to be there", payload.name)};
}

Prose describe(const MissingReturn& payload) {
    return {fmt::format("`{}` must return `{}`, but some path reaches its end without `return`",
                        payload.function, payload.result),
            {},
            fmt::format("Python would give `None` there, which is no `{}`", payload.result),
            "add a `return` with a value at the end"};
}

} // namespace cudapy::diag
