#include "translator/lower/analysis/waiting_loops.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>

namespace cudapy::lower {

using namespace program;

namespace {

bool is_user_loop(const Stmt& stmt) {
    return stmt.kind == StmtKind::while_ || stmt.kind == StmtKind::for_range ||
           stmt.kind == StmtKind::for_each;
}

Block& body_of(Stmt& loop) {
    switch (loop.kind) {
    case StmtKind::while_:
        return as<While>(loop).body;
    case StmtKind::for_range:
        return as<ForRange>(loop).body;
    default:
        return as<ForEach>(loop).body;
    }
}

/// Returns whether other threads may see the array's elements.
bool is_seen_by_others(const Variable& array) {
    return array.role == VariableRole::parameter || array.role == VariableRole::shared || array.is_pointer();
}

std::set<const Variable*> roots_of(const Variable* array) {
    if (!array->is_pointer()) return {array};
    return {array->roots.begin(), array->roots.end()};
}

/// An assignment in the loop, or a store to an array.
struct Definition {
    const Stmt* stmt;
    std::vector<Expr*> values;     ///< all that the new value is computed of
    std::vector<Expr*> conditions; ///< the conditions around, inside the loop
    bool uses_itself = false;      ///< it is an augmented assignment, or the variable of an inner loop
    Expr* atomic = nullptr;        ///< it is this atomic operation
};

/// The effects of one loop, and the values on which its end depends.
class Look {
  public:
    Look(Stmt& loop, const std::set<const Function*>& unknown) : loop_(loop), unknown_(unknown) {}

    /// Returns whether the loop waits, and fills in what its end depends on.
    bool run(WaitingLoop& result) {
        if (loop_.kind == StmtKind::while_) {
            exits_.push_back(as<While>(loop_).condition.get());
            note_atomics(*as<While>(loop_).condition);
        }
        has_barrier_ = holds_barrier(loop_);
        std::vector<Expr*> conditions;
        note(body(), conditions, true);
        for (Expr* exit : exits_)
            follow(*exit);
        find_reads();
        if (reads_.empty() && callees_.empty()) return false;
        if (changes_always() && !only_counts()) return false;
        result.loop = &loop_;
        result.loads = std::move(reads_);
        result.callees = std::move(callees_);
        return true;
    }

  private:
    Stmt& loop_;
    const std::set<const Function*>& unknown_; ///< the functions that are looked at already
    bool has_barrier_ = false;
    std::vector<Expr*> exits_; ///< the conditions that decide whether the loop ends
    std::map<const Variable*, std::vector<Definition>> definitions_; ///< of variables
    std::map<const Variable*, std::vector<Definition>> stores_;      ///< of arrays, atomic operations too
    std::set<const Variable*> depends_, memory_; ///< the variables and arrays that the end depends on
    std::set<Load*> loads_;                      ///< the loads that it depends on
    std::set<Load*> reads_;                      ///< those of memory that others may change
    std::set<Function*> callees_;
    std::set<const Expr*> followed_;

    Block& body() { return body_of(loop_); }

    // ---- what the loop does

    void note_value(Variable* variable, Definition definition) {
        definitions_[variable].push_back(std::move(definition));
    }

    void note_store(Variable* array, const Definition& definition) {
        for (const Variable* root : roots_of(array))
            stores_[root].push_back(definition);
    }

    void note_place(Lvalue& place, Definition definition) {
        if (!place.index) return note_value(place.variable, std::move(definition));
        note_store(place.variable, definition);
    }

    void note_atomics(Expr& expr) {
        visit_all(expr, [&](Expr& part) {
            if (part.kind == ExprKind::assign_expr) {
                auto& assign = as<AssignExpr>(part);
                note_value(assign.variable, {nullptr, {assign.value.get()}, {}});
            }
            if (!is_atomic(part)) return;
            Definition definition{nullptr, {}, {}};
            definition.atomic = &part;
            for (std::size_t i = 1; i < atomic_arguments(part).size(); ++i)
                definition.values.push_back(atomic_arguments(part)[i].get());
            note_store(atomic_place(part).array, definition);
        });
    }

    /// Notes a block inside the loop. `own` says that a `break` in it ends the loop.
    void note(Block& block, std::vector<Expr*>& conditions, bool own) {
        for (StmtPtr& stmt : block)
            note(*stmt, conditions, own);
    }

