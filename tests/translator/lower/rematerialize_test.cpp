#include "translator/lower/cpu/rematerialize.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("rematerialize: cheap values of the thread's coordinates, and no others") {
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(R"py(
# k : void (float* X, int n)
def k(X, n):
    cheap = idx * n + 3
    column = threadIdx.x % 16
    load = X[idx]
    changed = threadIdx.x
    changed += 1
    same = n * 2
    both = column < same
    syncthreads()
    X[idx] = load + cheap + changed + column + (1 if both else 0)
)py",
                                       options);
    lower(program, options);
    const std::string text = program::print(*program.functions[0]->block);
    const std::string last = text.substr(text.rfind("    lanes:"));
    CHECK(last == R"(    lanes:
        declare const int cheap = (add.int (mul.int idx.int (var.int n)) 3.int)
        declare const int column = (remainder.int threadIdx.x.int 16.int)
        declare const bool both = (lt.bool (var.int column) (var.int same))
        X[idx.int] = (add.float (add.float (add.float (add.float (var.float load) (cast.float (var.int cheap))) (cast.float (var.int changed))) (cast.float (var.int column))) (select.float (var.bool both) 1.float 0.float))
)");
    CHECK(text.find("declare float load\n") != std::string::npos); // kept for each thread
    CHECK(text.find("declare int changed\n") != std::string::npos);
}

} // namespace cudapy::lower
