#include "runtime/cpu/block_pieces.h"

namespace cudapy::runtime {

namespace {

constexpr int64_t least_threads = 64;

int64_t parts(int64_t count, int64_t size) {
    return (count + size - 1) / size;
}

int64_t power_of_two_to(int64_t n) {
    return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(n)));
}

/// Returns how many of the `left` pieces from the one at `at` form one block together, in a grid of blocks of
/// that size. `to_end` says that nothing comes after them on the axis.
int64_t pieces_of_block(int64_t at, int64_t left, bool to_end) {
    if (at == 0) return left;
    const int64_t aligned = at & -at;
    return to_end && left <= aligned ? aligned : std::min(aligned, power_of_two_to(left));
}

} // namespace

BlockPieces BlockPieces::whole(const CpuRange& range) {
    BlockPieces pieces(range);
    pieces.count_ = range.grid[0] * range.grid[1] * range.grid[2];
    return pieces;
}

BlockPieces BlockPieces::cut(const CpuRange& range) {
    BlockPieces pieces(range);
    const int64_t* const threads = range.threads;
    pieces.is_cut_ = true;
    if (threads[0] < least_threads) { // short rows: several are a piece
        pieces.threads_ = {threads[0], parts(least_threads, threads[0]), 1};
        pieces.rows_ = parts(threads[1], pieces.threads_[1]);
    } else {
        pieces.threads_ = {least_threads, 1, 1};
        pieces.in_row_ = parts(threads[0], least_threads);
        pieces.rows_ = threads[1];
    }
    pieces.count_ = pieces.in_row_ * pieces.rows_ * threads[2];
    return pieces;
}

int64_t BlockPieces::size_of_run(int64_t size) const {
    if (!is_cut_) return size;
    if (size < in_row_) return power_of_two_to(size);
    const int64_t plane = in_row_ * rows_, unit = size < plane ? in_row_ : plane;
    return unit * power_of_two_to(size / unit);
}

int64_t BlockPieces::start_of_run(int64_t first, int64_t size) const {
    if (!is_cut_ || size < 1) return first;
    size = size_of_run(size);
    return size < in_row_ ? first & -size
                          : first - first % size; // a division takes as long as a small launch
}

int64_t BlockPieces::end_of_run(int64_t first, int64_t size) const {
    const int64_t start = start_of_run(first, size), length = size_of_run(size);
    return count_ - start > length ? start + length : count_;
}

void BlockPieces::run(CpuEntry entry, void* const* slots, int64_t first, int64_t end) const {
    CpuRange part = range_;
    if (!is_cut_) {
        part.first_block = first;
        part.end_block = end;
        entry(&part, slots);
        return;
    }
    const int64_t plane = in_row_ * rows_;
    while (first < end) {
        // We find the axis along which the next pieces form one block. The block has all threads on the axes
        // before it.
        int64_t at = first, past = 0, left = end - first, length = in_row_, unit = 1;
        int axis = 0;
        if (count_ != in_row_) { // several rows: a launch only along x takes no divisions
            const int64_t row = first / in_row_;
            at = first - row * in_row_;
            past = row;
            if (at == 0 && left >= in_row_) {
                axis = 1;
                unit = in_row_;
                length = rows_;
                past = row / rows_;
                at = row - past * rows_;
                left /= unit;
                if (at == 0 && left >= rows_) {
                    axis = 2;
                    unit = plane;
                    length = count_ / plane;
                    at = past;
                    past = 0;
                    left /= rows_;
                }
            }
        }
        const bool to_end = left >= length - at;
        left = std::min(left, length - at);
        const int64_t size = pieces_of_block(at, left, to_end);
        const int64_t index = at == 0 ? 0 : at >> std::countr_zero(static_cast<uint64_t>(size));
        for (int before = 0; before < axis; ++before) {
            part.block[before] = part.threads[before];
            part.grid[before] = 1;
        }
        part.block[axis] = size * threads_[static_cast<std::size_t>(axis)];
        part.grid[axis] = index + 1; // those after it are of no use
        int64_t number = index;
        for (int after = axis + 1; after < 3; ++after)
            part.block[after] = threads_[static_cast<std::size_t>(after)];
        if (axis == 0) {
            part.grid[1] = rows_;
            number += past * part.grid[0];
        } else if (axis == 1) {
            number += past * part.grid[1];
        }
        part.grid[2] = part.threads[2];
        if (axis == 2) part.grid[2] = index + 1;
        part.first_block = number;
        part.end_block = number + 1;
        entry(&part, slots);
        first += std::min(size, left) * unit;
    }
}

} // namespace cudapy::runtime
