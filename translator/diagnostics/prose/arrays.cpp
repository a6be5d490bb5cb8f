// The words of diagnostics about elements, parts and shapes of arrays.

#include "translator/diagnostics/kinds/array_kinds.h"

#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const IndexCount& payload, const Words& words) {
    const bool too_many = payload.given > static_cast<std::size_t>(payload.rank);
    std::string indices = "i";
    for (int axis = 1; axis < payload.rank; ++axis)
        indices += format(", {}", "ijklmnop"[axis]);
    std::string help = format("an element of it is `{}[{}]`", payload.array, indices);
    if (!payload.declared.empty())
        help += format(fmt::runtime(words.either(", or declare it `{}`, which takes {} indices", "")),
                       payload.declared, payload.given);
    return {format("`{}` is {}, which takes {}, not {}", payload.array, with_article(payload.type),
                   payload.rank == 1 ? "1 index" : format("{} indices", payload.rank), payload.given),
            too_many ? "too many indices" : "too few indices",
            {},
            help};
}

Prose describe(const ShapeUse& payload) {
    return {format("`{}` is {}, whose shape has {}", payload.array, with_article(payload.type),
                   payload.rank == 1 ? "1 element" : format("{} elements", payload.rank)),
            "outside",
            {},
            format("indices from 0 to {}, or from -{} to -1, are inside", payload.rank - 1, payload.rank)};
}

Prose describe(const ArrayUnpacked& payload) {
    using Reason = ArrayUnpacked::Reason;
    switch (payload.reason) {
    case Reason::structs:
        return {format("the structs in `{}` cannot be taken apart from it at once", payload.text),
                "an array of structs",
                {},
                format("name them one by one: `a = {}[0]`", payload.text)};
    case Reason::effects:
        return {format("`{}` cannot be taken apart, because finding it has effects", payload.text),
                "a call in its index", "each element is read by an index of its own",
                "give the index a name first: `i = f(x)`, then `a, b = A[i]`"};
    case Reason::rows:
        break;
    }
    return {format("`{}` has several dimensions, and cannot be taken apart at once", payload.text),
            "rows",
            {},
            format("name the rows one by one: `a = {}[0]`", payload.text)};
}

Prose describe(const PartAssigned& payload, const Words& words) {
    const bool is_whole = payload.text.ends_with("[:]");
    const std::string element =
        is_whole ? format("{}[{}]", payload.text.substr(0, payload.text.size() - 3), words.index())
                 : payload.text + "[i]";
    return {format("`{}` is several elements, which cannot be assigned at once", payload.text),
            "a part of an array", "a thread works on single elements, not on whole arrays",
            format("assign to each of them in a loop, or let each thread assign one: `{} = ...`", element)};
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
    if (payload.reason == ListsIndex::Reason::slice)
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
    if (payload.reason == ViewConflict::Reason::type)
        return {format("`{}` is {} and cannot become {}", payload.name, with_article(payload.first),
                       with_article(payload.second)),
                "another type", "a name stands for arrays of one type in the whole function",
                "use another name for it"};
    if (payload.reason == ViewConflict::Reason::array)
        return {format("`{}` is {} and cannot become an array", payload.name, with_article(payload.first)),
                "an array",
                {},
                "use another name for the array"};
    if (payload.reason == ViewConflict::Reason::single)
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
