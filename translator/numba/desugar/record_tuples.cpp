#include "translator/numba/desugar/record_tuples.h"

#include "translator/check/body/body.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace cudapy::checker::numba {

namespace {

/// Returns the number of dimensions of a parameter that is an array of records and stays one, and 0 for
/// anything else.
std::size_t rank_of_records(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::name) return 0;
    const std::string& name = syntax::as<syntax::Name>(expr).id;
    const syntax::Function& function = *body.info.syntax;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        if (function.parameters[i].name != name || body.info.place(i) < 0) continue;
        const Type* type = body.function.parameters[static_cast<std::size_t>(body.info.place(i))]->type;
        const bool is_records = type->is_array() && type->element()->is_record() &&
                                !syntax::bound_names(function.body).contains(name);
        return is_records ? static_cast<std::size_t>(type->rank()) : 0;
    }
    return 0;
}

/// Returns whether the expression is one record of such an array, `a[i]` or `a[i, j]`.
bool is_record_of_array(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::subscript) return false;
    const auto& subscript = syntax::as<syntax::Subscript>(expr);
    const std::size_t rank = rank_of_records(body, *subscript.value);
    if (rank == 0) return false;
    const auto is_number = [](const syntax::Expr& index) {
        return index.kind != syntax::ExprKind::slice && index.kind != syntax::ExprKind::string &&
               index.kind != syntax::ExprKind::tuple;
    };
    if (subscript.index->kind != syntax::ExprKind::tuple) return rank == 1 && is_number(*subscript.index);
    const auto& indices = syntax::as<syntax::Tuple>(*subscript.index).elements;
    return indices.size() == rank &&
           std::ranges::all_of(indices, [&](const syntax::ExprPtr& index) { return is_number(*index); });
}

/// Returns `states[i:][:1]` for `(states[i],)`, and null for any other expression.
syntax::ExprPtr part_of(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::tuple) return nullptr;
    const auto& elements = syntax::as<syntax::Tuple>(expr).elements;
    if (elements.size() != 1 || !is_record_of_array(body, *elements[0])) return nullptr;
    const auto& subscript = syntax::as<syntax::Subscript>(*elements[0]);
    if (subscript.index->kind == syntax::ExprKind::tuple) return nullptr;
    const Span span = expr.span;
    auto from = std::make_unique<syntax::Slice>(span, syntax::clone(subscript.index), nullptr, nullptr);
    auto rest = std::make_unique<syntax::Subscript>(span, syntax::clone(subscript.value), std::move(from));
    auto one = std::make_unique<syntax::Slice>(span, nullptr,
                                               std::make_unique<syntax::Integer>(span, 1, false), nullptr);
    return std::make_unique<syntax::Subscript>(span, std::move(rest), std::move(one));
}

/// Returns the elements of a tuple of two or more, one of which is a record of an array; null for any other
/// expression.
const std::vector<syntax::ExprPtr>* records_in(Body& body, const syntax::Expr& expr) {
    if (expr.kind != syntax::ExprKind::tuple) return nullptr;
    const auto& elements = syntax::as<syntax::Tuple>(expr).elements;
    const bool has_records = elements.size() > 1 && std::ranges::any_of(elements, [&](const auto& element) {
                                 return is_record_of_array(body, *element);
                             });
    return has_records ? &elements : nullptr;
}

