#include "pymodule/src/foreign/dlpack.h"

#include <fmt/format.h>

#include <iterator>

namespace cudapy::python::dlpack {

const Type* element_type(DataType type) {
    if (type.lanes != 1) return nullptr;
    switch (type.code << 8 | type.bits) {
    case integer << 8 | 8:
        return Type::int8();
    case integer << 8 | 16:
        return Type::int16();
    case integer << 8 | 32:
        return Type::int32();
    case integer << 8 | 64:
        return Type::int64();
    case unsigned_integer << 8 | 8:
        return Type::uint8();
    case unsigned_integer << 8 | 16:
        return Type::uint16();
    case unsigned_integer << 8 | 32:
        return Type::uint32();
    case unsigned_integer << 8 | 64:
        return Type::uint64();
    case floating << 8 | 16:
        return Type::float16();
    case floating << 8 | 32:
        return Type::float32();
    case floating << 8 | 64:
        return Type::float64();
    case bfloat << 8 | 16:
        return Type::bfloat16();
    case complex << 8 | 64:
        return Type::complex64();
    case complex << 8 | 128:
        return Type::complex128();
    case boolean << 8 | 8:
        return Type::bool_();
    default:
        return nullptr;
    }
}

DataType data_type(const Type* element) {
    Code code = floating;
    if (element->is_bool())
        code = boolean;
    else if (element->is_integer())
        code = element->is_signed() ? integer : unsigned_integer;
    else if (element->is_complex())
        code = complex;
    else if (element == Type::bfloat16())
        code = bfloat;
    return {code, static_cast<uint8_t>(element->size() * 8), 1};
}

std::string name_of(DataType type) {
    static const char* const narrow[] = {"float8_e3m4",     "float8_e4m3",     "float8_e4m3b11fnuz",
                                         "float8_e4m3fn",   "float8_e4m3fnuz", "float8_e5m2",
                                         "float8_e5m2fnuz", "float8_e8m0fnu",  "float6_e2m3fn",
                                         "float6_e3m2fn",   "float4_e2m1fn_x2"};
    static const char* const kinds[] = {"int", "uint", "float", "opaque", "bfloat", "complex", "bool"};
    std::string name;
    if (type.code == boolean && type.bits == 8)
        name = "bool";
    else if (type.code < std::size(kinds))
        name = fmt::format("{}{}", kinds[type.code], type.bits);
    else if (type.code - std::size(kinds) < std::size(narrow))
        name = narrow[type.code - std::size(kinds)];
    else
        name = fmt::format("elements of DLPack's type {}", type.code);
    return type.lanes == 1 ? name : fmt::format("{} x {}", name, type.lanes);
}

std::string name_of(Device device) {
    switch (device.kind) {
    case cpu:
    case cuda_host:
        return "cpu";
    case cuda:
    case cuda_managed:
        return fmt::format("cuda:{}", device.index);
    case 4:
        return "an OpenCL device";
    case 7:
        return "a Vulkan device";
    case 8:
        return "a Metal device";
    case 10:
    case 11:
        return "a ROCm device";
    case 14:
        return "a oneAPI device";
    default:
        return fmt::format("a device of DLPack's kind {}", device.kind);
    }
}

} // namespace cudapy::python::dlpack
