#pragma once
// Types that are named by an object that has them: `A.dtype`, `A.dtype.type(x)`, `type(x)`.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// Returns whether an expression has the form of one that names the type of something: `X.dtype`,
/// `X.dtype.type` or `type(x)`.
bool asks_for_type(const syntax::Expr& expr);
/// Returns the type that such an expression names, or nothing if it names none.
std::optional<Entity> element_type(Body& body, const syntax::Expr& expr);
/// Returns the meaning of `owner.name`, where the owner is no value.
Entity member_of(Body& body, const Entity& owner, const std::string& name);

} // namespace cudapy::checker
