#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("known_positions: a name for a part that begins at a number is no variable") {
    CHECK(
        lowered(R"py(
# k : void (float* X, float* Y)
def k(X, Y):
    same = X
    Y[idx] = same[idx + 1]
    back = X[::-1]
    Y[0] = back[idx] + 1 * Y[0 + idx]
)py") ==
        R"program(def k(X: float* [reads, length X_len], Y: float* [reads, writes]) -> void [kernel k, effects, idx]
    Y[idx.int] = (load.float X (add.int idx.int 1.int))
    declare const int back = (sub.int (len.int X) 1.int)
    Y[0.int] = (add.float (load.float X (sub.int (var.int back) idx.int)) (mul.float 1.float (load.float Y (add.int 0.int idx.int))))
)program");
}

TEST_CASE("known_positions: a part that moves, or begins elsewhere in another branch, is a variable") {
    CHECK(lowered(R"py(
# k : void (float* X, float* Y)
def k(X, Y):
    rest = X
    while len(rest) > 4:
        rest = rest[2:]
    Y[idx] = rest[idx]
    if idx > 1:
        part = X
        Y[0] = part[1]
    else:
        part = X[1:]
        Y[0] = part[2]
)py") == R"program(def k(X: float* [reads, length X_len], Y: float* [writes]) -> void [kernel k, effects, idx]
    declare int rest = 0.int
    declare int rest_len = (len.int X)
    while (gt.bool (var.int rest_len) 4.int):
        declare const int begin = (builtin.int min 2.int (helper.int ptxas_negation_workaround (var.int rest_len)))
        rest add=.int (var.int begin)
        rest_len sub=.int (var.int begin)
    Y[idx.int] = (load.float X (add.int (var.int rest) idx.int))
    if (gt.bool idx.int 1.int):
        declare const int part = 0.int
        Y[0.int] = (load.float X (add.int (var.int part) 1.int))
    else:
        declare const int part = (builtin.int min 1.int (len.int X))
        Y[0.int] = (load.float X (add.int (var.int part) 2.int))
)program");
}

} // namespace cudapy::lower
