#include "translator/lower/analysis/affine_form.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace cudapy::lower {

using namespace program;

namespace {

/// The largest factor that is looked at. Nobody writes larger ones, and products of them might not fit.
constexpr int64_t most_factor = int64_t{1} << 31;
/// The most terms that are looked at: sums of sums could grow without end.
constexpr std::size_t most_products = 64;

/// Adds a product to a sum of products that differ in their extents.
void add(std::vector<Product>& sum, const Product& product) {
    const auto same = std::find_if(sum.begin(), sum.end(),
                                   [&](const Product& each) { return each.extents == product.extents; });
    if (same == sum.end()) {
        sum.push_back(product);
    } else {
        same->factor += product.factor;
        if (same->factor == 0) sum.erase(same);
    }
}

std::optional<Product> multiplied(const Product& left, const Product& right) {
    Product result;
    if (__builtin_mul_overflow(left.factor, right.factor, &result.factor)) return std::nullopt;
    if (result.factor > most_factor || result.factor < -most_factor) return std::nullopt;
    result.extents = left.extents;
    result.extents.insert(result.extents.end(), right.extents.begin(), right.extents.end());
    std::sort(result.extents.begin(), result.extents.end());
    return result;
}

/// Adds to `sum` the products of two sums. Returns whether all of them fit.
bool add_products(std::vector<Product>& sum, const std::vector<Product>& left,
                  const std::vector<Product>& right) {
    for (const Product& a : left)
        for (const Product& b : right) {
            const auto product = multiplied(a, b);
            if (!product || sum.size() > most_products) return false;
            add(sum, *product);
        }
    return true;
}

AffineForm of_number(int64_t number) {
    AffineForm form;
    if (number != 0) form.rest.push_back({number, {}});
    return form;
}

AffineForm of_term(const Counted& counted) {
    AffineForm form;
    form.terms[counted].push_back({1, {}});
    return form;
}

AffineForm sum_of(AffineForm left, const AffineForm& right, int64_t sign) {
    for (const Product& product : right.rest)
        add(left.rest, {product.factor * sign, product.extents});
    for (const auto& [counted, products] : right.terms) {
        for (const Product& product : products)
            add(left.terms[counted], {product.factor * sign, product.extents});
        if (left.terms[counted].empty()) left.terms.erase(counted);
    }
    return left;
}

/// Returns the product of two forms, of which one must be without terms.
std::optional<AffineForm> product_of(const AffineForm& left, const AffineForm& right) {
    if (!left.terms.empty() && !right.terms.empty()) return std::nullopt;
    const AffineForm& scaled = left.terms.empty() ? right : left;
    const std::vector<Product>& by = left.terms.empty() ? left.rest : right.rest;
    AffineForm result;
    if (!add_products(result.rest, scaled.rest, by)) return std::nullopt;
    for (const auto& [counted, products] : scaled.terms) {
        std::vector<Product> sum;
        if (!add_products(sum, products, by)) return std::nullopt;
        if (!sum.empty()) result.terms[counted] = std::move(sum);
    }
    return result;
}

class Reader {
  public:
    explicit Reader(const Definitions& definitions) : definitions_(definitions) {}

    /// `in_definition` says that the expression is the value of a variable, which was computed earlier.
    std::optional<AffineForm> read(const Expr& expr, bool in_definition = false, int depth = 0) const {
        constexpr int deepest = 100;
        if (depth > deepest || !expr.type->is_integer() || expr.type->is_unsigned()) return std::nullopt;
        switch (expr.kind) {
        case ExprKind::literal: {
            const auto* number = std::get_if<int64_t>(&as<Literal>(expr).value);
            if (!number || *number > most_factor || *number < -most_factor) return std::nullopt;
            return of_number(*number);
        }
        case ExprKind::coordinate:
            return of_term({as<CoordinateExpr>(expr).coordinate, nullptr});
        case ExprKind::length: {
            AffineForm form;
            form.rest.push_back({1, {{as<Length>(expr).array, as<Length>(expr).axis}}});
            return form;
        }
        case ExprKind::variable: {
            Variable* variable = as<VariableRef>(expr).variable;
            const auto definition = definitions_.values.find(variable);
            if (definition != definitions_.values.end())
                if (auto form = read(**definition->second, true, depth + 1)) return form;
            if (in_definition && definitions_.changing.contains(variable)) return std::nullopt;
            return of_term({std::nullopt, variable});
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
            if (binary.op == BinaryOp::mul) return product_of(*left, *right);
            return sum_of(*left, *right, binary.op == BinaryOp::add ? 1 : -1);
        }
        default:
            return std::nullopt;
        }
    }

