#include "translator/check/context.h"

#include "translator/syntax/clone.h"

#include <utility>

namespace cudapy::checker {

void FunctionInfo::rewrite(syntax::Block block) {
    if (!as_written) as_written = syntax;
    written_out = std::make_shared<const syntax::Function>(syntax::clone(*syntax, std::move(block)));
    syntax = written_out.get();
}

} // namespace cudapy::checker
