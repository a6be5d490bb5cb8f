#include "runtime/support/output_excerpt.h"

#include <doctest/doctest.h>

#include <string>

using cudapy::runtime::output_excerpt;

namespace {

std::string lines(int first, int last) {
    std::string text;
    for (int i = first; i <= last; ++i)
        text += "line " + std::to_string(i) + "\n";
    return text;
}

} // namespace

TEST_CASE("a short output is shown whole") {
    CHECK(output_excerpt("") == "");
    CHECK(output_excerpt("\r\n\n") == "");
    CHECK(output_excerpt("error: no\n") == "error: no");
    CHECK(output_excerpt(lines(1, 60)) + "\n" == lines(1, 60));
}

TEST_CASE("of many lines the first and the last are shown") {
    CHECK(output_excerpt(lines(1, 61)) + "\n" ==
          lines(1, 40) + "[... 8 bytes in 1 line left out ...]\n" + lines(42, 61));
    CHECK(output_excerpt(lines(1, 100000)) + "\n" ==
          lines(1, 40) + "[... 1088363 bytes in 99940 lines left out ...]\n" + lines(99981, 100000));
}

TEST_CASE("long lines are left out or cut") {
    const std::string end(4096, 'e'), begin(16384, 'b');
    CHECK(output_excerpt(begin + std::string(5000000, 'm') + end) ==
          begin + "\n[... 5000000 bytes in 1 line left out ...]\n" + end);
    CHECK(output_excerpt("first\n" + std::string(5000000, 'm') + "\nlast\n") ==
          "first\n[... 5000001 bytes in 1 line left out ...]\nlast");
    // A character of several bytes is not cut.
    std::string accents;
    for (int i = 0; i < 20000; ++i)
        accents += "\u00e9";
    CHECK(output_excerpt("x" + accents + "y") == "x" + accents.substr(0, 16382) +
                                                     "\n[... 19524 bytes in 1 line left out ...]\n" +
                                                     accents.substr(0, 4094) + "y");
}
