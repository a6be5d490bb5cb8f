#include "translator/lower/rewriting/dead_store_elimination.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

std::string without_dead_stores(const std::string& text) {
    program::Program program = checked(text);
    eliminate_dead_stores(*program.functions.back());
    return program::print(*program.functions.back());
}

} // namespace

TEST_CASE("dead store elimination: of a name that is only asked for its length, nothing else is left") {
    CHECK(without_dead_stores(R"py(
# k : void (float[,] A, float* R)
def k(A, R):
    row = A[idx]
    part = row[1:]
    R[0] = len(part)
)py") == R"program(def k(A: float[,], R: float*) -> void [kernel]
    part_len = (sub.int (len.int A axis 1) (builtin.int min 1.int (len.int A axis 1)))
    R[0.int] = (cast.float (var.int part_len))
)program");
}

TEST_CASE("dead store elimination: what is called for their sake is called all the same") {
    CHECK(without_dead_stores(R"py(
# bump : int (int* C)
def bump(C):
    C[0] += 1
    return C[0]


# k : void (int* C, float[,] A)
def k(C, A):
    row = A[bump(C)]
    number = 1
)py") == R"program(def k(C: int*, A: float[,]) -> void [kernel]
    row = (mul.int (call.int bump (var.int* C)) (len.int A axis 1))
    number = 1.int
)program");
}

TEST_CASE("dead store elimination: what only leads to its own next value is not read") {
    CHECK(without_dead_stores(R"py(
# k : void (int* X)
def k(X):
    rest = X[1:]
    while len(rest) > 0:
        rest = rest[2:]
        X[0] += 1
)py") == R"program(def k(X: int*) -> void [kernel]
    rest_len = (sub.int (len.int X) (builtin.int min 1.int (len.int X)))
    while (gt.bool (var.int rest_len) 0.int):
        rest_len = (sub.int (var.int rest_len) (builtin.int min 2.int (var.int rest_len)))
        X[0.int] add=.int 1.int
)program");
}

} // namespace cudapy::lower
