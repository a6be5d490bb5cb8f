#pragma once
// The facts on an emitted kernel that launching it needs.

#include "runtime/include/cudapy/cpu_kernel.h"
#include "runtime/include/cudapy/kernel_facts.h"
#include "runtime/include/cudapy/launch_step.h"
#include "translator/cuda/literal.h"
#include "translator/program/variables.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudapy {

using generated::ElementBound;
using generated::FailedCheck;
using generated::first_assertion;
using generated::GuardedExtent;
using generated::no_thread;

struct ParameterInfo {
    std::string name;
    const Type* type;
    bool reads = false;  ///< an array that the kernel, or what it calls, reads elements of
    bool writes = false; ///< an array that the kernel, or what it calls, writes elements of
    /// The parameter holds the elements of lists (`T**`) side by side. The next two parameters are the
    /// indices where the lists begin, with the end of the last one after them, and the number of lists.
    bool is_lists = false;
    /// The kernel writes fields of its structs, and not only whole elements.
    bool writes_fields = false;
    /// The value that a kernel in CUDA C++ uses if the argument is left out.
    std::optional<cuda_text::Default> default_argument = {};
    /// The number of the array from outside that the parameter is for; -1 for an argument of the launch.
    int64_t captured = -1;
    /// The parameter whose tangent it is, and whose shape it must have; -1 for none.
    int64_t tangent_of = -1;
    /// It is a cotangent: that of `tangent_of`, or of a number, which gains in an array of one element.
    bool is_bar = false;
    /// In a derivative in reverse mode: the kernel itself changes the array.
    bool is_changed = false;
    /// What the launch leaves in the array is of no use, so that nobody need hold it.
    bool leaves_nothing = false;
    /// What the launcher fills in.
    program::LaunchPart launch_part = program::LaunchPart::none;

    bool is_of_launch() const { return launch_part != program::LaunchPart::none; }
    /// Returns whether a launch gives an argument for it. Those that it does not give are the last ones.
    bool is_given() const { return captured < 0 && !is_of_launch(); }
};

/// One parameter of the emitted kernel, for a launch without a stub.
struct Slot {
    enum class Kind {
        scalar,   ///< the value of parameter `index`, with its type (bool is one byte)
        pointer,  ///< the data pointer of parameter `index`
        length,   ///< the extent of parameter `index` along `axis`, as int32 or (index64) int64
        threads,  ///< the logical thread count of axis `index` (0, 1, 2), as int32 or (index64) int64
        shared,   ///< the elements of the shared array `index` that is sized at the launch, as int32 or
                  ///< (index64) int64
        check,    ///< CPU: a FailedCheck whose members are all 0; see there
        recorder, ///< CPU, checked mode: a generated::CpuRecorder
        /// CPU: an int32 that is 0 before the launch. The kernel sets it if it fails. It becomes the line of
        /// a condition around a barrier if the threads of a block disagree about the condition. It becomes
        /// minus the line of a warp operation if the threads that reach it are not those that its mask
        /// names. For a failed assertion it is first_assertion plus the assertion's number. If blocks wait
        /// for each other, it may be no_thread, or the line of a barrier that not all blocks reach.
        failure,
    } kind;
    int index;
    int axis = 0; ///< for a length, the dimension of the array, counted from 0
};

/// An `assert` of a kernel or of what it calls.
struct Assertion {
    Span span;           ///< the place of the statement
    std::string message; ///< empty for none
};

/// A line that a kernel tells of which fails on the CPU.
struct FailurePlace {
    std::string path;
    int line;
};

/// The most shared arrays that one kernel can have sized at the launch.
constexpr std::size_t most_dynamic_arrays = 8;

