// The words of the checker about signatures and names.

#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/other_libraries.h"
#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const MissingSignature& payload) {
    return {format("`{}` has no signature", payload.function), "its types are not known",
            "a kernel is compiled for the types that its signature gives",
            format("write one above the `def`, with your types: `{}`", payload.example)};
}

Prose describe(const SignatureName& payload) {
    return {format("the signature is for `{}`, but the function below it is `{}`", payload.signature,
                   payload.function),
            "another name than the function's",
            {},
            format("write `{} : ...`, or leave the name out", payload.function)};
}

Prose describe(const SignatureCount& payload) {
    return {format("the signature of `{}` has {} parameter{}, the function has {}", payload.function,
                   payload.in_signature, payload.in_signature == 1 ? "" : "s", payload.in_function),
            payload.in_signature > payload.in_function ? "more than the function has"
                                                       : "fewer than the function has",
            {},
            "give one type for each parameter of the function, in the same order"};
}

Prose describe(const SignatureParameterName& payload) {
    return {format("the signature calls this parameter `{}`, the function calls it `{}`",
                   payload.in_signature, payload.in_function),
            "another name than the function's",
            "names in a signature are checked, so that two types are not swapped by accident",
            format("write `{}`, or leave the names out of the signature", payload.in_function)};
}

Prose describe(const SignaturesDisagree& payload) {
    return {format("`{}` has two signatures that differ", payload.function),
            "differs from the first",
            {},
            "keep the one that is right and delete the other"};
}

Prose describe(const ParameterForm& payload) {
    using Form = ParameterForm::Form;
    switch (payload.form) {
    case Form::star:
        return {format("a kernel cannot take `*{}`", payload.name), "any number of arguments",
                "a compiled function takes a fixed number of arguments of fixed types",
                "name each parameter, or pass an array"};
    case Form::double_star:
        return {format("a kernel cannot take `**{}`", payload.name), "any keyword arguments",
                "a compiled function takes a fixed number of arguments of fixed types",
                "name each parameter"};
    case Form::keyword_only:
        return {format("`{}` can only be passed by keyword, which kernels do not have", payload.name),
                "after a `*`",
                {},
                "remove the `*` from the parameters; helpers can be called with keywords without it"};
    case Form::positional_only:
        return {format("`{}` cannot be passed by keyword, which kernels do not tell apart", payload.name),
                "before a `/`",
                {},
                "remove the `/` from the parameters"};
    }
    return {};
}

Prose describe(const UnmarkedSignature& payload) {
    return {format("the comment above `{}` is a signature but for its colon", payload.function),
            "expected `:` after the name", "a comment without the colon says nothing of types",
            format("write `# {}`", payload.example)};
}

Prose describe(const BadAnnotation& payload) {
    if (!payload.import.empty())
        return {format("`{}` is not known, since the module is not imported", payload.text),
                "not imported",
                {},
                format("write `{}` at the top of the module", payload.import)};
    return {
        format("`{}` is no type of the kernel language", payload.text), "not known as a type",
        "types are numbers such as `cp.int32`, `cp.uint8`, `cp.float32` and `cp.complex64`, vectors such as "
        "`cp.float4`, structs, and arrays of them: `cp.Array[cp.float32]`, of two dimensions "
        "`cp.Array[cp.float32, 2]`",
        "use one of these, or write a signature comment above the function"};
}

Prose describe(const VoidParameter& payload) {
    return {format("parameter `{}` cannot be `void`", payload.parameter),
            "no value has this type",
            {},
            "give the parameter the type of what is passed, such as `float` or `float*`"};
}

Prose describe(const ArrayResult& payload) {
    return {format("`{}` cannot return an array (`{}`)", payload.function, payload.type),
            "an array as a result", "a thread cannot make an array; all arrays come from the caller",
            "take the array as a parameter and write its elements"};
}

Prose describe(const DuplicateFunction& payload) {
    return {format("there are two functions called `{}`", payload.name), "the second one",
            "functions that are compiled together are told apart by their names", "rename one of them"};
}

Prose describe(const DuplicateParameter& payload) {
    return {
        format("two parameters are called `{}`", payload.name), "the second one", {}, "rename one of them"};
}

Prose describe(const DefaultNotConstant& payload) {
    if (!payload.unbound.empty())
        return {
            format("the default of `{}` names `{}` before it is bound", payload.parameter, payload.unbound),
            "not bound yet", "Python raises a NameError here: it evaluates defaults where they are written",
            format("bind `{}` above", payload.unbound)};
    if (!payload.type.empty())
        return {format("the default of `{}` is {} `{}`, which is no constant of a kernel", payload.parameter,
                       std::string_view("aeiou").find(static_cast<char>(payload.type[0] | 0x20)) ==
                               std::string_view::npos
                           ? "a"
                           : "an",
                       payload.type),
                "evaluated when Python made the function",
                "a default is captured by value: a number, a tuple of numbers, a vector or a struct",
                format("leave the default out and pass `{}`, or use a number", payload.parameter)};
    return {format("the default of `{}` is no constant", payload.parameter),
            "not known when the kernel is compiled",
            {},
            "write a number, or the name of one at the top level of the module"};
}

