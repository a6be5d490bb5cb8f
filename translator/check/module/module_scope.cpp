#include "translator/check/module/module_scope.h"

#include "translator/builtins/builtins.h"
#include "translator/builtins/names.h"
#include "translator/check/module/constants.h"
#include "translator/cuda/device_functions.h"
#include "translator/imports.h"
#include "translator/syntax/lex/literals.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace cudapy {

namespace {

using namespace syntax;

constexpr int deepest_expression =
    1000; ///< constants that refer to constants included, so that no text exhausts the stack

/// Returns whether the checker knows the members of the module.
bool is_known_module(std::string_view path) {
    return path == "math" || path == "cmath" || path == "numpy" || path == "cudapy";
}

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

/// The state of the search for the values of constants, in all modules.
struct Search {
    int depth = 0; ///< the number of expressions and constants that are being evaluated, one within another
    bool was_cut_off = false; ///< since the last question, something was nested too deep to be evaluated
    /// All that can be evaluated is, so that what is too deep now stays so.
    bool is_settled = false;

    /// Returns whether the question needs no answer, because it is asked again once all is evaluated.
    bool is_in_vain() const { return was_cut_off && !is_settled; }
};

class ModuleScope {
  public:
    /// The modules of the translation by their names. This one may be among them.
    using Modules = std::map<std::string, ModuleScope*>;

    ModuleScope(const Module& module, const SourceSet& sources, std::string own_name, const Modules& modules,
                Search& search)
        : search_(search), module_(module), sources_(sources), own_name_(std::move(own_name)),
          modules_(modules) {
        for (const ModuleName& name : module.names)
            names_.emplace(name.name, &name);
        for (const Function& function : module.functions)
            functions_.insert_or_assign(function.name, &function);
    }

    Binding resolve(std::span<const std::string> path) {
        if (path.empty()) return {};
        const auto found = names_.find(path[0]);
        if (found == names_.end()) return signed_function(path);
        const ModuleName& name = *found->second;
        Binding binding;
        binding.span = name.span;
        switch (name.what) {
        case ModuleName::What::module_import:
        case ModuleName::What::member_import:
            return import(name, path);
        case ModuleName::What::reassigned:
            binding.what = Binding::What::not_constant;
            binding.path = name.name;
            return binding;
        case ModuleName::What::function:
            binding.what = path.size() == 1 ? Binding::What::function : Binding::What::unknown;
            binding.path = name.name;
            if (name.is_decorated)
                binding.why = "a decorator may have put another function in its place, which a kernel would "
                              "not call";
            else if (path.size() == 1)
                needed.insert(name.name);
            return binding;
        case ModuleName::What::class_:
            if (path.size() > 1) return member(name, path);
            binding.what = name.is_struct ? Binding::What::structure : Binding::What::other;
            binding.path = name.is_struct ? name.name : "type";
            return binding;
        case ModuleName::What::value:
            return value(name, path);
        }
        return binding;
    }

    /// Evaluates the constants of the module and of its classes, each as if it were asked for alone, in their
    /// order or from the last one to the first. Returns whether any has become known.
    bool evaluate_all(bool backwards) {
        const std::size_t known = constants_.size();
        const auto evaluate = [&](const std::vector<ModuleName>& names) {
            for (std::size_t i = 0; i < names.size(); ++i) {
                search_.was_cut_off = false;
                constant_named(names[backwards ? names.size() - 1 - i : i].name);
            }
        };
        evaluate(module_.names);
        for (const ModuleName& name : module_.names) {
            if (name.what != ModuleName::What::class_) continue;
            const auto members = members_of(name);
            class_scope_ = &members;
            evaluate(name.members);
            class_scope_ = nullptr;
        }
        return constants_.size() > known;
    }

    std::set<std::string> needed; ///< functions without signatures, and lambdas, that were asked for

  private:
    static std::unordered_map<std::string, const ModuleName*> members_of(const ModuleName& class_) {
        std::unordered_map<std::string, const ModuleName*> members;
        for (const ModuleName& each : class_.members)
            members.emplace(each.name, &each);
        return members;
    }

    /// Returns the binding of a function that is compiled, as other modules import it.
    Binding signed_function(std::span<const std::string> path) const {
        Binding binding;
        const auto found = functions_.find(path[0]);
        if (path.size() > 1 || found == functions_.end()) return binding;
        binding.what = Binding::What::function;
        binding.path = found->second->name;
        binding.span = found->second->name_span;
        return binding;
    }

