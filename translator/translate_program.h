#pragma once
// Kernels as a part of a C++ program: a file with their host C++, the functions that launch them and what the
// runtime (<cudapy/generated.h>) is told of them, the header that declares the functions, and their CUDA C++.

#include "translator/diagnostics/diagnostic.h"
#include "translator/options.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"

#include <memory>
#include <string>
#include <vector>

namespace cudapy {

struct ProgramOptions {
    Options options;        ///< but for target and stubs; with a header_name
    std::string name_space; ///< of the functions
    enum class Cuda {
        none, ///< kernels for the CPU alone
        text, ///< their CUDA C++ is in the program, which compiles it when it first launches one
        image ///< what nvcc makes of it is in the program: the file includes `image_name`, a list of bytes
    } cuda = Cuda::none;
    std::string image_name;
};

struct ProgramTranslation {
    std::shared_ptr<const SourceSet> sources;
    std::vector<diag::Diagnostic> diagnostics; ///< of both targets, each once
    bool ok = false;                           ///< the texts below are there
    bool is_namespace_taken = false; ///< not ok, because something in the file is called as the namespace
    std::string source, header;
    std::string cuda; ///< empty for Cuda::none
};

/// Of the first unit, and of modules that it imports.
ProgramTranslation translate_program(const std::vector<SourceUnit>& units, const ProgramOptions& options);

/// Why a namespace cannot be called so; empty when it can.
std::string problem_of_namespace(const std::string& name);

} // namespace cudapy
