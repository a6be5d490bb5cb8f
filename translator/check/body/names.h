#pragma once
// Names and attributes as values.

#include "translator/check/expressions/value.h"
#include "translator/check/module/environment.h"

#include <optional>
#include <string>

namespace cudapy::checker {

struct Body;

/// Returns what an expression stands for, if it is a name (with attributes) that is no variable, or if it
/// names the type of something. Returns nothing for any other expression.
std::optional<Entity> entity(Body& body, const syntax::Expr& expr);
/// Returns the type that the annotation of a local names.
Environment::Annotation local_annotation(Body& body, const syntax::Expr& expr);
/// Returns the value of a name, or of names with dots, that stands for no variable.
Value name_value(Body& body, const syntax::Expr& expr, const Entity& entity);
/// Checks `owner.name`.
Value attribute(Body& body, const syntax::Attribute& expr);
/// Returns the value of a binding, which a name outside the function has.
Value binding_value(Body& body, Span span, const Binding& binding, const std::string& name);
/// Reports an unknown name, with a suggestion of a name that may be meant.
void report_unknown(Body& body, const std::string& name, Span span, bool called = false,
                    const std::string& whole = {});
/// Reports a name that does not stand for a value.
/// Reports a name that stands for no value. If it is called, `call` is the call of it.
void report_not_value(Body& body, const syntax::Expr& expr, const Entity& entity,
                      const syntax::Call* call = nullptr);

} // namespace cudapy::checker
