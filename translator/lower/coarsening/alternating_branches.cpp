#include "translator/lower/coarsening/alternating_branches.h"

#include "translator/lower/analysis/accesses.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the operation gives neighbouring numbers results that come again and again.
bool is_periodic(const Binary& binary) {
    switch (binary.op) {
    case BinaryOp::remainder:
    case BinaryOp::floor_modulo:
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
        return !binary.type->is_bool();
    default:
        return false;
    }
}

/// Returns whether such an operation on what varies is in the expression, or in the value of a name in it.
bool has_periodic(const Expr& expr, const Uniformity& uniformity, const Definitions& definitions) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        if (found || !uniformity.varies(part)) return;
        if (part.kind == ExprKind::binary) found = is_periodic(as<Binary>(part));
        if (part.kind != ExprKind::variable) return;
        const auto definition = definitions.values.find(as<VariableRef>(part).variable);
        if (definition != definitions.values.end())
            found = has_periodic(**definition->second, uniformity, definitions);
    });
    return found;
}

} // namespace

bool has_alternating_branches(const Function& kernel, int axis) {
    const Uniformity uniformity(kernel, ThreadSet::coarsened, 1U << axis);
    const Definitions definitions = definitions_in(kernel.body);
    bool found = false;
    visit_statements(kernel.body, [&](const Stmt& stmt) {
        if (stmt.kind != StmtKind::if_ || found) return;
        const Expr& condition = *as<If>(stmt).condition;
        found = is_positional(condition, definitions) && has_periodic(condition, uniformity, definitions);
    });
    return found;
}

} // namespace cudapy::lower
