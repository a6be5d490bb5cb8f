#include "runtime/launch/block_shape.h"

#include <algorithm>
#include <bit>

namespace cudapy::runtime {

namespace {

constexpr int64_t max_grid[3] = {2147483647, 65535, 65535};
constexpr int64_t max_block[3] = {1024, 1024, 64};

int64_t power_of_two_from(int64_t n) {
    return int64_t(std::bit_ceil(uint64_t(n)));
}

int64_t multiple_of(int64_t n, int64_t unit) {
    return (n + unit - 1) / unit * unit;
}

} // namespace

Extent gpu_block(const Extent& threads, unsigned axes, int max_threads, int64_t width) {
    // The limit is not more than the kernel's registers allow. It is a power of two, so that rounding a count
    // up to whole blocks never passes 2^31, and a 32-bit coordinate cannot wrap.
    int64_t limit = int64_t(std::bit_floor(unsigned(std::max(max_threads, 1))));
    int64_t room = std::min<int64_t>(256, limit);
    bool wide_y = (axes & 2) && threads[1] > 1;
    bool wide_z = (axes & 4) && threads[2] > 1;
    if (!wide_y && !wide_z) {
        if (threads[0] >= room) return {room, 1, 1};
        return {std::min(multiple_of(std::max<int64_t>(threads[0], 1), 32), room), 1, 1};
    }
    Extent block{1, 1, 1};
    // Neighbouring addresses are along x. It gets a whole warp first; then y and z share the threads that
    // remain.
    block[0] = std::min({power_of_two_from(std::max<int64_t>(threads[0], 1)), width, room});
    room /= block[0];
    if (wide_y) {
        int64_t share = wide_z ? std::min<int64_t>(room, 4) : room;
        block[1] = std::min(power_of_two_from(threads[1]), share);
        room /= block[1];
    }
    if (wide_z) {
        block[2] = std::min({power_of_two_from(threads[2]), room, max_block[2]});
        room /= block[2];
    }
    // If a launch is short on one axis, the remaining threads go to another.
    for (int axis = 0; axis < 3 && room > 1; ++axis) {
        if ((axis == 1 && !wide_y) || (axis == 2 && !wide_z)) continue;
        while (room > 1 && block[axis] < threads[axis] && block[axis] < max_block[axis]) {
            block[axis] *= 2;
            room /= 2;
        }
    }
    for (int axis = 1; axis < 3; ++axis) {
        if (!(axis == 1 ? wide_y : wide_z)) continue;
        while (grid_of(threads, block)[axis] > max_grid[axis] && block[axis] < max_block[axis]) {
            if (block[0] * block[1] * block[2] < limit)
                block[axis] *= 2;
            else if (block[0] > 1)
                block[0] /= 2, block[axis] *= 2;
            else if (int other = 3 - axis;
                     block[other] > 1 && grid_of(threads, block)[other] * 2 <= max_grid[other])
                block[other] /= 2, block[axis] *= 2;
            else
                break;
        }
    }
    return block;
}

Extent whole_block(unsigned axes) {
    switch (axes & 6) {
    case 0:
        return {256, 1, 1};
    case 2:
        return {16, 16, 1};
    case 4:
        return {16, 1, 16};
    default:
        return {8, 8, 4};
    }
}

Extent cpu_block(const Extent& threads, unsigned axes, int cores) {
    // These are the bounds on the threads of a block: so many that the cost of starting a block does not
    // matter, and so few that uneven kernels are balanced.
    constexpr int64_t least = 512, most = 8192;
    Extent count{std::max<int64_t>(threads[0], 1), std::max<int64_t>(threads[1], 1),
                 std::max<int64_t>(threads[2], 1)};
    bool wide_y = (axes & 2) != 0;
    bool wide_z = (axes & 4) != 0;
    double parts = std::max(cores, 1) * 8.0;
    double total = double(count[0]) * double(count[1]) * double(count[2]);
    int64_t per_block = int64_t(std::clamp(total / parts, double(least), double(most)));
    Extent block{1, 1, 1};
    int64_t pieces = (count[0] + per_block - 1) / per_block;
    block[0] = pieces <= 1 ? count[0] : multiple_of((count[0] + pieces - 1) / pieces, 64);
    if (wide_y && pieces <= 1) {
        block[1] = std::clamp<int64_t>(per_block / block[0], 1, count[1]);
        if (wide_z && block[1] == count[1])
            block[2] = std::clamp<int64_t>(per_block / (block[0] * block[1]), 1, count[2]);
    } else if (wide_z && pieces <= 1) {
        block[2] = std::clamp<int64_t>(per_block / block[0], 1, count[2]);
    }
    return block;
}

} // namespace cudapy::runtime