    void note(Stmt& stmt, std::vector<Expr*>& conditions, bool own) {
        visit_expressions(stmt, [&](ExprPtr& expr) { note_atomics(*expr); });
        Definition definition{&stmt, {}, conditions};
        const std::size_t depth = conditions.size();
        switch (stmt.kind) {
        case StmtKind::assign:
            definition.values = {as<Assign>(stmt).value.get()};
            return note_place(as<Assign>(stmt).lvalue, std::move(definition));
        case StmtKind::augmented_assign:
            definition.values = {as<AugmentedAssign>(stmt).value.get()};
            definition.uses_itself = true;
            return note_place(as<AugmentedAssign>(stmt).lvalue, std::move(definition));
        case StmtKind::multi_assign: {
            auto& multi = as<MultiAssign>(stmt);
            for (std::size_t i = 0; i < multi.lvalues.size(); ++i) {
                Definition each = definition;
                each.values = {multi.values[multi.values.size() == 1 ? 0 : i].get()};
                note_place(multi.lvalues[i], std::move(each));
            }
            return;
        }
        case StmtKind::builtin_unpack:
            for (Lvalue& place : as<BuiltinUnpack>(stmt).lvalues) {
                Definition each = definition;
                for (ExprPtr& argument : as<BuiltinUnpack>(stmt).arguments)
                    each.values.push_back(argument.get());
                note_place(place, std::move(each));
            }
            return;
        case StmtKind::if_: {
            auto& branch = as<If>(stmt);
            conditions.push_back(branch.condition.get());
            note(branch.then_body, conditions, own);
            note(branch.else_body, conditions, own);
            break;
        }
        case StmtKind::while_:
            conditions.push_back(as<While>(stmt).condition.get());
            note(as<While>(stmt).body, conditions, false);
            note(as<While>(stmt).else_body, conditions, own);
            break;
        case StmtKind::for_range:
            definition.uses_itself = true;
            note_value(as<ForRange>(stmt).variable, definition);
            note(as<ForRange>(stmt).body, conditions, false);
            note(as<ForRange>(stmt).else_body, conditions, own);
            break;
        case StmtKind::for_each:
            definition.uses_itself = true;
            visit_assigned(stmt, [&](Variable* variable) { note_value(variable, definition); });
            note(as<ForEach>(stmt).body, conditions, false);
            note(as<ForEach>(stmt).else_body, conditions, own);
            break;
        case StmtKind::break_:
            if (!own) return;
            [[fallthrough]];
        case StmtKind::return_:
            exits_.insert(exits_.end(), conditions.begin(), conditions.end());
            return;
        default:
            visit_blocks(stmt, [&](Block& inner) { note(inner, conditions, own); });
        }
        conditions.resize(depth);
    }

    // ---- what the end of the loop depends on

    void follow(Expr& expr) {
        if (!followed_.insert(&expr).second) return;
        visit_all(expr, [&](Expr& part) {
            switch (part.kind) {
            case ExprKind::variable:
                if (!part.type->is_array()) depend(as<VariableRef>(part).variable);
                break;
            case ExprKind::load:
                loads_.insert(&as<Load>(part));
                depend_on_memory(as<Load>(part).array);
                break;
            case ExprKind::call:
                follow_call(as<Call>(part));
                break;
            default:
                break;
            }
        });
    }

    void depend(const Variable* variable) {
        if (!depends_.insert(variable).second) return;
        const auto found = definitions_.find(variable);
        if (found == definitions_.end()) return;
        for (const Definition& each : found->second)
            for (Expr* value : each.values)
                follow(*value);
        if (!is_flag(found->second) && is_always_constant(found->second)) return;
        for (const Definition& each : found->second)
            for (Expr* condition : each.conditions)
                follow(*condition);
    }

    void depend_on_memory(const Variable* array) {
        for (const Variable* root : roots_of(array)) {
            if (!memory_.insert(root).second) continue;
            for (const Definition& each : stores_[root])
                for (Expr* value : each.values)
                    follow(*value);
        }
    }

    void follow_call(Call& call) {
        Function& callee = *call.function;
        if (callee.foreign) return;
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (!call.arguments[i]->type->is_array()) continue;
            const Variable* array = array_of(*call.arguments[i]);
            if (!callee.facts.array_uses[i].reads && !callee.facts.array_uses[i].writes) continue;
            if (!is_seen_by_others(*array)) continue;
            depend_on_memory(array);
            callees_.insert(&callee);
        }
    }

