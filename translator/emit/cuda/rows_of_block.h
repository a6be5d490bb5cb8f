#pragma once
// The variant of a kernel in which one CUDA thread does the work of several rows of threads of its block.

#include "translator/emit/cpp/statements.h"
#include "translator/emit/text/names.h"
#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::emit {

struct RowsOfBlock {
    LaneNames lanes;
    std::vector<std::string> declarations; ///< of the coordinates of the first row of a thread
};

/// Returns how the loops over the rows are written, and changes the texts of the coordinates along y to those
/// of the threads that the kernel was asked for. `index_type` is the type of coordinates.
RowsOfBlock rows_of_block(const program::Function& coarsened, CoordinateNames& coordinates, Names& names,
                          const std::string& index_type);

} // namespace cudapy::emit
