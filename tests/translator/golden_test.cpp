// Goldens: each tests/goldens/**/*.py with what it translates to beside it. CUDAPY_UPDATE_GOLDENS=1 rewrites
// them.
//
//     name.py.expected.cu    CUDA C++ with stubs        name.py.expected.h   its header
//     name.py.expected.cpp   C++ for the CPU            name.py.expected.txt diagnostics, when there are any
//
// `fail_` is in the name if and only if there are errors. The first line may give options: `# pycu2cu:
// --index int64`, and choose outputs: `--only-diagnostics` for a warning's golden, `--header` to keep the
// header too.

#include "translator/diagnostics/render.h"
#include "translator/translate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace cudapy;

std::optional<std::string> read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

struct GoldenOptions {
    Options options;
    std::string function; ///< SourceUnit::function
    bool header = false;
    bool only_diagnostics = false;
    Target target = Target::cuda; ///< of the diagnostics
};

GoldenOptions options_of(const std::string& text) {
    GoldenOptions result;
    const std::string prefix = "# pycu2cu:";
    if (!text.starts_with(prefix)) return result;
    std::istringstream words(text.substr(prefix.size(), text.find('\n') - prefix.size()));
    for (std::string word; words >> word;) {
        std::string value;
        if (word == "--index") {
            words >> value;
            result.options.index64 = value == "int64";
        } else if (word == "--kernel") {
            words >> value;
            result.options.kernels.push_back(value);
        } else if (word == "--instance") {
            words >> value;
            const auto instance = parse_instance(value);
            REQUIRE_MESSAGE(instance, "no instance: " << value);
            result.options.instances.push_back(*instance);
        } else if (word == "--function") {
            words >> result.function;
        } else if (word == "--dialect") {
            words >> value;
            result.options.dialect = value == "numba" ? Dialect::numba : Dialect::cudapy;
        } else if (word == "--strict") {
            result.options.strict = true;
        } else if (word == "--optimize") {
            result.options.forms = Forms::all;
        } else if (word == "--checked") {
            result.options.checked = true;
        } else if (word == "--line-directives") {
            result.options.line_directives = true;
        } else if (word == "--trace") {
            result.options.checked = result.options.trace = true;
        } else if (word == "--volatile-arrays") {
            result.options.volatile_arrays = true;
        } else if (word == "--no-stubs") {
            result.options.stubs = false;
        } else if (word == "--header") {
            result.header = true;
        } else if (word == "--target") {
            words >> value;
            result.target = value == "cpu" ? Target::cpu : Target::cuda;
        } else if (word == "--only-diagnostics") {
            result.only_diagnostics = true;
        } else {
            FAIL("unknown option in the first line: " << word);
        }
    }
    return result;
}

/// What the translator makes of the file, by suffix.
std::map<std::string, std::string> outputs_of(const fs::path& path, const std::string& text) {
    GoldenOptions golden = options_of(text);
    golden.options.header_name = golden.header ? path.filename().string() + ".expected.h" : "";
    std::map<std::string, std::string> outputs;
    const auto translate_for = [&](Target target) {
        Options options = golden.options;
        options.target = target;
        if (target == Target::cpu) options.header_name.clear();
        if (target == Target::cuda) options.trace = false; // which is for the host alone
        SourceUnit unit;
        unit.path = path.filename().string();
        unit.text = text;
        unit.function = golden.function;
        std::vector<SourceUnit> units;
        units.push_back(std::move(unit));
        Translation translation = translate(std::move(units), options);
        for (const LostVariant& lost : translation.lost_variants)
            FAIL_CHECK(path.filename().string() << ": " << describe(lost));
        return translation;
    };
    const Translation cuda = translate_for(golden.target);
    diag::RenderOptions render;
    render.strict = golden.options.strict;
    const std::string diagnostics = diag::render_all(cuda.diagnostics, *cuda.sources, render);
    if (!diagnostics.empty()) outputs[".expected.txt"] = diagnostics;
    const bool is_fail = path.filename().string().starts_with("fail_");
    CHECK_MESSAGE(is_fail != cuda.ok, path.filename().string()
                                          << (is_fail ? " should have errors" : " has errors:\n")
                                          << diagnostics);
    if (!cuda.ok || golden.only_diagnostics) return outputs;
    for (const std::array<int, 3> size : {std::array{0, 0, 0}, {4, 2, 1}, {1, 4, 1}, {8, 1, 1}}) {
        golden.options.forms = Forms::all;
        golden.options.coarsen = size;
        CHECK(translate_for(Target::cuda).ok);
    }
    golden = options_of(text);
    const Translation cpu = translate_for(Target::cpu);
    CHECK(cpu.ok);
    outputs[".expected.cu"] = cuda.source;
    outputs[".expected.cpp"] = cpu.source;
    if (golden.header) outputs[".expected.h"] = cuda.header;
    return outputs;
}

std::vector<fs::path> golden_inputs() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(CUDAPY_TESTS_DIR) / "goldens"))
        if (entry.path().extension() == ".py") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Where two texts first differ, for a message that a person can read.
std::string first_difference(const std::string& expected, const std::string& actual) {
    std::istringstream a(expected), b(actual);
    std::string left, right;
    for (int line = 1;; ++line) {
        const bool has_left = static_cast<bool>(std::getline(a, left));
        const bool has_right = static_cast<bool>(std::getline(b, right));
        if (!has_left && !has_right) return "they differ in their last line ending";
        if (has_left != has_right || left != right)
            return "line " + std::to_string(line) + "\n  expected: " + (has_left ? left : "<end>") +
                   "\n  actual:   " + (has_right ? right : "<end>");
    }
}

} // namespace

TEST_CASE("goldens: every input translates to what stands beside it") {
    const char* update_variable = std::getenv("CUDAPY_UPDATE_GOLDENS");
    const bool update = update_variable && std::string(update_variable) == "1";
    const std::vector<std::string> suffixes = {".expected.cu", ".expected.cpp", ".expected.h",
                                               ".expected.txt"};
    const std::vector<fs::path> inputs = golden_inputs();
    CHECK(!inputs.empty());
    for (const fs::path& path : inputs) {
        CAPTURE(path.string());
        std::map<std::string, std::string> outputs;
        try {
            outputs = outputs_of(path, *read(path));
        } catch (const std::exception& error) {
            FAIL_CHECK(path.filename().string() << ": " << std::string(error.what()));
            continue;
        }
        for (const std::string& suffix : suffixes) {
            const fs::path golden = path.string() + suffix;
            const std::optional<std::string> expected = read(golden);
            const auto actual = outputs.find(suffix);
            if (update) {
                if (actual == outputs.end())
                    fs::remove(golden);
                else if (expected != actual->second)
                    std::ofstream(golden, std::ios::binary) << actual->second;
                continue;
            }
            if (actual == outputs.end())
                CHECK_MESSAGE(!expected, golden.filename().string()
                                             << " is there, but nothing is made for it");
            else if (!expected)
                FAIL_CHECK(golden.filename().string() << " is missing; scripts/update-goldens writes it");
            else
                CHECK_MESSAGE(*expected == actual->second,
                              golden.filename().string()
                                  << " differs in " << first_difference(*expected, actual->second));
        }
    }
}

TEST_CASE("goldens: every expected file has its input") {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(CUDAPY_TESTS_DIR) / "goldens")) {
        const std::string name = entry.path().string();
        const std::size_t at = name.find(".py.expected.");
        if (at != std::string::npos)
            CHECK_MESSAGE(fs::exists(name.substr(0, at + 3)), name << " has no input");
    }
}
