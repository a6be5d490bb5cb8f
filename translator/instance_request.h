#pragma once
// Requests for instances of generic kernels, which a translation can get.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy {

class Type;

/// One instance of a generic kernel to make.
struct InstanceRequest {
    /// The argument that a parameter is given: a value of a type, or a function of the translation.
    struct Argument {
        const Type* type = nullptr; ///< null if it is not known, or for a function
        /// A number of Python's own, which takes the type of the values that it meets.
        bool is_weak = false;
        std::string function; ///< the name of the function; with a type, the text of the type
    };
    std::string kernel;
    std::string called;              ///< its name in messages, `cp.lib.map`; empty for its own name
    std::vector<Argument> arguments; ///< by parameter; empty if `choices` says everything
    /// The types and functions that type variables and function parameters stand for, by name: `T` stands for
    /// a type, `f` for a function. A type without a name is for the next type variable that is left.
    std::vector<std::pair<std::string, Argument>> choices;
};

/// Parses `scale<float>`, with types for the type variables in their order, or `zipWith<f=add, R=float>`,
/// with names. Returns nothing if the text has another form.
std::optional<InstanceRequest> parse_instance(std::string_view text);

} // namespace cudapy
