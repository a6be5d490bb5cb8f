#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

TEST_CASE("own_parameters: what each thread gives a value of its own is no longer one for all") {
    Options options;
    options.target = Target::cpu;
    program::Program program = checked(R"py(
# k : void (int* X, int mine, int of_all)
def k(X, mine, of_all):
    mine += threadIdx.x
    of_all += 1
    syncthreads()
    X[idx] = mine + of_all
)py",
                                       options);
    lower(program, options);
    std::string own;
    for (const auto& variable : program.functions[0]->block->variables)
        if (variable->per_lane) own += variable->name + " ";
    CHECK(own == "mine ");
}

} // namespace cudapy::lower