    Binding import(const ModuleName& name, std::span<const std::string> path) {
        Binding binding;
        binding.span = name.span;
        binding.path = name.path;
        for (std::size_t i = 1; i < path.size(); ++i)
            binding.path += "." + path[i];
        const std::string module = binding.path.substr(0, binding.path.find('.'));
        if (const auto found = imported(binding.path)) return *found;
        if (is_known_module(binding.path))
            binding.what = Binding::What::module;
        else if (is_known_module(module))
            binding.what = Binding::What::member;
        else if (name.what == ModuleName::What::module_import && path.size() == 1)
            binding.what = Binding::What::module;
        else
            binding.what = Binding::What::member; // of a module that kernels do not know; the checker says so
        return binding;
    }

    /// Returns the module that a path begins with, and the rest of the path, if there is such a module.
    std::optional<std::pair<ModuleScope*, std::vector<std::string>>> place_of(const std::string& path) const {
        std::string left = absolute_import(path, own_name_);
        std::vector<std::string> rest;
        while (!left.empty()) {
            if (const auto found = modules_.find(left); found != modules_.end())
                return std::pair(found->second, std::move(rest));
            const std::size_t dot = left.rfind('.');
            rest.insert(rest.begin(), left.substr(dot == left.npos ? 0 : dot + 1));
            left.erase(dot == left.npos ? 0 : dot);
        }
        return std::nullopt;
    }

    /// Returns the binding of a name in another module.
    std::optional<Binding> imported(const std::string& path) {
        const auto place = place_of(path);
        if (!place || place->second.empty() || search_.depth >= deepest_expression) return std::nullopt;
        ++search_.depth; // modules may import each other
        Binding binding = place->first->resolve(place->second);
        --search_.depth;
        return binding;
    }

    const Constant* imported_constant(const std::string& path) {
        const auto place = place_of(path);
        if (!place || place->second.size() != 1 || is_too_deep()) return nullptr;
        ModuleScope& module = *place->first;
        const auto* scope = std::exchange(module.class_scope_, nullptr); // of a class that is being evaluated
        ++search_.depth;
        const Constant* constant = module.constant_named(place->second[0]);
        --search_.depth;
        module.class_scope_ = scope;
        return constant;
    }

    /// Returns the binding of `Class.NAME`, or of `.value` of a member of an enumeration.
    Binding member(const ModuleName& class_, std::span<const std::string> path) {
        Binding binding;
        binding.what = Binding::What::not_constant;
        binding.path = class_.name + "." + path[1];
        binding.span = class_.span;
        const bool plain = path.size() == 2 || (path.size() == 3 && class_.is_enum && path[2] == "value");
        if (!plain) return binding;
        const auto members = members_of(class_);
        class_scope_ = &members;
        if (const Constant* constant = constant_named(path[1])) {
            const auto own = members.find(path[1]);
            if (own != members.end()) { // else it is the module's
                binding = to_binding(*constant);
                binding.span = own->second->span;
            }
        }
        class_scope_ = nullptr;
        return binding;
    }

    /// Returns what a name is bound to at its place. In a class, the names of the class come first.
    const ModuleName* find(const std::string& id) const {
        if (class_scope_)
            if (const auto found = class_scope_->find(id); found != class_scope_->end()) return found->second;
        const auto found = names_.find(id);
        return found == names_.end() ? nullptr : found->second;
    }

    /// Returns the source that `module = cp.cuda_source("…")` makes if its text stands in the call. Returns
    /// null for anything else.
    std::shared_ptr<const cuda_text::DeviceSource> device_source(const ModuleName& name) {
        if (name.what != ModuleName::What::value || name.value->kind != ExprKind::call) return nullptr;
        const auto [known, is_new] = device_sources_.try_emplace(&name);
        if (!is_new) return known->second;
        const Call& call = as<Call>(*name.value);
        const auto callee = callee_path(*call.function);
        if (!callee || (*callee != "cudapy.cuda_source" && *callee != "cudapy.cudadef")) return nullptr;
        const bool is_text = call.arguments.size() == 1 && call.arguments[0].keyword.empty() &&
                             call.arguments[0].value->kind == ExprKind::string;
        if (!is_text) return nullptr;
        const Span span = call.arguments[0].value->span;
        auto source = std::make_shared<cuda_text::DeviceSource>();
        source->text = as<String>(*call.arguments[0].value).value;
        source->path = sources_.file(span.file).path();
        source->first_line = static_cast<int>(sources_.begin(span).line);
        source->source = cuda_text::read(source->text);
        known->second = source;
        return source;
    }

