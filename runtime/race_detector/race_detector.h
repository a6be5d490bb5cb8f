#pragma once
// The race detector, which is the recorder of a launch in checked mode. It keeps for each element of memory
// which thread accessed it last, and finds accesses that nothing orders. It also finds reads of memory that
// nobody has written. A thread is never taken to come after another one because it ran later here.

#include "runtime/include/cudapy/cpu_kernel.h"
#include "runtime/race_detector/finding.h"
#include "runtime/race_detector/happens_before.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace cudapy::runtime {

/// Describes the access or the array that a check of the program stands for.
struct AccessPlace {
    enum class Kind { other, read, write, atomic, exchange, shared, local } kind = Kind::other;
    std::int64_t offset = 0, size = 0; ///< the part of the element, in bytes
    std::int64_t granule = 1;          ///< if an array begins: as GivenMemory::granule
    bool has_values = false;           ///< if an array begins: it may be read before it is written
};

/// Records, for memory that began with no values, which bytes have been written since. `bytes` is indexed by
/// the distance from `begin`. Other memory has null pointers here.
struct WrittenBytes {
    const void* begin = nullptr;
    std::vector<bool>* bytes = nullptr;
};

/// Memory that the launch was given. Two arguments may be the same memory, or overlap.
struct GivenMemory {
    const void* begin = nullptr;
    std::int64_t bytes = 0;
    std::int64_t granule = 1; ///< the size of the smallest part that is accessed by itself
    WrittenBytes written = {};
};

class RaceDetector {
  public:
    /// `places` is indexed by the numbers of the checks, which begin at 1. With `concurrent`, each block runs
    /// on a thread of its own.
    RaceDetector(std::vector<AccessPlace> places, const std::vector<GivenMemory>& memory, bool concurrent);
    RaceDetector(const RaceDetector&) = delete;
    RaceDetector& operator=(const RaceDetector&) = delete;

    /// Returns the recorder to pass for Slot::Kind::recorder.
    generated::CpuRecorder* recorder() { return &first_; }
    /// Returns the findings in the order in which they were made. Each pair of accesses is there once.
    const std::vector<Finding>& findings() const { return findings_; }

  private:
    /// The accesses to a granule that later accesses may have to be ordered with. An access whose number is 0
    /// is none.
    struct Cell {
        AccessTime write, atomic, reads[2];
        std::uint32_t generation = 0;
        bool is_written = false;
    };
    struct Memory {
        std::uintptr_t begin = 0, end = 0;
        std::int64_t granule = 1;
        AccessPlace::Kind kind = AccessPlace::Kind::other; ///< shared, local or (other) given
        int declared = 0;
        bool is_unwritten = false;    ///< it began with no values
        WrittenBytes written = {};    ///< the bytes written since, before the launch and in it
        std::uint32_t generation = 0; ///< cells of another one are as if they were new
        std::vector<std::unique_ptr<Cell[]>> cells = {};
        Cell& cell(std::int64_t granule_number);
    };
    /// The object whose functions a kernel calls. There is one for each block if blocks run at the same time.
    struct Recorder : generated::CpuRecorder {
        RaceDetector* detector = nullptr;
        BlockOrder order_of_block;
        bool has_block = false; ///< else each thread is by itself
        Memory* last = nullptr; ///< the memory of the last access
    };

    void set_up(Recorder& recorder);
    /// Calls `use(detector, recorder)` while no other block does so.
    template <typename Use>
    static auto with(generated::CpuRecorder* recorder, Use use);
    generated::CpuRecorder* begin_block(std::int64_t number);
    void order(Recorder& recorder, generated::Order what);
    void access(Recorder& recorder, int number, const void* element, const void* value);
    void declare(Recorder& recorder, int number, const void* array, std::int64_t bytes);
    /// Returns whether nobody has written to the granule yet.
    static bool is_unwritten(const Memory& memory, const Cell& cell, std::int64_t granule_number);
    static void mark_written(const Memory& memory, Cell& cell, std::int64_t granule_number);
    Memory* find(Recorder& recorder, std::uintptr_t address);
    AccessTime now(const Recorder& recorder, int number) const;
    bool is_before(const Recorder& recorder, const AccessTime& earlier, const AccessTime& later) const;
    /// Adds the access to the cell. Returns the access that it is in a race with; its number is 0 if there is
    /// none.
    AccessTime add(const Recorder& recorder, Cell& cell, AccessPlace::Kind kind, const AccessTime& now) const;
    void keep_reader(const Recorder& recorder, Cell& cell, const AccessTime& now) const;
    void report(Finding::Kind kind, const AccessTime& first, const AccessTime& second, const Memory& memory,
                std::uintptr_t address, bool has_value, const void* value);

    const std::vector<AccessPlace> places_;
    const bool concurrent_;
    std::mutex mutex_;                        ///< guards the following members if blocks run at the same time
    std::map<std::uintptr_t, Memory> memory_; ///< by its beginning
    SharedOrder order_;
    std::vector<Finding> findings_;
    std::set<std::pair<int, int>> found_; ///< the pairs of numbers
    Recorder first_;
    std::vector<std::unique_ptr<Recorder>> others_;
};

} // namespace cudapy::runtime
