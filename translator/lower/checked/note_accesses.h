#pragma once
// Checked mode: every access to an element of memory is told to the recorder of the launch, which finds races
// and reads of what nobody has written (runtime/checked/access_checker.h). What is told is a number, whose
// Check says what the access is and where it stands, the element, and the value that is written.

#include "translator/program/program.h"
#include "translator/support/source.h"

#include <map>
#include <tuple>

namespace cudapy::lower {

/// `place op= value`, which other lowerings take apart: what a message wants to know of it.
struct Update {
    const char* operation;
    Span statement, place, value;
};
/// By file, beginning and end of the statement, and of the place.
using Updates = std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Update>;

Updates find_updates(const program::Program& program);

/// Makes a note of each access, and of where arrays begin that nobody has written to. Statements have one
/// place, and `op=` is left only where C++ has it; it is taken apart here.
void note_accesses(program::Program& program, const Updates& updates);

/// A note of a barrier, a fence, or the end of a meeting of warps; `order` is a generated::Order.
program::StmtPtr make_order_note(int order, Span span);

} // namespace cudapy::lower
