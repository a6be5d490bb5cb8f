#include "runtime/queue/synchronize.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/queue/after_wait.h"
#include "runtime/queue/device_wait.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/launch_numbers.h"
#include "runtime/queue/stream.h"

#include <cstdio>

namespace cudapy::runtime {

void synchronize(Device device) {
    refuse_recording(device, "waiting for all kernels");
    if (device.is_host()) return; // CPU launches return when all threads have run
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    const std::uint64_t launched = last_launch();
    wait_for_streams(device);
    wait_for_all_work(device);
    note_all_ended(device, launched);
    std::fflush(stdout); // the output of kernels is in C's buffer by now
    after_wait(device, true);
}

} // namespace cudapy::runtime
