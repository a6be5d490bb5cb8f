#include "translator/syntax/signature/signature.h"

#include "translator/diagnostics/render.h"

#include <doctest/doctest.h>

using namespace cudapy;

namespace {

/// The signature as read, or what was reported about it.
std::string read(const std::string& text, bool always_errors = false) {
    SourceSet sources;
    uint32_t file = sources.add(SourceFile("sig", text));
    diag::Sink sink;
    auto signature = syntax::parse_signature(sources, {file, 0, static_cast<uint32_t>(text.size())}, sink);
    if (sink.has_errors() || always_errors) return diag::render_all(sink.take_sorted(), sources);
    REQUIRE(signature);
    std::string out = signature->function + " " + signature->result->name() + " (";
    for (const auto& parameter : signature->parameters) {
        if (&parameter != &signature->parameters.front()) out += ", ";
        out += parameter.type->name() + (parameter.name.empty() ? "" : " " + parameter.name);
        CHECK(sources.text(parameter.name_span) == parameter.name);
    }
    return out + ")";
}

/// `code column` of each error.
std::string codes(const std::string& text) {
    SourceSet sources;
    uint32_t file = sources.add(SourceFile("sig", text));
    diag::Sink sink;
    syntax::parse_signature(sources, {file, 0, static_cast<uint32_t>(text.size())}, sink);
    std::string out;
    for (const auto& diagnostic : sink.take_sorted()) {
        out += std::string(diagnostic.kind().code) + " <" + std::string(sources.text(diagnostic.span)) + "> ";
    }
    return out;
}

} // namespace

TEST_CASE("signature: names and types") {
    CHECK(read("saxpy : void (float alpha, float* X, float* Y)") ==
          "saxpy void (float alpha, float* X, float* Y)");
    CHECK(read("void (float, float *, double)") == " void (float, float*, double)");
    CHECK(read("f:int()") == "f int ()");
    CHECK(read("f : double (bool b, int i, int32 j, int64 k, float x, float32 y, double z, float64 w)") ==
          "f double (bool b, int i, int j, int64 k, float x, float y, double z, double w)");
    CHECK(read("f : void (float a,\n  #  float b\n#)") == "f void (float a, float b)");
}

TEST_CASE("signature: arrays of several dimensions") {
    CHECK(read("f : void (float[,] A, int[,,] B, bool [ , ] C, double[,,,,,,,])") ==
          "f void (float[,] A, int[,,] B, bool[,] C, double[,,,,,,,])");
    CHECK(codes("f : float[,] (float[,,,,,,,,] A)") == "E208 <float[,]> E213 <float[,,,,,,,,]> ");
    CHECK(codes("f : void (float A[,], int[2,3] B, void[,] C, float*[,] D, float[] E, float[,") ==
          "E214 <[,]> E214 <[2,3]> E207 <void[,]> E204 <float*[,]> E201 <> ");
}

TEST_CASE("signature: an unknown type") {
    CHECK(read("f : void (flaot x)") == "sig:1:11: error[E203]: unknown type `flaot`\n"
                                        "   1 | f : void (flaot x)\n"
                                        "     |           ^^^^^ not a type\n"
                                        "   = help: did you mean `float`?\n"
                                        "1 error\n");
    CHECK(codes("f : Void (Float x, whatever y)") == "E203 <Void> E203 <Float> E203 <whatever> ");
}

TEST_CASE("signature: types that come later") {
    CHECK(codes("f : void (uint8 a, half b, long3 c, complex64 d)") == "E204 <long3> ");
    CHECK(codes("f : void (float*** m, (float, int)* t)") == "E204 <float***> E204 <(float, int)*> ");
}

