// The words of the checker about types, with its warnings.

#include "translator/diagnostics/kinds/type_kinds.h"

#include "translator/diagnostics/prose/article.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace cudapy::diag {

using fmt::format;

namespace {

constexpr std::size_t npos = static_cast<std::size_t>(-1);

std::string plural(std::size_t count, const char* noun) {
    return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int bits(const Type* type) {
    return type->size() * 8;
}

/// Returns the range of a type: "an `int` holds -2147483648 to 2147483647".
std::string range_text(const Type* type) {
    const int width = type->size() * 8 - (type->is_signed() ? 1 : 0);
    const uint64_t most = ~uint64_t{0} >> (64 - width);
    return type->is_signed() ? format("{} holds -{} to {}", with_article(type->name()), most + 1, most)
                             : format("{} holds 0 to {}", with_article(type->name()), most);
}

std::string or_make(const IntegerInNarrowerPlace& payload, bool has_room) {
    return has_room ? format(", or make the place {}", with_article(payload.from->name())) : std::string();
}

} // namespace

Prose describe(const FloatInIntegerPlace& payload, const Words& words) {
    Prose prose{format("{} cannot be stored in {}, which is {}", with_article(payload.from), payload.place,
                       with_article(payload.to)),
                format("this is {}", with_article(payload.from)),
                "a kernel never drops a fraction silently",
                {}};
    if (payload.augmented) {
        prose.label = format("the result is {}", with_article(payload.from));
        prose.note = "Python would store a float here; in a kernel the type of a place is fixed";
        prose.help =
            payload.division
                ? format("use `//=` for whole-number division, or write the assignment out with `{}(...)`",
                         words.cast(payload.to))
                : format("write the assignment out with `{}(...)`", words.cast(payload.to));
    } else if (payload.division) {
        prose.note = "`/` of integers is true division, as in Python";
        prose.help = format("use `//` for whole-number division, or `{}({})` to drop the fraction",
                            words.cast(payload.to), payload.text);
    } else {
        prose.help = format("write `{}({})` to drop the fraction", words.cast(payload.to), payload.text);
    }
    return prose;
}

Prose describe(const IntegerInNarrowerPlace& payload, const Words& words) {
    const std::string to = with_article(payload.to->name());
    const std::string& from = payload.from->name();
    const Type* both = promote(payload.to, payload.from);
    if (payload.constant)
        return {format("`{}` does not fit {}, which is {}", payload.text, payload.place, to),
                format("too {} for {}", payload.negative ? "small" : "large", to), range_text(payload.to),
                format("make the place {}",
                       with_article(both && !both->is_floating() ? both->name() : std::string("int64")))};
    const bool loses_sign = payload.may_be_negative && payload.to->is_unsigned();
    const bool has_room = promote(payload.to, payload.from) == payload.from;
    return {format("{} cannot be stored in {}, which is {}", with_article(from), payload.place, to),
            payload.augmented ? format("the result is {}", with_article(from))
                              : format("this is {}", with_article(from)),
            loses_sign ? std::string("the value may be negative")
                       : format("the value may not fit {} bits", bits(payload.to)),
            payload.augmented
                ? format("write the assignment out with `{}(...)`{}", words.cast(payload.to->name()),
                         or_make(payload, has_room))
                : format("write `{}({})` when it is known to fit{}", words.cast(payload.to->name()),
                         payload.text, or_make(payload, has_room))};
}

Prose describe(const NumberInBoolPlace& payload) {
    return {format("{} cannot be stored in {}, which is a `bool`", with_article(payload.from), payload.place),
            payload.augmented ? format("the result is {}", with_article(payload.from))
                              : format("this is {}", with_article(payload.from)),
            "a `bool` can only be True or False",
            payload.augmented
                ? "write the assignment out with `bool(...)`"
                : format("write `bool({})` or a comparison such as `{} != 0`", payload.text, payload.text)};
}

Prose describe(const ArrayAsNumber& payload, const Words& words) {
    const std::string array =
        payload.name.substr(0, payload.name.size() - (payload.name.ends_with("[:]") ? 3 : 0));
    return {
        format("`{}` is an array (`{}`), but {} needs a number", payload.name, payload.type, payload.where),
        "an array", "a thread works on single elements, not on whole arrays",
        payload.where == "`max`" || payload.where == "`min`" || array.find(':') != array.npos
            ? "write a `for` loop over the elements"
        : payload.assigned.empty()
            ? format("take one element, such as `{}[{}]`", array, words.index())
            : format("each thread takes one element, such as `{0}[{2}]`, and writes one: `{1}[{2}] = ...`",
                     array, payload.assigned, words.index())};
}

Prose describe(const IntegerNeeded& payload) {
    std::string help = format("write `int({})` to drop the fraction", payload.text);
    if (payload.where == "`range`") help += ", or use `//` where it was divided";
    return {format("{} needs an integer, but this is {}", payload.where, with_article(payload.type)),
            format("this is {}", with_article(payload.type)),
            {},
            help};
}

Prose describe(const ArrayCondition& payload) {
    return {format("the array `{}` (`{}`) has no truth", payload.name, payload.type),
            "an array as a condition",
            {},
            format("to ask whether it has elements, write `len({}) > 0`; to ask about one, `{}[i] != 0`",
                   payload.name, payload.name)};
}

Prose describe(const FloatIndex& payload) {
    Prose prose{format("an index of `{}` must be an integer, but this is {}", payload.array,
                       with_article(payload.type)),
                format("this is {}", with_article(payload.type)),
                {},
                {}};
    if (payload.division) {
        prose.note = "`/` of integers is true division, as in Python";
        prose.help = format("use whole-number division: `{}[{}]`", payload.array, payload.division_text);
    } else {
        prose.help = format("write `int({})` to drop the fraction", payload.text);
    }
    return prose;
}

namespace {

/// Returns how many parts a vector type has by its name, `float3`; 0 for any other type.
int parts_of_vector(std::string_view type) {
    constexpr std::string_view components[] = {"char", "uchar",    "short",     "ushort", "int",
                                               "uint", "longlong", "ulonglong", "float",  "double"};
    if (type.empty() || type.back() < '2' || type.back() > '4') return 0;
    for (const std::string_view component : components)
        if (type.substr(0, type.size() - 1) == component) return type.back() - '0';
    return 0;
}

} // namespace

Prose describe(const NotIndexable& payload, const Words& words) {
    if (const int parts = parts_of_vector(payload.type); parts > 0)
        return {format("`{}` is {}, whose parts have names and no numbers", payload.text,
                       with_article(payload.type)),
                "a vector",
                {},
                format("write `{}.x` for the first part, then `.y`{}", payload.text,
                       parts == 2   ? ""
                       : parts == 3 ? " and `.z`"
                                    : ", `.z` and `.w`")};
    if (!payload.declared.empty())
        return {
            format("`{}` is {}, which has no elements", payload.text, with_article(payload.type)),
            "a single number",
            {},
            format(fmt::runtime(words.either("use it without the last `[...]`, or declare the array `{}`, "
                                             "which has one dimension more",
                                             "use it without the last `[...]`, or give the kernel an "
                                             "array of one dimension more")),
                   payload.declared)};
    return {format("`{}` is {}, which has no elements", payload.text, with_article(payload.type)),
            "a single number",
            {},
            format(fmt::runtime(words.either("use it without `[...]`, or declare it as an array in the "
                                             "signature: `{0}*`, or `{0}[,]` for one "
                                             "with two indices",
                                             "use it without `[...]`, or give the kernel an array")),
                   payload.type)};
}

Prose describe(const VoidValue& payload, const Words& words) {
    if (payload.builtin)
        return {format("`{}` returns nothing, so it has no value here", payload.function),
                "no value",
                {},
                "call it on a line of its own"};
    return {format("`{}` returns nothing, so it has no value here", payload.function),
            "no value",
            {},
            format(fmt::runtime(words.either("call it on a line of its own, or give `{}` a result type in "
                                             "its signature and `return` a value",
                                             "call it on a line of its own, or let `{}` `return` a value")),
                   payload.function)};
}

Prose describe(const ArgumentCount& payload) {
    std::string wanted = payload.least == payload.most ? plural(payload.least, "argument")
                         : payload.most == npos ? format("at least {}", plural(payload.least, "argument"))
                                                : format("{} to {} arguments", payload.least, payload.most);
    Prose prose{format("`{}` takes {}, but {} given", payload.function, wanted,
                       payload.given == 1 ? "1 is" : format("{} are", payload.given)),
                {},
                {},
                {}};
    if (!payload.missing.empty()) {
        if (payload.given >= payload.least)
            prose.message = format("`{}` of `{}` is given no value", payload.missing, payload.function);
        prose.label = format("`{}` is missing", payload.missing);
        prose.help = format("pass a value for `{}`", payload.missing);
    } else if (payload.given > payload.most) {
        prose.label = "too many";
        prose.help = payload.with_tuple.empty() ? "remove the arguments that it does not take"
                                                : format("write `{}`", payload.with_tuple);
        if (payload.function == "pow" && payload.given == 3) {
            prose.note = "`pow(a, b) % m` is the same only while the power itself fits its type";
            prose.help = "multiply in a loop, with `% m` after each product of `int64`s: `r = r * a % m`";
        }
    } else {
        prose.label = "too few";
        const bool of_array = payload.given == 1 && (payload.function == "max" || payload.function == "min");
        prose.help = of_array ? "for the elements of an array, write a `for` loop"
                              : "add the arguments that are missing";
    }
    return prose;
}

Prose describe(const UnknownKeyword& payload) {
    if (payload.builtin && payload.function == "print")
        return {
            format("`print` takes no `{}` in a kernel", payload.keyword), "a keyword",
            "a kernel prints to the host's standard output, in lines that are there when the host has waited",
            "leave it out"};
    if (payload.builtin && payload.keyword == "strict")
        return {"`zip` takes no `strict` in a kernel",
                "a keyword",
                {},
                "leave it out, and compare the lengths before the launch or with an `assert`"};
    if (payload.builtin && (payload.keyword == "key" || payload.keyword == "default"))
        return {format("`{}` takes no `{}` in a kernel", payload.function, payload.keyword),
                "a keyword",
                {},
                "compare what counts yourself: `a if abs(a) < abs(b) else b`"};
    if (payload.builtin)
        return {format("`{}` takes no keyword arguments in a kernel", payload.function),
                "a keyword",
                {},
                "pass the value by its place"};
    return {format("`{}` has no parameter `{}`", payload.function, payload.keyword),
            "not a parameter",
            {},
            payload.suggestion.empty() ? "use the name of a parameter, or pass the value by its place"
                                       : format("did you mean `{}`?", payload.suggestion)};
}

Prose describe(const RepeatedArgument& payload) {
    return {format("`{}` of `{}` is given twice", payload.parameter, payload.function),
            "given a second time",
            {},
            "remove one of the two"};
}

Prose describe(const ArrayArgument& payload, const Words& words) {
    std::string which = payload.parameter.empty()
                            ? format("`{}`", payload.function)
                            : format("parameter `{}` of `{}`", payload.parameter, payload.function);
    Prose prose{format("{} needs `{}`, but this is `{}`", which, payload.expected, payload.given),
                format("this is `{}`", payload.given),
                {},
                {}};
    const auto element = [](const std::string& type) { return type.substr(0, type.find_first_of("*[")); };
    const bool wants_array = payload.expected.find_first_of("*[") != std::string::npos;
    const bool wants_lists = payload.expected.ends_with("**");
    const bool same = element(payload.expected) == element(payload.given);
    if (wants_array && payload.given_array && same && (wants_lists || payload.given.ends_with("**"))) {
        prose.note = "the rows of a `" + element(payload.expected) + "**` have lengths of their own";
        prose.help = wants_lists ? format("declare the parameter as `{}`", payload.given)
                                 : "pass one of the rows, such as `rows[i]`, or declare the parameter as `" +
                                       payload.given + "`";
    } else if (wants_array && payload.given_array && same) {
        prose.note = "the two have different numbers of dimensions";
        prose.help = payload.parameter.empty() || payload.expected.ends_with("*")
                         ? std::string("pass a part with as many dimensions, such as the row `A[i]`")
                         : format("declare the parameter as `{}`, or pass an array of as many dimensions",
                                  payload.given);
    } else if (wants_array && payload.given_array) {
        prose.note = "an array is passed as it is; its elements are never converted";
        prose.help = words.either("make the element types the same in both signatures",
                                  "pass arrays of the types that the signature says");
    } else if (wants_array) {
        prose.help = "pass the array itself, by its name and without an index";
    } else {
        prose.help = words.either("pass one element, such as `X[i]`, or declare the parameter as an array",
                                  "pass one element, such as `X[i]`");
    }
    return prose;
}

Prose describe(const IntegerTooLarge& payload) {
    return {payload.text == "..." ? std::string("this integer does not fit 64 bits")
                                  : format("`{}` does not fit 64 bits", payload.text),
            "too large", "integers in a kernel have at most 64 bits, unlike Python's",
            "use a smaller number, or a floating one such as `1e20`"};
}

Prose describe(const BeyondInt64& payload, const Words& words) {
    if (payload.constant)
        return {format("`{}` is too large for {}", payload.text, payload.where), "no `int64`",
                range_text(Type::int64()), "use a smaller number"};
    return {format("{} takes no `uint64`", payload.where), "this is a `uint64`",
            "it is counted in an `int64`, which does not hold every `uint64`",
            format("write `{}({})` when it is known to fit", words.cast("int64"), payload.text)};
}

namespace {

/// Returns whether an integer, as it is written, is larger than any that has 64 bits.
bool is_beyond_64_bits(const std::string& value) {
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    return *end == '\0' && std::fabs(number) >= 0x1p63;
}

} // namespace

Prose describe(const ConstantTooLarge& payload, const Words& words) {
    const bool negative = payload.value.starts_with('-');
    return {format("`{}` does not fit {}", payload.value, with_article(payload.type->name())),
            negative ? "too small" : "too large", range_text(payload.type),
            is_beyond_64_bits(payload.value) ? std::string("keep it as a `double`")
            : payload.type == Type::int32()  ? format("write `{}({})`", words.cast("int64"), payload.value)
            : negative && payload.type->is_unsigned() ? std::string("use a signed type")
            : payload.type->size() < 8                ? std::string("use a wider type")
                                                      : std::string("keep it as a `double`")};
}

Prose describe(const ConstantZeroDivision& payload) {
    return {"division by zero", "always zero", "Python raises ZeroDivisionError here",
            payload.op == "/" ? "for an infinity, write `math.inf`" : "divide by something else"};
}

Prose describe(const LenOfNumber& payload, const Words& words) {
    return {format("`{}` is {}, which has no length", payload.text, with_article(payload.type)),
            "a single number",
            {},
            std::string(
                words.either("`len` takes an array, such as a `float*` parameter", "`len` takes an array"))};
}

Prose describe(const ArrayRebound& payload) {
    return {
        format("`{}` is an array parameter (`{}`) and cannot become anything else", payload.name,
               payload.type),
        "assigned here",
        {},
        format("to write an element, use `{}[i] = ...`; to keep a number, use another name", payload.name)};
}

Prose describe(const AnnotationConflict& payload) {
    return {format("`{}` is {}, but is annotated as {}", payload.name, with_article(payload.first),
                   with_article(payload.second)),
            "another type", "a variable has one type in the whole function",
            "use another variable, or the same type"};
}

Prose describe(const NegativeShift& payload) {
    return {"negative shift count", "negative", "Python raises ValueError here",
            format("shift the other way with `{}`", payload.other)};
}

Prose describe(const ShiftTooFar& payload, const Words& words) {
    return {format("the count of `{}` is not below the width of {}", payload.op, with_article(payload.type)),
            format("{} has {} bits", with_article(payload.type), payload.width),
            "what is left of the value is not the same on every machine",
            payload.type == "int64" || payload.type == "uint64"
                ? std::string("shift by less")
                : format("make what is shifted wider first, such as `{}(x)`", words.cast("int64"))};
}

Prose describe(const NoCommonType& payload, const Words& words) {
    const bool left_is_unsigned = payload.left == "uint64";
    return {format("{} and {} meet in {}, and have no common type", with_article(payload.left),
                   with_article(payload.right), payload.where),
            format("this is {}", with_article(payload.right)), "no integer type holds all values of both",
            format("convert one of them: `{}({})` or `{}({})`", words.cast("uint64"),
                   left_is_unsigned ? payload.right_text : payload.left_text, words.cast("int64"),
                   left_is_unsigned ? payload.left_text : payload.right_text)};
}

Prose describe(const NoGenerator& payload) {
    return {format("`{}` draws from a generator, but `{}` is {}", payload.function, payload.text,
                   with_article(payload.type)),
            "no generator", "each thread has a generator of its own, which the numbers come from",
            format("make one first, `rng = random_state(seed, idx)`, and write `{}(rng{})`", payload.function,
                   payload.function == "random" || payload.function == "normal" ? "" : ", a, b")};
}

Prose describe(const GeneratorParameter& payload) {
    return {
        format("`{}` is launched, but its parameter `{}` is a generator of random numbers", payload.function,
               payload.parameter),
        "a generator",
        "generators are in the memory of a thread, so that only functions that kernels call can take them",
        "give the kernel a seed, and make the generator in it: `rng = random_state(seed, idx)`"};
}

Prose describe(const TupleIndex& payload) {
    return {format("`{}` has {}", payload.name, plural(payload.size, "element")),
            "outside the tuple",
            {},
            payload.size == 0 ? std::string("the tuple is empty")
                              : format("use an index from 0 to {}", payload.size - 1)};
}

Prose describe(const TableIndex& payload) {
    switch (payload.reason) {
    case TableIndex::Reason::empty:
        return {format("the tuple `{}` is empty", payload.name), "nothing to choose from", {}, {}};
    case TableIndex::Reason::ragged:
        return {
            format("the elements of `{}` differ in length or depth", payload.name),
            "chosen from when the kernel runs",
            "a tuple of tuples becomes a table, whose rows are of one length and have numbers side by side",
            "give all of them the same shape, or use constant indices"};
    case TableIndex::Reason::rows:
        return {format("an element of `{}` is a tuple", payload.name), "chosen from when the kernel runs",
                "a kernel has no tuples as values",
                "index down to a number, as in `K[i][j]`, or unpack it, as in `for a, b in K:`"};
    case TableIndex::Reason::structs:
        return {format("the structs in `{}` are chosen from when the kernel runs", payload.name),
                "one of several objects", "a name would stand for one of the module's objects",
                "use constant indices, a tuple of numbers for each field, or pass an array of them"};
    case TableIndex::Reason::mixed:
        return {format("the elements of `{}` have several types", payload.name),
                "chosen from when the kernel runs", "a tuple of vectors becomes a table of one type",
                "use constant indices, or a tuple for each type"};
    case TableIndex::Reason::slice:
        break;
    }
    return {format("the tuple `{}` takes one integer in each pair of brackets", payload.name),
            "another index",
            {},
            "for a tuple of tuples, write `K[i][j]`"};
}

Prose describe(const RoundDigits& payload, const Words& words) {
    if (!payload.digits)
        return {"`round` takes a number of digits that is fixed when the kernel is compiled",
                format("`{}` is known only when the kernel runs", payload.text), "",
                "write the number, or a constant of the module; or scale by hand, as in `round(x * scale) / "
                "scale`"};
    if (payload.is_integer)
        return {
            format("`round` takes no fewer than {} digits for `{}`", payload.least, payload.type),
            format("{} digits", *payload.digits), "",
            format(
                "a larger power of ten is no value of the type: widen it first, as in `round({}(x), digits)`",
                words.cast("int64"))};
    return {
        format("`round` takes from {} to {} digits for `{}`", payload.least, -payload.least, payload.type),
        format("{} digits", *payload.digits), "", "round to a number of digits that the type has"};
}

Prose describe(const NotPrintable& payload) {
    using Subject = NotPrintable::Subject;
    switch (payload.subject) {
    case Subject::array:
        return {format("`{}` is an array (`{}`), which `print` cannot show", payload.text, payload.type),
                "an array", "what a kernel prints is fixed but for its numbers",
                format("print its elements: `print({}[i])`", payload.text)};
    case Subject::tuple:
        return {format("`{}` is a tuple (`{}`), which `print` cannot show", payload.text, payload.type),
                "a tuple", "what a kernel prints is fixed but for its numbers", "print its parts"};
    case Subject::f_string:
        return {
            format("{} is fixed when the kernel is compiled, so that it takes no f-string", payload.where),
            "an f-string", "", "write a plain string, and `print` the values before"};
    case Subject::named_character:
        return {format("{} does not know characters by their names", payload.where), "`\\N{…}` in this text",
                "the table of names is Python's own",
                "write the character itself, or its number, as in `\\u2014`"};
    case Subject::no_text:
        return {format("{} must be a string literal", payload.where), "no string literal",
                "kernels have no strings as values", "write it in quotes"};
    case Subject::tuple_condition:
        return {"this assertion always holds, because a tuple is true", "a tuple",
                "the parentheses make one condition of the condition and the message",
                "leave the parentheses out: `assert c, \"why\"`"};
    case Subject::generator:
        return {format("`{}` is a generator of random numbers, which `print` cannot show", payload.text),
                "a generator", "what a kernel prints is fixed but for its numbers",
                format("print a number that it draws: `print(random({}))`", payload.text)};
    case Subject::bool_or_number:
        return {format("`{}` is of several types, which `print` shows in several ways", payload.text),
                format("would be shown as `{}`", payload.type),
                "Python shows the operand that it is, such as `False`, `0` or `0.0`",
                format("say what is meant: `{}({})`, or `bool(...)` for a condition", payload.type,
                       payload.text)};
    }
    return {};
}

Prose describe(const BadFormat& payload) {
    return {format("a kernel cannot print in the format `{}`: {}", payload.format, payload.reason),
            "this format", "a kernel prints through C's printf, which knows fewer formats than Python",
            payload.help};
}

Prose describe(const LateTypes& payload, const Words& words) {
    if (!payload.growing.empty())
        return {format("`{0}` would be another tuple each time, which holds the `{0}` before it",
                       payload.growing),
                "a tuple without end", "a variable has one type, and so one number of parts",
                "write out the parts that the new tuple keeps, or use another name"};
    return {format("the types of more than {} variables of `{}` each wait for one that is assigned later",
                   payload.most, payload.function),
            "types that are found too late",
            {},
            format("{}, or assign them in the order in which they are used",
                   words.either("annotate one in the middle, as in `x: cp.float32 = 0`",
                                "give one in the middle a value with a type, as in `x = np.float32(0)`"))};
}

} // namespace cudapy::diag
