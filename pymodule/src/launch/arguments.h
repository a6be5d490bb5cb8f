#pragma once
// The arguments of one launch. They are checked and brought to the device, and what the kernel wrote is
// brought back.

#include "pymodule/src/array/array.h"
#include "pymodule/src/foreign/foreign.h"
#include "pymodule/src/kernel/program.h"
#include "pymodule/src/launch/gpu_recording.h"
#include "pymodule/src/launch/host_transfer.h"
#include "pymodule/src/launch/launch.h"
#include "pymodule/src/launch/recording.h"
#include "pymodule/src/launch/tracing.h"
#include "pymodule/src/python/vectorcall.h"
#include "pymodule/src/types/elements.h"
#include "runtime/launch/launch_step.h"
#include "runtime/launch/tape.h"
#include "runtime/support/error.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace cudapy::python {

/// An array of objects: a few are on the stack, more are on the heap. A launch must not allocate, nor clear
/// memory. Pointers and numbers have no value at first.
template <typename Item, std::size_t few>
class SmallArray {
  public:
    explicit SmallArray(std::size_t count) : count_(count) {
        if (count > few) many_ = std::make_unique<Item[]>(count);
        data_ = many_ ? many_.get() : reinterpret_cast<Item*>(few_);
        if (!many_) std::uninitialized_default_construct_n(data_, count);
    }
    ~SmallArray() {
        if (!many_) std::destroy_n(data_, count_);
    }
    SmallArray(const SmallArray&) = delete;
    SmallArray& operator=(const SmallArray&) = delete;
    Item* data() { return data_; }
    Item& operator[](std::size_t i) { return data_[i]; }
    const Item& operator[](std::size_t i) const { return data_[i]; }
    std::size_t size() const { return count_; }

  private:
    std::size_t count_;
    Item* data_;
    std::unique_ptr<Item[]> many_;
    alignas(Item) std::byte few_[few * sizeof(Item)];
};

/// Throws the Error for the failure that a kernel on the CPU reports. Does nothing for 0.
void report_failure(const LoadedKernel& kernel, int32_t failure);

/// Holds what only the launch of a derivative has: its steps, its tape, and how many threads run.
struct DerivativeLaunch {
    bool has_tape = false;
    std::vector<const LoadedKernel*> steps; ///< the kernels that the launch launches first
    runtime::StepThreads running;           ///< where threads do the work of several: those that run
};

class Arguments {
  public:
    /// The kernel and the shape must outlive the object.
    Arguments(const LoadedKernel& kernel, const LaunchShape& shape)
        : kernel_(kernel), shape_(shape), values_(kernel.info.parameters.size()) {}

    /// Takes the Python arguments, which must outlive the object. Raises TypeError, ValueError or
    /// OverflowError, whose text names the kernel, the parameter, what was expected and what was given.
    /// Nothing has run then.
    void bind(const CallArguments& arguments);
    /// Makes the launch a traced one. The kernel must have been compiled for it.
    void trace(Tracing& tracing) { tracing_ = &tracing; }
    /// Makes the launch one in this way. has_run() is false after run() if it could not be made so.
    void choose(const runtime::LaunchChoice& choice) { choice_ = &choice; }
    bool has_run() const { return has_run_; }
    /// Has a graph that records the launch count at each replay what the kernel writes to.
    void count_changes(runtime::Graph& graph) const;
    /// Sends the arguments, launches the kernel, and fetches what it wrote. Must be called without the GIL.
    /// It waits for the kernel only if host data was sent.
    void run();
    /// Puts what the kernel wrote into the arguments. Then it throws if an assertion of the kernel failed;
    /// arrays keep what was written until then.
    void give_back();

  private:
    struct Value {
        Element scalar{};
        std::unique_ptr<unsigned char[]> aggregate; ///< a struct or a vector by value
        void* data = nullptr;
        const int64_t* extents = nullptr; ///< of an array, by dimension; a CudaArray's or a transfer's own
        std::shared_ptr<runtime::Buffer> storage; ///< of a CudaArray
        int transfer = -1;                        ///< index in transfers_
        int foreign = -1;                         ///< index in foreign_
    };

