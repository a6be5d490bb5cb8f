#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("negative_index: a constant below zero counts from the end") {
    const std::string text = R"py(
N = -2

# k : void (int* X, int* Y)
def k(X, Y):
    X[-1] = Y[N]
    X[-3] += Y[1 - 2]
)py";
    CHECK(
        lowered(text) ==
        R"program(def k(X: int* [reads, writes, length X_len], Y: int* [reads, length Y_len]) -> void [kernel k, effects]
    X[(sub.int (len.int X) 1.int)] = (load.int Y (sub.int (len.int Y) 2.int))
    X[(sub.int (len.int X) 3.int)] add=.int (load.int Y (sub.int (len.int Y) 1.int))
)program");
}

} // namespace cudapy::lower
