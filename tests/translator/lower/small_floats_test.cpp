#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

const std::string text = R"py(
# k : void (half* X, half a, bfloat16* B, int n)
def k(X, a, B, n):
    x = X[idx] * a + 0.1
    X[idx] += x // 2
    B[idx] = min(x, 1) + B[idx] + n
)py";

} // namespace

TEST_CASE("small_floats: CUDA computes what it has operators for") {
    CHECK(
        lowered(text) ==
        R"program(def k(X: half* [reads, writes], a: half, B: bfloat16* [reads, writes], n: int) -> void [kernel k, effects, idx]
    declare const half x = (add.half (mul.half (load.half X idx.int) (var.half a)) 0.0999755859375.half'0.1')
    X[idx.int] = (add.half (load.half X idx.int) (cast.half (helper.float floor_div (cast.float (var.half x)) 2.float)))
    B[idx.int] = (cast.bfloat16 (add.float (add.float (cast.float (helper.half minimum (var.half x) 1.half)) (cast.float (load.bfloat16 B idx.int))) (cast.float (var.int n))))
)program");
}

TEST_CASE("small_floats: the host computes in float and rounds") {
    Options options;
    options.target = Target::cpu;
    CHECK(
        lowered(text, options) ==
        R"program(def k(X: half* [reads, writes], a: half, B: bfloat16* [reads, writes], n: int) -> void [kernel k, effects, idx]
    declare const float x = (helper.float round_to_half (add.float (helper.float round_to_half (mul.float (helper.float half_to_float (load.half X idx.int)) (helper.float half_to_float (var.half a)))) 0.0999755859375.float'0.1'))
    X[idx.int] = (helper.half half_from_float (helper.float round_to_half (add.float (helper.float half_to_float (load.half X idx.int)) (helper.float round_to_half (helper.float floor_div (var.float x) 2.float)))))
    B[idx.int] = (helper.bfloat16 bfloat16_from_float (helper.float round_to_bfloat16 (add.float (add.float (helper.float minimum (var.float x) 1.float) (helper.float bfloat16_to_float (load.bfloat16 B idx.int))) (cast.float (var.int n)))))
)program");
}

} // namespace cudapy::lower
