// Only launches of derivatives have this: steps, which are kernels that a launch launches first with the same
// arguments, tapes, and arrays whose shapes follow those of others.

#include "pymodule/src/kernel/program.h"
#include "pymodule/src/launch/arguments.h"
#include "runtime/launch/launch_step.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/stream.h"
#include "translator/support/internal_error.h"

namespace cudapy::python {

void Arguments::bind_derivative() {
    derivative_ = std::make_unique<DerivativeLaunch>();
    derivative_->running.threads = shape_.threads;
    if (kernel_.info.strided_axis >= 0)
        derivative_->running =
            runtime::strided_threads(kernel_.info.strided_axis, shape_.threads, kernel_.device);
    else
        for (const ParameterInfo& parameter : kernel_.info.parameters)
            derivative_->has_tape |= parameter.is_of_launch();
    for (const std::string& step : kernel_.info.steps)
        derivative_->steps.push_back(&kernel_.program->beside(kernel_, step));
    if (derivative_->has_tape && recording()) refuse_recording_of_tape();
    refuse_shared_bars();
    refuse_other_shapes();
    refuse_other_tangents();
}

void Arguments::launch_steps() {
    for (const LoadedKernel* step : derivative_->steps)
        launch_step(*step);
}

void Arguments::launch_step(const LoadedKernel& step) {
    const runtime::StepThreads found =
        runtime::step_threads(*step.info.step, shape_.threads, kernel_.device, [&](int parameter, int axis) {
            return values_[static_cast<std::size_t>(parameter)].extents[axis];
        });
    if (runtime::count_of(found.threads) == 0) return;
    runtime::Extent threads = found.threads;
    const auto& slots = step.info.slots;
    SmallArray<void*, 32> pointers(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto index = static_cast<std::size_t>(slots[i].index);
        switch (slots[i].kind) {
        case Slot::Kind::scalar:
            if (step.info.parameters[index].is_of_launch())
                pointers[i] = const_cast<void*>(
                    runtime::part_of(found, static_cast<int>(step.info.parameters[index].launch_part)));
            else
                pointers[i] = values_[index].aggregate ? static_cast<void*>(values_[index].aggregate.get())
                                                       : &values_[index].scalar;
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
        default:
            throw InternalError("a step has a slot that only its kernel has");
        }
    }
    const runtime::StreamRef& stream = runtime::current_stream(kernel_.device);
    if (runtime::Graph* graph = stream ? stream->recording() : nullptr; graph && kernel_.device.is_host())
        [[unlikely]] {
        LaunchShape shape;
        shape.threads = threads;
        return record_on_host(*graph, step, shape, pointers.data());
    }
    add_missing_coarsened(step, threads, nullptr, pointers.data());
    step.kernel->launch(threads, pointers.data(), nullptr, 0);
}

} // namespace cudapy::python
