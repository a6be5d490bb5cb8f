#include "translator/lower/expressions/atomics.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

program::Program lowered_for(const std::string& text, Target target) {
    Options options;
    options.target = target;
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    return program;
}

std::string body_for(const std::string& text, Target target) {
    return program::print(*lowered_for(text, target).functions.back());
}

} // namespace

TEST_CASE("atomics: CUDA has them but for 64-bit integers") {
    const std::string text = R"py(
# k : void (int* I, int64* W)
def k(I, W):
    atomicAdd(I, idx, 1)
    atomicAdd(W, idx, 1)
)py";
    CHECK(body_for(text, Target::cuda) ==
          R"program(def k(I: int* [reads, writes], W: int64* [reads, writes]) -> void [kernel k, effects, idx]
    evaluate (builtin.int cudapy.atomicAdd (load.int I idx.int) 1.int)
    evaluate (helper.int64 atomic_add (load.int64 W idx.int) 1.int64)
)program");
}

TEST_CASE("atomics: in shared memory no other core comes between") {
    const std::string text = R"py(
# k : void (int* I)
def k(I):
    s = shared(int, 8)
    atomicAdd(s, 0, 1)
    atomicAdd(I, 0, 1)
)py";
    const program::Program program = lowered_for(text, Target::cpu);
    CHECK(program::print(*program.functions.back()->block) ==
          R"program(def k_block(I: int* [reads, writes]) -> void [effects, shared, callee's blockDim.x]
    declare shared int s[8]
    lanes:
        evaluate (helper.int shared_add (load.int s 0.int) 1.int)
        evaluate (helper.int atomic_add (load.int I 0.int) 1.int)
)program");
}

TEST_CASE(
    "atomics: CUDA adds to vectors in global memory, which only a kernel's own parameters are in for sure") {
    const std::string text = R"py(
# add : void (float2* A, float2 v)
def add(A, v):
    atomicAdd(A, 0, v)

# k : void (float2* P)
def k(P):
    s = shared(float2, 8)
    atomicAdd(s, 0, P[0])
    atomicAdd(P, 0, P[1])
    add(P, P[2])
)py";
    const program::Program program = lowered_for(text, Target::cuda);
    CHECK(program::print(*program.functions[0]).find("shared_add") != std::string::npos);
    const std::string kernel = program::print(*program.functions[1]);
    CHECK(kernel.find("helper.float2 shared_add (load.float2 s") != std::string::npos);
    CHECK(kernel.find("helper.float2 atomic_add (load.float2 P") != std::string::npos);
}

TEST_CASE("atomics: the host holds a half as its bits, and gives its value as a float") {
    const std::string text = R"py(
# k : void (half* H)
def k(H):
    H[1] = atomicAdd(H, 0, 1)
)py";
    CHECK(body_for(text, Target::cpu).find("helper.float atomic_add_half (load.half H 0.int)") !=
          std::string::npos);
}

TEST_CASE("atomics: the old value is another one for each thread") {
    const std::string text = R"py(
# k : void (int* I)
def k(I):
    n = atomicAdd(I, 0, 1)
    syncthreads()
    I[n] = n
)py";
    const program::Program program = lowered_for(text, Target::cpu);
    CHECK(program::print(*program.functions.back()->block).find("] = (builtin") == std::string::npos);
}

TEST_CASE("atomics: threads that wait for one another run one by one") {
    const std::string text = R"py(
# k : void (int* lock, int* A)
def k(lock, A):
    while atomicCAS(lock, 0, 0, 1) != 0:
        pass
    A[0] += 1
    atomicExch(lock, 0, 0)
)py";
    CHECK_FALSE(lowered_for(text, Target::cpu).functions.back()->strip);
}

TEST_CASE("atomics: nothing marks a loop with one for the vectoriser") {
    const std::string text = R"py(
# k : void (int* H, int* X, int n)
def k(H, X, n):
    for i in range(n):
        atomicAdd(H, X[i], 1)
)py";
    const program::Program program = lowered_for(text, Target::cpu);
    REQUIRE(program.functions.back()->strip);
    CHECK_FALSE(program.functions.back()->simd);
    CHECK(program::print(*program.functions.back()->strip).find("simd") == std::string::npos);
}

} // namespace cudapy::lower
