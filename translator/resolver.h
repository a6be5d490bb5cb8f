#pragma once
// The meanings of names outside the kernels. The translator asks its caller for them.

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

/// The meaning of a name outside the kernel's own functions.
struct Binding {
    enum class Kind {
        constant, ///< `value`
        module,   ///< `path`: "math", "numpy", "cudapy"
        member, ///< `path`: "math.sqrt", "cudapy.int64", "numpy.float32": a function or type of such a module
        /// A class that @cp.struct made, with the name `path`; `type` is null if the text of the module
        /// defines it; `elements` has the defaults of its fields, which are unknown for fields without one.
        structure,
        device_function, ///< a function of CUDA C++, called `path` in messages: `device_functions`
        /// A Python function; `path` is its name, `why` says why it is not compiled. For one of several
        /// signatures, `elements` has the types of the one that a call chose: of the result, which may be
        /// null, and of the arguments.
        function,
        lambda, ///< a lambda that is a unit of its own, with the name `path`
        /// A function of the library of a dialect, see Environment::chosen. `path` is the built-in function
        /// that it is for other types, or empty.
        overloaded,
        /// An array that the function captures: `value` is its number, and `type` its type. A kernel of the
        /// dialect of numba.cuda has a parameter for it.
        array,
        other,        ///< some other object: `path` is the name of its Python type ("list", "ndarray")
        unknown,      ///< the name is not bound
        not_constant, ///< bound more than once at module level, so that its value is not known without
                      ///< running it
    } kind = Kind::unknown;
    /// int, float and complex are weak literals, as in the source; a NumPy scalar is a constant of its own
    /// type (`type`). An integer is a uint64_t only if it is above the largest int64_t.
    std::variant<std::monostate, bool, int64_t, uint64_t, double, std::complex<double>> value;
    /// The type of a NumPy scalar, a vector, an instance of a struct or the struct itself. It is null for
    /// Python's own values.
    const Type* type = nullptr;
    /// The elements of a tuple of constants, which is a Kind::constant whose `path` is "tuple", or the fields
    /// of a vector or an instance of a struct, or the integer that a date of NumPy is, whose `type` is that
    /// of the date. See Kind::structure for a struct.
    std::vector<Binding> elements;
    std::string path;
    /// The reason why no unit has a function, as a sentence without a full stop. It is empty if none is
    /// known.
    std::string reason = {};
    std::shared_ptr<const cuda_text::DeviceFunctions> device_functions;
    Span span;                  ///< the place where it was bound, if that is in a file of the translation
    bool int_too_large = false; ///< a Python int outside 64 bits
    bool is_read_only = false;  ///< an array that kernels must not change
    /// An array of no dimension, for which `type` has one.
    bool is_scalar_array = false;
};

/// A resolver gives the meanings of free names. The command line resolves them from the module's text, the
/// Python module from the function's closure, globals and builtins.
class NameResolver {
  public:
    virtual ~NameResolver() = default;
    /// Returns the meaning of a name. `path` is {"N"}, or {"config", "N"} for `config.N` if `config` is
    /// neither a variable nor a module of Binding::Kind::module. `function` is the function that uses the
    /// name, and `file` is the index of its source unit.
    virtual Binding resolve(uint32_t file, const std::string& function,
                            std::span<const std::string> path) = 0;
    /// Returns the default of a parameter of one of the units' own functions, as it was evaluated when the
    /// `def` or `lambda` was run. Returns nothing if only the text of the default is known.
    virtual std::optional<Binding> default_value(uint32_t /*file*/, const std::string& /*function*/,
                                                 const std::string& /*parameter*/) {
        return std::nullopt;
    }
    /// Returns whether several threads may ask at the same time.
    virtual bool answers_threads() const { return false; }
};

} // namespace cudapy
