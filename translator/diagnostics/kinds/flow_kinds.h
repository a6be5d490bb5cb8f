#pragma once
// Kinds of diagnostics about what every path of a function does. See kind.h for how one is declared. Add the
// struct to the list at the end. Types in payloads are as signatures write them (`float*`). `text` is source
// text, cut to a handy length.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <string>

namespace cudapy::diag {

/// A variable that is read where no path has assigned it.
struct UnassignedVariable {
    static constexpr Kind kind{"E550", "unassigned-variable", Severity::error};
    std::string name;
    bool in_loop = false;     ///< the read is in a loop, so that its line above is no place for a first value
    bool hides_outer = false; ///< the name means something outside the function, too
    bool is_deleted = false;  ///< a `del` took the value away
    bool never_runs = false;  ///< the branch that assigns it was left out, as its condition is known
};
Prose describe(const UnassignedVariable& payload, const Words& words);

/// A function with a result, some path of which ends without `return`.
struct MissingReturn {
    static constexpr Kind kind{"E551", "missing-return", Severity::error};
    std::string function;
    std::string result; ///< its type
};
Prose describe(const MissingReturn& payload);

/// A variable that is read where some path has not assigned it.
struct MaybeUnassigned {
    static constexpr Kind kind{"W910", "maybe-unassigned", Severity::warning};
    enum class Reason {
        branch,            ///< assigned under an `if`
        loop,              ///< assigned in a loop that may run zero times
        loop_variable,     ///< the variable of a `for`, read after it
        earlier_iteration, ///< assigned further down in the same loop
    };
    std::string name;
    Reason reason;
};
Prose describe(const MaybeUnassigned& payload);

/// A value that is assigned to a variable and read nowhere after that.
struct LostValue {
    static constexpr Kind kind{"W935", "lost-value", Severity::warning};
    std::string name;
    bool is_parameter = false;
};
Prose describe(const LostValue& payload, const Words& words);

using FlowKinds = KindList<UnassignedVariable, MissingReturn, MaybeUnassigned, LostValue>;

} // namespace cudapy::diag
