// Goldens: each tests/goldens/**/*.py with its translation next to it. CUDAPY_UPDATE_GOLDENS=1 rewrites
// them.
//
//     name.py.expected.cu    CUDA C++ with stubs        name.py.expected.h   its header
//     name.py.expected.cpp   C++ for the CPU            name.py.expected.txt diagnostics, when there are any
//     helpers/name.cu, .cpp  the text of preludes and helpers, which goldens name (folding.h)
//
// `fail_` is in the name if and only if there are errors. The first line may give options: `# pycu2cu:
// --index int64`, and choose outputs: `--only-diagnostics` for a warning's golden, `--header` to keep the
// header too. A line `# targets: cuda` above the program says that it is about that target: the other text is
// made, and compiled by scripts/compile-goldens, and not kept.
//
// CUDAPY_WHOLE_GOLDENS=FOLDER writes the texts of both targets there, with nothing folded.

#include "folding.h"

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
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace cudapy;

const fs::path goldens = fs::path(CUDAPY_TESTS_DIR) / "goldens";

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
    std::string targets;          ///< the target that the golden is about; empty for both
};

/// Returns what the line `# targets: NAME` above a program names, or an empty text.
std::string targets_of(const std::string& text) {
    const std::string prefix = "# targets: ";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("#");) {
        if (!line.starts_with(prefix)) continue;
        const std::string name = line.substr(prefix.size());
        REQUIRE_MESSAGE((name == "cuda" || name == "cpu"), "no target: " << name);
        return name;
    }
    return "";
}

GoldenOptions options_of(const std::string& text) {
    GoldenOptions result;
    result.targets = targets_of(text);
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
        } else if (word == "--jvp") {
            words >> value;
            result.options.jvp.push_back(value);
        } else if (word == "--vjp") {
            words >> value;
            result.options.vjp.push_back(value);
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
            result.options.variants = EmittedVariants::all;
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

/// An input, and what the translator makes of it, by suffix.
struct Golden {
    fs::path path;
    std::map<std::string, EmittedText> texts;
    std::set<std::string> kept = {".expected.h", ".expected.txt"}; ///< the suffixes of the files
};

/// Returns the coarsening factors for which all variants of a golden are translated.
/// tests/python/test_variants.py does the others without sanitizers, which are slow, for the goldens that it
/// can translate.
std::vector<std::array<int, 3>> coarsenings_of(const GoldenOptions& golden) {
    const bool is_translated_there = golden.options.dialect == Dialect::cudapy &&
                                     golden.options.instances.empty() && golden.function.empty();
    if (is_translated_there) return {{0, 0, 0}};
    return {{0, 0, 0}, {4, 2, 1}, {1, 4, 1}, {8, 1, 1}};
}

Translation translated(const fs::path& path, const std::string& text, const std::string& function,
                       Options options, Target target) {
    options.target = target;
    if (target == Target::cpu) options.header_name.clear();
    if (target == Target::cuda) options.trace = false; // which is only for the host
    SourceUnit unit;
    unit.path = path.filename().string();
    unit.text = text;
    unit.function = function;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    Translation translation = translate(std::move(units), options);
    for (const LostVariant& lost : translation.lost_variants)
        FAIL_CHECK(path.filename().string() << ": " << describe(lost));
    return translation;
}

Golden golden_of(const fs::path& path) {
    Golden result;
    result.path = path;
    const std::string text = *read(path);
    const GoldenOptions golden = options_of(text);
    Options options = golden.options;
    options.header_name = golden.header ? path.filename().string() + ".expected.h" : "";
    Translation cuda = translated(path, text, golden.function, options, golden.target);
    diag::RenderOptions render;
    render.strict = golden.options.strict;
    const std::string diagnostics = diag::render_all(cuda.diagnostics, *cuda.sources, render);
    if (!diagnostics.empty()) result.texts[".expected.txt"] = {diagnostics, {}};
    const bool is_fail = path.filename().string().starts_with("fail_");
    CHECK_MESSAGE(is_fail != cuda.ok, path.filename().string()
                                          << (is_fail ? " should have errors" : " has errors:\n")
                                          << diagnostics);
    if (!cuda.ok || golden.only_diagnostics) return result;
    for (const std::array<int, 3>& size : coarsenings_of(golden)) {
        options.variants = EmittedVariants::all;
        options.coarsen = size;
        CHECK(translated(path, text, golden.function, options, Target::cuda).ok);
    }
    Translation cpu = translated(path, text, golden.function, golden.options, Target::cpu);
    CHECK(cpu.ok);
    result.texts[".expected.cu"] = {std::move(cuda.source), std::move(cuda.parts)};
    result.texts[".expected.cpp"] = {std::move(cpu.source), std::move(cpu.parts)};
    if (golden.header) result.texts[".expected.h"] = {std::move(cuda.header), {}};
    if (golden.targets != "cpu") result.kept.insert(".expected.cu");
    if (golden.targets != "cuda") result.kept.insert(".expected.cpp");
    return result;
}

std::vector<fs::path> golden_inputs() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(goldens))
        if (entry.path().extension() == ".py" && entry.path().parent_path() != goldens / "python_modules")
            paths.push_back(entry.path());
    CHECK(!paths.empty());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Returns the place where two texts first differ, for a message that a person can read.
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

