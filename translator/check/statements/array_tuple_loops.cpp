#include "translator/check/statements/array_tuple_loops.h"

#include "translator/check/body/body.h"
#include "translator/check/statements/array_choice.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace cudapy::checker {

namespace {

using syntax::ExprKind;
using syntax::StmtKind;

class ArrayTuples {
  public:
    explicit ArrayTuples(Body& body)
        : body_(body), names_(syntax::all_names(*body.info.syntax)),
          bound_(syntax::bound_names(body.info.syntax->body)) {
        const auto& parameters = body.info.syntax->parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (body.info.place(i) < 0 || bound_.count(parameters[i].name)) continue;
            const auto place = static_cast<std::size_t>(body.info.place(i));
            const program::Variable& variable = *body.function.parameters[place];
            const bool is_lists = i < body.info.lists.size() && body.info.lists[i].offsets;
            if (variable.type->is_array() && !variable.is_one() && !is_lists)
                ranks_[parameters[i].name] = variable.type->rank();
        }
        if (!ranks_.empty()) find_names();
    }

    bool has_any() const {
        bool found = !tuples_.empty();
        syntax::visit_statements(body_.info.syntax->body, [&](const syntax::Stmt& stmt) {
            found = found || (stmt.kind == StmtKind::for_ &&
                              !columns_of(syntax::as<syntax::For>(stmt)).targets.empty());
        });
        syntax::visit_all(body_.info.syntax->body, [&](const syntax::Expr& expr) {
            found = found || (expr.kind == ExprKind::subscript &&
                              arrays_in(*syntax::as<syntax::Subscript>(expr).value));
        });
        return found && !ranks_.empty();
    }

    syntax::Block written_out() { return block(body_.info.syntax->body); }

  private:
    Body& body_;
    std::set<std::string> names_, bound_;
    std::map<std::string, int> ranks_;                   ///< of parameters that are arrays
    std::map<std::string, const syntax::Tuple*> tuples_; ///< local names, by what they stand for
    std::set<const syntax::Stmt*> left_out_;             ///< the assignments to those names

    /// The names in the head of a loop, and the tuple of arrays that each goes through.
    struct Columns {
        const syntax::Expr* counter = nullptr; ///< of `enumerate`
        std::vector<const syntax::Expr*> targets;
        std::vector<const syntax::Tuple*> tuples;
    };

    /// Returns how many dimensions a parameter has, or what indices leave of it; 0 for anything else.
    int rank_of(const syntax::Expr& expr) const {
        if (expr.kind == ExprKind::name) {
            const auto found = ranks_.find(syntax::as<syntax::Name>(expr).id);
            return found == ranks_.end() ? 0 : found->second;
        }
        if (expr.kind != ExprKind::subscript) return 0;
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        const int left = rank_of(*subscript.value);
        const ExprKind index = subscript.index->kind;
        const bool is_simple = index == ExprKind::name || index == ExprKind::integer;
        return left > 0 && is_simple ? left - 1 : 0;
    }

    bool holds_arrays(const syntax::Tuple& tuple) const {
        return !tuple.elements.empty() &&
               std::all_of(tuple.elements.begin(), tuple.elements.end(),
                           [this](const syntax::ExprPtr& each) { return rank_of(*each) > 0; });
    }

