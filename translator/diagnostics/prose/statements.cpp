// The words of the checker about statements, about what is not in the language, and about what is not yet.

#include "translator/diagnostics/kinds/statement_kinds.h"

#include "translator/diagnostics/other_libraries.h"
#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

namespace cudapy::diag {

using fmt::format;

Prose describe(const BadTarget& payload) {
    if (payload.nested)
        return {"several names cannot be assigned here",
                "more than one name",
                {},
                "unpack in a statement of its own"};
    return {format("`{}` cannot be assigned", payload.text),
            "not a variable or an element",
            {},
            "assign to a variable or to an element of an array parameter"};
}

Prose describe(const UnpackCount& payload) {
    return {format("{} value{} cannot be unpacked into {} place{}", payload.values,
                   payload.values == 1 ? "" : "s", payload.targets, payload.targets == 1 ? "" : "s"),
            format("{} value{}", payload.values, payload.values == 1 ? "" : "s"),
            {},
            "write as many values on the right as there are places on the left"};
}

Prose describe(const NotUnpackable& payload) {
    return {format("`{}` is one value (`{}`) and cannot be unpacked into {}", payload.text, payload.type,
                   payload.targets),
            "one value", "only tuples, vectors, and calls such as `divmod`, can be unpacked",
            "write the values out: `a, b = x, y`"};
}

Prose describe(const NotIterable& payload) {
    Prose prose{payload.type.empty() ? format("`{}` cannot be looped over here", payload.text)
                                     : format("`{}` is {}, which cannot be looped over", payload.text,
                                              with_article(payload.type)),
                "not an array",
                "a `for` goes over `range(...)`, an array, `enumerate(X)` or `zip(X, Y)`",
                {}};
    bool integer = payload.type == "int" || payload.type == "int64";
    prose.help = integer ? format("to count up to it, write `range({})`", payload.text)
                         : "loop over an array parameter or a `range`";
    return prose;
}

Prose describe(const OutsideLoop& payload) {
    return {format("`{}` outside of a loop", payload.keyword),
            "no loop is around this",
            {},
            payload.keyword == "break" ? "to leave the function, write `return`"
                                       : "to skip the rest of the function, write `return`"};
}

Prose describe(const ValueFromVoid& payload, const Words& words) {
    const bool is_array = payload.type.find_first_of("*[") != payload.type.npos;
    if (is_array)
        return {format("`{}` is `void`, so its `return` cannot give {}", payload.function,
                       with_article(payload.type)),
                "an array", "functions return numbers, tuples and structs, never arrays",
                "write to an array parameter, and write `return` by itself"};
    return {format("`{}` is `void`, so its `return` cannot give {}", payload.function,
                   with_article(payload.type)),
            "a value", "a kernel has no caller that could take a value from each thread",
            format(fmt::runtime(words.either(
                       "write the result to an array parameter; for a helper, give a result type "
                       "in the signature: `# {} : {} (...)`",
                       "write the result to an array parameter; for a helper, write "
                       "`cuda.jit(device=True)`")),
                   payload.function, payload.type)};
}

Prose describe(const ReturnWithoutValue& payload, const Words& words) {
    return {format("`{}` returns {}, but this `return` gives no value", payload.function,
                   with_article(payload.type)),
            "no value", "Python would return None here",
            format(fmt::runtime(
                       words.either("return {}, or make the function `void` in its signature", "return {}")),
                   with_article(payload.type))};
}

Prose describe(const ZeroStep& payload) {
    if (payload.slice)
        return {"the step of a slice is zero", "always zero", "Python raises ValueError here",
                "use a step above or below zero"};
    return {"the step of `range` is zero", "always zero", "Python raises ValueError here",
            "use a step above or below zero, or `while True:` for a loop without an end"};
}

Prose describe(const LoopTargets& payload) {
    if (payload.expected == 1 && payload.given == 1)
        return {format("`{}` gives one value each time, but the comma makes this a tuple of one name",
                       payload.iterable),
                "a tuple",
                {},
                "remove the comma"};
    return {format("`{}` gives {} value{} each time, but there {} name{}", payload.iterable, payload.expected,
                   payload.expected == 1 ? "" : "s",
                   payload.given == 1 ? "is 1" : format("are {}", payload.given),
                   payload.given == 1 ? "" : "s"),
            format("{} name{}", payload.given, payload.given == 1 ? "" : "s"),
            {},
            payload.expected == 0   ? std::string("use one name, which is each empty tuple")
            : payload.expected == 1 ? std::string("use one name, such as `for i in ...`")
                                    : format("use {} names, such as `for i, x in ...`", payload.expected)};
}

Prose describe(const NoContainers& payload, const Words& words) {
    if (!payload.instead.empty())
        return {"kernels have no lists", "a list", "names are unpacked without brackets just as well",
                format("write `{}`", payload.instead)};
    if (!payload.size.empty()) {
        const std::string array = words.array("local", payload.type, payload.size, payload.fill);
        const bool is_filled =
            array.find(payload.fill.empty() ? "\n" : ", " + payload.fill + ")") != array.npos;
        return {"kernels have no lists", "a list", "a thread cannot allocate memory for Python objects",
                format("write `{}` for an array of the thread's own{}", array,
                       is_filled ? "" : ", and store a value in each element")};
    }
    return {format("kernels have no {}s", payload.subject), format("a {}", payload.subject),
            "a thread cannot allocate memory for Python objects",
            payload.subject == "list"
                ? format("use scalar variables, `{}` for an array of the thread's own, whose elements "
                         "`A[i] = x` sets in place of `append`, or pass an array as a parameter",
                         words.array("local", "float", "3"))
                : "use arrays that are passed as parameters, or `if` and `elif`"};
}

Prose describe(const NoComprehensions&) {
    return {"kernels have no comprehensions", "would make a list or a generator",
            "a thread cannot allocate memory for Python objects",
            "write a `for` loop that stores or sums up each element"};
}

Prose describe(const NoNestedFunctions& payload, const Words& words) {
    if (payload.lambda)
        return {"kernels have no lambdas", "a function as a value", "functions are no values in a kernel",
                std::string(
                    words.either("write a function at the top level and call it by its name",
                                 "write a function under `cuda.jit(device=True)` and call it by its name"))};
    return {"kernels have no functions inside functions", "nested function",
            "a function would have to be made anew by every thread",
            "move it to the top level, and pass what it needs as parameters"};
}

Prose describe(const NoStrings& payload) {
    if (!payload.instead.empty())
        return {"kernels have no strings", "read by Python at run time", "device code works on numbers only",
                format("write `{}`", payload.instead)};
    if (!payload.printed.empty())
        return {"a kernel cannot put strings together", "a string that is made when the kernel runs",
                "`print` takes texts that are fixed, and numbers between them",
                format("write {}", payload.printed)};
    return {"kernels have no strings", "a string as a value", "device code works on numbers only",
            "use an integer code instead, and turn it into text after the launch"};
}

Prose describe(const NoExceptions& payload) {
    if (payload.raise)
        return {
            "a kernel cannot raise exceptions", "raised by a thread",
            "there is no caller on the device that could catch one",
            "write `assert condition, \"why\"`, which ends the launch and raises AssertionError, or write an "
            "error code to an array"};
    return {"kernels have no `try`", "nothing in a kernel raises",
            "errors in device code do not raise: an index outside or a division by zero gives no exception",
            "test for the case before it happens, with an `if`"};
}

Prose describe(const NoGenerators& payload) {
    if (payload.keyword == "async")
        return {"kernels have no `async`", "a coroutine", "kernels do not wait for anything",
                "leave the `async` out"};
    return {format("kernels have no `{}`", payload.keyword), "a generator or coroutine",
            "a thread runs its function once, from start to end",
            "write results to an array, or return them"};
}

Prose describe(const NoGlobal& payload, const Words& words) {
    return {format("kernels have no `{}`", payload.keyword), "names outside cannot be assigned",
            "names from outside are captured by value when the kernel is compiled",
            format("pass an array with one element: `{}` counts there for all threads",
                   words.call("atomicAdd", "count, 0, 1"))};
}

Prose describe(const NoObjects& payload, const Words& words) {
    if (payload.class_)
        return {"a kernel cannot define a class", "class inside a kernel",
                "what a kernel calls by its name has a type before it runs",
                std::string(words.either(
                    "define a struct outside, a class under `@cp.struct`, and functions for its methods",
                    "use records of NumPy, and functions in place of its methods"))};
    const std::string help = help_for_method(payload.text, words);
    return {format("`{}`: there is no such attribute or method in a kernel", payload.text), "an attribute",
            "structs have their fields, vectors `.x` and similar, complex numbers `.real`, `.imag` and "
            "`.conjugate()`, arrays `.shape`, `.ndim` and `.size`",
            help.empty() ? "use a function: `len(X)` for a length, `abs(x)` and `math.sqrt(x)` for numbers"
                         : help};
}

Prose describe(const NoWith&) {
    return {"kernels have no `with`", "a context manager",
            "there are no objects whose entry and exit could be run", "write the statements without it"};
}

Prose describe(const NoWalrus&) {
    return {"kernels have no `:=` at this place", "assignment in an expression",
            "it may not be evaluated, or after something that it changes",
            "assign on a line of its own, before this one"};
}

Prose describe(const NoStars& payload) {
    using Place = NoStars::Place;
    const std::string unpacks = "kernels cannot unpack with `*`";
    switch (payload.where) {
    case Place::no_tuple:
        return {unpacks + " what is not a tuple", "not a tuple",
                "how many values it stands for is not known when the kernel is compiled",
                "give the arguments one by one"};
    case Place::after_a_value:
        return {unpacks + " here, after an argument that is computed",
                "would be computed before that argument", "", "give the tuple a name first"};
    case Place::without_a_result:
        return {unpacks + " in a call that gives no value", "a tuple that is computed here", "",
                "give the tuple a name first"};
    case Place::elsewhere:
        break;
    }
    return {unpacks + " here", "starred", "a star unpacks a tuple among the arguments of a call",
            "write each value out"};
}

Prose describe(const NoLocalImport&) {
    return {"a kernel cannot import", "import inside a function",
            "modules are loaded by Python, before a kernel is compiled",
            "move the import to the top of the module"};
}

Prose describe(const NoDel&) {
    return {"kernels have no `del` of anything but names", "deletes a part of an object",
            "arrays and objects keep their parts", "leave the line out"};
}

Prose describe(const NoPattern& payload) {
    const std::string message = format("a `case` of a kernel cannot ask for `{}`", payload.pattern);
    switch (payload.reason) {
    case NoPattern::Reason::name:
        return {message, "a name of its own",
                "Python makes a variable of a bare name in a `case`, which takes every value",
                format("write `case _ if {} == {}:` to ask for this value, or `case _:` for every one",
                       payload.subject, payload.pattern)};
    case NoPattern::Reason::boolean:
        return {message, "a bool", "Python asks here whether it is that very object, and no number is",
                "write 1 or 0"};
    case NoPattern::Reason::other:
        break;
    }
    return {message, "not a real number",
            "a `case` compares with integers and floats, and with constants such as `Color.RED`",
            "use `if` and `elif` for anything else"};
}

Prose describe(const NoNone&) {
    return {"kernels have no `None`", "not a number", "a variable in a kernel always holds a number",
            "use a number that cannot occur otherwise, such as -1 or `math.nan`, or a `bool` of its own"};
}

Prose describe(const NoIdentity& payload) {
    return {format("kernels have no `{}`", payload.op), "compares objects",
            "numbers in a kernel have no identity", format("compare values with `{}`", payload.instead)};
}

Prose describe(const NoMembership& payload) {
    using Reason = NoMembership::Reason;
    if (payload.reason == Reason::chain)
        return {format("`{}` cannot be part of a chain of comparisons", payload.op),
                "in a chain",
                {},
                "write both comparisons: `0 < x and x in t`"};
    if (payload.reason == Reason::no_tuple)
        return {format("`{}` searches a tuple, and `{}` is none", payload.op, payload.container),
                "searches a tuple",
                {},
                "write a tuple, `x in (1, 2)`, or compare: `x == y`"};
    return {format("kernels have no `{}` for arrays", payload.op), "searches an array",
            "a search over an array would be a hidden loop",
            "write the loop over the array, or search a tuple: `x in (1, 2)`"};
}

Prose describe(const NoMatrixProduct&) {
    return {"kernels have no `@`", "a matrix product", "a thread computes single elements, not whole arrays",
            "write the loop over the inner index, or use `@` of NumPy outside of the kernel"};
}

Prose describe(const NoOther& payload) {
    return {format("{} is not in the kernel language", payload.subject), "not supported", "", payload.way};
}

Prose describe(const NotSupportedYet& payload) {
    using Feature = NotSupportedYet::Feature;
    const std::string& text = payload.text;
    switch (payload.feature) {
    case Feature::slice:
        return {"a slice is no value of its own", "a slice", {}, "put it in the brackets of an array"};
    case Feature::array_local:
        return {format("an annotation of a name for an array (`{}`) is supported only where it is given one",
                       text),
                "the type of an array",
                {},
                "leave it out: a name takes the type of the array that it is given"};
    }
    return {};
}

Prose describe(const DoubleInFloatPlace& payload, const Words& words) {
    if (!payload.becomes.empty())
        return {format("`{}` does not fit {}, which is a `{}`", payload.text, payload.place, payload.type),
                format("this would be {}", payload.becomes),
                {},
                format("make the place a `{}`, or write `{}({})` to say that this is meant", payload.from,
                       words.cast(payload.type), payload.text)};
    const bool single = payload.type == "float" || payload.type == "complex64";
    const std::string precision = single ? "single precision" : "16 bits";
    return {format("a `{}` is stored in {}, which is a `{}`", payload.from, payload.place, payload.type),
            "rounded to " + precision,
            {},
            format("write `{}({})` to say that this is meant", words.cast(payload.type), payload.text)};
}

Prose describe(const SingleInDoublePlace& payload) {
    return {
        format("what was computed in single precision is stored in {}, which is a `double`", payload.place),
        "computed as a `float`",
        "Python computes in double precision, of which the last digits are missing here",
        format("make an operand a `double` first, or write `double({})` to say that this is meant",
               payload.text)};
}

Prose describe(const LongInFloatPlace& payload) {
    const std::string digits = payload.type == "float" || payload.type == "complex64" ? "24"
                               : payload.type == "half"                               ? "11"
                                                                                      : "8";
    return {format("{} `{}` is stored in {}, which is a `{}`", payload.from == "int64" ? "an" : "a",
                   payload.from, payload.place, payload.type),
            format("rounded to {} bits", digits),
            {},
            format("make the place a `double`, or write `{}({})` to say that this is meant", payload.type,
                   payload.text)};
}

Prose describe(const IntegersAsDouble& payload) {
    return {format("`{}` holds {} and {}, so that numba makes it a `float64`", payload.name,
                   with_article(payload.other), with_article(payload.type)),
            format("this is {}", with_article(payload.type)),
            "numba has no integer type for both, and a `float64` holds whole numbers only up to 2**53",
            format("make them one type: write `np.{}({})`", payload.other, payload.text)};
}

Prose describe(const NoEffect& payload) {
    Prose prose{"this line does nothing", "its value is not used", {}, "store the value, or delete the line"};
    if (payload.comparison)
        prose.help = "to assign, write `=` instead of `==`; else store the value or delete the line";
    else if (payload.call)
        prose.help = "store the result in a variable, or delete the line";
    return prose;
}

Prose describe(const KernelDefault& payload) {
    return {format("a launch of `{}` does not use the default of `{}`", payload.function, payload.parameter),
            "used only by calls from other functions", "every argument is given when a kernel is launched",
            "remove the default, or pass the value at each launch"};
}

} // namespace cudapy::diag
