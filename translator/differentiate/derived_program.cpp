#include "translator/differentiate/derived_program.h"

#include "translator/lower/analysis/mod_ref.h"
#include "translator/lower/expressions/negative_index.h"
#include "translator/lower/rewriting/copy_function.h"
#include "translator/lower/statements/builtin_unpack.h"
#include "translator/lower/statements/for_each.h"
#include "translator/lower/statements/loop_else.h"
#include "translator/lower/statements/multi_assign.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace cudapy::differentiate {

using namespace program;

void simplify(Program& program) {
    for (const auto& function : program.functions) {
        lower::lower_negative_indices(*function, program.index_type());
        lower::lower_for_each(*function, program);
    }
    lower::analyse_mod_ref(program);
}

void add_beginnings(Function& kernel) {
    const std::vector<Variable*> before = std::exchange(kernel.parameters, {});
    for (Variable* parameter : before) {
        kernel.parameters.push_back(parameter);
        const Variable* const of = parameter->tangent_of;
        if (!of || of->has_length) continue;
        const auto place = std::find(before.begin(), before.end(), of);
        for (const Variable* like : {place[1], place[2]}) { // the offsets, and the count
            Variable* made = kernel.add_variable(parameter->name + like->name.substr(of->name.size()),
                                                 like->type, VariableRole::parameter, like->span);
            made->has_length = like->has_length;
            kernel.parameters.push_back(made);
        }
    }
}

std::unique_ptr<Function> copy_of(const Function& source, const std::string& name) {
    auto copy = lower::copy_function(source);
    copy->precision = source.precision;
    copy->docstring = source.docstring;
    copy->comments_above = source.comments_above;
    copy->comments_at_end = source.comments_at_end;
    copy->name = name;
    for (std::size_t i = 0; i < source.variables.size(); ++i) {
        const Variable& from = *source.variables[i];
        Variable& to = *copy->variables[i];
        to.has_length = from.has_length;
        to.captured = from.captured;
        to.date_type = from.date_type;
        to.kept_bounds = from.kept_bounds;
        to.part_type = from.part_type;
    }
    lower::lower_loop_else(*copy);
    lower::lower_multi_assign(*copy);
    lower::lower_builtin_unpack(*copy);
    return copy;
}

void drop_uncalled(Program& program) {
    std::set<const Function*> needed;
    const std::function<void(const Function&)> add = [&](const Function& function) {
        if (!needed.insert(&function).second) return;
        visit_all(function.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::call) add(*as<Call>(expr).function);
        });
    };
    for (const auto& function : program.functions)
        if (function->is_kernel) add(*function);
    for (auto& function : program.functions)
        if (!needed.count(function.get())) program.others.push_back(std::move(function));
    std::erase(program.functions, nullptr);
}

void drop_rules(Program& program) {
    const auto& functions = program.functions;
    if (std::any_of(functions.begin(), functions.end(),
                    [](const auto& function) { return function->vjp_rule || function->jvp_rule; }))
        drop_uncalled(program);
}

} // namespace cudapy::differentiate