    /// Returns the binding of `module.ns.square`, or of another name for it. Returns nothing if the path is
    /// no function of CUDA C++.
    std::optional<Binding> device_function(const ModuleName& name, std::span<const std::string> path) {
        std::vector<std::string> names(path.begin() + 1, path.end());
        const ModuleName* owner = &name;
        const Expr* expr = name.what == ModuleName::What::value ? name.value.get() : nullptr;
        for (; expr && expr->kind == ExprKind::attribute; expr = as<Attribute>(*expr).value.get())
            names.insert(names.begin(), as<Attribute>(*expr).name);
        if (expr && expr->kind == ExprKind::name) owner = find(as<Name>(*expr).id);
        if (!owner || names.empty()) return std::nullopt;
        const auto source = device_source(*owner);
        if (!source) return std::nullopt;
        std::string qualified;
        for (const std::string& each : names)
            qualified += (qualified.empty() ? "" : "::") + each;
        Binding binding;
        binding.device_functions = cuda_text::device_functions(source, qualified);
        if (!binding.device_functions) {
            for (const cuda_text::Function& function : source->source.functions)
                if (function.qualified().starts_with(qualified + "::")) {
                    binding.what = Binding::What::other;
                    binding.path = "CudaNamespace";
                    return binding;
                }
            return std::nullopt;
        }
        binding.what = Binding::What::device_function;
        binding.path = qualified;
        binding.span = name.span;
        return binding;
    }

    /// Returns whether the module gives the name one thing after another, so that it matters when it is read.
    bool is_rebound(const std::string& id) const {
        const ModuleName* name = find(id);
        const auto function = functions_.find(id);
        return (name && name->is_rebound) || (function != functions_.end() && function->second->is_rebound);
    }

    /// Returns the binding of another name for a function or a struct, such as `grow = bump` or `Point =
    /// shapes.Point`. Returns nothing for a name of anything else.
    std::optional<Binding> other_name(const ModuleName& name, std::span<const std::string> path) {
        std::vector<std::string> meant(path.begin() + 1, path.end());
        const Expr* expr = name.value.get();
        for (; expr->kind == ExprKind::attribute; expr = as<Attribute>(*expr).value.get())
            meant.insert(meant.begin(), as<Attribute>(*expr).name);
        constexpr int longest = 100; // of names for names, which may go round in a circle
        if (expr->kind != ExprKind::name || other_names_ > longest || is_rebound(as<Name>(*expr).id))
            return std::nullopt;
        meant.insert(meant.begin(), as<Name>(*expr).id);
        ++other_names_;
        Binding binding = resolve(meant);
        --other_names_;
        const bool is_other_name =
            binding.what == Binding::What::function || binding.what == Binding::What::structure ||
            binding.what == Binding::What::lambda || binding.what == Binding::What::device_function ||
            (binding.what == Binding::What::member && !math_constant(binding.path));
        return is_other_name ? std::optional(std::move(binding)) : std::nullopt;
    }

    Binding value(const ModuleName& name, std::span<const std::string> path) {
        Binding binding;
        if (auto found = device_function(name, path)) return *found;
        // `f = math.sqrt` and `Real = np.float32` are other names for the same things.
        if (const auto member = member_path(*name.value)) {
            if (!math_constant(*member)) {
                binding.what = is_known_module(*member) ? Binding::What::module : Binding::What::member;
                binding.path = *member;
                for (std::size_t i = 1; i < path.size(); ++i)
                    binding.path += "." + path[i];
                binding.span = name.span;
                if (binding.what == Binding::What::module && path.size() > 1)
                    binding.what = Binding::What::member;
                return binding;
            }
        }
        if (auto meant = other_name(name, path)) return *meant;
        const Constant* constant = path.size() == 1 ? constant_named(name.name) : nullptr;
        if (constant) {
            binding = to_binding(*constant);
        } else if (path.size() == 1 && too_large_.count(&name)) {
            binding.what = Binding::What::constant;
            binding.int_too_large = true;
        } else if (path.size() == 1 && device_source(name)) {
            binding.what = Binding::What::other;
            binding.path = "CudaSource";
        } else if (path.size() == 1 && name.value->kind == ExprKind::lambda) {
            binding.what = Binding::What::lambda;
            binding.path = lambda_name(name);
            needed.insert(name.name);
        } else if (const char* type = type_of(*name.value)) {
            binding.what = Binding::What::other;
            binding.path = type;
        } else {
            binding.what = Binding::What::not_constant;
            binding.path = name.name;
        }
        binding.span = name.span;
        return binding;
    }

