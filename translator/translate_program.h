#pragma once
// Kernels as a part of a C++ program. A file has their host C++, the functions that launch them and the facts
// on them for the runtime (<cudapy/generated.h>). There are also the header that declares the functions, and
// the kernels' CUDA C++.

#include "translator/diagnostics/diagnostic.h"
#include "translator/options.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"
#include "translator/translate.h"

#include <memory>
#include <string>
#include <vector>

namespace cudapy {

struct ProgramOptions {
    Options options;        ///< without target and stubs; with a header_name
    std::string name_space; ///< the namespace of the functions
    enum class Cuda {
        none, ///< kernels only for the CPU
        text, ///< their CUDA C++ is in the program, which compiles it when it first launches one
        image ///< the output of nvcc is in the program: the file includes `image_name`, a list of bytes
    } cuda = Cuda::none;
    std::string image_name;
};

struct ProgramTranslation {
    std::shared_ptr<const SourceSet> sources;
    std::vector<diag::Diagnostic> diagnostics; ///< the diagnostics of both targets, each once
    std::vector<LostVariant> lost_variants;    ///< those of both targets
    bool ok = false;                           ///< the texts below are set
    bool is_namespace_taken = false; ///< not ok, because something in the file has the name of the namespace
    std::string source, header;
    std::string cuda; ///< empty for Cuda::none
    /// Not ok, because a kernel cannot be in the Python module; empty if all can.
    std::string python_problem;
    std::string python_module, python_stub; ///< with Options::python_module
};

/// Translates the first unit, and the modules that it imports.
ProgramTranslation translate_program(const std::vector<SourceUnit>& units, const ProgramOptions& options);

/// Returns why a Python module cannot have the name, or an empty text if it can.
std::string problem_of_module_name(const std::string& name);

/// Returns why a namespace cannot have the name, or an empty text if it can.
std::string problem_of_namespace(const std::string& name);

} // namespace cudapy