    void find_names() {
        std::map<std::string, int> bindings;
        syntax::visit_statements(body_.info.syntax->body, [&](const syntax::Stmt& stmt) {
            syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
                syntax::visit_bound_names(target, [&](const syntax::Name& name) { ++bindings[name.id]; });
            });
        });
        syntax::visit_statements(body_.info.syntax->body, [&](const syntax::Stmt& stmt) {
            const auto [target, value] = syntax::single_assignment(stmt);
            if (stmt.kind != StmtKind::assign || !target || target->kind != ExprKind::name) return;
            const std::string& name = syntax::as<syntax::Name>(*target).id;
            if (value->kind != ExprKind::tuple || bindings[name] != 1 || is_parameter(name)) return;
            const auto& tuple = syntax::as<syntax::Tuple>(*value);
            const bool are_names =
                std::all_of(tuple.elements.begin(), tuple.elements.end(),
                            [](const syntax::ExprPtr& each) { return each->kind == ExprKind::name; });
            if (!are_names || !holds_arrays(tuple) || is_read_before(name, stmt.span)) return;
            tuples_[name] = &tuple;
            left_out_.insert(&stmt);
        });
    }

    bool is_parameter(const std::string& name) const {
        const auto& parameters = body_.info.syntax->parameters;
        return std::any_of(parameters.begin(), parameters.end(),
                           [&](const syntax::Parameter& each) { return each.name == name; });
    }

    bool is_read_before(const std::string& name, Span assignment) const {
        bool found = false;
        syntax::visit_all(body_.info.syntax->body, [&](const syntax::Expr& expr) {
            found = found || (expr.kind == ExprKind::name && syntax::as<syntax::Name>(expr).id == name &&
                              expr.span.begin < assignment.begin);
            found = found || expr.kind == ExprKind::lambda; // which may read it as well
        });
        return found;
    }

    /// Returns the tuple of arrays that is written out, or that a name stands for; null for anything else.
    const syntax::Tuple* arrays_in(const syntax::Expr& expr) const {
        if (expr.kind == ExprKind::name) {
            const auto found = tuples_.find(syntax::as<syntax::Name>(expr).id);
            return found == tuples_.end() ? nullptr : found->second;
        }
        if (expr.kind != ExprKind::tuple) return nullptr;
        const auto& tuple = syntax::as<syntax::Tuple>(expr);
        return holds_arrays(tuple) ? &tuple : nullptr;
    }

    bool means(const syntax::Expr& callee, Special special) const {
        if (callee.kind != ExprKind::name || bound_.count(syntax::as<syntax::Name>(callee).id)) return false;
        const Entity entity = body_.environment.name(syntax::as<syntax::Name>(callee).id);
        return entity.kind == Entity::Kind::builtin && entity.builtin->special == special;
    }

    bool means_range() const {
        if (bound_.count("range") || is_parameter("range")) return false;
        const Entity entity = body_.environment.name("range");
        return entity.kind == Entity::Kind::builtin && entity.builtin->special == Special::range;
    }

    /// Returns what a loop over tuples of arrays goes through; no targets for any other loop.
    Columns columns_of(const syntax::For& loop) const {
        Columns columns;
        const syntax::Expr* target = loop.target.get();
        const syntax::Expr* iterable = loop.iterable.get();
        if (!means_range()) return {};
        if (const auto* one = arrays_in(*iterable)) {
            if (target->kind == ExprKind::name) columns = {nullptr, {target}, {one}};
            return columns;
        }
        if (iterable->kind != ExprKind::call || target->kind != ExprKind::tuple) return {};
        const auto& call = syntax::as<syntax::Call>(*iterable);
        const auto& targets = syntax::as<syntax::Tuple>(*target).elements;
        for (const syntax::Argument& each : call.arguments)
            if (each.stars || !each.keyword.empty()) return {};
        if (means(*call.function, Special::enumerate)) {
            if (call.arguments.size() != 1 || targets.size() != 2) return {};
            const auto* one = arrays_in(*call.arguments[0].value);
            const bool are_names = targets[0]->kind == ExprKind::name && targets[1]->kind == ExprKind::name;
            if (one && are_names) columns = {targets[0].get(), {targets[1].get()}, {one}};
            return columns;
        }
        if (!means(*call.function, Special::zip) || targets.size() != call.arguments.size()) return {};
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const auto* one = arrays_in(*call.arguments[i].value);
            if (!one || targets[i]->kind != ExprKind::name) return {};
            columns.targets.push_back(targets[i].get());
            columns.tuples.push_back(one);
        }
        return columns;
    }

    std::string fresh(std::string name) {
        while (!names_.insert(name).second)
            name += "_";
        return name;
    }

    /// Replaces the names of tuples, and their items.
    syntax::ExprPtr replaced(const syntax::Expr& expr) const {
        if (expr.kind == ExprKind::name) {
            const auto* tuple = arrays_in(expr);
            return tuple ? syntax::clone(static_cast<const syntax::Expr&>(*tuple)) : nullptr;
        }
        if (expr.kind == ExprKind::call) {
            const auto& call = syntax::as<syntax::Call>(expr);
            const bool is_len = call.arguments.size() == 1 && means(*call.function, Special::len);
            const auto* tuple = is_len ? arrays_in(*call.arguments[0].value) : nullptr;
            return tuple ? std::make_unique<syntax::Integer>(expr.span, tuple->elements.size(), false)
                         : nullptr;
        }
        if (expr.kind != ExprKind::subscript) return nullptr;
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        const auto* tuple = arrays_in(*subscript.value);
        const auto index = tuple ? constant_index(*subscript.index) : std::nullopt;
        if (tuple && !index && is_repeatable_index(*subscript.index)) {
            std::vector<syntax::ExprPtr> items;
            for (const syntax::ExprPtr& each : tuple->elements)
                items.push_back(syntax::clone(each));
            const auto copy =
                syntax::clone(subscript.index, [this](const syntax::Expr& each) { return replaced(each); });
            return choice_by_index(subscript, std::move(items), *copy);
        }
        if (!index) return nullptr;
        const auto count = static_cast<int64_t>(tuple->elements.size());
        const int64_t at = *index < 0 ? *index + count : *index;
        return at >= 0 && at < count ? syntax::clone(tuple->elements[static_cast<std::size_t>(at)]) : nullptr;
    }

    syntax::Block block(const syntax::Block& statements) {
        syntax::Block result;
        for (const syntax::StmtPtr& stmt : statements) {
            if (left_out_.count(stmt.get())) continue;
            const bool is_for = stmt->kind == StmtKind::for_;
            Columns columns = is_for ? columns_of(syntax::as<syntax::For>(*stmt)) : Columns{};
            const syntax::Replace replace = [this](const syntax::Expr& expr) { return replaced(expr); };
            syntax::StmtPtr copy = syntax::clone(*stmt, replace);
            settle(*stmt, *copy);
            if (!columns.targets.empty())
                copy = written_out(syntax::as<syntax::For>(*stmt), static_cast<syntax::For&>(*copy), columns);
            result.push_back(std::move(copy));
        }
        if (result.empty() && !statements.empty())
            result.push_back(std::make_unique<syntax::Pass>(statements[0]->span));
        return result;
    }

    /// Gives a copy of a statement blocks in which the loops are written out.
    void settle(const syntax::Stmt& stmt, syntax::Stmt& copy) {
        std::vector<const syntax::Block*> blocks;
        syntax::visit_blocks(stmt, [&](const syntax::Block& inner) { blocks.push_back(&inner); });
        std::size_t next = 0;
        syntax::visit_blocks(copy, [&](const syntax::Block& inner) {
            const_cast<syntax::Block&>(inner) = block(*blocks[next++]);
        });
    }

    syntax::StmtPtr written_out(const syntax::For& loop, syntax::For& copy, const Columns& columns) {
        const Span span = loop.span;
        std::size_t count = columns.tuples[0]->elements.size();
        for (const syntax::Tuple* each : columns.tuples)
            count = std::min(count, each->elements.size());
        const std::string counter = columns.counter
                                        ? syntax::as<syntax::Name>(*columns.counter).id
                                        : fresh(syntax::as<syntax::Name>(*columns.targets[0]).id + "_number");
        const std::string number = columns.counter ? fresh(counter + "_number") : counter;
        auto counting = std::make_unique<syntax::For>(span, std::make_unique<syntax::Name>(span, number),
                                                      range(loop.iterable->span, count));
        counting->comments = loop.comments;
        counting->else_body = std::move(copy.else_body);
        if (columns.counter)
            counting->body.push_back(
                assign(syntax::clone(*columns.counter), std::make_unique<syntax::Name>(span, number)));
        syntax::Block* place = &counting->body;
        for (std::size_t i = 0; i < count; ++i) {
            syntax::Block names;
            for (std::size_t column = 0; column < columns.targets.size(); ++column)
                names.push_back(assign(syntax::clone(*columns.targets[column]),
                                       syntax::clone(columns.tuples[column]->elements[i])));
            if (i + 1 == count) {
                std::move(names.begin(), names.end(), std::back_inserter(*place));
                break;
            }
            auto branch = std::make_unique<syntax::If>(span, equals(span, number, i));
            branch->is_elif = i > 0;
            branch->then_body = std::move(names);
            syntax::Block& next = branch->else_body;
            place->push_back(std::move(branch));
            place = &next;
        }
        std::move(copy.body.begin(), copy.body.end(), std::back_inserter(counting->body));
        return counting;
    }

    static syntax::StmtPtr assign(syntax::ExprPtr target, syntax::ExprPtr value) {
        const Span span = Span::cover(target->span, target->span);
        std::vector<syntax::ExprPtr> targets;
        targets.push_back(std::move(target));
        return std::make_unique<syntax::Assign>(span, std::move(targets), std::move(value));
    }

    static syntax::ExprPtr range(Span span, std::size_t count) {
        std::vector<syntax::Argument> arguments(1);
        arguments[0].value = std::make_unique<syntax::Integer>(span, count, false);
        return std::make_unique<syntax::Call>(span, std::make_unique<syntax::Name>(span, "range"),
                                              std::move(arguments));
    }

    static syntax::ExprPtr equals(Span span, const std::string& name, std::size_t number) {
        std::vector<syntax::ExprPtr> operands;
        operands.push_back(std::make_unique<syntax::Name>(span, name));
        operands.push_back(std::make_unique<syntax::Integer>(span, number, false));
        return std::make_unique<syntax::Compare>(span, std::move(operands),
                                                 std::vector{syntax::CompareOp::eq}, std::vector{span});
    }
};

} // namespace

void write_out_array_tuples(Body& body) {
    ArrayTuples tuples(body);
    if (tuples.has_any()) body.info.rewrite(tuples.written_out());
}

} // namespace cudapy::checker
