#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("chains: a chain evaluates its middle once") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    if 0 <= idx < n:
        X[0] = 1
    if 0 <= X[1] < X[2] < n:
        X[0] = 2
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes], n: int) -> void [kernel k, effects, idx]
    if (and.bool (le.bool 0.int idx.int) (lt.bool idx.int (var.int n))):
        X[0.int] = 1.int
    declare int middle
    declare int middle_
    if (and.bool (and.bool (le.bool 0.int (assign.int middle (load.int X 1.int))) (lt.bool (var.int middle) (assign.int middle_ (load.int X 2.int)))) (lt.bool (var.int middle_) (var.int n))):
        X[0.int] = 2.int
)program");
}

TEST_CASE("chains: and and or of numbers give an operand") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    X[0] = n or 5
    X[1] = X[2] or X[3]
    X[4] = n and X[5]
    if n and X[6] or n > 3:
        X[7] = 1
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes], n: int) -> void [kernel k, effects]
    X[0.int] = (select.int (ne.bool (var.int n) 0.int) (var.int n) 5.int)
    declare int value
    X[1.int] = (select.int (ne.bool (assign.int value (load.int X 2.int)) 0.int) (var.int value) (load.int X 3.int))
    X[4.int] = (select.int (ne.bool (var.int n) 0.int) (load.int X 5.int) (var.int n))
    if (or.bool (and.bool (cast.bool (var.int n)) (cast.bool (load.int X 6.int))) (gt.bool (var.int n) 3.int)):
        X[7.int] = 1.int
)program");
}

} // namespace cudapy::lower
