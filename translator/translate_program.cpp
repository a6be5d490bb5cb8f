#include "translator/translate_program.h"

#include "translator/emit/cuda/interface.h"
#include "translator/emit/text/writer.h"
#include "translator/explain/describe_check.h"
#include "translator/lower/names/reserved_names.h"
#include "translator/translate.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace cudapy {

namespace {

std::string quoted(const std::string& text) {
    return "\"" + emit::escape_string(text) + "\"";
}

const char* slot_name(Slot::Kind kind) {
    switch (kind) {
    case Slot::Kind::scalar:
        return "scalar";
    case Slot::Kind::pointer:
        return "pointer";
    case Slot::Kind::length:
        return "length";
    case Slot::Kind::threads:
        return "threads";
    case Slot::Kind::shared:
        return "shared";
    case Slot::Kind::check:
        return "check";
    case Slot::Kind::recorder: // is the Python module's
        break;
    case Slot::Kind::failure:
        return "failure";
    }
    return "";
}

std::string text_of(bool value) {
    return value ? "true" : "false";
}

/// Adds `static constexpr Slot NAME[] = {…};`, and returns the words that stand for it in a table.
std::string slots_table(const KernelInfo& kernel, const std::string& name, std::string& text) {
    const std::vector<Slot>& slots = kernel.slots;
    if (slots.empty()) return "nullptr, 0";
    text += "static constexpr Slot " + name + "[] = {";
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const char* separator = i == 0 ? "" : ", ";
        const bool is_of_parameter =
            slots[i].kind == Slot::Kind::scalar || slots[i].kind == Slot::Kind::pointer;
        if (is_of_parameter && kernel.parameters[static_cast<std::size_t>(slots[i].index)].is_of_launch()) {
            const program::LaunchPart part =
                kernel.parameters[static_cast<std::size_t>(slots[i].index)].launch_part;
            text += fmt::format("{}{{Slot::launch_part, {}, 0}}", separator, static_cast<int>(part));
            continue;
        }
        text += fmt::format("{}{{Slot::{}, {}, {}}}", separator, slot_name(slots[i].kind), slots[i].index,
                            slots[i].axis);
    }
    text += "};\n";
    return fmt::format("{}, {}", name, slots.size());
}

/// Returns the name of a file in messages. The first file has the name that was asked for, and the names of
/// the others are relative to it.
std::string origin_of(const Translation& translation, const ProgramOptions& options, uint32_t file = 0) {
    const std::string& origin = options.options.origin;
    const std::string& path = translation.sources->file(file).path();
    if (origin.empty()) return path;
    if (file == 0) return origin;
    const std::string folder = translation.sources->file(0).path();
    const std::size_t length = folder.rfind('/') + 1;
    return path.starts_with(folder.substr(0, length))
               ? origin.substr(0, origin.rfind('/') + 1) + path.substr(length)
               : path;
}

/// Returns the assertions' messages by number, in an array of that name.
std::string assertions_table(const Translation& translation, const ProgramOptions& options,
                             const std::string& name, std::string& text) {
    if (translation.assertions.empty()) return "nullptr, 0";
    text += "static constexpr const char* " + name + "[] = {\n";
    for (const Assertion& assertion : translation.assertions)
        text += "    " +
                quoted(fmt::format("assertion failed in {}:{}: {}",
                                   origin_of(translation, options, assertion.span.file),
                                   translation.sources->begin(assertion.span).line,
                                   translation.sources->text(assertion.span))) +
                ",\n";
    text += "};\n";
    return fmt::format("{}, {}", name, translation.assertions.size());
}

/// Returns the enumerator of a check's kind.
const char* name_of(generated::CheckFacts::Kind kind) {
    constexpr const char* names[] = {"index", "shift",      "division", "overflow", "conversion",
                                     "step",  "unassigned", "unpacked", "raised",   "none_as_number"};
    return names[kind];
}

/// Returns the facts on the checks by number, in an array of that name. It is empty without any.
std::string checks_table(const Translation& translation, const ProgramOptions& options,
                         const std::string& name, std::string& text) {
    if (translation.checks.empty()) return "";
    text += "static constexpr CheckFacts " + name + "[] = {\n";
    for (const program::Check& check : translation.checks)
        text +=
            fmt::format("    {{CheckFacts::{}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", name_of(kind_of(check)),
                        quoted(fmt::format("{}:{}", origin_of(translation, options, check.span.file),
                                           translation.sources->begin(check.span).line)),
                        quoted(cudapy::quoted(check, *translation.sources)), quoted(check.name),
                        quoted(check.type ? check.type->name() : ""), check.axis, text_of(check.from_end),
                        text_of(check.wraps), check.axes);
    text += "};\n";
    return fmt::format(", {}, {}", name, translation.checks.size());
}

