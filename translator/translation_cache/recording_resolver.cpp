#include "translator/translation_cache/recording_resolver.h"

#include <bit>
#include <utility>

namespace cudapy::translation_cache {

void write_type(Writer& to, const Type* type) {
    to.text(type ? type->name() : "");
    if (!type) return;
    if (type->element()) write_type(to, type->element());
    to.number(type->fields().size());
    for (const Type::Field& field : type->fields()) {
        to.text(field.name);
        write_type(to, field.type);
    }
}

namespace {

struct WriteValue {
    Writer& to;
    void operator()(std::monostate) const {}
    void operator()(bool value) const { to.number(value); }
    void operator()(int64_t value) const { to.number(static_cast<uint64_t>(value)); }
    void operator()(uint64_t value) const { to.number(value); }
    void operator()(double value) const { to.number(std::bit_cast<uint64_t>(value)); }
    void operator()(std::complex<double> value) const {
        (*this)(value.real());
        (*this)(value.imag());
    }
};

bool write(Writer& to, const Binding& binding) {
    if (binding.device_functions) return false;
    to.number(static_cast<uint64_t>(binding.kind));
    to.number(binding.value.index());
    std::visit(WriteValue{to}, binding.value);
    write_type(to, binding.type);
    to.text(binding.path);
    to.text(binding.reason);
    to.number(binding.span.file);
    to.number(binding.span.begin);
    to.number(binding.span.end);
    to.number(binding.int_too_large);
    to.number(binding.is_read_only);
    to.number(binding.is_scalar_array);
    to.number(binding.elements.size());
    for (const Binding& element : binding.elements)
        if (!write(to, element)) return false;
    return true;
}

void write(Writer& to, const std::vector<SourceUnit>& units) {
    to.number(units.size());
    for (const SourceUnit& unit : units) {
        for (const std::string* text :
             {&unit.path, &unit.text, &unit.function, &unit.signature, &unit.module})
            to.text(*text);
        to.number(static_cast<uint64_t>(unit.first_line));
        to.number(unit.lambda_begin);
        to.number(unit.lambda_end);
    }
}

void write(Writer& to, const InstanceRequest::Argument& argument) {
    write_type(to, argument.type);
    to.number(argument.is_weak);
    to.text(argument.function);
}

void write(Writer& to, const InstanceRequest& instance) {
    to.text(instance.kernel);
    to.text(instance.called);
    to.number(instance.arguments.size());
    for (const InstanceRequest::Argument& argument : instance.arguments)
        write(to, argument);
    to.number(instance.choices.size());
    for (const auto& [name, argument] : instance.choices) {
        to.text(name);
        write(to, argument);
    }
}

} // namespace

std::optional<std::string> bytes_of(const Binding& binding) {
    Writer writer;
    if (!write(writer, binding)) return std::nullopt;
    return writer.take();
}

std::string bytes_of(const std::vector<SourceUnit>& units) {
    Writer writer;
    write(writer, units);
    return writer.take();
}

std::string bytes_of(const std::vector<SourceUnit>& units, const Options& options) {
    Writer writer;
    write(writer, units);
    writer.number(static_cast<uint64_t>(options.target));
    writer.number(static_cast<uint64_t>(options.dialect));
    writer.number(static_cast<uint64_t>(options.variants));
    for (const int size : options.coarsen)
        writer.number(static_cast<uint64_t>(size));
    for (const bool choice :
         {options.index64, options.line_directives, options.strict, options.checked, options.debug,
          options.trace, options.coverage, options.volatile_arrays, options.fast_math, options.stubs,
          options.plain, options.only_jvp, options.only_vjp, options.hides_tapes, options.in_double})
        writer.number(choice);
    writer.number(options.kernels.size());
    for (const std::string& kernel : options.kernels)
        writer.text(kernel);
    writer.number(options.jvp.size());
    for (const std::string& kernel : options.jvp)
        writer.text(kernel);
    for (const auto* names : {&options.vjp, &options.wrt}) {
        writer.number(names->size());
        for (const std::string& name : *names)
            writer.text(name);
    }
    writer.number(options.instances.size());
    for (const InstanceRequest& instance : options.instances)
        write(writer, instance);
    for (const std::string* text :
         {&options.name_space, &options.header_name, &options.origin, &options.break_variants})
        writer.text(*text);
    return writer.take();
}

std::optional<Binding> Question::ask(NameResolver& resolver) const {
    if (kind == Kind::name) return resolver.resolve(file, function, path);
    return path.empty() ? std::nullopt : resolver.default_value(file, function, path.front());
}

void NamedTypes::add(const Type* type) {
    if (!type) return;
    add(type->element());
    if (!type->is_aggregate()) return;
    for (const Type::Field& field : type->fields())
        add(field.type);
    if (!type->is_struct()) return;
    const auto [known, is_new] = structs_.try_emplace(type->name(), type);
    if (!is_new && known->second != type) known->second = nullptr;
}

void NamedTypes::add(const Binding& binding) {
    add(binding.type);
    for (const Binding& element : binding.elements)
        add(element);
}

void NamedTypes::add(const std::vector<InstanceRequest>& instances) {
    for (const InstanceRequest& instance : instances) {
        for (const InstanceRequest::Argument& argument : instance.arguments)
            add(argument.type);
        for (const auto& [name, argument] : instance.choices)
            add(argument.type);
    }
}

const Type* NamedTypes::find(const std::string& name) const {
    const std::size_t end = name.find_first_of("*[");
    const auto known = structs_.find(name.substr(0, end));
    if (known == structs_.end()) return type_named(name);
    if (!known->second || end == std::string::npos) return known->second;
    for (int rank = 1; rank <= Type::max_rank; ++rank) {
        const Type* array = Type::array(known->second, rank);
        if (array->name() == name) return array;
    }
    return nullptr;
}

void RecordingResolver::record(Question question, const std::optional<Binding>& binding) {
    if (!known_.insert(question).second) return;
    auto bytes = binding ? bytes_of(*binding) : std::nullopt;
    if (!bytes) {
        is_complete_ = false;
        return;
    }
    types_.add(*binding);
    lookups_.push_back({std::move(question), std::move(*bytes)});
}

Binding RecordingResolver::resolve(uint32_t file, const std::string& function,
                                   std::span<const std::string> path) {
    Binding binding = resolver_.resolve(file, function, path);
    record({Question::Kind::name, file, function, {path.begin(), path.end()}}, binding);
    return binding;
}

std::optional<Binding> RecordingResolver::default_value(uint32_t file, const std::string& function,
                                                        const std::string& parameter) {
    auto binding = resolver_.default_value(file, function, parameter);
    record({Question::Kind::default_value, file, function, {parameter}}, binding);
    return binding;
}

std::vector<RecordingResolver::Lookup> RecordingResolver::take_lookups() {
    return std::exchange(lookups_, {});
}

} // namespace cudapy::translation_cache
