#include "tests/translator/lower/lowered.h"
#include "translator/explain/describe_check.h"
#include "translator/options.h"

#include <doctest/doctest.h>

#include <bit>

namespace cudapy::lower {

namespace {

Options checked_for(Target target) {
    Options options;
    options.checked = true;
    options.target = target;
    return options;
}

} // namespace

TEST_CASE("checked mode: indices against the extent of their own dimension") {
    const std::string text = R"py(
# k : void (int[,] A, int i, int j)
def k(A, i, j):
    A[i, -1] = A[0, j]
)py";
    CHECK(
        lowered(text, checked_for(Target::cuda)) ==
        R"program(def k(A: int[,] [reads, writes, length 0 A_rows, length 1 A_cols], i: int, j: int) -> void [kernel k, effects]
    A[(add.int (mul.int (helper.int in_range (var.int i) (len.int A)) (len.int A axis 1)) (helper.int in_range (sub.int (len.int A axis 1) 1.int) (len.int A axis 1)))] = (load.int A (add.int (mul.int (helper.int in_range 0.int (len.int A)) (len.int A axis 1)) (helper.int in_range (var.int j) (len.int A axis 1))))
)program");
}

TEST_CASE("checked mode: nothing that is known to be right") {
    const std::string text = R"py(
# k : void (uint32 n, int i)
def k(n, i):
    cache = local(int, 4)
    cache[1] = 2 + 3
    cache[2] = i // 2 + i % 7 if False else i >> 4
    n = n * n + 1
)py";
    CHECK(lowered(text, checked_for(Target::cuda)) == R"program(def k(n: uint32, i: int) -> void [kernel k]
    declare local int cache[4]
    cache[1.int] = (add.int 2.int 3.int)
    cache[2.int] = (select.int false.bool (helper.int exact_add (shift_right.int (var.int i) 1.int) (helper.int floor_mod_positive (var.int i) 7.int)) (shift_right.int (var.int i) 4.int))
    n = (add.uint32 (mul.uint32 (var.uint32 n) (var.uint32 n)) 1.uint32)
)program");
}

TEST_CASE("checked mode: arithmetic, with the place of an augmented assignment evaluated once") {
    const std::string text = R"py(
# k : void (int* X, int i, double z)
def k(X, i, z):
    X[i] += i << X[0]
    X[0] = int(z) // i
)py";
    CHECK(
        lowered(text, checked_for(Target::cuda)) ==
        R"program(def k(X: int* [reads, writes, length X_len], i: int, z: double) -> void [kernel k, effects]
    declare const int index = (helper.int in_range (var.int i) (len.int X))
    X[(var.int index)] = (helper.int exact_add (load.int X (var.int index)) (helper.int exact_shift_left (var.int i) (helper.int in_range (load.int X (helper.int in_range 0.int (len.int X))) 32.int)))
    X[(helper.int in_range 0.int (len.int X))] = (helper.int exact_floor_div (explicit_cast.int (helper.double rounds_into (var.double z) -2147483648.double 2147483648.double)) (var.int i))
)program");
}

TEST_CASE(
    "checked mode: on the host a check is told the coordinates that every kernel has which comes to it") {
    const std::string text = R"py(
# get : int (int* X, int i)
def get(X, i):
    return X[i]

# line : void (int* X)
def line(X):
    X[idx] = get(X, 0)

# plane : void (int* X)
def plane(X):
    X[idy] = get(X, 1)
)py";
    CHECK(lowered(text, checked_for(Target::cpu)) ==
          R"program(def get(X: int* [reads, length X_len], i: int) -> int [called, idx]
    return (load.int X (helper.int in_range (var.int i) (len.int X) idx.int))

def line(X: int* [reads, writes, length X_len]) -> void [kernel line, effects, idx]
    X[(helper.int in_range idx.int (len.int X) idx.int)] = (call.int get (var.int* X) 0.int)

def plane(X: int* [reads, writes, length X_len]) -> void [kernel plane, effects, idx, idy]
    X[(helper.int in_range idy.int (len.int X) idx.int idy.int)] = (call.int get (var.int* X) 1.int)
)program");
}

TEST_CASE("checked mode: what is said") {
    SourceSet sources;
    const std::string text = "X[i,\n    j] = 1\n";
    const uint32_t file = sources.add(SourceFile("k.py", text, 7));
    using program::Check;
    const auto said = [&](Check check, int64_t value, int64_t bound) {
        check.span = {file, 0, 11};
        return describe(check, FailedCheck{1, value, bound, {4, 5, 6}}, sources);
    };
    Check index{Check::Kind::index, {}, "X"};
    CHECK(said(index, 3, 2) == "k.py:7: index 3 is outside X, which has 2 elements, in thread 4: `X[i, j]`");
    CHECK(said(index, -1, 1) == "k.py:7: index -1 is outside X, which has 1 element, in thread 4: `X[i, j]`");
    index.axes = 3;
    CHECK(said(index, 0, 0) == "k.py:7: index 0 is outside X, which is empty, in thread (4, 5): `X[i, j]`");
    index.from_end = true;
    index.axis = 1;
    index.axes = 7;
    CHECK(said(index, -1, 2) ==
          "k.py:7: index -3 is outside dimension 1 of X, which is 2 long, in thread (4, 5, 6): `X[i, j]`");
    Check other{Check::Kind::division, {}, "//", Type::int32()};
    other.axes = 5;
    CHECK(said(other, 1, 0) == "k.py:7: division by zero, in thread (4, ?, 6): `X[i, j]`");
    other.axes = 1;
    CHECK(said(other, INT32_MIN, -1) ==
          "k.py:7: -2147483648 // (-1) does not fit in int, in thread 4: `X[i, j]`");
    other.kind = Check::Kind::shift;
    CHECK(said(other, 40, 32) == "k.py:7: a shift by 40 is not from 0 to 31, in thread 4: `X[i, j]`");
    other.kind = Check::Kind::conversion;
    CHECK(said(other, std::bit_cast<int64_t>(1e20), 0) ==
          "k.py:7: 1e+20 does not fit in int, in thread 4: `X[i, j]`");
    other.kind = Check::Kind::overflow;
    other.name = "+";
    CHECK(said(other, INT32_MAX, 1) == "k.py:7: 2147483647 + 1 does not fit in int, in thread 4: `X[i, j]`");
}

} // namespace cudapy::lower
