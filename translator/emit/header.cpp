#include "translator/emit/header.h"

#include "translator/emit/functions.h"

#include <cctype>

namespace cudapy::emit {

namespace {

/// `include/my-kernels.h` → `CUDAPY_MY_KERNELS_H`
std::string guard_name(const std::string& header_name) {
    const std::size_t slash = header_name.find_last_of('/');
    std::string guard = "CUDAPY_";
    for (const char c : slash == std::string::npos ? header_name : header_name.substr(slash + 1)) {
        const auto byte = static_cast<unsigned char>(c);
        const char mapped = std::isalnum(byte) ? static_cast<char>(std::toupper(byte)) : '_';
        if (mapped != '_' || guard.back() != '_') guard += mapped;
    }
    return header_name.empty() ? "CUDAPY_KERNELS_H" : guard;
}

bool has_parameter_of(const std::vector<EntryPoint>& entries, Scalar scalar) {
    for (const EntryPoint& entry : entries)
        for (const program::Variable* parameter : entry.function->parameters)
            if (parameter->type->scalar_kind() == scalar) return true;
    return false;
}

} // namespace

std::string header_text(const std::vector<EntryPoint>& entries, const HeaderParts& parts,
                        const SourceSet& sources, const Options& options) {
    Writer writer(sources, false);
    const std::string guard = guard_name(options.header_name);
    writer.comment(origin_line(sources, options));
    for (const std::string& line : parts.preamble)
        writer.comment(line);
    writer.raw("#ifndef " + guard);
    writer.raw("#define " + guard);
    writer.blank();
    for (const std::string& include : parts.includes)
        writer.raw("#include " + include);
    if (has_parameter_of(entries, Scalar::bool_)) writer.raw("#include <stdbool.h>");
    writer.blank();
    if (!parts.definitions.empty()) {
        writer.raw(parts.definitions);
        writer.blank();
    }
    writer.raw("#ifdef __cplusplus\nextern \"C\" {\n#endif");
    for (const EntryPoint& entry : entries) {
        writer.blank();
        write_comments(writer, *entry.function);
        writer.function_head(entry.head, entry.parameters, ";");
    }
    writer.blank();
    writer.raw("#ifdef __cplusplus\n}\n#endif");
    writer.blank();
    writer.raw("#endif // " + guard);
    return writer.take();
}

} // namespace cudapy::emit
