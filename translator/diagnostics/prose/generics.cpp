// The words of diagnostics about generic functions.

#include "translator/diagnostics/kinds/generic_kinds.h"

#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const UndeterminedType& payload) {
    return {
        format("nothing says what `{}` is in this use of `{}`", payload.variable, payload.function),
        format("`{}` is not known", payload.variable),
        "a type variable is found from the arguments, and from what functions among them give",
        format("declare `{}` so that an argument has `{}` in its type", payload.function, payload.variable)};
}

Prose describe(const TypeVariableConflict& payload, const Words& words) {
    return {
        format("`{}` of `{}` would be both `{}` and `{}`", payload.variable, payload.function, payload.first,
               payload.second),
        format("wants `{}`", payload.second), "what is in an array is not converted",
        format(
            fmt::runtime(words.either(
                "pass arrays of one type, or give them type variables of their own in the signature of `{}`",
                "pass `{}` arrays of one type")),
            payload.function)};
}

Prose describe(const GenericArgument& payload) {
    return {format("parameter `{}` of `{}` is `{}`, but a value of type `{}` is passed", payload.parameter,
                   payload.function, payload.wanted, payload.given),
            format("this is `{}`", payload.given),
            {},
            format("pass what fits `{}`", payload.wanted)};
}

Prose describe(const FunctionArgument& payload, const Words& words) {
    using Reason = FunctionArgument::Reason;
    const std::string parameter = format("parameter `{}` of `{}`", payload.parameter, payload.function);
    switch (payload.reason) {
    case Reason::no_function:
        break;
    case Reason::parameters:
        return {format("`{}` takes {} {}, but {} is called with {}", payload.text, payload.parameters,
                       payload.parameters == 1 ? "argument" : "arguments", parameter, payload.expected),
                "another number of parameters",
                {},
                format("give a function that fits `{}`", payload.wanted)};
    case Reason::result:
        return {format("`{}` returns nothing, but {} is `{}`", payload.text, parameter, payload.wanted),
                "gives no value",
                {},
                "give a function that returns a value"};
    case Reason::type: {
        const std::string result = payload.wanted.substr(0, payload.wanted.find('('));
        const bool is_variable = result != payload.needs;
        return {format("`{}` gives {}, but {} gives {}", payload.text, with_article(payload.gives), parameter,
                       is_variable ? format("`{}`, which is {} here", result, with_article(payload.needs))
                                   : with_article(payload.needs)),
                format("gives {}", with_article(payload.gives)),
                {},
                format("convert what it gives: `{}(...)`{}", words.cast(payload.needs),
                       is_variable ? format("; or give `{}` {} where it takes the first `{}`",
                                            payload.function, with_article(payload.gives), result)
                                   : "")};
    }
    }
    return {format("{} needs a function, and `{}` is none", parameter, payload.text),
            "not a function",
            {},
            std::string(words.either("give the name of a function, or a lambda such as `lambda x: x * 2`",
                                     "give the name of a function under `cuda.jit(device=True)`"))};
}

Prose describe(const NoInstance& payload) {
    return {
        format("`{}` is not possible here: `{}` with {}", payload.function, payload.wanted, payload.choice),
        "makes no type",
        "elements of arrays are numbers, parts of tuples are numbers and tuples, and no function returns an "
        "array",
        "pass other types"};
}

Prose describe(const UnknownResult& payload, const Words& words) {
    return {
        format(fmt::runtime(words.either(
                   "the result of `{}` has no type: it has no signature, and no `return` says one",
                   "the result of `{}` has no type: no `return` says one")),
               payload.function),
        "gives a value of unknown type",
        "the results of calls of itself say nothing where no other `return` does",
        format(fmt::runtime(words.either("write one above it, such as `# {} : T (T x)`",
                                         "let `{}` have a `return` of which no call of itself is a part")),
               payload.function)};
}

Prose describe(const EndlessInstances& payload, const Words& words) {
    return {
        format("`{}` asks for ever more instances of generic functions", payload.function),
        "one instance asks for the next",
        format(
            "each call with other types is compiled by itself, and calls that ask for instances are at most "
            "{} deep",
            payload.most),
        std::string(words.either("call it with the types that it has itself been given, or write signatures "
                                 "above some of the functions",
                                 "call it with the types that it has itself been given, or give `cuda.jit` "
                                 "of some of the functions a "
                                 "signature"))};
}

