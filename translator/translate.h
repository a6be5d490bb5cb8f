#pragma once
// The whole translator. It takes Python text and gives CUDA C++ or host C++, and diagnostics. It knows
// neither CPython nor CUDA. The command line, the Python module, the tests and the fuzzers all call it.

#include "translator/diagnostics/diagnostic.h"
#include "translator/kernel_info.h"
#include "translator/options.h"
#include "translator/program/checks.h"
#include "translator/python_line.h"
#include "translator/resolver.h"
#include "translator/source_unit.h"
#include "translator/support/source.h"
#include "translator/text_part.h"

#include <memory>
#include <string>
#include <vector>

namespace cudapy {

namespace cuda_text {
struct DeviceSource;
} // namespace cuda_text

/// A function that is in its plain variant, because an optional transformation of it failed: a mistake of
/// ours.
struct LostVariant {
    std::string function;
    std::string file;           ///< the path of its source
    int line;                   ///< of its header
    std::string transformation; ///< its name (lower/optional_transformations.h); empty where it is not known
    std::string error;          ///< a text for those who mend it
};
/// Returns what is said of it: that the plain variant is used, and how to report it.
std::string describe(const LostVariant& lost);

struct Translation {
    std::shared_ptr<const SourceSet> sources;
    std::vector<diag::Diagnostic> diagnostics; ///< in source order
    bool ok = false;    ///< there are no errors (with `strict`, no warnings), and the texts below are set
    std::string source; ///< CUDA C++ or host C++
    std::vector<PythonLine> python_lines; ///< for each line of `source`, the line that it stands for
    std::vector<TextPart> parts;          ///< the parts of `source` that other files have, too, in order
    std::string header;    ///< with stubs or a namespace; empty if the namespace is a name of the file
    std::string functions; ///< with a namespace: the definitions of the functions that the header declares
    std::string python_problem; ///< with a Python module: why a kernel cannot be in it; empty if all can
    std::string python_module, python_stub; ///< with a Python module: its text, and its stub
    std::vector<KernelInfo> kernels;        ///< in source order (units in the order given)
    /// Without stubs, the assertions by their numbers, which count from 1. On CUDA the number of the first
    /// that failed is in the device's int variable `assertion_symbol` when the kernel has ended. On the CPU
    /// it is in the failure slot, added to first_assertion.
    std::vector<Assertion> assertions;
    std::string assertion_symbol; ///< CUDA; empty if nothing is asserted
    /// CUDA: some kernel waits for all blocks, so that a thread cannot end by itself. A failed assertion then
    /// ends the launch with a trap. `assertion_symbol` is then a pointer, which must be set to an int in the
    /// host's memory.
    bool assertions_trap = false;
    /// For the CPU, without stubs and without a namespace: the lines where threads wait for others that may
    /// never come. `source` has their numbers, which count from 1, so that it is the same wherever the
    /// functions are. In other texts for the CPU the lines are their own numbers.
    std::vector<FailurePlace> failure_places;
    CapabilityNeed needs;               ///< CUDA
    std::vector<program::Check> checks; ///< without stubs: the checks by FailedCheck::number
    std::string check_symbol;           ///< CUDA; empty if nothing is checked
    std::string recorder_symbol;        ///< CUDA: a generated::CudaRecorder; empty if nothing is recorded
    /// The CUDA C++ texts whose functions are called. They are in `source`.
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> device_sources;
    std::vector<LostVariant> lost_variants;
    std::vector<GenericKernel> generics; ///< the generic kernels of all units, even if there are errors
};

/// Translates the units. It never throws because of the text that a user wrote; a broken invariant throws
/// InternalError. Without a resolver, free names are looked up in the text of each unit's module.
Translation translate(std::vector<SourceUnit> units, const Options& options,
                      NameResolver* resolver = nullptr);

struct CheckedUnits;
/// Does the same and leaves the trees that it has made in `trees`. A process that ends need not free them,
/// which takes a tenth of the time for thousands of kernels.
Translation translate_and_keep(const std::vector<SourceUnit>& units, const Options& options,
                               NameResolver* resolver, CheckedUnits& trees);

} // namespace cudapy
