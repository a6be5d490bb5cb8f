#include "translator/differentiate/reverse/tape.h"

#include "translator/program/walk.h"

#include <algorithm>
#include <array>

namespace cudapy::differentiate {

using namespace program;

namespace {

struct Part {
    LaunchPart part;
    const char* name;
};
constexpr std::array<Part, 7> parts = {{
    {LaunchPart::memory, "tape"},
    {LaunchPart::words, "tape_words"},
    {LaunchPart::state, "tape_state"},
    {LaunchPart::first, "tape_first"},
    {LaunchPart::count, "tape_count"},
    {LaunchPart::width, "tape_width"},
    {LaunchPart::height, "tape_height"},
}};

const Type* type_of(LaunchPart part) {
    if (part == LaunchPart::memory) return Type::array(Type::uint64());
    if (part == LaunchPart::state) return Type::array(Type::int32());
    return Type::int64();
}

void mark(Variable& parameter, LaunchPart part) {
    parameter.launch_part = part;
    if (parameter.type->is_array()) parameter.has_length = false;
}

} // namespace

Tape add_tape(Function& kernel, int axes) {
    Tape tape;
    Variable** const places[] = {&tape.memory, &tape.words, &tape.state, &tape.first,
                                 &tape.count,  &tape.width, &tape.height};
    const std::size_t count = parts.size() + static_cast<std::size_t>(axes) - 3;
    for (std::size_t i = 0; i < count; ++i) {
        Variable* made =
            kernel.add_variable(parts[i].name, type_of(parts[i].part), VariableRole::parameter, kernel.span);
        mark(*made, parts[i].part);
        kernel.parameters.push_back(made);
        *places[i] = made;
    }
    return tape;
}

namespace {

/// Takes the check from an index of an array that has no length.
void take_check(const Variable& array, ExprPtr& index) {
    if (array.launch_part == LaunchPart::none || index->kind != ExprKind::helper_call) return;
    auto& call = as<HelperCall>(*index);
    if (call.helper != Helper::in_range) return;
    ExprPtr inside = std::move(call.arguments[0]);
    index = std::move(inside);
}

} // namespace

void hide_tapes(Program& program) {
    for (const auto& function : program.functions) {
        if (!function->is_kernel) continue;
        for (Variable* parameter : function->parameters)
            for (const Part& part : parts)
                if (parameter->name == part.name && parameter->type == type_of(part.part))
                    mark(*parameter, part.part);
        visit_all(function->body, [](Expr& expr) {
            if (expr.kind == ExprKind::load) take_check(*as<Load>(expr).array, as<Load>(expr).index);
        });
        visit_statements(function->body, [](Stmt& stmt) {
            visit_lvalues(stmt, [](Lvalue& place) {
                if (place.index) take_check(*place.variable, place.index);
            });
        });
    }
}

} // namespace cudapy::differentiate