  private:
    const Definitions& definitions_;
};

std::optional<Product> single(const std::map<Counted, std::vector<Product>>& terms, const Counted& counted) {
    const auto found = terms.find(counted);
    if (found == terms.end()) return Product{};
    return found->second.size() == 1 ? std::optional(found->second.front()) : std::nullopt;
}

std::vector<Product> without_constant(const std::vector<Product>& products) {
    std::vector<Product> result;
    for (const Product& product : products)
        if (!product.extents.empty()) result.push_back(product);
    return result;
}

std::string name_of(const Counted& counted) {
    if (!counted.coordinate) return counted.variable->name;
    static constexpr const char* globals[] = {"idx", "idy", "idz"};
    const auto axis = static_cast<std::size_t>(axis_of(*counted.coordinate));
    if (is_global(*counted.coordinate)) return globals[axis];
    static constexpr const char* groups[] = {"",         "threadIdx.", "blockIdx.", "blockDim.",
                                             "gridDim.", "within.",    "lane"};
    return groups[static_cast<std::size_t>(group_of(*counted.coordinate))] + std::string(1, "xyz"[axis]);
}

} // namespace

bool ExtentRef::operator<(const ExtentRef& other) const {
    return std::tie(array->name, array, axis) < std::tie(other.array->name, other.array, other.axis);
}

bool Counted::operator<(const Counted& other) const {
    if (coordinate || other.coordinate)
        return coordinate && (!other.coordinate || *coordinate < *other.coordinate);
    return std::tie(variable->name, variable) < std::tie(other.variable->name, other.variable);
}

std::optional<Product> AffineForm::of(Coordinate coordinate) const {
    return single(terms, {coordinate, nullptr});
}

std::optional<Product> AffineForm::of(Variable* variable) const {
    return single(terms, {std::nullopt, variable});
}

bool AffineForm::is_same_but_for_constant(const AffineForm& other) const {
    return terms == other.terms && without_constant(rest) == without_constant(other.rest);
}

int64_t AffineForm::constant() const {
    int64_t sum = 0;
    for (const Product& product : rest)
        if (product.extents.empty()) sum += product.factor;
    return sum;
}

AffineForm AffineForm::with_constant(int64_t constant) const {
    AffineForm result{terms, without_constant(rest)};
    if (constant != 0) result.rest.push_back({constant, {}});
    return result;
}

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

std::optional<AffineForm> affine_form(const Expr& expr, const Definitions& definitions) {
    return Reader(definitions).read(expr);
}

ExprPtr expression_of(const AffineForm& form, const Type* type, Span span) {
    ExprPtr sum;
    const auto add_product = [&](ExprPtr counted, const Product& product) {
        ExprPtr value = std::move(counted);
        const bool is_negative = sum && product.factor < 0;
        const int64_t factor = is_negative ? -product.factor : product.factor;
        const auto multiply = [&](ExprPtr by) {
            value = value ? make_binary(BinaryOp::mul, std::move(value), std::move(by)) : std::move(by);
        };
        for (const ExtentRef& extent : product.extents)
            multiply(std::make_unique<Length>(span, type, extent.array, extent.axis));
        if (factor != 1 || !value) multiply(make_int(type, factor, span));
        sum =
            !sum ? std::move(value)
                 : make_binary(is_negative ? BinaryOp::sub : BinaryOp::add, std::move(sum), std::move(value));
    };
    // Products come first, as a person writes them: `idy * width + idx`.
    for (const bool multiplied : {true, false})
        for (const auto& [counted, products] : form.terms)
            for (const Product& product : products) {
                if (multiplied == (product == Product{1, {}})) continue;
                ExprPtr value;
                if (counted.coordinate)
                    value = std::make_unique<CoordinateExpr>(span, type, *counted.coordinate);
                else
                    value = convert(make_ref(counted.variable, span), type);
                add_product(std::move(value), product);
            }
    // The negative products come first, so that no partial sum is larger than the index, which has to fit.
    for (const bool is_negative : {true, false})
        for (const Product& product : form.rest)
            if ((product.factor < 0) == is_negative) add_product(nullptr, product);
    return sum ? std::move(sum) : make_int(type, 0, span);
}

std::string text_of(const Product& product) {
    if (product.is_zero()) return "0";
    std::string text = product.factor == 1 && !product.extents.empty() ? "" : std::to_string(product.factor);
    for (const ExtentRef& extent : product.extents)
        text += (text.empty() ? "" : " * ") + extent.array->name + "[" + std::to_string(extent.axis) + "]";
    return text;
}

std::string text_of(const AffineForm& form) {
    std::string text;
    for (const auto& [counted, products] : form.terms)
        for (const Product& product : products) {
            const bool is_one = product.factor == 1 && product.extents.empty();
            text += (text.empty() ? "" : " + ") + name_of(counted) + (is_one ? "" : " * " + text_of(product));
        }
    for (const Product& product : form.rest)
        text += (text.empty() ? "" : " + ") + text_of(product);
    return text.empty() ? "0" : text;
}

} // namespace cudapy::lower
