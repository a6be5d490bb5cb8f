#include "runtime/cpu/work_stealing.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace cudapy::runtime;

namespace {

/// Returns so many pieces, each a block that its threads can see.
BlockPieces whole_blocks(int64_t count) {
    CpuRange range{};
    for (int axis = 0; axis < 3; ++axis)
        range.threads[axis] = range.block[axis] = range.grid[axis] = 1;
    range.threads[0] = range.grid[0] = count;
    return BlockPieces::whole(range);
}

/// Returns the pieces of that many threads, which cannot see their blocks.
BlockPieces cut_threads(int64_t x, int64_t y) {
    CpuRange range{};
    for (int axis = 0; axis < 3; ++axis)
        range.threads[axis] = range.block[axis] = range.grid[axis] = 1;
    range.threads[0] = range.grid[0] = x;
    range.threads[1] = range.grid[1] = y;
    return BlockPieces::cut(range);
}

std::string text(const WorkStealingQueues::Run& run) {
    return std::to_string(run.first) + "-" + std::to_string(run.end);
}

/// Returns the next `times` runs that the worker takes, and "none" where it finds none.
std::string taken(WorkStealingQueues::Worker& worker, int64_t most, int times = 1000, int64_t least = 1) {
    std::string all;
    for (WorkStealingQueues::Run run{}; times > 0; --times) {
        const bool any = worker.take(least, most, true, run);
        all += (all.empty() ? "" : " ") + (any ? text(run) : "none");
        if (!any) break;
    }
    return all;
}

} // namespace

TEST_CASE("a single thread takes all pieces, in order") {
    const BlockPieces pieces = whole_blocks(10);
    WorkStealingQueues queues(1);
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker worker(queues, 0);
    CHECK(taken(worker, 4) == "0-4 4-8 8-10 none");
    CHECK(taken(worker, 4) == "none");
    queues.divide(pieces, 3);
    WorkStealingQueues::Worker second(queues, 0);
    CHECK(taken(second, 100) == "3-10 none");
}

TEST_CASE("each thread takes its own queue first, and less towards its end") {
    const BlockPieces pieces = whole_blocks(48);
    WorkStealingQueues queues(3);
    for (int launch = 0; launch < 2; ++launch) {
        queues.divide(pieces, 0);
        WorkStealingQueues::Worker first(queues, 0), second(queues, 1), third(queues, 2);
        CHECK(taken(third, 4, 3) == "32-36 36-39 39-41");
        CHECK(taken(first, 4, 2) == "0-4 4-7");
        CHECK(taken(second, 4, 4) == "16-20 20-23 23-25 25-26");
        // Then the first steals from the second, and both from the third.
        CHECK(taken(first, 4, 9) == "7-9 9-10 10-11 11-12 12-13 13-14 14-15 15-16 26-27");
        CHECK(taken(second, 4) ==
              "27-28 28-29 29-30 30-31 31-32 41-42 42-43 43-44 44-45 45-46 46-47 47-48 none");
        CHECK(taken(first, 4) == "none");
        CHECK(taken(third, 4) == "none");
    }
}

TEST_CASE("a thread that does not steal takes only its own queue, until it may") {
    const BlockPieces pieces = whole_blocks(6);
    WorkStealingQueues queues(2);
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker second(queues, 1);
    WorkStealingQueues::Run run{};
    for (const char* own : {"3-4", "4-5", "5-6"}) {
        CHECK(second.take(1, 1, false, run));
        CHECK(text(run) == own);
    }
    CHECK(!second.take(1, 1, false, run));
    CHECK(taken(second, 1) == "0-1 1-2 2-3 none");
}

TEST_CASE("little is taken only where little is left") {
    const BlockPieces pieces = whole_blocks(60);
    WorkStealingQueues queues(3);
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker first(queues, 0), second(queues, 1);
    CHECK(taken(first, 8, 4, 3) == "0-5 5-8 8-11 11-14");
    CHECK(taken(second, 8, 3, 7) == "20-27 27-34 34-40");
    CHECK(taken(second, 2, 2, 7) == "40-47 47-54"); // the most is less than the least
    CHECK(taken(first, 8, 1000, 3) == "14-17 17-20 54-57 57-60 none");
}

TEST_CASE("the first thread takes all queues from its own on") {
    const BlockPieces pieces = whole_blocks(9);
    WorkStealingQueues queues(3);
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker second(queues, 1);
    CHECK(taken(second, 100) == "3-4 4-5 5-6 6-7 7-8 8-9 0-1 1-2 2-3 none");
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker eighth(queues, 7); // there are three queues, so it begins at the second, too
    CHECK(taken(eighth, 100, 1) == "3-4");
}

TEST_CASE("queues are the same, whatever has run before") {
    const BlockPieces pieces = whole_blocks(40);
    WorkStealingQueues queues(4);
    queues.divide(pieces, 15);
    WorkStealingQueues::Worker first(queues, 0), second(queues, 1), third(queues, 2);
    CHECK(taken(third, 1, 1) == "20-21");
    CHECK(taken(second, 1, 1) == "15-16");
    CHECK(taken(first, 1, 1) == "16-17"); // nothing of its own is left
}

