#include "translator/check/module/module_constants.h"

#include "translator/builtins/builtins.h"
#include "translator/builtins/names.h"
#include "translator/syntax/lex/literals.h"

namespace cudapy {

using namespace syntax;

namespace {

constexpr int deepest_expression =
    1000; ///< constants that refer to constants included, so that no text exhausts the stack

/// Returns the type of a path such as "numpy.float32" or "cudapy.int64", or null for other paths.
const Type* scalar_type_at(std::string_view path) {
    const std::size_t dot = path.find('.');
    if (dot == path.npos) return nullptr;
    const std::string_view module = path.substr(0, dot);
    const std::string_view name = path.substr(dot + 1);
    if (module == "numpy") return numpy_scalar_type(name);
    if (module != "cudapy") return nullptr;
    const Type* type = cudapy_scalar_type(name);
    return type && type->is_number() ? type : nullptr;
}

bool is_imaginary(const Expr& expr) {
    return expr.kind == ExprKind::unsupported && as<UnsupportedExpr>(expr).construct == Construct::imaginary;
}

/// Returns whether an operation on integers has an integer result in Python, so that it can fail only because
/// of its size.
bool grows(BinaryOp op, const Constant& left, const Constant& right) {
    if (left.is_tuple() || right.is_tuple() || !left.is_integer() || !right.is_integer() || left.type ||
        right.type)
        return false;
    switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
    case BinaryOp::mul:
        return true;
    case BinaryOp::pow:
    case BinaryOp::shl:
        return right.integer() >= 0;
    default:
        return false;
    }
}

} // namespace

bool ConstantSearch::is_at_end() const {
    return depth >= deepest_expression;
}

bool ModuleConstants::evaluate_all(bool backwards) {
    const std::size_t known = constants_.size();
    const auto evaluate = [&](const std::vector<ModuleName>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            search_.was_cut_off = false;
            constant_named(names[backwards ? names.size() - 1 - i : i].name);
        }
    };
    evaluate(names_.module().names);
    for (const ModuleName& name : names_.module().names) {
        if (name.kind != ModuleName::Kind::class_) continue;
        const auto members = ModuleNames::members_of(name);
        const ModuleNames::InClass in_class(names_, &members);
        evaluate(name.members);
    }
    return constants_.size() > known;
}

bool ModuleConstants::is_too_deep() {
    if (!search_.is_at_end()) return false;
    search_.was_cut_off = true;
    return true;
}

const Constant* ModuleConstants::constant_named(const std::string& id) {
    const ModuleName* found = names_.find(id);
    if (found && found->kind == ModuleName::Kind::member_import) return imported_constant(found->path);
    if (!found || found->kind != ModuleName::Kind::value) return nullptr;
    const auto [entry, is_new] = constants_.try_emplace(found, std::nullopt);
    if (!is_new) return entry->second ? &*entry->second : nullptr;
    std::optional<Constant> computed;
    if (!search_.is_in_vain() && !is_too_deep()) {
        const auto* of_class = names_.of_class();
        const bool is_modules_own = of_class && !of_class->contains(id);
        const ModuleNames::InClass in_class(names_, is_modules_own ? nullptr : of_class);
        ++search_.depth;
        computed = evaluate(*found->value);
        --search_.depth;
        if (!computed && overflowed_) too_large_.insert(found);
        overflowed_ = false;
    }
    if (!computed && search_.is_in_vain()) {
        constants_.erase(entry);
        return nullptr;
    }
    entry->second = std::move(computed);
    return entry->second ? &*entry->second : nullptr;
}

const Constant* ModuleConstants::imported_constant(const std::string& path) {
    const auto place = place_of(path, own_name_, modules_);
    if (!place || place->second.size() != 1 || is_too_deep()) return nullptr;
    ModuleConstants& module = *place->first;
    const ModuleNames::InClass in_no_class(module.names_, nullptr); // a class of it may be being evaluated
    ++search_.depth;
    const Constant* constant = module.constant_named(place->second[0]);
    --search_.depth;
    return constant;
}

