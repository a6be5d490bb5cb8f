#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

const std::string total = R"py(
# total : float (float* X)
def total(X):
    acc = 0.0
    for x in X:
        acc += x
    return acc

# first : float (float* X)
def first(X):
    return X[0]

)py";

/// Returns the lowered text of the last function of a module with these two.
std::string last_lowered(const std::string& text) {
    const std::string all = lowered(total + text);
    return all.substr(all.rfind("\ndef ") + 1);
}

} // namespace

TEST_CASE("repeated_bounds: the begin of a slice has a name where its length is passed, too") {
    CHECK(
        last_lowered(R"py(
# k : void (float* X, float[,] A, float* Y)
def k(X, A, Y):
    Y[0] = total(X[1:])
    Y[1] = total(A[idx, 2:])
    Y[2] = first(X[1:])
)py") ==
        R"program(def k(X: float* [reads, length X_len], A: float[,] [reads, length 1 A_cols], Y: float* [writes]) -> void [kernel k, effects, idx]
    declare const int begin = (builtin.int min 1.int (len.int X))
    Y[0.int] = (call.float total (view.float* X (var.int begin) (sub.int (len.int X) (var.int begin))))
    declare const int first_col = (builtin.int min 2.int (len.int A axis 1))
    Y[1.int] = (call.float total (view.float* A (add.int (mul.int idx.int (len.int A axis 1)) (var.int first_col)) (sub.int (len.int A axis 1) (var.int first_col))))
    Y[2.int] = (call.float first (view.float* X (builtin.int min 1.int (len.int X)) (sub.int (len.int X) (builtin.int min 1.int (len.int X)))))
)program");
}

TEST_CASE("repeated_bounds: a variable that holds the begin is its name") {
    CHECK(
        last_lowered(R"py(
# k : void (float* X, float* Y)
def k(X, Y):
    rest = X[idx:]
    while len(rest) > 0:
        Y[idx] += rest[0]
        rest = rest[2:]
)py") ==
        R"program(def k(X: float* [reads, length X_len], Y: float* [reads, writes]) -> void [kernel k, effects, idx]
    declare int rest = (builtin.int min idx.int (len.int X))
    declare int rest_len = (sub.int (len.int X) (var.int rest))
    while (gt.bool (var.int rest_len) 0.int):
        Y[idx.int] add=.float (load.float X (var.int rest))
        declare const int begin = (builtin.int min 2.int (helper.int ptxas_negation_workaround (var.int rest_len)))
        rest add=.int (var.int begin)
        rest_len sub=.int (var.int begin)
)program");
}

TEST_CASE("repeated_bounds: the user's own calls stay, as do bounds that change") {
    CHECK(
        last_lowered(R"py(
# k : void (float* X, float* Y, int n)
def k(X, Y, n):
    Y[0] = X[min(n, 3)] + Y[min(n, 3)]
    X = X[n:]
    n = min(n, 2)
    X = X[n:]
    Y[1] = total(X)
)py") ==
        R"program(def k(X: float* [reads, length X_len], Y: float* [reads, writes], n: int) -> void [kernel k, effects]
    declare int X_start = 0.int
    Y[0.int] = (add.float (load.float X (add.int (var.int X_start) (builtin.int min (helper.int ptxas_negation_workaround (var.int n)) 3.int))) (load.float Y (builtin.int min (helper.int ptxas_negation_workaround (var.int n)) 3.int)))
    declare const int begin = (helper.int slice_bound (var.int n) (var.int X_len))
    X_start add=.int (var.int begin)
    X_len sub=.int (var.int begin)
    n = (builtin.int min (helper.int ptxas_negation_workaround (var.int n)) 2.int)
    declare const int begin_ = (helper.int slice_bound (var.int n) (var.int X_len))
    X_start add=.int (var.int begin_)
    X_len sub=.int (var.int begin_)
    Y[1.int] = (call.float total (view.float* X (var.int X_start) (var.int X_len)))
)program");
}

} // namespace cudapy::lower
