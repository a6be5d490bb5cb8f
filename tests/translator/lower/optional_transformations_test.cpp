// Optional transformations that fail (lower/optional_transformations.h).

#include "translator/lower/optional_transformations.h"
#include "translator/translate.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

using namespace cudapy;

namespace {

/// Returns a module of kernels that gain from many transformations, with a helper that they call.
std::string module_of(int kernels) {
    std::string text = "from cudapy import *\n\n# helper : float (float* X, int n)\ndef helper(X, n):\n"
                       "    v = 0.0\n    for i in range(n):\n        v += X[i]\n    return v\n\n";
    for (int i = 0; i < kernels; ++i)
        text += fmt::format("# k{0} : void (float* X, float* Y)\ndef k{0}(X, Y):\n    if idx < len(Y):\n"
                            "        for i in range(8):\n            Y[idx] += X[i] * {0} + helper(X, 8)\n\n",
                            i);
    return text;
}

Translation translated(int kernels, Target target, const std::string& broken, bool plain = false) {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = module_of(kernels);
    Options options;
    options.target = target;
    options.variants = EmittedVariants::all;
    options.break_variants = broken;
    options.plain = plain;
    return translate({unit}, options);
}

} // namespace

TEST_CASE("optional transformations: the words for tests") {
    using program::Breakage;
    CHECK(lower::read_breakages("") == lower::Breakages());
    CHECK(lower::read_breakages("strips,coarsening:invalid") ==
          lower::Breakages{{"strips", Breakage::throws}, {"coarsening", Breakage::invalid}});
    const std::string names = lower::names_of_transformations();
    const auto commas = static_cast<std::size_t>(std::count(names.begin(), names.end(), ','));
    CHECK(lower::read_breakages("all:invalid")->size() == commas + 1);
    CHECK(!lower::read_breakages("strip"));
    CHECK(!lower::read_breakages("strips,,coarsening"));
    CHECK(!lower::read_breakages("strips:wrong"));
}

TEST_CASE(
    "optional transformations: what fails is left out, only for the function whose transformation it is") {
    for (const Target target : {Target::cuda, Target::cpu}) {
        const Translation usual = translated(3, target, "");
        CHECK(usual.lost_variants.empty());
        const Translation plain = translated(3, target, "", true);
        CHECK(plain.lost_variants.empty());
        CHECK(usual.source != plain.source);
        const Translation failed = translated(3, target, target == Target::cuda ? "coarsening" : "strips");
        CHECK(failed.ok);
        CHECK(failed.source == plain.source);
        std::string names;
        for (const LostVariant& lost : failed.lost_variants) {
            names += lost.function + ":" + std::to_string(lost.line) + " ";
            CHECK(lost.file == "kernels.py");
            CHECK(lost.transformation == (target == Target::cuda ? "coarsening" : "strips"));
        }
        CHECK(names == "helper:4 k0:11 k1:17 k2:23 ");
    }
}

TEST_CASE("optional transformations: where many functions fail, all are plain") {
    const Translation failed = translated(40, Target::cuda, "coarsening:invalid");
    CHECK(failed.ok);
    CHECK(failed.source == translated(40, Target::cuda, "", true).source);
    // All kernels are told of. The helper is, too, where it failed by itself; debug builds, which validate
    // after each pass, do not know which function failed.
    std::set<std::string> lost;
    for (const LostVariant& each : failed.lost_variants)
        lost.insert(each.function);
    lost.erase("helper");
    CHECK(lost.size() == 40);
}

TEST_CASE("optional transformations: what is said") {
    const LostVariant lost{"saxpy", "kernels.py", 3, "strips", "in function saxpy: outside a loop: break\n"};
    CHECK(describe(lost) ==
          "saxpy: this is compiled in its plain variant, which gives the same results and may "
          "be slower, because CudaPy failed to optimize it. Please report this, with the "
          "source and what `python -m cudapy doctor` prints: in function saxpy: outside a "
          "loop: break");
}
