#pragma once
// The variables that lambdas use of the functions around them: `map(lambda v: alpha * v, X)`. A lambda is a
// function of its own. The variables travel to it as further parameters, through each function that the
// lambda is given to. Their values are passed when the lambda is given and not when it is called. That makes
// no difference, because nothing assigns to the variables until the call is over.

#include "translator/check/module/instances.h"
#include "translator/program/program.h"
#include "translator/syntax/ast.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;

/// Returns the function that a lambda is, and adds the values of what it uses of this function; null where
/// there was an error.
FunctionInfo* lambda_argument(Body& body, const syntax::Lambda& lambda, const std::string& name,
                              std::vector<program::ExprPtr>& captures);
/// Adds what a local name of a function stands for, where the name is one and that is no lambda.
void add_name(Body& body, const syntax::Name& name, Instances::LambdaNames& names);
/// Returns the captured values that come along with the function that is given for a parameter.
std::vector<program::ExprPtr> own_captures(const Body& body, const std::string& function, Span span);

} // namespace cudapy::checker
