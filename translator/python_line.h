#pragma once
// The line of Python that a line of emitted text stands for.

#include <cstdint>

namespace cudapy {

struct PythonLine {
    int32_t file = -1; ///< the index of the source; -1 for text that comes from no line of Python
    int line = 0;      ///< the number of the line in the source, counted from 1; 0 if there is none

    friend bool operator==(const PythonLine&, const PythonLine&) = default;
};

} // namespace cudapy
