#pragma once
// Launches with a tape: memory of a launch in which each thread keeps what its reverse sweep needs. How much
// that is, a thread knows only when it has run. So a launch is made again, with more memory, for the threads
// that did not have enough and did nothing.

#include "runtime/launch/extent.h"
#include "runtime/launch/tape_need.h"
#include "runtime/memory/memory.h"

#include <cstdint>
#include <functional>
#include <string>

namespace cudapy::runtime {

/// The values of the parameters that are a part of a tape (program::LaunchPart). Word w of a thread is
/// `memory[w * count + (thread - first)]`.
struct Tape {
    void* memory = nullptr;
    int64_t words = 0;
    /// 32-bit integers: the most words that a thread lacked, and after it, by thread, 1 for each that has
    /// finished.
    void* state = nullptr;
    int64_t first = 0, count = 0;
    int64_t width = 0, height = 0;
};

/// Returns the address of a part of a tape. The parts are numbered from 1 on, as in program::LaunchPart.
const void* part_of(const Tape& tape, int number);

/// The tape that a launch asks for.
struct TapeRequest {
    std::string kernel; ///< for messages
    Device device;
    Extent threads;           ///< those that run, which are numbered with x fastest
    bool in_portions = true;  ///< it may be made for a part of the threads at a time
    TapeNeed* need = nullptr; ///< of the kernel
};

/// Returns the most bytes that a tape takes: CUDAPY_TAPE_MEMORY, or half of what the device has free. Throws
/// Error invalid_argument when CUDAPY_TAPE_MEMORY is no number.
std::size_t most_tape_bytes(Device device);

/// Returns how many threads a launch is for at a time, where each needs so many words.
int64_t tape_portion(int64_t words, int64_t threads, std::size_t most_bytes);

/// Calls `launch` with a tape until all threads have finished, or it returns false. The memory is taken from
/// the pool of the device and given back at the end. Waits for the current stream after each launch. Throws
/// Error out_of_memory, Error launch where a thread needs more than a tape can have, and what `launch`
/// throws.
void launch_with_tape(const TapeRequest& request, const std::function<bool(const Tape&)>& launch);

} // namespace cudapy::runtime
