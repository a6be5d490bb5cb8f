// The launch itself, with arguments that are bound.

#include "pymodule/src/kernel/lost_variants.h"
#include "pymodule/src/launch/arguments.h"
#include "pymodule/src/launch/launch_sites.h"
#include "pymodule/src/python/error.h"
#include "runtime/launch/kernel_failure.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"

#include <bit>
#include <exception>

namespace cudapy::python {

// A length or coordinate is held as int64 and read by a kernel as int32 from the same address.
static_assert(std::endian::native == std::endian::little);

namespace {

runtime::Error error_of_assertion(const LoadedKernel& kernel, int32_t failure) {
    return {runtime::ErrorKind::assertion,
            kernel.program->assertion_messages().at(static_cast<std::size_t>(failure - first_assertion) - 1)};
}

} // namespace

void report_failure(const LoadedKernel& kernel, int32_t failure) {
    runtime::report_kernel_failure(
        kernel.info.called, kernel.info.cooperative, failure,
        [&](int number) {
            const FailurePlace& place =
                kernel.program->failure_places().at(static_cast<std::size_t>(number) - 1);
            return fmt::format("line {} of {}", place.line, place.path);
        },
        [&](std::size_t number) { return kernel.program->assertion_messages().at(number - 1); },
        fmt::format(fmt::runtime(kernel.program->words().either("; `{}.simulate(…)` names them", "")),
                    kernel.info.called));
}

void Arguments::check_guards() const {
    using Damage = GuardedBytes::Damage;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].transfer < 0) continue;
        const Damage damage = transfers_[static_cast<std::size_t>(values_[i].transfer)].damage();
        if (damage == Damage::none) continue;
        throw runtime::Error(
            runtime::ErrorKind::kernel,
            fmt::format("{}: the kernel has written outside it, {}: run it with CUDAPY_CHECKED=1, "
                        "which names the line, the index and the thread",
                        where(i),
                        damage == Damage::behind ? "after its last element"
                                                 : "in front of its first element"));
    }
}

runtime::Graph* Arguments::recording() const {
    return runtime::Graph::of(kernel_.device);
}

Recording Arguments::make_recording() const {
    const runtime::Extent block =
        shape_.block[0] != 0 ? shape_.block : kernel_.kernel->block_for(shape_.threads);
    return {kernel_, shape_.threads, block};
}

runtime::WrittenBytes Arguments::written(std::size_t index) const {
    if (!objects_[index] || !is_array(objects_[index])) return {};
    const ArrayMemory& memory = *array_state(objects_[index]).memory;
    if (!memory.written || !memory.storage) return {};
    memory.written->resize(memory.storage->bytes());
    return {memory.storage->data(), memory.written.get()};
}

generated::CpuRecorder* Arguments::record(Recording& recording) const {
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (kernel_.info.parameters[i].type->is_array() && values_[i].extents)
            recording.add(i, values_[i].data, values_[i].extents, written(i));
    return recording.begin();
}

generated::CpuRecorder* Arguments::trace_memory() const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const ParameterInfo& parameter = kernel_.info.parameters[i];
        if (!parameter.type->is_array() || !values_[i].extents) continue;
        tracing_->add(parameter, values_[i].data, values_[i].extents);
        if (parameter.is_lists) ++i; // the kernel's Python code does not read the beginnings of lists
    }
    return tracing_->begin();
}

std::unique_ptr<GpuRecording> Arguments::record_on_gpu() const {
    auto recording = std::make_unique<GpuRecording>(
        kernel_, shape_.threads,
        shape_.block[0] != 0 ? shape_.block : kernel_.kernel->block_for(shape_.threads), shape_.shared_bytes);
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (kernel_.info.parameters[i].type->is_array() && values_[i].extents)
            recording->add(i, values_[i].data, values_[i].extents);
    recording->begin();
    return recording;
}

void Arguments::add_missing_coarsened(const LoadedKernel& kernel, const runtime::Extent& threads,
                                      const runtime::Extent* block, void* const* slots) const {
    runtime::Extent coarsened = kernel.kernel->missing_coarsened(threads, block, slots, shape_.shared_bytes);
    if (coarsened[0] == 0) [[likely]]
        return;
    add_coarsened(kernel, coarsened);
    // The arguments may not fit the variant that tuning has found best, and fit the usual one.
    coarsened = kernel.kernel->missing_coarsened(threads, block, slots, shape_.shared_bytes);
    if (coarsened[0] != 0) add_coarsened(kernel, coarsened);
}

void Arguments::add_coarsened(const LoadedKernel& kernel, const runtime::Extent& size) const {
    if (recording()) return; // modules cannot be loaded while a graph is recorded
    std::exception_ptr failed;
    with_gil([&] {
        try {
            kernel.program->try_coarsened(kernel, size);
        } catch (...) {
            failed = std::current_exception();
        }
    });
    if (failed) std::rethrow_exception(failed);
}

void Arguments::launch(void* const* slots) {
    if (tracing_) [[unlikely]] {
        kernel_.kernel->launch_chosen(shape_.threads, slots, shape_.block, tracing_->blocks());
    } else if (choice_) [[unlikely]] {
        has_run_ = kernel_.kernel->launch_as(*choice_, running(), slots, shape_.shared_bytes);
    } else {
        const runtime::Extent* block = shape_.block[0] != 0 ? &shape_.block : nullptr;
        kernel_.kernel->launch(running(), slots, block, shape_.shared_bytes);
    }
}

