#include "translator/differentiate/reverse/stored_elements.h"

#include "translator/differentiate/reverse/effects.h"
#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <optional>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns whether a condition always holds or never does, where it is made of constants.
std::optional<bool> truth(const Expr& expr) {
    if (expr.kind == ExprKind::literal && expr.type->is_bool())
        return std::get<bool>(as<Literal>(expr).value);
    if (expr.kind != ExprKind::compare) return std::nullopt;
    const auto& node = as<Compare>(expr);
    const auto a = lower::constant_value(*node.operands[0]), b = lower::constant_value(*node.operands[1]);
    if (!a || !b || node.ops.size() != 1) return std::nullopt;
    if (node.ops[0] == CompareOp::lt) return *a < *b;
    if (node.ops[0] == CompareOp::gt) return *a > *b;
    return std::nullopt;
}

/// Writes a condition without the constants in it.
void simplify(ExprPtr& condition) {
    visit_all_upwards(condition, [](ExprPtr& part) {
        if (part->kind == ExprKind::unary && as<Unary>(*part).op == UnaryOp::logical_not) {
            const Expr& operand = *as<Unary>(*part).operand;
            const bool is_negated =
                operand.kind == ExprKind::unary && as<Unary>(operand).op == UnaryOp::logical_not;
            if (const auto of = truth(operand))
                part = make_bool(!*of, part->span);
            else if (is_negated)
                part = clone(*as<Unary>(operand).operand);
        } else if (part->kind == ExprKind::logical && part->type->is_bool()) {
            auto& node = as<Logical>(*part);
            const auto left = truth(*node.left), right = truth(*node.right);
            ExprPtr simpler;
            if (left)
                simpler = *left == node.is_and ? std::move(node.right) : std::move(node.left);
            else if (right && *right == node.is_and)
                simpler = std::move(node.left);
            if (simpler) part = std::move(simpler);
        }
    });
}

class StoredElements {
  public:
    std::vector<PartSites> parts;

    StoredElements(const Block& body, const Variables& changing,
                   const std::function<bool(const Variable*)>& is_stored)
        : changing_(changing), is_stored_(is_stored) {
        block(body);
    }

  private:
    /// Returns the expression with what the variables in it stand for, or null where that is not known.
    ExprPtr at_begin(const Expr& expr) const {
        ExprPtr result = clone(expr);
        bool is_known = true;
        visit_all_upwards(result, [&](ExprPtr& part) {
            const Variable* array =
                part->kind == ExprKind::load || part->type->is_array() ? read_by(*part) : nullptr;
            if (array && (changed_.count(array) || changing_.count(array))) is_known = false;
            if (is_draw(*part)) is_known = false;
            if (part->kind != ExprKind::variable) return;
            Variable* variable = as<VariableRef>(*part).variable;
            if (const auto value = values_.find(variable); value != values_.end())
                part = clone(*value->second);
            else if (changed_.count(variable))
                is_known = false;
        });
        return is_known ? std::move(result) : nullptr;
    }

    void block(const Block& body) {
        blocks_.push_back(&body);
        for (const StmtPtr& stmt : body)
            statement(*stmt);
        blocks_.pop_back();
    }

