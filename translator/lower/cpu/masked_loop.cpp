#include "translator/lower/cpu/masked_loop.h"

#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <map>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether the expression may be computed for a thread that is not in the loop: it reads no memory,
/// and calls no functions that might not end. (Threads that wait for one another by atomics must run one by
/// one, too.)
bool is_harmless(const Expr& expr) {
    bool harmless = true;
    visit_all(expr, [&](const Expr& part) {
        switch (part.kind) {
        case ExprKind::load:
        case ExprKind::call:
        case ExprKind::assign_expr:
        case ExprKind::sequence:
            harmless = false;
            break;
        case ExprKind::builtin_call:
            harmless = harmless && !is_atomic(part) && !is_report(part) && !is_draw(part);
            break;
        default:
            break;
        }
    });
    return harmless;
}

bool is_maskable(const Block& block) {
    for (const StmtPtr& stmt : block) {
        bool maskable = true;
        visit_expressions(*stmt, [&](const ExprPtr& expr) { maskable = maskable && is_harmless(*expr); });
        switch (stmt->kind) {
        case StmtKind::assign: // an assignment of a number
            maskable = maskable && !as<Assign>(*stmt).lvalue.index &&
                       !as<Assign>(*stmt).lvalue.variable->is_pointer();
            break;
        case StmtKind::augmented_assign:
            maskable = maskable && !as<AugmentedAssign>(*stmt).lvalue.index;
            break;
        case StmtKind::if_:
            maskable =
                maskable && is_maskable(as<If>(*stmt).then_body) && is_maskable(as<If>(*stmt).else_body);
            break;
        case StmtKind::declare:
            maskable = maskable && !as<Declare>(*stmt).variable->is_pointer();
            break;
        case StmtKind::break_:
        case StmtKind::note:
            break;
        default:
            maskable = false;
        }
        if (!maskable) return false;
    }
    return true;
}

class LoopMasker {
  public:
    LoopMasker(Function& strip, Span span) : strip_(strip), span_(span) {
        active_ = strip.add_variable("active", Type::int32(), VariableRole::temporary, span);
        mask_ = strip.add_variable("go", Type::int32(), VariableRole::temporary, span);
        running_ = strip.add_variable("running", Type::int32(), VariableRole::temporary, span);
    }

    StmtPtr set_up() const { return assign(active_, literal(1)); }

    /// Returns the work-item loop of one iteration, and the test that ends the whole loop.
    Block iteration(ExprPtr condition, Block body, StmtPtr step) {
        Block work;
        ExprPtr go = reference(active_);
        if (condition) go = both(std::move(go), truth(std::move(condition)));
        work.push_back(make_declare(mask_, std::move(go), span_));
        work.push_back(make_add(running_, reference(mask_), span_));
        masked(std::move(body), mask_, work);
        if (step) {
            Block last;
            last.push_back(std::move(step));
            masked(std::move(last), mask_, work);
        }
        work.push_back(assign(active_, reference(mask_)));

        // Working on copies of the per-thread variables lets the compiler keep them in vector registers.
        Block lanes_body;
        copy_in_and_out(work, lanes_body);
        Block result;
        result.push_back(make_declare(running_, literal(0), span_));
        auto lanes = std::make_unique<WorkItemLoop>(span_);
        lanes->sums = {running_};
        lanes->body = std::move(lanes_body);
        result.push_back(std::move(lanes));
        ExprPtr all_are_done = make_compare(CompareOp::eq, reference(running_), literal(0));
        result.push_back(make_if(std::move(all_are_done), std::make_unique<Break>(span_), span_));
        return result;
    }

  private:
    ExprPtr literal(int64_t value) const { return make_int(Type::int32(), value, span_); }
    ExprPtr reference(Variable* variable) const { return make_ref(variable, span_); }
    StmtPtr assign(Variable* variable, ExprPtr value) const {
        return make_assign(variable, std::move(value), span_);
    }
    static ExprPtr both(ExprPtr left, ExprPtr right) {
        return make_binary(BinaryOp::bit_and, std::move(left), std::move(right));
    }

