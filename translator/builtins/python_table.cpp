// Python's own functions. The checker knows their types by `Special`; the spellings are those for floating
// operands.

#include "translator/builtins/table.h"

namespace cudapy {

namespace {

constexpr Builtin own(std::string_view name, Special special, std::string_view doc,
                      std::string_view single = {}, std::string_view double_ = {}) {
    Builtin builtin{};
    builtin.name = name;
    builtin.shape = Shape::special;
    builtin.special = special;
    builtin.cuda_single = builtin.host_single = single;
    builtin.cuda_double = builtin.host_double = double_;
    builtin.doc = doc;
    return builtin;
}

constexpr Builtin rows[] = {
    own("abs", Special::abs, "absolute value, of the argument's type", "fabsf", "fabs"),
    own("assert", Special::assert_, "a statement: `assert c, \"why\"` stops the launch where c is false"),
    own("bool", Special::bool_, "whether a number is not zero"),
    own("complex", Special::complex_, "a complex number from its parts, or from a number"),
    own("divmod", Special::divmod, "`(a // b, a % b)`"),
    own("enumerate", Special::enumerate, "in a `for`: the index with each element of an array"),
    own("float", Special::float_, "conversion to `float`"),
    own("int", Special::int_, "conversion to `int`, toward zero"),
    own("len", Special::len, "number of elements of an array, or of parts of a tuple"),
    own("max", Special::max, "the largest of two or more numbers, or of those in a tuple"),
    own("min", Special::min, "the smallest of two or more numbers, or of those in a tuple"),
    own("pow", Special::pow, "`a ** b`", "powf", "pow"),
    own("print", Special::print, "prints texts and numbers, from any thread"),
    own("range", Special::range, "in a `for`: integers from start up or down to stop, without stop"),
    own("round", Special::round,
        "the nearest integer, halves to even: `int` from a `float`, `int64` from a `double`; `round(x, "
        "digits)` keeps the type",
        "rintf", "rint"),
    own("sum", Special::sum, "the sum of the numbers in a tuple, and of a start"),
    own("zip", Special::zip,
        "in a `for`: the elements of several arrays side by side, up to the end of the shortest"),
};

} // namespace

std::span<const Builtin> python_builtins() {
    return rows;
}

} // namespace cudapy
