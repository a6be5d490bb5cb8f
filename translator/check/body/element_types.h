#pragma once
// Types by what has them: `A.dtype`, `A.dtype.type(x)`, `type(x)`.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

bool asks_for_type(const syntax::Expr& expr);
std::optional<Entity> element_type(Body& body, const syntax::Expr& expr);
Entity member_of(Body& body, const Entity& owner, const std::string& name);

} // namespace cudapy::checker