    /// Returns a bool as 0 or 1, with & and | for its && and ||. Nothing in it needs guarding, and branches
    /// would stop the vectoriser.
    static ExprPtr truth(ExprPtr condition) {
        return make_cast(Type::int32(), flatten(std::move(condition)));
    }
    static ExprPtr flatten(ExprPtr condition) {
        if (condition->kind != ExprKind::logical || !condition->type->is_bool()) return condition;
        auto& logical = as<Logical>(*condition);
        return make_binary(logical.is_and ? BinaryOp::bit_and : BinaryOp::bit_or,
                           flatten(std::move(logical.left)), flatten(std::move(logical.right)));
    }

    ExprPtr choose(Variable* mask, ExprPtr value, const Lvalue& otherwise) const {
        return make_select(make_cast(Type::bool_(), reference(mask)), std::move(value), make_read(otherwise));
    }

    void masked(Block block, Variable* mask, Block& out) {
        for (StmtPtr& stmt : block) {
            switch (stmt->kind) {
            case StmtKind::declare: {
                auto& declare = as<Declare>(*stmt);
                if (!declare.init) declare.init = make_zero(declare.variable->type, span_);
                declare.is_const = false;
                if (declared_.insert(declare.variable).second) {
                    out.push_back(std::move(stmt));
                } else { // each branch declared it, and their statements now share a scope
                    auto again = assign(declare.variable, std::move(declare.init));
                    again->comments = std::move(declare.comments);
                    out.push_back(std::move(again));
                }
                break;
            }
            case StmtKind::assign: {
                auto& s = as<Assign>(*stmt);
                s.value = choose(mask, std::move(s.value), s.lvalue);
                out.push_back(std::move(stmt));
                break;
            }
            case StmtKind::augmented_assign: {
                auto& s = as<AugmentedAssign>(*stmt);
                auto value = std::make_unique<Binary>(s.span, s.operation, s.op, make_read(s.lvalue),
                                                      std::move(s.value));
                ExprPtr chosen = choose(mask, std::move(value), s.lvalue);
                StmtPtr result = make_assign(std::move(s.lvalue), std::move(chosen), span_);
                result->comments = std::move(s.comments);
                out.push_back(std::move(result));
                break;
            }
            case StmtKind::if_: {
                auto& s = as<If>(*stmt);
                Variable* then_mask =
                    strip_.add_variable("go_then", Type::int32(), VariableRole::temporary, s.span);
                Variable* else_mask =
                    strip_.add_variable("go_else", Type::int32(), VariableRole::temporary, s.span);
                const bool has_else = !s.else_body.empty();
                StmtPtr declare =
                    make_declare(then_mask, both(reference(mask), truth(std::move(s.condition))), s.span);
                declare->comments = std::move(s.comments);
                out.push_back(std::move(declare));
                if (has_else) // decided before the then-branch changes what the condition reads
                    out.push_back(make_declare(
                        else_mask, make_binary(BinaryOp::bit_xor, reference(mask), reference(then_mask)),
                        s.span));
                branch(std::move(s.then_body), mask, then_mask, out);
                if (has_else) branch(std::move(s.else_body), mask, else_mask, out);
                break;
            }
            case StmtKind::break_:
                // The threads of this mask leave, so that none is left for what follows under it.
                out.push_back(assign(mask, literal(0)));
                break;
            case StmtKind::note:
                out.push_back(std::move(stmt));
                break;
            default:
                break;
            }
        }
    }

    /// Adds a branch under a mask of its own. Threads that broke out of the loop inside it leave the outer
    /// mask too.
    void branch(Block body, Variable* outer, Variable* mask, Block& out) {
        bool breaks = false;
        visit_statements(body, [&](const Stmt& stmt) { breaks |= stmt.kind == StmtKind::break_; });
        Variable* before = nullptr;
        if (breaks) {
            before = strip_.add_variable("entered", Type::int32(), VariableRole::temporary, span_);
            out.push_back(make_declare(before, reference(mask), span_));
        }
        masked(std::move(body), mask, out);
        if (breaks) { // outer &= ~(before & ~mask): with 0 and 1, outer - (before - mask)
            ExprPtr left = make_binary(BinaryOp::sub, reference(before), reference(mask));
            out.push_back(assign(outer, make_binary(BinaryOp::sub, reference(outer), std::move(left))));
        }
    }

