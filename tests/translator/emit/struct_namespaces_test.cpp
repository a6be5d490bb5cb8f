// In which namespaces the header of a C++ program has structs.

#include "translator/translate_program.h"

#include <doctest/doctest.h>

namespace cudapy {

namespace {

SourceUnit unit(const std::string& path, const std::string& text, const std::string& module = "") {
    SourceUnit made;
    made.path = path;
    made.text = text;
    made.module = module;
    return made;
}

/// The header's part after the includes, of a file that imports a struct from others.
std::string header_of(const std::string& text, const std::vector<SourceUnit>& others) {
    std::vector<SourceUnit> units = {unit("main.py", text)};
    units.insert(units.end(), others.begin(), others.end());
    ProgramOptions options;
    options.name_space = "own";
    options.options.header_name = "main.h";
    options.cuda = ProgramOptions::Cuda::none;
    const std::string header = translate_program(units, options).header;
    const std::string before = "#include <stdint.h>\n\n";
    const std::size_t begin = header.find(before);
    return begin == std::string::npos ? header : header.substr(begin + before.size());
}

constexpr const char* point = "import cudapy as cp\n@cp.struct\nclass Point:\n    x: cp.int32\n";

} // namespace

TEST_CASE("a class of the file itself") {
    CHECK(header_of(std::string(point) + "# f : void (Point* P)\ndef f(P):\n    P[idx] = Point(1)\n", {}) ==
          R"(#ifndef CUDAPY_STRUCT_Point_int_x_IN_own
#define CUDAPY_STRUCT_Point_int_x_IN_own
namespace own {
struct Point
{
    int x;
};
} // namespace own
#endif

namespace own {

void f(const cudapy::Launch& launch, cudapy::View<Point> P);

} // namespace own
)");
}

TEST_CASE("the name of a file that C++ has taken, and that a kernel has, too") {
    CHECK(header_of("from new import Point\n# f : void (Point* P)\ndef f(P):\n    P[idx] = Point(1)\n"
                    "# new_2 : void (Point* P)\ndef new_2(P):\n    P[idx] = Point(2)\n",
                    {unit("a/new.py", point, "new")}) == R"(#ifndef CUDAPY_STRUCT_Point_int_x_IN_new_3
#define CUDAPY_STRUCT_Point_int_x_IN_new_3
namespace new_3 {
struct Point
{
    int x;
};
} // namespace new_3
#endif

namespace own {

using new_3::Point;

void f(const cudapy::Launch& launch, cudapy::View<new_3::Point> P);

void new_2(const cudapy::Launch& launch, cudapy::View<new_3::Point> P);

} // namespace own
)");
}

TEST_CASE("a kernel that is called as another file's struct") {
    CHECK(
        header_of(
            "from größen import Point as Other\n# Point : void (Other* P)\ndef Point(P):\n    P[idx].x = 1\n",
            {unit("größen.py", point, "größen")}) == R"(#ifndef CUDAPY_STRUCT_Point_int_x_IN_gru00f6_u00df_en
#define CUDAPY_STRUCT_Point_int_x_IN_gru00f6_u00df_en
namespace gru00f6_u00df_en {
struct Point
{
    int x;
};
} // namespace gru00f6_u00df_en
#endif

namespace own {

using gru00f6_u00df_en::Point;

void Point_(const cudapy::Launch& launch, cudapy::View<gru00f6_u00df_en::Point> P);

} // namespace own
)");
}

} // namespace cudapy
