#include "translator/lower/checked/instrument_accesses.h"

#include "runtime/include/cudapy/cpu_kernel.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/rewriting/rewrite.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

using Kind = Check::Kind;

std::tuple<uint32_t, uint32_t, uint32_t> key_of(Span span) {
    return {span.file, span.begin, span.end};
}

const char* text_of(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
        return "+";
    case BinaryOp::sub:
        return "-";
    case BinaryOp::bit_and:
        return "&";
    case BinaryOp::bit_or:
        return "|";
    case BinaryOp::bit_xor:
        return "^";
    default:
        return "other";
    }
}

bool is_recorded(const Variable& array) {
    return array.role != VariableRole::table && !array.type->is_random_state();
}

/// Returns whether a message can show a value of the type.
bool is_shown(const Type* type) {
    return type->is_bool() || type->is_integer() || (type->is_floating() && !type->is_small_float());
}

ExprPtr make_record(Helper helper, Check check, std::vector<ExprPtr> arguments) {
    const Type* type = arguments[0]->type;
    auto call = std::make_unique<HelperCall>(check.span, type, helper, std::move(arguments));
    call->check = std::make_shared<const Check>(std::move(check));
    return call;
}

HelperCall* record_in(ExprPtr& index) {
    const bool is_call =
        index->kind == ExprKind::helper_call && is_instrumentation(as<HelperCall>(*index).helper);
    return is_call ? &as<HelperCall>(*index) : nullptr;
}

class AccessInstrumentation {
  public:
    AccessInstrumentation(Function& function, const Updates& updates, bool is_traced)
        : function_(function), updates_(updates), is_traced_(is_traced) {}

