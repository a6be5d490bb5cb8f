#pragma once
// What the dialect of numba keeps of its own while a body is checked.

#include "translator/check/body/body.h"
#include "translator/check/numba/versions.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace cudapy::checker::numba {

/// What is known of the values of a local.
struct LocalFacts {
    /// The parameter whose value it has at first, if it is given others that meet it.
    program::Variable* given = nullptr;
    const Type* assigned = nullptr; ///< the type of its values in this pass so far
    bool may_be_negative = false;   ///< one of its values may be a negative number, as far as was seen

    /// Two types of integers that have none in common, so that the name is a float64.
    struct Clash {
        const Type* before; ///< of the values until then
        const Type* type;   ///< of the value at `span`
        Span span;
    };
    std::optional<Clash> clash;       ///< the first one that a pass met
    bool is_float = false;            ///< a value of this pass is a float whatever types other names have
    std::vector<const Local*> floats; ///< the names that make values of this pass floats
};

struct State final : DialectState {
    Versions versions; ///< how the symbols were divided
    std::unordered_map<const Local*, LocalFacts> locals;
};

inline State& state_of(Body& body) {
    return static_cast<State&>(*body.dialect_state);
}
inline const State& state_of(const Body& body) {
    return static_cast<const State&>(*body.dialect_state);
}
inline LocalFacts& facts_of(Body& body, const Local& local) {
    return state_of(body).locals[&local];
}

} // namespace cudapy::checker::numba
