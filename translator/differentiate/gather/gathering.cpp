#include "translator/differentiate/gather/gathering.h"

#include "translator/builtins/builtins.h"
#include "translator/differentiate/gather/group.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/program/build.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

Variable* GatheredSums::of(const Lvalue& place, const std::map<int, int64_t>& constants) {
    for (const Sum& known : sums_)
        if (known.constants == constants && known.fields == place.fields) return known.sum;
    const std::string name = "sum" + field_suffix(place.variable->type->element(), place.fields);
    Variable* sum = made_.kernel.add_variable(name, place.type(), VariableRole::temporary, place.span);
    sums_.push_back({constants, place.fields, sum});
    return sum;
}

ExprPtr GatheredSums::element_index(const Sum& sum, Span span) const {
    auto* const array = const_cast<Variable*>(made_.elements.array);
    ExprPtr index;
    for (int dimension = 0; dimension < array->type->rank(); ++dimension) {
        ExprPtr position;
        if (const auto constant = sum.constants.find(dimension); constant != sum.constants.end()) {
            position = make_int(made_.index_type, constant->second, span);
        } else {
            const auto axis =
                std::find(made_.elements.dimensions.begin(), made_.elements.dimensions.end(), dimension) -
                made_.elements.dimensions.begin();
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

void GatheredSums::end(Block& out) const {
    static const Builtin* const builtin = find_builtin("cudapy.atomicAdd");
    for (const Sum& each : sums_) {
        const Span span = each.sum->span;
        Lvalue place{const_cast<Variable*>(made_.elements.array), element_index(each, span), span,
                     each.fields};
        if (made_.part_axis < 0) {
            out.push_back(std::make_unique<AugmentedAssign>(span, std::move(place), BinaryOp::add,
                                                            each.sum->type, make_ref(each.sum, span)));
            continue;
        }
        std::vector<ExprPtr> arguments;
        arguments.push_back(make_read(place));
        arguments.push_back(make_ref(each.sum, span));
        out.push_back(
            std::make_unique<Evaluate>(span, std::make_unique<BuiltinCall>(span, each.sum->type, builtin,
                                                                           nullptr, std::move(arguments))));
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
