#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("evaluation_order: operands with effects are evaluated from left to right") {
    const std::string text = R"py(
# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]

# pair : int (int* X, int a, int b)
def pair(X, a, b):
    return a - b

# k : void (int* X, int n)
def k(X, n):
    X[1] = bump(X) + bump(X) * 2
    X[2] = X[0] + n * bump(X)
    X[3] = n + bump(X)
    pair(X, bump(X), X[0])
    while bump(X) < X[0] + bump(X):
        n += 1
    X[4] = n > 0 and bump(X) > X[0]
    if n:
        n = 0
    elif X[0] < bump(X):
        n = 1
    X[bump(X)] = bump(X)
)py";
    CHECK(lowered(text) == R"program(def bump(X: int* [reads, writes]) -> int [called, effects]
    X[0.int] add=.int 1.int
    return (load.int X 0.int)

def pair(X: int*, a: int, b: int) -> int [called]
    return (sub.int (var.int a) (var.int b))

def k(X: int* [reads, writes], n: int) -> void [kernel k, effects]
    declare const int bump_result = (call.int bump (var.int* X))
    X[1.int] = (add.int (var.int bump_result) (mul.int (call.int bump (var.int* X)) 2.int))
    declare const int X_value = (load.int X 0.int)
    X[2.int] = (add.int (var.int X_value) (mul.int (var.int n) (call.int bump (var.int* X))))
    X[3.int] = (add.int (var.int n) (call.int bump (var.int* X)))
    declare const int bump_result_ = (call.int bump (var.int* X))
    evaluate (call.int pair (var.int* X) (var.int bump_result_) (load.int X 0.int))
    declare int X_value_
    declare int bump_result_2
    while (sequence.bool (assign.int bump_result_2 (call.int bump (var.int* X))) (sequence.bool (assign.int X_value_ (load.int X 0.int)) (lt.bool (var.int bump_result_2) (add.int (var.int X_value_) (call.int bump (var.int* X)))))):
        n add=.int 1.int
    declare int bump_result_3
    X[4.int] = (cast.int (and.bool (gt.bool (var.int n) 0.int) (sequence.bool (assign.int bump_result_3 (call.int bump (var.int* X))) (gt.bool (var.int bump_result_3) (load.int X 0.int)))))
    if (cast.bool (var.int n)):
        n = 0.int
    else:
        declare const int X_value_2 = (load.int X 0.int)
        if (lt.bool (helper.int ptxas_negation_workaround (var.int X_value_2)) (call.int bump (var.int* X))):
            n = 1.int
    declare const int bump_result_4 = (call.int bump (var.int* X))
    X[(call.int bump (var.int* X))] = (var.int bump_result_4)
)program");
}

} // namespace cudapy::lower
