#include "runtime/cpu/thread_stacks.h"

#include <atomic>
#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace {

constexpr std::size_t most_guards = 16384, recursive_bytes = 1 << 20;
std::atomic<std::size_t> guards{0};

std::size_t page_bytes() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t whole_pages(std::size_t bytes) {
    const std::size_t page = page_bytes();
    return (bytes + page - 1) / page * page;
}

} // namespace

ThreadStacks::Part::Part(std::size_t count, std::size_t bytes) : count_(count), bytes_(whole_pages(bytes)) {
    const std::size_t page = page_bytes(), each = bytes_ + page;
    void* memory = mmap(nullptr, each * count, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<char*>(memory);
    is_guarded_ = (guards += count) <= most_guards || bytes >= recursive_bytes;
    if (!is_guarded_) guards -= count;
    for (std::size_t i = 0; is_guarded_ && i < count; ++i) // a stack grows toward it
        if (mprotect(memory_ + i * each, page, PROT_NONE) != 0) {
            release();
            throw std::bad_alloc();
        }
}

void ThreadStacks::Part::release() {
    if (memory_) munmap(memory_, (bytes_ + page_bytes()) * count_);
    if (is_guarded_) guards -= count_;
}

void* ThreadStacks::Part::stack(std::size_t i) const {
    const std::size_t page = page_bytes();
    return memory_ + i * (bytes_ + page) + page;
}

ThreadStacks::Part ThreadStacks::take(std::size_t count, std::size_t bytes) {
    for (Part& part : unused_)
        if (part.fits(count, bytes)) {
            Part taken = std::move(part);
            std::swap(part, unused_.back());
            unused_.pop_back();
            return taken;
        }
    return Part(count, bytes);
}

} // namespace cudapy::runtime
