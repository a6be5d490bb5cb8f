#include "translator/lower/expressions/fold_constants.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("fold_constants: what C++ says otherwise becomes a literal") {
    const std::string text = R"py(
N = 3
# k : void (int* X, int64* L, int n)
def k(X, L, n):
    X[0] = 2 ** 9
    X[1] = -7 // 2 + -7 % 2
    X[2] = 7 // 2 + 60 * 60
    X[3] = 2 ** N
    X[4] = min(n, n) + max(n, 3)
    L[0] = 2 ** 62
)py";
    CHECK(after(text, {fold_constants}) ==
          R"program(def k(X: int* [writes], L: int64* [writes], n: int) -> void [kernel, effects]
    X[0.int] = 512.int
    X[1.int] = (add.int -4.int 1.int)
    X[2.int] = (add.int (floor_divide.int 7.int 2.int) (mul.int 60.int 60.int))
    X[3.int] = (power.int 2.int 3.int<N>)
    X[4.int] = (add.int (var.int n) (builtin.int max (var.int n) 3.int))
    L[0.int] = 4611686018427387904.int64
)program");
}

} // namespace cudapy::lower
