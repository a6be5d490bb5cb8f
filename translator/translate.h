#pragma once
// The translator, whole: Python text in, CUDA C++ or host C++ and diagnostics out. It knows neither CPython
// nor CUDA; the command line, the Python module, the tests and the fuzzers all call this.

#include "translator/diagnostics/diagnostic.h"
#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/checks.h"
#include "translator/python_line.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"

#include <memory>
#include <string>
#include <vector>

namespace cudapy {

namespace cuda_text {
struct DeviceSource;
} // namespace cuda_text

struct Translation {
    std::shared_ptr<const SourceSet> sources;
    std::vector<diag::Diagnostic> diagnostics; ///< in source order
    bool ok = false;    ///< no errors (with `strict`, no warnings): the texts below are there
    std::string source; ///< CUDA C++ or host C++
    std::vector<PythonLine> python_lines; ///< for each line of `source`, what it stands for
    std::string header;    ///< with stubs, or a namespace; empty where the namespace is a name of the file
    std::string functions; ///< with a namespace: the definitions of what the header declares
    std::vector<KernelInfo> kernels; ///< in source order (units in the order given)
    /// Without stubs: what the number of a failed assertion, counted from 1, stands for. On CUDA the number
    /// of the first that failed is in the device's int variable `assertion_symbol` when the kernel has ended;
    /// on the CPU it is in the failure slot, behind first_assertion.
    std::vector<Assertion> assertions;
    std::string assertion_symbol; ///< CUDA; empty where nothing is asserted
    /// CUDA: some kernel waits for all blocks, where a thread cannot end alone. A failed assertion ends the
    /// launch with a trap; `assertion_symbol` is a pointer, to be set to an int of the host's memory.
    bool assertions_trap = false;
    CapabilityNeed needs;               ///< CUDA
    std::vector<program::Check> checks; ///< without stubs: what FailedCheck::number stands for
    std::string check_symbol;           ///< CUDA; empty where nothing is checked
    std::string recorder_symbol;        ///< CUDA: a generated::CudaRecorder; empty where nothing is told it
    /// CUDA C++ whose functions are called: it is in `source`.
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> device_sources;
    std::vector<GenericKernel> generics; ///< those of all units, whether or not all is ok
};

/// Translates. Never throws for what a user wrote; a broken invariant throws InternalError.
/// Without a resolver, free names are looked up in the text of each unit's module.
Translation translate(std::vector<SourceUnit> units, const Options& options,
                      NameResolver* resolver = nullptr);

} // namespace cudapy
