#include "translator/lower/cpu/warps.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/operation_helpers.h"
#include "translator/support/internal_error.h"

#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

class Maker {
  public:
    Maker(Function& block, const ActiveThreads& here, const Uniformity& uniformity,
          const std::set<const Variable*>& remade)
        : block_(block), here_(here), uniformity_(uniformity), remade_(remade) {}

    WarpStep run(StmtPtr stmt) {
        ExprPtr value;
        switch (stmt->kind) {
        case StmtKind::evaluate:
            value = std::move(as<Evaluate>(*stmt).value);
            break;
        case StmtKind::declare:
            result_ = as<Declare>(*stmt).variable;
            value = std::move(as<Declare>(*stmt).init);
            break;
        case StmtKind::assign:
            result_ = as<Assign>(*stmt).lvalue.variable;
            value = std::move(as<Assign>(*stmt).value);
            break;
        default:
            break;
        }
        if (!value || !is_warp_wide(*value))
            throw InternalError("an operation of a warp inside an expression of a block");
        auto& call = as<BuiltinCall>(*value);
        span_ = call.span;
        lanes_ = block_.add_variable("lanes", Type::int32(), VariableRole::temporary, span_);
        auto loop = std::make_unique<WarpLoop>(span_, lanes_);
        body_ = &loop->body;
        loop->comments = std::move(stmt->comments);
        if (!call.arguments.empty()) take_mask(std::move(call.arguments[0]));
        operation(call);
        if (!loop->body.empty() || !loop->comments.above.empty() || !loop->comments.trailing.empty())
            step_.loop = std::move(loop);
        return std::move(step_);
    }

  private:
    Function& block_;
    const ActiveThreads& here_;
    const Uniformity& uniformity_;
    const std::set<const Variable*>& remade_;
    Span span_;
    Variable* result_ = nullptr;
    Variable* lanes_ = nullptr;
    ExprPtr mask_;              ///< one for all threads; null where each has its own
    Variable* masks_ = nullptr; ///< the masks of the threads, where each has its own
    Variable* here_bits_ = nullptr;
    Block* body_ = nullptr;
    WarpStep step_;

    // ---- small expressions

    ExprPtr lane_id() const {
        return std::make_unique<CoordinateExpr>(span_, Type::int32(), Coordinate::lane_id);
    }
    ExprPtr ref(Variable* variable) const { return make_ref(variable, span_); }
    ExprPtr bits(int64_t value) const { return make_int(mask_type(), value, span_); }
    static ExprPtr both(ExprPtr a, ExprPtr b) {
        return make_binary(BinaryOp::bit_and, std::move(a), std::move(b));
    }
    /// Returns the thread's bit where the condition holds, and else 0.
    ExprPtr bit(ExprPtr condition) const {
        return make_binary(BinaryOp::shift_left, convert(std::move(condition), mask_type()),
                           convert(lane_id(), mask_type()));
    }
    /// Returns the bits of the threads that exist.
    ExprPtr all() const {
        return make_binary(
            BinaryOp::shift_right, bits(full_mask),
            convert(make_binary(BinaryOp::sub, make_int(Type::int32(), 32, span_), ref(lanes_)),
                    mask_type()));
    }
    ExprPtr test(CompareOp op, ExprPtr value) const { return make_compare(op, std::move(value), bits(0)); }
    ExprPtr mask() const { return mask_ ? clone(*mask_) : ref(masks_); }
    /// Returns whether the thread is here; null where every one is.
    ExprPtr is_here() const {
        Variable* condition = here_.taken ? here_.taken : here_.live;
        return condition ? ref(condition) : nullptr;
    }

    // ---- operands

    ExprPtr keep_once(ExprPtr value, const char* name) {
        if (is_simple(*value)) return value;
        Variable* variable = block_.add_variable(name, value->type, VariableRole::temporary, span_);
        step_.before.push_back(make_declare(variable, std::move(value), span_));
        return ref(variable);
    }

    Variable* keep_per_lane(ExprPtr value, const char* name) {
        if (value->kind == ExprKind::variable) {
            Variable* variable = as<VariableRef>(*value).variable;
            const bool has_array =
                (variable->role == VariableRole::local || variable->role == VariableRole::temporary) &&
                uniformity_.varies(variable) && !remade_.count(variable);
            if (has_array && variable != result_) return variable;
        }
        Variable* variable = block_.add_variable(name, value->type, VariableRole::temporary, span_);
        step_.operands.push_back(make_declare(variable, std::move(value), span_));
        return variable;
    }

