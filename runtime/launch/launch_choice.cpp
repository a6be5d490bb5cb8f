#include "runtime/launch/launch_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdio>

namespace cudapy::runtime {

namespace {

constexpr int64_t most_block_threads = int64_t{1} << 20;

/// Returns whether groups may have this size, or it stands for the plain variant.
bool is_size(const Extent& coarsened) {
    const auto is_width = [](int64_t width) { return width == 1 || width == 2 || width == 4 || width == 8; };
    return coarsened == Extent{} || (is_width(coarsened[0]) && is_width(coarsened[1]) && coarsened[2] == 1);
}

/// Returns whether blocks of the CPU target, which may be the larger ones, may have this shape.
bool is_block(const Extent& block) {
    const auto is_width = [](int64_t width) { return width >= 1 && width <= most_block_threads; };
    return is_width(block[0]) && is_width(block[1]) && is_width(block[2]) &&
           block[0] * block[1] <= most_block_threads && count_of(block) <= most_block_threads;
}

void add_new(std::vector<Extent>& blocks, const Extent& block) {
    if (std::find(blocks.begin(), blocks.end(), block) == blocks.end()) blocks.push_back(block);
}

} // namespace

std::vector<Extent> gpu_blocks_to_try(const Extent& threads, unsigned axes, int max_threads) {
    const bool wide_y = (axes & 2) != 0 && threads[1] > 1, wide_z = (axes & 4) != 0 && threads[2] > 1;
    std::vector<Extent> blocks;
    for (const int64_t count : {64, 128, 256, 512, 1024}) {
        if (count > max_threads) break;
        if (!wide_y && !wide_z) add_new(blocks, {count, 1, 1});
        if (!wide_y || count > 512) continue;
        for (int64_t width = 4; width <= count; width *= 2) // wide and flat, square, narrow and high
            if (count / width <= 64) add_new(blocks, {width, count / width, 1});
        if (wide_z)
            for (const int64_t width : {8, 16, 32})
                if (count / width >= 4) add_new(blocks, {width, count / width / 2, 2});
    }
    return blocks;
}

std::vector<Extent> cpu_blocks_to_try(const Extent& threads, unsigned axes, const Extent& usual) {
    std::vector<Extent> blocks;
    const bool wide_y = (axes & 2) != 0 && threads[1] > 1;
    const auto within = [&](int64_t count, int axis) {
        return std::clamp<int64_t>(count, 1, std::max<int64_t>(threads[static_cast<std::size_t>(axis)], 1));
    };
    for (const int64_t by : {1, 2, 4, 8}) {
        add_new(blocks, {within(usual[0] * by, 0), usual[1], usual[2]});
        add_new(blocks, {within((usual[0] / by + 63) / 64 * 64, 0), usual[1], usual[2]});
        if (!wide_y) continue;
        add_new(blocks, {usual[0], within(usual[1] * by, 1), usual[2]});
        add_new(blocks, {usual[0], within(usual[1] / by, 1), usual[2]});
        add_new(blocks, {within((usual[0] / by + 63) / 64 * 64, 0), within(usual[1] * by, 1), usual[2]});
    }
    std::erase_if(blocks, [](const Extent& block) { return count_of(block) > most_block_threads; });
    return blocks;
}

TunedChoices::SizeClass TunedChoices::class_of(const Extent& threads) noexcept {
    SizeClass size;
    for (std::size_t axis = 0; axis < 3; ++axis)
        size[axis] = int(std::bit_width(static_cast<uint64_t>(std::max<int64_t>(threads[axis], 0))));
    return size;
}

const LaunchChoice* TunedChoices::find(const Extent& threads) const noexcept {
    const SizeClass size = class_of(threads);
    for (const Entry& entry : entries_)
        if (entry.size == size) return &entry.choice;
    return nullptr;
}

void TunedChoices::set(const Extent& threads, const LaunchChoice& choice) {
    const SizeClass size = class_of(threads);
    for (Entry& entry : entries_)
        if (entry.size == size) entry.choice = choice;
    if (!find(threads)) entries_.push_back({size, choice});
}

void TunedChoices::add_missing(const TunedChoices& others) {
    for (const Entry& entry : others.entries_) {
        const auto is_same = [&](const Entry& own) { return own.size == entry.size; };
        if (std::none_of(entries_.begin(), entries_.end(), is_same)) entries_.push_back(entry);
    }
}

std::string TunedChoices::text() const {
    std::string result;
    for (const auto& [size, choice] : entries_)
        result += fmt::format("{} {} {}\n", fmt::join(size, " "), fmt::join(choice.factors, " "),
                              fmt::join(choice.block, " "));
    return result;
}

std::optional<TunedChoices> TunedChoices::read(std::string_view text) {
    TunedChoices result;
    while (!text.empty()) {
        const std::string line(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        Entry entry;
        long long a = 0, b = 0, c = 0, x = 0, y = 0, z = 0;
        int read = 0;
        const int fields =
            std::sscanf(line.c_str(), "%d %d %d %lld %lld %lld %lld %lld %lld%n", &entry.size[0],
                        &entry.size[1], &entry.size[2], &a, &b, &c, &x, &y, &z, &read);
        if (fields != 9 || static_cast<std::size_t>(read) != line.size()) return std::nullopt;
        entry.choice = {{a, b, c}, {x, y, z}};
        if (!is_block(entry.choice.block) || !is_size(entry.choice.factors)) return std::nullopt;
        result.entries_.push_back(entry);
    }
    return result;
}

} // namespace cudapy::runtime