struct KernelInfo : generated::KernelFacts {
    std::string name;   ///< the name of the function that is emitted, which an instance has of its own
    std::string called; ///< the name of the Python function, for messages
    std::string symbol; ///< CUDA without stubs: the kernel in the cubin; CPU: the function in the shared
                        ///< object; with stubs: the stub
    std::vector<ParameterInfo> parameters;
    std::vector<Slot> slots;
    /// The bounds of the elements that every thread uses, whatever the arguments are.
    std::vector<ElementBound> bounds;
    /// The extents that its conditions compare the threads' coordinates with.
    std::vector<GuardedExtent> guards;
    /// The shared arrays that are sized at the launch. On CUDA they follow each other in the dynamic shared
    /// memory, each at the next address that is aligned for its elements.
    struct Shared {
        std::string name;
        const Type* element;
    };
    std::vector<Shared> dynamic_shared;
    /// The launch says how many bytes of dynamic shared memory there are, and not how many elements, as in
    /// the dialect of numba.cuda. It may say so of every kernel, and says nothing for none.
    bool sized_in_bytes = false;
    /// CUDA: a second variant of the kernel, with the same slots, in which one CUDA thread does the work of
    /// `size` neighbouring threads. It is for launches whose arguments fit.
    struct Coarsened {
        std::string symbol; ///< empty if there is no such variant
        std::array<int, 3> size = {1, 1, 1};
        /// The coarsening factors that gain, too, and need less of the arguments, or less threads; zeros for
        /// none. Their variant is what `--coarsen` with this size gives.
        std::array<int, 3> otherwise = {0, 0, 0};
        /// The threads wait for those of their block. A launch of the variant has the grid of the plain one,
        /// in blocks with as many times fewer threads along y, and no dynamic shared memory.
        bool in_blocks = false;
        /// The value of a slot must be a multiple of a number: an address in bytes, or an extent. With
        /// `is_exact` it must be the number. With `other` it must not be the value of that slot.
        struct Condition {
            int slot;
            int number;
            bool is_exact = false;
            int other = -1; ///< -1 for none
        };
        std::vector<Condition> conditions;
        /// A clause for people: what the variant gains, or why there is none; empty if nobody asked for one.
        std::string reason;
    };
    Coarsened coarsened;
    /// In both of these cases blocks shall be about as high as they are wide.
    bool has_column_accesses = false; ///< some array is accessed along y where others are accessed along x
    bool has_divergent_trip_counts = false; ///< its threads leave loops at different times
    bool checks = false;       ///< the kernel, or a function that it calls, has something that is checked
    bool records = false;      ///< the same for something that a recorder is told
    bool gives_arrays = false; ///< it calls functions of CUDA C++ that may write to arrays
    /// Set for a kernel that users do not launch: the launch of another one does so first.
    std::optional<generated::LaunchStep> step;
    std::vector<std::string> steps; ///< the names of the kernels that its own launch launches first
    int strided_axis = -1;          ///< as program::Function::strided_axis
    std::string foreign; ///< a function of CUDA C++ that it calls, directly or through others; empty for none
    Span span;           ///< the place of the `def`

    /// Returns whether it is a derivative, whose launch has more to do than others: it has steps, a tape, or
    /// arrays of tangents or cotangents.
    bool is_derivative() const {
        if (!steps.empty() || strided_axis >= 0) return true;
        for (const ParameterInfo& parameter : parameters)
            if (parameter.is_of_launch() || parameter.tangent_of >= 0 || parameter.is_bar) return true;
        return false;
    }
};

/// A `void` function whose types are chosen when it is launched.
struct GenericKernel {
    std::string name;
    struct Parameter {
        std::string name;
        std::string type; ///< the type as it is declared, `A*` or `R(A, B)`; empty if there is none
        bool is_function;
    };
    std::vector<Parameter> parameters;
};

/// The greatest need of a file that older GPUs cannot meet.
struct CapabilityNeed {
    int capability = 0;  ///< the least compute capability, times ten; 0 if every one is enough
    std::string subject; ///< "`swap`: atomicExch of `float4`"
};

} // namespace cudapy