    /// Returns the Python type of an expression that makes no number, if its form shows the type, or null.
    const char* type_of(const Expr& expr) const {
        if (expr.kind == ExprKind::call && is_type_variable(*as<Call>(expr).function)) return "TypeVar";
        if (expr.kind == ExprKind::string || expr.kind == ExprKind::f_string) return "str";
        if (expr.kind == ExprKind::none) return "NoneType";
        if (expr.kind != ExprKind::unsupported) return nullptr;
        switch (as<UnsupportedExpr>(expr).construct) {
        case Construct::list:
        case Construct::comprehension:
            return "list";
        case Construct::dict:
            return "dict";
        case Construct::set:
            return "set";
        case Construct::generator:
            return "generator";
        case Construct::f_string:
            return "str";
        case Construct::bytes:
            return "bytes";
        case Construct::ellipsis:
            return "ellipsis";
        default:
            return nullptr;
        }
    }

    /// Returns whether the callee is `TypeVar`, under the name that it was imported by.
    bool is_type_variable(const Expr& callee) const {
        const bool is_member = callee.kind == ExprKind::attribute;
        const Expr& root = is_member ? *as<Attribute>(callee).value : callee;
        if (root.kind != ExprKind::name) return false;
        const ModuleName* name = find(as<Name>(root).id);
        if (!name) return false;
        if (is_member)
            return name->what == ModuleName::What::module_import && name->path.starts_with("typing") &&
                   as<Attribute>(callee).name == "TypeVar";
        return name->what == ModuleName::What::member_import &&
               (name->path == "typing.TypeVar" || name->path == "typing_extensions.TypeVar");
    }

    Binding to_binding(const Constant& constant) {
        Binding binding;
        binding.what = Binding::What::constant;
        binding.type = constant.type;
        if (const auto* elements = std::get_if<std::vector<Constant>>(&constant.value)) {
            binding.path = constant.of_class.empty() ? "tuple" : constant.of_class;
            for (const Constant& element : *elements)
                binding.elements.push_back(to_binding(element));
        } else if (const auto* truth = std::get_if<bool>(&constant.value)) {
            binding.value = *truth;
        } else if (const auto* real = std::get_if<double>(&constant.value)) {
            binding.value = *real;
        } else if (constant.is_complex()) {
            binding.value = constant.complex();
        } else {
            const WideInt integer = constant.integer();
            binding.int_too_large = !holds(Type::int64(), integer) && !holds(Type::uint64(), integer);
            if (holds(Type::int64(), integer))
                binding.value = static_cast<int64_t>(integer);
            else if (!binding.int_too_large)
                binding.value = static_cast<uint64_t>(integer);
        }
        return binding;
    }

    bool is_too_deep() {
        if (search_.depth < deepest_expression) return false;
        search_.was_cut_off = true;
        return true;
    }

    /// Returns the value of a constant of this module, or null if it is none. Each is computed once; one that
    /// is asked for while it is being computed refers to itself, and is none. One that is too deep may not be
    /// so once others are known.
    const Constant* constant_named(const std::string& id) {
        const ModuleName* found = find(id);
        if (found && found->what == ModuleName::What::member_import) return imported_constant(found->path);
        if (!found || found->what != ModuleName::What::value) return nullptr;
        const auto [entry, is_new] = constants_.try_emplace(found, std::nullopt);
        if (!is_new) return entry->second ? &*entry->second : nullptr;
        std::optional<Constant> computed;
        if (!search_.is_in_vain() && !is_too_deep()) {
            const auto* scope = class_scope_;
            if (scope && !scope->count(id)) class_scope_ = nullptr; // the module's own
            ++search_.depth;
            computed = evaluate(*found->value);
            --search_.depth;
            class_scope_ = scope;
            if (!computed && overflowed_) too_large_.emplace(found, true);
            overflowed_ = false;
        }
        if (!computed && search_.is_in_vain()) {
            constants_.erase(entry);
            return nullptr;
        }
        entry->second = std::move(computed);
        return entry->second ? &*entry->second : nullptr;
    }

