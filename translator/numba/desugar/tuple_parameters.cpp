#include "translator/numba/desugar/tuple_parameters.h"

#include "translator/check/statements/array_choice.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>

namespace cudapy::checker::numba {

namespace {

using Argument = InstanceRequest::Argument;

/// An argument, or an item of one, and the name of its parameter or those of its own items.
struct Item {
    const Argument* argument = nullptr; ///< null for a tuple
    std::string name = {};
    std::vector<std::string> fields = {};
    std::vector<Item> items = {};

    bool is_tuple() const { return !argument; }
};

bool begins_tuple(const Argument& argument) {
    return argument.function.starts_with("(") && argument.function != "()";
}

/// Reads the argument or the tuple at the place, and goes on after it.
Item read(const std::vector<Argument>& arguments, std::size_t& place) {
    const Argument& first = arguments[place++];
    if (!begins_tuple(first)) return {&first};
    Item tuple;
    std::istringstream names(first.function.substr(1));
    for (std::string name; names >> name;)
        tuple.fields.push_back(name);
    while (place < arguments.size() && arguments[place].function != ")")
        tuple.items.push_back(read(arguments, place));
    ++place;
    return tuple;
}

/// Calls visit(const Name&) on each name in the block, also in lambdas.
template <typename Visit>
void visit_names(const syntax::Block& block, const Visit& visit, bool in_lambda = false) {
    syntax::visit_all(block, [&](const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::name) visit(syntax::as<syntax::Name>(expr), in_lambda);
        if (expr.kind == syntax::ExprKind::lambda)
            visit_names(syntax::as<syntax::Lambda>(expr).function->body, visit, true);
    });
}

/// Writes a function with a parameter for each item.
class Flattening {
  public:
    Flattening(const syntax::Function& function, const std::vector<Argument>& arguments, bool has_len)
        : function_(function), has_len_(has_len && !syntax::own_names(function).count("len")) {
        for (const syntax::Parameter& parameter : function.parameters)
            names_.insert(parameter.name);
        visit_names(function.body, [&](const syntax::Name& name, bool) { names_.insert(name.id); });
        std::size_t place = 0;
        for (const syntax::Parameter& parameter : function.parameters) {
            if (place >= arguments.size()) break;
            Item item = read(arguments, place);
            name(item, parameter.name, true);
            given_.push_back(std::move(item));
        }
        for (std::size_t i = 0; i < given_.size(); ++i)
            if (given_[i].is_tuple()) tuples_[function.parameters[i].name] = &given_[i];
    }

