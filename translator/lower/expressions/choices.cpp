#include "translator/lower/expressions/choices.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

bool is_extremum(const Expr& expr) {
    if (expr.kind != ExprKind::builtin_call) return false;
    const Special special = as<BuiltinCall>(expr).builtin->special;
    return special == Special::min || special == Special::max;
}

bool gives_value(const Block& block, bool (*is_wanted)(const Type* type)) {
    return std::any_of(block.begin(), block.end(), [&](const StmtPtr& stmt) {
        if (stmt->kind == StmtKind::assign)
            return as<Assign>(*stmt).lvalue.is_variable() && is_wanted(as<Assign>(*stmt).value->type);
        if (stmt->kind == StmtKind::return_)
            return as<Return>(*stmt).value && is_wanted(as<Return>(*stmt).value->type);
        return stmt->kind == StmtKind::if_ && gives_value(as<If>(*stmt), is_wanted);
    });
}

} // namespace cudapy::lower
