#include "translator/lower/rewriting/dimensions.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>
#include <utility>

namespace cudapy::lower {

using namespace program;

namespace {

using Arrays = std::set<const Variable*>;

/// Takes an index that counts the elements row by row apart. The checker made it: it is a sum of products of
/// an index and the number of elements from one to the next.
class Indices {
  public:
    explicit Indices(const std::vector<int64_t>& shape) : found_(shape.size()) {
        int64_t apart = 1;
        for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
            strides_.insert(strides_.begin(), apart);
            apart *= *extent;
        }
        count_ = apart;
    }

    /// Returns an index for each dimension, or nothing where the index is not such a sum.
    std::optional<std::vector<ExprPtr>> of(const Expr& flat) {
        if (!split(flat)) return std::nullopt;
        std::vector<ExprPtr> result;
        for (std::size_t i = 0; i < found_.size(); ++i)
            result.push_back(found_[i] ? clone(*found_[i]) : make_int(flat.type, constants_[i], flat.span));
        return result;
    }

  private:
    std::vector<int64_t> strides_;
    int64_t count_ = 0;
    std::vector<const Expr*> found_;
    std::vector<int64_t> constants_ = std::vector<int64_t>(found_.size());

    /// Takes `stride` times the expression, which is a sum of indices as `(i * 3 + j) * 4 + k` is.
    bool split(const Expr& expr, int64_t stride = 1) {
        if (stride > count_) return false;
        if (const auto value = constant_value(expr)) {
            int64_t number = 0;
            return !__builtin_mul_overflow(*value, stride, &number) && split_constant(number);
        }
        if (expr.kind != ExprKind::binary || !as<Binary>(expr).is_position) return take(expr, stride);
        const auto& node = as<Binary>(expr);
        if (node.op == BinaryOp::add) return split(*node.left, stride) && split(*node.right, stride);
        if (node.op != BinaryOp::mul) return false;
        const auto factor = constant_value(*node.right);
        return factor && *factor > 1 && *factor <= count_ && split(*node.left, stride * *factor);
    }

    bool split_constant(int64_t value) {
        if (value < 0 || value >= count_) return false;
        for (std::size_t i = 0; i < strides_.size(); ++i) {
            const int64_t index = value / strides_[i];
            value %= strides_[i];
            if (index == 0) continue;
            if (found_[i] || constants_[i] != 0) return false;
            constants_[i] = index;
        }
        return true;
    }

    bool take(const Expr& index, int64_t stride) {
        const auto at = std::find(strides_.begin(), strides_.end(), stride);
        if (at == strides_.end()) return false;
        const auto dimension = static_cast<std::size_t>(at - strides_.begin());
        if (found_[dimension] || constants_[dimension] != 0) return false;
        found_[dimension] = &index;
        return true;
    }
};

class Dimensions {
  public:
    explicit Dimensions(Function& variant) : variant_(variant) {}

    void run() {
        for (const auto& variable : variant_.variables)
            if (may_have_dimensions(*variable)) arrays_.insert(variable.get());
        if (arrays_.empty()) return;
        leave_out();
        visit_indices([&](const Variable* array, ExprPtr& index) {
            if (arrays_.contains(array) && !Indices(array->shape).of(*index)) arrays_.erase(array);
        });
        if (arrays_.empty()) return;
        visit_indices([&](const Variable* array, ExprPtr& index) {
            if (!arrays_.contains(array)) return;
            auto indices = Indices(array->shape).of(*index);
            index = std::make_unique<ElementIndices>(index->span, index->type, std::move(*indices));
        });
        for (const auto& variable : variant_.variables)
            variable->has_dimensions = arrays_.contains(variable.get());
    }

  private:
    Function& variant_;
    Arrays arrays_;

    static bool may_have_dimensions(const Variable& variable) {
        // A dimension of one element gives two dimensions the same stride.
        const bool has_one = std::any_of(variable.shape.begin(), variable.shape.end(),
                                         [](int64_t extent) { return extent <= 1; });
        return variable.is_declared_array() && variable.shape.size() > 1 && !has_one && !variable.is_flat &&
               !variable.is_reference && !variable.type->is_random_state();
    }

    /// Leaves out the arrays of which something else than an element is used.
    void leave_out() {
        for (const auto& variable : variant_.variables)
            for (const Variable* root : variable->roots)
                arrays_.erase(root);
        visit_all(static_cast<const Block&>(variant_.body), [&](const Expr& part) {
            if (part.kind == ExprKind::variable) arrays_.erase(as<VariableRef>(part).variable);
            if (part.kind == ExprKind::view) arrays_.erase(as<ArrayView>(part).array);
        });
        visit_statements(static_cast<const Block&>(variant_.body), [&](const Stmt& stmt) {
            if (stmt.kind == StmtKind::vectorized_access) {
                arrays_.erase(as<VectorizedAccess>(stmt).elements);
                arrays_.erase(as<VectorizedAccess>(stmt).array);
            }
            if (stmt.kind == StmtKind::declare && as<Declare>(stmt).init)
                arrays_.erase(as<Declare>(stmt).variable);
        });
    }

    /// Calls visit(array, index) for each index of an element, those inside it before it.
    template <typename Visit>
    void visit_indices(const Visit& visit) {
        rewrite_expressions(variant_.body, [&](ExprPtr& expr) {
            if (expr->kind == ExprKind::load) visit(as<Load>(*expr).array, as<Load>(*expr).index);
        });
        visit_statements(variant_.body, [&](Stmt& stmt) {
            visit_lvalues(stmt, [&](Lvalue& place) {
                if (place.index) visit(place.variable, place.index);
            });
        });
    }
};

} // namespace

void declare_dimensions(Function& function) {
    for (Function* variant : function.variants())
        Dimensions(*variant).run();
}

} // namespace cudapy::lower
