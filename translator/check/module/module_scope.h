#pragma once
// Free names are resolved from the text of a module without running it.

#include "translator/check/check.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cudapy {

/// A resolver that knows what the parser found at the top level of each unit's module: imports, constants
/// that can be computed from the text (Python's operators and simple functions on numbers, tuples and other
/// such constants), functions and classes. Both arguments must outlive it.
class ModuleResolver : public NameResolver {
  public:
    /// Returns, for each unit, the functions without signatures and the lambdas that were asked for. They
    /// become ParsedUnit::needed of the next translation.
    virtual std::vector<std::set<std::string>> needed() const = 0;
};
/// Returns the name by which Binding::path names the lambda that a module-level name is bound to.
std::string lambda_name(const syntax::ModuleName& name);
std::unique_ptr<ModuleResolver> module_resolver(const std::vector<ParsedUnit>& units,
                                                const SourceSet& sources);

} // namespace cudapy
