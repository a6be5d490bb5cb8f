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

/// Returns the name of the array whose records, each with one index, all elements of a tuple are; null for
/// any other expression.
const syntax::Name* array_of_records_in(Body& body, const syntax::Expr& expr) {
    const auto* elements = records_in(body, expr);
    const syntax::Name* array = nullptr;
    const bool is_one = elements && std::ranges::all_of(*elements, [&](const syntax::ExprPtr& element) {
                            if (!is_record_of_array(body, *element)) return false;
                            const auto& subscript = syntax::as<syntax::Subscript>(*element);
                            const auto& own = syntax::as<syntax::Name>(*subscript.value);
                            if (!array) array = &own;
                            return own.id == array->id && subscript.index->kind != syntax::ExprKind::tuple;
                        });
    return is_one ? array : nullptr;
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
///
/// Where an item is chosen when the kernel runs, of records of one array, their indices are kept:
///
///     pair = (a[i], a[j])              for each in (a[i], a[j]):
///     pair[k].x = 1                        each.x = 1
/// becomes
///     _pair_at = (i, j)                for _record in (i, j):
///     a[_pair_at[k]].x = 1                 each = a[_record]
///                                          each.x = 1
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
        std::set<std::string> chosen; // the names of which a part is taken when the kernel runs
        syntax::visit_all(block, [&](const syntax::Expr& expr) {
            has_lambdas = has_lambdas || expr.kind == syntax::ExprKind::lambda;
            if (expr.kind != syntax::ExprKind::subscript) return;
            const auto& subscript = syntax::as<syntax::Subscript>(expr);
            if (subscript.index->kind != syntax::ExprKind::integer) note_name(*subscript.value, chosen);
        });
        syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
            if (stmt.kind == syntax::StmtKind::for_)
                note_name(*syntax::as<syntax::For>(stmt).iterable, chosen);
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
            if (chosen.contains(name)) {
                if (const syntax::Name* array = array_of_records_in(body_, *value))
                    places_[name] = {array->id, unused("_" + name + "_at"), elements->size()};
                return;
            }
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
    /// The indices of records of one array, under a name.
    struct Places {
        std::string array, indices;
        std::size_t count = 0;
    };

    static void note_name(const syntax::Expr& expr, std::set<std::string>& names) {
        if (expr.kind == syntax::ExprKind::name) names.insert(syntax::as<syntax::Name>(expr).id);
    }

    void add(const syntax::Stmt& stmt, syntax::Block& out) {
        const auto [target, value] = syntax::single_assignment(stmt);
        if (const Places* places = target ? places_of(*target) : nullptr) {
            has_changed_ = true;
            out.push_back(assignment(stmt, std::make_unique<syntax::Name>(target->span, places->indices),
                                     indices_of(*value)));
            out.back()->comments = stmt.comments;
            return;
        }
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
        if (stmt.kind == syntax::StmtKind::for_)
            go_through_indices(syntax::as<syntax::For>(stmt), static_cast<syntax::For&>(*copy), blocks[0]);
        std::size_t next = 0;
        syntax::visit_blocks(*copy, [&](const syntax::Block& each) {
            const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
        });
        out.push_back(std::move(copy));
    }

    /// Lets a loop over records of one array go through their indices.
    void go_through_indices(const syntax::For& loop, syntax::For& copy, syntax::Block& body) {
        const Places* places = places_of(*loop.iterable);
        const syntax::Name* array = places ? nullptr : array_of_records_in(body_, *loop.iterable);
        if (!places && !array) return;
        has_changed_ = true;
        const Span span = loop.iterable->span;
        const std::string index = unused("_record");
        auto record = std::make_unique<syntax::Subscript>(
            span, std::make_unique<syntax::Name>(span, places ? places->array : array->id),
            std::make_unique<syntax::Name>(span, index));
        body.insert(body.begin(), assignment(loop, std::move(copy.target), std::move(record)));
        copy.target = std::make_unique<syntax::Name>(loop.target->span, index);
        if (places)
            copy.iterable = std::make_unique<syntax::Name>(span, places->indices);
        else
            copy.iterable = indices_of(*loop.iterable);
    }

    /// Returns `(i, j)` for `(a[i], a[j])`.
    syntax::ExprPtr indices_of(const syntax::Expr& tuple) {
        std::vector<syntax::ExprPtr> indices;
        for (const syntax::ExprPtr& element : syntax::as<syntax::Tuple>(tuple).elements)
            indices.push_back(syntax::clone(syntax::as<syntax::Subscript>(*element).index, replace_));
        return std::make_unique<syntax::Tuple>(tuple.span, std::move(indices));
    }

    const Places* places_of(const syntax::Expr& expr) const {
        if (expr.kind != syntax::ExprKind::name) return nullptr;
        const auto found = places_.find(syntax::as<syntax::Name>(expr).id);
        return found == places_.end() ? nullptr : &found->second;
    }

    /// Returns `a[_pair_at[k]]`, an item of a tuple of records of one array.
    static syntax::ExprPtr item_at(Span span, const std::string& array, syntax::ExprPtr indices,
                                   syntax::ExprPtr item) {
        auto index = std::make_unique<syntax::Subscript>(span, std::move(indices), std::move(item));
        return std::make_unique<syntax::Subscript>(span, std::make_unique<syntax::Name>(span, array),
                                                   std::move(index));
    }

    /// Returns what stands for an item of a tuple of records of one array, or for all of it; null for any
    /// other expression.
    syntax::ExprPtr replaced_by_index(const syntax::Expr& expr) {
        if (expr.kind == syntax::ExprKind::subscript) {
            const auto& subscript = syntax::as<syntax::Subscript>(expr);
            if (subscript.index->kind == syntax::ExprKind::slice) return nullptr;
            if (const Places* places = places_of(*subscript.value))
                return item_at(expr.span, places->array,
                               std::make_unique<syntax::Name>(expr.span, places->indices),
                               syntax::clone(subscript.index, replace_));
            const syntax::Name* array = array_of_records_in(body_, *subscript.value);
            if (!array) return nullptr;
            has_changed_ = true;
            return item_at(expr.span, array->id, indices_of(*subscript.value),
                           syntax::clone(subscript.index, replace_));
        }
        const Places* places = places_of(expr);
        if (!places) return nullptr;
        std::vector<syntax::ExprPtr> elements;
        for (std::size_t i = 0; i < places->count; ++i)
            elements.push_back(item_at(expr.span, places->array,
                                       std::make_unique<syntax::Name>(expr.span, places->indices),
                                       std::make_unique<syntax::Integer>(expr.span, i, false)));
        return std::make_unique<syntax::Tuple>(expr.span, std::move(elements));
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
        if (auto item = replaced_by_index(expr)) return item;
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
    std::map<std::string, Places> places_; ///< those of which items are chosen, by that name
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
