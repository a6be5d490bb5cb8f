#include "translator/emit/cpp/structs.h"

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/cpp/scalars.h"
#include "translator/lower/names/naming.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include <fmt/format.h>

namespace cudapy::emit {

namespace {

void add(const Type* type, Target target, std::vector<const Type*>& types) {
    if (type->is_array()) return add(type->element(), target, types);
    const bool wanted = type->is_struct() || (type->is_vector() && target == Target::cpu);
    if (!wanted || std::find(types.begin(), types.end(), type) != types.end()) return;
    for (const Type::Field& field : type->fields())
        add(field.type, target, types);
    types.push_back(type);
}

/// Gives names to bytes between fields, which are no names of fields.
class PaddingNames {
  public:
    explicit PaddingNames(const Type& type) {
        for (std::size_t i = 0; i < type.fields().size(); ++i)
            fields_.insert(lower::field_name(type, i));
    }

    std::string next() {
        std::string name;
        do {
            ++count_;
            name = count_ == 1 ? "padding" : fmt::format("padding_{}", count_);
        } while (fields_.contains(name));
        return name;
    }

  private:
    std::set<std::string> fields_;
    int count_ = 0;
};

/// Writes the fields of a record where they lie: the bytes that C's layout would not leave between them are
/// members, too.
template <typename Text>
void write_record_fields(Writer& writer, const Type& type, Text text) {
    int end = 0;
    PaddingNames padding(type);
    const bool is_packed = type.is_packed();
    const auto pad = [&](int to, int alignment) {
        const int natural = is_packed ? end : (end + alignment - 1) / alignment * alignment;
        if (natural < to) writer.line(fmt::format("unsigned char {}[{}];", padding.next(), to - end));
    };
    std::vector<std::size_t> order(type.fields().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return type.offset(a) < type.offset(b); });
    for (const std::size_t i : order) {
        const Type* field = type.fields()[i].type;
        pad(type.offset(i), field->is_complex() ? field->size() / 2 : field->alignment());
        const bool is_nested = field->is_nested();
        const Type* held = is_nested ? field->element() : field;
        writer.line(text(held) + " " + lower::field_name(type, i) +
                    (is_nested ? fmt::format("[{}]", field->size() / held->size()) : "") + ";");
        end = type.offset(i) + field->size();
    }
    pad(type.size(), type.alignment());
}

void write_fields(Writer& writer, const Type& type) {
    if (type.is_record()) return write_record_fields(writer, type, field_type_text);
    for (std::size_t i = 0; i < type.fields().size(); ++i) {
        const Type* field = type.fields()[i].type;
        writer.line((type.is_struct() ? field_type_text(field) : type_text(field)) + " " +
                    lower::field_name(type, i) + ";");
    }
}

/// Returns whether the type is aligned otherwise than its fields ask for.
bool is_aligned(const Type& type) {
    return type.is_vector() && type.alignment() > type.fields()[0].type->alignment();
}

/// Returns the name of the macro that guards a definition: `CUDAPY_STRUCT_Body_float_x_float_y`. Another
/// definition of the struct's name has another guard.
std::string guard(const Type& type) {
    std::string name = "CUDAPY_STRUCT_" + type_text(&type);
    if (type.is_record()) return name; // whose name differs for each layout
    for (std::size_t i = 0; i < type.fields().size(); ++i)
        name += "_" + type_text(type.fields()[i].type) + "_" + lower::field_name(type, i);
    return name;
}

} // namespace

std::vector<const Type*> header_types(const program::Program& program, Target target) {
    std::vector<const Type*> types;
    for (const auto& function : program.functions)
        for (const program::Variable* parameter : function->parameters)
            if (function->is_kernel) add(parameter->type, target, types);
    return types;
}

void write_struct(Writer& writer, const Type& type) {
    if (type.is_record()) writer.comment(type.name());
    writer.raw((is_aligned(type)   ? fmt::format("struct alignas({}) ", type.alignment())
                : type.is_packed() ? "struct __attribute__((packed)) "
                                   : "struct ") +
               type_text(&type));
    writer.open("{");
    write_fields(writer, type);
    writer.close("};");
}

void write_header_struct(Writer& writer, const Type& type, Target target) {
    const std::string name = type_text(&type);
    // CUDA's own headers have the vectors.
    writer.raw(type.is_vector() ? fmt::format("#if !defined(__VECTOR_TYPES_H__) && !defined({})", guard(type))
                                : "#ifndef " + guard(type));
    writer.raw("#define " + guard(type));
    writer.raw("typedef struct " +
               (is_aligned(type)   ? fmt::format("__attribute__((aligned({}))) ", type.alignment())
                : type.is_packed() ? "__attribute__((packed)) "
                                   : "") +
               name);
    writer.open("{");
    if (type.is_record())
        write_record_fields(writer, type, [&](const Type* held) { return header_type_text(held, target); });
    for (std::size_t i = 0; !type.is_record() && i < type.fields().size(); ++i)
        writer.line(header_type_text(type.fields()[i].type, target) + " " + lower::field_name(type, i) + ";");
    writer.close("} " + name + ";");
    writer.raw("#endif");
}

} // namespace cudapy::emit