    /// Returns whether a variable only gets constants.
    static bool is_always_constant(const std::vector<Definition>& definitions) {
        return std::all_of(definitions.begin(), definitions.end(), [](const Definition& each) {
            return !each.uses_itself && each.values.size() == 1 &&
                   without_casts(*each.values[0]).kind == ExprKind::literal;
        });
    }

    /// Returns whether a variable only gets one constant, so that the conditions around decide. Where it gets
    /// others, the loop itself begins anew.
    static bool is_flag(const std::vector<Definition>& definitions) {
        const Literal* first = nullptr;
        for (const Definition& each : definitions) {
            if (each.uses_itself || each.values.size() != 1) return false;
            const Expr& value = without_casts(*each.values[0]);
            if (value.kind != ExprKind::literal) return false;
            if (first && first->value != as<Literal>(value).value) return false;
            first = &as<Literal>(value);
        }
        return first != nullptr;
    }

    void find_reads() {
        for (Load* load : loads_) {
            if (!is_seen_by_others(*load->array)) continue;
            // The loop changes the memory itself if all threads of the block are in it together.
            bool is_own = false;
            for (const Variable* root : roots_of(load->array))
                is_own = is_own || (has_barrier_ && !stores_[root].empty());
            if (!is_own) reads_.insert(load);
        }
        if (has_barrier_)
            std::erase_if(callees_, [&](const Function* callee) { return callee->facts.has_effects; });
    }

    // ---- ways through the loop that change nothing

    bool mentions_itself(const Variable* variable) {
        std::set<const Variable*> seen;
        return reaches(variable, variable, seen);
    }

    bool reaches(const Variable* from, const Variable* to, std::set<const Variable*>& seen) {
        const auto found = definitions_.find(from);
        if (found == definitions_.end()) return false;
        for (const Definition& each : found->second) {
            if (each.uses_itself) return true;
            for (Expr* value : each.values)
                if (reaches(*value, to, seen)) return true;
        }
        return false;
    }

    bool reaches(Expr& value, const Variable* to, std::set<const Variable*>& seen) {
        bool found = false;
        visit_all(value, [&](Expr& part) {
            if (found || part.kind != ExprKind::variable || part.type->is_array()) return;
            const Variable* variable = as<VariableRef>(part).variable;
            found = variable == to || (seen.insert(variable).second && reaches(variable, to, seen));
        });
        return found;
    }

    /// Returns whether the value is the same in each iteration, as long as nobody changes memory.
    bool is_invariant(Expr& value) {
        bool varies = false;
        visit_all(value, [&](Expr& part) {
            varies = varies || part.kind == ExprKind::call || part.kind == ExprKind::load ||
                     is_atomic(part) || is_draw(part);
            if (part.kind != ExprKind::variable || part.type->is_array()) return;
            const Variable* variable = as<VariableRef>(part).variable;
            const auto found = definitions_.find(variable);
            varies = varies || (found != definitions_.end() && !is_flag(found->second));
        });
        return !varies;
    }

    /// Returns whether the atomic operation changes something each time that it is done.
    bool changes(Expr& atomic) {
        const auto& arguments = atomic_arguments(atomic);
        for (std::size_t i = 1; i < arguments.size(); ++i)
            if (!is_invariant(*arguments[i])) return true;
        switch (as<BuiltinCall>(atomic).builtin->special) {
        case Special::atomic_add:
        case Special::atomic_sub:
        case Special::atomic_xor: {
            const Expr& amount = without_casts(*arguments[1]);
            if (amount.kind != ExprKind::literal) return true;
            return std::visit([](auto value) { return value != decltype(value){}; },
                              as<Literal>(amount).value);
        }
        case Special::atomic_increment:
        case Special::atomic_decrement:
            return true;
        default:
            return false;
        }
    }

    bool depends_on_memory(const Variable* array) {
        for (const Variable* root : roots_of(array))
            if (memory_.count(root)) return true;
        return false;
    }

