#include "translator/cuda/literal.h"

#include "translator/cuda/source.h"

#include <doctest/doctest.h>

#include <cstdio>

using namespace cudapy::cuda_text;

namespace {

/// "int -1", "double 0x1p-1", "true", "null"; "?" for what is no literal.
std::string shown(std::string_view text) {
    const auto literal = literal_of(words_of(text));
    if (!literal) return "?";
    if (const bool* truth = std::get_if<bool>(&literal->value)) return *truth ? "true" : "false";
    if (const double* floating = std::get_if<double>(&literal->value)) {
        char number[64];
        std::snprintf(number, sizeof number, "double %a", *floating);
        return number;
    }
    if (const auto* integer = std::get_if<Literal::Integer>(&literal->value))
        return "int " + (integer->is_negative ? std::to_string(static_cast<int64_t>(integer->bits))
                                              : std::to_string(integer->bits));
    return "null";
}

/// What a kernel's parameters take where they are left out: "n = 4", "n = N is no literal".
std::string defaults(std::string_view text) {
    const Source source = read(text);
    std::string result;
    for (const Function& function : source.functions) {
        result += (result.empty() ? "" : "\n") + function.name + ":";
        for (const Parameter& parameter : function.parameters)
            if (const auto found = default_of(parameter))
                result += " " + parameter.name + " = " + found->text +
                          (found->problem.empty() ? ";" : " " + found->problem + ";");
    }
    return result;
}

} // namespace

TEST_CASE("cuda literals: integers have the types that C++ gives them") {
    CHECK(shown("0") == "int 0");
    CHECK(shown("-1") == "int -1");
    CHECK(shown("- + -(7)") == "int 7");
    CHECK(shown("10u") == "int 10");
    CHECK(shown("-1u") == "int 4294967295");
    CHECK(shown("-1ULL") == "int 18446744073709551615");
    CHECK(shown("0x10") == "int 16");
    CHECK(shown("-0xFFFFFFFF") == "int 1");
    CHECK(shown("-4294967295") == "int -4294967295");
    CHECK(shown("0b101") == "int 5");
    CHECK(shown("010") == "int 8");
    CHECK(shown("1'000'000") == "int 1000000");
    CHECK(shown("~0") == "int -1");
    CHECK(shown("~0u") == "int 4294967295");
    CHECK(shown("-2147483648") == "int -2147483648");
    CHECK(shown("0xFFFFFFFFFFFFFFFF") == "int 18446744073709551615");
    CHECK(shown("'a'") == "int 97");
    CHECK(shown("'\\n'") == "int 10");
    CHECK(shown("'\\0'") == "int 0");
}

TEST_CASE("cuda literals: floating numbers, truth and null") {
    CHECK(shown("0.5") == "double 0x1p-1");
    CHECK(shown("-.5e1f") == "double -0x1.4p+2");
    CHECK(shown("1.") == "double 0x1p+0");
    CHECK(shown("1.f") == "double 0x1p+0");
    CHECK(shown("0.1") == "double 0x1.999999999999ap-4");
    CHECK(shown("0.1f") == "double 0x1.99999ap-4");
    CHECK(shown("1e-3F") == "double 0x1.0624dep-10");
    CHECK(shown("0x1.8p1") == "double 0x1.8p+1");
    CHECK(shown("0x1p-1f") == "double 0x1p-1");
    CHECK(shown("true") == "true");
    CHECK(shown("(false)") == "false");
    CHECK(shown("-true") == "int -1");
    CHECK(shown("nullptr") == "null");
    CHECK(shown("NULL") == "null");
}

TEST_CASE("cuda literals: other expressions are none") {
    for (const char* text : {"",         "N",        "2 * 3",    "1 << 4", "--1",
                             "-",        "()",       "(1",       "{}",     "sizeof(int)",
                             "\"a\"",    "'ab'",     "'\\q'",    "1.0l",   "99999999999999999999",
                             "0xg",      "1x",       "-nullptr", "~1.5",   "(1)(2)",
                             "float(1)", "INFINITY", "1e999",    "1uu",    "0b12",
                             "08"})
        CHECK_MESSAGE(shown(text) == "?", text);
}

TEST_CASE("cuda literals: defaults of parameters") {
    CHECK(defaults("__global__ void k(float* X, float scale = 1.0f, int n = 2 * 3) {}") ==
          "k: scale = 1.0f; n = 2 * 3 is no literal;");
    // A definition has the defaults of its declaration.
    CHECK(defaults("__global__ void k(int n, int m = 3);\n__global__ void k(int a, int b) { }") ==
          "k: b = 3;");
    CHECK(defaults("#define N 4\n__global__ void k(int n = N) {}") == "k: n = 4;");
}

TEST_CASE("cuda literals: a default that conditions choose is none") {
    const char* const depends = " depends on a condition of the preprocessor;";
    CHECK(defaults("#ifndef N\n#define N 4\n#endif\n__global__ void k(int n = N) {}") ==
          std::string("k: n = 4") + depends);
    CHECK(defaults("#if A\n#define N 4\n#else\n#define N 5\n#endif\n__global__ void k(int n = N) {}") ==
          "k: n = N is no literal;");
    CHECK(defaults("__global__ void k(int n =\n#if A\n4\n#else\n5\n#endif\n) {}") ==
          std::string("k: n = 4") + depends);
    CHECK(defaults("__global__ void k(int n\n#if A\n= 4\n#endif\n) {}") == std::string("k: n = 4") + depends);
    // Which of the first two goes with which of the others is not known here.
    CHECK(defaults("__global__ void k(\n#if A\nint* X\n#else\nlong* X\n#endif\n, int n\n#if B\n= 4\n#else\n= "
                   "5\n#endif\n) {}") == std::string("k: n = 4") + depends + "\nk: n = 5" + depends);
    CHECK(defaults("#if A\n__global__ void k(int n = 4)\n#else\n__global__ void k(long n = 5)\n#endif\n{}") ==
          "k: n = 4;\nk: n = 5;");
    CHECK(defaults("#if A\n__global__ void k(int n = 4) {}\n#else\n__global__ void k(int n) {}\n#endif\n") ==
          std::string("k: n = 4") + depends);
    CHECK(defaults(
              "#if A\n__global__ void k(int n = 4) {}\n#else\n__global__ void k(int n = 4) {}\n#endif\n") ==
          "k: n = 4;");
}
