#pragma once
// The contract between the runtime and a kernel compiled for a GPU in checked mode. The host gives a launch
// these structures, in which the launch records how its threads use memory. Emitted files declare the
// structures for themselves (translator/emit/helpers/device_recorder.inc), and
// tests/runtime/device_recorder_test.cpp compares the two.

#include <cstdint>

namespace cudapy {
namespace generated {

/// Describes what a check of the program stands for: an access, or the beginning of a shared array.
struct CudaPlace {
    enum : std::int32_t { other = 0, read = 1, write = 2, atomic = 3, exchange = 4, shared = 5 };
    std::int32_t kind = other;
    std::int32_t size = 0; ///< the bytes of the part of the element that is accessed
    std::int64_t offset = 0;
};

/// Memory that the launch was given; ranges do not overlap.
struct CudaRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t granule = 1;    ///< the size of the smallest part that is accessed by itself
    std::int64_t first_cell = 0; ///< the first cell of its granules, which follow each other
};

/// One access, and when it was made. A number of 0 means that there is none.
struct CudaAccess {
    std::uint32_t number = 0;
    std::uint32_t block = 0;
    std::uint32_t thread = 0;  ///< in its block
    std::uint32_t epoch = 0;   ///< barriers of the block
    std::uint32_t clock = 0;   ///< barriers of warps: of two accesses that they order the later one has more
    std::uint32_t round = 0;   ///< barriers of the grid
    std::uint32_t release = 0; ///< fences of the block, or of the thread where threads do not work together
    std::uint32_t value = 0;   ///< the written value, its halves put together by `^`
};

/// The accesses to a granule that others may have to be ordered with. All 0 at first.
struct CudaCell {
    std::uint32_t version = 0;    ///< odd while a thread changes the cell
    std::uint32_t owner = 0;      ///< in shared memory: the number of its block, counted from 1
    std::uint32_t is_written = 0; ///< in shared memory: a thread of the block has written
    std::uint32_t races = 0;      ///< the number of races that were found here
    CudaAccess write;
    CudaAccess atomic;
    CudaAccess reads[2];
};

/// The barriers and fences that a thread has come past, and the fences through which its block has made
/// accesses known to others and may know of theirs. The numbers of a block are in its first thread. If
/// threads do not work together, each thread has its own.
struct CudaThread {
    std::uint32_t epoch = 0;
    std::uint32_t clock = 0;
    std::uint32_t round = 0;
    std::uint32_t fences = 0;
    std::uint32_t released = 0; ///< the fences that an atomic operation came after
    std::uint32_t acquired = 0; ///< not 0 once there was an atomic operation
};

/// A finding: two accesses that nothing orders, or, if `first` is none, a read of memory that nobody has
/// written.
struct CudaFinding {
    CudaAccess first;
    CudaAccess second;
    std::int64_t at = 0; ///< the address, or in shared memory the distance from its beginning
    std::int64_t before = 0;
    std::int64_t after = 0;
    std::int32_t is_shared = 0;
    std::int32_t has_before = 0;
    std::int32_t has_after = 0;
    std::int32_t unused = 0;
};

/// The distances at which an array begins and ends in shared memory, counted as in CudaFinding::at. A table
/// has one for the number of each check; it is all 0 if there is no array.
struct CudaArray {
    std::int64_t end = 0;
    std::int64_t begin = 0;
};

/// The number of pairs of accesses that are told apart.
constexpr std::int32_t most_cuda_findings = 128;

/// The type of a variable of the module. Its addresses are in the device's memory. If all of it is 0, the
/// kernel records nothing.
struct CudaRecorder {
    std::int64_t places = 0;   ///< CudaPlace, by the number of the check, from 1 on
    std::int64_t ranges = 0;   ///< CudaRange
    std::int64_t cells = 0;    ///< CudaCell of the ranges
    std::int64_t threads = 0;  ///< CudaThread of all threads of all blocks
    std::int64_t shared = 0;   ///< CudaCell of the shared memory of `shared_blocks` blocks
    std::int64_t arrays = 0;   ///< CudaArray, by the number of the check, from 1 on
    std::int64_t findings = 0; ///< CudaFinding
    std::int64_t keys = 0;     ///< the pair of accesses of each finding, as 64 bits; 0 for none
    std::int64_t shared_cells = 0;
    std::int32_t range_count = 0;
    std::int32_t shared_granule = 1;
    std::int32_t shared_blocks = 0; ///< 0: no cells for shared memory
    std::int32_t has_blocks = 0;    ///< threads work together in blocks
    std::int32_t knows_writes = 0;  ///< every write to shared memory is reported
    std::int32_t unused = 0;
};

} // namespace generated
} // namespace cudapy
