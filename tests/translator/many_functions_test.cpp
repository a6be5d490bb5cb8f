// The text of a function does not depend on how many others a file has, nor on where they stand in it.

#include "translator/translate.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace cudapy;

namespace {

constexpr int circles = 12, functions = 180; // of each kind

/// Helpers that call others far away, before and behind them, kernels that call helpers, and kernels alone.
std::string module_of_many_functions() {
    std::string text =
        "import cudapy as cp\n\nSCALE = 3\n\n\n@cp.struct\nclass Body:\n    x: cp.float32\n    v: "
        "cp.float32\n\n\n";
    for (int i = 0; i < functions; ++i) {
        const std::string callee =
            i + circles < functions ? fmt::format("h{}(k - 1)", i + circles) : "k - SCALE";
        text += fmt::format("# h{0} : int (int n)\ndef h{0}(n):\n    \"\"\"Helper {0}.\"\"\"\n    total = 0\n"
                            "    for k in range(n % 4):\n        total += {1} // {2}\n    return total\n\n\n",
                            i, callee, i + 2);
        text +=
            fmt::format("# k{0} : void (int* X, float* Y)\ndef k{0}(X, Y):\n    a, b = X[idx], {0}\n"
                        "    for step in range(8):\n        a, b = b, a % 7\n        Y[idx] += Y[step] * 2\n"
                        "    X[idx] = {1}\n\n\n",
                        i, i % 3 == 0 ? "a" : fmt::format("h{}(a) - h{}(b)", i, i % circles));
        text += fmt::format("# s{0} : void (Body* B, float dt)\ndef s{0}(B, dt):\n    body = B[idx]\n"
                            "    body.x += body.v * dt\n    if body.x < {0}:\n        body.v = -body.v\n\n\n",
                            i);
    }
    return text;
}

std::string translated(const std::string& text, Options options) {
    SourceUnit unit;
    unit.path = "many.py";
    unit.text = text;
    options.stubs = false;
    const Translation translation = translate({unit}, options);
    REQUIRE(translation.ok);
    return translation.source;
}

/// The parts of a text between blank lines.
std::vector<std::string_view> paragraphs_of(std::string_view text) {
    std::vector<std::string_view> paragraphs;
    if (text.ends_with('\n')) text.remove_suffix(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find("\n\n"), text.size());
        paragraphs.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return paragraphs;
}

/// Returns whether `larger` has all paragraphs of `text`, in their order.
bool is_within(const std::string& text, const std::string& larger) {
    const std::vector<std::string_view> all = paragraphs_of(larger);
    auto at = all.begin();
    for (const std::string_view paragraph : paragraphs_of(text)) {
        at = std::find(at, all.end(), paragraph);
        if (at == all.end()) {
            MESSAGE("missing: " << paragraph);
            return false;
        }
    }
    return true;
}

} // namespace

TEST_CASE("a kernel and what it calls are translated in a file of hundreds as if they were alone") {
    const std::string text = module_of_many_functions();
    Options cuda, cpu, optimized;
    cpu.target = Target::cpu;
    optimized.forms = Forms::all;
    for (const Options& options : {cuda, cpu, optimized}) {
        const std::string all = translated(text, options);
        CHECK(paragraphs_of(all).size() > 2 * functions);
        for (const char* kernel : {"k0", "k1", "k5", "k100", "k178", "k179", "s0", "s90", "s179"}) {
            Options one = options;
            one.kernels = {kernel};
            CHECK_MESSAGE(is_within(translated(text, one), all), kernel);
        }
    }
}
