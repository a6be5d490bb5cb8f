// The text of a function does not depend on how many others a file has, nor on where they are in it. What
// is reported does not depend on it, either.

#include "translator/cuda/device_functions.h"
#include "translator/diagnostics/render.h"
#include "translator/translate.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace cudapy;

namespace {

constexpr int circles = 12, functions = 84; // of each kind

/// Helpers that call others far away, before and after them, kernels that call helpers, one of which has no
/// signature and a size by default, and kernels by themselves.
std::string module_of_many_functions() {
    std::string text =
        "import cudapy as cp\n\nSCALE = 3\n\n\n@cp.struct\nclass Body:\n    x: cp.float32\n    v: "
        "cp.float32\n\n\n"
        "def sized(a, n=2 + len((divmod(idx + 1, 3), 2))):\n    q = local(float, n)\n"
        "    for i in range(n):\n        q[i] = a\n    return int(q[0] + q[n - 1])\n\n\n";
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
                        i,
                        i % 3 == 0   ? "a"
                        : i % 7 == 1 ? "sized(a)"
                                     : fmt::format("h{}(a) - h{}(b)", i, i % circles));
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

TEST_CASE("a kernel and what it calls are translated in a file of hundreds as if nothing else were in it") {
    const std::string text = module_of_many_functions();
    Options cuda, cpu, optimized;
    cpu.target = Target::cpu;
    optimized.variants = EmittedVariants::all;
    for (const Options& options : {cuda, cpu, optimized}) {
        const std::string all = translated(text, options);
        CHECK(paragraphs_of(all).size() > 2 * functions);
        for (const char* kernel : {"k0", "k5", "k50", "k83", "s40"}) {
            Options one = options;
            one.kernels = {kernel};
            CHECK_MESSAGE(is_within(translated(text, one), all), kernel);
        }
    }
}

namespace {

/// A resolver that knows a function of CUDA C++, and whether the checker may ask it in several threads.
class Names final : public NameResolver {
  public:
    explicit Names(bool answers) : answers_(answers) {
        auto source = std::make_shared<cuda_text::DeviceSource>();
        source->text = "__host__ __device__ float twice(float x) { return 2 * x; }";
        source->source = cuda_text::read(source->text);
        twice_.kind = Binding::Kind::device_function;
        twice_.path = "twice";
        twice_.device_functions = cuda_text::device_functions(source, "twice");
    }

    Binding resolve(uint32_t, const std::string&, std::span<const std::string> path) override {
        return path.size() == 1 && path[0] == "twice" ? twice_ : Binding{};
    }

    bool answers_threads() const override { return answers_; }

  private:
    bool answers_;
    Binding twice_;
};

/// Kernels that need what all functions share: instances of generic functions, lambdas, versions of functions
/// for arrays with gaps and functions of CUDA C++. `wrong` comes into some of them.
std::string module_of_kernels_that_share(const std::string& wrong) {
    std::string text =
        "# larger : T (T a, T b)\ndef larger(a, b):\n    return a if a > b else b\n\n\n"
        "# total : float (float* A)\ndef total(A):\n    s = 0.0\n    for a in A:\n        s += a\n    "
        "return s\n\n\n"
        "# apply : T (T(T) f, T x)\ndef apply(f, x):\n    return f(x)\n\n\n";
    const std::vector<std::string> values{"X[idx] + 1",
                                          "larger(X[idx], {0}.5)",
                                          "apply(lambda v: v * {0}, X[idx])",
                                          "twice(X[idx]) - {0}",
                                          "float(larger(n, {0}))",
                                          "total(X[::2]) * {0}",
                                          "first"};
    for (int i = 0; i < functions; ++i) {
        const std::string value =
            fmt::format(fmt::runtime(values[static_cast<std::size_t>(i) % values.size()]), i);
        text +=
            fmt::format("# k{0} : void (float* X, int n)\ndef k{0}(X, n):\n    first = X[0]\n"
                        "    for step in range(3):\n        first = first * {0}\n    X[idx] = {1}\n{2}\n\n",
                        i, value, i % 7 == 0 ? wrong : "");
    }
    return text;
}

/// Returns all that comes of a translation, which succeeds where nothing is wrong.
std::string all_of(const std::string& text, bool at_once, Target target, bool is_right) {
    SourceUnit unit;
    unit.path = "shares.py";
    unit.text = text;
    Options options;
    options.target = target;
    Names names(at_once);
    Translation translation = translate({unit}, options, &names);
    REQUIRE_MESSAGE(translation.ok == is_right,
                    diag::render_all(translation.diagnostics, *translation.sources, {}));
    return diag::render_all(translation.diagnostics, *translation.sources, {}) + translation.header +
           translation.source;
}

} // namespace

TEST_CASE("what several threads check is what one checks") {
    struct Case {
        std::string added;
        bool is_right;
    };
    const Case cases[] = {{"", true},
                          {"    first = 2.5", true}, // which gives a warning
                          {"    X[idx] = unknown", false},
                          {"    n = larger(n, X)", false},
                          {"    X[idx] = apply(lambda v: v @ 2, X[0])", false},
                          {"    step = undefined(twice(n))", false}};
    for (const Target target : {Target::cuda, Target::cpu}) {
        for (const auto& [added, is_right] : cases) {
            const std::string text = module_of_kernels_that_share(added);
            CHECK(all_of(text, true, target, is_right) == all_of(text, false, target, is_right));
        }
    }
}
