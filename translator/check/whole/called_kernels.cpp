#include "translator/check/whole/called_kernels.h"

#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/walk.h"

#include <unordered_set>
#include <vector>

namespace cudapy {

using namespace program;

void check_called_kernels(const Program& program, diag::Sink& sink) {
    struct CallOf {
        const Function* caller;
        const Call* call;
    };
    std::unordered_set<const Function*> ending;
    std::vector<CallOf> calls;
    for (const auto& function : program.functions) {
        visit_statements(function->body, [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::return_ && as<Return>(stmt).gives != Return::Gives::value)
                ending.insert(function.get());
        });
        visit_all(static_cast<const Block&>(function->body), [&](const Expr& expr) {
            if (expr.kind == ExprKind::call) calls.push_back({function.get(), &as<Call>(expr)});
        });
    }
    if (ending.empty()) return;
    for (bool more = true; more;) {
        more = false;
        for (const CallOf& each : calls)
            if (ending.contains(each.call->function)) more |= ending.insert(each.caller).second;
    }
    for (const CallOf& each : calls)
        if (each.call->function->is_kernel && ending.contains(each.call->function))
            sink.report(diag::NoOther{"a call of a kernel that may end its thread by `raise`",
                                      "let the kernel and this function call a device function"},
                        each.call->span);
}

} // namespace cudapy
