#include "translator/lower/coarsening/keep_variants.h"

#include "translator/program/walk.h"

#include <set>
#include <vector>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the kernels that have a coarsened variant, and all functions that they call, directly or through
/// others.
std::set<const Function*> needed_by_groups(const Program& program) {
    std::set<const Function*> needed;
    std::vector<const Function*> left;
    const auto need = [&](const Function* function) {
        if (needed.insert(function).second) left.push_back(function);
    };
    for (const auto& function : program.functions)
        if (function->coarsened) need(function.get());
    while (!left.empty()) {
        const Function* function = left.back();
        left.pop_back();
        for (const Function* variant : function->variants())
            visit_all(variant->body, [&](const Expr& expr) {
                if (expr.kind == ExprKind::call) need(as<Call>(expr).function);
            });
    }
    return needed;
}

} // namespace

void keep_variants(Program& program, EmittedVariants variants) {
    if (variants == EmittedVariants::plain_first)
        for (const auto& function : program.functions)
            function->coarsened = nullptr;
    if (variants != EmittedVariants::coarsened) return;
    const std::set<const Function*> needed = needed_by_groups(program);
    std::erase_if(program.functions, [&](const auto& function) { return !needed.contains(function.get()); });
    for (const auto& function : program.functions)
        if (!function->coarsened) function->is_kernel = false;
}

} // namespace cudapy::lower
