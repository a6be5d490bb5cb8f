#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("builtin_unpack: places that C++ cannot point to get temporaries") {
    const std::string text = R"py(
import math

# k : void (float* X, int* E)
def k(X, E):
    X[0], E[0] = math.frexp(X[1])
    m, e = math.frexp(X[2])
    X[3] = m * e
)py";
    CHECK(lowered(text) ==
          R"program(def k(X: float* [reads, writes], E: int* [writes]) -> void [kernel k, effects]
    declare float X_part
    declare int E_part
    X_part, E_part = math.frexp<float>((load.float X 1.int))
    X[0.int] = (var.float X_part)
    E[0.int] = (var.int E_part)
    declare float m
    declare int e
    m, e = math.frexp<float>((load.float X 2.int))
    X[3.int] = (mul.float (var.float m) (cast.float (var.int e)))
)program");
}

} // namespace cudapy::lower
