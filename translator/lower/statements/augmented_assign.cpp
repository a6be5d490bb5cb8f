#include "translator/lower/statements/augmented_assign.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_floor(BinaryOp op) {
    return op == BinaryOp::floor_divide || op == BinaryOp::floor_modulo;
}

/// Returns whether C++ has `op=` for it, with Python's meaning.
bool stays(const AugmentedAssign& stmt) {
    if (stmt.operation != stmt.lvalue.type() || stmt.op == BinaryOp::power) return false;
    if (is_floor(stmt.op) || stmt.operation->is_vector()) return false;
    // The host rounds small floats, and complex numbers have no `+=`.
    if (stmt.operation->is_small_float() || stmt.operation->is_complex()) return false;
    // C++ would multiply as ints, whose product can overflow.
    if (stmt.operation == Type::uint16() && stmt.op == BinaryOp::mul) return false;
    // C++ evaluates the right side before it reads the place, Python after.
    return !stmt.lvalue.index || !has_effects(*stmt.value);
}

} // namespace

void lower_augmented_assign(Function& function) {
    rewrite_statements(function.body, StmtKind::augmented_assign, [&](StmtPtr stmt, Block& out) {
        auto& node = as<AugmentedAssign>(*stmt);
        const bool keeps = stays(node);
        ExprPtr& index = node.lvalue.index;
        if (index && ((!keeps && !is_simple_arithmetic(*index)) || must_keep_order(*index, *node.value)))
            move_to_temporary(function, index, "index", out);
        if (keeps || (is_floor(node.op) && node.operation->is_integer() &&
                      node.operation == node.lvalue.type() && !(index && has_effects(*node.value)))) {
            out.push_back(std::move(stmt));
            return;
        }
        ExprPtr old = convert(make_read(node.lvalue), node.operation);
        const Type* type = node.lvalue.type();
        auto result = std::make_unique<Binary>(node.span, node.operation, node.op, std::move(old),
                                               std::move(node.value));
        out.push_back(make_assign(std::move(node.lvalue), convert(std::move(result), type), node.span));
    });
}

} // namespace cudapy::lower
