#pragma once
// Instrumentation: the calls with which an emitted file tells a recorder, in checked mode
// (lower/checked/instrument_accesses.h).

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/helpers/template.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <string>
#include <string_view>

namespace cudapy::emit {

/// Adds the name of the recorder to the words that the texts of instrumentation have.
void add_recorder_words(Words& words, const Dialect& dialect);

/// Writes the recorder. On the host this is the structure that the runtime gives
/// (runtime/include/cudapy/cpu_kernel.h), and the recorder of the block that a thread of the system runs. On
/// a GPU it is the recorder itself, and the variable that says where the launch's is.
void write_recorder(Writer& writer, const Dialect& dialect);

} // namespace cudapy::emit
