#pragma once
// Dates and spans of time are int64 from here on, so that no lowering but this one knows them.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes an int64 of each date, and takes out the casts between both. A parameter of a kernel keeps its type
/// for those who launch it, see Variable::date_type.
void lower_dates(program::Program& program);

} // namespace cudapy::lower
