#include "translator/differentiate/plain/array_names.h"

#include "translator/differentiate/repeatable.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>

namespace cudapy::differentiate {

using namespace program;

namespace {

class ArrayNames {
  public:
    ArrayNames(Function& function, const Type* index_type) : function_(function), index_type_(index_type) {
        std::vector<Variable*> names;
        for (const auto& variable : function.variables)
            if (variable->is_pointer()) names.push_back(variable.get());
        for (Variable* name : names)
            parts_[name] = {
                temporary(name->name + "_which", Type::int32(), name->span),
                temporary(name->name + "_start", index_type, name->span),
            };
    }

    void run() {
        if (parts_.empty()) return;
        find_parts();
        lower::rewrite_statements(function_.body,
                                  [&](StmtPtr stmt, Block& out) { statement(std::move(stmt), out); });
    }

    /// Returns a use of a name that is left, or null.
    const Expr* left() const {
        const Expr* found = nullptr;
        visit_all(function_.body, [&](const Expr& expr) {
            const Variable* array = expr.kind == ExprKind::variable ? as<VariableRef>(expr).variable
                                    : expr.kind == ExprKind::load   ? as<Load>(expr).array
                                    : expr.kind == ExprKind::view   ? as<ArrayView>(expr).array
                                    : expr.kind == ExprKind::length ? as<Length>(expr).array
                                                                    : nullptr;
            if (array && array->is_pointer()) found = &expr;
        });
        return found;
    }

    void drop_names() {
        std::erase_if(function_.variables, [](const auto& variable) { return variable->is_pointer(); });
    }

  private:
    /// What a name consists of.
    struct Name {
        Variable *which, *start;
        bool is_part = false; ///< it may begin elsewhere than its array does
    };
    struct Value {
        ExprPtr which, start;
    };

    Function& function_;
    const Type* index_type_;
    std::map<const Variable*, Name> parts_;

    Variable* temporary(const std::string& name, const Type* type, Span span) {
        return function_.add_variable(name, type, VariableRole::temporary, span);
    }

    /// Finds the names that may begin elsewhere than their arrays do.
    void find_parts() {
        const auto is_part = [&](const Expr& value) {
            bool found = false;
            visit_all(value, [&](const Expr& part) {
                found = found || (part.kind == ExprKind::view && !is_number(*as<ArrayView>(part).start, 0));
                if (part.kind != ExprKind::variable) return;
                const auto name = parts_.find(as<VariableRef>(part).variable);
                found = found || (name != parts_.end() && name->second.is_part);
            });
            return found;
        };
        bool changed = true;
        while (changed) {
            changed = false;
            visit_statements(function_.body, [&](const Stmt& stmt) {
                if (stmt.kind != StmtKind::assign || !as<Assign>(stmt).lvalue.is_variable()) return;
                const auto name = parts_.find(as<Assign>(stmt).lvalue.variable);
                if (name == parts_.end() || name->second.is_part || !is_part(*as<Assign>(stmt).value)) return;
                changed = name->second.is_part = true;
            });
        }
    }

    ExprPtr number(int64_t value, Span span) const { return make_int(Type::int32(), value, span); }

    static int64_t number_of(const Variable* root, const Variable* name) {
        const auto& roots = name->roots;
        return std::find(roots.begin(), roots.end(), root) - roots.begin();
    }

    /// Returns the array that a name is given, as a number of its own, and where it begins.
    Value value_of(const Expr& expr, const Variable* name) {
        const Span span = expr.span;
        switch (expr.kind) {
        case ExprKind::variable:
        case ExprKind::view: {
            Variable* const array =
                expr.kind == ExprKind::view ? as<ArrayView>(expr).array : as<VariableRef>(expr).variable;
            Value value{nullptr, make_int(index_type_, 0, span)};
            if (const auto of = parts_.find(array); of != parts_.end()) {
                const auto& roots = array->roots;
                for (std::size_t i = roots.size(); i-- > 0;) {
                    ExprPtr mine = number(number_of(roots[i], name), span);
                    value.which = value.which ? make_select(is(array, static_cast<int64_t>(i), span),
                                                            std::move(mine), std::move(value.which))
                                              : std::move(mine);
                }
                if (roots == name->roots && roots.size() > 1) value.which = make_ref(of->second.which, span);
                if (of->second.is_part) value.start = make_ref(of->second.start, span);
            } else {
                value.which = number(number_of(array, name), span);
            }
            if (expr.kind == ExprKind::view)
                value.start =
                    plus(std::move(value.start), convert(ExprPtr(as<ArrayView>(expr).start), index_type_));
            return value;
        }
        case ExprKind::conditional: {
            const auto& node = as<Conditional>(expr);
            Value yes = value_of(*node.then_value, name), no = value_of(*node.else_value, name);
            if (!yes.which || !no.which) return {};
            const auto choose = [&](ExprPtr a, ExprPtr b) {
                return make_select(clone(*node.condition), std::move(a), std::move(b));
            };
            return {choose(std::move(yes.which), std::move(no.which)),
                    choose(std::move(yes.start), std::move(no.start))};
        }
        case ExprKind::literal: // no array
            return {number(0, span), make_int(index_type_, 0, span)};
        default:
            return {};
        }
    }

    static ExprPtr plus(ExprPtr a, ExprPtr b) {
        if (is_number(*a, 0)) return b;
        if (is_number(*b, 0)) return a;
        return make_binary(BinaryOp::add, std::move(a), std::move(b));
    }

    ExprPtr is(const Variable* name, int64_t which, Span span) const {
        return make_compare(CompareOp::eq, make_ref(parts_.at(name).which, span), number(which, span));
    }

