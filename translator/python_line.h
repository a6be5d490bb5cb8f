#pragma once
// Which line of Python a line of emitted text stands for.

#include <cstdint>

namespace cudapy {

struct PythonLine {
    int32_t file = -1; ///< the index of the source; -1 for text that no line of Python stands behind
    int line = 0;      ///< counted as the source counts, from 1; 0 where there is none

    friend bool operator==(const PythonLine&, const PythonLine&) = default;
};

} // namespace cudapy
