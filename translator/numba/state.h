#pragma once
// What the dialect of numba keeps of its own while a body, and a translation, is checked.

#include "translator/check/body/body.h"
#include "translator/check/calls/given_call.h"
#include "translator/numba/desugar/method_call.h"
#include "translator/numba/locals/versions.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cudapy::checker::numba {

/// The facts that are known of the values of a local.
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

struct BodyState final : DialectState {
    Versions versions; ///< how the symbols were divided
    std::unordered_map<const Local*, LocalFacts> locals;
};

inline BodyState& state_of(Body& body) {
    return static_cast<BodyState&>(*body.dialect_state);
}
inline const BodyState& state_of(const Body& body) {
    return static_cast<const BodyState&>(*body.dialect_state);
}
/// The things that are made for all functions of a translation.
struct ProgramState final : DialectState {
    /// The calls of methods of arrays, and the assignments to parts of arrays, as calls of functions, by the
    /// call and by the target that was written.
    std::map<const syntax::Expr*, std::unique_ptr<MethodCall>> method_calls;
    /// The versions of functions that are given fields of records or tuples of arrays, by what these are, and
    /// the calls of them.
    std::map<std::pair<const FunctionInfo*, std::string>, FunctionInfo*> versions;
    std::map<std::pair<const syntax::Expr*, std::string>, std::unique_ptr<GivenCall>> calls;
    /// The calls that ask for the index of the element that a function returns.
    std::unordered_set<const syntax::Expr*> calls_for_indices;
};

inline ProgramState& state_of(Context& context) {
    return static_cast<ProgramState&>(*context.dialect_state);
}
inline LocalFacts& facts_of(Body& body, const Local& local) {
    return state_of(body).locals[&local];
}

} // namespace cudapy::checker::numba