    /// Returns whether evaluating the expression changes something that the loop's end depends on.
    bool changes_in(Expr& expr) {
        bool found = false;
        visit_all(expr, [&](Expr& part) {
            if (part.kind == ExprKind::assign_expr) {
                const Variable* variable = as<AssignExpr>(part).variable;
                found = found || (depends_.count(variable) && mentions_itself(variable));
            }
            if (is_atomic(part))
                found = found || (depends_on_memory(atomic_place(part).array) && changes(part));
            if (is_draw(part)) found = true;
            if (part.kind == ExprKind::call) found = found || call_changes(as<Call>(part));
        });
        return found;
    }

    bool call_changes(Call& call) {
        const Function& callee = *call.function;
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (!call.arguments[i]->type->is_array() || !callee.facts.array_uses[i].writes) continue;
            if (!depends_on_memory(array_of(*call.arguments[i]))) continue;
            if (callee.foreign || function_changes(*call.function)) return true;
        }
        return false;
    }

    /// Returns whether a function changes an array in another way than by atomic operations that only read
    /// when they are done again.
    bool function_changes(Function& callee) {
        if (callee.foreign || unknown_.count(&callee)) return true;
        bool found = false;
        visit_statements(callee.body, [&](Stmt& stmt) {
            visit_lvalues(stmt, [&](Lvalue& place) {
                found = found || (place.index && is_seen_by_others(*place.variable));
            });
        });
        Look inside(loop_, unknown_); // the callee's own variables are the same in each call
        visit_all(callee.body, [&](Expr& part) {
            if (is_atomic(part)) found = found || inside.changes(part);
            if (is_draw(part)) found = true;
            if (part.kind != ExprKind::call || found) return;
            std::set<const Function*> unknown = unknown_;
            unknown.insert(&callee);
            found = as<Call>(part).function->facts.has_effects &&
                    Look(loop_, unknown).function_changes(*as<Call>(part).function);
        });
        return found;
    }

    /// Returns whether a store brings what was read from memory that the loop does not change, and so changes
    /// nothing by itself.
    bool brings_other_memory(const Definition& store) {
        bool found = false;
        for (Expr* value : store.values)
            visit_all(*value, [&](Expr& part) {
                if (part.kind != ExprKind::load || !is_seen_by_others(*as<Load>(part).array)) return;
                for (const Variable* root : roots_of(as<Load>(part).array))
                    found = found || stores_[root].empty() || is_only_read(root);
            });
        return found;
    }

    /// Returns whether the loop does to the array nothing but atomic operations that read.
    bool is_only_read(const Variable* root) {
        const auto& all = stores_[root];
        return std::all_of(all.begin(), all.end(),
                           [&](const Definition& each) { return each.atomic && !changes(*each.atomic); });
    }

    bool changes_by(const Stmt& stmt) {
        for (const auto& [variable, definitions] : definitions_)
            for (const Definition& each : definitions)
                if (each.stmt == &stmt && depends_.count(variable) && mentions_itself(variable)) return true;
        for (const auto& [root, stores] : stores_)
            for (const Definition& each : stores)
                if (each.stmt == &stmt && memory_.count(root) && !brings_other_memory(each)) return true;
        return false;
    }

    struct Exits {
        bool goes_on = false;   ///< control may reach the end of the block with nothing changed
        bool continues = false; ///< it may reach the loop's next iteration so
        bool leaves = false;    ///< it may leave an inner loop so
    };

    Exits through(Block& block) {
        Exits way{true};
        for (StmtPtr& stmt : block) {
            const Exits next = through(*stmt);
            way.continues = way.continues || next.continues;
            way.leaves = way.leaves || next.leaves;
            way.goes_on = next.goes_on;
            if (!way.goes_on) break;
        }
        return way;
    }

    Exits through(Stmt& stmt) {
        bool found = false;
        if (!is_user_loop(stmt) || stmt.kind == StmtKind::while_)
            visit_expressions(stmt, [&](ExprPtr& expr) { found = found || changes_in(*expr); });
        if (found || (!is_user_loop(stmt) && changes_by(stmt))) return {};
        switch (stmt.kind) {
        case StmtKind::if_: {
            const Exits then_way = through(as<If>(stmt).then_body),
                        else_way = through(as<If>(stmt).else_body);
            return {then_way.goes_on || else_way.goes_on, then_way.continues || else_way.continues,
                    then_way.leaves || else_way.leaves};
        }
        case StmtKind::while_:
        case StmtKind::for_range:
        case StmtKind::for_each: { // its body is taken to run
            const Exits way = through(body_of(stmt));
            return {way.goes_on || way.continues || way.leaves, false, false};
        }
        case StmtKind::continue_:
            return {false, true, false};
        case StmtKind::break_:
            return {false, false, true};
        case StmtKind::return_:
            return {};
        case StmtKind::block:
            return through(as<BlockStmt>(stmt).body);
        default:
            return {true, false, false};
        }
    }

