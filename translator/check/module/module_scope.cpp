#include "translator/check/module/module_scope.h"

#include "translator/builtins/builtins.h"
#include "translator/builtins/names.h"
#include "translator/check/module/module_constants.h"
#include "translator/check/module/module_names.h"
#include "translator/cuda/device_functions.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace cudapy {

namespace {

using namespace syntax;

class ModuleScope {
  public:
    /// The modules of the translation by their names. This one may be among them.
    using Modules = std::map<std::string, ModuleScope*>;

    ModuleScope(const Module& module, const SourceSet& sources, std::string own_name, const Modules& modules,
                const ModuleConstants::Modules& constants_of, ConstantSearch& search)
        : search_(search), sources_(sources), own_name_(std::move(own_name)), modules_(modules),
          names_(module), constants_(names_, sources, own_name_, constants_of, search) {}
    ModuleScope(const ModuleScope&) = delete;
    ModuleScope& operator=(const ModuleScope&) = delete;

    ModuleConstants& constants() { return constants_; }

    Binding resolve(std::span<const std::string> path) {
        if (path.empty()) return {};
        const ModuleName* found = names_.find_in_module(path[0]);
        if (!found) return signed_function(path);
        const ModuleName& name = *found;
        Binding binding;
        binding.span = name.span;
        switch (name.kind) {
        case ModuleName::Kind::module_import:
        case ModuleName::Kind::member_import:
            return import(name, path);
        case ModuleName::Kind::reassigned:
            binding.kind = Binding::Kind::not_constant;
            binding.path = name.name;
            return binding;
        case ModuleName::Kind::function:
            binding.kind = path.size() == 1 ? Binding::Kind::function : Binding::Kind::unknown;
            binding.path = name.name;
            if (name.is_decorated)
                binding.reason =
                    "a decorator may have put another function in its place, which a kernel would "
                    "not call";
            else if (path.size() == 1)
                needed.insert(name.name);
            return binding;
        case ModuleName::Kind::class_:
            if (path.size() > 1) return member(name, path);
            binding.kind = name.is_struct ? Binding::Kind::structure : Binding::Kind::other;
            binding.path = name.is_struct ? name.name : "type";
            return binding;
        case ModuleName::Kind::value:
            return value(name, path);
        }
        return binding;
    }

    std::set<std::string> needed; ///< functions without signatures, and lambdas, that were asked for

  private:
    /// Returns the binding of a function that is compiled, as other modules import it.
    Binding signed_function(std::span<const std::string> path) const {
        Binding binding;
        const Function* found = names_.function_named(path[0]);
        if (path.size() > 1 || !found) return binding;
        binding.kind = Binding::Kind::function;
        binding.path = found->name;
        binding.span = found->name_span;
        return binding;
    }

    Binding import(const ModuleName& name, std::span<const std::string> path) {
        Binding binding;
        if (!name.is_rebound) binding.span = name.span; // of several imports the first is not known
        binding.path = name.path;
        for (std::size_t i = 1; i < path.size(); ++i)
            binding.path += "." + path[i];
        const std::string module = binding.path.substr(0, binding.path.find('.'));
        if (const auto found = imported(binding.path)) return *found;
        if (is_known_module(binding.path))
            binding.kind = Binding::Kind::module;
        else if (is_known_module(module))
            binding.kind = Binding::Kind::member;
        else if (name.kind == ModuleName::Kind::module_import && path.size() == 1)
            binding.kind = Binding::Kind::module;
        else
            binding.kind = Binding::Kind::member; // of a module that kernels do not know; the checker says so
        return binding;
    }

    /// Returns the binding of a name in another module.
    std::optional<Binding> imported(const std::string& path) {
        const auto place = place_of(path, own_name_, modules_);
        if (!place || place->second.empty() || search_.is_at_end()) return std::nullopt;
        ++search_.depth; // modules may import each other
        Binding binding = place->first->resolve(place->second);
        --search_.depth;
        return binding;
    }

