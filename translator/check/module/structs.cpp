#include "translator/check/module/structs.h"

#include "translator/check/body/body.h"
#include "translator/diagnostics/kinds/struct_kinds.h"

#include <algorithm>

namespace cudapy::checker {

Structs::Structs(Context& context, const std::vector<ParsedUnit>& units) : context_(context) {
    for (const ParsedUnit& unit : units)
        for (const syntax::StructClass& syntax : unit.module.structs)
            entries_[{unit.file, syntax.name}].syntax = &syntax;
}

void Structs::check() {
    for (auto& [key, entry] : entries_)
        resolve(key.first, entry);
}

const Type* Structs::type(uint32_t file, const std::string& name) {
    const auto found = entries_.find({file, name});
    if (found == entries_.end()) return nullptr;
    resolve(file, found->second);
    return found->second.type;
}

const program::Expr* Structs::default_value(uint32_t file, const std::string& name, std::size_t field) {
    const auto found = entries_.find({file, name});
    return found == entries_.end() ? nullptr : found->second.defaults[field].value.get();
}

bool Structs::report_problems(const syntax::StructClass& syntax) {
    using Reason = diag::BadStruct::Reason;
    using Kind = syntax::StructClass::Problem::Kind;
    bool good = syntax.problems.empty();
    for (const auto& problem : syntax.problems) {
        const Reason reason = problem.kind == Kind::base            ? Reason::base
                              : problem.kind == Kind::no_annotation ? Reason::no_annotation
                                                                    : Reason::statement;
        context_.sink.report(diag::BadStruct{reason, syntax.name, problem.name}, problem.span);
    }
    for (std::size_t i = 0; i < syntax.fields.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (syntax.fields[i].name != syntax.fields[j].name) continue;
            context_.sink.report(diag::BadStruct{Reason::repeated, syntax.name, syntax.fields[i].name},
                                 syntax.fields[i].span, {{syntax.fields[j].span, "the first one is here"}});
            good = false;
        }
    const syntax::StructClass::Field* with_default = nullptr;
    for (const auto& field : syntax.fields)
        if (field.default_value)
            with_default = &field;
        else if (with_default) {
            context_.sink.report(diag::BadStruct{Reason::late, syntax.name, field.name}, field.span,
                                 {{with_default->span, "this one has a default"}});
            good = false;
        }
    if (syntax.fields.empty() && syntax.problems.empty()) {
        context_.sink.report(diag::BadStruct{Reason::empty, syntax.name, ""}, syntax.name_span);
        good = false;
    }
    return good;
}

const Type* Structs::field_type(uint32_t file, const syntax::StructClass& syntax,
                                const syntax::StructClass::Field& field) {
    using Reason = diag::BadStructField::Reason;
    const auto refuse = [&](Reason reason, std::vector<diag::Label> labels = {}) {
        context_.sink.report(diag::BadStructField{reason, syntax.name, field.name,
                                                  std::string(context_.sources.text(field.annotation->span))},
                             field.annotation->span, std::move(labels));
        return nullptr;
    };
    FunctionInfo module; // the names of the module are all that it knows
    module.file = file;
    Environment environment(context_, module);
    const syntax::Expr& annotation = *field.annotation;
    if (annotation.kind == syntax::ExprKind::name) {
        const auto entry = entries_.find({file, syntax::as<syntax::Name>(annotation).id});
        if (entry != entries_.end() && entry->second.state == Entry::State::busy)
            return refuse(Reason::recursive);
        const std::string& id = syntax::as<syntax::Name>(annotation).id;
        if (id == "str" || id == "bytes") return refuse(Reason::text);
    }
    if (annotation.kind == syntax::ExprKind::string) {
        const auto entry = entries_.find({file, syntax::as<syntax::String>(annotation).value});
        if (entry != entries_.end() && entry->second.state == Entry::State::busy)
            return refuse(Reason::recursive);
    }
    const auto unbound =
        annotation.kind == syntax::ExprKind::string
            ? environment.unbound(syntax::as<syntax::String>(annotation).value, annotation.span)
            : environment.unbound(annotation);
    if (unbound) return refuse(Reason::unbound, {{unbound->bound, "bound here"}});
    const auto found = environment.annotation(annotation);
    if (found.reported) return nullptr;
    if (!found.type) return refuse(Reason::unknown);
    if (found.type->is_array()) return refuse(Reason::array);
    if (found.type->is_void()) return refuse(Reason::void_);
    if (found.type->is_tuple()) return refuse(Reason::tuple);
    return found.type;
}

void Structs::resolve(uint32_t file, Entry& entry) {
    if (entry.state != Entry::State::open) return;
    entry.state = Entry::State::busy;
    const syntax::StructClass& syntax = *entry.syntax;
    bool good = report_problems(syntax);
    std::vector<Type::Field> fields;
    for (const auto& field : syntax.fields) {
        const Type* type = field.annotation ? field_type(file, syntax, field) : nullptr;
        good = good && type;
        fields.push_back({field.name, type});
        entry.defaults.emplace_back();
        if (!type || !field.default_value) continue;
        FunctionInfo module;
        program::Function nothing;
        module.file = file;
        module.function = &nothing;
        Body body(context_, module);
        entry.defaults.back() = field_default(body, *field.default_value, field.name, type);
        good = good && entry.defaults.back().value;
        if (!entry.defaults.back().value || !type->is_struct()) continue;
        entry.defaults.back().literal = nullptr; // in Python it is one object for all that leave it out
        // A dataclass takes no default that has no hash, which instances of structs have only by a method.
        if (has_hash(type)) continue;
        context_.sink.report(
            diag::BadStruct{diag::BadStruct::Reason::struct_default, syntax.name, field.name},
            field.default_value->span);
        good = false;
    }
    entry.state = Entry::State::done;
    if (good) entry.type = Type::structure(syntax.name, std::move(fields));
}

bool Structs::has_hash(const Type* type) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const auto& each) {
        return each.second.type == type && each.second.syntax->has_hash;
    });
}

std::map<const Type*, uint32_t> Structs::files() const {
    std::map<const Type*, uint32_t> files;
    for (const auto& [name, entry] : entries_) // in the order of the files
        if (entry.type) files.try_emplace(entry.type, name.first);
    return files;
}

std::map<const Type*, std::vector<std::shared_ptr<const program::Expr>>> Structs::defaults() const {
    std::map<const Type*, std::vector<std::shared_ptr<const program::Expr>>> defaults;
    const auto first = files();
    for (const auto& [name, entry] : entries_) {
        if (!entry.type || first.at(entry.type) != name.first) continue;
        std::vector<std::shared_ptr<const program::Expr>> values;
        bool has_any = false;
        for (const FieldDefault& given : entry.defaults) {
            values.push_back(given.literal ? program::clone(*given.literal) : nullptr);
            has_any = has_any || given.literal;
        }
        if (has_any) defaults.try_emplace(entry.type, std::move(values));
    }
    return defaults;
}

std::optional<const Type*> struct_named(Context& context, Environment& environment, const std::string& name,
                                        Span span) {
    const Entity found = environment.name(name);
    switch (found.kind) {
    case Entity::Kind::aggregate:
        return found.type;
    case Entity::Kind::object:
        if (found.binding->path != "type") return std::nullopt;
        context.sink.report(diag::UnknownStruct{name, ""}, span);
        return nullptr;
    case Entity::Kind::foreign_module:
        context.sink.report(diag::UnknownStruct{name, found.path}, span);
        return nullptr;
    default:
        return std::nullopt;
    }
}

} // namespace cudapy::checker