/// Returns the text of the facts on one kernel for one target that the runtime gets.
std::string traits_text(const KernelInfo& kernel, const std::string& slots) {
    std::string facts = fmt::format("{}, {}", kernel.axes, kernel.depends_on_axes);
    for (const auto truth : generated::kernel_truths)
        facts += fmt::format(", {}", text_of(kernel.*truth));
    return fmt::format("{{{}, {{{}}}, {}}}", quoted(kernel.symbol), facts, slots);
}

/// Returns CUDA C++ as a string literal, line by line.
std::string literal_of(const std::string& source) {
    std::string text;
    for (std::size_t begin = 0; begin < source.size();) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        text += "\n    \"" + emit::escape_string(source.substr(begin, end - begin)) + "\\n\"";
        begin = end + 1;
    }
    return text;
}

std::string cuda_table(const Translation& cuda, const ProgramOptions& options, std::string& text) {
    if (options.cuda == ProgramOptions::Cuda::image)
        text +=
            fmt::format("alignas(16) static constexpr unsigned char cuda_code[] = {{\n#include \"{}\"\n}};\n",
                        options.image_name);
    else
        text += "static constexpr char cuda_code[] =" + literal_of(cuda.source) + ";\n";
    const std::string assertions = assertions_table(cuda, options, "cuda_assertions", text);
    std::string checks = checks_table(cuda, options, "cuda_checks", text);
    if (!checks.empty()) checks += ", " + quoted(cuda.check_symbol);
    text += fmt::format(
        "static constexpr CudaCode cuda = {{cuda_code, sizeof cuda_code, {}, {}, {}, {}, {}, {}{}}};\n",
        text_of(options.cuda == ProgramOptions::Cuda::text), cuda.needs.capability,
        quoted(cuda.needs.subject), quoted(cuda.assertion_symbol), text_of(cuda.assertions_trap), assertions,
        checks);
    return "&cuda";
}

/// Adds an array, named after the kernel, with the bounds of the elements that every thread uses. Returns its
/// name and its size.
std::string bounds_table(const KernelInfo& kernel, const std::string& name, std::string& text) {
    if (kernel.bounds.empty()) return "nullptr, 0";
    text += "static constexpr ElementBound bounds_of_" + name + "[] = {";
    const char* separator = "";
    for (const ElementBound& bound : kernel.bounds) {
        text += fmt::format("{}{{{}, {}, {}, {}, {}}}", separator, bound.parameter, bound.axis,
                            bound.coordinate, bound.least, bound.most);
        separator = ", ";
    }
    text += "};\n";
    return fmt::format("bounds_of_{}, {}", name, kernel.bounds.size());
}

std::string text_of(const generated::StepExtent& extent) {
    constexpr const char* kinds[] = {"one", "extent", "parts", "elements"};
    return fmt::format("{{cudapy::generated::StepExtent::{}, {}, {}, {}, {}}}", kinds[extent.kind],
                       extent.parameter, extent.dimension, extent.asked_axis, extent.more_than_asked);
}

/// Adds an array with the kernels that the launch of a kernel launches first. Returns what follows the traits
/// of the kernel: nothing where it is launched as others are.
std::string steps_table(const KernelInfo& kernel, const std::vector<KernelInfo>& kernels, std::string& text) {
    if (kernel.steps.empty() && kernel.strided_axis < 0) return "";
    if (kernel.steps.empty()) return fmt::format(",\n    nullptr, 0, {}", kernel.strided_axis);
    text += fmt::format("static const cudapy::generated::KernelStep steps_of_{}[] = {{\n", kernel.symbol);
    for (const std::string& name : kernel.steps) {
        const KernelInfo& step = *std::find_if(kernels.begin(), kernels.end(),
                                               [&](const KernelInfo& other) { return other.name == name; });
        constexpr const char* whens[] = {"always", "one_part", "several_parts"};
        text += fmt::format("    {{{0}, {{{{{1},\n        {2},\n        {3}}}, "
                            "cudapy::generated::LaunchStep::{4}, {5}}}}},\n",
                            step.symbol, text_of(step.step->extents[0]), text_of(step.step->extents[1]),
                            text_of(step.step->extents[2]), whens[step.step->when], step.step->divided_axes);
    }
    text += "};\n";
    return fmt::format(",\n    steps_of_{}, {}, {}", kernel.symbol, kernel.steps.size(), kernel.strided_axis);
}

/// Returns the declarations by which the tables use the runtime's names, also where a struct of the user has
/// one of them.
std::string names_of_runtime(bool has_checks) {
    std::string text;
    if (has_checks) text += "using cudapy::generated::CheckFacts;\n";
    for (const char* name : {"CudaCode", "ElementBound", "Kernel", "KernelFile", "SharedArray", "Slot"})
        text += fmt::format("using cudapy::generated::{};\n", name);
    return text;
}