    /// Returns the binding of `Class.NAME`, or of `.value` of a member of an enumeration.
    Binding member(const ModuleName& class_, std::span<const std::string> path) {
        Binding binding;
        binding.kind = Binding::Kind::not_constant;
        binding.path = class_.name + "." + path[1];
        binding.span = class_.span;
        const bool plain = path.size() == 2 || (path.size() == 3 && class_.is_enum && path[2] == "value");
        if (!plain) return binding;
        const auto members = ModuleNames::members_of(class_);
        const ModuleNames::InClass in_class(names_, &members);
        if (const Constant* constant = constants_.constant_named(path[1])) {
            const auto own = members.find(path[1]);
            if (own != members.end()) { // else it is the module's
                binding = to_binding(*constant);
                binding.span = own->second->span;
            }
        }
        return binding;
    }

    /// Reads `{"f": "f_vjp"}`. Returns whether the expression is such a dict.
    static bool read_names(const Expr& expr, std::map<std::string, std::string>& names) {
        if (expr.kind == ExprKind::none) return true;
        if (expr.kind != ExprKind::unsupported || as<UnsupportedExpr>(expr).construct != Construct::dict)
            return false;
        const auto& elements = as<UnsupportedExpr>(expr).elements;
        for (const ExprPtr& element : elements)
            if (element->kind != ExprKind::string) return false;
        for (std::size_t i = 0; i + 1 < elements.size(); i += 2)
            names[as<String>(*elements[i]).value] = as<String>(*elements[i + 1]).value;
        return !elements.empty();
    }

    /// Returns the source that `module = cp.cuda_source("…")` makes if its text is in the call. Returns
    /// null for anything else.
    std::shared_ptr<const cuda_text::DeviceSource> device_source(const ModuleName& name) {
        if (name.kind != ModuleName::Kind::value || name.value->kind != ExprKind::call) return nullptr;
        const auto [known, is_new] = device_sources_.try_emplace(&name);
        if (!is_new) return known->second;
        const Call& call = as<Call>(*name.value);
        const auto callee = names_.callee_path(*call.function);
        if (!callee || (*callee != "cudapy.cuda_source" && *callee != "cudapy.cudadef")) return nullptr;
        const bool is_text = !call.arguments.empty() && call.arguments[0].keyword.empty() &&
                             call.arguments[0].stars == 0 &&
                             call.arguments[0].value->kind == ExprKind::string;
        if (!is_text) return nullptr;
        std::map<std::string, std::string> vjp, jvp;
        for (std::size_t i = 1; i < call.arguments.size(); ++i) {
            const Argument& argument = call.arguments[i];
            const bool is_vjp = argument.keyword == "vjp";
            if (!is_vjp && argument.keyword != "jvp") return nullptr;
            if (!read_names(*argument.value, is_vjp ? vjp : jvp)) return nullptr;
        }
        const Span span = call.arguments[0].value->span;
        auto source = std::make_shared<cuda_text::DeviceSource>();
        source->text = as<String>(*call.arguments[0].value).value;
        source->path = sources_.file(span.file).path();
        source->first_line = static_cast<int>(sources_.begin(span).line);
        source->source = cuda_text::read(source->text);
        source->vjp = std::move(vjp);
        source->jvp = std::move(jvp);
        known->second = source;
        return source;
    }

