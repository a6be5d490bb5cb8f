#include "translator/emit/python_module/parameters.h"
#include "translator/emit/python_module/python_module.h"

#include "translator/emit/cpp/functions.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// The types of arrays, which are any that the module's functions take.
constexpr const char* array_types = R"(class _DLPack(Protocol):
    def __dlpack__(self, *, stream: Any = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[Any, Any]: ...

class _CudaArray(Protocol):
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...

class _Buffer(Protocol):
    def __buffer__(self, flags: int, /) -> memoryview: ...

_Array: TypeAlias = _DLPack | _CudaArray | _Buffer
_Counts: TypeAlias = SupportsIndex | tuple[SupportsIndex, ...] | list[int])";

/// Returns the type of a parameter in Python.
const char* type_in_python(const Type* type) {
    if (type->is_array()) return "_Array";
    if (type->is_bool()) return "_bool";
    if (type->is_integer()) return "SupportsIndex";
    return type->is_complex() ? "SupportsComplex | SupportsFloat" : "SupportsFloat";
}

/// Returns a line as it is between the quotes of a docstring.
std::string docstring_line(const std::string& line) {
    const bool may_end = line.ends_with('"') || line.find("\"\"\"") != std::string::npos;
    std::string text;
    for (const char c : line)
        text += c == '\\' || (c == '"' && may_end) ? std::string{'\\', c} : std::string(1, c);
    return text;
}

void write_function(Writer& writer, const Function& function) {
    writer.raw(fmt::format("def {}(", function.name));
    writer.raw(fmt::format("    {}: _Counts,", threads_name(function)));
    writer.raw("    /,");
    for (const Variable* parameter : given_parameters(function))
        writer.raw(fmt::format("    {}: {},", parameter->name, type_in_python(parameter->type)));
    const std::vector<std::string> options = launch_options(function);
    if (!options.empty()) writer.raw("    *,");
    for (const std::string& option : options)
        writer.raw(option == "shared"  ? "    shared: _Counts,"
                   : option == "block" ? "    block: _Counts | None = None,"
                                       : "    stream: Any = None,");
    const std::vector<std::string> lines = documentation_of(function);
    if (lines.empty()) return writer.raw(") -> None: ...");
    writer.raw(") -> None:");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool is_last = i + 1 == lines.size();
        const std::string text = docstring_line(lines[i]);
        const std::string start = i == 0 ? "\"\"\"" : "";
        if (text.empty() && i > 0)
            writer.blank();
        else
            writer.raw("    " + start + text + (is_last && i == 0 ? "\"\"\"" : ""));
    }
    if (lines.size() > 1) writer.raw("    \"\"\"");
}

} // namespace

std::string python_stub_text(const std::vector<EntryPoint>& entries, const SourceSet& sources,
                             const Options& options) {
    Writer writer(sources, false);
    writer.raw(fmt::format("\"\"\"The kernels of {}.\"\"\"", docstring_line(origin_of(sources, options))));
    writer.blank();
    writer.raw("from builtins import bool as _bool");
    writer.raw("from typing import Any, Protocol, SupportsComplex, SupportsFloat, SupportsIndex, TypeAlias");
    writer.blank();
    writer.raw(std::string(array_types));
    for (const EntryPoint& entry : entries) {
        writer.blank();
        write_function(writer, *entry.function);
    }
    return writer.take();
}

} // namespace cudapy::emit