    void change(const Block& body) {
        visit_statements(body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) { change(place.variable); });
            if (stmt.kind == StmtKind::for_range) change(as<ForRange>(stmt).variable);
            if (stmt.kind == StmtKind::declare) change(as<Declare>(stmt).variable);
        });
    }
    void change(const Variable* variable) {
        changed_.insert(variable);
        values_.erase(variable);
    }

    void under(ExprPtr condition, const Block& body) {
        if (condition) simplify(condition);
        const bool is_certain = condition && truth(*condition).value_or(false);
        if (!is_certain) conditions_.push_back(std::move(condition));
        block(body);
        if (!is_certain) conditions_.pop_back();
        change(body);
    }

    PartSites& sites_of(const StoredPart& part) {
        for (PartSites& sites : parts)
            if (sites.front().part == part) return sites;
        return parts.emplace_back();
    }

    void statement(const Stmt& stmt) {
        switch (stmt.kind) {
        case StmtKind::assign: {
            const auto& node = as<Assign>(stmt);
            Variable* variable = node.lvalue.variable;
            if (node.lvalue.index) {
                if (variable->role == VariableRole::local_array || !is_stored_(variable)) return;
                StoreSite site{
                    &stmt,    {variable, node.lvalue.fields}, at_begin(*node.lvalue.index), {}, blocks_,
                    stmt.span};
                for (const ExprPtr& condition : conditions_)
                    site.conditions.push_back(condition ? clone(*condition) : nullptr);
                sites_of(site.part).push_back(std::move(site));
                return;
            }
            ExprPtr value = node.lvalue.is_variable() ? at_begin(*node.value) : nullptr;
            change(variable);
            if (value) values_[variable] = std::move(value);
            return;
        }
        case StmtKind::if_: {
            const auto& node = as<If>(stmt);
            ExprPtr condition = at_begin(*node.condition);
            under(condition ? clone(*condition) : nullptr, node.then_body);
            under(condition ? make_not(std::move(condition)) : nullptr, node.else_body);
            return;
        }
        case StmtKind::for_range: {
            const auto& node = as<ForRange>(stmt);
            ExprPtr start = at_begin(*node.start), stop = at_begin(*node.stop);
            const auto step = lower::constant_value(*node.step);
            ExprPtr runs; // null where it is not known whether it runs
            if (start && stop && step)
                runs = make_compare(*step > 0 ? CompareOp::lt : CompareOp::gt, std::move(start),
                                    std::move(stop));
            change(node.variable);
            change(node.body);
            under(std::move(runs), node.body);
            return;
        }
        case StmtKind::while_: {
            const auto& node = as<While>(stmt);
            ExprPtr condition = at_begin(*node.condition);
            change(node.body);
            under(std::move(condition), node.body);
            return;
        }
        default:
            visit_lvalues(stmt, [&](const Lvalue& place) { change(place.variable); });
            if (stmt.kind == StmtKind::declare) change(as<Declare>(stmt).variable);
        }
    }

    const Variables& changing_;
    const std::function<bool(const Variable*)>& is_stored_;
    Variables changed_;                         ///< since the block began
    std::map<const Variable*, ExprPtr> values_; ///< what variables are that were assigned since
    std::vector<ExprPtr> conditions_;           ///< those around; null for one that is not known
    std::vector<const Block*> blocks_;          ///< those around
};

} // namespace

const Type* StoredPart::type() const {
    const Type* type = array->type->element();
    for (const std::size_t field : fields)
        type = type->fields()[field].type;
    return type;
}

bool StoredPart::overlaps(const StoredPart& other) const {
    const std::size_t common = std::min(fields.size(), other.fields.size());
    return array == other.array &&
           std::equal(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(common),
                      other.fields.begin());
}

Lvalue StoredPart::of(const Expr& index, Span span) const {
    return {array, clone(index), span, fields};
}

std::string field_suffix(const Type* type, const std::vector<std::size_t>& fields) {
    std::string suffix;
    for (const std::size_t field : fields) {
        suffix += "_" + type->fields()[field].name;
        type = type->fields()[field].type;
    }
    return suffix;
}

std::string StoredPart::name() const {
    const Type* const type = array->type->is_array() ? array->type->element() : array->type;
    return array->name + field_suffix(type, fields);
}

bool StoreSite::knows_conditions() const {
    return std::all_of(conditions.begin(), conditions.end(),
                       [](const ExprPtr& condition) { return condition != nullptr; });
}

bool StoreSite::comes_before(const StoreSite& other) const {
    if (blocks.size() > other.blocks.size()) return false;
    return std::equal(blocks.begin(), blocks.end(), other.blocks.begin());
}

std::vector<PartSites> stores_of(const Block& body, const Variables& changing,
                                 const std::function<bool(const Variable*)>& is_stored) {
    return std::move(StoredElements(body, changing, is_stored).parts);
}

Block with_index(const Block& body, const Variable* array, const Expr& index) {
    Block made;
    for (const StmtPtr& stmt : body) {
        made.push_back(clone(*stmt));
        visit_expressions(*made.back(), [&](ExprPtr& expr) {
            visit_all(*expr, [&](Expr& part) {
                if (part.kind == ExprKind::load && as<Load>(part).array == array)
                    as<Load>(part).index = clone(index);
            });
        });
    }
    return made;
}

} // namespace cudapy::differentiate