    /// Returns the binding of `module.ns.square`, or of another name for it. Returns nothing if the path is
    /// no function of CUDA C++.
    std::optional<Binding> device_function(const ModuleName& name, std::span<const std::string> path) {
        std::vector<std::string> names(path.begin() + 1, path.end());
        const ModuleName* owner = &name;
        const Expr* expr = name.kind == ModuleName::Kind::value ? name.value.get() : nullptr;
        for (; expr && expr->kind == ExprKind::attribute; expr = as<Attribute>(*expr).value.get())
            names.insert(names.begin(), as<Attribute>(*expr).name);
        if (expr && expr->kind == ExprKind::name) owner = names_.find(as<Name>(*expr).id);
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
                    binding.kind = Binding::Kind::other;
                    binding.path = "CudaNamespace";
                    return binding;
                }
            return std::nullopt;
        }
        binding.kind = Binding::Kind::device_function;
        binding.path = qualified;
        binding.span = name.span;
        return binding;
    }

    /// Returns whether the module gives the name one thing after another, so that it matters when it is read.
    bool is_rebound(const std::string& id) const {
        const ModuleName* name = names_.find(id);
        const Function* function = names_.function_named(id);
        return (name && name->is_rebound) || (function && function->is_rebound);
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
            binding.kind == Binding::Kind::function || binding.kind == Binding::Kind::structure ||
            binding.kind == Binding::Kind::lambda || binding.kind == Binding::Kind::device_function ||
            (binding.kind == Binding::Kind::member && !math_constant(binding.path));
        return is_other_name ? std::optional(std::move(binding)) : std::nullopt;
    }

    Binding value(const ModuleName& name, std::span<const std::string> path) {
        Binding binding;
        if (auto found = device_function(name, path)) return *found;
        // `f = math.sqrt` and `Real = np.float32` are other names for the same things.
        if (const auto member = names_.member_path(*name.value)) {
            if (!math_constant(*member)) {
                binding.kind = is_known_module(*member) ? Binding::Kind::module : Binding::Kind::member;
                binding.path = *member;
                for (std::size_t i = 1; i < path.size(); ++i)
                    binding.path += "." + path[i];
                binding.span = name.span;
                if (binding.kind == Binding::Kind::module && path.size() > 1)
                    binding.kind = Binding::Kind::member;
                return binding;
            }
        }
        if (auto meant = other_name(name, path)) return *meant;
        const Constant* constant = path.size() == 1 ? constants_.constant_named(name.name) : nullptr;
        if (constant) {
            binding = to_binding(*constant);
        } else if (path.size() == 1 && constants_.is_too_large(name)) {
            binding.kind = Binding::Kind::constant;
            binding.int_too_large = true;
        } else if (path.size() == 1 && device_source(name)) {
            binding.kind = Binding::Kind::other;
            binding.path = "CudaSource";
        } else if (path.size() == 1 && name.value->kind == ExprKind::lambda) {
            binding.kind = Binding::Kind::lambda;
            binding.path = lambda_name(name);
            needed.insert(name.name);
        } else if (const char* type = type_of(*name.value)) {
            binding.kind = Binding::Kind::other;
            binding.path = type;
        } else {
            binding.kind = Binding::Kind::not_constant;
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
        const ModuleName* name = names_.find(as<Name>(root).id);
        if (!name) return false;
        if (is_member)
            return name->kind == ModuleName::Kind::module_import && name->path.starts_with("typing") &&
                   as<Attribute>(callee).name == "TypeVar";
        return name->kind == ModuleName::Kind::member_import &&
               (name->path == "typing.TypeVar" || name->path == "typing_extensions.TypeVar");
    }

    Binding to_binding(const Constant& constant) {
        Binding binding;
        binding.kind = Binding::Kind::constant;
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

    std::map<const ModuleName*, std::shared_ptr<const cuda_text::DeviceSource>> device_sources_;
    int other_names_ = 0; ///< whose meaning is being found
    ConstantSearch& search_;
    const SourceSet& sources_;
    const std::string own_name_;
    const Modules& modules_;
    ModuleNames names_;
    ModuleConstants constants_;
};

class ScopesResolver final : public ModuleResolver {
  public:
    ScopesResolver(const std::vector<ParsedUnit>& units, const SourceSet& sources) {
        for (const ParsedUnit& unit : units) {
            const auto [place, is_new] = scopes_.try_emplace(unit.file, unit.module, sources, unit.name,
                                                             modules_, constants_, search_);
            if (unit.name.empty()) continue;
            modules_.emplace(unit.name, &place->second);
            constants_.emplace(unit.name, &place->second.constants());
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
    /// Evaluates the constants of all modules, until no more of them become known. The constants that are
    /// known then do not depend on what was asked for before.
    void settle() {
        bool any = true;
        for (bool backwards = false; any; backwards = !backwards) {
            any = false;
            std::vector<ModuleScope*> scopes;
            for (auto& [file, scope] : scopes_)
                scopes.push_back(&scope);
            if (backwards) std::reverse(scopes.begin(), scopes.end());
            for (ModuleScope* scope : scopes)
                any |= scope->constants().evaluate_all(backwards);
        }
        search_.is_settled = true;
    }

    std::mutex mutex_;
    ConstantSearch search_;
    ModuleScope::Modules modules_;
    ModuleConstants::Modules constants_;
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
