#include "pymodule/src/kernel/cuda_text.h"

#include "pymodule/src/kernel/cubin_symbols.h"
#include "pymodule/src/types/elements.h"
#include "runtime/cache/cache_entry.h"
#include "runtime/support/error.h"
#include "translator/emit/text/writer.h"
#include "translator/types/scalar_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace cudapy::python {

namespace {

using cuda_text::Function;
using cuda_text::KnownTypes;
using cuda_text::Meaning;
using cuda_text::Words;

/// Returns assertions in C++ that a class has the same layout as Python's class.
std::string layout_checks(const std::string& name, const Type* type) {
    const auto check = [&](const std::string& condition, const std::string& what) {
        return fmt::format("static_assert({}, \"cuda_source: types: {} {} in Python\");\n", condition, name,
                           what);
    };
    std::string text =
        check(fmt::format("sizeof({}) == {}", name, type->size()), fmt::format("has {} bytes", type->size()));
    for (std::size_t i = 0; type->is_struct() && i < type->fields().size(); ++i) {
        const Type::Field& field = type->fields()[i];
        text += check(fmt::format("__INTADDR__(&(({}*)0)->{}) == {} && sizeof({}::{}) == {}", name,
                                  field.name, type->offset(i), name, field.name, field.type->size()),
                      fmt::format("has a field {} of {} bytes at byte {}", field.name, field.type->size(),
                                  type->offset(i)));
    }
    return text;
}

/// Returns whether a function that is no kernel, or one of a kernel and the other a template, has the same
/// name as the kernel.
bool shares_name(const CudaText& text, const Function& kernel) {
    const auto& functions = text.source->functions;
    return text.source->host_functions.contains(kernel.qualified()) ||
           std::any_of(functions.begin(), functions.end(), [&](const Function& other) {
               return other.qualified() == kernel.qualified() &&
                      (!other.is_kernel || other.is_template != kernel.is_template);
           });
}

/// Returns whether the kernel's type is written down in the words of its text. That is necessary if the text
/// has another function of the same name. If it has none, the type is written only if all its parameters are
/// known, because a function outside the text (in a header) may still have the same name.
bool has_written_type(const CudaText& text, const CudaText::KernelRequest& request) {
    const Function& function = request.function;
    if (!function.problem.empty()) return false;
    if (shares_name(text, function)) return true;
    if (function.is_qualified) return false; // perhaps by an alias of its namespace
    KnownTypes known = request.choices;
    known.insert(text.types.begin(), text.types.end());
    return std::all_of(
        function.parameters.begin(), function.parameters.end(), [&](const cuda_text::Parameter& parameter) {
            return cuda_text::meaning_of(parameter.type, function.scope, text.source.get(), known).type !=
                   nullptr;
        });
}

/// Returns a declaration of a name for the kernel's type. It is in the kernel's namespace, where
/// the names in its parameters can be found:
/// `namespace ns { template <typename T> using cudapy_type_0 = void (*)(T*, int); }`.
std::string type_declaration(const Function& function, std::size_t number) {
    std::string text;
    for (const std::string& each : function.scope)
        text += fmt::format("namespace {} {{ ", each);
    for (std::size_t i = 0; i < function.template_parameters.size(); ++i)
        text += (i ? ", " : "template <") + function.template_parameters[i].text;
    if (function.is_template) text += "> ";
    text += fmt::format("using cudapy_type_{} = void (*)(", number);
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        Words type = function.parameters[i].type;
        std::erase(type, "__grid_constant__"); // it belongs to a parameter, not to a type
        text += (i ? ", " : "") + cuda_text::text_of(type);
    }
    text += ");";
    for (std::size_t i = 0; i < function.scope.size(); ++i)
        text += " }";
    return text + "\n";
}

/// Returns an expression for the address of a kernel in C++. If other functions have the same name, the
/// expression picks the kernel.
std::string address_of(const CudaText& text, std::size_t number) {
    const CudaText::KernelRequest& request = text.kernels[number];
    const std::string name =
        request.expression.starts_with("::") ? request.expression : "::" + request.expression;
    if (!has_written_type(text, request)) return "&" + name;
    std::string type = "::";
    for (const std::string& each : request.function.scope)
        type += each + "::";
    type += fmt::format("cudapy_type_{}", number);
    const std::size_t arguments = request.expression.find('<');
    if (request.function.is_template)
        type += arguments == std::string::npos ? "<>" : request.expression.substr(arguments);
    return fmt::format("static_cast<{}>(&{})", type, name);
}

/// The parts of the name of one of our variables: the kernel's number, and the rest.
struct Tag {
    std::size_t number = 0;
    std::string rest;
};

std::optional<Tag> tag_of(const std::string& name, std::string_view kind) {
    const std::string start = fmt::format("cudapy_kernels::{}<", kind);
    const std::size_t begin = name.find(start);
    if (begin == std::string::npos || !name.ends_with('>')) return std::nullopt;
    const char* digits = name.data() + begin + start.size();
    Tag tag;
    const auto [end, error] = std::from_chars(digits, name.data() + name.size(), tag.number);
    if (error != std::errc() || std::string_view(end, 2) != ", ") return std::nullopt;
    tag.rest.assign(end + 2, name.data() + name.size() - 1);
    return tag;
}

