#pragma once
// The meaning of names outside the kernels, which whoever translates is asked for.

#include "translator/support/source.h"
#include "translator/types/type.h"

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cudapy {

namespace cuda_text {
struct DeviceFunctions;
} // namespace cuda_text

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
        function,        ///< a Python function; `path` is its name, `why` says why it is not compiled
        lambda,          ///< a lambda that is a unit of its own, by the name `path`
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
    /// Of a function that no unit has: the reason, a sentence without a full stop; empty where none is known.
    std::string why = {};
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
    /// Returns the default of a parameter of one of the units' own functions, as the `def` or `lambda` found
    /// it when it was run, or nothing if only its text is known.
    virtual std::optional<Binding> default_value(uint32_t /*file*/, const std::string& /*function*/,
                                                 const std::string& /*parameter*/) {
        return std::nullopt;
    }
};

} // namespace cudapy
