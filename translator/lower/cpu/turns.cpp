#include "translator/lower/cpu/turns.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/waiting_loops.h"
#include "translator/lower/checked/instrument_accesses.h"
#include "translator/lower/checked/instrument_barriers.h"
#include "translator/lower/cpu/blocks.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/operation_helpers.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

void await_loads(const std::set<Function*>& callees) {
    std::set<const Expr*> places; // what an atomic operation changes
    for (Function* callee : callees)
        visit_all(callee->body, [&](Expr& expr) {
            if (is_atomic(expr)) places.insert(&atomic_place(expr));
            if (expr.kind == ExprKind::load) as<Load>(expr).is_awaited = !places.count(&expr);
        });
}

StmtPtr turn_call(Helper helper, Span span) {
    return std::make_unique<Evaluate>(span, make_helper_call(helper, mask_type(), span));
}

/// Lets the thread give its turn up in each iteration of the loops.
void give_turns_up(Function& function, const std::vector<WaitingLoop>& loops) {
    std::set<const Stmt*> waiting, inside;
    for (const WaitingLoop& each : loops) {
        waiting.insert(each.loop);
        visit_blocks(*each.loop, [&](Block& block) {
            visit_statements(block, [&](Stmt& stmt) { inside.insert(&stmt); });
        });
    }
    rewrite_statements(function.body, [&](StmtPtr stmt, Block& out) {
        if (waiting.count(stmt.get())) {
            if (!inside.count(stmt.get())) out.push_back(turn_call(Helper::turn_begin, stmt->span));
            bool is_first = true; // the other block is that of an `else`
            visit_blocks(*stmt, [&](Block& body) {
                if (std::exchange(is_first, false))
                    body.insert(body.begin(), turn_call(Helper::turn_wait, stmt->span));
            });
        }
        out.push_back(std::move(stmt));
    });
}

bool inherit_waits(Function& function) {
    if (function.facts.cooperation.waits) return false;
    bool waits = false;
    visit_all(function.body, [&](Expr& expr) {
        waits = waits || (expr.kind == ExprKind::call && as<Call>(expr).function->facts.cooperation.waits);
    });
    function.facts.cooperation.waits = waits;
    return waits;
}

} // namespace

void note_waiting_loops(Program& program, Target target) {
    bool found = false;
    for (const auto& function : program.functions) {
        const std::vector<WaitingLoop> loops = find_waiting_loops(*function);
        if (loops.empty()) continue;
        found = function->facts.cooperation.waits = true;
        std::set<Function*> callees;
        for (const WaitingLoop& each : loops) {
            for (Load* load : each.loads)
                load->is_awaited = true;
            callees.insert(each.callees.begin(), each.callees.end());
        }
        await_loads(callees);
        visit_all(function->body, [&](Expr& expr) {
            if (is_atomic(expr)) atomic_place(expr).is_awaited = false;
        });
        if (target == Target::cpu) give_turns_up(*function, loops);
    }
    for (bool changed = found; changed;) {
        changed = false;
        for (const auto& function : program.functions)
            changed = inherit_waits(*function) || changed;
    }
    for (const auto& function : program.functions)
        if (function->facts.cooperation.waits) function->facts.has_effects = true;
}

namespace {

class TurnMaker {
  public:
    TurnMaker(Function& block, const Program& program)
        : block_(block), program_(program), is_instrumented_(program.is_instrumented) {}

