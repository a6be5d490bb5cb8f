#include "translator/emit/cuda/struct_namespaces.h"

#include "translator/emit/cpp/dialect.h"
#include "translator/emit/cpp/scalars.h"
#include "translator/emit/cuda/struct_defaults.h"
#include "translator/lower/names/naming.h"
#include "translator/translate_program.h"

#include <cctype>
#include <filesystem>

#include <fmt/format.h>

namespace cudapy::emit {

namespace {

/// Returns a name of C++ made from the name of a Python file. No two underscores follow each other in it, and
/// none comes first.
std::string name_of_file(const std::string& path) {
    std::string name = "_";
    for (const char c : lower::ascii_name(std::filesystem::path(path).stem().string())) {
        const char kept = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
        if (kept != '_' || name.back() != '_') name += kept;
    }
    name.erase(0, 1);
    const bool is_started = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0]));
    return is_started ? name : "file_" + name;
}

/// Returns a part of a macro's name that tells one initializer from another: `1p5f` for `1.5f`.
std::string words_of(const std::string& initializer) {
    std::string words;
    for (const char c : initializer)
        words += std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c)
                 : c == '.'                                  ? "p"
                 : c == '-'                                  ? "m"
                 : c == ','                                  ? "n"
                 : c == '{'                                  ? "b"
                 : c == '}'                                  ? "e"
                                                             : "";
    return words;
}

} // namespace

StructNamespaces::StructNamespaces(const program::Program& program, const SourceSet& sources,
                                   const Options& options, const Names& taken)
    : program_(program), sources_(sources), options_(options), taken_(taken) {}

std::string StructNamespaces::of(const Type* type) const {
    if (!type->is_struct()) return "";
    const auto file = program_.struct_files.find(type);
    if (file == program_.struct_files.end() || file->second == 0) return options_.name_space;
    const std::string wanted = name_of_file(sources_.file(file->second).path());
    std::string name = wanted;
    for (int n = 2; taken_.contains(name) || !problem_of_namespace(name).empty(); ++n)
        name = fmt::format("{}_{}", wanted, n);
    return name;
}

std::string StructNamespaces::qualified(const Type* type) const {
    if (!type->is_struct()) return header_type_text(type, Target::cpu);
    return of(type) + "::" + type_text(type);
}

std::string StructNamespaces::name(const Type* type) const {
    if (!type->is_struct()) return "";
    return of(type) == options_.name_space ? type_text(type) : qualified(type);
}

std::vector<std::string> StructNamespaces::qualified(const std::vector<const Type*>& types) const {
    std::vector<std::string> names;
    for (const Type* type : types)
        if (type->is_struct()) names.push_back(qualified(type));
    return names;
}

std::vector<std::string> StructNamespaces::defaults(const Type& type) const {
    std::vector<std::string> texts(type.fields().size());
    const auto found = program_.struct_defaults.find(&type);
    if (found == program_.struct_defaults.end()) return texts;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (const auto& value = found->second[i]) texts[i] = default_text(*value);
    return texts;
}

void StructNamespaces::write(Writer& writer, const Type& type) const {
    const std::string home = of(&type);
    const std::vector<std::string> defaults = this->defaults(type);
    // Another definition of the struct's name has another guard.
    std::string guard = "CUDAPY_STRUCT_" + type_text(&type);
    for (std::size_t i = 0; i < type.fields().size(); ++i) {
        const Type* field = type.fields()[i].type;
        guard += fmt::format("_{}{}_{}", of(field), type_text(field), lower::field_name(type, i));
        if (!defaults[i].empty()) guard += "_IS_" + words_of(defaults[i]);
    }
    guard += "_IN_" + home;
    writer.raw("#ifndef " + guard);
    writer.raw("#define " + guard);
    writer.raw("namespace " + home + " {");
    writer.raw("struct " + type_text(&type));
    writer.open("{");
    for (std::size_t i = 0; i < type.fields().size(); ++i) {
        const Type* field = type.fields()[i].type;
        const bool is_near = !field->is_struct() || of(field) == home;
        const std::string otherwise = defaults[i].empty() ? "" : " = " + defaults[i];
        writer.line((is_near ? header_type_text(field, Target::cpu) : qualified(field)) + " " +
                    lower::field_name(type, i) + otherwise + ";");
    }
    writer.close("};");
    writer.raw("} // namespace " + home);
    writer.raw("#endif");
}

} // namespace cudapy::emit
