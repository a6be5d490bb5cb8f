#pragma once
// What an emitted file tells a recorder in checked mode (lower/checked/note_accesses.h).

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/helpers/template.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <string>
#include <string_view>

namespace cudapy::emit {

/// Adds the name of the recorder to the words that the texts of notes have.
void add_note_words(Words& words, const Dialect& dialect);

/// On the host the structure that the runtime gives (runtime/include/cudapy/cpu_kernel.h), and the recorder
/// of the block that a thread of the system runs; on a GPU the recorder itself, and where the launch's is.
void write_recorder(Writer& writer, const Dialect& dialect);

} // namespace cudapy::emit
