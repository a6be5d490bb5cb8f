#include "translator/differentiate/gather/elements.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;
using lower::Symbol;
using lower::SymbolicSum;

namespace {

bool is_coordinate(const Symbol& symbol) {
    return symbol.kind == Symbol::Kind::coordinate;
}

/// Returns the coordinates and loop variables of a form; nothing where another variable is in it that is no
/// parameter.
std::optional<std::set<Symbol>> moving(const SymbolicSum& form, const std::set<const Variable*>& loops) {
    std::set<Symbol> found;
    for (const auto& [symbols, number] : form.products) {
        const Symbol* symbol = lower::counted_by(symbols);
        if (!symbol) continue;
        if (is_coordinate(*symbol) ? is_global(symbol->coordinate) : loops.count(symbol->variable) > 0)
            found.insert(*symbol);
        else if (is_coordinate(*symbol) || symbol->variable->role != VariableRole::parameter)
            return std::nullopt;
    }
    return found;
}

bool is_solved(const Symbol& symbol, const Solution& solution) {
    return is_coordinate(symbol) ? solution.coordinates.count(axis_of(symbol.coordinate)) > 0
                                 : solution.loops.count(symbol.variable) > 0;
}

class Solver {
  public:
    Solver(const std::set<const Variable*>& loops, const ThreadVariables& threads)
        : loops_(loops), threads_(threads) {}

    Solution solution;

    /// Solves `form == element` for one of the symbols in it.
    bool solve(const SymbolicSum& form, const Symbol& element) {
        const auto symbols = moving(form, loops_);
        if (!symbols) return false;
        std::vector<Symbol> open; // coordinates come first, of which there would be more to try
        for (const bool coordinates : {true, false})
            for (const Symbol& symbol : *symbols)
                if (!is_solved(symbol, solution) && is_coordinate(symbol) == coordinates)
                    open.push_back(symbol);
        // One is left open only as a loop that stays a loop.
        if (open.empty() || (open.size() > 1 && is_coordinate(open[1]))) return false;
        if (!is_coordinate(open[0]) && open.size() > 1) return false;
        for (std::size_t i = 1; i < open.size(); ++i)
            kept_.insert(open[i].variable);
        return solve_for(open[0], form, element);
    }

    /// Returns whether the loops that stay are none of those that were solved.
    bool is_consistent() const {
        return std::none_of(kept_.begin(), kept_.end(),
                            [&](const Variable* loop) { return solution.loops.count(loop) > 0; });
    }

  private:
    const std::set<const Variable*>& loops_;
    const ThreadVariables& threads_;
    std::set<const Variable*> kept_;

    bool solve_for(const Symbol& symbol, const SymbolicSum& form, const Symbol& element) {
        const auto factor = lower::stride_along(form, symbol);
        const auto number = factor ? factor->as_constant() : std::nullopt;
        if (!number || (*number != 1 && *number != -1)) return false;
        const auto rest = lower::added(form, SymbolicSum(symbol), -*number);
        const auto known = rest ? in_elements(*rest, solution, threads_) : std::nullopt;
        if (!known) return false;
        auto value = lower::added(SymbolicSum(element), *known, -1);
        if (value && *number == -1) value = lower::added({}, *value, -1);
        if (!value) return false;
        if (is_coordinate(symbol))
            solution.coordinates[axis_of(symbol.coordinate)] = *value;
        else
            solution.loops[symbol.variable] = *value;
        return true;
    }
};

} // namespace

bool Elements::are_numbered() const {
    return !coordinates.empty() && !is_coordinate(coordinates.front());
}

bool Elements::has(const Symbol& symbol) const {
    return std::find(coordinates.begin(), coordinates.end(), symbol) != coordinates.end();
}