    ExprPtr index_in(const Variable* name, const Expr& index) const {
        const Name& of = parts_.at(name);
        if (!of.is_part) return clone(index);
        const Type* const type = index.type == Type::int64() ? index.type : index_type_;
        return make_binary(BinaryOp::add, convert(make_ref(of.start, index.span), type),
                           convert(clone(index), type));
    }

    /// Writes reads of names as choices between elements, those in operands first.
    void reads(ExprPtr& expr) {
        visit_all_upwards(expr, [&](ExprPtr& part) {
            if (is_atomic(*part)) return;
            if (part->kind != ExprKind::load || !parts_.count(as<Load>(*part).array)) return;
            const auto& load = as<Load>(*part);
            const Span span = load.span;
            const auto& roots = load.array->roots;
            ExprPtr chosen;
            for (std::size_t i = roots.size(); i-- > 0;) {
                ExprPtr element = std::make_unique<Load>(span, roots[i], index_in(load.array, *load.index));
                chosen = chosen ? make_select(is(load.array, static_cast<int64_t>(i), span),
                                              std::move(element), std::move(chosen))
                                : std::move(element);
            }
            part = std::move(chosen);
        });
    }

    /// Puts for each array that a name may stand for the statement that `make` makes for it.
    void for_each_root(const Variable* name, Span span, Block& out,
                       const std::function<StmtPtr(Variable* root)>& make) const {
        StmtPtr chain;
        for (std::size_t i = name->roots.size(); i-- > 0;) {
            StmtPtr one = make(name->roots[i]);
            if (!chain) {
                chain = std::move(one);
                continue;
            }
            auto branch = std::make_unique<If>(span, is(name, static_cast<int64_t>(i), span));
            branch->then_body.push_back(std::move(one));
            branch->else_is_elif = chain->kind == StmtKind::if_;
            branch->else_body.push_back(std::move(chain));
            chain = std::move(branch);
        }
        out.push_back(std::move(chain));
    }

    void statement(StmtPtr stmt, Block& out) {
        const Span span = stmt->span;
        if (stmt->kind == StmtKind::assign && parts_.count(as<Assign>(*stmt).lvalue.variable) &&
            as<Assign>(*stmt).lvalue.is_variable())
            return name(as<Assign>(*stmt), out);
        // An atomic changes its place, which no choice between elements can be.
        const Variable* changed = nullptr;
        visit_expressions(*stmt, [&](const ExprPtr& expr) {
            visit_all(static_cast<const Expr&>(*expr), [&](const Expr& part) {
                if (is_atomic(part) && parts_.count(atomic_place(part).array))
                    changed = atomic_place(part).array;
            });
        });
        if (changed)
            return for_each_root(changed, span, out, [&](Variable* root) {
                StmtPtr one = clone(*stmt);
                visit_expressions(*one, [&](ExprPtr& expr) {
                    visit_all(*expr, [&](Expr& part) {
                        if (!is_atomic(part) || atomic_place(part).array != changed) return;
                        Load& place = atomic_place(part);
                        place.index = index_in(changed, *place.index);
                        place.array = root;
                    });
                    reads(expr);
                });
                return one;
            });
        visit_expressions(*stmt, [&](ExprPtr& expr) { reads(expr); });
        if (stmt->kind == StmtKind::declare && parts_.count(as<Declare>(*stmt).variable)) return;
        if (stmt->kind != StmtKind::assign || !parts_.count(as<Assign>(*stmt).lvalue.variable))
            return out.push_back(std::move(stmt));
        auto& node = as<Assign>(*stmt);
        ExprPtr value = std::move(node.value);
        if (!is_repeatable(*value)) {
            Variable* const kept = temporary("value", value->type, span);
            out.push_back(make_assign(kept, std::move(value), span));
            value = make_ref(kept, span);
        }
        const Lvalue place = node.lvalue;
        for_each_root(place.variable, span, out, [&](Variable* root) {
            Lvalue one = place;
            one.index = index_in(place.variable, *place.index);
            one.variable = root;
            return make_assign(std::move(one), clone(*value), span);
        });
    }

    /// Writes an assignment of an array to a name.
    void name(Assign& stmt, Block& out) {
        const Span span = stmt.span;
        const Name& of = parts_.at(stmt.lvalue.variable);
        visit_all_upwards(stmt.value, [&](ExprPtr& part) {
            if (part->kind == ExprKind::conditional && part->type->is_array())
                reads(as<Conditional>(*part).condition);
            if (part->kind == ExprKind::view) reads(as<ArrayView>(*part).start);
        });
        Value value = value_of(*stmt.value, stmt.lvalue.variable);
        if (!value.which) return out.push_back(clone(stmt)); // what is left is refused
        const bool is_one = stmt.lvalue.variable->roots.size() == 1;
        if (!is_one && of.is_part) { // both depend on what the name was
            Variable* const start = temporary("start", of.start->type, span);
            out.push_back(make_assign(start, std::move(value.start), span));
            value.start = make_ref(start, span);
        }
        if (!is_one) out.push_back(make_assign(of.which, std::move(value.which), span));
        if (of.is_part) out.push_back(make_assign(of.start, std::move(value.start), span));
    }
};

} // namespace

void replace_array_names(Function& kernel, const Type* index_type,
                         const std::function<void(Span, const std::string&)>& refuse) {
    ArrayNames names(kernel, index_type);
    names.run();
    if (const Expr* use = names.left()) return refuse(use->span, "this use of a name for several arrays");
    names.drop_names();
}

} // namespace cudapy::differentiate
