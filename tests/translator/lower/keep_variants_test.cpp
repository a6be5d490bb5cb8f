// The variants of kernels in texts of their own (lower/coarsening/keep_variants.h).

#include "translator/translate.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace cudapy;

namespace {

const char* const text = R"(
# half : float (float x)
def half(x):
    total = 0.0
    for i in range(2):
        total += x * 0.25
    return total

# own : float (float x)
def own(x):
    return x + 1.0

# copied : void (float* X, float* Y)
def copied(X, Y):
    if idx < len(Y):
        Y[idx] = half(X[idx])

# counted : void (int* bins, float* X)
def counted(bins, X):
    X[idx] = own(X[idx]) + atomicAdd(bins, idx % 4, 1)
)";

Translation translated(EmittedVariants variants) {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = text;
    std::vector<SourceUnit> units;
    units.push_back(unit);
    Options options;
    options.stubs = false;
    options.variants = variants;
    return translate(std::move(units), options);
}

} // namespace

TEST_CASE("forms: the plain text is the same, whether there is another text or not") {
    const Translation plain = translated(EmittedVariants::plain),
                      first = translated(EmittedVariants::plain_first);
    REQUIRE(plain.ok);
    CHECK(plain.source == first.source);
    CHECK(plain.kernels[0].coarsened.symbol.empty());
    REQUIRE(first.kernels.size() == 2);
    CHECK(first.kernels[0].coarsened.symbol == "copied_coarsened");
    CHECK(first.kernels[0].coarsened.size == std::array{4, 1, 1});
    CHECK(first.kernels[0].coarsened.conditions.size() == 2);
    CHECK(first.kernels[1].coarsened.symbol.empty());
}

TEST_CASE(
    "forms: the text of coarsened kernels has the kernels that have such a variant, and what they call") {
    const Translation coarsened = translated(EmittedVariants::coarsened);
    REQUIRE(coarsened.ok);
    REQUIRE(coarsened.kernels.size() == 1);
    CHECK(coarsened.kernels[0].coarsened.symbol == "copied_coarsened");
    CHECK(coarsened.kernels[0].coarsened.conditions.size() == 2);
    const auto has = [&](const char* words) { return coarsened.source.find(words) != std::string::npos; };
    CHECK(has("extern \"C\" __global__ void copied_coarsened("));
    CHECK_FALSE(has("__global__ void copied("));
    CHECK(has("static __device__ float half("));
    CHECK_FALSE(has("own("));
    CHECK_FALSE(has("counted"));
}

TEST_CASE("forms: both texts together have the facts of the text with all variants") {
    const Translation all = translated(EmittedVariants::all),
                      first = translated(EmittedVariants::plain_first);
    REQUIRE(all.kernels.size() == first.kernels.size());
    for (std::size_t i = 0; i < all.kernels.size(); ++i) {
        CHECK(all.kernels[i].symbol == first.kernels[i].symbol);
        CHECK(all.kernels[i].slots.size() == first.kernels[i].slots.size());
        CHECK(all.kernels[i].coarsened.symbol == first.kernels[i].coarsened.symbol);
        CHECK(all.kernels[i].coarsened.size == first.kernels[i].coarsened.size);
    }
}