Prose describe(const LambdaCapture& payload) {
    using Reason = LambdaCapture::Reason;
    const std::string what = payload.is_lambda ? "lambda" : "function";
    const std::string in_kernel =
        payload.is_lambda ? "a lambda in a kernel" : "a function inside another one";
    switch (payload.reason) {
    case Reason::lists:
        return {
            format("`{}` is an array of arrays, which {} cannot use", payload.name, in_kernel),
            format("belongs to `{}`", payload.function),
            format("of what is around it, a {} can use numbers, tuples, vectors, structs and arrays", what),
            format("give one of them a name before: `row = {}[i]`", payload.name)};
    case Reason::gaps:
        return {format("`{}` is a part of an array with gaps between its elements, which {} cannot use",
                       payload.name, in_kernel),
                format("belongs to `{}`", payload.function),
                {},
                format("use the array itself in the {}, as in `A[i, j]`", what)};
    case Reason::itself:
        return {format("the {} `{}` calls itself", what, payload.name),
                format("the {} that it is in", what),
                {},
                format("write a function, `def {}(...): return ...`, outside of the kernel", payload.name)};
    case Reason::default_value:
        break;
    }
    return {format("`{}` is a variable of `{}`, and the default of a parameter must be a constant",
                   payload.name, payload.function),
            "no constant",
            {},
            format("leave the default out: the {} can use `{}` itself", what, payload.name)};
}

Prose describe(const FunctionRebound& payload) {
    return {
        format("`{}` is the name of `{}` here and of something else elsewhere", payload.name, payload.value),
        "a function, a type or a module",
        "which one a call means must be known when the kernel is compiled, so a name of a function is "
        "assigned once",
        "use two names, or write `if` and the calls in its branches"};
}

Prose describe(const FunctionChoice& payload) {
    return {format("`{}` would be one function or another", payload.name), "chosen while the kernel runs",
            "which one a call means must be known when the kernel is compiled",
            format("choose between their results: `{}(...) if {} else {}(...)`", payload.first,
                   payload.condition, payload.second)};
}

Prose describe(const FunctionOutOfReach& payload) {
    return {format("`{}` stands for nothing here", payload.name), "a name of a function",
            "it is assigned further down, or in a block that this place is not in",
            format("assign `{}` above this line, in the same block or in one around it", payload.name)};
}

Prose describe(const DtypeCalled& payload) {
    return {format("`{}` is a dtype, which cannot be called", payload.text), "called here",
            "NumPy's dtypes are descriptions of types; what they call a scalar's type is their `.type`",
            format("write `{}.type(...)`", payload.text)};
}

Prose describe(const TypeOfArray& payload) {
    return {format("`type({})` is the type of an array", payload.array),
            "not that of its elements",
            {},
            format("write `{}.dtype` for the type of its elements", payload.array)};
}

Prose describe(const TypeOfValue& payload, const Words& words) {
    return {format("`type({})` names no type of a kernel", payload.text),
            payload.is_literal ? "a literal takes the type of what it meets"
                               : "it would be computed only for its type",
            {},
            format("name the type, such as `{}`, or give `type` a variable",
                   words.either("cp.float32", "np.float32"))};
}

Prose describe(const LambdaValue&) {
    return {"a lambda can only be called by a name or given for a function parameter, such as `R(A) f`",
            "a function as a value", "functions are no values in a kernel",
            "give the lambda a name of its own, `f = lambda x: ...`, and call that"};
}

Prose describe(const GenericNotEmitted& payload) {
    return {format("`{}` is generic: nothing is emitted for it here", payload.function),
            "its types are not known",
            "a generic function is emitted for the types of each call, and nothing calls this one",
            format("ask for an instance: `--instance '{}'`", payload.example)};
}

Prose describe(const BadInstance& payload) {
    switch (payload.reason) {
    case BadInstance::Reason::not_generic:
        return {format("`{}` is not generic, so that it has no instances", payload.function),
                {},
                {},
                "leave `--instance` out: it is emitted anyway"};
    case BadInstance::Reason::unknown_name:
        return {
            format("`{}` is no type variable, function parameter, type or function of this instance of `{}`",
                   payload.name, payload.function),
            {},
            {},
            "write `--instance 'NAME<T=float, f=add>'`, or only the types, in their order"};
    case BadInstance::Reason::too_many:
        return {format("`{}` has no type variable left for `{}`", payload.function, payload.name),
                {},
                {},
                "write one type for each type variable, in the order of the signature"};
    case BadInstance::Reason::not_void:
        break;
    }
    return {format("`{}` returns a value, so that it cannot be launched as a kernel", payload.function),
            {},
            "a kernel has no caller that could take a value from each thread",
            "write the value to an array parameter, such as `out[idx] = ...`, in place of `return`"};
}

} // namespace cudapy::diag
