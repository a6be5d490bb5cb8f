#include "translator/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace cudapy {

namespace {

/// The exception of the least piece of work that threw one.
struct Failure {
    std::mutex mutex;
    std::size_t place = 0;
    std::exception_ptr exception;

    void note(std::size_t at, std::exception_ptr thrown) {
        const std::lock_guard lock(mutex);
        if (exception && place < at) return;
        place = at;
        exception = std::move(thrown);
    }
};

} // namespace

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    Failure failure;
    // Work is begun in order, so that whatever comes before a piece that failed was begun before it.
    const auto run = [&] {
        for (std::size_t i; (i = next.fetch_add(1)) < count;) {
            try {
                work(i);
            } catch (...) {
                failure.note(i, std::current_exception());
                next = count;
            }
        }
    };
    const std::size_t threads = std::min<std::size_t>(std::thread::hardware_concurrency(), count);
    std::vector<std::thread> others;
    try {
        others.reserve(threads);
        while (others.size() + 1 < threads)
            others.emplace_back(run);
    } catch (const std::exception&) { // no thread, or no memory for one: those that there are do it
    }
    run();
    for (std::thread& other : others)
        other.join();
    if (failure.exception) std::rethrow_exception(failure.exception);
}

} // namespace cudapy