void Arguments::run() {
    const auto& [x, y, z] = shape_.threads;
    if (x == 0 || y == 0 || z == 0) return;
    const auto& slots = kernel_.info.slots;
    SmallArray<void*, 32> pointers(slots.size());
    for (HostTransfer& transfer : transfers_)
        transfer.send(kernel_.device);
    const runtime::StreamRef& stream = runtime::current_stream(kernel_.device);
    for (Value* value = values_.data(); value != values_.data() + values_.size(); ++value) {
        if (value->storage) value->storage->use_on(stream);
        if (value->transfer < 0) continue;
        HostTransfer& transfer = transfers_[static_cast<std::size_t>(value->transfer)];
        value->data = transfer.address();
        value->extents = transfer.shape().extents();
    }
    int32_t failure = 0;
    FailedCheck failed_check;
    runtime::Extent threads = running();
    auto shared = shape_.shared;
    std::unique_ptr<Recording> recorder; // GCC clears the memory of a std::optional at each launch
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto index = static_cast<std::size_t>(slots[i].index);
        switch (slots[i].kind) {
        case Slot::Kind::scalar:
            pointers[i] = values_[index].aggregate ? static_cast<void*>(values_[index].aggregate.get())
                                                   : &values_[index].scalar;
            if (derivative_ && kernel_.info.strided_axis >= 0 &&
                kernel_.info.parameters[index].is_of_launch()) [[unlikely]]
                pointers[i] = const_cast<void*>(runtime::part_of(
                    derivative_->running, static_cast<int>(kernel_.info.parameters[index].launch_part)));
            break;
        case Slot::Kind::pointer:
            pointers[i] = &values_[index].data;
            break;
        case Slot::Kind::length:
            pointers[i] = const_cast<int64_t*>(values_[index].extents + slots[i].axis);
            break;
        case Slot::Kind::threads:
            pointers[i] = &threads[index];
            break;
        case Slot::Kind::shared:
            pointers[i] = &shared[index];
            break;
        case Slot::Kind::check:
            pointers[i] = &failed_check;
            break;
        case Slot::Kind::recorder:
            if (!tracing_) recorder = std::make_unique<Recording>(make_recording());
            pointers[i] = tracing_ ? trace_memory() : record(*recorder);
            break;
        case Slot::Kind::failure:
            pointers[i] = &failure;
            break;
        }
    }
    if (runtime::Graph* graph = stream ? stream->recording() : nullptr; graph && kernel_.device.is_host())
        [[unlikely]] {
        if (derivative_) launch_steps();
        LaunchShape shape = shape_;
        shape.threads = threads;
        record_on_host(*graph, kernel_, shape, pointers.data());
        return;
    }
    const runtime::Extent* block = shape_.block[0] != 0 ? &shape_.block : nullptr;
    if (!choice_) add_missing_coarsened(kernel_, threads, block, pointers.data());
    std::unique_ptr<GpuRecording> gpu_recorder;
    if (kernel_.recorder != 0 && !recording()) gpu_recorder = record_on_gpu();
    if (!streams_.empty()) [[unlikely]]
        order_streams(true);
    if (derivative_) [[unlikely]]
        launch_steps();
    if (derivative_ && derivative_->has_tape) [[unlikely]]
        launch_with_tape(pointers.data(), [&] { return failure == 0 && failed_check.number == 0; });
    else
        launch(pointers.data());
    if (site_ >= 0 && !recording()) confirm_launch(site_);
    if (!streams_.empty()) [[unlikely]]
        order_streams(false);
    // On the CPU the launch has run when it returns.
    if (recorder)
        recorder->report(failed_check);
    else if (gpu_recorder)
        failed_assertion_ = gpu_recorder->finish();
    else if (failed_check.number != 0)
        throw runtime::Error(runtime::ErrorKind::kernel, kernel_.program->check_message(failed_check));
    if (failure >= first_assertion)
        failed_assertion_ = error_of_assertion(kernel_, failure);
    else if (failure != 0)
        report_failure(kernel_, failure);
    if (transfers_.empty()) return;
    if (kernel_.device.is_host()) check_guards();
    try {
        (stream ? stream : runtime::Stream::default_of(kernel_.device))->synchronize();
    } catch (const runtime::Error& error) {
        if (error.kind() != runtime::ErrorKind::assertion) throw;
        failed_assertion_ = error;
    }
    for (HostTransfer& transfer : transfers_)
        transfer.fetch();
    for (HostTransfer& transfer : transfers_)
        transfer.leave_device();
}

void Arguments::give_back() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        if (values_[i].transfer >= 0)
            transfers_[static_cast<std::size_t>(values_[i].transfer)].give_back(where(i));
    }
    if (failed_assertion_) throw *failed_assertion_;
    // An error of the kernel itself comes first.
    if (temporary_ >= 0 && runs_threads()) [[unlikely]]
        refuse_lost();
    if (const std::string problem = kernel_.kernel->take_form_refusal(); !problem.empty()) [[unlikely]]
        warn_of_lost_variant(kernel_.info.called, "was refused by the driver", true, problem);
}

} // namespace cudapy::python
