// Launches of kernels with a tape, whose parameters nobody gives.

#include "pymodule/src/launch/arguments.h"
#include "pymodule/src/python/error.h"

#include <cstring>

namespace cudapy::python {

void Arguments::set_tape(const runtime::Tape& tape) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const ParameterInfo& parameter = kernel_.info.parameters[i];
        if (!parameter.is_of_launch()) continue;
        const void* part = runtime::part_of(tape, static_cast<int>(parameter.launch_part));
        if (parameter.type->is_array())
            std::memcpy(&values_[i].data, part, sizeof values_[i].data);
        else
            std::memcpy(&values_[i].scalar.int64, part, sizeof values_[i].scalar.int64);
    }
}

void Arguments::launch_with_tape(void* const* slots, const std::function<bool()>& goes_on) {
    runtime::TapeRequest request;
    request.kernel = kernel_.info.called;
    request.device = kernel_.device;
    request.threads =
        kernel_.kernel->threads_that_run(shape_.threads, shape_.block[0] != 0 ? &shape_.block : nullptr);
    request.in_portions = !kernel_.info.uses_blocks;
    request.need = &kernel_.kernel->tape_need();
    runtime::launch_with_tape(request, [&](const runtime::Tape& tape) {
        set_tape(tape);
        launch(slots);
        return has_run_ && goes_on();
    });
}

void Arguments::refuse_recording_of_tape() const {
    raise(PyExc_RuntimeError,
          "{}: its threads keep what they need on a tape, and the launch is made again where that is too "
          "small, so that it cannot be part of a graph",
          kernel_.info.called);
}

} // namespace cudapy::python
