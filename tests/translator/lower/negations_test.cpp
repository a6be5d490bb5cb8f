#include "translator/lower/expressions/negations.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("negations: a comparison that is true where its opposite is not") {
    const std::string text = R"py(
# k : void (bool* B, int n, float x, uint8 c, bool b)
def k(B, n, x, c, b):
    B[0] = not n < 3
    B[1] = not n == 3
    B[2] = not not n >= 3
    B[3] = not x < 3
    B[4] = not x != 3
    B[5] = not c > n
    B[6] = not (n < 3 and x < 3)
    B[7] = not b
)py";
    CHECK(after(text, {lower_negations}) ==
          R"program(def k(B: bool* [writes], n: int, x: float, c: uint8, b: bool) -> void [kernel, effects]
    B[0.int] = (ge.bool (var.int n) 3.int)
    B[1.int] = (ne.bool (var.int n) 3.int)
    B[2.int] = (ge.bool (var.int n) 3.int)
    B[3.int] = (not.bool (lt.bool (var.float x) 3.float))
    B[4.int] = (eq.bool (var.float x) 3.float)
    B[5.int] = (le.bool (cast.int (var.uint8 c)) (var.int n))
    B[6.int] = (not.bool (and.bool (lt.bool (var.int n) 3.int) (lt.bool (var.float x) 3.float)))
    B[7.int] = (not.bool (var.bool b))
)program");
}

} // namespace cudapy::lower
