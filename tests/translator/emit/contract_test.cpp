// The structures that the runtime and emitted host C++ share are declared in both: they must be the same.

#include "translator/translate.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace cudapy;

/// The members of `struct name {` in a text of C++, by name in their order, each with its type and extent.
std::vector<std::string> members_of(const std::string& text, const std::string& name) {
    const std::string head = "struct " + name + " {\n";
    const std::size_t begin = text.find(head);
    REQUIRE_MESSAGE(begin != std::string::npos, "there is no " << name);
    std::istringstream lines(text.substr(begin + head.size()));
    std::vector<std::string> members;
    for (std::string line; std::getline(lines, line) && line != "};";) {
        line = line.substr(0, line.find(';'));
        const std::size_t space = line.find("std::");
        if (space != std::string::npos) line.erase(space, 5);
        const std::size_t first = line.find_first_not_of(' ');
        // Members have types of so many bits; functions, which the emitted structures have too, do not.
        if (first == std::string::npos || line.compare(first, 3, "int") != 0) continue;
        members.push_back(line.substr(first));
    }
    return members;
}

std::string read(const std::string& path) {
    std::ifstream file(path);
    REQUIRE(file);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string emitted_with_checks(const std::string& last_line) {
    SourceUnit unit;
    unit.path = "kernels.py";
    unit.text = "# shift : void (float* X)\ndef shift(X):\n    assert idx >= 0\n    " + last_line + "\n";
    Options options;
    options.target = Target::cpu;
    options.stubs = false;
    options.checked = true;
    const Translation translation = translate({unit}, options);
    REQUIRE(translation.ok);
    return translation.source;
}

} // namespace

TEST_CASE("contract: emitted host C++ declares what the runtime calls kernels with") {
    const std::string header =
        read(std::string(CUDAPY_TESTS_DIR) + "/../runtime/include/cudapy/cpu_kernel.h");
    const std::string emitted = emitted_with_checks("X[idx] = X[idx + 1]");
    const std::vector<std::string> range = members_of(header, "CpuRange");
    CHECK(!range.empty());
    CHECK(range == members_of(emitted, "CpuRange"));
    // Of blocks that wait for each other one member more is known, which comes last.
    const std::string together = emitted_with_checks("grid_sync()");
    CHECK(range == members_of(together, "CpuRange"));
    CHECK(together.find("    int64_t end_block;\n    struct CpuGrid* together; // the launcher\n};") !=
          std::string::npos);
    static_assert(offsetof(generated::CpuRange, together) == offsetof(generated::CpuRange, end_block) + 8);
    static_assert(offsetof(generated::CpuGrid, run) == 0 && offsetof(generated::CpuGrid, wait) == 8 &&
                  sizeof(generated::CpuGrid) == 16);
    CHECK(together.find(
              "struct CpuGrid {\n    int (*run)(CpuGrid*, int64_t first, int64_t end, int "
              "(*run_block)(void* data, int64_t number), void* data);\n    bool (*wait)(CpuGrid*);\n") !=
          std::string::npos);
    const std::string waits = emitted_with_checks("while X[0] == 0:\n        pass");
    CHECK(
        waits.find("struct CpuTurns {\n"
                   "    int (*run)(CpuTurns*, int64_t threads, int64_t stack_bytes, void (*body)(void* data, "
                   "int64_t thread),\n               void* data);\n"
                   "    void (*begin)(CpuTurns*);\n    void (*wait)(CpuTurns*, int line);\n"
                   "    void (*barrier)(CpuTurns*, int line, unsigned vote);\n"
                   "    void (*meet)(CpuTurns*, int line, unsigned mask, unsigned vote);\n"
                   "    void (*grid)(CpuTurns*, int line);\n"
                   "    void (*end)(CpuTurns*);\n    unsigned votes;\n    bool is_last;\n"
                   "    struct CpuRecorder** recorder;\n};\n") != std::string::npos);
    using Turns = generated::CpuTurns;
    static_assert(offsetof(Turns, run) == 0 && offsetof(Turns, begin) == 8 && offsetof(Turns, wait) == 16 &&
                  offsetof(Turns, barrier) == 24 && offsetof(Turns, meet) == 32 &&
                  offsetof(Turns, grid) == 40 && offsetof(Turns, end) == 48 && offsetof(Turns, votes) == 56 &&
                  offsetof(Turns, is_last) == 60 && offsetof(Turns, recorder) == 64);
    CHECK(waits.find("    struct CpuGrid* together; // the launcher\n    struct CpuTurns* turns; // the "
                     "launcher\n};") != std::string::npos);
    static_assert(offsetof(generated::CpuRange, turns) == offsetof(generated::CpuRange, together) + 8);
    using Failed = generated::FailedCheck;
    static_assert(sizeof(long long) == 8 && sizeof(Failed) == 48 && offsetof(Failed, number) == 0);
    static_assert(offsetof(Failed, value) == 8 && offsetof(Failed, bound) == 16 &&
                  offsetof(Failed, thread) == 24);
    CHECK(emitted.find("struct FailedCheck {\n    long long number, value, bound, x, y, z;\n") !=
          std::string::npos);
    CHECK(emitted.find(std::to_string(generated::first_assertion) + " + ") != std::string::npos);
}
