#pragma once
// The position of a thread: idx, threadIdx, blockIdx, blockDim and gridDim along their axes, and its lane.

#include <cstdint>

namespace cudapy::program {

/// The groups are in the order of CoordinateGroup, each with its x, y and z.
enum class Coordinate {
    idx,
    idy,
    idz,
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    block_dim_x,
    block_dim_y,
    block_dim_z,
    grid_dim_x,
    grid_dim_y,
    grid_dim_z,
    within_x,
    within_y,
    within_z, ///< [L] the thread's place among those that one CUDA thread does the work of
    lane_id,  ///< the thread's place in its warp
};

enum class CoordinateGroup : uint8_t { global, thread, block, block_dim, grid_dim, within, lane };

constexpr CoordinateGroup group_of(Coordinate coordinate) {
    return static_cast<CoordinateGroup>(static_cast<int>(coordinate) / 3);
}
/// Returns 0 for the x coordinates, 1 for y, 2 for z; 0 for the lane.
constexpr int axis_of(Coordinate coordinate) {
    return static_cast<int>(coordinate) % 3;
}
/// Returns the coordinate of a group along an axis, which is 0 for the lane.
constexpr Coordinate coordinate_of(CoordinateGroup group, int axis) {
    return static_cast<Coordinate>(static_cast<int>(group) * 3 + axis);
}

/// Returns whether it is idx, idy or idz.
constexpr bool is_global(Coordinate coordinate) {
    return group_of(coordinate) == CoordinateGroup::global;
}
/// Returns whether the threads of a block have values of their own.
constexpr bool is_of_thread(Coordinate coordinate) {
    const CoordinateGroup group = group_of(coordinate);
    return group == CoordinateGroup::global || group == CoordinateGroup::thread ||
           group == CoordinateGroup::within || group == CoordinateGroup::lane;
}
constexpr bool is_of_grid(Coordinate coordinate) {
    return group_of(coordinate) == CoordinateGroup::grid_dim;
}
/// Returns whether it is of blockDim or gridDim, which are never 0.
constexpr bool is_extent(Coordinate coordinate) {
    return group_of(coordinate) == CoordinateGroup::block_dim || is_of_grid(coordinate);
}

static_assert(coordinate_of(CoordinateGroup::global, 0) == Coordinate::idx &&
              coordinate_of(CoordinateGroup::grid_dim, 2) == Coordinate::grid_dim_z &&
              coordinate_of(CoordinateGroup::lane, 0) == Coordinate::lane_id);

} // namespace cudapy::program