std::optional<Constant> ModuleConstants::evaluate(const Expr& expr) {
    if (search_.is_in_vain() || is_too_deep()) return std::nullopt;
    ++search_.depth;
    std::optional<Constant> result = evaluate_node(expr);
    --search_.depth;
    return result;
}

std::optional<Constant> ModuleConstants::evaluate_node(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::integer:
        if (as<Integer>(expr).too_large) {
            overflowed_ = true;
            return std::nullopt;
        }
        return Constant{WideInt(as<Integer>(expr).value), nullptr};
    case ExprKind::floating:
        return Constant{as<Floating>(expr).value, nullptr};
    case ExprKind::boolean:
        return Constant{as<Boolean>(expr).value, nullptr};
    case ExprKind::unsupported:
        if (!is_imaginary(expr)) return std::nullopt;
        return Constant{
            std::complex<double>(0, syntax::floating_value(imaginary_digits(sources_.text(expr.span)))),
            nullptr};
    case ExprKind::name:
        // A name of a class that comes later hides the module's, which is no constant then.
        if (const ModuleName* found = names_.find(as<Name>(expr));
            found && found == names_.find(as<Name>(expr).id))
            if (const Constant* constant = constant_named(as<Name>(expr).id)) return *constant;
        return math_value(expr);
    case ExprKind::attribute:
        if (const Expr& owner = *as<Attribute>(expr).value; owner.kind == ExprKind::name)
            if (const ModuleName* found = names_.find(as<Name>(owner));
                found && found->kind == ModuleName::Kind::module_import)
                if (const Constant* constant =
                        imported_constant(found->path + "." + as<Attribute>(expr).name))
                    return *constant;
        return math_value(expr);
    case ExprKind::unary: {
        const auto operand = evaluate(*as<Unary>(expr).operand);
        return operand ? apply(as<Unary>(expr).op, *operand) : std::nullopt;
    }
    case ExprKind::binary: {
        const auto& binary = as<Binary>(expr);
        const auto left = evaluate(*binary.left);
        const auto right = left ? evaluate(*binary.right) : std::nullopt;
        if (!right) return std::nullopt;
        auto result = apply(binary.op, *left, *right);
        if (!result && grows(binary.op, *left, *right)) overflowed_ = true;
        return result;
    }
    case ExprKind::boolean_op:
        return evaluate_boolean(as<BooleanOp>(expr));
    case ExprKind::compare:
        return evaluate_compare(as<Compare>(expr));
    case ExprKind::conditional: {
        const auto& conditional = as<Conditional>(expr);
        const auto condition = evaluate(*conditional.condition);
        if (!condition) return std::nullopt;
        return evaluate(condition->truth() ? *conditional.then_value : *conditional.else_value);
    }
    case ExprKind::tuple: {
        std::vector<Constant> elements;
        for (const ExprPtr& element : as<Tuple>(expr).elements) {
            auto value = evaluate(*element);
            if (!value) return std::nullopt;
            elements.push_back(std::move(*value));
        }
        return Constant{std::move(elements), nullptr};
    }
    case ExprKind::subscript:
        return evaluate_subscript(as<Subscript>(expr));
    case ExprKind::call:
        return evaluate_call(as<Call>(expr));
    default:
        return std::nullopt;
    }
}

std::optional<Constant> ModuleConstants::math_value(const Expr& expr) const {
    const auto path = names_.member_path(expr);
    const auto value = path ? math_constant(*path) : std::nullopt;
    return value ? std::optional(Constant{*value, nullptr}) : std::nullopt;
}

std::optional<Constant> ModuleConstants::evaluate_boolean(const BooleanOp& expr) {
    std::optional<Constant> value;
    for (const ExprPtr& operand : expr.operands) {
        value = evaluate(*operand);
        if (!value || value->truth() != (expr.op == BoolOp::logical_and)) return value;
    }
    return value;
}

