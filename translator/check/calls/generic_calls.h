#pragma once
// Calls of generic functions, whose arguments choose the types that their type variables stand for.

#include "translator/check/expressions/value.h"

#include <vector>

namespace cudapy::checker {

struct Body;
struct FunctionInfo;

/// The types that a function of several signatures is called for: those of the signature that fits best.
struct ChosenSignature {
    std::vector<const Type*> arguments;
    const Type* result = nullptr; ///< null: that of the values that it returns
};

/// Returns the instance of a generic function for these arguments, and adds their values; null where there
/// is none.
FunctionInfo* instance(Body& body, const syntax::Call& expr, FunctionInfo& generic,
                       const std::vector<const syntax::Expr*>& passed, std::vector<Value>& values,
                       std::vector<program::ExprPtr>& captures, const ChosenSignature* chosen = nullptr);

} // namespace cudapy::checker