    /// Returns whether the value is one for all threads, so that it can be computed once.
    bool is_same(const Expr& value) const { return !uniformity_.varies(value) && !has_effects(value); }

    ExprPtr argument(ExprPtr value, const char* name) {
        if (is_same(*value)) return keep_once(std::move(value), name);
        return ref(keep_per_lane(std::move(value), name));
    }

    void take_mask(ExprPtr mask) {
        if (is_same(*mask))
            mask_ = keep_once(std::move(mask), "mask");
        else
            masks_ = keep_per_lane(std::move(mask), "mask");
    }

    bool is_full() const { return mask_ && constant_value(*mask_) == full_mask; }

    // ---- loops over the threads of a warp

    void for_each_lane(StmtPtr work, Variable* sum = nullptr, StmtPtr before = nullptr) {
        auto loop = std::make_unique<WorkItemLoop>(span_);
        if (sum) loop->sums = {sum};
        if (before) loop->body.push_back(std::move(before));
        loop->body.push_back(std::move(work));
        body_->push_back(std::move(loop));
    }

    /// Adds a variable that collects the bits of those threads for which the condition holds.
    Variable* collect(const char* name, ExprPtr condition) {
        Variable* sum = block_.add_variable(name, mask_type(), VariableRole::temporary, span_);
        body_->push_back(make_declare(sum, bits(0), span_));
        for_each_lane(make_add(sum, bit(std::move(condition)), span_), sum);
        return sum;
    }

    ExprPtr here_and(ExprPtr condition) const {
        ExprPtr here = is_here();
        if (!here) return condition;
        return make_and(std::move(here), std::move(condition));
    }

    ExprPtr here_bits() {
        ExprPtr here = is_here();
        if (!here) return all();
        if (!here_bits_) here_bits_ = collect("here", std::move(here));
        return ref(here_bits_);
    }

    /// Gives the result to the threads that are here. `before` is what each thread of the warp does first.
    void give(ExprPtr value, StmtPtr before = nullptr) {
        if (!result_) return;
        StmtPtr assign = make_assign(result_, std::move(value));
        if (ExprPtr here = is_here()) {
            assign = make_if(std::move(here), std::move(assign), span_);
        }
        for_each_lane(std::move(assign), nullptr, std::move(before));
    }

    /// Checks that the masks name the threads that are here. Nothing need be looked at where all threads that
    /// live are here and all are named.
    void check() {
        if (is_full() && !here_.taken) return;
        ExprPtr here = here_bits();
        ExprPtr alive;
        if (!here_.taken)
            alive = clone(*here);
        else
            alive = here_.live ? ref(collect("alive", ref(here_.live))) : all();
        ExprPtr given = mask_ ? clone(*mask_)
                              : std::make_unique<OtherLane>(span_, masks_, make_int(Type::int32(), 0, span_));
        ExprPtr fits = make_helper_call(mask_ ? Helper::mask_fits : Helper::masks_fit, Type::bool_(), span_,
                                        std::move(given), std::move(here), std::move(alive));
        body_->push_back(make_if(make_not(std::move(fits)), std::make_unique<Diverged>(span_, true), span_));
        step_.may_diverge = true;
        if (!here_.taken) return;
        body_->push_back(make_if(test(CompareOp::eq, here_bits()), std::make_unique<Continue>(span_), span_));
    }

    void operation(BuiltinCall& call) {
        const Special special = call.builtin->special;
        if (is_shuffle(special)) return shuffle(call);
        if (is_warp_reduction(special)) return reduction(call);
        switch (special) {
        case Special::warp_sync:
            return check();
        case Special::active_mask:
            return give(here_bits());
        case Special::warp_match:
            return match(call);
        default:
            return vote(call);
        }
    }

