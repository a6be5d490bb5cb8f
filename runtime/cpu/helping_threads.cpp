#include "runtime/cpu/helping_threads.h"

#include "runtime/cpu/kernel_guard.h"

namespace cudapy::runtime {

bool HelpingThreads::any() const {
    for (const Seat& seat : seats_)
        if (seat.thread.load() != pthread_t{}) return true;
    return false;
}

void HelpingThreads::remind() const {
    for (const Seat& seat : seats_)
        if (const pthread_t thread = seat.thread.load(); thread != pthread_t{}) runtime::remind(thread);
}

} // namespace cudapy::runtime
