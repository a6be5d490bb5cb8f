// The words of diagnostics about tuples.

#include "translator/diagnostics/kinds/tuple_kinds.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudapy::diag {

using fmt::format;

Prose describe(const ShortTuple& payload) {
    return {format("`{}` is no tuple", payload.written),
            "a type in parentheses",
            {},
            format("write `({},)` for a tuple of one part, or leave the parentheses out",
                   payload.written.substr(1, payload.written.size() - 2))};
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
    using Reason = TuplePartIndex::Reason;
    switch (payload.reason) {
    case Reason::outside:
        return {format("`{}` is a `{}`, which has {}", payload.text, payload.type,
                       payload.size == 1 ? "1 part" : format("{} parts", payload.size)),
                "outside",
                {},
                payload.size == 0 ? std::string()
                                  : format("indices from 0 to {}, or from -{} to -1, are inside",
                                           payload.size - 1, payload.size)};
    case Reason::slice:
        return {
            format("a slice of the tuple `{}` must have constant bounds", payload.text),
            "known only when the kernel runs", "the number of parts is known when the kernel is compiled",
            format("write the bounds as numbers, or use an array of the thread's own: `{}`",
                   words.array("local", "float", std::to_string(std::max<std::size_t>(payload.size, 1))))};
    case Reason::step:
        return {"the step of a slice cannot be 0", "0", {}, "write `t[::1]` or `t[::-1]`"};
    case Reason::several:
        return {format("the tuple `{}` has one index", payload.text),
                "several indices",
                {},
                format("for a tuple in a tuple, write `{}[0][1]`", payload.text)};
    case Reason::several_types:
        break;
    }
    return {format("`{}` is a `{}`, whose parts have several types", payload.text, payload.type),
            "known only when the kernel runs",
            "an index that is known only then needs parts of one type, which the result has",
            format("write `{}[0]`, or give all parts one type: `(float(n), x)`", payload.text)};
}

Prose describe(const TupleRepeated& payload, const Words& words) {
    return {format("a tuple cannot be repeated `{}` times", payload.text), "known only when the kernel runs",
            "the number of parts is known when the kernel is compiled",
            format("write the number, or use an array of the thread's own: `{}`",
                   words.array("local", "float", "8"))};
}

Prose describe(const TupleNeeded& payload) {
    using Reason = TupleNeeded::Reason;
    switch (payload.reason) {
    case Reason::array:
        return {format("`{}` takes a tuple of numbers, and `{}` is an array", payload.function, payload.text),
                "an array", "going over an array would be a hidden loop of each thread",
                payload.function == "sum"
                    ? "write the loop: `for x in X: total += x`"
                    : format("write the loop: `for x in X: best = {}(best, x)`", payload.function)};
    case Reason::number:
        return {format("`{}` of one argument takes a tuple, and `{}` is `{}`", payload.function, payload.text,
                       payload.type),
                "no tuple",
                {},
                payload.function == "sum" ? "write a tuple: `sum((a, b))`"
                                          : format("give two numbers or more: `{}(a, b)`", payload.function)};
    case Reason::parts:
        break;
    }
    return {format("`{}` takes a tuple of numbers, and `{}` holds `{}`", payload.function, payload.text,
                   payload.type),
            "no tuple of numbers",
            {},
            format("give the numbers: `{}((a, b))`", payload.function)};
}

Prose describe(const SameNan& payload) {
    return {format("`{}` and `{}` may be one and the same NaN, which a comparison of tuples takes for equal",
                   payload.left, payload.right),
            format("a `{}` that both sides may hold", payload.type),
            "CPython asks whether parts are one object before it compares them",
            payload.is_ordering ? "compare part by part: `a[0] < b[0] or a[0] == b[0] and a[1] < b[1]`"
                                : "compare part by part: `a[0] == b[0] and a[1] == b[1]`"};
}

Prose describe(const TupleChanged& payload) {
    return {format("`{}` cannot be assigned to: the parts of a tuple do not change", payload.text),
            "a part of a tuple",
            {},
            "assign a whole tuple, such as `t = (x, t[1])`"};
}

} // namespace cudapy::diag