    void run() {
        find_loops(function_.body, {});
        rewrite_statements(function_.body, [&](StmtPtr stmt, Block& out) {
            if (stmt->kind == StmtKind::augmented_assign && as<AugmentedAssign>(*stmt).lvalue.index)
                stmt = written_out(as<AugmentedAssign>(*stmt), out);
            out.push_back(std::move(stmt));
        });
        rewrite_expressions(function_.body, [&](ExprPtr& expr) { expression(expr); });
        rewrite_statements(function_.body,
                           [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
    }

  private:
    Function& function_;
    const Updates& updates_;
    const bool is_traced_;

    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Span> loops_; ///< for each access, the outermost loop
                                                                     ///< around it without a barrier

    void find_loops(const Block& block, Span around) {
        for (const StmtPtr& stmt : block) {
            const bool is_loop = stmt->kind == StmtKind::while_ || stmt->kind == StmtKind::for_c;
            const bool begins = around == Span{} && is_loop && !holds_barrier(*stmt);
            const Span loop = begins ? stmt->span : around;
            if (loop != Span{}) {
                visit_expressions(*stmt, [&](const ExprPtr& expr) {
                    visit_all(*expr, [&](const Expr& part) { loops_[key_of(part.span)] = loop; });
                });
                visit_lvalues(*stmt, [&](const Lvalue& place) { loops_[key_of(place.span)] = loop; });
            }
            visit_blocks(*stmt, [&](const Block& inner) { find_loops(inner, loop); });
        }
    }

    StmtPtr written_out(AugmentedAssign& stmt, Block& out) {
        if (!is_simple(*stmt.lvalue.index)) move_to_temporary(function_, stmt.lvalue.index, "index", out);
        ExprPtr old = convert(make_read(stmt.lvalue), stmt.operation);
        if (has_effects(*stmt.value)) move_to_temporary(function_, old, "old", out);
        const Type* type = stmt.lvalue.type();
        auto result = std::make_unique<Binary>(stmt.span, stmt.operation, stmt.op, std::move(old),
                                               std::move(stmt.value));
        return make_assign(std::move(stmt.lvalue), convert(std::move(result), type), stmt.span);
    }

    /// Returns the check of an access to an element of the array, at `span` and of all of the element.
    Check access(Kind kind, const Variable& array, Span span) const {
        Check check{kind, span, array.name, array.type->element()};
        check.size = check.type->size();
        if (const auto loop = loops_.find(key_of(span)); loop != loops_.end()) check.loop = loop->second;
        const auto update = updates_.find(key_of(span));
        if (update == updates_.end()) return check;
        check.span = update->second.statement;
        check.update = update->second.operation;
        check.place = update->second.place;
        check.value = update->second.value;
        return check;
    }

    void record(Helper helper, Check check, ExprPtr& index, Variable* array, ExprPtr value = nullptr) const {
        const Span span = index->span;
        std::vector<ExprPtr> arguments;
        arguments.push_back(std::move(index));
        arguments.push_back(make_ref(array, span));
        if (value) arguments.push_back(std::move(value));
        index = make_record(helper, std::move(check), std::move(arguments));
    }

    static void narrow(Check& check, std::size_t field) {
        check.field += (check.field.empty() ? "" : ".") + std::string(check.type->fields()[field].name);
        check.offset += check.type->offset(field);
        check.type = check.type->fields()[field].type;
        check.size = check.type->size();
    }

    /// Returns the element that fields are taken of, or null where there is none.
    static Load* element_of(Expr& expr) {
        if (expr.kind == ExprKind::field) return element_of(*as<FieldExpr>(expr).operand);
        return expr.kind == ExprKind::load ? &as<Load>(expr) : nullptr;
    }

    void expression(ExprPtr& expr) {
        if (expr->kind == ExprKind::load) {
            auto& load = as<Load>(*expr);
            if (is_recorded(*load.array))
                record(Helper::record_read, access(Kind::read, *load.array, load.span), load.index,
                       load.array);
        }
        if (expr->kind == ExprKind::field) { // nothing else is read of the element
            auto& field = as<FieldExpr>(*expr);
            Load* load = element_of(*field.operand);
            // A vector is one value in memory.
            const bool is_whole = is_traced_ && field.operand->type->is_vector();
            HelperCall* call =
                load && !is_whole && !field.operand->type->is_complex() && !field.operand->type->is_tuple()
                    ? record_in(load->index)
                    : nullptr;
            if (!call) return;
            if (field.item) { // which element of the array in the record it is, no record can tell
                load->index = ExprPtr(std::move(call->arguments[0]));
                return;
            }
            Check check = *call->check;
            narrow(check, field.field);
            check.span = check.update.empty() ? field.span : check.span;
            call->check = std::make_shared<const Check>(std::move(check));
        }
        if (is_atomic(*expr)) {
            auto& call = as<BuiltinCall>(*expr);
            HelperCall* record = record_in(atomic_place(call).index);
            if (!record) return;
            Check check = *record->check;
            check.kind = call.builtin->special == Special::atomic_exchange ? Kind::exchange : Kind::atomic;
            check.span = call.span;
            record->check = std::make_shared<const Check>(std::move(check));
        }
    }

    void statement(StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        if (stmt->kind == StmtKind::assign && as<Assign>(*stmt).lvalue.index)
            return store(std::move(stmt), out);
        const Variable* made = stmt->kind == StmtKind::declare ? as<Declare>(*stmt).variable : nullptr;
        const bool is_fence = stmt->kind == StmtKind::evaluate &&
                              as<Evaluate>(*stmt).value->kind == ExprKind::builtin_call &&
                              as<BuiltinCall>(*as<Evaluate>(*stmt).value).builtin->special == Special::fence;
        out.push_back(std::move(stmt));
        if (is_fence) out.push_back(make_sync_record(static_cast<int>(generated::Order::fence), span));
        if (made && made->role == VariableRole::local_array && !made->is_reference && is_recorded(*made))
            out.push_back(beginning(*as<Declare>(*out.back()).variable, span));
    }

    StmtPtr beginning(Variable& array, Span span) const {
        std::vector<ExprPtr> arguments;
        arguments.push_back(make_int(Type::int32(), array.element_count(), span));
        arguments.push_back(make_ref(&array, span));
        Check check{Kind::local, span, array.name, array.type->element()};
        check.size = check.type->size();
        check.shape = array.shape;
        return std::make_unique<Evaluate>(
            span, make_record(Helper::record_array, std::move(check), std::move(arguments)));
    }

    void store(StmtPtr stmt, Block& out) {
        auto& assign = as<Assign>(*stmt);
        Lvalue& place = assign.lvalue;
        if (!is_recorded(*place.variable) || place.item) {
            out.push_back(std::move(stmt));
            return;
        }
        Check check = access(Kind::write, *place.variable, place.span);
        for (const std::size_t field : place.fields)
            narrow(check, field);
        ExprPtr value;
        if (is_shown(check.type)) {
            if (!is_simple(*assign.value)) move_to_temporary(function_, assign.value, "value", out);
            value = clone(*assign.value);
        }
        record(Helper::record_write, std::move(check), place.index, place.variable, std::move(value));
        out.push_back(std::move(stmt));
    }
};

} // namespace

Updates find_updates(const Program& program) {
    Updates found;
    for (const auto& function : program.functions)
        visit_statements(static_cast<const Block&>(function->body), [&](const Stmt& stmt) {
            if (stmt.kind != StmtKind::augmented_assign || !as<AugmentedAssign>(stmt).lvalue.index) return;
            const auto& node = as<AugmentedAssign>(stmt);
            const Update update{text_of(node.op), node.span, node.lvalue.span, node.value->span};
            found[key_of(node.span)] = found[key_of(node.lvalue.span)] = update;
        });
    return found;
}

StmtPtr make_sync_record(int order, Span span) {
    std::vector<ExprPtr> arguments;
    arguments.push_back(make_int(Type::int32(), order, span));
    const auto what = static_cast<generated::Order>(order);
    const bool is_barrier = what == generated::Order::block || what == generated::Order::grid;
    return std::make_unique<Evaluate>(span, make_record(Helper::record_sync,
                                                        Check{Kind::order, span, is_barrier ? "barrier" : ""},
                                                        std::move(arguments)));
}

void instrument_accesses(Program& program, const Updates& updates) {
    program.is_instrumented = true;
    for (const auto& function : program.functions)
        if (!function->foreign) AccessInstrumentation(*function, updates, program.is_traced).run();
}

} // namespace cudapy::lower
