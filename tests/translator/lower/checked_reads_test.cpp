#include "translator/lower/checked/checked_reads.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("checked_reads: a flag says whether a variable has been assigned") {
    const std::string text = R"py(
# k : void (float* X, int n)
def k(X, n):
    if n > 3:
        a = X[0]
    X[1] = a
    for i in range(n):
        b = X[i]
    b += X[2]
    X[3] = b + i
    c = 1.0
    X[4] = c
)py";
    CHECK(after(text, {lower_checked_reads}) ==
          R"program(def k(X: float* [reads, writes], n: int) -> void [kernel, effects]
    a = 0.float
    a_is_assigned = false.bool
    b = 0.float
    b_is_assigned = false.bool
    i = 0.int
    i_is_assigned = false.bool
    if (gt.bool (var.int n) 3.int):
        a = (load.float X 0.int)
        a_is_assigned = true.bool
    X[1.int] = (helper.float assigned (var.float a) (var.bool a_is_assigned))
    for i in range.int(0.int, (var.int n), 1.int):
        i_is_assigned = true.bool
        b = (load.float X (var.int i))
        b_is_assigned = true.bool
    b = (add.float (helper.float assigned (var.float b) (var.bool b_is_assigned)) (load.float X 2.int))
    b_is_assigned = true.bool
    X[3.int] = (add.float (var.float b) (cast.float (helper.int assigned (var.int i) (var.bool i_is_assigned))))
    c = 1.float'1.0'
    X[4.int] = (var.float c)
)program");
}

} // namespace cudapy::lower
