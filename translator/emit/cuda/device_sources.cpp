#include "translator/emit/cuda/device_sources.h"

#include "translator/cuda/device_functions.h"
#include "translator/emit/cpp/dialect.h"
#include "translator/emit/text/writer.h"
#include "translator/program/tuple_types.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::emit {

namespace {

/// Returns a text without the empty lines around it, and adds the lines that were before it to `first_line`.
std::string_view trimmed(std::string_view text, int& first_line) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::size_t newline = text.substr(0, begin).rfind('\n');
    const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    first_line +=
        static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line), '\n'));
    text.remove_prefix(line);
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

/// Writes functions such as `make_float3`, which CUDA has, where the host's text mentions them.
void write_makers(Writer& writer, const cuda_text::DeviceSource& source, std::set<std::string>& made) {
    for (const std::string& name : source.source.identifiers) {
        const Type* vector = name.starts_with("make_") ? vector_type_named(name.substr(5)) : nullptr;
        if (!vector || !made.insert(name).second) continue;
        std::string parameters, values;
        for (const Type::Field& field : vector->fields()) {
            parameters += (parameters.empty() ? "" : ", ") + type_text(field.type) + " " + field.name;
            values += (values.empty() ? "" : ", ") + field.name;
        }
        writer.raw("static inline " + vector->name() + " " + name + "(" + parameters + ") { return {" +
                   values + "}; }");
    }
}

/// Writes the names that a text's structs have in kernels, and checks that Python's structs have the same
/// layout.
void write_structs(Writer& writer, const cuda_text::DeviceSource& source,
                   const std::vector<const Type*>& types, const Options& options) {
    const Target target = options.target;
    bool first = true;
    for (const Type* type : types) {
        const std::string name = cuda_text::name_in_text(source, type);
        if (name.empty()) continue;
        if (std::exchange(first, false)) {
            writer.blank();
            if (options.line_directives) writer.raw("#line 1 \"cudapy\"");
        }
        if (name != type_text(type)) writer.raw("using " + type_text(type) + " = " + name + ";");
        if (options.stubs) continue; // people read these files
        const auto check = [&](const std::string& condition, const std::string& what) {
            writer.raw("static_assert(" + condition + ", \"cuda_source: types: " + name + " " + what +
                       " in Python\");");
        };
        check("sizeof(" + name + ") == " + std::to_string(type->size()),
              "has " + std::to_string(type->size()) + " bytes");
        for (std::size_t i = 0; i < type->fields().size(); ++i) {
            const Type::Field& field = type->fields()[i];
            // NVRTC has no offsetof.
            const std::string offset = target == Target::cpu
                                           ? "__builtin_offsetof(" + name + ", " + field.name + ")"
                                           : "__INTADDR__(&((" + name + "*)0)->" + field.name + ")";
            check(offset + " == " + std::to_string(type->offset(i)) + " && sizeof(" + name +
                      "::" + field.name + ") == " + std::to_string(field.type->size()),
                  "has a field " + field.name + " of " + std::to_string(field.type->size()) +
                      " bytes at byte " + std::to_string(type->offset(i)));
        }
    }
}

} // namespace

void write_device_sources(Writer& writer, const program::Program& program, const Options& options) {
    const auto sources = program.device_sources();
    if (sources.empty()) return;
    if (options.target == Target::cpu) {
        writer.blank();
        for (const char* macro : {"__host__", "__device__", "__constant__", "__noinline__"})
            writer.raw(std::string("#define ") + macro);
        writer.raw("#define __forceinline__ inline");
        std::set<std::string> made;
        for (const auto& source : sources)
            write_makers(writer, *source, made);
    }
    for (const auto& source : sources) {
        int line = source->first_line;
        const std::string text = options.target == Target::cpu ? host_text(*source) : source->text;
        const std::string_view shown = trimmed(text, line);
        writer.blank();
        if (options.line_directives)
            writer.raw("#line " + std::to_string(line) + " " + quoted_path(source->path));
        else
            writer.comment(source->path + ":" + std::to_string(line));
        writer.raw(std::string(shown));
        write_structs(writer, *source, program::tuple_types(program), options);
    }
}

} // namespace cudapy::emit
