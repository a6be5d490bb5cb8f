#include "translator/emit/cuda/step_launches.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cudapy::emit {

using namespace program;
using generated::LaunchStep;
using generated::StepExtent;

namespace {

// As the launcher divides them, see runtime/launch/launch_step.cpp.
constexpr int busy_bits = 17, least_share = 32, share_of_thread = 16;

const Function& find_step(const Program& program, const std::string& name) {
    return **std::find_if(program.functions.begin(), program.functions.end(),
                          [&](const auto& function) { return function->name == name; });
}

std::size_t axis_of_part(LaunchPart part, LaunchPart first) {
    return static_cast<std::size_t>(static_cast<int>(part) - static_cast<int>(first));
}

/// Writes the launch of one step.
class StepLaunch {
  public:
    StepLaunch(Writer& writer, const FileScope& scope, const Function& kernel, const Function& step,
               const LaunchNames& launch, Names& names)
        : writer_(writer), scope_(scope), kernel_(kernel), step_(step), launch_(launch), names_(names) {}

    void write() {
        writer_.open("{");
        const std::string index = launch_.index64 ? "int64_t" : "unsigned";
        std::array<std::string, 3> extents;
        const LaunchStep& how = *step_.step;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            extents[axis] = names_.fresh(std::string("elements_") + "xyz"[axis]);
            writer_.line(fmt::format("const {} {} = {};", index, extents[axis], extent(axis)));
            if (how.extents[axis].kind == StepExtent::parts) parts_ = extents[axis];
        }
        if (how.when != LaunchStep::always) {
            const std::string parts = parts_.empty() ? parts_text() : parts_;
            writer_.open(
                fmt::format("if ({} {} 1) {{", parts, how.when == LaunchStep::one_part ? "==" : ">"));
        }
        const std::string block = names_.fresh("block_of_step"), grid = names_.fresh("grid_of_step");
        const bool is_flat = step_.step->extents[1].kind == StepExtent::one;
        writer_.line(fmt::format("const dim3 {}({});", block, is_flat ? "256" : "32, 8"));
        writer_.line(
            fmt::format("const dim3 {0}(unsigned(({1} + {4}.x - 1) / {4}.x), unsigned(({2} + {4}.y - 1) / "
                        "{4}.y), unsigned({3}));",
                        grid, extents[0], extents[1], extents[2], block));
        std::vector<std::string> arguments;
        if (launch_.index64)
            arguments.insert(arguments.end(), extents.begin(), extents.end());
        else
            arguments.push_back(fmt::format("dim3({})", fmt::join(extents, ", ")));
        arguments.insert(arguments.end(), {grid, block, "0", launch_.stream});
        add_arguments(arguments);
        const std::string error = names_.fresh("error");
        writer_.line(fmt::format("const cudaError_t {} = {}({});", error, scope_.names_of_kernel(step_).entry,
                                 fmt::join(arguments, ", ")));
        writer_.line(fmt::format("if ({0} != cudaSuccess) return {0};", error));
        if (how.when != LaunchStep::always) writer_.close();
        writer_.close();
    }

  private:
    Writer& writer_;
    const FileScope& scope_;
    const Function& kernel_;
    const Function& step_;
    const LaunchNames& launch_;
    Names& names_;
    std::string parts_, elements_ = "1";

    std::string extent(std::size_t axis) {
        const StepExtent& which = step_.step->extents[axis];
        if (which.kind == StepExtent::one) return "1";
        if (which.kind == StepExtent::parts) return parts_text();
        const Variable& array = *kernel_.parameters[static_cast<std::size_t>(which.parameter)];
        const std::string index = launch_.index64 ? "int64_t" : "unsigned";
        std::string text;
        if (which.kind == StepExtent::elements) {
            for (std::size_t dimension = 0; dimension < array.emitted_lengths.size(); ++dimension)
                if ((which.dimension >> dimension & 1) != 0)
                    text += (text.empty() ? "" : " * ") + array.emitted_lengths[dimension];
        } else {
            text = array.emitted_lengths[static_cast<std::size_t>(which.dimension)];
        }
        if (which.asked_axis >= 0) {
            std::string most = launch_.threads[static_cast<std::size_t>(which.asked_axis)];
            if (which.more_than_asked != 0) most += fmt::format(" + {}", which.more_than_asked);
            text = fmt::format("{0}({1}) < {2} ? {0}({1}) : {2}", index, text, most);
        }
        elements_ +=
            fmt::format("{} * {}", elements_ == "1" ? "LL" : "", std::string("elements_") + "xyz"[axis]);
        return text;
    }

