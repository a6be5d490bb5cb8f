#include "runtime/cpu/shares.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cudapy::runtime {

namespace {

// The parts of a share of which its ends are multiples, so that runs of pieces take few blocks.
constexpr int64_t parts_of_share = 32;
// The part of what is left of a share that its thread takes at most. A thread that shares its core with
// another one may be half as fast as others, which then help it with all but what it has taken.
constexpr int64_t part_of_rest = 4;

} // namespace

Shares::Shares(int threads) : shares_(static_cast<std::size_t>(std::max(threads, 1))) {}

void Shares::divide(const BlockPieces& pieces, int64_t first) {
    pieces_ = &pieces;
    const int64_t count = pieces.count();
    const int64_t number = std::clamp(count, int64_t(1), static_cast<int64_t>(shares_.size()));
    used_ = static_cast<std::size_t>(number);
    const int64_t each = count / number, rest = count % number;
    int64_t begin = 0, place = 0;
    std::size_t unfinished = 0;
    for (Share& share : std::span(shares_).first(used_)) {
        ++place;
        // This is count * place / number, which might be too large on the way.
        const int64_t about = each * place + rest * place / number;
        share.end =
            place == number ? count : std::max(begin, pieces.start_of_run(about, each / parts_of_share));
        const int64_t next = std::min(std::max(begin, first), share.end);
        share.next.store(next, std::memory_order_relaxed);
        share.helpers.store(0, std::memory_order_relaxed);
        if (next < share.end) ++unfinished;
        begin = share.end;
    }
    unfinished_.store(unfinished, std::memory_order_relaxed);
}

void Shares::give_up() {
    for (Share& share : std::span(shares_).first(used_))
        share.next.store(share.end, std::memory_order_relaxed);
    unfinished_.store(0, std::memory_order_relaxed);
}

Shares::Taker::Taker(Shares& shares, int place)
    : shares_(shares), share_(static_cast<std::size_t>(place) % shares.used_) {}

bool Shares::Taker::take(int64_t least, int64_t most, bool helps, Run& run) {
    least = std::max(least, int64_t(1));
    most = std::max(most, least);
    const std::size_t number = shares_.used_;
    while (passed_ < (helps ? number : 1) && shares_.unfinished_.load(std::memory_order_relaxed) != 0) {
        Share& share = shares_.shares_[share_];
        int64_t first = share.next.load(std::memory_order_relaxed);
        if (first < share.end && passed_ > 0 && !std::exchange(is_helping_, true))
            share.helpers.fetch_add(1, std::memory_order_relaxed);
        while (first < share.end) {
            const int64_t left = share.end - first;
            const int64_t threads = 1 + share.helpers.load(std::memory_order_relaxed);
            const int64_t part = number == 1 ? left : left / (part_of_rest * threads);
            const int64_t size = std::clamp(part, least, most);
            const int64_t last = std::min(shares_.pieces_->end_of_run(first, size), share.end);
            if (!share.next.compare_exchange_weak(first, last, std::memory_order_relaxed)) continue;
            if (last == share.end) shares_.unfinished_.fetch_sub(1, std::memory_order_relaxed);
            run = {first, last};
            return true;
        }
        is_helping_ = false;
        ++passed_;
        share_ = share_ + 1 == number ? 0 : share_ + 1;
    }
    return false;
}

} // namespace cudapy::runtime
