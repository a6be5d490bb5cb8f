#include "translator/lower/cpu/blocks.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("blocks: what lies between barriers is a loop over the threads") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    cache = shared(int, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    stride = 32
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        # all of them
        syncthreads()
        stride //= 2
    X[idx] = cache[0]
)py";
    CHECK(
        block_of(text) ==
        R"program(def k_block(X: int* [reads, writes]) -> void [effects, barrier, shared, idx, threadIdx.x, callee's blockDim.x]
    declare shared int cache[64]
    lanes:
        declare const int t = threadIdx.x.int
        cache[(var.int t)] = (load.int X idx.int)
    declare int stride = 32.int
    while (gt.bool (var.int stride) 0.int):
        lanes below (var.int stride):
            declare const int t = threadIdx.x.int
            cache[(var.int t)] add=.int (load.int cache (add.int (var.int t) (var.int stride)))
        # all of them
        note
        stride divide=.int 2.int
    lanes:
        X[idx.int] = (load.int cache 0.int)
)program");
}

TEST_CASE("blocks: a thread that returns is skipped from there on") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    if idx >= n:
        return
    x = X[idx] // 2
    syncthreads()
    X[idx] = x + X[0]
)py";
    CHECK(
        block_of(text) ==
        R"program(def k_block(X: int* [reads, writes], n: int) -> void [effects, barrier, idx, callee's blockDim.x]
    declare int x
    declare bool live
    declare int living = 0.int
    lanes (sum living):
        live = true.bool
        if (ge.bool idx.int (var.int n)):
            live = false.bool
        else:
            x = (shift_right.int (load.int X idx.int) 1.int)
        living add=.int (cast.int (var.bool live))
    if (eq.bool (var.int living) 0.int):
        return
    lanes:
        if (var.bool live):
            X[idx.int] = (add.int (var.int x) (load.int X 0.int))
)program");
}

TEST_CASE("blocks: what is done once is not done for a block whose threads have all returned") {
    const std::string text = R"py(
# k : void (int* starts, float* X)
def k(starts, X):
    if idx >= len(X):
        return
    start = starts[blockIdx.x]
    syncthreads()
    while start < 100:
        start *= 2
        if X[idx] == 0.0:
            return
        syncthreads()
)py";
    CHECK(
        block_of(text) ==
        R"program(def k_block(starts: int* [reads], X: float* [reads, length X_len]) -> void [effects, barrier, idx, blockIdx.x, callee's blockDim.x]
    declare bool live
    declare int living = 0.int
    lanes (sum living):
        live = true.bool
        if (ge.bool idx.int (len.int X)):
            live = false.bool
        living add=.int (cast.int (var.bool live))
    if (eq.bool (var.int living) 0.int):
        return
    declare int start = (load.int starts blockIdx.x.int)
    while (lt.bool (var.int start) 100.int):
        start mul=.int 2.int
        declare int living_ = 0.int
        lanes (sum living_):
            if (var.bool live):
                if (eq.bool (load.float X idx.int) 0.float'0.0'):
                    live = false.bool
                living_ add=.int (cast.int (var.bool live))
        if (eq.bool (var.int living_) 0.int):
            return
)program");
}

TEST_CASE("blocks: a return at the end of the work is no reason to count the living") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    syncthreads()
    n = len(X) - 1
    if n > 3:
        syncthreads()
        if X[idx] == 0:
            return
        X[idx] = n
        # nothing else
)py";
    CHECK(
        block_of(text) ==
        R"program(def k_block(X: int* [reads, writes, length X_len]) -> void [effects, barrier, idx, callee's blockDim.x]
    declare bool live
    lanes:
        live = true.bool
    declare const int n = (sub.int (len.int X) 1.int)
    if (gt.bool (var.int n) 3.int):
        lanes:
            if (var.bool live):
                if (eq.bool (load.int X idx.int) 0.int):
                    live = false.bool
                else:
                    X[idx.int] = (var.int n)
                    # nothing else
                    note
)program");
}