TEST_CASE("there may be fewer pieces than threads, or none") {
    const BlockPieces pieces = whole_blocks(2);
    WorkStealingQueues queues(4);
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker first(queues, 0), third(queues, 2),
        last(queues, 3); // the third's queue is the first's
    CHECK(taken(last, 1, 1) == "1-2");
    CHECK(taken(third, 1, 1) == "0-1");
    CHECK(taken(first, 1) == "none");
    queues.divide(pieces, 2);
    WorkStealingQueues::Worker none(queues, 0);
    CHECK(taken(none, 1) == "none");
    WorkStealingQueues of_none(0);
    of_none.divide(pieces, 0);
    WorkStealingQueues::Worker only(of_none, 0);
    CHECK(taken(only, 5) == "0-2 none");
}

TEST_CASE("queues of rows end at the ends of rows, and short ones where runs begin") {
    const BlockPieces rows = cut_threads(64 * 10, 1000); // 10 pieces a row, and 3 threads for 10000
    WorkStealingQueues queues(3);
    queues.divide(rows, 0);
    WorkStealingQueues::Worker second(queues, 1), third(queues, 2);
    WorkStealingQueues::Run run{};
    CHECK(second.take(1, 1, true, run));
    CHECK(run.first == 3280); // of 3333.3, a multiple of 8 rows
    CHECK(third.take(1, 1, true, run));
    CHECK(run.first == 6640); // of 6666.7
    const BlockPieces line = cut_threads(64 * 1000, 1);
    queues.divide(line, 0);
    WorkStealingQueues::Worker on_line(queues, 1);
    CHECK(on_line.take(1, 1, true, run));
    CHECK(run.first == 328); // of 333.3, a multiple of 8 pieces
}

TEST_CASE("nothing is left of what was given up") {
    const BlockPieces pieces = whole_blocks(100);
    WorkStealingQueues queues(2);
    queues.divide(pieces, 0);
    WorkStealingQueues::Worker first(queues, 0), second(queues, 1);
    CHECK(taken(first, 10, 1) == "0-10");
    queues.give_up();
    CHECK(taken(first, 10) == "none");
    CHECK(taken(second, 10) == "none");
    queues.divide(pieces, 90);
    WorkStealingQueues::Worker again(queues, 1);
    CHECK(taken(again, 10, 1) == "90-92");
}

TEST_CASE("the most pieces that there may be are divided") {
    constexpr int64_t count = (int64_t(1) << 62) + 1;
    const BlockPieces pieces = whole_blocks(count);
    WorkStealingQueues queues(3);
    queues.divide(pieces, 5);
    WorkStealingQueues::Worker first(queues, 0), second(queues, 1), third(queues, 2);
    CHECK(taken(first, 10, 1) == "5-15");
    CHECK(taken(second, 10, 1) == "1537228672809129301-1537228672809129311");
    CHECK(taken(third, count, 1) == "3074457345618258603-3458764513820540928");
    WorkStealingQueues many(4096);
    many.divide(pieces, count - 2);
    WorkStealingQueues::Worker last(many, 4095);
    CHECK(taken(last, count) == "4611686018427387903-4611686018427387904 "
                                "4611686018427387904-4611686018427387905 none");
}

TEST_CASE("threads take no piece twice while another one gives up") {
    constexpr int64_t count = 5000;
    const BlockPieces pieces = whole_blocks(count);
    WorkStealingQueues queues(3);
    for (int turn = 0; turn < 50; ++turn) {
        std::vector<std::atomic<int>> times(count);
        queues.divide(pieces, 0);
        std::vector<std::thread> threads;
        for (int place = 0; place < 4; ++place)
            threads.emplace_back([&, place] {
                WorkStealingQueues::Worker worker(queues, place);
                for (WorkStealingQueues::Run run{}; worker.take(1, 3, true, run);)
                    for (int64_t i = run.first; i < run.end; ++i)
                        if (++times[static_cast<std::size_t>(i)]; i == 10 * turn) queues.give_up();
            });
        for (std::thread& thread : threads)
            thread.join();
        int twice = 0;
        for (const auto& each : times)
            twice += each > 1;
        CHECK(twice == 0);
        CHECK(times[static_cast<std::size_t>(10 * turn)] == 1);
    }
}

TEST_CASE("threads take each piece once") {
    constexpr int64_t count = 20000;
    WorkStealingQueues queues(3);
    const BlockPieces all[] = {whole_blocks(count), cut_threads(64 * 160, 125), cut_threads(64 * count, 1)};
    for (const BlockPieces& pieces : all)
        for (int turn = 0; turn < 20; ++turn) {
            REQUIRE(pieces.count() == count);
            std::vector<std::atomic<int>> times(count);
            queues.divide(pieces, turn);
            std::vector<std::thread> threads;
            for (int place = 0; place < 5; ++place)
                threads.emplace_back([&, place] {
                    WorkStealingQueues::Worker worker(queues, place);
                    for (WorkStealingQueues::Run run{}; worker.take(5, 37, true, run);)
                        for (int64_t i = run.first; i < run.end; ++i)
                            ++times[static_cast<std::size_t>(i)];
                });
            for (std::thread& thread : threads)
                thread.join();
            int wrong = 0;
            for (int64_t i = 0; i < count; ++i)
                wrong += times[static_cast<std::size_t>(i)] != (i >= turn ? 1 : 0);
            CHECK(wrong == 0);
        }
}
