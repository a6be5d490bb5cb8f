#include "runtime/cpu/work_stealing.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cudapy::runtime {

namespace {

// The ends of queues are multiples of this part of a queue, so that runs of pieces take few blocks.
constexpr int64_t parts_of_queue = 32;
// The part of what is left of a queue that its thread takes at most. A thread that shares its core with
// another one may be half as fast as others, which then steal all but what it has taken.
constexpr int64_t part_of_rest = 4;

} // namespace

WorkStealingQueues::WorkStealingQueues(int threads)
    : queues_(static_cast<std::size_t>(std::max(threads, 1))) {}

void WorkStealingQueues::divide(const BlockPieces& pieces, int64_t first) {
    pieces_ = &pieces;
    const int64_t count = pieces.count();
    const int64_t number = std::clamp(count, int64_t(1), static_cast<int64_t>(queues_.size()));
    used_ = static_cast<std::size_t>(number);
    const int64_t each = count / number, rest = count % number;
    int64_t begin = 0, place = 0;
    std::size_t unfinished = 0;
    for (Queue& queue : std::span(queues_).first(used_)) {
        ++place;
        // This is count * place / number, which might be too large on the way.
        const int64_t about = each * place + rest * place / number;
        queue.end =
            place == number ? count : std::max(begin, pieces.start_of_run(about, each / parts_of_queue));
        const int64_t next = std::min(std::max(begin, first), queue.end);
        queue.next.store(next, std::memory_order_relaxed);
        queue.thieves.store(0, std::memory_order_relaxed);
        if (next < queue.end) ++unfinished;
        begin = queue.end;
    }
    unfinished_.store(unfinished, std::memory_order_relaxed);
}

void WorkStealingQueues::give_up() {
    for (Queue& queue : std::span(queues_).first(used_))
        queue.next.store(queue.end, std::memory_order_relaxed);
    unfinished_.store(0, std::memory_order_relaxed);
}

WorkStealingQueues::Worker::Worker(WorkStealingQueues& queues, int place)
    : queues_(queues), queue_(static_cast<std::size_t>(place) % queues.used_) {}

bool WorkStealingQueues::Worker::take(int64_t least, int64_t most, bool steals, Run& run) {
    least = std::max(least, int64_t(1));
    most = std::max(most, least);
    const std::size_t number = queues_.used_;
    while (passed_ < (steals ? number : 1) && queues_.unfinished_.load(std::memory_order_relaxed) != 0) {
        Queue& queue = queues_.queues_[queue_];
        int64_t first = queue.next.load(std::memory_order_relaxed);
        if (first < queue.end && passed_ > 0 && !std::exchange(is_stealing_, true))
            queue.thieves.fetch_add(1, std::memory_order_relaxed);
        while (first < queue.end) {
            const int64_t left = queue.end - first;
            const int64_t threads = 1 + queue.thieves.load(std::memory_order_relaxed);
            const int64_t part = number == 1 ? left : left / (part_of_rest * threads);
            const int64_t size = std::clamp(part, least, most);
            const int64_t last = std::min(queues_.pieces_->end_of_run(first, size), queue.end);
            if (!queue.next.compare_exchange_weak(first, last, std::memory_order_relaxed)) continue;
            if (last == queue.end) queues_.unfinished_.fetch_sub(1, std::memory_order_relaxed);
            run = {first, last};
            return true;
        }
        is_stealing_ = false;
        ++passed_;
        queue_ = queue_ + 1 == number ? 0 : queue_ + 1;
    }
    return false;
}

} // namespace cudapy::runtime
