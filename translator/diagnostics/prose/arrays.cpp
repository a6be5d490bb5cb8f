// The words of diagnostics about elements, parts and shapes of arrays.

#include "translator/diagnostics/kinds/array_kinds.h"

#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const IndexCount& payload) {
    const bool too_many = payload.given > static_cast<std::size_t>(payload.rank);
    std::string indices = "i";
    for (int axis = 1; axis < payload.rank; ++axis)
        indices += format(", {}", "ijklmnop"[axis]);
    return {format("`{}` is {}, which takes {}, not {}", payload.array, with_article(payload.type),
                   payload.rank == 1 ? "1 index" : format("{} indices", payload.rank), payload.given),
            too_many ? "too many indices" : "too few indices",
            {},
            format("an element of it is `{}[{}]`", payload.array, indices)};
}

Prose describe(const ShapeUse& payload) {
    const std::string shape = format("{}.shape", payload.array);
    switch (payload.why) {
    case ShapeUse::Why::not_constant:
        return {format("an index of `{}` must be a constant", shape),
                "known only when the kernel runs",
                {},
                format("write `{0}[0]`{1}", shape,
                       payload.rank == 1 ? "" : format(" to `{}[{}]`", shape, payload.rank - 1))};
    case ShapeUse::Why::outside:
        return {
            format("`{}` is {}, whose shape has {}", payload.array, with_article(payload.type),
                   payload.rank == 1 ? "1 element" : format("{} elements", payload.rank)),
            "outside",
            {},
            format("indices from 0 to {}, or from -{} to -1, are inside", payload.rank - 1, payload.rank)};
    case ShapeUse::Why::value:
        break;
    }
    std::string names = payload.rank == 2 ? "rows, columns" : "n0";
    for (int axis = 1; axis < payload.rank && payload.rank != 2; ++axis)
        names += format(", n{}", axis);
    return {format("`{}` cannot be kept or passed on as a whole", shape),
            "a shape",
            {},
            payload.rank == 1 ? format("write `{}[0]` or `len({})`", shape, payload.array)
                              : format("write `{0}[0]`, or take it apart: `{1} = {0}`", shape, names)};
}

Prose describe(const PartAssigned& payload) {
    return {format("`{}` is several elements, which cannot be assigned at once", payload.text),
            "a part of an array", "a thread works on single elements, not on whole arrays",
            format("assign to each of them in a loop, or let each thread assign one: `{}[i] = ...`",
                   payload.text)};
}

Prose describe(const StridedPart& payload, const Words& words) {
    return {format("the elements of `{}` are not side by side in memory, as `{}` expects them", payload.text,
                   payload.function),
            "a part with gaps", format("it takes {} that is one piece of memory", with_article(payload.type)),
            format("write the loop over the elements, or copy them to a `{}` array first",
                   words.call("local", "..."))};
}

Prose describe(const ArrayChoice& payload) {
    return {"a choice between arrays needs a name",
            "one array or the other",
            {},
            format("give it one on a line of its own, `chosen = {}`, and use `chosen` here", payload.text)};
}

Prose describe(const ListsIndex& payload) {
    if (payload.why == ListsIndex::Why::slice)
        return {
            format("`{}` is {}, whose rows are taken one by one", payload.name, with_article(payload.type)),
            "several rows",
            {},
            format("loop over the indices: `for i in range(...): row = {}[i]`", payload.name)};
    return {format("`{}` is {}, each of whose rows has a length of its own", payload.name,
                   with_article(payload.type)),
            "several indices", "in Python this is a list of lists, which takes one index",
            format("write `{}[i][j]`", payload.name)};
}

Prose describe(const ViewConflict& payload) {
    if (payload.why == ViewConflict::Why::type)
        return {format("`{}` is {} and cannot become {}", payload.name, with_article(payload.first),
                       with_article(payload.second)),
                "another type", "a name stands for arrays of one type in the whole function",
                "use another name for it"};
    if (payload.why == ViewConflict::Why::array)
        return {format("`{}` is {} and cannot become an array", payload.name, with_article(payload.first)),
                "an array",
                {},
                "use another name for the array"};
    if (payload.why == ViewConflict::Why::single)
        return {format("`{}` cannot become a second name for {}", payload.name, with_article(payload.second)),
                "a second name", "only a single array can have several names",
                "use the name that it has, or pass it to a helper"};
    return {
        format("`{}` is {} and cannot become a number", payload.name, with_article(payload.first)),
        "assigned here",
        {},
        format("to write an element, use `{}[i] = ...`; to keep a number, use another name", payload.name)};
}

} // namespace cudapy::diag
