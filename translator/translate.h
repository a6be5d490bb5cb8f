#pragma once
// The translator, whole: Python text in, CUDA C++ or host C++ and diagnostics out. It knows neither CPython
// nor CUDA; the command line, the Python module, the tests and the fuzzers all call this.

#include "translator/cuda/literal.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/program/checks.h"
#include "translator/support/source.h"
#include "translator/types/type.h"

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cudapy {

namespace cuda_text {
struct DeviceFunctions;
struct DeviceSource;
} // namespace cuda_text

enum class Target { cuda, cpu };

/// One text to translate.
struct SourceUnit {
    std::string path;
    std::string text;
    int first_line = 1;
    /// The one function to take from the text; empty for every signed function of a module.
    std::string function;
    /// A signature that overrides what the text says (`sig=`); empty for none. Its errors point into a file
    /// named "sig".
    std::string signature;
    /// The function is the lambda that stands in the text from `lambda_begin` to `lambda_end` (in bytes);
    /// `function` is what it is called. None where both are 0.
    uint32_t lambda_begin = 0;
    uint32_t lambda_end = 0;
    /// Of a file that others import: its module's name, "helpers" (see imports.h). Its functions are helpers
    /// of those that import them, and none is a kernel unless asked for by name.
    std::string module = {};
};

/// One instance of a generic kernel to make.
struct InstanceRequest {
    /// What a parameter is given: a value of a type, or a function of the translation.
    struct Argument {
        const Type* type = nullptr; ///< null: not known, or a function
        bool is_weak = false;       ///< a number of Python's own, which takes the type of what it meets
        std::string function;       ///< by its name; beside a type, how that is written
    };
    std::string kernel;
    std::string called;              ///< what messages call it, `cp.lib.map`; empty for its name
    std::vector<Argument> arguments; ///< by parameter; none where `choices` says all
    /// What type variables and function parameters stand for, by name: `T` a type, `f` a function. Without a
    /// name, a type is for the next type variable that is left.
    std::vector<std::pair<std::string, Argument>> choices;
};

/// `scale<float>`: types for the type variables in their order, or `zipWith<f=add, R=float>` by name. Nothing
/// where the text is not of that form.
std::optional<InstanceRequest> parse_instance(std::string_view text);

/// What a name outside the kernel's own functions means.
struct Binding {
    enum class What {
        constant, ///< `value`
        module,   ///< `path`: "math", "numpy", "cudapy"
        member, ///< `path`: "math.sqrt", "cudapy.int64", "numpy.float32": a function or type of such a module
        structure, ///< a class that @cp.struct made, called `path`: `type`, which is null where the text of
                   ///< the module has it, and in `elements` what its fields are when they are left out,
                   ///< unknown for nothing
        device_function, ///< of CUDA C++, called `path` in messages: `device_functions`
        function,        ///< a Python function that is not compiled with these; `path` is its name
        other,           ///< some other object: `path` is the name of its Python type ("list", "ndarray")
        unknown,         ///< not bound
        not_constant,    ///< bound more than once at module level, so that its value is not known without
                         ///< running it
    } what = What::unknown;
    /// int, float and complex are weak literals, as in the source; a NumPy scalar is a constant of its own
    /// type (`type`).
    /// An integer is a uint64_t only where it is above the largest int64_t.
    std::variant<std::monostate, bool, int64_t, uint64_t, double, std::complex<double>> value;
    /// Of a NumPy scalar, a vector, an instance of a struct or the struct itself; null for Python's own.
    const Type* type = nullptr;
    /// For a tuple of constants (`path` is then "tuple"), its elements; What::constant. For a vector or an
    /// instance of a struct, its fields. Of a struct, see there.
    std::vector<Binding> elements;
    std::string path;
    std::shared_ptr<const cuda_text::DeviceFunctions> device_functions;
    Span span;                  ///< where it was bound, when that is in a file of the translation
    bool int_too_large = false; ///< a Python int outside 64 bits
};

/// Gives the meaning of free names. The command line resolves them from the module's text, the Python module
/// from the function's closure, globals and builtins.
class NameResolver {
  public:
    virtual ~NameResolver() = default;
    /// `path` is {"N"}, or {"config", "N"} for `config.N` where `config` is neither a variable nor a module
    /// of Binding::What::module. `function` is the function that uses the name, `file` the index of its
    /// source unit.
    virtual Binding resolve(uint32_t file, const std::string& function,
                            std::span<const std::string> path) = 0;
    /// The default of a parameter of one of the units' own functions, as the `def` or `lambda` found it when
    /// it was run; nothing where only its text is known.
    virtual std::optional<Binding> default_value(uint32_t /*file*/, const std::string& /*function*/,
                                                 const std::string& /*parameter*/) {
        return std::nullopt;
    }
};

struct Options {
    Target target = Target::cuda;
    /// 64-bit coordinates, lengths and plain loop variables.
    bool index64 = false;
    bool line_directives = false;
    bool strict = false;
    /// The checked mode: what is outside the contract of the language is reported when a kernel does it.
    bool checked = false;
    /// The kernels to make; empty for every `void` function. Helpers that they call come along.
    std::vector<std::string> kernels;
    /// Instances of generic kernels to make, besides the kernels.
    std::vector<InstanceRequest> instances;
    /// With stubs: `extern "C"` launch functions for C++ programs, and a header. Without: kernels with C
    /// names and the parameter order of KernelInfo::slots, for a launcher that loads them.
    bool stubs = true;
    /// CPU, without stubs: the kernels become a part of a file with functions for C++ programs, in this
    /// namespace; see translate_program. Empty for none.
    std::string name_space;
    /// The name by which the emitted file includes its header; empty for none.
    std::string header_name;
    /// What the first line says the file was made from; empty: the path of the first unit.
    std::string origin;
};

struct ParameterInfo {
    std::string name;
    const Type* type;
    bool reads = false;  ///< an array that the kernel, or what it calls, reads elements of
    bool writes = false; ///< an array that the kernel, or what it calls, writes elements of
    /// The elements of lists (`T**`) side by side; the next two parameters are where each begins, with the
    /// end of the last one behind them, and how many lists there are.
    bool is_lists = false;
    /// Fields of its structs are written, not whole elements alone.
    bool writes_fields = false;
    /// Of a kernel that is CUDA C++: what it takes where its argument is left out.
    std::optional<cuda_text::Default> default_argument = {};
};

/// CPU: a number in the failure slot from this one on is that of a failed assertion.
constexpr int first_assertion = 1 << 30;
/// CPU: the failure where the system has no thread for each block of a kernel whose blocks wait for each
/// other.
constexpr int no_thread = -2147483647 - 1;

/// One parameter of the emitted kernel, when it is launched without a stub.
struct Slot {
    enum class What {
        scalar,  ///< parameter `index`, by value, of its type (bool is one byte)
        pointer, ///< parameter `index`, its data pointer
        length,  ///< parameter `index`, its extent along `axis`, as int32 or (index64) int64
        threads, ///< the logical thread count of axis `index` (0, 1, 2), as int32 or (index64) int64
        shared,  ///< the elements of the shared array `index` that is sized at the launch, as int32 or
                 ///< (index64) int64
        check,   ///< CPU: a FailedCheck that is all 0; see there
        failure, ///< CPU: an int32 that is 0; the kernel sets it to the line of a condition around a barrier
                 ///< about which the threads of a block disagree, to minus the line of an operation of a warp
                 ///< that others come to than its mask names, or to an assertion's number behind
                 ///< first_assertion; no_thread; of blocks that wait for each other, to the line of a barrier
                 ///< that not all of them come to
    } what;
    int index;
    int axis = 0; ///< of a length: the dimension of the array, the first one being 0
};

/// An `assert` of a kernel or of what it calls.
struct Assertion {
    Span span;           ///< the statement
    std::string message; ///< empty for none
};

/// What the first check that failed has found. On CUDA it is the device's variable Translation::check_symbol.
struct FailedCheck {
    int64_t number = 0; ///< counted from 1; 0 for none
    int64_t value = 0;  ///< see program::Check
    int64_t bound = 0;
    int64_t thread[3] = {}; ///< its coordinates
};

struct KernelInfo {
    std::string name;   ///< the Python function
    std::string symbol; ///< CUDA without stubs: the kernel in the cubin; CPU: the function in the shared
                        ///< object; with stubs: the stub
    std::vector<ParameterInfo> parameters;
    std::vector<Slot> slots;
    /// Bit a is set when the kernel may run with blocks wider than 1 on axis a. On another axis the block
    /// must be 1 wide, because the kernel does not guard it. Bit 0 is always set.
    unsigned axes = 1;
    /// It reads threadIdx, blockIdx, blockDim or gridDim, so that the shape of the blocks is visible to it.
    bool uses_blocks = false;
    /// Its threads work together in blocks: it runs for all threads of every block, also for those beyond the
    /// number asked for, and has no slots for that number.
    bool whole_blocks = false;
    /// It waits for all blocks (grid_sync), which must run at the same time: a cooperative launch on CUDA.
    bool cooperative = false;
    /// The shared arrays that are sized at the launch. On CUDA they follow each other in the dynamic shared
    /// memory, each at the next address that is aligned for its elements.
    struct Shared {
        std::string name;
        const Type* element;
    };
    std::vector<Shared> dynamic_shared;
    bool asserts = false; ///< it, or what it calls, has an `assert`
    bool prints = false;  ///< … a `print`
    bool checks = false;  ///< … something that the checked mode looks at
    Span span;            ///< the `def`
};

/// A `void` function whose types are chosen when it is launched.
struct GenericKernel {
    std::string name;
    struct Parameter {
        std::string name;
        std::string type; ///< as declared, `A*`, `R(A, B)`; empty where nothing says it
        bool is_function;
    };
    std::vector<Parameter> parameters;
};

/// What in a file keeps it from older GPUs.
struct CapabilityNeed {
    int capability = 0; ///< the least compute capability, times ten; 0 where every one does
    std::string what;   ///< "`swap`: atomicExch of `float4`"
};

struct Translation {
    std::shared_ptr<const SourceSet> sources;
    std::vector<diag::Diagnostic> diagnostics; ///< in source order
    bool ok = false;       ///< no errors (with `strict`, no warnings): the texts below are there
    std::string source;    ///< CUDA C++ or host C++
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
    /// CUDA C++ whose functions are called: it is in `source`.
    std::vector<std::shared_ptr<const cuda_text::DeviceSource>> device_sources;
    std::vector<GenericKernel> generics; ///< those of all units, whether or not all is ok
};

/// What is reported of a check that failed: "kernels.py:7: index 12 is outside X, which has 10 elements, in
/// thread 12: `X[i + 2]`".
std::string describe(const program::Check& check, const FailedCheck& failed, const SourceSet& sources);

/// The most shared arrays that one kernel can have sized at the launch.
constexpr std::size_t most_dynamic_arrays = 8;

/// Translates. Never throws for what a user wrote; a broken invariant throws InternalError.
/// Without a resolver, free names are looked up in the text of each unit's module.
Translation translate(std::vector<SourceUnit> units, const Options& options,
                      NameResolver* resolver = nullptr);

/// The parameters of a CPU kernel's entry point, `void symbol(const CpuRange*, void* const* slots)`: slots[i]
/// points at the value of slot i. It runs the threads of blocks [first_block, end_block) in order, block b
/// being (b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y), and of those only threads inside `threads`.
/// The emitted file declares the same layout for itself. For kernels that do not use blocks the block may be
/// as large as the launcher likes.
struct CpuRange {
    int64_t threads[3];
    int64_t block[3];
    int64_t grid[3];
    int64_t first_block;
    int64_t end_block;
};

/// The version of CudaPy ("0.1.0").
const char* version();

} // namespace cudapy