/// Writes names for the records of tuples. A name for a record stands for the place where it lies:
///
///     a[i], a[j] = a[j], a[i]          pair = (a[i], b[j])
///                                      f(pair, pair[1].x)
/// becomes
///     _record = a[j]                   _pair_0 = a[i]
///     _record_2 = a[i]                 _pair_1 = b[j]
///     a[i] = _record                   f((_pair_0, _pair_1), _pair_1.x)
///     a[j] = _record_2
class RecordNames {
  public:
    explicit RecordNames(Body& body) : body_(body), used_(syntax::all_names(*body.info.syntax)) {
        std::map<std::string, int> bindings;
        const syntax::Block& block = body.info.syntax->body;
        syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
            syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
                syntax::visit_bound_names(target, [&](const syntax::Name& name) { ++bindings[name.id]; });
            });
        });
        bool has_lambdas = false;
        syntax::visit_all(block, [&](const syntax::Expr& expr) {
            has_lambdas = has_lambdas || expr.kind == syntax::ExprKind::lambda;
            if (expr.kind != syntax::ExprKind::subscript) return;
            const auto& subscript = syntax::as<syntax::Subscript>(expr);
            const bool is_chosen = subscript.index->kind != syntax::ExprKind::integer; // when the kernel runs
            if (is_chosen && subscript.value->kind == syntax::ExprKind::name)
                ++bindings[syntax::as<syntax::Name>(*subscript.value).id];
        });
        if (has_lambdas) return; // one may read the tuple
        for (const syntax::Parameter& parameter : body.info.syntax->parameters)
            ++bindings[parameter.name];
        syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
            const auto [target, value] = syntax::single_assignment(stmt);
            if (!target || target->kind != syntax::ExprKind::name) return;
            const std::string& name = syntax::as<syntax::Name>(*target).id;
            const auto* elements = bindings[name] == 1 ? records_in(body_, *value) : nullptr;
            if (!elements) return;
            for (std::size_t i = 0; i < elements->size(); ++i)
                tuples_[name].push_back(unused("_" + name + "_" + std::to_string(i)));
        });
    }

    syntax::Block block(const syntax::Block& statements) {
        syntax::Block result;
        for (const syntax::StmtPtr& stmt : statements)
            add(*stmt, result);
        return result;
    }

    bool has_changed() const { return has_changed_; }

  private:
    void add(const syntax::Stmt& stmt, syntax::Block& out) {
        const auto [target, value] = syntax::single_assignment(stmt);
        const auto* elements = target ? records_in(body_, *value) : nullptr;
        if (elements && target->kind == syntax::ExprKind::name &&
            tuples_.contains(syntax::as<syntax::Name>(*target).id))
            return assign(stmt, tuples_.at(syntax::as<syntax::Name>(*target).id), *elements, out);
        if (elements && stores_records(*target, elements->size())) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < elements->size(); ++i)
                names.push_back(unused("_record"));
            assign(stmt, names, *elements, out);
            const auto& targets = syntax::as<syntax::Tuple>(*target).elements;
            for (std::size_t i = 0; i < targets.size(); ++i)
                out.push_back(assignment(stmt, syntax::clone(targets[i], replace_),
                                         std::make_unique<syntax::Name>((*elements)[i]->span, names[i])));
            return;
        }
        syntax::StmtPtr copy = syntax::clone(stmt, replace_);
        std::vector<syntax::Block> blocks;
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) { blocks.push_back(block(each)); });
        std::size_t next = 0;
        syntax::visit_blocks(*copy, [&](const syntax::Block& each) {
            const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
        });
        out.push_back(std::move(copy));
    }

    /// Returns whether the target is a tuple of so many places, one of which is a record of an array.
    bool stores_records(const syntax::Expr& target, std::size_t count) {
        const auto* targets = records_in(body_, target);
        return targets && targets->size() == count;
    }

    void assign(const syntax::Stmt& stmt, const std::vector<std::string>& names,
                const std::vector<syntax::ExprPtr>& values, syntax::Block& out) {
        has_changed_ = true;
        for (std::size_t i = 0; i < values.size(); ++i)
            out.push_back(assignment(stmt, std::make_unique<syntax::Name>(values[i]->span, names[i]),
                                     syntax::clone(values[i], replace_)));
        out[out.size() - values.size()]->comments = stmt.comments;
    }

    static syntax::StmtPtr assignment(const syntax::Stmt& stmt, syntax::ExprPtr target,
                                      syntax::ExprPtr value) {
        std::vector<syntax::ExprPtr> targets;
        targets.push_back(std::move(target));
        return std::make_unique<syntax::Assign>(stmt.span, std::move(targets), std::move(value));
    }

    /// Returns what stands for a tuple with names, or for an item of one; null for any other expression.
    syntax::ExprPtr replaced(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::subscript) {
            const auto& subscript = syntax::as<syntax::Subscript>(expr);
            const auto* names = names_of(*subscript.value);
            if (!names || subscript.index->kind != syntax::ExprKind::integer) return nullptr;
            const uint64_t item = syntax::as<syntax::Integer>(*subscript.index).value;
            return item < names->size() ? std::make_unique<syntax::Name>(expr.span, (*names)[item]) : nullptr;
        }
        const auto* names = names_of(expr);
        if (!names) return nullptr;
        std::vector<syntax::ExprPtr> elements;
        for (const std::string& name : *names)
            elements.push_back(std::make_unique<syntax::Name>(expr.span, name));
        return std::make_unique<syntax::Tuple>(expr.span, std::move(elements));
    }

    const std::vector<std::string>* names_of(const syntax::Expr& expr) const {
        if (expr.kind != syntax::ExprKind::name) return nullptr;
        const auto found = tuples_.find(syntax::as<syntax::Name>(expr).id);
        return found == tuples_.end() ? nullptr : &found->second;
    }

    std::string unused(const std::string& wanted) {
        std::string name = wanted;
        for (int i = 2; !used_.insert(name).second; ++i)
            name = wanted + "_" + std::to_string(i);
        return name;
    }

    Body& body_;
    std::set<std::string> used_;
    std::map<std::string, std::vector<std::string>> tuples_; ///< the names of the items, by that of the tuple
    const syntax::Replace replace_ = [this](const syntax::Expr& expr) { return replaced(expr); };
    bool has_changed_ = false;
};

} // namespace

bool is_array_of_records(Body& body, const syntax::Expr& expr) {
    return rank_of_records(body, expr) == 1;
}

void write_record_tuples(Body& body) {
    bool has_changed = false;
    const syntax::Replace replace = [&](const syntax::Expr& expr) {
        syntax::ExprPtr part = part_of(body, expr);
        has_changed = has_changed || part;
        return part;
    };
    syntax::Block block = syntax::clone(body.info.syntax->body, replace);
    if (has_changed) body.info.rewrite(std::move(block));
    RecordNames names(body);
    block = names.block(body.info.syntax->body);
    if (names.has_changed()) body.info.rewrite(std::move(block));
}

} // namespace cudapy::checker::numba
