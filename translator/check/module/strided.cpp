// Versions of functions for parts of arrays with gaps between their elements, `total(A[:, j])`, and for
// parameters that are given negative constants, `at(A, -1)`.

#include "translator/check/body/body.h"
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

FunctionInfo& Instances::version(FunctionInfo& plain, const std::vector<std::size_t>& strides, Span call,
                                 FunctionInfo* caller) {
    FunctionInfo& info = add(plain);
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
    }
    for (const Capture& capture : plain.captures)
        add_capture(info, capture);
    check_defaults(context_, info);
    return info;
}

FunctionInfo& Instances::strided(FunctionInfo& plain, const std::vector<std::size_t>& strides, Span call,
                                 FunctionInfo* caller) {
    FunctionInfo*& known = strided_[{&plain, strides}];
    if (known) return *known;
    known = &version(plain, strides, call, caller);
    // If only some arrays have elements that are not side by side, the name says which.
    std::string which;
    bool all = true;
    bool only_rows = true; // the dimensions after the first have no gaps
    for (std::size_t i = 0; i < strides.size(); ++i) {
        if (plain.place(i) < 0) continue;
        const program::Variable& model =
            *plain.function->parameters[static_cast<std::size_t>(plain.place(i))];
        if (strides[i] > 0) which += "_" + model.name;
        only_rows = only_rows && strides[i] < static_cast<std::size_t>(std::max(model.type->rank(), 1));
        all = all && (strides[i] > 0 || !model.type->is_array() || model.type->is_random_state() ||
                      model.is_reference);
    }
    known->function->name += (all ? "" : which) + (only_rows ? "_pitched" : "_strided");
    return *known;
}

FunctionInfo& Instances::from_end(FunctionInfo& plain, const std::set<std::size_t>& parameters, Span call,
                                  FunctionInfo* caller) {
    FunctionInfo*& known = from_end_[{&plain, parameters}];
    if (known) return *known;
    std::vector<std::size_t> strides(plain.syntax->parameters.size());
    for (std::size_t i = 0; i < plain.strides.size(); ++i)
        strides[i] = plain.strides[i].size();
    FunctionInfo& info = version(plain, strides, call, caller);
    info.from_end = parameters;
    info.function->name += "_from_end";
    known = &info;
    if (!uses_constants(context_, info)) known = &plain;
    return *known;
}

} // namespace cudapy::checker
