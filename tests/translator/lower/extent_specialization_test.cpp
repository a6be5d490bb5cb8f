#include "translator/lower/analysis/extent_specialization.h"

#include "tests/translator/lower/lowered.h"

#include <doctest/doctest.h>

namespace cudapy::lower {

namespace {

/// The guesses that are made of the last kernel.
std::string guesses(const std::string& text, bool is_checked = false) {
    Options options;
    options.target = Target::cpu;
    options.checked = is_checked;
    program::Program program = checked(text, options);
    lower(program, options);
    program::validate(program, program::Stage::lowered);
    std::string result;
    for (const program::ExtentSpecialization& specialized : program.functions.back()->extent_specializations)
        result += specialized.parameter->name + "[" + std::to_string(specialized.axis) +
                  "] = " + std::to_string(specialized.extent) + "\n";
    return result;
}

} // namespace

TEST_CASE("extent specialization: the colours of an image, read and written") {
    const std::string kernel = R"py(
# k : void (uint8[,,] image, float[,] out, uint8[,] grey)
def k(image, out, grey):
    if idx < image.shape[1]:
        grey[idy, idx] = uint8((int(image[idy, idx, 0]) + int(image[idy, idx, 1]) + int(image[idy, idx, 2])) // 3)
        out[idx, 1] = 0.0
)py";
    CHECK(guesses(kernel) == "image[2] = 3\nout[1] = 2\n");
    CHECK(guesses(kernel, true).empty());
}

TEST_CASE("extent specialization: no guess where other elements are used") {
    for (const char* body : {
             "    B[idy, idx] = A[idy, idx, 0]\n", // of one element
             "    B[idy, idx] = A[idy, idx, 0] + A[idy, idx, idz]\n",
             "    B[idy, idx] = A[idy, idx, 4]\n", // of many
             "    B[idy, idx] = A[idy, idx, 1] + A[idy, idx, -1]\n",
             "    B[idy, idx] = A[idy, idx, 1]\n    for row in A:\n        B[0, 0] = row[0, 1]\n",
         }) {
        CAPTURE(body);
        CHECK(guesses(std::string("# k : void (int[,,] A, int[,] B)\ndef k(A, B):\n") + body).empty());
    }
}

} // namespace cudapy::lower
