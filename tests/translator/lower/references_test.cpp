#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

const std::string body = R"py(import cudapy as cp
@cp.struct
class Body:
    x: cp.float32
    n: cp.int32
)py";

} // namespace

TEST_CASE(
    "references: a name that is bound once is a reference, constant where nothing is changed through it") {
    CHECK(lowered(body + R"py(
# k : void (Body* A, Body* B)
def k(A, B):
    p = A[idx]
    q = B[idx]
    q.x = p.x
)py") == R"program(def k(A: Body* [reads], B: Body* [reads, writes]) -> void [kernel k, effects, idx]
    declare const Body& p = (load.Body A idx.int)
    declare Body& q = (load.Body B idx.int)
    q.x = (field.float 0 (var.Body p))
)program");
}

TEST_CASE("references: a name that is bound again stays an index") {
    CHECK(lowered(body + R"py(
# k : void (Body* A)
def k(A):
    p = A[idx]
    while p.n > 0:
        p = A[p.n]
    p.x = 1.0
)py") == R"program(def k(A: Body* [reads, writes]) -> void [kernel k, effects, idx]
    declare int p = idx.int
    while (gt.bool (field.int 1 (load.Body A (var.int p))) 0.int):
        p = (field.int 1 (load.Body A (var.int p)))
    A[(var.int p)].x = 1.float'1.0'
)program");
}

TEST_CASE("references: what a function changes is given as a reference") {
    CHECK(lowered(body + R"py(
# grow : void (Body b)
def grow(b):
    b.n += 1
# k : void (Body* A)
def k(A):
    p = A[idx]
    grow(p)
    grow(A[0])
)py") == R"program(def grow(b: Body* [reads, writes]) -> void [called, effects]
    b[0.int].n add=.int 1.int

def k(A: Body* [reads, writes]) -> void [kernel k, effects, idx]
    declare Body& p = (load.Body A idx.int)
    evaluate (call.void grow (var.Body p))
    evaluate (call.void grow (view.Body* A 0.int 1.int))
)program");
}

TEST_CASE("references: two names for one element, and an array given twice, are told apart by nothing") {
    CHECK(lowered(body + R"py(
# k : void (Body* A)
def k(A):
    p = A[idx]
    q = p
    q.n = p.n + 1
)py") == R"program(def k(A: Body* [reads, writes]) -> void [kernel k, effects, idx]
    declare const int p = idx.int
    declare Body& q = (load.Body A (var.int p))
    q.n = (add.int (field.int 1 (load.Body A (var.int p))) 1.int)
)program");
}

} // namespace cudapy::lower