/// Compares files with what they should be, or writes them.
class Files {
  public:
    explicit Files(bool update) : update_(update) {}

    void check(const fs::path& path, const std::string& actual) const {
        const std::optional<std::string> expected = read(path);
        if (update_) {
            fs::create_directories(path.parent_path());
            if (expected != actual) std::ofstream(path, std::ios::binary) << actual;
        } else if (!expected) {
            FAIL_CHECK(name_of(path) << " is missing; scripts/update-goldens writes it");
        } else {
            CHECK_MESSAGE(*expected == actual, name_of(path)
                                                   << " differs in " << first_difference(*expected, actual));
        }
    }
    void check_absent(const fs::path& path, const std::string& reason) const {
        if (update_)
            fs::remove(path);
        else
            CHECK_MESSAGE(!fs::exists(path), name_of(path) << " is there, but " << reason);
    }

  private:
    static std::string name_of(const fs::path& path) { return fs::relative(path, goldens).string(); }
    const bool update_;
};

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

std::vector<Golden> all_goldens() {
    std::vector<Golden> result;
    for (const fs::path& path : golden_inputs()) {
        CAPTURE(path.string());
        try {
            result.push_back(golden_of(path));
        } catch (const std::exception& error) {
            FAIL_CHECK(path.filename().string() << ": " << std::string(error.what()));
        }
    }
    return result;
}

/// Returns the texts of the parts that the goldens with this suffix have in common.
PartTexts parts_of(const std::vector<Golden>& all, const std::string& suffix) {
    std::vector<const EmittedText*> files;
    for (const Golden& golden : all)
        if (golden.kept.contains(suffix) && golden.texts.contains(suffix))
            files.push_back(&golden.texts.at(suffix));
    return common_parts(files);
}

/// Checks the files of parts, and returns the parts as these files give them.
PartTexts check_part_files(const PartTexts& texts, const std::string& extension, const Files& files) {
    const std::map<std::string, std::string> expected = part_files(texts);
    PartTexts read;
    for (const auto& [name, text] : expected) {
        files.check(goldens / "helpers" / (name + extension), text);
        read_part_file(text, read);
    }
    if (fs::exists(goldens / "helpers"))
        for (const auto& entry : fs::directory_iterator(goldens / "helpers"))
            if (entry.path().extension() == extension && !expected.contains(entry.path().stem().string()))
                files.check_absent(entry.path(), "no golden has such a part");
    return read;
}

} // namespace

TEST_CASE("goldens: every input translates to the text next to it") {
    const Files files(is_set("CUDAPY_UPDATE_GOLDENS"));
    const std::vector<Golden> all = all_goldens();
    for (const std::string suffix : {".expected.cu", ".expected.cpp", ".expected.h", ".expected.txt"}) {
        const PartTexts texts = parts_of(all, suffix);
        const PartTexts as_read = check_part_files(texts, fs::path(suffix).extension().string(), files);
        for (const Golden& golden : all) {
            const fs::path path = golden.path.string() + suffix;
            const auto emitted = golden.texts.find(suffix);
            if (emitted == golden.texts.end() || !golden.kept.contains(suffix)) {
                files.check_absent(path, "nothing is made for it");
                continue;
            }
            const std::string text = folded(emitted->second, texts);
            files.check(path, text);
            CHECK_MESSAGE(unfolded(text, as_read) == emitted->second.text,
                          path.filename().string() << " does not unfold to what is emitted");
        }
    }
    if (!is_set("CUDAPY_WHOLE_GOLDENS")) return;
    const Files whole(true);
    for (const Golden& golden : all)
        for (const auto& [suffix, emitted] : golden.texts)
            whole.check(std::getenv("CUDAPY_WHOLE_GOLDENS") /
                            fs::relative(golden.path.string() + suffix, goldens),
                        emitted.text);
}

TEST_CASE("goldens: every expected file has its input") {
    for (const auto& entry : fs::recursive_directory_iterator(goldens)) {
        const std::string name = entry.path().string();
        const std::size_t at = name.find(".py.expected.");
        if (at != std::string::npos)
            CHECK_MESSAGE(fs::exists(name.substr(0, at + 3)), name << " has no input");
    }
}