    void shuffle(BuiltinCall& call) {
        Variable* value = keep_per_lane(std::move(call.arguments[1]), "value");
        const bool same_from = is_same(*call.arguments[2]);
        ExprPtr from = argument(std::move(call.arguments[2]), "from");
        ExprPtr width = call.arguments.size() > 3 ? argument(std::move(call.arguments[3]), "width")
                                                  : make_int(Type::int32(), 32, span_);
        check();
        if (call.builtin->special == Special::shuffle_down && same_from && constant_value(*width) == 32)
            return further_on(value, std::move(from));
        ExprPtr source = make_helper_call(source_helper(call.builtin->special), Type::int32(), span_,
                                          lane_id(), std::move(from), std::move(width), ref(lanes_));
        give(std::make_unique<OtherLane>(span_, value, std::move(source)));
    }

    /// Reads the values of threads further on by loads that lie side by side. Arrays over the block are a
    /// warp longer than it, so that a value may be loaded that is not wanted.
    void further_on(Variable* value, ExprPtr from) {
        Variable* by = block_.add_variable("by", Type::int32(), VariableRole::temporary, span_);
        body_->push_back(make_declare(
            by, make_binary(BinaryOp::bit_and, std::move(from), make_int(Type::int32(), 31, span_)), span_));
        const auto place = [&] { return make_binary(BinaryOp::add, lane_id(), ref(by)); };
        Variable* other = block_.add_variable("far", value->type, VariableRole::temporary, span_);
        auto far = make_declare(other, std::make_unique<OtherLane>(span_, value, place()), span_);
        give(make_select(make_compare(CompareOp::lt, place(), ref(lanes_)), ref(other), ref(value)),
             std::move(far));
    }

    void vote(BuiltinCall& call) {
        const Special special = call.builtin->special;
        Variable* value = keep_per_lane(std::move(call.arguments[1]), "vote");
        check();
        if (special == Special::warp_all) { // none that says no
            Variable* against = collect("against", here_and(make_not(ref(value))));
            return give(test(CompareOp::eq, is_full() ? ref(against) : both(ref(against), mask())));
        }
        Variable* votes = collect("votes", here_and(ref(value)));
        ExprPtr found = is_full() ? ref(votes) : both(ref(votes), mask());
        if (special == Special::warp_uniform) {
            ExprPtr is_none = test(CompareOp::eq, clone(*found));
            return give(
                make_or(std::move(is_none), make_compare(CompareOp::eq, std::move(found), members())));
        }
        give(special == Special::warp_any ? test(CompareOp::ne, std::move(found)) : std::move(found));
    }

    /// Returns the bits of the threads that are here and that the mask names.
    ExprPtr members() {
        ExprPtr here = here_bits();
        return is_full() ? std::move(here) : both(std::move(here), mask());
    }

    /// Returns the value of the first thread of the warp, whose address helpers are given.
    ExprPtr first_of(Variable* value) const {
        return std::make_unique<OtherLane>(span_, value, make_int(Type::int32(), 0, span_));
    }

    void match(BuiltinCall& call) {
        Variable* value = keep_per_lane(std::move(call.arguments[1]), "value");
        check();
        give(make_helper_call(Helper::matching, mask_type(), span_, first_of(value), members(), lane_id()));
    }

    void reduction(BuiltinCall& call) {
        const Helper helper = reduction_helper(call.builtin->special);
        Variable* value = keep_per_lane(std::move(call.arguments[1]), "value");
        check();
        ExprPtr total = make_helper_call(helper, value->type, span_, members(), first_of(value));
        if (mask_) { // the same for all
            Variable* once = block_.add_variable("total", value->type, VariableRole::temporary, span_);
            body_->push_back(make_declare(once, std::move(total), span_));
            total = ref(once);
        }
        give(std::move(total));
    }
};

} // namespace

WarpStep make_warp_step(Function& block, StmtPtr stmt, const ActiveThreads& here,
                        const Uniformity& uniformity, const std::set<const Variable*>& remade) {
    return Maker(block, here, uniformity, remade).run(std::move(stmt));
}

void lower_warp_reductions(Function& function, Target target) {
    if (target != Target::cuda) return; // the host has loops over the threads
    rewrite_expressions(function.body, [](ExprPtr& expr) {
        if (!is_warp_wide(*expr)) return;
        auto& call = as<BuiltinCall>(*expr);
        if (!is_warp_reduction(call.builtin->special)) return;
        expr = std::make_unique<HelperCall>(call.span, call.type, reduction_helper(call.builtin->special),
                                            std::move(call.arguments));
    });
}

} // namespace cudapy::lower
