// Every kind of diagnostic has a golden that shows it.

#include "translator/diagnostics/diagnostic.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace cudapy::diag;

namespace {

/// The codes, in brackets as the renderer writes them, of all goldens of diagnostics.
std::set<std::string> codes_in_goldens() {
    std::set<std::string> codes;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(CUDAPY_TESTS_DIR "/goldens")) {
        if (!entry.path().string().ends_with(".py.expected.txt")) continue;
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);)
            for (const char* severity : {"error[", "warning["})
                if (const auto begin = line.find(severity); begin != std::string::npos) {
                    const auto code = begin + std::string_view(severity).size();
                    codes.insert(line.substr(code, line.find(']', code) - code));
                }
    }
    return codes;
}

} // namespace

TEST_CASE("diagnostics: every kind has a golden") {
    const std::set<std::string> shown = codes_in_goldens();
    std::string missing;
    for (const Kind& kind : all_kinds())
        if (!shown.count(std::string(kind.code)))
            missing += "\n  " + std::string(kind.code) + " " + std::string(kind.name);
    CHECK_MESSAGE(missing.empty(), "kinds without a golden under tests/goldens:", missing);
}

TEST_CASE("diagnostics: codes say their area and severity") {
    std::set<std::string_view> codes, names;
    for (const Kind& kind : all_kinds()) {
        CAPTURE(std::string(kind.code));
        CHECK(kind.code.size() == 4);
        CHECK(kind.code[0] == (kind.severity == Severity::error ? 'E' : 'W'));
        CHECK(kind.code.find_first_not_of("0123456789", 1) == std::string_view::npos);
        CHECK(kind.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos);
        CHECK(codes.insert(kind.code).second);
        CHECK(names.insert(kind.name).second);
    }
}
