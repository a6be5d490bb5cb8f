#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("constants: what only its declaration gives a value") {
    CHECK(lowered(R"py(# k : void (float* X, int n)
def k(X, n):
    a = X[idx]
    b = a
    while b < 8:
        c = b + a
        b = c * 2
    for i in range(n):
        d = i
        if i > 3:
            d = 3
        X[d] = b
)py") == R"program(def k(X: float* [reads, writes], n: int) -> void [kernel k, effects, idx]
    declare const float a = (load.float X idx.int)
    declare float b = (var.float a)
    while (lt.bool (var.float b) 8.float):
        declare const float c = (add.float (var.float b) (var.float a))
        b = (mul.float (var.float c) 2.float)
    for (int i = 0.int; (lt.bool (var.int i) (var.int n)); += 1.int):
        declare int d = (var.int i)
        if (gt.bool (var.int i) 3.int):
            d = 3.int
        X[(var.int d)] = (var.float b)
)program");
}

} // namespace cudapy::lower
