#pragma once
// The places of a program that the checked mode looks at while a kernel runs.

#include "translator/support/source.h"
#include "translator/types/type.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cudapy::program {

/// One place of a program where something outside the contract of the language is reported.
struct Check {
    enum class Kind {
        index,      ///< the index and the extent that it must be below
        shift,      ///< the count and the width
        division,   ///< the dividend (0 where it is not known) and the divisor, which is 0, or -1 where the
                    ///< quotient does not fit in `type`
        overflow,   ///< the operands of an operator whose result does not fit in `type`
        conversion, ///< the bits of a double that does not fit in `type`
        step,       ///< the step of a range, which is 0
        unassigned, ///< a variable that the path has not assigned
        unpacked,   ///< how many elements an array has that is taken apart; `axis` says how many it needs
        raised,     ///< a `raise`, which always ends the thread
        none_as_number, ///< the None that a call gave is used as a number
        // The next ones are told to a recorder (lower/checked/instrument_accesses.h), which decides whether
        // to report them:
        read,     ///< an access to an element, or to a part of it
        write,    ///< a write of an element, or of a part of it
        atomic,   ///< an atomic, which reads and writes
        exchange, ///< an atomic that writes and gives what was there, whatever that is
        shared,   ///< the beginning of an array in shared memory
        local,    ///< the beginning of an array of one thread
        order,    ///< a barrier or a fence
        // The last ones are told to a recorder only where a run is traced
        // (lower/checked/instrument_control_flow.h):
        decision, ///< a condition, or what a loop goes through
        call,     ///< a call of a function
        barrier,  ///< a barrier of the block that each thread reaches by itself
    } kind;
    Span span;        ///< the source text that is quoted
    std::string name; ///< index: the name of the array, or of the part of one; overflow: the operator;
                      ///< unassigned: the name of the variable
    const Type* type = nullptr;
    int axis = -1;         ///< index: the dimension of the array; -1 where it has only one
    bool from_end = false; ///< index: it was written as a negative constant
    bool wraps = false;    ///< index: if it is negative now, the length has been added to it
    unsigned axes = 1;     ///< bit a is set where the thread is told by its coordinate along axis a, too

    // The fields below are set for an access.
    int64_t offset = 0, size = 0; ///< the part of the element that it is about, in bytes
    std::string field = {};       ///< the name of that part, from the element's fields on: "y", "low.x";
                                  ///< empty for the whole element
    /// For `place op= value`, `update` is the operator, and the two spans say where the place and the value
    /// are. All three are empty for anything else.
    std::string update = {};
    Span place = {}, value = {};
    /// The outermost loop around the access that has no barrier in it; empty for none.
    Span loop = {};
    std::vector<int64_t> shape = {}; ///< the extents of an array that begins here; none where it is sized at
                                     ///< the launch

    bool operator==(const Check&) const = default;
};

} // namespace cudapy::program
