// The words of diagnostics about tuples.

#include "translator/diagnostics/kinds/tuple_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const ShortTuple& payload, const Words& words) {
    if (payload.written == "()")
        return {"an empty tuple is no value in a kernel",
                "no parts",
                {},
                format("a tuple has two parts or more, as `(0, 0)`; for numbers to come, write `{}`",
                       words.array("local", "float", "5"))};
    return {format("`{}` is no tuple: a tuple has two parts or more", payload.written),
            "too few parts",
            {},
            "write the one part alone, without parentheses and comma, or all parts: two or more"};
}

Prose describe(const LargeTuple& payload, const Words& words) {
    return {format("`{}` would hold more than {} numbers", payload.text, payload.most), "too large",
            "each of them is a variable of its own in C++",
            format("keep them in an array: `values = {}`", words.array("local", "float", "1024"))};
}

Prose describe(const TuplePart& payload) {
    return {format("a part of a tuple cannot be `{}`", payload.type),
            payload.type == "void"                                     ? "no value"
            : payload.type.back() == '*' || payload.type.back() == ']' ? "an array"
                                                                       : "a struct",
            "a tuple holds values; arrays are passed to functions as parameters of their own",
            "name a number or another tuple here"};
}

Prose describe(const TupleParameter& payload) {
    return {format("`{}` is launched, but its parameter `{}` is a tuple (`{}`)", payload.function,
                   payload.parameter, payload.type),
            "a tuple", "only functions that kernels call can take tuples",
            "give the kernel a parameter for each part"};
}

Prose describe(const TupleAsNumber& payload) {
    return {
        format("`{}` is a tuple (`{}`), but {} needs a number", payload.text, payload.type, payload.where),
        "a tuple",
        {},
        format("take one part, such as `{}[0]`, or take the tuple apart: `a, b = …`", payload.text)};
}

Prose describe(const TuplePlace& payload) {
    Prose prose{format("a value of type `{}` cannot be stored in {}, which is `{}`", payload.from,
                       payload.place, payload.to),
                format("this is `{}`", payload.from),
                {},
                {}};
    if (!payload.to_tuple)
        prose.help = format("take one part of it: `{}[0]`", payload.text);
    else if (payload.from[0] != '(')
        prose.help = format("give all parts: `({}, …)`", payload.text);
    else
        prose.help = "take it apart, `a, b = …`, and write out the tuple that is asked for";
    return prose;
}

Prose describe(const TuplePartIndex& payload, const Words& words) {
    using Why = TuplePartIndex::Why;
    switch (payload.why) {
    case Why::outside:
        return {
            format("`{}` is a `{}`, which has {} parts", payload.text, payload.type, payload.size),
            "outside",
            {},
            format("indices from 0 to {}, or from -{} to -1, are inside", payload.size - 1, payload.size)};
    case Why::slice:
        return {format("a tuple such as `{}` has no slices", payload.text),
                "a slice",
                {},
                "put the parts together: `(t[0], t[1])`"};
    case Why::not_constant:
        break;
    }
    return {format("an index of the tuple `{}` must be a constant", payload.text),
            "known only when the kernel runs", "the parts of a tuple may have different types",
            format("write `{}[0]`, or use an array of the thread's own: `{}`", payload.text,
                   words.array("local", "float", format("{}", payload.size)))};
}

Prose describe(const SameNan& payload) {
    return {format("`{}` and `{}` may be one and the same NaN, which a comparison of tuples takes for equal",
                   payload.left, payload.right),
            format("a `{}` that both sides may hold", payload.type),
            "CPython asks whether parts are one object before it compares them",
            payload.is_ordering ? "compare part by part: `a[0] < b[0] or a[0] == b[0] and a[1] < b[1]`"
                                : "compare part by part: `a[0] == b[0] and a[1] == b[1]`"};
}

Prose describe(const TupleLoop& payload) {
    std::string names = "a, b";
    for (std::size_t i = 2; i < payload.size; ++i)
        names += format(", {}", static_cast<char>('a' + i % 26));
    return {format("the loop's `{}` would be a tuple, `{}`", payload.name, payload.type),
            "a name for tuples",
            {},
            format("take the elements apart in the head: `for {} in …`", names)};
}

Prose describe(const TupleChanged& payload) {
    return {format("`{}` cannot be assigned to: the parts of a tuple do not change", payload.text),
            "a part of a tuple",
            {},
            "assign a whole tuple, such as `t = (x, t[1])`"};
}

} // namespace cudapy::diag
