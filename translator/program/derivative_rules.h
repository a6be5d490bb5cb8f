#pragma once
// The signatures of functions that stand for the derivatives of others: `@cp.custom_vjp(f_vjp)`, and
// `cp.cuda_source(text, vjp={"f": "f_vjp"})`.

#include "translator/program/program.h"

#include <string>
#include <vector>

namespace cudapy::program {

/// Returns whether there are floats or complex numbers in a type, which tangents and cotangents are of.
bool is_differentiable(const Type* type);

/// The parameters and the result of a rule.
struct RuleSignature {
    std::vector<const Type*> parameters;
    const Type* result = nullptr;
    /// Of a rule in reverse mode, the parameters of the function whose cotangents are parameters of the rule,
    /// and those whose cotangents it returns, in their order.
    std::vector<std::size_t> passed, returned;

    bool fits(const Function& rule) const;
    /// Returns it as messages show it, `(double, double) (double, double, double)`, after a rule's name.
    std::string text() const;
};

/// Returns the signature of the rule of a function in reverse mode: its arguments, the cotangent of what it
/// returns, and those of its arrays, which gain. It returns the cotangents of its other parameters.
/// `by_pointers` is for CUDA C++: the rule gets a pointer for each of those, and returns nothing.
RuleSignature vjp_signature(const Function& function, bool by_pointers);

/// Returns that in forward mode: the arguments, and the tangents of those that have one. It returns the
/// tangent of what the function returns.
RuleSignature jvp_signature(const Function& function);

/// Returns the name of a function in messages.
inline const std::string& name_in_messages(const Function& function) {
    return function.called.empty() ? function.name : function.called;
}

/// Returns why a function of CUDA C++ has no rule in a mode, as a clause.
std::string why_no_rule(const Function& function, bool is_vjp);
/// Returns how a program names one, `cuda_source(…, vjp={"f": "f_vjp"})`.
std::string rule_to_name(const Function& function, const std::string& mode);

} // namespace cudapy::program