    /// Returns the path of a member of a module. It is "math.pi" for `m.pi` after `import math as m`, and for
    /// `pi` after `from math import pi`. Python's own functions have paths, too.
    std::optional<std::string> member_path(const Expr& expr) const {
        if (expr.kind == ExprKind::name) {
            const ModuleName* found = find(as<Name>(expr).id);
            if (!found) return std::nullopt;
            const ModuleName& name = *found;
            if (name.what != ModuleName::What::member_import && name.what != ModuleName::What::module_import)
                return std::nullopt;
            return is_known_module(name.path.substr(0, name.path.find('.'))) ? std::optional(name.path)
                                                                             : std::nullopt;
        }
        if (expr.kind != ExprKind::attribute) return std::nullopt;
        const auto object = member_path(*as<Attribute>(expr).value);
        return object ? std::optional(*object + "." + as<Attribute>(expr).name) : std::nullopt;
    }

    /// Returns what a call with `expr` as its callee calls. This is a path as above, or the name of one of
    /// Python's own functions.
    std::optional<std::string> callee_path(const Expr& expr) const {
        if (expr.kind == ExprKind::name && !find(as<Name>(expr).id)) return as<Name>(expr).id;
        if (expr.kind == ExprKind::name) {
            const ModuleName& name = *find(as<Name>(expr).id);
            if (name.what == ModuleName::What::value && name.value->kind == ExprKind::attribute)
                return member_path(*name.value);
        }
        return member_path(expr);
    }

    std::optional<Constant> evaluate(const Expr& expr) {
        if (search_.is_in_vain() || is_too_deep()) return std::nullopt;
        ++search_.depth;
        std::optional<Constant> result = evaluate_node(expr);
        --search_.depth;
        return result;
    }

