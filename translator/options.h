#pragma once
// The options of a translation.

#include "translator/instance_request.h"

#include <array>
#include <string>
#include <vector>

namespace cudapy {

enum class Target { cuda, cpu };

/// The variants of kernels that a text of CUDA C++ has. Kernels that gain from it have a second variant, in
/// which one CUDA thread does the work of several neighbouring threads (KernelInfo::Coarsened).
enum class EmittedVariants {
    plain,       ///< only the plain variant, and no word of others
    plain_first, ///< only the plain variant; the other one is in a text of its own, and KernelInfo::Coarsened
                 ///< is set
    coarsened,   ///< that text: only the coarsened variant, of the kernels that have one
    all,         ///< both variants in one text
};

/// The language that names and numbers of kernels belong to.
enum class Dialect {
    cudapy,
    numba, ///< that of functions under `numba.cuda.jit`: names and numbers mean what numba makes of them
};

struct Options {
    Target target = Target::cuda;
    Dialect dialect = Dialect::cudapy;
    /// Coordinates, lengths and plain loop variables have 64 bits.
    bool index64 = false;
    bool line_directives = false;
    bool strict = false;
    /// The checked mode. A kernel that breaks the contract of the language when it runs is reported.
    bool checked = false;
    /// The checked mode reports a division of floats by zero, too, as numba does under `debug=True`.
    bool debug = false;
    /// The recorder is also told which way each thread goes. This is for the host, without stubs, and with
    /// `checked`.
    bool trace = false;
    /// Functions count which lines they run, for reports of coverage. This is for the host, without stubs.
    bool coverage = false;
    /// In CUDA C++, numbers in arrays, also those in structs, are volatile, so that each access in the source
    /// is an instruction of its own. Whole structs, vectors and halves are left as they are. This is for
    /// tests.
    bool volatile_arrays = false;
    /// Compilers are told to compute fast instead of as the language says, so that nothing is rounded here
    /// with more care than they take.
    bool fast_math = false;
    EmittedVariants variants = EmittedVariants::plain;
    /// No function gets an optional transformation (lower/optional_transformations.h), as where a compiler
    /// refuses what they have made.
    bool plain = false;
    /// The optional transformations that fail, for tests: names between commas, or `all`, each with
    /// `:invalid` where it makes what the validator refuses.
    std::string break_variants;
    /// The threads along x, y and z whose work one CUDA thread shall do in the coarsened variant: 1, 2, 4 or
    /// 8 along x and y, and 1 along z. All 0 leave it to the analysis of the kernel. What is asked for along
    /// an axis that a kernel does not have counts as 1.
    std::array<int, 3> coarsen = {0, 0, 0};
    /// The kernels to make; empty for every `void` function. Helpers that they call come along.
    std::vector<std::string> kernels;
    /// Instances of generic kernels to make, besides the kernels.
    std::vector<InstanceRequest> instances;
    /// The kernels whose tangents (forward-mode derivatives) are made besides, see differentiate/jvp.h.
    std::vector<std::string> jvp;
    /// Only tangents are made: those of `jvp`, or of all kernels where it is empty.
    bool only_jvp = false;
    /// Parameters of kernels with the names of the parts of a tape are such (differentiate/tape.h). This is
    /// for tests.
    bool hides_tapes = false;
    /// The program computes in double what it would compute in narrower floats.
    bool in_double = false;
    /// The kernels whose derivatives in reverse mode are made besides, see differentiate/vjp.h.
    std::vector<std::string> vjp;
    /// All kernels are made into their derivatives in reverse mode, and nothing else is made.
    bool only_vjp = false;
    /// Derivatives in reverse mode may have steps: kernels that a launch of them launches first.
    bool has_steps = false;
    /// The parameters whose cotangents the derivatives in reverse mode give; empty for all of them.
    std::vector<std::string> wrt;
    /// With stubs, the translation has `extern "C"` launch functions for C++ programs, and a header. Without
    /// them, it has kernels with C names and the parameter order of KernelInfo::slots, for a launcher that
    /// loads them.
    bool stubs = true;
    /// This is for the CPU, without stubs. The kernels become a part of a file with functions for C++
    /// programs, in this namespace (see translate_program). It is empty for none.
    std::string name_space;
    /// A Python module of such functions, which is made too. Its name is empty for none.
    struct PythonModule {
        std::string name;
        std::string header_name; ///< the name by which the module includes the header
    } python_module;
    /// The translation is for such a program, on whatever target. Its launches have no recorder for the
    /// checked mode.
    bool is_for_program = false;
    /// The name by which the emitted file includes its header; empty for none.
    std::string header_name;
    /// The origin of the file that its first line names. If it is empty, that is the path of the first unit.
    std::string origin;
};

} // namespace cudapy
