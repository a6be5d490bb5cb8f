#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("declarations: a variable is declared where it is first needed") {
    const std::string text = R"py(
# k : void (float* X, int n)
def k(X, n):
    # the first
    a = X[0]
    if n > 0:
        b = a + 1
        X[1] = b
    if n > 1:
        c = 1
    else:
        c = 2
    X[2] = c
    while n > 0:
        d = n * 2
        X[n] = d
        n -= 1
)py";
    CHECK(lowered(text) == R"program(def k(X: float* [reads, writes], n: int) -> void [kernel k, effects]
    # the first
    declare const float a = (load.float X 0.int)
    if (gt.bool (var.int n) 0.int):
        declare const float b = (add.float (var.float a) 1.float)
        X[1.int] = (var.float b)
    declare int c
    if (gt.bool (var.int n) 1.int):
        c = 1.int
    else:
        c = 2.int
    X[2.int] = (cast.float (var.int c))
    while (gt.bool (var.int n) 0.int):
        declare const int d = (mul.int (var.int n) 2.int)
        X[(var.int n)] = (cast.float (var.int d))
        n sub=.int 1.int
)program");
}

TEST_CASE("declarations: a value that a later iteration reads is declared outside") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    for i in range(n):
        if i > 0:
            X[i] = last
        last = X[i]
    while n > 0:
        n -= 1
        if n == 5:
            x = n
    X[0] = x
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes], n: int) -> void [kernel k, effects]
    declare int last = 0.int
    for (int i = 0.int; (lt.bool (var.int i) (var.int n)); += 1.int):
        if (gt.bool (var.int i) 0.int):
            X[(var.int i)] = (var.int last)
        last = (load.int X (var.int i))
    declare int x = 0.int
    while (gt.bool (var.int n) 0.int):
        n sub=.int 1.int
        if (eq.bool (var.int n) 5.int):
            x = (var.int n)
    X[0.int] = (var.int x)
)program");
}

TEST_CASE("declarations: a chain of elif stays one") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    if n == 0:
        X[0] = 1
    elif 0 < X[1] < n:
        i = 3
        for i in range(n):
            X[i] = 0
    else:
        for i in range(n):
            X[i] = 1
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [reads, writes], n: int) -> void [kernel k, effects]
    declare int middle
    if (eq.bool (var.int n) 0.int):
        X[0.int] = 1.int
    elif (and.bool (lt.bool 0.int (assign.int middle (load.int X 1.int))) (lt.bool (var.int middle) (var.int n))):
        declare int i = 3.int
        for (i = 0.int; (lt.bool (var.int i) (var.int n)); += 1.int):
            X[(var.int i)] = 0.int
    else:
        for (int i = 0.int; (lt.bool (var.int i) (var.int n)); += 1.int):
            X[(var.int i)] = 1.int
)program");
}

TEST_CASE("declarations: a loop variable that lives around the loop") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    i = n
    X[0] = i
    for i in range(n):
        X[i] = 1
    for j in range(n):
        for j in range(3):
            X[j] = 2
)py";
    CHECK(lowered(text) == R"program(def k(X: int* [writes], n: int) -> void [kernel k, effects]
    declare int i = (var.int n)
    X[0.int] = (var.int i)
    for (i = 0.int; (lt.bool (var.int i) (var.int n)); += 1.int):
        X[(var.int i)] = 1.int
    for (int j_counter = 0.int; (lt.bool (var.int j_counter) (var.int n)); += 1.int):
        declare int j = (var.int j_counter)
        for (j = 0.int; (lt.bool (var.int j) 3.int); += 1.int):
            X[(var.int j)] = 2.int
)program");
}

} // namespace cudapy::lower
