#pragma once
// The checks of kernels in checked mode, and the words about one that failed. It is plain C++17, because
// files made by `pycu2cu --program --checked` include it, too.

#include "cpu_kernel.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace cudapy {
namespace generated {

/// The facts about one check of a file (see program::Check), as the words about it need them.
struct CheckFacts {
    enum Kind : unsigned char {
        index,
        shift,
        division,
        overflow,
        conversion,
        step,
        unassigned,
        unpacked,
        raised,
        none_as_number,
    } kind;
    const char* place;     ///< "kernels.py:7"
    const char* source;    ///< the text that is checked: "X[i + 2]"
    const char* name;      ///< the name of an array or a variable, or an operator
    const char* type;      ///< the type that does not hold a result; empty for none
    int axis = -1;         ///< index: the dimension; -1 for an array with one. unpacked: the number of names
    bool from_end = false; ///< index: it was written as a negative constant
    bool wraps = false;    ///< index: if it is negative now, the length has been added to it
    unsigned axes = 1;     ///< bit a is set if the thread is named by its coordinate along axis a, too
};

namespace check_words {

inline std::string of_index(const CheckFacts& check, const FailedCheck& failed) {
    const bool is_from_end = check.from_end || (check.wraps && failed.value < 0);
    const std::string index = std::to_string(is_from_end ? failed.value - failed.bound : failed.value);
    const std::string bound = std::to_string(failed.bound);
    if (check.axis >= 0)
        return "index " + index + " is outside dimension " + std::to_string(check.axis) + " of " +
               check.name + ", which is " + bound + " long";
    const std::string outside = "index " + index + " is outside " + check.name;
    if (failed.bound == 0) return outside + ", which is empty";
    return outside + ", which has " + bound + (failed.bound == 1 ? " element" : " elements");
}

inline std::string of_overflow(const CheckFacts& check, const FailedCheck& failed) {
    const std::string value = std::to_string(failed.value), bound = std::to_string(failed.bound);
    const std::string name = check.name;
    const std::string result = name == "abs"                      ? "abs(" + value + ")"
                               : name == "-" && failed.bound == 0 ? "-(" + value + ")"
                               : failed.bound < 0                 ? value + " " + name + " (" + bound + ")"
                                                                  : value + " " + name + " " + bound;
    return result + " does not fit in " + check.type;
}

inline std::string of_conversion(const CheckFacts& check, const FailedCheck& failed) {
    double value = 0;
    std::memcpy(&value, &failed.value, sizeof value);
    if (std::isnan(value)) return std::string("nan is no ") + check.type;
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return std::string(text) + " does not fit in " + check.type;
}

inline std::string finding(const CheckFacts& check, const FailedCheck& failed) {
    switch (check.kind) {
    case CheckFacts::index:
        return of_index(check, failed);
    case CheckFacts::shift:
        return "a shift by " + std::to_string(failed.value) + " is not from 0 to " +
               std::to_string(failed.bound - 1);
    case CheckFacts::division:
        return failed.bound == 0 ? "division by zero" : of_overflow(check, failed);
    case CheckFacts::overflow:
        return of_overflow(check, failed);
    case CheckFacts::conversion:
        return of_conversion(check, failed);
    case CheckFacts::step:
        return "the step of range() is 0";
    case CheckFacts::unassigned:
        return std::string(check.name) + " is read and has not been assigned";
    case CheckFacts::unpacked:
        return std::string(check.name) + " has " + std::to_string(failed.value) +
               (failed.value == 1 ? " element" : " elements") + ", and " + std::to_string(check.axis) +
               " names are given one each";
    case CheckFacts::raised:
        return "an exception was raised";
    case CheckFacts::none_as_number:
        return "None, which a function gave, is used as a number";
    }
    return "";
}

/// Returns the name of a thread, with as many coordinates as the kernel asks for.
inline std::string thread_of(unsigned axes, const FailedCheck& failed) {
    const std::string x = std::to_string(failed.thread[0]);
    if (axes == 1) return x;
    const std::string y = (axes & 2) != 0 ? std::to_string(failed.thread[1]) : "?";
    return "(" + x + ", " + y + ((axes & 4) != 0 ? ", " + std::to_string(failed.thread[2]) : "") + ")";
}

} // namespace check_words

/// Returns the report on a check that failed: "kernels.py:7: index 12 is outside X, which has 10 elements, in
/// thread 12: `X[i + 2]`".
inline std::string describe(const CheckFacts& check, const FailedCheck& failed) {
    return std::string(check.place) + ": " + check_words::finding(check, failed) + ", in thread " +
           check_words::thread_of(check.axes, failed) + ": `" + check.source + "`";
}

} // namespace generated
} // namespace cudapy