    std::optional<Constant> evaluate_node(const Expr& expr) {
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
            if (const Constant* constant = constant_named(as<Name>(expr).id)) return *constant;
            return math_value(expr);
        case ExprKind::attribute:
            if (const Expr& owner = *as<Attribute>(expr).value; owner.kind == ExprKind::name)
                if (const ModuleName* found = find(as<Name>(owner).id);
                    found && found->what == ModuleName::What::module_import)
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

    std::optional<Constant> math_value(const Expr& expr) const {
        const auto path = member_path(expr);
        const auto value = path ? math_constant(*path) : std::nullopt;
        return value ? std::optional(Constant{*value, nullptr}) : std::nullopt;
    }

    std::optional<Constant> evaluate_boolean(const BooleanOp& expr) {
        std::optional<Constant> value;
        for (const ExprPtr& operand : expr.operands) {
            value = evaluate(*operand);
            if (!value || value->truth() != (expr.op == BoolOp::logical_and)) return value;
        }
        return value;
    }

    std::optional<Constant> evaluate_compare(const Compare& expr) {
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

    std::optional<Constant> evaluate_subscript(const Subscript& expr) {
        const auto value = evaluate(*expr.value);
        const auto index = value && value->is_tuple() ? evaluate(*expr.index) : std::nullopt;
        if (!index || !index->is_integer()) return std::nullopt;
        const auto& elements = std::get<std::vector<Constant>>(value->value);
        const auto size = static_cast<WideInt>(elements.size());
        const WideInt place = index->integer() < 0 ? index->integer() + size : index->integer();
        if (place < 0 || place >= size) return std::nullopt;
        return elements[static_cast<std::size_t>(place)];
    }

    std::optional<Constant> evaluate_call(const Call& call) {
        if (const auto made = constructor(call)) return evaluate_constructor(call, *made);
        const auto path = callee_path(*call.function);
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

    /// A vector or a struct that a call makes.
    struct Constructor {
        std::string name;
        std::vector<const StructClass::Field*> fields; ///< of a struct
        std::size_t count = 0;                         ///< the number of its fields
    };

    /// Returns what `float3(0, 0, 0)`, `cp.make_float3(0, 0, 0)` or `Body(1.0, kind=2)` makes, or nothing for
    /// any other call.
    std::optional<Constructor> constructor(const Call& call) const {
        Constructor constructor;
        auto& [name, fields, count] = constructor;
        const ModuleName* found =
            call.function->kind == ExprKind::name ? find(as<Name>(*call.function).id) : nullptr;
        if (const StructClass* made = found && found->is_struct ? struct_named(found->name) : nullptr) {
            name = made->name;
            count = made->fields.size();
            for (const auto& field : made->fields)
                fields.push_back(&field);
        } else if (const auto path = callee_path(*call.function)) {
            const std::string_view prefix = "cudapy.";
            name = path->starts_with(prefix) ? path->substr(prefix.size()) : "";
            if (name.starts_with("make_")) name.erase(0, 5);
            const Type* type = vector_type_named(name);
            count = type ? type->fields().size() : 0;
        }
        return count > 0 ? std::optional(std::move(constructor)) : std::nullopt;
    }

    std::optional<Constant> evaluate_constructor(const Call& call, const Constructor& constructor) {
        const auto& [name, fields, count] = constructor;
        if (call.arguments.size() > count) return std::nullopt;
        std::vector<const Expr*> given(count);
        std::size_t positional = 0;
        for (const Argument& argument : call.arguments) {
            std::size_t place = positional++;
            for (std::size_t i = 0; !argument.keyword.empty() && i < fields.size(); ++i)
                if (fields[i]->name == argument.keyword) place = i;
            const bool known = argument.keyword.empty() ||
                               (place < fields.size() && fields[place]->name == argument.keyword);
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

    const StructClass* struct_named(const std::string& name) const {
        for (const StructClass& each : module_.structs)
            if (each.name == name) return &each;
        return nullptr;
    }

    std::map<const ModuleName*, std::shared_ptr<const cuda_text::DeviceSource>> device_sources_;
    int other_names_ = 0; ///< that are being looked behind
    Search& search_;
    const Module& module_;
    const SourceSet& sources_;
    std::string own_name_;
    const Modules& modules_;
    std::unordered_map<std::string, const ModuleName*> names_;
    /// The functions that are compiled, the last one of each name.
    std::unordered_map<std::string, const Function*> functions_;
    /// The names of the class whose text is being evaluated; null for the module's.
    const std::unordered_map<std::string, const ModuleName*>* class_scope_ = nullptr;
    std::map<const ModuleName*, std::optional<Constant>> constants_;
    std::map<const ModuleName*, bool> too_large_;
    bool overflowed_ = false;
};

class ScopesResolver final : public ModuleResolver {
  public:
    ScopesResolver(const std::vector<ParsedUnit>& units, const SourceSet& sources) {
        for (const ParsedUnit& unit : units) {
            const auto [place, is_new] =
                scopes_.try_emplace(unit.file, unit.module, sources, unit.name, modules_, search_);
            if (!unit.name.empty()) modules_.emplace(unit.name, &place->second);
        }
    }

    Binding resolve(uint32_t file, const std::string&, std::span<const std::string> path) override {
        const std::lock_guard lock(mutex_); // a scope keeps what it has computed
        const auto scope = scopes_.find(file);
        if (scope == scopes_.end()) return {};
        search_.was_cut_off = false;
        Binding binding = scope->second.resolve(path);
        if (!search_.was_cut_off || search_.is_settled) return binding;
        settle();
        return scope->second.resolve(path);
    }

    std::vector<std::set<std::string>> needed() const override {
        std::vector<std::set<std::string>> all;
        for (const auto& [file, scope] : scopes_) // in the order of the units
            all.push_back(scope.needed);
        return all;
    }

    bool answers_threads() const override { return true; }

  private:
    /// Evaluates the constants of all modules, until no more of them become known. What is known then does
    /// not depend on what was asked for before.
    void settle() {
        bool any = true;
        for (bool backwards = false; any; backwards = !backwards) {
            any = false;
            std::vector<ModuleScope*> scopes;
            for (auto& [file, scope] : scopes_)
                scopes.push_back(&scope);
            if (backwards) std::reverse(scopes.begin(), scopes.end());
            for (ModuleScope* scope : scopes)
                any |= scope->evaluate_all(backwards);
        }
        search_.is_settled = true;
    }

    std::mutex mutex_;
    Search search_;
    ModuleScope::Modules modules_;
    std::map<uint32_t, ModuleScope> scopes_;
};

} // namespace

std::string lambda_name(const ModuleName& name) {
    return name.name + " of file " + std::to_string(name.span.file);
}

std::unique_ptr<ModuleResolver> module_resolver(const std::vector<ParsedUnit>& units,
                                                const SourceSet& sources) {
    return std::make_unique<ScopesResolver>(units, sources);
}

} // namespace cudapy
