#pragma once
// Instances of generic kernels that a translation is asked for.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy {

class Type;

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

} // namespace cudapy