    void collect(const CallArguments& arguments);
    void place_named(const CallArguments& arguments);
    /// Returns the value of a parameter whose argument is left out: an array that the kernel captured, or the
    /// default that CUDA C++ has. Raises TypeError if there is no default, or none that Python knows.
    Ref default_argument(std::size_t index) const;
    [[noreturn]] void refuse_count(std::size_t passed) const;
    void bind_array(std::size_t index, PyObject* object);
    void bind_cuda_array(std::size_t index, PyObject* object);
    void bind_host_array(std::size_t index, PyObject* object);
    /// Returns false for an array whose memory is not the host's, so that it has no buffer.
    bool bind_buffer(std::size_t index, PyObject* object, const std::string& place);
    /// Returns false for an object that is no array of another library.
    bool bind_foreign(std::size_t index, PyObject* object, const ForeignType* type);
    void bind_on_gpu(std::size_t index, PyObject* object, const ForeignArray& array, void* ours);
    int add_transfer(std::size_t index, HostTransfer transfer);
    /// Remembers a stream on which another library works, unless it is ours.
    void order_after(void* stream, void* ours);
    /// Makes our work wait for the work of those streams, or, if not `ours_waits`, their work wait for ours.
    void order_streams(bool ours_waits) const;
    /// Throws Error kernel if the kernel has written outside a copy that this object made.
    void check_guards() const;
    void check_reach(std::size_t index, const Shape& shape) const;
    void refuse_overlaps();
    bool runs_threads() const {
        const auto& [x, y, z] = shape_.threads;
        return x > 0 && y > 0 && z > 0;
    }
    /// Raises ValueError if the kernel writes to an array that is gone after the call.
    void refuse_lost() const;
    /// Returns the value that a guard compares coordinates with.
    int64_t extent_of_guard(const GuardedExtent& guard) const;
    /// Raises LaunchError if the kernel leaves out threads of this launch, and would be covered by one with
    /// the axes x and y exchanged.
    void refuse_exchanged() const;
    /// Raises LaunchError if some thread would use an element outside its array.
    void refuse_outside() const;
    void refuse_other_shapes() const;
    void refuse_other_tangents() const;
    void refuse_shared_bars() const;
    const int64_t* extents_of(std::size_t index) const;
    void refuse_shared_structs(std::size_t i, std::size_t j) const;
    bool are_one(std::size_t i, std::size_t j) const;
    bool share_memory(std::size_t i, std::size_t j) const;
    StridedView cuda_array(std::size_t index) const;
    std::string where(std::size_t index) const;
    /// Builds and loads the coarsened variants that the launch may have, and that are not there.
    void add_missing_coarsened(const LoadedKernel& kernel, const runtime::Extent& threads,
                               const runtime::Extent* block, void* const* slots) const;
    void add_coarsened(const LoadedKernel& kernel, const runtime::Extent& size) const;
    /// Finds the steps and the tape of a derivative, and refuses arrays of which it must not be.
    void bind_derivative();
    /// Returns the threads that the kernel runs with.
    const runtime::Extent& running() const {
        return derivative_ ? derivative_->running.threads : shape_.threads;
    }
    /// Launches the kernels that come before the kernel itself, see KernelInfo::steps, or makes them a part
    /// of the graph that is recorded.
    void launch_steps();
    void launch_step(const LoadedKernel& step);
    /// Returns the graph that the launch becomes a part of. It is mostly null.
    runtime::Graph* recording() const;
    /// Raises an error if a graph is recorded, because the argument is in host memory, or another library's.
    void refuse_recording(std::size_t index) const;
    Recording make_recording() const;
    runtime::WrittenBytes written(std::size_t index) const;
    /// Returns the recorder that a kernel in checked mode tells of its threads' accesses to the arguments.
    generated::CpuRecorder* record(Recording& recording) const;
    /// Returns the recorder of a traced launch.
    generated::CpuRecorder* trace_memory() const;
    /// Makes the recorder of a launch on a GPU, ready for the launch.
    std::unique_ptr<GpuRecording> record_on_gpu() const;
    void record_on_host(runtime::Graph& graph, const LoadedKernel& kernel, const LaunchShape& shape,
                        void* const* pointers) const;
    void launch(void* const* slots);
    /// Launches a kernel with a tape as often as its threads need, see runtime/launch/tape.h. `goes_on` tells
    /// after each launch whether the kernel has reported no failure.
    void launch_with_tape(void* const* slots, const std::function<bool()>& goes_on);
    void set_tape(const runtime::Tape& tape);
    [[noreturn]] void refuse_recording_of_tape() const;

    const LoadedKernel& kernel_;
    const LaunchShape& shape_;
    SmallArray<Value, 12> values_;
    std::span<PyObject* const> objects_; ///< the arguments by parameter, borrowed
    std::vector<PyObject*> ordered_;     ///< the arguments for objects_ if some were named or left out
    std::vector<Ref> defaults_;          ///< keeps those of ordered_ that were left out
    std::vector<HostTransfer> transfers_;
    /// The arrays of other libraries that are used in place on the GPU. Once there is one, there is room for
    /// all parameters, so that pointers to the extents in it stay valid.
    std::vector<ForeignArray> foreign_;
    /// The streams, other than ours, on which libraries work with these arrays.
    std::vector<void*> streams_;
    int site_ = -1; ///< the number from note_launch_site
    Tracing* tracing_ = nullptr;
    const runtime::LaunchChoice* choice_ = nullptr;
    bool has_run_ = true;
    KnownStream known_stream_; ///< of the other library
    std::optional<runtime::Error> failed_assertion_;
    bool from_code_ = false; ///< see CallArguments
    int temporary_ = -1; ///< the index of an array on the host that is written, and that only the call holds
    std::unique_ptr<DerivativeLaunch> derivative_; ///< null for any other kernel
    bool any_view_ = false;                        ///< a CudaArray that may share its memory with another one
};

} // namespace cudapy::python
