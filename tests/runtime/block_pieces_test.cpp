#include "runtime/cpu/block_pieces.h"
#include "runtime/launch/block_shape.h"
#include "tests/runtime/helpers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

using namespace cudapy::runtime;

namespace {

CpuRange range_of(const Extent& threads, const Extent& block) {
    const Extent grid = grid_of(threads, block);
    CpuRange range{};
    for (int axis = 0; axis < 3; ++axis) {
        range.threads[axis] = threads[axis];
        range.block[axis] = block[axis];
        range.grid[axis] = grid[axis];
    }
    return range;
}

/// A row of neighbouring threads of a block: where it begins, and where it ends along x.
using Row = std::array<int64_t, 4>;

/// slots[0]: the rows that are run, in order; slots[1]: how many times the entry is called.
void note_rows(const CpuRange* range, void* const* slots) {
    auto& rows = *static_cast<std::vector<Row>*>(slots[0]);
    ++*static_cast<int64_t*>(slots[1]);
    for (int64_t b = range->first_block; b < range->end_block; ++b) {
        const int64_t at[3] = {b % range->grid[0], b / range->grid[0] % range->grid[1],
                               b / range->grid[0] / range->grid[1]};
        int64_t first[3], end[3];
        for (int axis = 0; axis < 3; ++axis) {
            first[axis] = at[axis] * range->block[axis];
            end[axis] = std::min(first[axis] + range->block[axis], range->threads[axis]);
        }
        for (int64_t z = first[2]; z < end[2]; ++z)
            for (int64_t y = first[1]; y < end[1]; ++y)
                rows.push_back({first[0], y, z, end[0]});
    }
}

struct Noted {
    std::vector<Row> rows;
    int64_t calls = 0;
};

/// What runs when so many pieces at a time are.
Noted run_by(const BlockPieces& pieces, int64_t step) {
    Noted noted;
    void* slots[] = {&noted.rows, &noted.calls};
    for (int64_t first = 0; first < pieces.count(); first += step)
        pieces.run(note_rows, slots, first, std::min(first + step, pieces.count()));
    return noted;
}

/// The rows, with those that go on where the one before ended joined to it.
std::vector<Row> joined(const std::vector<Row>& rows) {
    std::vector<Row> whole;
    for (const Row& row : rows)
        if (!whole.empty() && whole.back()[1] == row[1] && whole.back()[2] == row[2] &&
            whole.back()[3] == row[0])
            whole.back()[3] = row[3];
        else
            whole.push_back(row);
    return whole;
}

/// The same, in the order of counting along x, y and z.
std::vector<Row> ordered(std::vector<Row> rows) {
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return std::tuple(a[2], a[1], a[0]) < std::tuple(b[2], b[1], b[0]);
    });
    return joined(rows);
}

} // namespace

TEST_CASE("pieces of blocks are their threads, in order, and cut rows at multiples of 64 only") {
    for (Extent threads : {Extent{1, 1, 1},
                           {63, 1, 1},
                           {64, 1, 1},
                           {100000, 1, 1},
                           {100000, 3, 2},
                           {777, 333, 1},
                           {1, 10007, 1},
                           {5, 3000, 2},
                           {33, 17, 29},
                           {10, 7, 400},
                           {5, 1, 4000},
                           {70, 50, 50}})
        for (unsigned axes : {1u, 3u, 5u, 7u})
            for (int cores : {1, 4, 64}) {
                const CpuRange range = range_of(threads, cpu_block(threads, axes, cores));
                const BlockPieces pieces = BlockPieces::cut(range), blocks = BlockPieces::whole(range);
                const std::vector<Row> whole = ordered(run_by(blocks, blocks.count()).rows);
                for (int64_t step : {int64_t{1}, int64_t{3}, int64_t{8}, int64_t{100}, pieces.count()}) {
                    const std::vector<Row> rows = run_by(pieces, step).rows;
                    bool right = joined(rows) == whole;
                    for (const Row& row : rows)
                        right = right && row[0] % 64 == 0 && (row[3] % 64 == 0 || row[3] == threads[0]);
                    CAPTURE(threads[0]);
                    CAPTURE(threads[1]);
                    CAPTURE(threads[2]);
                    CAPTURE(axes);
                    CAPTURE(step);
                    CHECK(right);
                }
                CHECK(run_by(pieces, pieces.count()).calls == 1);
            }
}

TEST_CASE("how threads are cut, and runs of pieces end") {
    const auto ends = [](const Extent& threads, int64_t size) {
        const BlockPieces pieces = BlockPieces::cut(range_of(threads, {1, 1, 1}));
        std::vector<int64_t> found;
        for (int64_t end = 0; end < pieces.count() && found.size() < 5;)
            found.push_back(end = pieces.end_of_run(end, size));
        found.push_back(pieces.count());
        return found;
    };
    using Ends = std::vector<int64_t>;
    CHECK(ends({100000, 1, 1}, 1) == Ends{1, 2, 3, 4, 5, 1563});
    CHECK(ends({100000, 1, 1}, 100) == Ends{64, 128, 192, 256, 320, 1563});
    CHECK(ends({1024, 100, 1}, 40) == Ends{32, 64, 96, 128, 160, 1600}); // two rows of 16
    CHECK(ends({8, 8, 1000}, 4) == Ends{4, 8, 12, 16, 20, 1000});        // a plane is a piece
    CHECK(ends({10, 1000, 1}, 3) == Ends{2, 4, 6, 8, 10, 143});          // 7 rows are a piece
    CHECK(ends({63, 1, 1}, 8) == Ends{1, 1});
}

TEST_CASE("a run from the middle ends where whole runs do") {
    const BlockPieces pieces = BlockPieces::cut(range_of({100000, 1, 1}, {1, 1, 1}));
    CHECK(pieces.end_of_run(1, 4) == 4);
    CHECK(pieces.end_of_run(5, 64) == 64);
    CHECK(pieces.end_of_run(1560, 64) == 1563);
}

TEST_CASE("a run of pieces takes few blocks") {
    const auto calls = [](const Extent& threads, int64_t first, int64_t end) {
        Noted noted;
        void* slots[] = {&noted.rows, &noted.calls};
        BlockPieces::cut(range_of(threads, {1, 1, 1})).run(note_rows, slots, first, end);
        return noted.calls;
    };
    CHECK(calls({1000000, 1, 1}, 64, 128) == 1);
    CHECK(calls({1000000, 1, 1}, 1, 128) == 7);
    CHECK(calls({1000, 1000, 1}, 32, 64) == 1);
    CHECK(calls({100, 100, 100}, 200, 20000) == 7); // planes 1, 2-3, 4-7, ... 64-99
}