TEST_CASE("blocks: the threads agree about a condition from memory, or the block ends") {
    const std::string text = R"py(
# k : void (int* X)
def k(X):
    for i in range(3):
        if X[idx] == i:
            break
        n = syncthreads_count(X[0] > i)
        X[idx] += n
)py";
    CHECK(block_of(text) ==
          R"program(def k_block(X: int* [reads, writes]) -> int [effects, barrier, idx, callee's blockDim.x]
    for (int i = 0.int; (lt.bool (var.int i) 3.int); += 1.int):
        declare int yes = 0.int
        declare int no = 0.int
        lanes (sum yes, no):
            declare const bool vote = (eq.bool (load.int X idx.int) (var.int i))
            yes add=.int (cast.int (var.bool vote))
            no add=.int (cast.int (not.bool (var.bool vote)))
        if (and.bool (ne.bool (var.int yes) 0.int) (ne.bool (var.int no) 0.int)):
            diverged
        if (ne.bool (var.int yes) 0.int):
            break
        declare int count = 0.int
        lanes (sum count):
            count add=.int (cast.int (gt.bool (load.int X 0.int) (var.int i)))
        declare const int n = (var.int count)
        lanes:
            X[idx.int] add=.int (var.int n)
    return 0.int
)program");
}

TEST_CASE("blocks: a function with a barrier is part of its callers, its memory one array") {
    const std::string text = R"py(
# last : int (int x)
def last(x):
    memory = shared(int, 8)
    memory[threadIdx.x] = x
    syncthreads()
    return memory[7]


# k : void (int* X)
def k(X):
    X[idx] = last(X[idx]) + last(3)
)py";
    CHECK(
        block_of(text) ==
        R"program(def k_block(X: int* [reads, writes]) -> void [effects, barrier, shared, idx, callee's threadIdx.x, callee's blockDim.x]
    declare shared int memory[8]
    declare int last_result
    declare int last_result_
    declare int last_result_2
    lanes:
        declare const int x = (load.int X idx.int)
        memory[threadIdx.x.int] = (var.int x)
    declare const int x = 3.int
    lanes:
        last_result_ = (load.int memory 7.int)
        last_result = (var.int last_result_)
        memory[threadIdx.x.int] = (var.int x)
    lanes:
        last_result_2 = (load.int memory 7.int)
        declare const int last_result_3 = (var.int last_result_2)
        X[idx.int] = (add.int (var.int last_result) (var.int last_result_3))
)program");
}

TEST_CASE("blocks: a local array of a function with a barrier is one for all calls") {
    const std::string text = R"py(
# last : int (int x)
def last(x):
    own = local(int, 8)
    own[x] = x
    syncthreads()
    return sum_of(own)


# sum_of : int (int* X)
def sum_of(X):
    return X[0] + X[7]


# k : void (int* X)
def k(X):
    X[idx] = last(X[idx])
    X[idx] += last(3)
)py";
    CHECK(block_of(text) ==
          R"program(def k_block(X: int* [reads, writes]) -> void [effects, barrier, idx, callee's blockDim.x]
    declare int X_value
    declare local int own[8]
    declare int last_result
    declare int last_result_
    lanes:
        declare const int x = (load.int X idx.int)
        own[(var.int x)] = (var.int x)
    declare const int x = 3.int
    lanes:
        last_result = (call.int sum_of (var.int* own))
        declare const int last_result_2 = (var.int last_result)
        X[idx.int] = (var.int last_result_2)
        X_value = (load.int X idx.int)
        own[(var.int x)] = (var.int x)
    lanes:
        last_result_ = (call.int sum_of (var.int* own))
        declare const int last_result_2 = (var.int last_result_)
        X[idx.int] = (add.int (var.int X_value) (var.int last_result_2))
)program");
}

TEST_CASE("blocks: no loop over the threads without work") {
    const std::string text = R"py(
# k : void (int* X, int n)
def k(X, n):
    if idx >= n:
        return
    syncthreads()
    if n > 3:
        x = X[idx]
        syncthreads()
    else:
        x = 0
    syncthreads()
    X[idx] = x
)py";
    CHECK(
        block_of(text) ==
        R"program(def k_block(X: int* [reads, writes], n: int) -> void [effects, barrier, idx, callee's blockDim.x]
    declare int x
    declare bool live
    declare int living = 0.int
    lanes (sum living):
        live = true.bool
        if (ge.bool idx.int (var.int n)):
            live = false.bool
        living add=.int (cast.int (var.bool live))
    if (eq.bool (var.int living) 0.int):
        return
    if (gt.bool (var.int n) 3.int):
        lanes:
            if (var.bool live):
                x = (load.int X idx.int)
    else:
        lanes:
            if (var.bool live):
                x = 0.int
    lanes:
        if (var.bool live):
            X[idx.int] = (var.int x)
)program");
}

} // namespace cudapy::lower
