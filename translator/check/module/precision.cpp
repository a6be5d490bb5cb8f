#include "translator/check/module/precision.h"

namespace cudapy::checker {

namespace {

struct Floats {
    bool wide = false, narrow = false;

    void see(const Type* type) {
        if (!type) return;
        wide = wide || type == Type::float64() || type == Type::complex128();
        narrow = narrow || type == Type::float32() || type->is_small_float() || type == Type::complex64();
        see(type->element());
        if (type->is_aggregate())
            for (const Type::Field& field : type->fields())
                see(field.type);
    }

    const Type* precision() const { return wide ? Type::float64() : narrow ? Type::float32() : nullptr; }
};

} // namespace

const Type* precision_of(std::span<const Type* const> types) {
    Floats floats;
    for (const Type* type : types)
        floats.see(type);
    return floats.precision();
}

const Type* own_precision(const FunctionInfo& info) {
    if (!info.syntax) return nullptr; // of the defaults of a struct's fields
    Floats floats;
    for (std::size_t i = 0; i < info.syntax->parameters.size(); ++i) {
        const int place = info.place(i);
        if (place >= 0 && static_cast<std::size_t>(place) < info.function->parameters.size())
            floats.see(info.function->parameters[static_cast<std::size_t>(place)]->type);
    }
    if (!info.result_span.empty()) floats.see(info.function->result);
    return floats.precision();
}

const Type* precision_of(const FunctionInfo& info) {
    if (const Type* own = own_precision(info)) return own;
    const auto* instance = info.instance();
    return instance && instance->precision ? instance->precision : Type::float64();
}

} // namespace cudapy::checker
