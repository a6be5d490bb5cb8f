#include "runtime/support/fork_mutex.h"

#include <pthread.h>
#include <utility>

namespace cudapy::runtime {

namespace {

constinit ForkMutex* first = nullptr;

} // namespace

ForkMutex load_mutex;

ForkMutex::ForkMutex() noexcept : next_(std::exchange(first, this)) {
    if (!next_) pthread_atfork(lock_all, unlock_all, unlock_all);
}

void ForkMutex::lock_all() {
    for (ForkMutex* mutex = first; mutex; mutex = mutex->next_)
        mutex->lock();
}

void ForkMutex::unlock_all() {
    for (ForkMutex* mutex = first; mutex; mutex = mutex->next_)
        mutex->unlock();
}

} // namespace cudapy::runtime
