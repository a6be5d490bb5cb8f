// Messages speak the dialect of the kernels: what numba.cuda's kernels are told has no word of CudaPy's own.
// The programs are those of all goldens and explanations, written as numba has it.

#include "tests/translator/diagnostics/programs.h"
#include "translator/translate.h"

#include <doctest/doctest.h>

#include <set>

using namespace cudapy;
using namespace cudapy::diag;

namespace {

/// The names that only kernels of CudaPy's own know, from the table of built-in functions.
std::set<std::string> vocabulary() {
    std::set<std::string> words = {"idx",     "idy",      "idz",      "threadIdx", "blockIdx", "blockDim",
                                   "gridDim", "gridsize", "warpSize", "laneid",    "cp",       "double"};
    for (const Builtin& builtin : builtins())
        if (builtin.module == "cudapy") words.insert(std::string(builtin.name));
    return words;
}

std::vector<Diagnostic> diagnostics_of(const std::string& program, bool checked) {
    Options options;
    options.dialect = Dialect::numba;
    options.checked = checked;
    SourceUnit unit;
    unit.path = "example.py";
    unit.text = program;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    return translate(std::move(units), options).diagnostics;
}

/// Returns what is in backticks in the parts of a message that are not the user's text.
std::vector<std::string> code_in(const Diagnostic& diagnostic, bool whole) {
    const Prose prose = diagnostic.prose();
    std::string text = prose.note + " " + prose.help;
    if (whole) {
        text += " " + prose.message + " " + prose.label;
        for (const Label& label : diagnostic.labels)
            text += " " + label.text;
    }
    std::vector<std::string> chunks;
    for (std::size_t begin = text.find('`'); begin != text.npos;) {
        const std::size_t end = text.find('`', begin + 1);
        if (end == text.npos) break;
        chunks.push_back(text.substr(begin + 1, end - begin - 1));
        begin = text.find('`', end + 1);
    }
    return chunks;
}

bool is_of_signatures(const std::string& chunk) {
    static const std::set<std::string> only_ours = {"int", "float", "half"}; // as types; calls are casts
    const std::size_t star = chunk.find("* ");
    const bool is_array = star != chunk.npos && star > 0 && chunk[star - 1] != ' ';
    return is_array || chunk.ends_with("*") || chunk.find("[,") != chunk.npos || chunk.starts_with("# ") ||
           only_ours.count(chunk) != 0;
}

/// Returns a word of CudaPy's own in the message that the program does not have itself; empty for none.
std::string foreign_word(const Diagnostic& diagnostic, const std::string& program,
                         bool is_written_for_numba) {
    static const std::set<std::string> words = vocabulary();
    std::set<std::string> own;
    each_name(program, [&](const std::string& name, std::size_t) { own.insert(name); });
    std::string found;
    for (const std::string& chunk : code_in(diagnostic, is_written_for_numba)) {
        if (is_of_signatures(chunk) && program.find(chunk) == program.npos) found = chunk;
        each_name(chunk, [&](const std::string& name, std::size_t) {
            if (words.count(name) != 0 && own.count(name) == 0) found = name + " in " + chunk;
        });
    }
    return found;
}

/// Returns whether a kind is about signatures in comments, or about cp.struct, which kernels of numba's
/// dialect have not.
bool is_of_cudapy_alone(std::string_view code) {
    // Those of E8, E320 and W320 are about files that pycu2cu translates.
    return code.starts_with("E2") || code.starts_with("E8") || code == "E320" || code == "W320";
}

} // namespace

TEST_CASE("words: what kernels of numba's dialect are told has no word of CudaPy's own") {
    std::set<std::string> kinds;
    std::string wrong;
    std::set<std::string> told;
    for (const std::string& program : programs()) {
        for (const bool is_written_for_numba : {true, false}) {
            const std::string text = is_written_for_numba ? for_numba(program) : program;
            for (const Diagnostic& diagnostic : diagnostics_of(text, false)) {
                kinds.insert(std::string(diagnostic.kind().code));
                if (is_of_cudapy_alone(diagnostic.kind().code)) continue;
                const std::string word = foreign_word(diagnostic, text, is_written_for_numba);
                if (word.empty()) continue;
                const Prose prose = diagnostic.prose();
                const std::string line = std::string(diagnostic.kind().code) + " has " + word + "\n    " +
                                         prose.message + "\n    = note: " + prose.note +
                                         "\n    = help: " + prose.help;
                if (told.insert(std::string(diagnostic.kind().code) + word).second) wrong += "\n" + line;
            }
        }
    }
    CHECK_MESSAGE(wrong.empty(), "words of CudaPy's own:", wrong);
    CHECK(kinds.size() > 120); // so many kinds of diagnostics arose
}

TEST_CASE("words: types, calls and arrays as each dialect writes them") {
    const Words &ours = Words::of(Dialect::cudapy), &numba = Words::of(Dialect::numba);
    CHECK(ours.call("atomicAdd", "A, i, v") == "atomicAdd(A, i, v)");
    CHECK(numba.call("atomicAdd", "A, i, v") == "cuda.atomic.add(A, i, v)");
    CHECK(ours.array("local", "float", "3", "0.0") == "local(float, 3, 0.0)");
    CHECK(numba.array("local", "float", "3", "0.0") == "cuda.local.array(3, np.float32)");
    CHECK(numba.array("shared", "double", "") == "cuda.shared.array(0, np.float64)");
    CHECK(ours.types("a `float*`, an `int`") == "a `float*`, an `int`");
    CHECK(numba.types("a `float*`, an `int` and `A[,]`, `double[,,]`, `(float, int)`, `int(x)`, `n`") ==
          "a `float32[:]`, an `int32` and `A[,]`, `float64[:, :, :]`, `(float32, int32)`, `int(x)`, `n`");
    CHECK(numba.cast("float") == "np.float32");
    CHECK(numba.cast("bool") == "bool");
    CHECK(ours.cast("float") == "float");
}
