#include "translator/lower/analysis/extent_specialization.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace cudapy::lower {

using namespace program;

namespace {

/// The longest axis that is taken for a short one.
constexpr int64_t most_elements = 4;

/// Returns the index along the last axis, where it is a constant; nothing where it is not.
std::optional<int64_t> last_index(const Variable& array, const Expr& index) {
    const Expr* rows = &index;
    int64_t last = 0;
    if (index.kind == ExprKind::binary && as<Binary>(index).op == BinaryOp::add) {
        const auto constant = constant_value(*as<Binary>(index).right);
        if (!constant) return std::nullopt;
        last = *constant;
        rows = as<Binary>(index).left.get();
    }
    if (rows->kind != ExprKind::binary || as<Binary>(*rows).op != BinaryOp::mul) return std::nullopt;
    const Expr& length = *as<Binary>(*rows).right;
    const bool is_extent = length.kind == ExprKind::length && as<Length>(length).array == &array &&
                           as<Length>(length).axis == array.extents() - 1;
    return is_extent ? std::optional(last) : std::nullopt;
}

class Guess {
  public:
    explicit Guess(const Function& function) {
        visit_all(function.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::load) access(as<Load>(expr).array, *as<Load>(expr).index);
            if (expr.kind == ExprKind::variable && expr.type->is_array())
                others_.insert(as<VariableRef>(expr).variable);
            if (expr.kind == ExprKind::view) others_.insert(as<ArrayView>(expr).array);
        });
        visit_statements(function.body, [&](const Stmt& stmt) {
            visit_lvalues(stmt, [&](const Lvalue& place) {
                if (place.index) access(place.variable, *place.index);
            });
        });
    }

    /// Returns the extent of the array's last axis; 0 where there is nothing to guess.
    int64_t extent(const Variable* array) const {
        const auto found = most_.find(array);
        if (found == most_.end() || others_.count(array) || found->second < 1) return 0;
        return found->second < most_elements ? found->second + 1 : 0;
    }

  private:
    std::map<const Variable*, int64_t> most_; ///< the largest last index of each array
    std::set<const Variable*> others_;        ///< arrays that are used otherwise

    void access(const Variable* array, const Expr& index) {
        const auto last = array->extents() > 1 ? last_index(*array, index) : std::nullopt;
        if (last && *last >= 0)
            most_[array] = std::max(most_[array], *last);
        else
            others_.insert(array);
    }
};

} // namespace

void find_extent_specializations(Function& kernel) {
    if (!kernel.is_kernel || kernel.block || kernel.strip || kernel.facts.is_called ||
        kernel.facts.is_recursive)
        return;
    const Guess guess(kernel);
    for (const Variable* parameter : kernel.parameters)
        if (const int64_t extent = guess.extent(parameter))
            kernel.extent_specializations.push_back({parameter, parameter->extents() - 1, extent});
}

} // namespace cudapy::lower