/// Returns the parts of a list such as "A, B<C, D>".
std::vector<std::string> parts_of(std::string_view list) {
    std::vector<std::string> parts;
    int depth = 0;
    std::string part;
    for (const char c : list) {
        depth += c == '(' || c == '<' || c == '[';
        depth -= c == ')' || c == '>' || c == ']';
        if (c != ',' || depth > 0) {
            if (c != ' ' || !part.empty()) part += c;
            continue;
        }
        parts.push_back(std::move(part));
        part.clear();
    }
    if (!part.empty()) parts.push_back(std::move(part));
    return parts;
}

/// Returns the parameters of a type such as "void (*)(float*, int)"; nothing for any other text.
std::optional<std::vector<std::string>> parameters_of(const std::string& type) {
    const std::string_view start = "void (*)(";
    if (!type.starts_with(start) || !type.ends_with(')')) return std::nullopt;
    return parts_of(std::string_view(type).substr(start.size(), type.size() - start.size() - 1));
}

/// Returns the symbol of a kernel that a variable names "&(void scale<float>(float*))", "&ns::stat" or
/// "&plain".
std::string symbol_of(const std::string& tag, const std::vector<std::string>& parameters,
                      const std::vector<std::string>& functions) {
    std::string name = tag.substr(tag.starts_with('&') ? 1 : 0);
    if (name.starts_with('(') && name.ends_with(')') && !name.starts_with("(anonymous")) // all of it
        name = name.substr(1, name.size() - 2);
    std::string with_parameters = name + "(";
    for (std::size_t i = 0; i < parameters.size(); ++i)
        with_parameters += (i ? ", " : "") + parameters[i];
    with_parameters += ")";
    const std::string plain = name.substr(0, name.find('('));
    const std::string* found_plain = nullptr;
    for (const std::string& symbol : functions) {
        const std::string function = demangled(symbol);
        if (function == name || function == with_parameters) return symbol;
        // The symbol of an `extern "C"` function has no namespace.
        const std::size_t colons = plain.rfind("::");
        if (symbol == plain || (colons != std::string::npos && symbol == plain.substr(colons + 2)))
            found_plain = &symbol;
    }
    return found_plain ? *found_plain : "";
}

/// Returns the function with as many parameters as the compiler counts. A pack is replaced by several
/// parameters: `Ts... all` becomes all_1, all_2, …
Function expanded(Function function, std::size_t count) {
    auto& parameters = function.parameters;
    const auto pack =
        std::find_if(parameters.begin(), parameters.end(), [](const cuda_text::Parameter& parameter) {
            return std::find(parameter.type.begin(), parameter.type.end(), ".") != parameter.type.end();
        });
    if (pack == parameters.end() || count + 1 < parameters.size()) return function;
    std::vector<cuda_text::Parameter> members(count + 1 - parameters.size(), *pack);
    for (std::size_t i = 0; i < members.size() && !pack->name.empty(); ++i)
        members[i].name += fmt::format("_{}", i + 1);
    const auto place = parameters.erase(pack);
    parameters.insert(place, members.begin(), members.end());
    return function;
}

/// Returns whether a kernel that takes one of the types also takes the other.
bool is_same_memory(const Type* a, const Type* b) {
    const auto is_pair = [](const Type* complex, const Type* vector) {
        return complex->is_complex() && vector->is_vector() && vector->fields().size() == 2 &&
               vector->fields()[0].type == complex->fields()[0].type;
    };
    return a == b || is_pair(a, b) || is_pair(b, a); // cuComplex is another name of float2
}

