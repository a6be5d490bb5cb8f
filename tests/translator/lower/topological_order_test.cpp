#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("topological_order: callees, then their callers, else the order of the text") {
    CHECK(lowered(R"py(# first : void (int* X)
def first(X):
    X[0] = second(third(1))

# second : int (int n)
def second(n):
    return third(n) + 1

# third : int (int n)
def third(n):
    return n

# even : bool (int n)
def even(n):
    return n == 0 or odd(n - 1)

# odd : bool (int n)
def odd(n):
    return n != 0 and even(n - 1)

# last : void (int* X)
def last(X):
    X[1] = third(2)
    X[2] = int(odd(3))
)py") == R"program(def third(n: int) -> int [called]
    return (var.int n)

def second(n: int) -> int [called]
    return (add.int (call.int third (var.int n)) 1.int)

def first(X: int* [writes]) -> void [kernel first, effects]
    X[0.int] = (call.int second (call.int third 1.int))

def odd(n: int) -> bool [called, recursive]
    return (and.bool (ne.bool (var.int n) 0.int) (call.bool even (sub.int (var.int n) 1.int)))

def even(n: int) -> bool [called, recursive]
    return (or.bool (eq.bool (var.int n) 0.int) (call.bool odd (sub.int (var.int n) 1.int)))

def last(X: int* [writes]) -> void [kernel last, effects]
    X[1.int] = (call.int third 2.int)
    X[2.int] = (explicit_cast.int (call.bool odd 3.int))
)program");
}

} // namespace cudapy::lower