TEST_CASE("signature: tuples") {
    CHECK(read("f : (float, (int, bool)) ((double, float) t)") ==
          "f (float, (int, bool)) ((double, float) t)");
    CHECK(codes("f : (float) ((int, float*) t, (void, int) u, () v)") ==
          "E233 <(float)> E234 <float*> E234 <void> ");
    CHECK(read("f : (float,) ((int,) t, () u)") == "f (float,) ((int,) t, () u)");
}

TEST_CASE("signature: type variables and functions") {
    CHECK(read("zipWith : void (R(A, B) f, A* X, B* Y, R* Z)") ==
          "zipWith void (R(A, B) f, A* X, B* Y, R* Z)");
    CHECK(read("f : (A, B) (A[,] M, float(A, int) g, void() h, T x)") ==
          "f (A, B) (A[,] M, float(A, int) g, void() h, T x)");
    CHECK(codes("f : void (R(void) f, R(A) * g)") == "E206 <void> E204 <R(A) *> ");
}

TEST_CASE("signature: types of C") {
    CHECK(read("f : void (unsigned long n)") ==
          "sig:1:11: error[E205]: `unsigned long` is a type of C and not of kernels\n"
          "   1 | f : void (unsigned long n)\n"
          "     |           ^^^^^^^^^^^^^ a type of C\n"
          "   = note: its width differs from system to system\n"
          "   = help: write `uint64`\n"
          "1 error\n");
    CHECK(codes("f : void (size_t a, char b, long double c)") ==
          "E205 <size_t> E205 <char> E205 <long double> ");
    CHECK(codes("f : void (const float* X, float* __restrict__ Y, float &y)") ==
          "E211 <const> E211 <__restrict__> E210 <&> ");
    CHECK(codes("f : void (float X[], float Y[10], float[] Z)") == "E209 <[]> E209 <[10]> ");
}

TEST_CASE("signature: void stands for a result only") {
    CHECK(codes("f : void (void)") == "E206 <void> ");
    CHECK(codes("f : void (int a, void b)") == "E206 <void> ");
    CHECK(codes("f : void* (void* p)") == "E207 <void*> E207 <void*> ");
    CHECK(codes("f : float* (int n)") == "E208 <float*> ");
}

TEST_CASE("signature: two parameters of one name") {
    CHECK(codes("f : void (int a, int a)") == "E212 <a> ");
}

TEST_CASE("signature: what is malformed") {
    auto message = [](const std::string& text) {
        std::string all = read(text, true);
        std::string first = all.substr(0, all.find('\n'));
        std::size_t help = all.find("   = help: ");
        return first + (help == std::string::npos
                            ? ""
                            : " / " + all.substr(help + 11, all.find('\n', help) - help - 11));
    };
    CHECK(message("f : void (float x") ==
          "sig:1:18: error[E201]: malformed signature: expected `,` or `)`, found the end of the signature");
    CHECK(message("f : void float x)") ==
          "sig:1:10: error[E201]: malformed signature: expected `(`, found `float`");
    CHECK(message("f : void (float x,)") == "sig:1:19: error[E201]: malformed signature: expected a type, "
                                            "found `)` / remove the comma before it");
    CHECK(message("f : void (x: float)") ==
          "sig:1:12: error[E201]: malformed signature: expected `,` or `)`, found `:` / the type is before "
          "the name: `float x`");
    CHECK(message("f : void (int a = 3)") == "sig:1:17: error[E201]: malformed signature: expected `,` or "
                                             "`)`, found `=` / defaults are written in "
                                             "the function itself");
    CHECK(message("f : (float x)") == "sig:1:5: error[E201]: malformed signature: expected the type of the "
                                      "result, found `(` / write the type of "
                                      "the result first, `void` where there is none: `void (…)`");
    CHECK(
        message("f : void (int a) -> int") ==
        "sig:1:18: error[E201]: malformed signature: expected the end of the signature, found `-` / the type "
        "of the result is first: `name : float (float x)`");
    CHECK(message("") ==
          "sig:1:1: error[E201]: malformed signature: expected a type, found the end of the signature");
}
