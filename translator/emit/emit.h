#pragma once
// Prints lowered programs as text. Emitters decide nothing: they print.

#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/program.h"
#include "translator/python_line.h"
#include "translator/text_part.h"

#include <string>
#include <vector>

namespace cudapy::emit {

struct Emitted {
    std::string source;
    std::vector<PythonLine> python_lines;   ///< for each line of `source`
    std::vector<TextPart> parts;            ///< of `source`
    std::string header;                     ///< set with Options::stubs, or a namespace
    std::string functions;                  ///< set with a namespace
    std::string python_problem;             ///< with a Python module: why there is none
    std::string python_module, python_stub; ///< with a Python module
    std::vector<KernelInfo> kernels;
    std::vector<Assertion> assertions; ///< set without Options::stubs
    std::string assertion_symbol;
    bool assertions_trap = false;
    std::vector<FailurePlace> failure_places; ///< as in a Translation
    CapabilityNeed needs;
    std::vector<program::Check> checks; ///< the checks and the two symbols are as in a Translation
    std::string check_symbol;
    std::string recorder_symbol;
};

Emitted emit_cuda(const program::Program& program, const SourceSet& sources, const Options& options);
Emitted emit_host(const program::Program& program, const SourceSet& sources, const Options& options);

} // namespace cudapy::emit
