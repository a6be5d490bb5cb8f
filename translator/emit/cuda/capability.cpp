#include "translator/emit/cuda/capability.h"

#include "translator/builtins/atomics.h"
#include "translator/program/walk.h"

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

CapabilityNeed capability_need(const Program& program) {
    CapabilityNeed need;
    for (const auto& function : program.functions)
        visit_all(function->body, [&](const Expr& expr) {
            if (need.capability > 0 || !is_atomic(expr)) return;
            const auto& call = as<BuiltinCall>(expr);
            if (atomic_form(call.builtin->special, *call.type) != AtomicForm::wide) return;
            need.capability = wide_atomics_capability;
            need.what = fmt::format("`{}`: {} of `{}`, which has 16 bytes,", function->name,
                                    call.builtin->name, call.type->name());
        });
    return need;
}

void write_capability_check(Writer& writer, const CapabilityNeed& need) {
    if (need.capability == 0) return;
    writer.blank();
    writer.raw(fmt::format("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < {}", need.capability * 10));
    writer.raw(
        fmt::format("#error \"{} needs compute capability {}.{}: compile with -arch=sm_{} or a later one\"",
                    need.what, need.capability / 10, need.capability % 10, need.capability));
    writer.raw("#endif");
}

} // namespace cudapy::emit