    void make() {
        Block outside;
        take_shared(block_.body, outside);
        rewrite_statements(block_.body, [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
        Block own = copies_of_parameters();
        std::move(block_.body.begin(), block_.body.end(), std::back_inserter(own));
        auto lanes = std::make_unique<WorkItemLoop>(block_.span);
        lanes->in_turns = true;
        lanes->warp_lanes = warp_lanes_;
        lanes->stack_bytes = stack_bytes();
        lanes->body = std::move(own);
        for (Variable* values : values_)
            outside.push_back(std::make_unique<Declare>(values->span, values, nullptr));
        outside.push_back(std::move(lanes));
        block_.body = std::move(outside);
    }

  private:
    Function& block_;
    const Program& program_;
    const bool is_instrumented_;
    std::vector<Variable*> values_;  ///< what threads of a warp show each other
    Variable* warp_lanes_ = nullptr; ///< the number of threads in the warp

    /// Returns a size of stack that has room for all local arrays.
    int64_t stack_bytes() const {
        int64_t bytes = block_.facts.is_recursive ? 1 << 20 : 1 << 17;
        const auto add = [&](const Function& function) {
            if (function.facts.is_recursive) bytes = std::max(bytes, int64_t{1} << 20);
            for (const auto& variable : function.variables)
                if (variable->role == VariableRole::local_array && !variable->type->is_random_state())
                    bytes += variable->element_count() * variable->type->element()->size();
        };
        add(block_);
        for (const auto& function : program_.functions)
            if (!function->is_kernel || function->facts.is_called) add(*function);
        return bytes;
    }

    void take_shared(Block& block, Block& out) {
        std::set<const Variable*> taken;
        Block records;
        rewrite_statements(block, StmtKind::declare, [&](StmtPtr stmt, Block& rest) {
            Variable& array = *as<Declare>(*stmt).variable;
            if (array.role != VariableRole::shared) return rest.push_back(std::move(stmt));
            if (!taken.insert(&array).second) return;
            if (is_instrumented_ && !array.is_reference)
                records.push_back(std::make_unique<Evaluate>(array.span, make_shared_array_record(array)));
            if (!array.is_dynamic()) out.push_back(std::move(stmt));
        });
        std::move(records.begin(), records.end(), std::back_inserter(out));
    }

    /// Gives each thread its own copy of the parameters that it changes.
    Block copies_of_parameters() {
        std::set<const Variable*> changed;
        visit_statements(block_.body, [&](Stmt& stmt) {
            visit_assigned(stmt, [&](const Variable* variable) { changed.insert(variable); });
            visit_lvalues(stmt, [&](Lvalue& place) { changed.insert(place.variable); });
        });
        std::map<const Variable*, Variable*> own;
        Block copies;
        for (Variable* parameter : block_.parameters) {
            if (parameter->type->is_array() || !changed.count(parameter)) continue;
            Variable* copy =
                block_.add_variable(parameter->name, parameter->type, VariableRole::local, parameter->span);
            own[parameter] = copy;
            copies.push_back(make_declare(copy, make_ref(parameter, parameter->span), parameter->span));
        }
        const auto replace = [&](Variable*& variable) {
            if (const auto found = own.find(variable); found != own.end()) variable = found->second;
        };
        visit_all(block_.body, [&](Expr& expr) {
            if (expr.kind == ExprKind::variable) replace(as<VariableRef>(expr).variable);
            if (expr.kind == ExprKind::assign_expr) replace(as<AssignExpr>(expr).variable);
        });
        visit_statements(block_.body, [&](Stmt& stmt) {
            visit_lvalues(stmt, [&](Lvalue& place) { replace(place.variable); });
            if (stmt.kind == StmtKind::for_c) replace(as<ForC>(stmt).variable);
        });
        return copies;
    }

    // ---- barriers and operations of warps, which hoist_barriers has made statements of their own

    static ExprPtr* call_of(Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::evaluate:
            return &as<Evaluate>(stmt).value;
        case StmtKind::assign:
            return &as<Assign>(stmt).value;
        case StmtKind::declare:
            return as<Declare>(stmt).init ? &as<Declare>(stmt).init : nullptr;
        default:
            return nullptr;
        }
    }

    void statement(StmtPtr stmt, Block& out) {
        ExprPtr* value = call_of(*stmt);
        if (value && is_barrier(**value))
            *value = barrier(as<BuiltinCall>(**value), out);
        else if (value && is_warp_wide(**value))
            *value = warp_operation(as<BuiltinCall>(**value), out);
        else
            return out.push_back(std::move(stmt));
        if (stmt->kind == StmtKind::evaluate) { // its value is not wanted
            auto note = std::make_unique<Note>(stmt->span);
            note->comments = std::move(stmt->comments);
            return out.push_back(std::move(note));
        }
        out.push_back(std::move(stmt));
    }

    static ExprPtr bits(int64_t value, Span span) { return make_int(mask_type(), value, span); }
    static ExprPtr votes(Span span) { return make_helper_call(Helper::turn_votes, mask_type(), span); }
    static ExprPtr test(CompareOp op, ExprPtr value) {
        const Span span = value->span;
        return make_compare(op, std::move(value), bits(0, span));
    }

    /// Records that all threads are here, once for all of them.
    void record_sync(generated::Order order, Span span, Block& out) const {
        if (!is_instrumented_) return;
        out.push_back(make_if(make_helper_call(Helper::turn_is_last, Type::bool_(), span),
                              make_sync_record(static_cast<int>(order), span), span));
    }

    ExprPtr barrier(BuiltinCall& call, Block& out) {
        const Span span = call.span;
        const Special special = call.builtin->special;
        if (special == Special::grid_barrier) {
            out.push_back(turn_call(Helper::turn_grid, span));
            record_sync(generated::Order::grid, span, out);
            return bits(1, span);
        }
        ExprPtr vote = special == Special::barrier       ? bits(1, span)
                       : special == Special::barrier_and ? make_not(std::move(call.arguments[0]))
                                                         : std::move(call.arguments[0]);
        out.push_back(
            std::make_unique<Evaluate>(span, make_helper_call(Helper::turn_barrier, mask_type(), span,
                                                              convert(std::move(vote), mask_type()))));
        record_sync(generated::Order::block, span, out);
        switch (special) {
        case Special::barrier_and:
            return test(CompareOp::eq, votes(span));
        case Special::barrier_or:
            return test(CompareOp::ne, votes(span));
        default:
            return convert(votes(span), Type::int32());
        }
    }

    void meet(const Expr& mask, ExprPtr vote, Block& out) {
        const Span span = mask.span;
        out.push_back(std::make_unique<Evaluate>(
            span, make_helper_call(Helper::turn_meet, mask_type(), span, clone(mask),
                                   convert(std::move(vote), mask_type()))));
    }

    /// Keeps the value in an array over the block, where the others see it.
    Variable* show(ExprPtr value, Block& out) {
        const Span span = value->span;
        Variable* variable = block_.add_variable("value", value->type, VariableRole::temporary, span);
        variable->per_lane = true;
        values_.push_back(variable);
        out.push_back(make_assign(variable, std::move(value), span));
        return variable;
    }

    static ExprPtr first_of(Variable* values, Span span) {
        return std::make_unique<OtherLane>(span, values, make_int(Type::int32(), 0, span));
    }

    ExprPtr keep(ExprPtr value, const char* name, Block& out) {
        const Span span = value->span;
        Variable* variable = block_.add_variable(name, value->type, VariableRole::temporary, span);
        out.push_back(make_declare(variable, std::move(value), span));
        return make_ref(variable, span);
    }

    static ExprPtr lane_id(Span span) {
        return std::make_unique<CoordinateExpr>(span, Type::int32(), Coordinate::lane_id);
    }

    Variable* warp_lanes() {
        if (!warp_lanes_)
            warp_lanes_ = block_.add_variable("lanes", Type::int32(), VariableRole::temporary, block_.span);
        return warp_lanes_;
    }

    ExprPtr warp_operation(BuiltinCall& call, Block& out) {
        const Span span = call.span;
        const Special special = call.builtin->special;
        block_.facts.coordinates.insert(Coordinate::lane_id);
        if (special == Special::active_mask) // nobody else need be here
            return make_binary(BinaryOp::shift_left, bits(1, span), convert(lane_id(span), mask_type()));
        ExprPtr mask = call.arguments.empty() ? bits(full_mask, span)
                                              : convert(std::move(call.arguments[0]), mask_type());
        if (!is_simple(*mask)) mask = keep(std::move(mask), "mask", out);
        if (special == Special::warp_sync) {
            if (is_instrumented_) {
                auto record = make_helper_call(Helper::record_warp_sync, mask_type(), span, clone(*mask));
                record->check = std::make_shared<const Check>(Check{Check::Kind::order, span, {}});
                out.push_back(std::make_unique<Evaluate>(span, std::move(record)));
            }
            meet(*mask, bits(1, span), out);
            record_sync(generated::Order::meeting, span, out);
            return votes(span);
        }
        if (is_shuffle(special)) return shuffle(call, *mask, out);
        if (is_warp_reduction(special) || special == Special::warp_match) {
            const Type* type = call.arguments[1]->type;
            Variable* values = show(std::move(call.arguments[1]), out);
            meet(*mask, bits(1, span), out);
            ExprPtr result = special == Special::warp_match
                                 ? make_helper_call(Helper::matching, mask_type(), span,
                                                    first_of(values, span), votes(span), lane_id(span))
                                 : make_helper_call(reduction_helper(special), type, span, votes(span),
                                                    first_of(values, span));
            result = keep(std::move(result), "result", out);
            meet(*mask, bits(1, span), out); // the values are not needed any more
            return result;
        }
        return vote(call, *mask, out);
    }

    ExprPtr shuffle(BuiltinCall& call, const Expr& mask, Block& out) {
        const Span span = call.span;
        Variable* values = show(std::move(call.arguments[1]), out);
        ExprPtr from = std::move(call.arguments[2]);
        if (!is_simple(*from)) from = keep(std::move(from), "from", out);
        ExprPtr width =
            call.arguments.size() > 3 ? std::move(call.arguments[3]) : make_int(Type::int32(), 32, span);
        if (!is_simple(*width)) width = keep(std::move(width), "width", out);
        meet(mask, bits(1, span), out);
        ExprPtr source =
            make_helper_call(source_helper(call.builtin->special), Type::int32(), span, lane_id(span),
                             std::move(from), std::move(width), make_ref(warp_lanes(), span));
        ExprPtr result = keep(std::make_unique<OtherLane>(span, values, std::move(source)), "other", out);
        meet(mask, bits(1, span), out);
        return result;
    }

    ExprPtr vote(BuiltinCall& call, const Expr& mask, Block& out) {
        const Span span = call.span;
        ExprPtr value = std::move(call.arguments[1]);
        switch (call.builtin->special) {
        case Special::warp_all:
            meet(mask, make_not(std::move(value)), out);
            return test(CompareOp::eq, votes(span));
        case Special::warp_any:
            meet(mask, std::move(value), out);
            return test(CompareOp::ne, votes(span));
        case Special::warp_uniform: {
            meet(mask, std::move(value), out);
            ExprPtr yes = keep(votes(span), "votes", out);
            meet(mask, bits(1, span), out);
            ExprPtr is_none = test(CompareOp::eq, clone(*yes));
            return make_or(std::move(is_none), make_compare(CompareOp::eq, std::move(yes), votes(span)));
        }
        default:
            meet(mask, std::move(value), out);
            return votes(span);
        }
    }
};

} // namespace

std::unique_ptr<Function> make_turns(const Function& kernel, const Program& program) {
    auto block = copy_function(kernel);
    inline_calls(*block, [](const Function& callee) { return callee.cooperates(); });
    block->variant = Variant::block;
    ask_for_shape(*block);
    TurnMaker(*block, program).make();
    return block;
}

} // namespace cudapy::lower
