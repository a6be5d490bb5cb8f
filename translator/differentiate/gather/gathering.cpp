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
    for (const Sum& known : sums_)
        if (known.bar == place.variable && known.constants == constants && known.fields == place.fields)
            return known.sum;
    const std::string& bar = place.variable->name;
    const std::string name = (made_.bars.size() == 1 ? "sum" : bar.substr(0, bar.rfind("_bar")) + "_sum") +
                             field_suffix(place.variable->type->element(), place.fields);
    Variable* sum = made_.kernel.add_variable(name, place.type(), VariableRole::temporary, place.span);
    sums_.push_back({place.variable, constants, place.fields, sum});
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
            const auto axis =
                std::find(dimensions.begin(), dimensions.end(), dimension) - dimensions.begin();
            position = std::make_unique<CoordinateExpr>(
                span, made_.index_type, coordinate_of(CoordinateGroup::global, static_cast<int>(axis)));
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

/// Returns that the thread's element is one of these. They may be fewer than the threads are.
ExprPtr GatheredSums::is_inside(const Elements& elements, Span span) const {
    ExprPtr all;
    for (std::size_t axis = 0; axis < elements.dimensions.size(); ++axis) {
        auto place = std::make_unique<CoordinateExpr>(
            span, made_.index_type, coordinate_of(CoordinateGroup::global, static_cast<int>(axis)));
        ExprPtr inside = make_compare(CompareOp::lt, std::move(place),
                                      std::make_unique<Length>(span, made_.index_type,
                                                               const_cast<Variable*>(elements.array),
                                                               elements.dimensions[axis]));
        all = all ? make_and(std::move(all), std::move(inside)) : std::move(inside);
    }
    return all;
}

void GatheredSums::end(Block& out) const {
    static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
    for (const Elements& bar : made_.bars) {
        Block additions;
        for (const Sum& each : sums_) {
            if (each.bar != bar.array) continue;
            const Span span = each.sum->span;
            Lvalue place{const_cast<Variable*>(each.bar), element_index(each, span), span, each.fields};
            if (made_.part_axis < 0) {
                additions.push_back(std::make_unique<AugmentedAssign>(
                    span, std::move(place), BinaryOp::add, each.sum->type, make_ref(each.sum, span)));
                continue;
            }
            std::vector<ExprPtr> arguments;
            arguments.push_back(make_read(place));
            arguments.push_back(make_ref(each.sum, span));
            additions.push_back(std::make_unique<Evaluate>(
                span, std::make_unique<BuiltinCall>(span, each.sum->type, builtin, nullptr,
                                                    std::move(arguments))));
        }
        if (additions.empty()) continue;
        if (bar.array == made_.elements().array) {
            std::move(additions.begin(), additions.end(), std::back_inserter(out));
            continue;
        }
        const Span span = additions.front()->span;
        auto branch = std::make_unique<If>(span, is_inside(bar, span));
        branch->then_body = std::move(additions);
        out.push_back(std::move(branch));
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

Block Gathering::take() {
    Block all;
    sums_.begin(all);
    for (StmtPtr& stmt : body_)
        all.push_back(std::move(stmt));
    sums_.end(all);
    return all;
}

} // namespace cudapy::differentiate
