#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("loop_else: a flag remembers whether the loop ran to its end") {
    const std::string text = R"py(
# k : void (int* X, int key)
def k(X, key):
    for i in range(len(X)):
        if X[i] == key:
            X[0] = i  # found
            break
    else:
        X[0] = -1
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: int* [reads, writes, length X_len], key: int) -> void [kernel k, effects]
    declare bool completed = true.bool
    for (int i = 0.int; (lt.bool (var.int i) (len.int X)); += 1.int):
        if (eq.bool (load.int X (var.int i)) (var.int key)):
            X[0.int] = (var.int i)  # found
            completed = false.bool
            break
    if (var.bool completed):
        X[0.int] = -1.int
)program");
}

TEST_CASE("loop_else: without a break the else just follows") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    while n > 0:
        n -= 1
    else:
        X[0] = n
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects]
    while (gt.bool (var.int n) 0.int):
        n sub=.int 1.int
    X[0.int] = (var.int n)
)program");
}

TEST_CASE("loop_else: a break in the else of an inner loop leaves the outer one") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    for i in range(3):
        for j in range(4):
            X[j] = i
        else:
            break
    else:
        X[9] = 1
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes]) -> void [kernel k, effects]
    declare bool completed = true.bool
    for (int i = 0.int; (lt.bool (var.int i) 3.int); += 1.int):
        for (int j = 0.int; (lt.bool (var.int j) 4.int); += 1.int):
            X[(var.int j)] = (var.int i)
        completed = false.bool
        break
    if (var.bool completed):
        X[9.int] = 1.int
)program");
}

} // namespace cudapy::lower
