#pragma once
// The recorder of a traced launch: it writes down what each thread accesses and which way it goes, as records
// that Python's NumPy reads as they are (cudapy/_memory_model/events.py).

#include "runtime/include/cudapy/cpu_kernel.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace cudapy::runtime {

/// Describes what a check of the program stands for in a trace.
struct TracedPlace {
    /// One of the accesses that a load or a store consists of. Each field of a struct is one.
    struct Piece {
        std::int32_t site = 0;
        std::int64_t offset = 0; ///< in bytes, from the element on
        std::int16_t width = 0;  ///< in bytes
    };
    std::vector<Piece> pieces;
    std::int32_t site = 0;   ///< the place of a condition, a loop, a call or a barrier
    std::int32_t array = -1; ///< the number of an array in shared memory, if it begins here
};

/// Memory whose accesses are recorded. Accesses to other memory are not.
struct TracedMemory {
    const void* begin = nullptr;
    std::int64_t bytes = 0;
    std::int32_t array = 0; ///< its number
};

#pragma pack(push, 1)
struct TracedAccess {
    std::int32_t block, warp;
    std::int8_t lane;
    std::int32_t site, path, array;
    std::int64_t offset;
    std::int16_t width;
};
struct TracedDecision {
    std::int32_t block, warp;
    std::int8_t lane;
    std::int32_t site, path;
    std::int8_t taken;
};
struct TracedBarrier {
    std::int32_t block, site, path;
};
#pragma pack(pop)

/// A list of records in pieces of memory that are never moved.
template <typename Record>
class TracedRecords {
  public:
    void add(const Record& record) {
        if (last_ == end_) grow();
        *last_++ = record;
    }
    std::size_t count() const {
        return pieces_.empty() ? 0
                               : (pieces_.size() - 1) * at_once + static_cast<std::size_t>(last_ - begin_);
    }
    std::size_t bytes() const { return count() * sizeof(Record); }
    /// Writes all records to memory with room for `bytes()`, and forgets them.
    void move_to(void* memory) {
        auto* to = static_cast<unsigned char*>(memory);
        std::size_t left = count();
        for (std::unique_ptr<Record[]>& piece : pieces_) {
            const std::size_t here = left < at_once ? left : at_once;
            std::memcpy(to, piece.get(), here * sizeof(Record));
            to += here * sizeof(Record);
            left -= here;
            piece.reset();
        }
        pieces_.clear();
        begin_ = last_ = end_ = nullptr;
    }

  private:
    static constexpr std::size_t at_once = std::size_t{1} << 16;

    void grow() {
        pieces_.push_back(std::unique_ptr<Record[]>(new Record[at_once])); // the records are not cleared
        begin_ = last_ = pieces_.back().get();
        end_ = begin_ + at_once;
    }

    std::vector<std::unique_ptr<Record[]>> pieces_;
    Record *begin_ = nullptr, *last_ = nullptr, *end_ = nullptr;
};

class TraceRecorder {
  public:
    /// The way by which threads came to a place: a call, or an iteration of a loop, and the path that led
    /// there. The first path is the beginning of the kernel.
    struct Path {
        std::int32_t before = 0; ///< the number of how they came there
        std::int32_t site = 0, iteration = 0;
        bool is_call = false;
        std::int32_t next_iteration = 0, first_inside = 0, beside = 0; ///< other paths; 0 if there is none
    };

    /// The most accesses and decisions, together, that a trace may have. Passing so many on to Python takes
    /// two gigabytes.
    static constexpr std::int64_t most_records = 1 << 24;

    /// `places` is indexed by the numbers of the checks, which begin at 1. With `concurrent`, each block runs
    /// on a thread of its own.
    TraceRecorder(std::vector<TracedPlace> places, std::vector<TracedMemory> memory,
                  std::int64_t threads_of_block, bool concurrent, std::int64_t most = most_records);
    TraceRecorder(const TraceRecorder&) = delete;
    TraceRecorder& operator=(const TraceRecorder&) = delete;

    /// Returns the recorder to pass for Slot::Kind::recorder.
    generated::CpuRecorder* recorder() { return &first_; }

    /// Must be called when the launch has ended, before the records are read. Throws Error(launch) if there
    /// were more records than a trace may have, or more than there was memory for. No record is kept then.
    void finish();
    const std::vector<Path>& paths() const { return paths_; }
    /// The records. Accesses are in the order of blocks, warps, sites, paths and lanes.
    TracedRecords<TracedAccess> accesses;
    TracedRecords<TracedDecision> decisions;
    TracedRecords<TracedBarrier> barriers;

  private:
    struct Memory {
        std::uintptr_t begin = 0, end = 0;
        std::int32_t array = 0;
    };
    /// The object whose functions a kernel calls. There is one for each block if blocks run at the same time.
    struct Recorder : generated::CpuRecorder {
        TraceRecorder* all = nullptr;
        std::int32_t number = 0;         ///< the block's number
        std::vector<std::int32_t> paths; ///< the paths that the threads are on
        std::vector<Memory> memory;      ///< the memory that the launch was given, and the block's own
        std::size_t last = 0;            ///< the index in `memory` of the last access
        TracedBarrier arrived{};         ///< the barrier at which the first thread waits
        bool has_arrived = false;
        std::vector<TracedAccess> accesses; ///< the accesses of the block
        std::vector<TracedDecision> decisions;
        std::vector<TracedBarrier> barriers;
    };

    void set_up(Recorder& recorder);
    template <typename Use>
    static void with(generated::CpuRecorder* recorder, Use use);
    void count(std::size_t records);
    generated::CpuRecorder* begin_block(std::int64_t number);
    void access(Recorder& recorder, int number, const void* element);
    void declare(Recorder& recorder, int number, const void* array, std::int64_t bytes) const;
    void step(Recorder& recorder, int number, generated::Step what);
    void decide(Recorder& recorder, std::int32_t site, bool taken);
    /// Puts the records of a block that has ended after those of others, in order.
    void keep(Recorder& recorder);
    template <typename Record>
    void put_in_order(std::vector<Record>& here, TracedRecords<Record>& out);
    /// Returns the path from `path` into a loop or a call.
    std::int32_t inside(std::int32_t path, std::int32_t site, bool is_call);
    std::int32_t next_iteration(std::int32_t path);

    const std::vector<TracedPlace> places_;
    std::vector<Memory> given_;
    const std::int64_t threads_of_block_;
    const bool concurrent_;
    const std::int64_t most_;
    std::mutex mutex_; ///< guards the following members if blocks run at the same time
    std::int64_t records_ = 0;
    bool is_full_ = false; ///< nothing is recorded any more
    std::vector<Path> paths_;
    std::int32_t sites_ = 0; ///< more than the number of any site
    Recorder first_;
    std::vector<std::unique_ptr<Recorder>> others_;
};

} // namespace cudapy::runtime