    std::optional<NotRewritten> problem() const {
        std::optional<NotRewritten> found;
        syntax::visit_statements(function_.body, [&](const syntax::Stmt& stmt) {
            syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
                syntax::visit_bound_names(target, [&](const syntax::Name& name) {
                    if (tuples_.count(name.id))
                        found = NotRewritten{{"an assignment to a parameter that is a tuple",
                                              "call the new one otherwise than `" + name.id + "`"},
                                             name.span};
                });
                look_for_items(target, found);
            });
        });
        visit_names(function_.body, [&](const syntax::Name& name, bool in_lambda) {
            if (in_lambda && tuples_.count(name.id))
                found = NotRewritten{{"a lambda that reads a parameter that is a tuple",
                                      "give its items names before the lambda"},
                                     name.span};
        });
        return found;
    }

    Rewritten result() const {
        const syntax::Replace replace = [this](const syntax::Expr& expr) { return replaced(expr); };
        auto copy = std::make_shared<syntax::Function>(
            syntax::clone(function_, syntax::clone(function_.body, replace)));
        Rewritten result;
        std::vector<syntax::Parameter> parameters;
        for (std::size_t i = 0; i < copy->parameters.size(); ++i) {
            if (i < given_.size() && given_[i].is_tuple()) {
                add(given_[i], copy->parameters[i].span, parameters, result.arguments);
                continue;
            }
            parameters.push_back(std::move(copy->parameters[i]));
            result.arguments.push_back(i < given_.size() ? *given_[i].argument : Argument{});
        }
        copy->parameters = std::move(parameters);
        result.function = std::move(copy);
        return result;
    }

  private:
    /// Finds items of tuples that are targets, which Python does not take.
    void look_for_items(const syntax::Expr& target, std::optional<NotRewritten>& found) const {
        if (target.kind == syntax::ExprKind::tuple)
            for (const syntax::ExprPtr& each : syntax::as<syntax::Tuple>(target).elements)
                look_for_items(*each, found);
        else if (target.kind != syntax::ExprKind::name && meant(target))
            found = NotRewritten{
                {"an assignment to an item of a tuple", "give the new value a name of its own"}, target.span};
    }

    /// Gives names to an item and to those in it. A parameter has one.
    void name(Item& item, std::string own, bool is_parameter = false) {
        if (!item.is_tuple() && !is_parameter)
            while (!names_.insert(own).second)
                own += "_";
        for (std::size_t i = 0; i < item.items.size(); ++i)
            name(item.items[i], own + "_" + (i < item.fields.size() ? item.fields[i] : std::to_string(i)));
        item.name = std::move(own);
    }

    static void add(const Item& item, Span span, std::vector<syntax::Parameter>& parameters,
                    std::vector<Argument>& arguments) {
        for (const Item& each : item.items)
            add(each, span, parameters, arguments);
        if (item.is_tuple()) return;
        syntax::Parameter& parameter = parameters.emplace_back();
        parameter.name = item.name;
        parameter.span = span;
        parameter.kind = syntax::ParameterKind::positional_only; // nobody else knows its name
        arguments.push_back(*item.argument);
    }

    /// Returns the item that an expression means, or the whole tuple; null for anything else.
    const Item* meant(const syntax::Expr& expr) const {
        if (expr.kind == syntax::ExprKind::name) {
            const auto found = tuples_.find(syntax::as<syntax::Name>(expr).id);
            return found == tuples_.end() ? nullptr : found->second;
        }
        if (expr.kind == syntax::ExprKind::attribute) {
            const auto& attribute = syntax::as<syntax::Attribute>(expr);
            const Item* owner = meant(*attribute.value);
            if (!owner) return nullptr;
            const auto& fields = owner->fields;
            const auto at = std::find(fields.begin(), fields.end(), attribute.name);
            return at == fields.end() ? nullptr
                                      : &owner->items[static_cast<std::size_t>(at - fields.begin())];
        }
        if (expr.kind != syntax::ExprKind::subscript) return nullptr;
        const Item* owner = meant(*syntax::as<syntax::Subscript>(expr).value);
        if (!owner || !owner->is_tuple()) return nullptr;
        const auto index = place(*syntax::as<syntax::Subscript>(expr).index, owner->items.size());
        return index ? &owner->items[*index] : nullptr;
    }

    /// Returns which item a written index means, if there is one.
    static std::optional<std::size_t> place(const syntax::Expr& index, std::size_t count) {
        const bool is_from_end = index.kind == syntax::ExprKind::unary &&
                                 syntax::as<syntax::Unary>(index).op == syntax::UnaryOp::minus;
        const syntax::Expr& number = is_from_end ? *syntax::as<syntax::Unary>(index).operand : index;
        if (number.kind != syntax::ExprKind::integer) return std::nullopt;
        const uint64_t value = syntax::as<syntax::Integer>(number).value;
        if (is_from_end) return value >= 1 && value <= count ? std::optional(count - value) : std::nullopt;
        return value < count ? std::optional(static_cast<std::size_t>(value)) : std::nullopt;
    }

    syntax::ExprPtr replaced(const syntax::Expr& expr) const {
        if (const Item* item = meant(expr)) return written(*item, expr.span);
        if (syntax::ExprPtr chosen = chosen_array(expr)) return chosen;
        if (!has_len_ || expr.kind != syntax::ExprKind::call) return nullptr;
        const auto& call = syntax::as<syntax::Call>(expr);
        const bool is_len = call.function->kind == syntax::ExprKind::name && call.arguments.size() == 1 &&
                            syntax::as<syntax::Name>(*call.function).id == "len";
        const Item* item = is_len ? meant(*call.arguments[0].value) : nullptr;
        if (!item || !item->is_tuple()) return nullptr;
        return std::make_unique<syntax::Integer>(expr.span, item->items.size(), false);
    }

    /// Returns the choice that `t[k]` is, of a tuple of arrays and of an index that is known only when the
    /// kernel runs: `t_0 if k == 0 or k == -2 else t_1`. Returns null for any other expression.
    syntax::ExprPtr chosen_array(const syntax::Expr& expr) const {
        if (expr.kind != syntax::ExprKind::subscript) return nullptr;
        const auto& subscript = syntax::as<syntax::Subscript>(expr);
        const Item* tuple = meant(*subscript.value);
        if (!tuple || !tuple->is_tuple() || tuple->items.empty() || !is_repeatable_index(*subscript.index))
            return nullptr;
        const auto is_array = [](const Item& item) {
            return item.argument && item.argument->type && item.argument->type->is_array();
        };
        if (!std::all_of(tuple->items.begin(), tuple->items.end(), is_array)) return nullptr;
        std::vector<syntax::ExprPtr> items;
        for (const Item& each : tuple->items)
            items.push_back(written(each, expr.span));
        return choice_by_index(subscript, std::move(items), *copy_of(*subscript.index));
    }

    /// Returns a copy of an expression in which the items of tuples have their names.
    syntax::ExprPtr copy_of(const syntax::Expr& expr) const {
        if (syntax::ExprPtr made = replaced(expr)) return made;
        return syntax::clone(syntax::clone(expr),
                             [this](const syntax::Expr& each) { return replaced(each); });
    }

    static syntax::ExprPtr written(const Item& item, Span span) {
        if (!item.is_tuple()) return std::make_unique<syntax::Name>(span, item.name);
        std::vector<syntax::ExprPtr> elements;
        for (const Item& each : item.items)
            elements.push_back(written(each, span));
        return std::make_unique<syntax::Tuple>(span, std::move(elements));
    }

    const syntax::Function& function_;
    bool has_len_;
    std::set<std::string> names_;
    std::vector<Item> given_;                   ///< by parameter
    std::map<std::string, const Item*> tuples_; ///< those that are tuples
};

} // namespace

bool has_tuples(const std::vector<InstanceRequest::Argument>& arguments) {
    return std::any_of(arguments.begin(), arguments.end(), begins_tuple);
}

Rewriting flattened(const syntax::Function& function, const std::vector<InstanceRequest::Argument>& arguments,
                    bool has_len) {
    const Flattening flattening(function, arguments, has_len);
    if (auto problem = flattening.problem()) return std::move(*problem);
    return flattening.result();
}

} // namespace cudapy::checker::numba
