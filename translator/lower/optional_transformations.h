#pragma once
// The optional transformations: those that only make code faster, by other variants of a kernel or by changes
// to a function. A function for which one of them fails is lowered without any of them.

#include "translator/program/program.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cudapy::lower {

/// Thrown where an optional transformation of a function fails, or leaves what the validator refuses. The
/// program is then of no use. Made anew, with Function::is_plain for that function, it has no such error.
struct FailedTransformation {
    std::string function;
    std::string transformation; ///< its name; empty where it is not known
    std::string error;          ///< what the error says
};

using Breakages = std::map<std::string, program::Breakage, std::less<>>;
/// Returns what the words of Options::break_variants ask for, or nothing where they are wrong.
std::optional<Breakages> read_breakages(std::string_view words);
/// Returns the names of the optional transformations, for a message.
std::string names_of_transformations();

/// Does optional transformations, and lets them fail where the program asks for it.
class OptionalTransformations {
  public:
    explicit OptionalTransformations(const program::Program& program)
        : breakages_(program.broken_transformations) {}

    /// Calls transform(), unless the function is plain. Throws FailedTransformation where
    /// that throws.
    void optional(std::string_view name, program::Function& function,
                  const std::function<void()>& transform) const {
        if (!function.is_plain) also_plain(name, function, transform);
    }
    /// Does the same where a plain function is transformed, too, but in a simpler way. Errors of one that is
    /// plain are thrown on.
    void also_plain(std::string_view name, program::Function& function,
                    const std::function<void()>& transform) const;

  private:
    const Breakages& breakages_;
};

} // namespace cudapy::lower
