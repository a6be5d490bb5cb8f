// The words of diagnostics about the text of signatures.

#include "translator/diagnostics/kinds/syntax_kinds.h"

#include <fmt/format.h>

namespace cudapy::diag {

Prose describe(const MalformedSignature& payload) {
    return {fmt::format("malformed signature: expected {}, found {}", payload.expected, payload.found),
            fmt::format("expected {}", payload.expected),
            payload.help.empty() ? "a signature is written `name : type (type name, type name)`" : "",
            payload.help};
}

Prose describe(const SignatureForAnotherName& payload) {
    return {fmt::format("this is a signature of `{}`, but is above `{}`", payload.signature_name,
                        payload.function_name),
            "another name than the function's",
            {},
            fmt::format("write `# {} : …`, or move the signature to the line above `def {}`",
                        payload.function_name, payload.signature_name)};
}

Prose describe(const UnknownType& payload) {
    return {
        fmt::format("unknown type `{}`", payload.name), "not a type",
        payload.suggestion.empty()
            ? "the types are `void`, `bool`, `int`, `float`, `double`, `int8` to `int64`, `uint8` to "
              "`uint64`, `half`, `bfloat16`, `complex64`, `complex128`, vectors such as `float4`, structs, "
              "and arrays of them such as `float*` and `float[,]`"
            : "",
        payload.suggestion.empty() ? "" : fmt::format("did you mean `{}`?", payload.suggestion)};
}

Prose describe(const TypeNotSupportedYet& payload) {
    if (payload.type.ends_with("***"))
        return {fmt::format("`{}` is not in the language", payload.type), "arrays of arrays of arrays",
                "arrays of arrays, `float**`, are as deep as it goes",
                "pass one array of all rows, or an array of three dimensions, `float[,,]`"};
    return {fmt::format("{}`{}` is not supported yet",
                        payload.subject.empty() ? "type " : payload.subject + " such as ", payload.type),
            "not supported yet",
            {},
            "use a number such as `int`, `uint8`, `half`, `float` or `complex64`, an array of one such as "
            "`float*`, or an array of arrays such as `float**`"};
}

Prose describe(const CType& payload) {
    return {fmt::format("`{}` is a type of C and not of kernels", payload.written), "a type of C",
            payload.reason, payload.instead.empty() ? "" : fmt::format("write `{}`", payload.instead)};
}

Prose describe(const SignatureVoidParameter& payload) {
    if (payload.alone)
        return {
            "a parameter cannot be `void`", "as in C", {}, "write `()` for a function without parameters"};
    return {"a parameter cannot be `void`", "holds no value", "`void` says that a function returns nothing",
            "name the type of the parameter, such as `float`"};
}

Prose describe(const VoidArray&) {
    return {"there are no arrays of `void`",
            "elements need a type",
            {},
            "name the type of the elements, such as `float*`"};
}

Prose describe(const SignatureArrayResult& payload) {
    return {fmt::format("a function cannot return an array, here `{}`", payload.type),
            "returned",
            {},
            "take the array as a parameter, write its elements, and return `void`"};
}

Prose describe(const CArrayParameter& payload) {
    return {"an array parameter is written with `*`, not with brackets", "as in C",
            "an array knows its length: `len(X)`", fmt::format("write `{}* {}`", payload.type, payload.name)};
}

Prose describe(const CReference& payload) {
    return {
        "there are no references in signatures",
        "as in C++",
        {},
        fmt::format("write `{0} {1}` for a number, or `{0}* {1}` for an array that the function writes to",
                    payload.type, payload.name)};
}

Prose describe(const CQualifier& payload) {
    if (payload.is_name)
        return {fmt::format("`{}` is a word of C and cannot be a name in a signature", payload.qualifier),
                "not a name here",
                {},
                "leave the names out of the signature, or rename the parameter"};
    return {fmt::format("`{}` is not part of a signature", payload.qualifier), "not needed", payload.reason,
            fmt::format("remove `{}`", payload.qualifier)};
}

Prose describe(const TooManyDimensions& payload) {
    return {fmt::format("`{}` has too many dimensions", payload.type),
            fmt::format("more than {}", payload.most),
            {},
            "pass a flat array, as in `float*`, and the sizes"};
}

Prose describe(const MisplacedBrackets& payload) {
    const std::string help = payload.name.empty() ? fmt::format("write `{}`", payload.type)
                                                  : fmt::format("write `{} {}`", payload.type, payload.name);
    if (payload.sizes)
        return {"the brackets of an array's dimensions hold commas only", "sizes",
                "an array brings its sizes along: `A.shape`", help};
    return {"the brackets of an array's dimensions belong to its type", "after the name", {}, help};
}

Prose describe(const DuplicateSignatureName& payload) {
    return {fmt::format("two parameters of this signature are named `{}`", payload.name),
            "the second one",
            {},
            "give each parameter its own name"};
}

} // namespace cudapy::diag