Prose describe(const UnknownName& payload, const Words& words) {
    Prose prose{format("unknown name `{}`", payload.name), "not defined here", {}, {}};
    if (payload.suggestion.empty())
        prose.help = help_for_unknown(payload.whole.empty() ? payload.name : payload.whole, words);
    if (!prose.help.empty()) return prose;
    if (payload.suggestion.empty() && payload.called)
        prose.help = format(
            fmt::runtime(words.either("define `{0}` as a function, `def {0}(...):`, outside of the kernel",
                                      "define `{0}` as a function under `cuda.jit(device=True)`")),
            payload.name);
    else if (payload.suggestion.empty())
        prose.help = format(
            "assign `{}` before it is used, make it a parameter, or define it as a constant at the top "
            "level of the module",
            payload.name);
    else if (payload.suggestion.starts_with("import "))
        prose.help = format("write `{}` at the top of the module", payload.suggestion);
    else
        prose.help = format("did you mean `{}`?", payload.suggestion);
    return prose;
}

namespace {

std::string in_words(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + ("`" + names[i] + "`");
    return text;
}

} // namespace

Prose describe(const UnknownMember& payload, const Words& words) {
    Prose prose{
        format("`{}` has no `{}` that kernels can use", payload.owner, payload.name), "not known", {}, {}};
    const bool is_coordinate = payload.owner.ends_with("Idx") || payload.owner.ends_with("Dim");
    if (std::string unknown = help_for_unknown(payload.name, words); !unknown.empty())
        prose.help = std::move(unknown);
    else if (!payload.suggestion.empty())
        prose.help = format("did you mean `{}.{}`?", payload.owner, payload.suggestion);
    else if (is_coordinate)
        prose.help = "its axes are `x`, `y` and `z`";
    else if (std::string help = help_for_numpy(payload.name, payload.given, payload.type, words,
                                               payload.owner.ends_with("shared"));
             !help.empty())
        prose.help = std::move(help);
    else if (!payload.members.empty())
        prose.help = format("it has {}", in_words(payload.members));
    else
        prose.help = words.either("`pycu2cu --list-builtins` lists the functions that kernels can call",
                                  "docs/numba.md lists what kernels of cuda.jit can use");
    return prose;
}

Prose describe(const NotAValue& payload) {
    using Subject = NotAValue::Subject;
    switch (payload.subject) {
    case Subject::function:
        return {format("`{}` is a function, not a value", payload.name),
                "a number is needed here",
                {},
                format("call it: `{}(...)`", payload.name)};
    case Subject::module:
        return {format("`{}` is a module, not a value", payload.name),
                "a number is needed here",
                {},
                format("use something of it, such as `{}`", payload.example)};
    case Subject::type:
        return {as_written(payload.name) + " is a type, not a value",
                "a number is needed here",
                {},
                format("to convert a number to it, write `{}(...)`", payload.name)};
    case Subject::range:
        return {format("`{}(...)` is no value of its own in a kernel", payload.name),
                "can only be looped over", "a kernel has no iterators",
                format("use it as `for ... in {}(...):`", payload.name)};
    case Subject::tuple:
        return {format("`{}` is a tuple, not a number", payload.name),
                "a number is needed here",
                {},
                format("take one element, such as `{}[0]`, or unpack it", payload.name)};
    }
    return {};
}

Prose describe(const NotCompiled& payload, const Words& words) {
    const bool has_substitute =
        payload.name.find("random.") != payload.name.npos || payload.name.starts_with("time.");
    const std::string other = has_substitute ? help_for_other_library(payload.name, words) : std::string();
    return {
        format("the function `{}` cannot be compiled with this kernel", payload.name), "called here",
        payload.reason.empty() ? "a kernel calls functions whose Python source can be read" : payload.reason,
        other.empty()
            ? "write a plain function with `def` in a file, which comes along with the kernels that call it"
            : other};
}

Prose describe(const NotConstant& payload) {
    return {
        format("the value of `{}` is not known when the kernel is compiled", payload.name), "not a constant",
        "a constant is assigned once, at the top level of the module, from numbers, operators, `math` and "
        "other constants",
        format("make `{}` such a constant, or pass it as a parameter", payload.name)};
}

