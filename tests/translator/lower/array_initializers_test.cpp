#include "translator/lower/statements/array_initializers.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("array_initializers: what a loop over a tuple goes through is there at once") {
    const std::string text = R"py(
# counted : int (int* X)
def counted(X):
    X[0] += 1
    return X[0]

# k : void (int* X, int a, int b)
def k(X, a, b):
    for d, e in ((a, b), (b, X[1])):
        X[2] += d * e
    for d in (a, counted(X)):
        X[3] = d
    for d, e in ((counted(X), X[0]), (a, b)):
        X[4] += d * e
)py";
    CHECK(lowered(text) == R"program(def counted(X: int* [reads, writes]) -> int [called, effects]
    X[0.int] add=.int 1.int
    return (load.int X 0.int)

def k(X: int* [reads, writes], a: int, b: int) -> void [kernel k, effects]
    declare const local int d_values[2] = (construct.int* (var.int a) (var.int b))
    declare const local int e_values[2] = (construct.int* (var.int b) (load.int X 1.int))
    for (int i = 0.int; (lt.bool (var.int i) 2.int); += 1.int):
        declare const int d = (load.int d_values (var.int i))
        declare const int e = (load.int e_values (var.int i))
        X[2.int] add=.int (mul.int (var.int d) (var.int e))
    declare const local int d_values_[2] = (construct.int* (var.int a) (call.int counted (var.int* X)))
    for (int i = 0.int; (lt.bool (var.int i) 2.int); += 1.int):
        declare const int d = (load.int d_values_ (var.int i))
        X[3.int] = (var.int d)
    declare local int d_values_2[2]
    d_values_2[0.int] = (call.int counted (var.int* X))
    d_values_2[1.int] = (var.int a)
    declare const local int e_values_[2] = (construct.int* (load.int X 0.int) (var.int b))
    for (int i = 0.int; (lt.bool (var.int i) 2.int); += 1.int):
        declare const int d = (load.int d_values_2 (var.int i))
        declare const int e = (load.int e_values_ (var.int i))
        X[4.int] add=.int (mul.int (var.int d) (var.int e))
)program");
}

TEST_CASE("array_initializers: an array that is filled in another way stays as it is") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    some = local(int, 2)
    some[0] = n
    if n > 3:
        some[1] = n
    turned = local(int, 2)
    turned[1] = n
    turned[0] = n
    full = local(int, 2)
    full[0] = n
    full[1] = n + 1
    full[0] += 1
    X[0] = some[X[1]] + turned[X[1]] + full[X[1]]
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes], n: int) -> void [kernel k, effects]
    declare local int some[2]
    some[0.int] = (var.int n)
    if (gt.bool (var.int n) 3.int):
        some[1.int] = (var.int n)
    declare local int turned[2]
    turned[1.int] = (var.int n)
    turned[0.int] = (var.int n)
    declare local int full[2] = (construct.int* (var.int n) (add.int (var.int n) 1.int))
    full[0.int] add=.int 1.int
    X[0.int] = (add.int (add.int (load.int some (load.int X 1.int)) (load.int turned (load.int X 1.int))) (load.int full (load.int X 1.int)))
)program");
}

} // namespace cudapy::lower
