#include "translator/numba/statements/raises.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/statements/statements.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

namespace {

/// Returns a check that always fails, which ends the thread and reports the `raise`.
program::ExprPtr failing_check(Span span) {
    const Type* type = Type::int32();
    auto call = program::make_helper_call(program::Helper::in_range, type, span,
                                          program::make_int(type, 1, span), program::make_int(type, 1, span));
    program::Check check{program::Check::Kind::raised, span, {}};
    call->check = std::make_shared<const program::Check>(std::move(check));
    return call;
}

} // namespace

void raise_statement(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    if (body.result.is_sought) return;
    const Type* result = body.function.result;
    if (result->is_struct()) {
        report(body, diag::NoExceptions{true}, stmt.span);
        return;
    }
    if (!body.context.options.checked) {
        emit(out, std::make_unique<program::Return>(stmt.span, nullptr, program::Return::Gives::end), stmt);
        return;
    }
    emit(out, std::make_unique<program::Evaluate>(stmt.span, failing_check(stmt.span)), stmt);
    program::ExprPtr value = result->is_void() ? nullptr : program::make_zero(result, stmt.span);
    emit(out, std::make_unique<program::Return>(stmt.span, std::move(value)), stmt);
}

} // namespace cudapy::checker::numba
