#pragma once
// Instrumentation for checked mode: tells every access to an element of memory to the recorder of the launch,
// which finds races and reads of what nobody has written (runtime/race_detector/race_detector.h). A call of
// it has three operands: a number, whose Check says what the access is and where it is; the element; and the
// value that is written.

#include "translator/program/program.h"
#include "translator/support/source.h"

#include <map>
#include <tuple>

namespace cudapy::lower {

/// The facts that a message needs about a `place op= value`, which other lowerings take apart.
struct Update {
    const char* operation;
    Span statement, place, value;
};
/// Finds an update by a span, given by its file, beginning and end: that of the statement or that of the
/// place.
using Updates = std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Update>;

Updates find_updates(const program::Program& program);

/// Records each access, and where arrays begin that nobody has written to. Every statement must
/// have one place, and `op=` must be left only where C++ has it; this lowering takes it apart.
void instrument_accesses(program::Program& program, const Updates& updates);

/// Makes the statement that records a barrier, a fence, or the end of a meeting of warps. `order` is a
/// generated::Order.
program::StmtPtr make_sync_record(int order, Span span);

} // namespace cudapy::lower