/// Returns the type of a parameter. If it has none, it returns nothing, and `problem` says why.
std::optional<ParameterInfo> parameter_of(const CudaText& text, const CudaText::KernelRequest& request,
                                          std::size_t index, const std::string& compilers,
                                          std::string& problem) {
    const cuda_text::Parameter& parameter = request.function.parameters[index];
    KnownTypes known = request.choices;
    known.insert(text.types.begin(), text.types.end());
    const Meaning written =
        cuda_text::meaning_of(parameter.type, request.function.scope, text.source.get(), known);
    const Meaning found = cuda_text::meaning_of(cuda_text::words_of(compilers), {}, nullptr, text.types);
    const auto refuse = [&](const std::string& reason) {
        problem =
            fmt::format("{}: parameter {} in {}:{}, `{}`, cannot be given from Python: {}", request.name,
                        index + 1, text.path, text.first_line + parameter.line - 1, parameter.text, reason);
        return std::nullopt;
    };
    const Meaning& meaning = written.type ? written : found;
    if (!meaning.type) {
        // The problem is a text such as "`Body` is not known".
        const std::size_t end = found.problem.find("` is not known");
        if (!found.problem.starts_with('`') || end == std::string::npos) return refuse(found.problem);
        const std::string name = found.problem.substr(1, end - 1);
        if (const auto kind = text.source->enums.find(name); kind != text.source->enums.end()) {
            const Type* integer =
                cuda_text::meaning_of(kind->second, request.function.scope, text.source.get(), {}).type;
            return refuse(fmt::format("`{0}` is an enum that Python does not know: say which integer it is "
                                      "by cuda_source(..., types={{\"{0}\": cp.{1}}})",
                                      name, integer ? numpy_name(integer) : "int32"));
        }
        return refuse(
            fmt::format("`{0}` is a class that Python does not know: say which @cp.struct has its fields "
                        "by cuda_source(..., types={{\"{0}\": ...}})",
                        name));
    }
    // The layout of a class that `types` knows was compared already, whatever the compiler calls the class.
    const bool agrees = found.type
                            ? is_same_memory(meaning.type, found.type) && meaning.pointers == found.pointers
                            : meaning.type->is_struct();
    if (!agrees) return refuse(fmt::format("to the compiler its type is `{}`", compilers));
    if (meaning.pointers > 1) return refuse("it is a pointer to pointers");
    if (meaning.type->is_void())
        return refuse("it points at anything: give it the type of its elements, `float*`");
    const std::string name = parameter.name.empty() ? fmt::format("_{}", index + 1) : parameter.name;
    ParameterInfo info = meaning.pointers == 0
                             ? ParameterInfo{name, meaning.type}
                             : ParameterInfo{name, Type::array(meaning.type), true, !meaning.is_const};
    info.default_argument = cuda_text::default_of(parameter);
    return info;
}

} // namespace

std::string unit_text(const CudaText& text) {
    std::string unit = fmt::format("#line {} {}\n{}\n#line 1 \"cudapy\"\n", text.first_line,
                                   emit::quoted_path(text.path), text.text);
    for (const auto& [name, type] : text.types)
        unit += layout_checks(name, type);
    for (std::size_t i = 0; i < text.kernels.size(); ++i)
        if (has_written_type(text, text.kernels[i])) unit += type_declaration(text.kernels[i].function, i);
    unit += "namespace cudapy_kernels {\n"
            "template <int number, auto kernel> __device__ char name = 0;\n"
            "template <int number, typename> __device__ char type = 0;\n";
    for (std::size_t i = 0; i < text.kernels.size(); ++i)
        unit += fmt::format("template __device__ char name<{0}, {1}>;\n"
                            "template __device__ char type<{0}, decltype({1})>;\n",
                            i, address_of(text, i));
    return unit + "}\n";
}

std::vector<KernelInfo> kernels_in(const CudaText& text, const std::filesystem::path& cubin,
                                   std::map<std::string, std::string>& problems) {
    const CubinSymbols symbols = symbols_of(runtime::read_payload(cubin));
    std::vector<std::string> tags(text.kernels.size()), types(text.kernels.size());
    for (const std::string& variable : symbols.variables) {
        const std::string name = demangled(variable);
        if (auto tag = tag_of(name, "name"); tag && tag->number < tags.size())
            tags[tag->number] = std::move(tag->rest);
        if (auto tag = tag_of(name, "type"); tag && tag->number < types.size())
            types[tag->number] = std::move(tag->rest);
    }
    std::vector<KernelInfo> kernels;
    for (std::size_t i = 0; i < text.kernels.size(); ++i) {
        CudaText::KernelRequest request = text.kernels[i];
        const auto parameters = parameters_of(types[i]);
        const std::string symbol = parameters ? symbol_of(tags[i], *parameters, symbols.functions) : "";
        if (symbol.empty())
            throw runtime::Error(runtime::ErrorKind::compile_failed,
                                 fmt::format("{}: the compiled file {} has no kernel {}", request.name,
                                             cubin.string(), request.expression));
        request.function = expanded(std::move(request.function), parameters->size());
        std::string& problem = problems[request.name];
        problem = request.function.problem;
        if (parameters->size() != request.function.parameters.size())
            problem = fmt::format("{}: it has {} parameters, `{}` in {}:{}, and {} to the compiler",
                                  request.name, request.function.parameters.size(), request.function.text,
                                  text.path, text.first_line + request.function.line - 1, parameters->size());
        KernelInfo info;
        info.name = info.called = request.name;
        info.symbol = symbol;
        info.axes = 7;
        info.uses_blocks = true;
        for (std::size_t index = 0; index < parameters->size() && problem.empty(); ++index) {
            auto parameter = parameter_of(text, request, index, (*parameters)[index], problem);
            if (!parameter) break;
            const bool is_array = parameter->type->is_array();
            info.slots.push_back(
                {is_array ? Slot::Kind::pointer : Slot::Kind::scalar, static_cast<int>(index)});
            info.parameters.push_back(std::move(*parameter));
        }
        if (!problem.empty()) continue;
        problems.erase(request.name);
        kernels.push_back(std::move(info));
    }
    return kernels;
}

} // namespace cudapy::python
