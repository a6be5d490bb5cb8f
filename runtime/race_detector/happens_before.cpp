#include "runtime/race_detector/happens_before.h"

#include <algorithm>

namespace cudapy::runtime {

void SharedOrder::fence(std::int64_t block, std::int64_t thread) {
    Block& own = blocks_[block];
    own.fenced[thread] = ++own.release;
}

void SharedOrder::atomic(const void* element, std::int64_t block, std::int64_t thread) {
    if (blocks_.empty()) return; // nobody has made a fence
    if (released_.count(element) != 0)
        blocks_[block].known[element] = blocks_[block].known_of_threads[thread][element] = moments_;
    const auto own = blocks_.find(block);
    if (own == blocks_.end()) return;
    const auto fenced = own->second.fenced.find(thread);
    if (fenced == own->second.fenced.end()) return;
    Element& here = released_[element];
    std::vector<Release>& releases = here.releases[block];
    if (!releases.empty() && releases.back().thread == thread && releases.back().release == fenced->second)
        return; // has been said
    releases.push_back({thread, fenced->second, ++moments_});
    for (const auto& [other, moment] : own->second.known) {
        if (other == element) continue;
        auto& known = here.others[other];
        if (known.empty() || known.back().second < moment) known.emplace_back(moments_, moment);
    }
}

std::uint32_t SharedOrder::release_of(std::int64_t block) const {
    if (blocks_.empty()) return 0;
    const auto own = blocks_.find(block);
    return own == blocks_.end() ? 0 : own->second.release;
}

bool SharedOrder::knows(std::int64_t block, std::int64_t thread, const AccessTime& access) const {
    if (released_.empty()) return false;
    const auto own = blocks_.find(block);
    if (own == blocks_.end()) return false;
    if (access.block != block) return is_known(own->second.known, access);
    // Within one block, the two threads themselves must have met.
    const auto known = own->second.known_of_threads.find(thread);
    if (known == own->second.known_of_threads.end()) return false;
    for (const auto& [element, moment] : known->second) {
        const auto releases = released_.at(element).releases.find(block);
        if (releases == released_.at(element).releases.end()) continue;
        for (const Release& release : releases->second)
            if (release.thread == access.thread && release.release > access.release &&
                release.moment <= moment)
                return true;
    }
    return false;
}

bool SharedOrder::is_known(const Known& known, const AccessTime& access) const {
    Known seen;
    std::vector<std::pair<const void*, std::uint64_t>> left(known.begin(), known.end());
    while (!left.empty()) {
        const auto [element, moment] = left.back();
        left.pop_back();
        std::uint64_t& before = seen[element];
        if (before >= moment) continue;
        before = moment;
        const Element& here = released_.at(element);
        if (const auto releases = here.releases.find(access.block); releases != here.releases.end())
            for (const Release& release : releases->second)
                if (release.release > access.release && release.moment <= moment) return true;
        for (const auto& [other, steps] : here.others)
            for (const auto& [at, until] : steps)
                if (at <= moment) left.emplace_back(other, until);
    }
    return false;
}

void BlockOrder::begin(std::int64_t block, std::uint32_t epoch) {
    block_ = block;
    epoch_ = epoch;
    meeting_.clear();
}

void BlockOrder::grid_barrier(std::uint32_t epoch) {
    epoch_ = epoch;
    ++round_;
}

const BlockOrder::Warp* BlockOrder::warp_of(std::int64_t thread) const {
    const auto found = warps_.find(thread / static_cast<std::int64_t>(width));
    return found == warps_.end() || found->second.epoch != epoch_ ? nullptr : &found->second;
}

BlockOrder::Warp& BlockOrder::fresh_warp(std::int64_t thread) {
    Warp& warp = warps_[thread / static_cast<std::int64_t>(width)];
    if (warp.epoch == epoch_) return warp;
    warp = Warp();
    warp.epoch = epoch_;
    for (std::size_t lane = 0; lane < width; ++lane)
        warp.known[lane][lane] = 1;
    return warp;
}

void BlockOrder::end_meeting() {
    for (const auto& [thread, mask] : meeting_) {
        Warp& warp = fresh_warp(thread);
        const auto lane = static_cast<std::size_t>(thread) % width;
        const auto group = [&, first = thread - static_cast<std::int64_t>(lane), named = mask](auto&& visit) {
            for (const auto& [other, other_mask] : meeting_)
                if (other_mask == named && other >= first && other < first + std::int64_t{width})
                    visit(static_cast<std::size_t>(other - first));
        };
        std::size_t least = lane;
        group([&](std::size_t other) { least = std::min(least, other); });
        if (least != lane) continue; // the first of them has done it
        std::array<std::uint32_t, width> all{};
        group([&](std::size_t other) {
            for (std::size_t i = 0; i < width; ++i)
                all[i] = std::max(all[i], warp.known[other][i]);
        });
        group([&](std::size_t other) {
            warp.known[other] = all;
            ++warp.known[other][other];
        });
    }
    meeting_.clear();
}

AccessTime BlockOrder::now(std::int64_t thread, std::uint32_t number, std::uint32_t release) const {
    AccessTime time;
    time.number = number;
    time.epoch = epoch_;
    time.release = release;
    time.round = round_;
    time.block = block_;
    time.thread = thread;
    time.clock = 1;
    if (const Warp* warp = warps_.empty() ? nullptr : warp_of(thread)) {
        const auto lane = static_cast<std::size_t>(thread) % width;
        time.clock = warp->known[lane][lane];
    }
    return time;
}

bool BlockOrder::is_before(const AccessTime& earlier, const AccessTime& later) const {
    if (earlier.round != later.round) return true;
    if (earlier.block != later.block) return false;
    if (earlier.epoch != later.epoch || earlier.thread == later.thread) return true;
    constexpr auto lanes = static_cast<std::int64_t>(width);
    if (earlier.thread / lanes != later.thread / lanes || warps_.empty()) return false;
    const Warp* warp = warp_of(later.thread);
    if (!warp) return false;
    return warp->known[static_cast<std::size_t>(later.thread % lanes)]
                      [static_cast<std::size_t>(earlier.thread % lanes)] >= earlier.clock;
}

} // namespace cudapy::runtime
