// A launch that is recorded in a graph. Arguments that a graph cannot have are refused. On the host, where no
// driver records, the launch itself is recorded with its arguments.

#include "pymodule/src/launch/arguments.h"
#include "pymodule/src/python/error.h"
#include "runtime/queue/graph.h"

#include <cstring>
#include <optional>

namespace cudapy::python {

void Arguments::count_changes(runtime::Graph& graph) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (!kernel_.info.parameters[i].writes || !objects_[i] || !is_array(objects_[i])) continue;
        const std::shared_ptr<ArrayMemory>& memory = array_state(objects_[i]).memory;
        graph.count(std::shared_ptr<uint64_t>(memory, &memory->changes));
    }
}

void Arguments::refuse_recording(std::size_t index) const {
    if (!recording()) [[likely]]
        return;
    raise(PyExc_RuntimeError,
          "{}: a {} cannot be part of a graph, which would have to bring it to the kernel and back at each "
          "replay: pass a CudaArray",
          where(index), type_name(objects_[index]));
}

namespace {

/// One launch, with everything that it reads of its arguments.
struct RecordedLaunch {
    const LoadedKernel& kernel;
    runtime::Extent threads{}, block{};
    unsigned shared_bytes = 0;
    std::vector<std::unique_ptr<unsigned char[]>> values; ///< by slot
    int failure_slot = -1, check_slot = -1, recorder_slot = -1;
    struct Array {
        std::size_t parameter;
        void* data;
        std::vector<int64_t> extents;
    };
    std::vector<Array> arrays;                             ///< for the recorder
    std::vector<std::shared_ptr<runtime::Buffer>> buffers; ///< the buffers that it reads and writes

    void run() const {
        std::vector<void*> pointers;
        for (const auto& value : values)
            pointers.push_back(value.get());
        int32_t failure = 0; // the failure of this replay; others may run at the same time
        FailedCheck failed_check;
        if (failure_slot >= 0) pointers[static_cast<std::size_t>(failure_slot)] = &failure;
        if (check_slot >= 0) pointers[static_cast<std::size_t>(check_slot)] = &failed_check;
        std::optional<Recording> recording;
        if (recorder_slot >= 0) {
            recording.emplace(kernel, threads, block[0] != 0 ? block : kernel.kernel->block_for(threads));
            for (const Array& array : arrays)
                recording->add(array.parameter, array.data, array.extents.data(), {});
            pointers[static_cast<std::size_t>(recorder_slot)] = recording->begin();
        }
        kernel.kernel->launch(threads, pointers.data(), block[0] != 0 ? &block : nullptr, shared_bytes);
        if (recording) recording->report(failed_check);
        if (failed_check.number != 0)
            throw runtime::Error(runtime::ErrorKind::kernel, kernel.program->check_message(failed_check));
        report_failure(kernel, failure);
    }
};

} // namespace

void Arguments::record_on_host(runtime::Graph& graph, const LoadedKernel& kernel, const LaunchShape& shape,
                               void* const* pointers) const {
    auto launch = std::make_shared<RecordedLaunch>(RecordedLaunch{kernel, {}, {}, 0, {}, -1, -1, -1, {}, {}});
    launch->threads = shape.threads;
    launch->block = shape.block;
    launch->shared_bytes = shape.shared_bytes;
    const auto& slots = kernel.info.slots;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto index = static_cast<std::size_t>(slots[i].index);
        const bool is_scalar = slots[i].kind == Slot::Kind::scalar;
        const bool is_element = is_scalar && !kernel.info.parameters[index].is_of_launch();
        const std::size_t size = is_element && values_[index].aggregate
                                     ? static_cast<std::size_t>(kernel.info.parameters[index].type->size())
                                 : is_element ? sizeof(Element)
                                              : sizeof(int64_t);
        if (slots[i].kind == Slot::Kind::failure) {
            launch->failure_slot = static_cast<int>(i);
            launch->values.push_back(nullptr);
            continue;
        }
        if (slots[i].kind == Slot::Kind::check) {
            launch->check_slot = static_cast<int>(i);
            launch->values.push_back(nullptr);
            continue;
        }
        if (slots[i].kind == Slot::Kind::recorder) {
            launch->recorder_slot = static_cast<int>(i);
            launch->values.push_back(nullptr);
            continue;
        }
        launch->values.push_back(std::make_unique<unsigned char[]>(size));
        std::memcpy(launch->values.back().get(), pointers[i], size);
    }
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (values_[i].storage) launch->buffers.push_back(values_[i].storage);
    for (std::size_t i = 0; i < values_.size() && launch->recorder_slot >= 0; ++i)
        if (const Type* type = kernel_.info.parameters[i].type; type->is_array() && values_[i].extents) {
            if (is_array(objects_[i])) array_state(objects_[i]).memory->written.reset();
            launch->arrays.push_back(
                {i, values_[i].data, {values_[i].extents, values_[i].extents + type->rank()}});
        }
    graph.add(kernel_.info.called, [launch] { launch->run(); });
}

} // namespace cudapy::python
