#pragma once
// Names and attributes as values.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// The same: what messages are about.
std::optional<Entity> entity(Body& body, const syntax::Expr& expr);
/// The type that the annotation of a local names.
Environment::Annotation local_annotation(Body& body, const syntax::Expr& expr);
Value name_value(Body& body, const syntax::Expr& expr, const Entity& entity);
Value attribute(Body& body, const syntax::Attribute& expr);
Value binding_value(Body& body, Span span, const Binding& binding, const std::string& name);
void report_unknown(Body& body, const std::string& name, Span span, bool called = false);
void report_not_value(Body& body, const syntax::Expr& expr, const Entity& entity);

} // namespace cudapy::checker