    bool changes_always() {
        if (loop_.kind != StmtKind::while_) return true;
        if (changes_in(*as<While>(loop_).condition)) return true;
        const Exits way = through(body());
        return !way.goes_on && !way.continues;
    }

    // ---- loops that only count how often they have looked

    bool is_counter(const Variable* variable) {
        const auto found = definitions_.find(variable);
        return found == definitions_.end() ||
               std::all_of(found->second.begin(), found->second.end(), [](const Definition& each) {
                   return each.uses_itself &&
                          (each.values.empty() || each.values[0]->kind == ExprKind::literal);
               });
    }

    bool is_counted(const Variable* variable) {
        if (loop_.kind == StmtKind::for_range && as<ForRange>(loop_).variable == variable) return true;
        return definitions_.count(variable) && is_counter(variable);
    }

    /// Returns whether the loop does nothing but look at the same memory, some number of times.
    bool only_counts() {
        if (loop_.kind == StmtKind::for_each || !callees_.empty()) return false;
        bool found = false; // something else
        for (const auto& [root, stores] : stores_)
            found = found || !is_only_read(root);
        visit_statements(body(), [&](Stmt& stmt) {
            switch (stmt.kind) {
            case StmtKind::assign:
            case StmtKind::augmented_assign:
                visit_expressions(stmt, [&](ExprPtr& expr) { found = found || has_effects(*expr); });
                visit_lvalues(stmt, [&](Lvalue& place) {
                    found = found || place.index ||
                            (!is_counter(place.variable) && !depends_.count(place.variable));
                });
                break;
            case StmtKind::if_:
            case StmtKind::break_:
            case StmtKind::continue_:
            case StmtKind::return_:
            case StmtKind::note:
                break;
            case StmtKind::evaluate:
                found = found || has_effects(*as<Evaluate>(stmt).value);
                break;
            default:
                found = true;
            }
        });
        for (const auto& [variable, definitions] : definitions_)
            found = found || (mentions_itself(variable) && !is_counter(variable));
        for (Load* load : reads_)
            visit_all(*load->index, [&](Expr& part) {
                if (part.kind == ExprKind::variable)
                    found = found || is_counted(as<VariableRef>(part).variable);
            });
        return !found && looks_only();
    }

    /// Returns whether some condition of the end compares nothing that is counted.
    bool looks_only() {
        bool found = false;
        for (Expr* exit : exits_) {
            std::vector<Expr*> parts{exit};
            while (!parts.empty()) {
                Expr* part = parts.back();
                parts.pop_back();
                if (part->kind == ExprKind::logical) {
                    parts.push_back(as<Logical>(*part).left.get());
                    parts.push_back(as<Logical>(*part).right.get());
                    continue;
                }
                bool counts = false, reads = false;
                visit_all(*part, [&](Expr& each) {
                    if (each.kind == ExprKind::load) reads = reads || reads_.count(&as<Load>(each));
                    if (each.kind != ExprKind::variable || each.type->is_array()) return;
                    const Variable* variable = as<VariableRef>(each).variable;
                    counts = counts || is_counted(variable);
                    const auto defined = definitions_.find(variable);
                    if (defined == definitions_.end()) return;
                    for (const Definition& definition : defined->second)
                        for (Expr* value : definition.values)
                            visit_all(*value, [&](Expr& inner) {
                                if (inner.kind == ExprKind::load)
                                    reads = reads || reads_.count(&as<Load>(inner));
                            });
                });
                found = found || (reads && !counts);
            }
        }
        return found;
    }
};

} // namespace

std::vector<WaitingLoop> find_waiting_loops(Function& function) {
    std::vector<WaitingLoop> found;
    const std::set<const Function*> none{&function};
    visit_statements(function.body, [&](Stmt& stmt) {
        if (!is_user_loop(stmt)) return;
        WaitingLoop loop{};
        if (Look(stmt, none).run(loop)) found.push_back(std::move(loop));
    });
    return found;
}

} // namespace cudapy::lower
