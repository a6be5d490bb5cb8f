#include "runtime/queue/after_wait.h"

#include "runtime/launch/assertions.h"
#include "runtime/launch/gpu_stack.h"

namespace cudapy::runtime {

void after_wait(Device device, bool all_ended) {
    give_stack_back(device);
    report_failed_assertions(device, all_ended);
}

} // namespace cudapy::runtime
