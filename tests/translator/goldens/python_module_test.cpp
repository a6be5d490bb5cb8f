// Goldens of Python modules: each tests/goldens/python_modules/NAME.py has the module and its stub next to
// it.

#include "translator/translate_program.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cudapy {

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(CUDAPY_TESTS_DIR) / "goldens" / "python_modules";

std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

ProgramTranslation translated(const std::string& text, const std::string& name) {
    SourceUnit unit;
    unit.path = name + ".py";
    unit.text = text;
    ProgramOptions options;
    options.name_space = name;
    options.options.header_name = name + ".h";
    options.options.python_module = {"fast", name + ".h"};
    return translate_program({unit}, options);
}

void check(const fs::path& path, const std::string& text) {
    const char* update = std::getenv("CUDAPY_UPDATE_GOLDENS");
    if (update && *update)
        std::ofstream(path, std::ios::binary) << text;
    else
        CHECK_MESSAGE(read(path) == text, path.string());
}

/// Returns why there is no module of a file with this parameter.
std::string problem_with(const std::string& parameter) {
    const ProgramTranslation translation =
        translated("import cudapy as cp\n\n@cp.struct\nclass Point:\n    x: cp.float32\n\n# move : void (" +
                       parameter + " B)\ndef move(B):\n    pass\n",
                   "kernels");
    CHECK_FALSE(translation.ok);
    CHECK(translation.python_module.empty());
    return translation.python_problem;
}

} // namespace

TEST_CASE("goldens: every input of a Python module has its module and its stub") {
    for (const std::string name : {"arguments", "sample"}) {
        const fs::path path = folder / (name + ".py");
        const ProgramTranslation translation = translated(read(path), name);
        REQUIRE(translation.ok);
        check(path.string() + ".expected.module.cpp", translation.python_module);
        check(path.string() + ".expected.pyi", translation.python_stub);
    }
}

TEST_CASE("parameters that a function of a Python module does not take") {
    CHECK(problem_with("Point*") ==
          "the parameter B of the kernel move is an array whose elements are each a struct");
    CHECK(problem_with("Point") == "the parameter B of the kernel move is a struct");
    CHECK(problem_with("float4[,]") ==
          "the parameter B of the kernel move is an array whose elements are each a vector");
    CHECK(problem_with("int2") == "the parameter B of the kernel move is a vector");
    CHECK(problem_with("float**") == "the parameter B of the kernel move is an array of arrays");
}

TEST_CASE("a Python module whose names are those of the kernels' namespace") {
    const std::string text =
        translated("# f : void (int* X)\ndef f(X):\n    X[idx] = 1\n", "functions").python_module;
    CHECK(text.find("static PyMethodDef functions_2[] = {\n") != std::string::npos);
    CHECK(problem_of_module_name("fast_2").empty());
    CHECK(problem_of_module_name("my-module") == "is not a name of letters, digits and underscores");
}

} // namespace cudapy
