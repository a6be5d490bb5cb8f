#include "runtime/cpu/helping_threads.h"

#include "runtime/cpu/kernel_guard.h"

namespace cudapy::runtime {

bool HelpingThreads::any() const {
    for (const Place& place : places_)
        if (place.thread.load() != pthread_t{}) return true;
    return false;
}

void HelpingThreads::remind() const {
    for (const Place& place : places_)
        if (const pthread_t thread = place.thread.load(); thread != pthread_t{}) runtime::remind(thread);
}

} // namespace cudapy::runtime
