#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("compound_assignments: what the translator made, and not what the user wrote") {
    CHECK(lowered(R"py(
# k : void (float* X, int n)
def k(X, n):
    while len(X) > 0:
        n = n + 1
        X = X[n:]
    X[0] = n
)py") == R"program(def k(X: float* [writes, length X_len], n: int) -> void [kernel k, effects]
    declare int X_start = 0.int
    while (gt.bool (var.int X_len) 0.int):
        n = (add.int (var.int n) 1.int)
        declare const int begin = (helper.int slice_bound (var.int n) (var.int X_len))
        X_start add=.int (var.int begin)
        X_len sub=.int (var.int begin)
    X[(var.int X_start)] = (cast.float (var.int n))
)program");
}

} // namespace cudapy::lower
