#pragma once
// An extension module of CPython whose functions launch the kernels of a file, by the functions that its
// header declares (emit/cuda/interface.h), and the stub that tells editors of them.

#include "translator/emit/cuda/header.h"
#include "translator/options.h"
#include "translator/support/source.h"

#include <string>
#include <vector>

namespace cudapy::emit {

/// Returns why a function of Python cannot launch one of the kernels, or an empty text if all can be
/// launched.
std::string problem_of_python_module(const std::vector<EntryPoint>& entries);

/// Returns the text of the module, which includes <cudapy/python_module.h> and the file's header. The module
/// has the name Options::python_module has.
std::string python_module_text(const std::vector<EntryPoint>& entries, const SourceSet& sources,
                               const Options& options);
/// Returns the stub, NAME.pyi.
std::string python_stub_text(const std::vector<EntryPoint>& entries, const SourceSet& sources,
                             const Options& options);

} // namespace cudapy::emit
