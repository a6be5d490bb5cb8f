#pragma once
// Kernels that the launch of another kernel launches first, for the same arguments. It is plain C++17,
// because files made by `pycu2cu --program` include it, too.

#include <cstdint>

namespace cudapy {
namespace generated {

/// The number of threads of a step along an axis.
struct StepExtent {
    enum Kind : unsigned char {
        one,
        extent,   ///< that of an array parameter along a dimension
        parts,    ///< into so many parts the other kernel's threads are divided
        elements, ///< how many elements an array parameter has along several dimensions
    } kind = one;
    int parameter = -1;
    int dimension = 0; ///< of elements the dimensions: bit d is set for dimension d
    /// An extent counts as at most the other kernel's threads along this axis, and so many more; -1 for none.
    int asked_axis = -1;
    std::int64_t more_than_asked = 0;
};

/// A kernel that is a step of another one.
struct LaunchStep {
    StepExtent extents[3];
    /// The numbers of parts for which it is launched: another step does the same for others.
    enum When : unsigned char { always, one_part, several_parts } when = always;
    /// Bit a is set where the other kernel's threads are divided in parts along axis a, for some elements.
    unsigned divided_axes = 0;
};

} // namespace generated
} // namespace cudapy