std::optional<Constant> ModuleConstants::evaluate_compare(const Compare& expr) {
    auto left = evaluate(*expr.operands[0]);
    for (std::size_t i = 0; i < expr.ops.size(); ++i) {
        const auto right = left ? evaluate(*expr.operands[i + 1]) : std::nullopt;
        const auto holds = right ? apply(expr.ops[i], *left, *right) : std::nullopt;
        if (!holds) return std::nullopt;
        if (!*holds) return Constant{false, nullptr};
        left = right;
    }
    return Constant{true, nullptr};
}

std::optional<Constant> ModuleConstants::evaluate_subscript(const Subscript& expr) {
    const auto value = evaluate(*expr.value);
    const auto index = value && value->is_tuple() ? evaluate(*expr.index) : std::nullopt;
    if (!index || !index->is_integer()) return std::nullopt;
    const auto& elements = std::get<std::vector<Constant>>(value->value);
    const auto size = static_cast<WideInt>(elements.size());
    const WideInt place = index->integer() < 0 ? index->integer() + size : index->integer();
    if (place < 0 || place >= size) return std::nullopt;
    return elements[static_cast<std::size_t>(place)];
}

std::optional<Constant> ModuleConstants::evaluate_call(const Call& call) {
    if (const auto made = constructor(call)) return evaluate_constructor(call, *made);
    const auto path = names_.callee_path(*call.function);
    if (!path) return std::nullopt;
    std::vector<Constant> arguments;
    for (const Argument& argument : call.arguments) {
        auto value =
            argument.keyword.empty() && argument.stars == 0 ? evaluate(*argument.value) : std::nullopt;
        if (!value) return std::nullopt;
        arguments.push_back(std::move(*value));
    }
    if (const Type* type = scalar_type_at(*path)) {
        if (arguments.size() > 1) return std::nullopt;
        return convert(arguments.empty() ? Constant{false, nullptr} : arguments[0], type);
    }
    return call_constant(*path, arguments);
}

std::optional<ModuleConstants::Constructor> ModuleConstants::constructor(const Call& call) const {
    Constructor constructor;
    auto& [name, fields, count] = constructor;
    const ModuleName* found =
        call.function->kind == ExprKind::name ? names_.find(as<Name>(*call.function)) : nullptr;
    if (const StructClass* made = found && found->is_struct ? names_.struct_named(found->name) : nullptr) {
        name = made->name;
        count = made->fields.size();
        for (const auto& field : made->fields)
            fields.push_back(&field);
    } else if (const auto path = names_.callee_path(*call.function)) {
        const std::string_view prefix = "cudapy.";
        name = path->starts_with(prefix) ? path->substr(prefix.size()) : "";
        if (name.starts_with("make_")) name.erase(0, 5);
        const Type* type = vector_type_named(name);
        count = type ? type->fields().size() : 0;
    }
    return count > 0 ? std::optional(std::move(constructor)) : std::nullopt;
}

std::optional<Constant> ModuleConstants::evaluate_constructor(const Call& call,
                                                              const Constructor& constructor) {
    const auto& [name, fields, count] = constructor;
    if (call.arguments.size() > count) return std::nullopt;
    std::vector<const Expr*> given(count);
    std::size_t positional = 0;
    for (const Argument& argument : call.arguments) {
        std::size_t place = positional++;
        for (std::size_t i = 0; !argument.keyword.empty() && i < fields.size(); ++i)
            if (fields[i]->name == argument.keyword) place = i;
        const bool known =
            argument.keyword.empty() || (place < fields.size() && fields[place]->name == argument.keyword);
        if (argument.stars || !known || place >= count || given[place]) return std::nullopt;
        given[place] = argument.value.get();
    }
    std::vector<Constant> values;
    for (std::size_t i = 0; i < count; ++i) {
        if (!given[i] && i < fields.size()) given[i] = fields[i]->default_value.get();
        auto value = given[i] ? evaluate(*given[i]) : std::nullopt;
        if (!value) return std::nullopt;
        values.push_back(std::move(*value));
    }
    return Constant{std::move(values), nullptr, name};
}

} // namespace cudapy