Prose describe(const NotCapturable& payload, const Words& words) {
    constexpr std::string_view cuda = "CudaSource: "; // the reason follows it
    if (payload.type.starts_with(cuda))
        return {format("`{}` is no function that a kernel can call", payload.name),
                "not a `__device__` function", payload.type.substr(cuda.size()),
                "kernels call the `__device__` functions of CUDA C++"};
    bool array_like = payload.type == "list" || payload.type == "ndarray" || payload.type == "CudaArray" ||
                      payload.type == "array";
    return {
        format("`{}` is a `{}`, which a kernel cannot capture", payload.name, payload.type), "not a number",
        "a kernel sees numbers, bools, vectors, structs and tuples of them from outside; everything else is "
        "passed to it",
        array_like ? format(fmt::runtime(
                                words.either("pass it as a parameter: an array parameter such as `float* {}`",
                                             "pass `{}` as an argument of the kernel")),
                            payload.name)
                   : "pass the numbers that the kernel needs as parameters"};
}

Prose describe(const AxisNeeded& payload) {
    return {format("`{}` has three axes", payload.name),
            "which one is meant?",
            {},
            format("write `{}.x`, `{}.y` or `{}.z`", payload.name, payload.name, payload.name)};
}

Prose describe(const NotCallable& payload) {
    return {format("`{}` is not a function", payload.text), "called here",
            "a local variable or constant of this name hides any function that has it",
            "rename the variable, or call a function that is compiled with the kernel"};
}

namespace {

std::string help_for_operator(std::string_view name) {
    if (name == "getitem" || name == "setitem" || name == "delitem" || name == "itemgetter")
        return "write `X[i]`";
    if (name == "attrgetter" || name == "methodcaller") return "write a lambda, such as `lambda p: p.x`";
    if (name.starts_with("is_")) return "compare values, with `==` or `!=`";
    if (name == "matmul" || name == "imatmul") return "write the loop over the products";
    if (name == "length_hint") return "use `len(X)`";
    if (name == "call") return "call the function itself";
    return "write a `for` loop over the elements";
}

} // namespace

Prose describe(const UnsupportedFunction& payload) {
    Prose prose{format("kernels do not have `{}`", payload.name), "a function of Python's own world", {}, {}};
    const std::string& name = payload.name;
    if (name.starts_with("operator."))
        prose.help = help_for_operator(name.substr(name.find('.') + 1));
    else if (name == "sum" || name == "any" || name == "all" || name == "map" || name == "filter")
        prose.help = "write a `for` loop over the elements";
    else if (name == "reversed")
        prose.help =
            "`for x in X[::-1]` goes through an array from its end, `range(n - 1, -1, -1)` counts down";
    else if (name == "sorted")
        prose.help = "sort before the launch, or write the loops that are needed";
    else if (name == "str" || name == "repr" || name == "format" || name == "chr" || name == "ord" ||
             name == "hex" || name == "bin" || name == "oct" || name == "ascii" || name == "bytes")
        prose.help = "a kernel has no strings; write numbers to an array and format them after the launch";
    else if (name == "list" || name == "dict" || name == "set" || name == "tuple" || name == "frozenset")
        prose.help = "make the array before the launch and pass it as a parameter";
    else if (name == "open" || name == "input" || name == "exec" || name == "eval")
        prose.help = "a kernel cannot reach outside its arguments; do this before or after the launch";
    else if (name.find("kernel") != name.npos || name.find("compile") != name.npos)
        prose.help = "this belongs outside of kernels";
    else
        prose.help = "do this before or after the launch, and pass numbers and arrays to the kernel";
    return prose;
}

Prose describe(const ModuleNotRead& payload) {
    return {format("the module `{}` is not read, so that `{}` is not known", payload.module, payload.name),
            "of that module",
            "this is a translation of text: it reads the file and the modules next to it, and runs nothing",
            format("write what `{}` stands for in this file or in a module next to it, or compile the kernel "
                   "from Python (`cp.compile`), which knows it",
                   payload.name)};
}

Prose describe(const InnerFunction& payload) {
    return {format("nothing is made of `{}`, which is defined inside a function or a class", payload.name),
            "not at the top level of the module",
            "what it uses of the function around it is known when that function runs, and a translation of "
            "text runs nothing",
            "define it at the top level, or compile it from Python (`cp.compile`)"};
}

Prose describe(const ForeignModule& payload, const Words& words) {
    Prose prose{format("kernels cannot use the module `{}`", payload.module),
                format("not math, cmath, numpy or {}", words.module()),
                "the functions of other modules exist only in Python",
                help_for_other_library(payload.name, words)};
    if (!prose.help.empty()) return prose;
    if (payload.module == "random" || payload.module == "numpy.random")
        prose.help = words.either(
            "make a generator, `rng = cp.random_state(seed, idx)`, and write `cp.random(rng)` or "
            "`cp.normal(rng)`",
            "write `xoroshiro128p_uniform_float32(states, i)` of `cuda.random`, or "
            "`xoroshiro128p_normal_float32(states, i)`");
    else
        prose.help = "use `math`, or compute the value outside and pass it as a parameter";
    return prose;
}

} // namespace cudapy::diag
