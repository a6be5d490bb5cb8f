#include "translator/lower/cpu/hoist_barriers.h"

#include "tests/translator/lower/lowered.h"
#include "translator/lower/expressions/evaluation_order.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

std::string hoisted(const std::string& body) {
    const std::string text =
        after("# k : void (int* X, int n)\ndef k(X, n):\n" + body, {lower_evaluation_order, hoist_barriers});
    return text.substr(text.find('\n') + 1);
}

} // namespace

TEST_CASE("hoist_barriers: what is evaluated before stays before") {
    CHECK(hoisted("    X[n] = X[0] + syncthreads_count(X[1] > 0) * X[2]\n") ==
          R"(    X_value = (load.int X 0.int)
    syncthreads_count_result = (builtin.int cudapy.syncthreads_count (gt.bool (load.int X 1.int) 0.int))
    X[(var.int n)] = (add.int (var.int X_value) (mul.int (var.int syncthreads_count_result) (load.int X 2.int)))
)");
    CHECK(hoisted("    X[syncthreads_count(True)] = X[0]\n") == R"(    X_value = (load.int X 0.int)
    arrived = (builtin.int cudapy.syncthreads_count true.bool)
    X[(var.int arrived)] = (var.int X_value)
)");
}

TEST_CASE("hoist_barriers: a loop that tests a barrier tests it in its body") {
    CHECK(hoisted("    while syncthreads_or(X[0] > n):\n        n += 1\n") == R"(    while true.bool:
        some = (builtin.bool cudapy.syncthreads_or (gt.bool (load.int X 0.int) (var.int n)))
        if (not.bool (var.bool some)):
            break
        n add=.int 1.int
)");
}

TEST_CASE("hoist_barriers: whole values and statements stay as they are") {
    CHECK(hoisted("    syncthreads()\n    c = syncthreads_and(n > 0)\n    syncthreads_or(n > 1)\n") ==
          R"(    evaluate (builtin.void cudapy.syncthreads)
    c = (builtin.bool cudapy.syncthreads_and (gt.bool (var.int n) 0.int))
    some = (builtin.bool cudapy.syncthreads_or (gt.bool (var.int n) 1.int))
)");
}

} // namespace cudapy::lower