    std::string parts_text() const {
        std::string most;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if ((step_.step->divided_axes >> axis & 1) != 0)
                most = most.empty() ? launch_.threads[axis]
                                    : fmt::format("({0} > {1} ? {0} : {1})", most, launch_.threads[axis]);
        return fmt::format("{}({}, {})", launch_.parts_function, elements_, most);
    }

    void add_arguments(std::vector<std::string>& arguments) const {
        for (std::size_t i = 0; i < step_.parameters.size(); ++i) {
            const Variable& parameter = *step_.parameters[i];
            if (parameter.launch_part >= LaunchPart::share_x &&
                parameter.launch_part <= LaunchPart::share_z) {
                const std::string& asked =
                    launch_.threads[axis_of_part(parameter.launch_part, LaunchPart::share_x)];
                arguments.push_back(fmt::format("({0} + {1} - 1) / {1}", asked, parts_));
            } else if (parameter.launch_part >= LaunchPart::asked_x) {
                arguments.push_back(
                    launch_.threads[axis_of_part(parameter.launch_part, LaunchPart::asked_x)]);
            } else {
                const Variable& own = *kernel_.parameters[i];
                arguments.push_back(own.emitted);
                for (int axis = 0; axis < own.extents(); ++axis)
                    arguments.push_back(own.emitted_lengths[static_cast<std::size_t>(axis)]);
            }
        }
    }
};

} // namespace

bool needs_parts(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const auto& function) {
        return function->step && function->step->divided_axes != 0;
    });
}

bool needs_stride(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(),
                       [](const auto& function) { return function->strided_axis >= 0; });
}

void write_parts_function(Writer& writer, const std::string& name) {
    writer.blank();
    writer.prose("Returns in how many parts threads are divided that add to few elements, so that a GPU has "
                 "enough to do.");
    writer.function_head("static unsigned " + name, {"long long elements", "long long threads"});
    writer.open("{");
    writer.line(
        fmt::format("const long long wanted = (1 << {}) / (elements > 0 ? elements : 1);", busy_bits));
    writer.line(fmt::format("const long long most = threads < 1 << 30 ? threads / {} : 1;", least_share));
    writer.line("const long long parts = wanted < most ? wanted : most;");
    writer.line("return unsigned(parts > 1 ? parts : 1);");
    writer.close();
}

void write_stride_function(Writer& writer, const std::string& name) {
    writer.blank();
    writer.prose(
        "Returns how many CUDA threads do the work of the threads along an axis, of which there are `others` "
        "next to each other: one does that of 16, unless a GPU then has too little to do or more than it "
        "runs at a time.");
    writer.function_head("static unsigned " + name, {"long long threads", "long long others"});
    writer.open("{");
    writer.line(fmt::format("const long long least = (1 << {}) / others, most = (1 << {}) / others;",
                            busy_bits + 1, busy_bits + 3));
    writer.line(fmt::format("const long long some = threads / {};", share_of_thread));
    writer.line("const long long wanted = some < least ? least : some < most ? some : most;");
    writer.line("const long long count = threads < 1 << 30 && wanted < threads ? wanted : threads;");
    writer.line("return unsigned(count > 1 ? count : 1);");
    writer.close();
}

void write_steps(Writer& writer, const FileScope& scope, const Program& program, const Function& kernel,
                 const LaunchNames& launch, const Names& names) {
    for (const std::string& step : kernel.steps) {
        Names inside = names; // each is in braces of its own
        StepLaunch(writer, scope, kernel, find_step(program, step), launch, inside).write();
    }
}

void write_stride(Writer& writer, const Function& kernel, const LaunchNames& launch) {
    if (kernel.strided_axis < 0) return;
    const auto axis = static_cast<std::size_t>(kernel.strided_axis);
    std::string others;
    for (std::size_t other = 0; other < 3; ++other)
        if (other != axis)
            others += fmt::format("{}{}", others.empty() ? "1LL * " : " * ", launch.threads[other]);
    const std::string type = launch.index64 ? "int64_t" : "int";
    for (const Variable* parameter : kernel.parameters) {
        const bool is_stride = parameter->launch_part == LaunchPart::stride;
        if (parameter->launch_part < LaunchPart::asked_x) continue;
        const std::string value =
            is_stride ? fmt::format("{}({}, {})", launch.stride_function, launch.threads[axis], others)
                      : launch.threads[axis];
        writer.line(fmt::format("const {0} {1} = {0}({2});", type, parameter->emitted, value));
        if (is_stride)
            writer.line(fmt::format("{0}.{1} = unsigned(({2} + {3}.{1} - 1) / {3}.{1});", launch.grid,
                                    "xyz"[axis], parameter -> emitted, launch.block));
    }
}

} // namespace cudapy::emit
