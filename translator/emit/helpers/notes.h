#pragma once
// What an emitted file tells a recorder in checked mode (lower/checked/note_accesses.h).

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <string>
#include <string_view>

namespace cudapy::emit {

std::string_view note_helper_comment(program::Helper helper);
/// The text of a helper in the capital-letter words of write_helpers.
std::string note_helper_text(program::Helper helper, const Dialect& dialect);

/// On the host the structure that the runtime gives (runtime/include/cudapy/cpu_kernel.h), and the recorder
/// of the block that a thread of the system runs; on a GPU the recorder itself, and where the launch's is.
void write_recorder(Writer& writer, const Dialect& dialect);

} // namespace cudapy::emit
