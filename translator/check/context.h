#pragma once
// What all functions of one translation share while they are checked.

#include "translator/check/check.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace cudapy::checker {

/// A function of the translation and where its types were said.
struct FunctionInfo {
    const syntax::Function* syntax = nullptr;
    uint32_t file = 0;
    program::Function* function = nullptr;
    bool valid = false;                     ///< its signature is whole; else calls of it are silent
    Span result_span;                       ///< empty where the result type was not written
    std::vector<Span> type_spans;           ///< of each parameter's type
    std::vector<program::ExprPtr> defaults; ///< of each parameter, converted; null for none
    std::vector<FunctionInfo*> calls;       ///< the functions that its body calls
};

struct Context {
    const SourceSet& sources;
    const Options& options;
    NameResolver& resolver;
    diag::Sink& sink;
    std::unordered_map<std::string, FunctionInfo*> functions;

    const Type* index_type() const { return options.index64 ? Type::int64() : Type::int32(); }
};

} // namespace cudapy::checker