std::string tables_text(const Translation& cpu, const Translation* cuda, const ProgramOptions& options) {
    std::string text;
    const std::string code = cuda ? cuda_table(*cuda, options, text) : "nullptr";
    const std::string assertions = assertions_table(cpu, options, "assertions", text);
    const std::string checks = checks_table(cpu, options, "checks", text);
    text += fmt::format("static KernelFile file = {{{}, {}, {}, {}, {}{}}};\n",
                        quoted(origin_of(cpu, options)), text_of(cpu.sources->size() == 1),
                        text_of(options.options.index64), code, assertions, checks);
    for (std::size_t i = 0; i < cpu.kernels.size(); ++i) {
        const KernelInfo& kernel = cpu.kernels[i];
        const std::string& name = kernel.symbol;
        text += "\n";
        std::string parameters = "nullptr";
        const auto given = static_cast<std::size_t>(
            std::count_if(kernel.parameters.begin(), kernel.parameters.end(),
                          [](const ParameterInfo& parameter) { return parameter.is_given(); }));
        if (given > 0) {
            parameters = "parameters_of_" + name;
            text += "static constexpr const char* " + parameters + "[] = {";
            for (std::size_t p = 0; p < given; ++p)
                text += (p == 0 ? "" : ", ") + quoted(kernel.parameters[p].name);
            text += "};\n";
        }
        std::string shared = "nullptr, 0";
        if (!kernel.dynamic_shared.empty()) {
            text += "static constexpr SharedArray shared_of_" + name + "[] = {";
            for (std::size_t s = 0; s < kernel.dynamic_shared.size(); ++s)
                text += fmt::format(
                    "{}{{{}, {}, {}}}", s == 0 ? "" : ", ", quoted(kernel.dynamic_shared[s].name),
                    kernel.dynamic_shared[s].element->size(), kernel.dynamic_shared[s].element->alignment());
            text += "};\n";
            shared = fmt::format("shared_of_{}, {}", name, kernel.dynamic_shared.size());
        }
        const std::string bounds = bounds_table(kernel, name, text);
        const std::string on_host = traits_text(kernel, slots_table(kernel, "slots_of_" + name, text));
        const std::string on_gpu =
            cuda ? traits_text(cuda->kernels.at(i),
                               slots_table(cuda->kernels[i], "cuda_slots_of_" + name, text))
                 : "{}";
        const std::string steps = steps_table(kernel, cpu.kernels, text);
        text +=
            fmt::format("static const Kernel {0} = {{file, {1}, &::{0}, {2}, {3}, {4}, {5},\n    {6},\n    "
                        "{7}{8}}};\n",
                        name, quoted(kernel.name), parameters, given, shared, bounds, on_host, on_gpu, steps);
    }
    return text;
}

} // namespace

ProgramTranslation translate_program(const std::vector<SourceUnit>& units, const ProgramOptions& options) {
    Options asked = options.options;
    asked.stubs = false;
    asked.is_for_program = true;
    asked.has_steps = true;
    asked.target = Target::cpu;
    asked.name_space = options.name_space;
    const Translation cpu = translate(units, asked);
    ProgramTranslation result;
    result.sources = cpu.sources;
    result.diagnostics = cpu.diagnostics;
    result.lost_variants = cpu.lost_variants;
    if (!cpu.ok) return result;

    result.is_namespace_taken = cpu.header.empty();
    result.python_problem = cpu.python_problem;
    if (result.is_namespace_taken || !result.python_problem.empty()) return result;
    result.python_module = cpu.python_module;
    result.python_stub = cpu.python_stub;
    Translation cuda;
    const bool has_cuda = options.cuda != ProgramOptions::Cuda::none;
    if (has_cuda) {
        asked.target = Target::cuda;
        asked.name_space.clear();
        asked.python_module = {};
        cuda = translate(units, asked);
        if (!cuda.ok) { // what the CPU's translation has not said
            result.sources = cuda.sources;
            result.diagnostics = cuda.diagnostics;
            return result;
        }
        result.cuda = cuda.source;
        result.lost_variants.insert(result.lost_variants.end(), cuda.lost_variants.begin(),
                                    cuda.lost_variants.end());
    }
    result.ok = true;
    result.header = cpu.header;
    result.source = cpu.source + "\n// What the runtime is told of the kernels.\nnamespace " +
                    options.name_space + "::" + emit::tables_name + " {\n\n" +
                    names_of_runtime(!cpu.checks.empty() || !cuda.checks.empty()) + "\n" +
                    tables_text(cpu, has_cuda ? &cuda : nullptr, options) + "\n} // namespace " +
                    options.name_space + "::" + emit::tables_name + "\n" + cpu.functions;
    return result;
}

std::string problem_of_module_name(const std::string& name) {
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
    const bool is_name =
        !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
            return is_letter(c) || std::isdigit(static_cast<unsigned char>(c));
        });
    return is_name ? "" : "is not a name of letters, digits and underscores";
}

std::string problem_of_namespace(const std::string& name) {
    if (std::string problem = problem_of_module_name(name); !problem.empty()) return problem;
    if (lower::is_reserved_anywhere(name) || name == "std" || name == "cudapy")
        return "has a meaning in C++ or for CudaPy";
    return "";
}

} // namespace cudapy
