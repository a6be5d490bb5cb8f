#pragma once
// The first stages of a translation, which lead from texts to the typed program.

#include "translator/check/check.h"
#include "translator/diagnostics/diagnostic.h"
#include "translator/options.h"
#include "translator/source_unit.h"

#include <memory>
#include <vector>

namespace cudapy {

/// The results of the checker for the units.
struct CheckedUnits {
    std::shared_ptr<SourceSet> sources = std::make_shared<SourceSet>();
    diag::Sink sink;
    std::vector<ParsedUnit> parsed;
    std::vector<GenericKernel> generics;
    program::Program program;
};

CheckedUnits check_units(const std::vector<SourceUnit>& units, const Options& options,
                         NameResolver& resolver);
/// Checks units in which names mean what the text of their module says.
CheckedUnits check_modules(const std::vector<SourceUnit>& units, const Options& options);

} // namespace cudapy
