#include "translator/emit/cpp/file_scope.h"

#include "translator/cuda/device_functions.h"
#include "translator/emit/cpp/functions.h"
#include "translator/emit/cpp/reports.h"
#include "translator/emit/cpp/structs.h"
#include "translator/emit/helpers/checks.h"
#include "translator/emit/helpers/random.h"
#include "translator/emit/text/literals.h"
#include "translator/explain/describe_check.h"

#include <algorithm>

namespace cudapy::emit {

FileScope::FileScope(const program::Program& program, const SourceSet& sources, Target target, bool stubs)
    : needs_(file_needs(program, target)), scalars_(own_scalars(needs_.scalars)),
      fields_(complex_fields(needs_.aggregates)), in_header_(header_types(program, target)) {
    dialect_.target = target;
    if (target == Target::cpu) // a GPU has CUDA's own
        for (const auto& source : program.device_sources())
            for (const std::string& name : source->source.identifiers) {
                const Type* vector = vector_type_named(name.starts_with("make_") ? name.substr(5) : name);
                if (vector && std::find(needs_.aggregates.begin(), needs_.aggregates.end(), vector) ==
                                  needs_.aggregates.end())
                    needs_.aggregates.push_back(vector);
            }
    const auto is_in = [](const std::vector<const Type*>& types, const Type* type) {
        return std::find(types.begin(), types.end(), type) != types.end();
    };
    for (const Type* type : needs_.aggregates) { // each after those that it holds
        for (const auto& source : program.device_sources())
            if (!is_in(foreign_, type) && !cuda_text::name_in_text(*source, type).empty())
                foreign_.push_back(type);
        if (!is_in(foreign_, type) &&
            std::any_of(type->fields().begin(), type->fields().end(), [&](const Type::Field& field) {
                return is_in(foreign_, field.type) || is_in(later_, field.type);
            }))
            later_.push_back(type);
    }
    for (const auto& function : program.functions) {
        file_.reserve(function->emitted);
        file_.reserve(function->emitted_kernel);
        file_.reserve(function->coarsening_facts.emitted);
    }
    for (const Constant& constant : needs_.constants) {
        file_.reserve(constant.name);
        dialect_.constants.insert(constant.name);
    }
    for (const program::Table* table : needs_.tables)
        file_.reserve(table->emitted);
    for (const Type* type : needs_.aggregates) {
        needs_.names.reserve(type_text(type));
        file_.reserve(type_text(type));
    }
    for (const Type* type : scalars_) {
        needs_.names.reserve(type->name());
        file_.reserve(type->name());
    }
    for (const Type* type : fields_) {
        needs_.names.reserve(field_type_text(type));
        file_.reserve(field_type_text(type));
    }
    for (const auto& [helper, type] : needs_.helpers)
        if (!dialect_.helper_names.contains(helper))
            dialect_.helper_names[helper] =
                is_operator(helper) ? helper_name(helper, target) : add(helper_name(helper, target));
    for (const std::string& name : random_functions(program))
        dialect_.random_names[name] = add(name);
    // A generator that is only passed on has a type all the same.
    if (!dialect_.random_names.empty() || has_generator(program))
        dialect_.random_names["Philox"] = add("Philox");
    dialect_.stubs = stubs;
    // A thread that has ended cannot reach a barrier for all blocks, which one thread of its block must
    // reach.
    dialect_.checks_go_on = target == Target::cuda && !stubs && has_grid_barrier(program);
    dialect_.assertions_trap = dialect_.checks_go_on;
    dialect_.index64 = program.index64;
    const bool has_checks = any(needs_.facts, &CallFacts::checks);
    if (has_checks || program.is_instrumented) dialect_.checks = checks_of(program);
    for (const program::Check& check : dialect_.checks)
        dialect_.check_places.push_back(place_of(check, sources) + ": `" + quoted(check, sources) + "`");
    dialect_.is_instrumented = program.is_instrumented;
    dialect_.is_traced = program.is_traced;
    if (dialect_.is_instrumented) {
        add(target == Target::cpu ? "CpuRecorder" : "CudaRecorder");
        dialect_.recorder = add("recorder");
    }
    const bool waits = std::any_of(program.functions.begin(), program.functions.end(),
                                   [](const auto& function) { return function->facts.cooperation.waits; });
    if (waits && target == Target::cpu) {
        dialect_.turns_type = add("CpuTurns");
        dialect_.turns = add("turns");
    }
    if (waits && target == Target::cuda) dialect_.load_volatile = add("load_volatile");
    if (has_checks) {
        dialect_.check_failure = add("fail_check");
        if (!stubs) check_symbol_ = add(target == Target::cpu ? "FailedCheck" : "failed_check");
    }
    if (!stubs && any(needs_.facts, &CallFacts::asserts)) assertions_ = assertions_of(program);
    if (assertions_.empty()) return;
    dialect_.assertion_failure = add(target == Target::cpu ? "AssertionFailure" : "fail_assertion");
    if (target == Target::cuda) assertion_symbol_ = add("failed_assertion");
    int number = 0;
    for (const Assertion& assertion : assertions_)
        dialect_.assertion_numbers[{assertion.span.file, assertion.span.begin}] = ++number;
}

void FileScope::set_header_with_defaults(const program::Program& program) {
    std::set<const Type*>& found = dialect_.with_defaults;
    for (const Type* type : in_header_)
        if (program.struct_defaults.contains(type)) found.insert(type);
    for (const Type* type : needs_.aggregates) // each after those that it holds
        if (std::any_of(type->fields().begin(), type->fields().end(),
                        [&](const Type::Field& field) { return found.contains(field.type); }))
            found.insert(type);
}

std::vector<FailurePlace> FileScope::number_places(const program::Program& program,
                                                   const SourceSet& sources) {
    std::vector<FailurePlace> places;
    for (const auto& [file, line] : places_of_waiting(program, sources)) {
        places.push_back({sources.file(file).path(), line});
        dialect_.place_numbers[{file, line}] = static_cast<int>(places.size());
    }
    return places;
}

void FileScope::write_assertion_failure(Writer& writer) const {
    if (assertions_.empty()) return;
    writer.part(dialect_.assertions_trap ? "prelude failed_assertion that traps" : "prelude failed_assertion",
                [&] { emit::write_assertion_failure(writer, dialect_, assertion_symbol_); });
}

void FileScope::write_check_failure(Writer& writer) const {
    if (dialect_.check_failure.empty()) return;
    const char* how = dialect_.stubs ? " with stubs" : dialect_.checks_go_on ? " that goes on" : "";
    writer.part(std::string("prelude failed_check") + how,
                [&] { emit::write_check_failure(writer, dialect_, check_symbol_); });
}

void FileScope::name_kernels(const program::Program& program, const std::string& prefix) {
    for (const auto& function : program.functions) {
        if (!function->is_kernel) continue;
        KernelNames& names = kernel_names_[function.get()];
        const program::CoarseningFacts& facts = function->coarsening_facts;
        if (function->coarsened && facts.count() > 1 && !facts.in_blocks) {
            names.body = add(function->emitted_kernel + "_coarsened_body");
            names.thread = add(function->emitted_kernel + "_thread");
        }
        if (!prefix.empty()) names.entry = file_.fresh(entry_name(prefix, *function));
    }
}

std::string FileScope::add(const std::string& wanted) {
    std::string name = needs_.names.fresh(wanted);
    file_.reserve(name);
    return name;
}

void FileScope::write_constants(Writer& writer, const std::string& table_qualifier) const {
    if (!needs_.constants.empty() || !needs_.tables.empty()) writer.blank();
    for (const Constant& constant : needs_.constants) {
        const std::string value = literal_text(*constant.literal, {dialect_.target, false});
        writer.line("constexpr " + type_text(constant.literal->type) + " " + constant.name + " = " + value +
                    ";");
    }
    for (const program::Table* table : needs_.tables) {
        std::string values;
        for (const auto& value : table->values)
            values += (values.empty() ? "" : ", ") +
                      literal_text(program::Literal({}, table->element, value), {dialect_.target, false});
        writer.line(table_qualifier + " " + type_text(table->element) + " " + table->emitted + "[" +
                    std::to_string(table->values.size()) + "] = {" + values + "};");
    }
}

void FileScope::write_types(Writer& writer, bool has_header) const {
    write_scalars(writer, scalars_, fields_, dialect_.target, has_header);
    for (const Type* type : needs_.aggregates) {
        const bool defined =
            has_header && std::find(in_header_.begin(), in_header_.end(), type) != in_header_.end();
        if (defined || (type->is_vector() && dialect_.target == Target::cuda)) continue;
        if (std::find(foreign_.begin(), foreign_.end(), type) != foreign_.end() ||
            std::find(later_.begin(), later_.end(), type) != later_.end())
            continue;
        const auto write = [&] {
            writer.blank();
            write_struct(writer, *type);
        };
        if (type->is_vector())
            writer.part("type " + type->name(), write);
        else
            write();
    }
}

bool FileScope::has_vectors() const {
    return std::any_of(needs_.aggregates.begin(), needs_.aggregates.end(),
                       [](const Type* type) { return type->is_vector(); });
}

void FileScope::write_later_types(Writer& writer) const {
    for (const Type* type : later_) {
        writer.blank();
        write_struct(writer, *type);
    }
}

void FileScope::write_helpers(Writer& writer, const std::string& qualifier) const {
    emit::write_helpers(writer, needs_.helpers, dialect_, qualifier);
}

} // namespace cudapy::emit
