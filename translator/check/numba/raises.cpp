#include "translator/check/numba/raises.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/syntax/walk.h"

namespace cudapy::checker::numba {

bool raises(const syntax::Function& function) {
    bool found = false;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        found |= stmt.kind == syntax::StmtKind::unsupported &&
                 syntax::as<syntax::UnsupportedStmt>(stmt).construct == syntax::Construct::raise;
    });
    return found;
}

void raise_statement(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    if (body.result.is_sought) return;
    if (body.context.options.checked || !body.function.result->is_void()) {
        report(body, diag::NoExceptions{true}, stmt.span);
        return;
    }
    emit(out, std::make_unique<program::Return>(stmt.span, nullptr), stmt);
}

} // namespace cudapy::checker::numba
