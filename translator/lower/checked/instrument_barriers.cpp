#include "translator/lower/checked/instrument_barriers.h"

#include "runtime/include/cudapy/cpu_kernel.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/checked/instrument_accesses.h"
#include "translator/lower/cpu/warps.h"
#include "translator/lower/rewriting/rewrite.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns the call that hoist_barriers has left as a statement of its own, or null for any other statement.
Expr* call_of(Stmt& stmt) {
    switch (stmt.kind) {
    case StmtKind::evaluate:
        return as<Evaluate>(stmt).value.get();
    case StmtKind::assign:
        return as<Assign>(stmt).value.get();
    case StmtKind::declare:
        return as<Declare>(stmt).init.get();
    default:
        return nullptr;
    }
}

StmtPtr make_warp_sync_record(ExprPtr mask, Span span) {
    auto call = make_helper_call(Helper::record_warp_sync, mask_type(), span, std::move(mask));
    call->check = std::make_shared<const Check>(Check{Check::Kind::order, span, {}});
    return std::make_unique<Evaluate>(span, std::move(call));
}

class BarrierInstrumentation {
  public:
    explicit BarrierInstrumentation(Function& function) : function_(function) {}

    void run() {
        rewrite_statements(function_.body,
                           [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
    }

  private:
    Function& function_;

    void statement(StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        Expr* call = call_of(*stmt);
        StmtPtr record;
        if (call && is_barrier(*call)) {
            const auto order = is_grid_barrier(*call) ? generated::Order::grid : generated::Order::block;
            record = make_sync_record(static_cast<int>(order), span);
        } else if (call && call->kind == ExprKind::builtin_call &&
                   as<BuiltinCall>(*call).builtin->special == Special::warp_sync) {
            record = meeting(as<BuiltinCall>(*call), out);
        } else if (stmt->kind == StmtKind::declare) {
            Variable& array = *as<Declare>(*stmt).variable;
            if (array.role == VariableRole::shared && !array.is_reference)
                record = std::make_unique<Evaluate>(span, make_shared_array_record(array));
        }
        out.push_back(std::move(stmt));
        if (record) out.push_back(std::move(record));
    }

    StmtPtr meeting(BuiltinCall& call, Block& out) {
        if (call.arguments.empty())
            return make_warp_sync_record(make_int(mask_type(), full_mask, call.span), call.span);
        ExprPtr& mask = call.arguments[0];
        if (!is_simple(*mask)) move_to_temporary(function_, mask, "mask", out);
        return make_warp_sync_record(convert(clone(*mask), mask_type()), call.span);
    }
};

} // namespace

ExprPtr make_shared_array_record(Variable& array) {
    const Span span = array.span;
    auto call = make_helper_call(Helper::record_array, Type::int32(), span,
                                 make_length(&array, Type::int32(), span), make_ref(&array, span));
    Check check{Check::Kind::shared, span, array.name, array.type->element()};
    check.size = check.type->size();
    check.shape = array.shape;
    call->check = std::make_shared<const Check>(std::move(check));
    return call;
}

void instrument_barriers(Program& program) {
    for (const auto& function : program.functions)
        if (!function->foreign) BarrierInstrumentation(*function).run();
}

} // namespace cudapy::lower