std::optional<Elements> elements_of(const Variable& array, const std::vector<SymbolicSum>& forms) {
    if (forms.empty()) return std::nullopt;
    Elements elements{&array, {}, {}};
    for (std::size_t i = forms.size(); i-- > 0;)
        if (!forms[i].as_constant()) elements.dimensions.push_back(static_cast<int>(i));
    for (std::size_t axis = 0; axis < elements.dimensions.size() && elements.dimensions.size() <= 3; ++axis)
        elements.coordinates.push_back(
            Symbol::of(coordinate_of(CoordinateGroup::global, static_cast<int>(axis))));
    return elements;
}

std::optional<Solution> solve(const Elements& elements, const std::vector<SymbolicSum>& forms,
                              const std::set<const Variable*>& loops, const ThreadVariables& threads) {
    Solver solver(loops, threads);
    std::vector<std::size_t> left;
    for (std::size_t axis = 0; axis < elements.dimensions.size(); ++axis)
        left.push_back(axis);
    const auto form_of = [&](std::size_t axis) -> const SymbolicSum& {
        return forms[static_cast<std::size_t>(elements.dimensions[axis])];
    };
    // Positions with fewer unknowns come first.
    std::stable_sort(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
        const auto count = [&](std::size_t axis) {
            const auto symbols = moving(form_of(axis), loops);
            return symbols ? symbols->size() : 0;
        };
        return count(a) < count(b);
    });
    for (const std::size_t axis : left)
        if (!solver.solve(form_of(axis), elements.coordinates[axis])) return std::nullopt;
    if (!solver.is_consistent()) return std::nullopt;
    return solver.solution;
}

std::optional<SymbolicSum> in_elements(const SymbolicSum& form, const Solution& solution,
                                       const ThreadVariables& threads) {
    std::optional<SymbolicSum> sum = SymbolicSum();
    for (const auto& [symbols, number] : form.products) {
        SymbolicSum product(number);
        for (const Symbol& symbol : symbols) {
            SymbolicSum value(symbol);
            if (is_coordinate(symbol)) {
                if (!is_global(symbol.coordinate)) return std::nullopt;
                const int axis = axis_of(symbol.coordinate);
                const auto known = solution.coordinates.find(axis);
                value = known == solution.coordinates.end()
                            ? SymbolicSum(Symbol::of(threads[static_cast<std::size_t>(axis)]))
                            : known->second;
            } else if (symbol.kind == Symbol::Kind::variable) {
                const auto known = solution.loops.find(symbol.variable);
                if (known != solution.loops.end()) value = known->second;
            } else if (symbol.kind != Symbol::Kind::extent) {
                return std::nullopt;
            }
            auto larger = lower::multiplied(product, value);
            if (!larger) return std::nullopt;
            product = std::move(*larger);
        }
        sum = lower::added(std::move(*sum), product);
        if (!sum) return std::nullopt;
    }
    return sum;
}

bool holds_inside(const Elements& elements, CompareOp op, const SymbolicSum& value, const Expr& bound) {
    const auto other = lower::affine_form(bound, {});
    if (!other) return false;
    const bool is_lower = op == CompareOp::ge || op == CompareOp::gt;
    for (std::size_t axis = 0; axis < elements.dimensions.size(); ++axis) {
        const auto offset = lower::added(value, SymbolicSum(elements.coordinates[axis]), -1);
        const auto shift = offset ? offset->as_constant() : std::nullopt;
        if (!shift) continue;
        if (is_lower) {
            const auto least = other->as_constant();
            return least && *shift >= *least + (op == CompareOp::gt);
        }
        const Variable* array = elements.array;
        const int dimension = elements.dimensions[axis];
        for (const Variable* of : {array, array->tangent_of}) {
            if (!of) continue;
            const auto room = lower::added(
                *other, SymbolicSum(Symbol::extent_of(const_cast<Variable*>(of), dimension)), -1);
            const auto more = room ? room->as_constant() : std::nullopt;
            // The element is at most the extent minus 1.
            if (more && *shift - 1 <= *more - (op == CompareOp::lt)) return true;
        }
    }
    return false;
}

} // namespace cudapy::differentiate
