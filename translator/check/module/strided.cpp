// Versions of functions for parts of arrays with gaps between their elements: `total(A[:, j])`.

#include "translator/check/calls/defaults.h"
#include "translator/check/module/instances.h"
#include "translator/check/module/signatures.h"

#include <algorithm>

namespace cudapy::checker {

namespace {

/// Returns the name that a C++ programmer gives the stride: `X_stride`, `A_row_stride` and `A_col_stride`,
/// `T_stride0` ….
std::string stride_name(const program::Variable& array, std::size_t axis) {
    switch (array.type->rank()) {
    case 1:
        return array.name + "_stride";
    case 2:
        return array.name + (axis == 0 ? "_row_stride" : "_col_stride");
    default:
        return array.name + "_stride" + std::to_string(axis);
    }
}

} // namespace

FunctionInfo& Instances::strided(FunctionInfo& plain, const std::vector<std::size_t>& strides, Span call,
                                 FunctionInfo* caller) {
    FunctionInfo*& known = strided_[{&plain, strides}];
    if (known) return *known;
    FunctionInfo& info = add(plain);
    known = &info;
    info.plain = &plain;
    info.types = plain.types;
    info.function_parameters = plain.function_parameters;
    info.named = plain.named;
    if (const auto* instance = plain.instance()) {
        info.kind = FunctionInfo::Instance{
            .generic = instance->generic,
            .precision = instance->precision,
            .called_at = call,
            .caller = caller,
            .has_constants = instance->has_constants,
        };
    }
    info.valid = true;
    info.strides.resize(strides.size());

    program::Function& function = *info.function;
    function.name = plain.function->name;
    function.result = plain.function->result;
    // If only some arrays have elements that are not side by side, the name says which.
    std::string which;
    bool all = true;
    bool rows_alone = true; // what lies behind the first dimensions has no gaps
    for (std::size_t i = 0; i < strides.size(); ++i) {
        if (plain.place(i) < 0) {
            info.places.push_back(-1);
            info.lists.emplace_back();
            continue;
        }
        const program::Variable& model =
            *plain.function->parameters[static_cast<std::size_t>(plain.place(i))];
        const auto add_stride = [&](const std::string& name) {
            function.parameters.push_back(function.add_variable(
                name, context_.index_type(), program::VariableRole::parameter, model.span));
            return function.parameters.back();
        };
        checker::add_parameter(info, model.name, parameter_type(plain, i), model.span, context_.index_type());
        program::Variable& parameter = *function.parameters[static_cast<std::size_t>(info.places.back())];
        parameter.is_reference = model.is_reference;
        parameter.is_record = model.is_record;
        for (std::size_t axis = 0; axis < strides[i]; ++axis)
            info.strides[i].push_back(add_stride(stride_name(model, axis)));
        if (strides[i] > 0) which += "_" + model.name;
        rows_alone = rows_alone && strides[i] < static_cast<std::size_t>(std::max(model.type->rank(), 1));
        all = all && (strides[i] > 0 || !model.type->is_array() || model.type->is_random_state() ||
                      model.is_reference);
    }
    for (const Capture& capture : plain.captures)
        add_capture(info, capture);
    function.name += (all ? "" : which) + (rows_alone ? "_pitched" : "_strided");
    check_defaults(context_, info);
    return info;
}

} // namespace cudapy::checker
