#include "translator/differentiate/gather/gathering.h"

#include "translator/builtins/builtins.h"
#include "translator/differentiate/gather/group.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/program/build.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace cudapy::differentiate {

using namespace program;

Variable* GatheredSums::of(const Lvalue& place, const std::map<int, int64_t>& constants) {
    for (Sum& known : sums_) {
        if (known.bar != place.variable || known.constants != constants || known.fields != place.fields)
            continue;
        if (known.blocks.back() != block_) known.blocks.push_back(block_);
        known.is_certain = known.is_certain || is_certain_;
        return known.sum;
    }
    const std::string& bar = place.variable->name;
    const std::string name = (made_.bars.size() == 1 ? "sum" : bar.substr(0, bar.rfind("_bar")) + "_sum") +
                             field_suffix(place.variable->type->element(), place.fields);
    Variable* sum = made_.kernel.add_variable(name, place.type(), VariableRole::temporary, place.span);
    sums_.push_back({place.variable, constants, place.fields, sum, {block_}, is_certain_});
    return sum;
}

ExprPtr GatheredSums::element_index(const Sum& sum, Span span) const {
    auto* const array = const_cast<Variable*>(sum.bar);
    const std::vector<int>& dimensions = made_.elements_of(array).dimensions;
    ExprPtr index;
    for (int dimension = 0; dimension < array->type->rank(); ++dimension) {
        ExprPtr position;
        if (const auto constant = sum.constants.find(dimension); constant != sum.constants.end()) {
            position = make_int(made_.index_type, constant->second, span);
        } else {
            const auto axis = std::find(dimensions.begin(), dimensions.end(), dimension) - dimensions.begin();
            const Elements& elements = made_.elements_of(array);
            position = made_.expression(
                lower::SymbolicSum(elements.coordinates[static_cast<std::size_t>(axis)]), span);
        }
        if (!index) {
            index = std::move(position);
            continue;
        }
        ExprPtr row = make_binary(BinaryOp::mul, std::move(index),
                                  std::make_unique<Length>(span, made_.index_type, array, dimension));
        as<Binary>(*row).is_position = true;
        index = make_binary(BinaryOp::add, std::move(row), std::move(position));
        as<Binary>(*index).is_position = true;
    }
    return index;
}

void GatheredSums::begin(Block& out) const {
    for (const Sum& each : sums_)
        out.push_back(make_assign(each.sum, make_zero(each.sum->type, each.sum->span), each.sum->span));
}

/// Returns that the elements of sums of one bar exist, to which the same blocks add; null where that is
/// known. Another bar may have more elements than this one, and a constant position may be outside where no
/// thread comes to the addition.
ExprPtr GatheredSums::are_inside(const std::vector<const Sum*>& sums, Span span) const {
    auto* const array = const_cast<Variable*>(sums.front()->bar);
    const Elements& elements = made_.elements_of(array);
    ExprPtr all;
    const auto add = [&](ExprPtr position, int dimension) {
        ExprPtr inside = make_compare(CompareOp::lt, std::move(position),
                                      std::make_unique<Length>(span, made_.index_type, array, dimension));
        all = all ? make_and(std::move(all), std::move(inside)) : std::move(inside);
    };
    if (array != made_.elements().array)
        for (std::size_t axis = 0; axis < elements.dimensions.size(); ++axis)
            add(std::make_unique<CoordinateExpr>(
                    span, made_.index_type, coordinate_of(CoordinateGroup::global, static_cast<int>(axis))),
                elements.dimensions[axis]);
    std::map<int, int64_t> greatest;
    for (const Sum* sum : sums)
        if (!sum->is_certain)
            for (const auto& [dimension, position] : sum->constants)
                greatest[dimension] = std::max(greatest[dimension], position);
    for (const auto& [dimension, position] : greatest)
        add(make_int(made_.index_type, position, span), dimension);
    return all;
}

StmtPtr GatheredSums::addition(const Sum& sum) const {
    static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
    const Span span = sum.sum->span;
    Lvalue place{const_cast<Variable*>(sum.bar), element_index(sum, span), span, sum.fields};
    if (made_.part_axis < 0)
        return std::make_unique<AugmentedAssign>(span, std::move(place), BinaryOp::add, sum.sum->type,
                                                 make_ref(sum.sum, span));
    std::vector<ExprPtr> arguments;
    arguments.push_back(make_read(place));
    arguments.push_back(make_ref(sum.sum, span));
    return std::make_unique<Evaluate>(
        span, std::make_unique<BuiltinCall>(span, sum.sum->type, builtin, nullptr, std::move(arguments)));
}

void GatheredSums::end(Block& out) const {
    std::vector<std::vector<const Sum*>> together; // of one bar, of the same blocks
    for (const Elements& bar : made_.bars) {
        const std::size_t first = together.size();
        for (const Sum& each : sums_) {
            if (each.bar != bar.array) continue;
            const auto found =
                std::find_if(together.begin() + static_cast<std::ptrdiff_t>(first), together.end(),
                             [&](const auto& sums) { return sums.front()->blocks == each.blocks; });
            if (found == together.end())
                together.push_back({&each});
            else
                found->push_back(&each);
        }
    }
    for (const std::vector<const Sum*>& sums : together) {
        const Span span = sums.front()->sum->span;
        Block additions;
        for (const Sum* each : sums)
            additions.push_back(addition(*each));
        if (ExprPtr inside = are_inside(sums, span)) {
            auto branch = std::make_unique<If>(span, std::move(inside));
            branch->then_body = std::move(additions);
            out.push_back(std::move(branch));
        } else {
            std::move(additions.begin(), additions.end(), std::back_inserter(out));
        }
    }
}

bool Gathering::add(Slice slice, const Solution& solution, std::size_t count) {
    if (slice.additions.size() != count) return false;
    const std::size_t sums = sums_.count();
    Block written;
    if (GatheredGroup(made_, sums_, slice, solution).write(written)) {
        for (StmtPtr& stmt : written)
            body_.push_back(std::move(stmt));
        return true;
    }
    sums_.drop_after(sums);
    return false;
}

/// Computes where the element of a thread is of its number, the last dimension first.
void Gathering::find_element(Block& out) const {
    const Elements& elements = made_.elements();
    const Span span = made_.kernel.span;
    auto* const array = const_cast<Variable*>(elements.array);
    ExprPtr rest =
        std::make_unique<CoordinateExpr>(span, made_.index_type, coordinate_of(CoordinateGroup::global, 0));
    for (std::size_t i = 0; i < elements.dimensions.size(); ++i) {
        Variable* const position = elements.coordinates[i].variable;
        if (i + 1 == elements.dimensions.size()) {
            out.push_back(make_assign(position, std::move(rest), span));
            break;
        }
        const auto extent = [&] {
            return std::make_unique<Length>(span, made_.index_type, array, elements.dimensions[i]);
        };
        out.push_back(
            make_assign(position, make_binary(BinaryOp::floor_modulo, clone(*rest), extent()), span));
        Variable* const row =
            made_.kernel.add_variable("row", made_.index_type, VariableRole::temporary, span);
        out.push_back(make_assign(row, make_binary(BinaryOp::floor_divide, std::move(rest), extent()), span));
        rest = make_ref(row, span);
    }
}

Block Gathering::take() {
    Block all;
    if (made_.elements().are_numbered()) find_element(all);
    sums_.begin(all);
    for (StmtPtr& stmt : body_)
        all.push_back(std::move(stmt));
    sums_.end(all);
    return all;
}

} // namespace cudapy::differentiate
