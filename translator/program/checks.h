#pragma once
// What the checked mode looks at while a kernel runs.

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
        step,       ///< of a range, which is 0
        unassigned, ///< a variable that the path has not assigned
        // What is told to a recorder (lower/checked/note_accesses.h), which reports it or does not:
        read,     ///< an access to an element, or to a part of it
        write,    ///< …
        atomic,   ///< …, which reads and writes
        exchange, ///< …, which writes and gives what was there, whatever that is
        shared,   ///< the beginning of an array in shared memory
        local,    ///< the beginning of an array of one thread
        order,    ///< a barrier or a fence
        // … where a run is traced (lower/checked/note_paths.h):
        decision, ///< a condition, or what a loop goes through
        call,     ///< a call of a function
        barrier,  ///< a barrier of the block that each thread comes to by itself
    } kind;
    Span span;        ///< what is quoted
    std::string name; ///< index: of the array or the part of one; overflow: the operator; unassigned: of the
                      ///< variable
    const Type* type = nullptr;
    int axis = -1;         ///< index: the dimension of the array; -1 where it has only one
    bool from_end = false; ///< index: it was written as a negative constant
    unsigned axes = 1;     ///< bit a is set where the thread is told by its coordinate along axis a, too

    // Of an access:
    int64_t offset = 0, size = 0; ///< in bytes, of the part of the element that it is about
    std::string field = {};       ///< … its name, from the element's fields on: "y", "low.x"; empty for all
    /// `place op= value`: the operator, and where the other two stand; empty for anything else.
    std::string update = {};
    Span place = {}, value = {};
    /// Of an access: the outermost loop around it that no barrier is in; empty for none.
    Span loop = {};
    std::vector<int64_t> shape = {}; ///< of the beginning of an array: its extents; none: sized at the launch

    bool operator==(const Check&) const = default;
};

} // namespace cudapy::program
