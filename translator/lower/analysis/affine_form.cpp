#include "translator/lower/analysis/affine_form.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::lower {

using namespace program;

namespace {

/// Returns whether each product has at most one coordinate or variable.
bool is_affine(const SymbolicSum& sum) {
    return std::all_of(sum.products.begin(), sum.products.end(), [](const auto& product) {
        return std::count_if(product.first.begin(), product.first.end(),
                             [](const Symbol& symbol) { return symbol.kind != Symbol::Kind::extent; }) <= 1;
    });
}

class Reader {
  public:
    explicit Reader(const Definitions& definitions) : definitions_(definitions) {}

    /// `in_definition` says that the expression is the value of a variable, which was computed earlier.
    std::optional<SymbolicSum> read(const Expr& expr, bool in_definition = false, int depth = 0) const {
        constexpr int deepest = 100;
        if (depth > deepest || !expr.type->is_integer() || expr.type->is_unsigned()) return std::nullopt;
        switch (expr.kind) {
        case ExprKind::literal: {
            const auto* number = std::get_if<int64_t>(&as<Literal>(expr).value);
            return number ? added({}, SymbolicSum(*number)) : std::nullopt;
        }
        case ExprKind::coordinate:
            return SymbolicSum(Symbol::of(as<CoordinateExpr>(expr).coordinate));
        case ExprKind::length:
            return SymbolicSum(Symbol::extent_of(as<Length>(expr).array, as<Length>(expr).axis));
        case ExprKind::variable: {
            Variable* variable = as<VariableRef>(expr).variable;
            const auto definition = definitions_.values.find(variable);
            if (definition != definitions_.values.end())
                if (auto form = read(**definition->second, true, depth + 1)) return form;
            if (in_definition && definitions_.changing.contains(variable)) return std::nullopt;
            return SymbolicSum(Symbol::of(variable));
        }
        case ExprKind::cast:
            return as<Cast>(expr).operand->type->is_integer() &&
                           !as<Cast>(expr).operand->type->is_unsigned() &&
                           as<Cast>(expr).operand->type->size() <= expr.type->size()
                       ? read(*as<Cast>(expr).operand, in_definition, depth + 1)
                       : std::nullopt;
        case ExprKind::binary: {
            const auto& binary = as<Binary>(expr);
            if (binary.op != BinaryOp::add && binary.op != BinaryOp::sub && binary.op != BinaryOp::mul)
                return std::nullopt;
            const auto left = read(*binary.left, in_definition, depth + 1);
            const auto right = left ? read(*binary.right, in_definition, depth + 1) : std::nullopt;
            if (!right) return std::nullopt;
            if (binary.op != BinaryOp::mul) return added(*left, *right, binary.op == BinaryOp::add ? 1 : -1);
            auto product = multiplied(*left, *right);
            return product && is_affine(*product) ? product : std::nullopt;
        }
        default:
            return std::nullopt;
        }
    }

  private:
    const Definitions& definitions_;
};

} // namespace

Definitions definitions_in(const Block& body) {
    Definitions found;
    visit_statements(body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::declare) {
            const auto& declare = as<Declare>(stmt);
            if (!declare.init || found.values.contains(declare.variable))
                found.changing.insert(declare.variable);
            else
                found.values[declare.variable] = std::make_shared<const ExprPtr>(clone(*declare.init));
            return;
        }
        // The counter of a loop of its own changes only between two iterations.
        const bool counts = stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares;
        visit_assigned(stmt, [&](const Variable* variable) {
            if (!counts || variable != as<ForC>(stmt).variable) found.changing.insert(variable);
        });
    });
    visit_all(body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::assign_expr) found.changing.insert(as<AssignExpr>(expr).variable);
    });
    for (const Variable* variable : found.changing)
        found.values.erase(variable);
    return found;
}

std::optional<SymbolicSum> affine_form(const Expr& expr, const Definitions& definitions) {
    return Reader(definitions).read(expr);
}

const Symbol* counted_by(const Symbols& product) {
    const auto found = std::find_if(product.begin(), product.end(),
                                    [](const Symbol& symbol) { return symbol.kind != Symbol::Kind::extent; });
    return found == product.end() ? nullptr : &*found;
}

std::optional<SymbolicSum> stride_along(const SymbolicSum& form, const Symbol& symbol) {
    SymbolicSum stride;
    for (const auto& [symbols, number] : form.products) {
        const Symbol* counted = counted_by(symbols);
        if (!counted || *counted != symbol) continue;
        if (!stride.is_zero()) return std::nullopt;
        Symbols extents = symbols;
        extents.erase(std::find(extents.begin(), extents.end(), symbol));
        stride.products[std::move(extents)] = number;
    }
    return stride;
}

ExprPtr expression_of(const SymbolicSum& form, const Type* type, Span span) {
    const auto value_of = [&](const Symbol& symbol) -> ExprPtr {
        if (symbol.kind == Symbol::Kind::coordinate)
            return std::make_unique<CoordinateExpr>(span, type, symbol.coordinate);
        if (symbol.kind == Symbol::Kind::extent)
            return std::make_unique<Length>(span, type, symbol.variable, symbol.axis);
        return convert(make_ref(symbol.variable, span), type);
    };
    ExprPtr sum;
    const auto add_product = [&](const Symbols& symbols, int64_t number) {
        const bool is_negative = sum && number < 0;
        const int64_t factor = is_negative ? -number : number;
        ExprPtr value;
        const auto multiply = [&](ExprPtr by) {
            value = value ? make_binary(BinaryOp::mul, std::move(value), std::move(by)) : std::move(by);
        };
        if (const Symbol* counted = counted_by(symbols)) multiply(value_of(*counted));
        for (const Symbol& symbol : symbols)
            if (symbol.kind == Symbol::Kind::extent) multiply(value_of(symbol));
        if (factor != 1 || !value) multiply(make_int(type, factor, span));
        sum =
            !sum ? std::move(value)
                 : make_binary(is_negative ? BinaryOp::sub : BinaryOp::add, std::move(sum), std::move(value));
    };
    // Products come first, as a person writes them: `idy * width + idx`.
    for (const bool is_multiplied : {true, false})
        for (const auto& [symbols, number] : form.products)
            if (counted_by(symbols) && (symbols.size() > 1 || number != 1) == is_multiplied)
                add_product(symbols, number);
    // The negative products come first, so that no partial sum is larger than the index, which has to fit.
    for (const bool is_negative : {true, false})
        for (const auto& [symbols, number] : form.products)
            if (!counted_by(symbols) && (number < 0) == is_negative) add_product(symbols, number);
    return sum ? std::move(sum) : make_int(type, 0, span);
}

} // namespace cudapy::lower
