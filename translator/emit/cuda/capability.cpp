#include "translator/emit/cuda/capability.h"

#include "translator/builtins/atomics.h"
#include "translator/program/walk.h"

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// The compute capability, times ten, that `match_any_sync` needs.
constexpr int match_capability = 70;

/// Returns what the call needs, its function not named; a capability of 0 if every GPU has it.
CapabilityNeed need_of(const BuiltinCall& call) {
    if (call.builtin->special == Special::warp_match)
        return {match_capability, std::string(call.builtin->name)};
    if (is_atomic(call) && atomic_form(call.builtin->special, *call.type) == AtomicForm::wide)
        return {wide_atomics_capability,
                fmt::format("{} of `{}`, which has 16 bytes,", call.builtin->name, call.type->name())};
    return {};
}

} // namespace

void add_need(const Function& function, CapabilityNeed& need) {
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind != ExprKind::builtin_call) return;
        CapabilityNeed found = need_of(as<BuiltinCall>(expr));
        if (found.capability <= need.capability) return;
        need = {found.capability, fmt::format("`{}`: {}", function.name, found.subject)};
    });
}

void write_capability_check(Writer& writer, const CapabilityNeed& need) {
    if (need.capability == 0) return;
    writer.blank();
    writer.raw(fmt::format("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < {}", need.capability * 10));
    writer.raw(
        fmt::format("#error \"{} needs compute capability {}.{}: compile with -arch=sm_{} or a later one\"",
                    need.subject, need.capability / 10, need.capability % 10, need.capability));
    writer.raw("#endif");
}

} // namespace cudapy::emit