    void copy_in_and_out(Block& work, Block& out) {
        std::set<Variable*> used, written, declared;
        std::vector<Variable*> order;
        auto mention = [&](Variable* variable) {
            if (used.insert(variable).second) order.push_back(variable);
        };
        for (const StmtPtr& stmt : work) {
            visit_expressions(*stmt, [&](const ExprPtr& expr) {
                visit_all(*expr, [&](const Expr& part) {
                    if (part.kind == ExprKind::variable) mention(as<VariableRef>(part).variable);
                });
            });
            if (stmt->kind == StmtKind::declare) declared.insert(as<Declare>(*stmt).variable);
            if (stmt->kind == StmtKind::assign) {
                mention(as<Assign>(*stmt).lvalue.variable);
                written.insert(as<Assign>(*stmt).lvalue.variable);
            }
        }
        std::map<Variable*, Variable*> copies;
        for (Variable* variable : order) {
            // A variable that no thread of the loop writes, or that is no per-thread variable, is used as it
            // is.
            if (declared.count(variable) || variable == running_ || variable->role == VariableRole::parameter)
                continue;
            if (!written.count(variable)) continue;
            Variable* copy =
                strip_.add_variable(variable->name, variable->type, VariableRole::temporary, variable->span);
            copies[variable] = copy;
            out.push_back(make_declare(copy, reference(variable), span_));
        }
        for (StmtPtr& stmt : work) {
            visit_expressions(*stmt, [&](ExprPtr& expr) {
                visit_all(*expr, [&](Expr& part) {
                    if (part.kind != ExprKind::variable) return;
                    auto copy = copies.find(as<VariableRef>(part).variable);
                    if (copy != copies.end()) as<VariableRef>(part).variable = copy->second;
                });
            });
            if (stmt->kind == StmtKind::assign) {
                auto copy = copies.find(as<Assign>(*stmt).lvalue.variable);
                if (copy != copies.end()) as<Assign>(*stmt).lvalue.variable = copy->second;
            }
            out.push_back(std::move(stmt));
        }
        for (Variable* variable : order)
            if (auto copy = copies.find(variable); copy != copies.end())
                out.push_back(assign(variable, reference(copy->second)));
    }

    Function& strip_;
    Span span_;
    Variable* active_;
    Variable* mask_;
    Variable* running_;
    std::set<const Variable*> declared_;
};

} // namespace

bool mask_loop(Function& strip, Stmt& loop, const Uniformity& uniformity, Block& run) {
    if (loop.kind == StmtKind::while_) {
        auto& statement = as<While>(loop);
        if (!is_harmless(*statement.condition) || !is_maskable(statement.body)) return false;
        LoopMasker masker(strip, loop.span);
        run.push_back(masker.set_up());
        auto result = std::make_unique<While>(loop.span, make_bool(true, loop.span));
        result->comments = loop.comments;
        result->body = masker.iteration(std::move(statement.condition), std::move(statement.body), nullptr);
        run.push_back(std::move(result));
        return true;
    }
    auto& statement = as<ForC>(loop);
    if (!statement.declares || !is_harmless(*statement.start) || !is_harmless(*statement.condition) ||
        !is_harmless(*statement.step) || !is_maskable(statement.body))
        return false;
    LoopMasker masker(strip, loop.span);
    run.push_back(masker.set_up());
    const bool uniform_header =
        !uniformity.varies(statement.variable) && !uniformity.varies(*statement.start) &&
        !uniformity.varies(*statement.condition) && !uniformity.varies(*statement.step);
    if (uniform_header) {
        auto result = std::make_unique<ForC>(loop.span, statement.variable, std::move(statement.start),
                                             std::move(statement.condition), std::move(statement.step));
        result->comments = loop.comments;
        result->body = masker.iteration(nullptr, std::move(statement.body), nullptr);
        run.push_back(std::move(result));
        return true;
    }
    run.push_back(make_assign(statement.variable, std::move(statement.start), loop.span));
    StmtPtr step = make_add(statement.variable, std::move(statement.step), loop.span);
    auto result = std::make_unique<While>(loop.span, make_bool(true, loop.span));
    result->comments = loop.comments;
    result->body =
        masker.iteration(std::move(statement.condition), std::move(statement.body), std::move(step));
    run.push_back(std::move(result));
    return true;
}

} // namespace cudapy::lower
