#include "translator/explain/text_facts.h"

#include "translator/check_units.h"
#include "translator/explain/assumed_types.h"
#include "translator/explain/typed_places.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace cudapy {

namespace {

/// Returns whether the function has types that each call chooses. Only its instances are checked.
bool is_generic(const program::Function& function) {
    if (function.variables.empty() && !function.result) return true;
    return std::any_of(function.variables.begin(), function.variables.end(),
                       [](const auto& variable) { return variable->type && variable->type->is_generic(); });
}

void add_functions(const CheckedUnits& checked, std::vector<TypedFunction>& functions) {
    for (const auto* group : {&checked.program.functions, &checked.program.others})
        for (const auto& function : *group)
            if (!is_generic(*function)) functions.push_back(typed_function(*function));
}

int last_line(const syntax::Function& function, const SourceSet& sources) {
    int last = sources.end(function.span).line;
    syntax::visit_statements(
        function.body, [&](const syntax::Stmt& stmt) { last = std::max(last, sources.end(stmt.span).line); });
    return last;
}

/// Returns whether a launch can run the function, as far as its text says so.
bool is_kernel(const syntax::Function& function, const CheckedUnits& checked) {
    for (const GenericKernel& generic : checked.generics)
        if (generic.name == function.name) return true;
    for (const auto* group : {&checked.program.functions, &checked.program.others})
        for (const auto& made : *group)
            if (made->is_kernel && made->span == function.span) return true;
    return false;
}

void add_definitions(const CheckedUnits& checked, const ParsedUnit& unit, std::vector<Definition>& found) {
    using Kind = Definition::Kind;
    for (const syntax::Function& function : unit.module.functions) {
        const Kind kind = is_kernel(function, checked) ? Kind::kernel : Kind::helper;
        found.push_back({kind, function.name, function.name_span, "", last_line(function, *checked.sources)});
    }
    for (const syntax::StructClass& structure : unit.module.structs) {
        found.push_back({Kind::structure, structure.name, structure.name_span, "", 0});
        for (const auto& field : structure.fields)
            found.push_back({Kind::field, field.name, field.span, structure.name, 0});
    }
    using Name = syntax::ModuleName::Kind;
    for (const syntax::ModuleName& name : unit.module.names) {
        if (name.is_struct) continue;
        const bool is_import = name.kind == Name::module_import || name.kind == Name::member_import;
        const Kind kind = is_import                     ? Kind::import
                          : name.kind == Name::function ? Kind::function
                          : name.kind == Name::class_   ? Kind::type
                                                        : Kind::value;
        found.push_back({kind, name.name, name.span, name.path, 0});
    }
}

/// Returns whether what a diagnostic says of a generic function does not depend on its types: it is about the
/// grammar, signatures, names, and statements that no kernel has.
bool is_of_all_types(const diag::Diagnostic& diagnostic) {
    static constexpr std::string_view of_names[] = {"E301", "E302", "E304", "E309", "E310"};
    static constexpr std::string_view of_types[] = {"E608", "E615", "E616", "E617", "E618"};
    const std::string_view code = diagnostic.kind().code;
    if (code.starts_with("E1") || code.starts_with("E2")) return true;
    if (code.starts_with("E6")) return std::ranges::find(of_types, code) == std::end(of_types);
    return std::ranges::find(of_names, code) != std::end(of_names);
}

/// Returns a request for an instance of each generic kernel.
std::vector<InstanceRequest> requests_of(const CheckedUnits& checked, const Type* element) {
    std::vector<InstanceRequest> found;
    for (const GenericKernel& generic : checked.generics)
        for (const ParsedUnit& unit : checked.parsed)
            for (const syntax::Function& function : unit.module.functions)
                if (function.name == generic.name)
                    if (auto request = assumed_instance(generic, function, element))
                        found.push_back(std::move(*request));
    return found;
}

/// Returns a kernel whose parameters have no types.
GenericKernel generic_kernel(const syntax::Function& function) {
    GenericKernel kernel;
    kernel.name = function.name;
    for (const syntax::Parameter& parameter : function.parameters)
        kernel.parameters.push_back({parameter.name, "", false});
    return kernel;
}

/// Returns the units, the first one with its functions in the dialect of numba, and sets the dialect.
std::vector<SourceUnit> with_numba(std::vector<SourceUnit> units, const NumbaFunctions& functions,
                                   Options& options) {
    options.dialect = Dialect::numba;
    std::set<std::string>& names = units.at(0).functions;
    names.insert(functions.kernels.begin(), functions.kernels.end());
    names.insert(functions.helpers.begin(), functions.helpers.end());
    return units;
}

/// Checks such units. Their kernels are generic.
CheckedUnits check_numba(const std::vector<SourceUnit>& units, const Options& options,
                         const NumbaFunctions& functions) {
    CheckedUnits checked = check_modules(units, options);
    for (const syntax::Function& function : checked.parsed.at(0).module.functions)
        if (functions.kernels.count(function.name)) checked.generics.push_back(generic_kernel(function));
    return checked;
}

/// Returns what the first check of units has found.
TextFacts facts_of(CheckedUnits& checked, const Options& options) {
    TextFacts facts;
    facts.sources = checked.sources;
    facts.diagnostics = checked.sink.take_sorted(diag::Words::of(options.dialect), checked.sources.get());
    for (const ParsedUnit& unit : checked.parsed)
        add_definitions(checked, unit, facts.definitions);
    add_functions(checked, facts.functions);
    return facts;
}

/// Checks the units once more for each of several types that the type variables of generic kernels may be.
class GenericCheck {
  public:
    GenericCheck(const std::vector<SourceUnit>& units, const Options& options, const CheckedUnits& first)
        : units_(units), options_(options), first_(first) {
        for (const ParsedUnit& unit : first_.parsed)
            for (const syntax::Function& function : unit.module.functions)
                functions_.push_back(&function);
    }

    /// Takes what the first check found, unless there is a generic kernel.
    void run(TextFacts& facts) {
        std::vector<std::vector<diag::Diagnostic>> found;
        for (const Type* element : {Type::float64(), Type::int32(), Type::float32()}) {
            Options asked = options_;
            asked.instances = requests_of(first_, element);
            if (asked.instances.empty()) return;
            CheckedUnits checked = check_modules(units_, asked);
            if (found.empty()) add_types(checked, facts);
            found.push_back(
                checked.sink.take_sorted(diag::Words::of(options_.dialect), first_.sources.get()));
        }
        facts.diagnostics.clear();
        for (diag::Diagnostic& diagnostic : found[0]) {
            const bool is_shown = !is_in_generic(diagnostic.span) || is_of_all_types(diagnostic);
            if (is_shown && is_in(diagnostic, found[1]) && is_in(diagnostic, found[2]))
                facts.diagnostics.push_back(std::move(diagnostic));
        }
    }

  private:
    /// Returns whether a place is in a function whose types each call chooses.
    bool is_in_generic(Span span) const {
        for (const auto& made : first_.program.others) {
            if (!is_generic(*made)) continue;
            for (const syntax::Function* function : functions_) {
                if (!(function->span == made->span) || function->span.file != span.file) continue;
                uint32_t end = function->span.end;
                syntax::visit_statements(
                    function->body, [&](const syntax::Stmt& stmt) { end = std::max(end, stmt.span.end); });
                if (span.begin >= function->span.begin && span.begin < end) return true;
            }
        }
        return false;
    }

    /// Adds the types of functions that have none in the first check.
    void add_types(const CheckedUnits& checked, TextFacts& facts) const {
        std::vector<TypedFunction> functions;
        add_functions(checked, functions);
        const std::size_t known = facts.functions.size();
        for (TypedFunction& function : functions) {
            const bool is_known = std::any_of(
                facts.functions.begin(), facts.functions.begin() + static_cast<std::ptrdiff_t>(known),
                [&](const TypedFunction& other) { return other.header == function.header; });
            if (is_known) continue;
            function.is_assumed = true;
            facts.functions.push_back(std::move(function));
        }
    }

    static bool is_in(const diag::Diagnostic& diagnostic, const std::vector<diag::Diagnostic>& others) {
        return std::any_of(others.begin(), others.end(), [&](const diag::Diagnostic& other) {
            return other.span == diagnostic.span && other.kind().code == diagnostic.kind().code;
        });
    }

    const std::vector<SourceUnit>& units_;
    const Options& options_;
    const CheckedUnits& first_;
    std::vector<const syntax::Function*> functions_;
};

} // namespace

TextFacts text_facts(const std::vector<SourceUnit>& units, const Options& options) {
    CheckedUnits checked = check_modules(units, options);
    TextFacts facts = facts_of(checked, options);
    GenericCheck(units, options, checked).run(facts);
    return facts;
}

TextFacts text_facts_of_numba(const std::vector<SourceUnit>& units, const Options& options,
                              const NumbaFunctions& functions) {
    Options asked = options;
    const std::vector<SourceUnit> with_functions = with_numba(units, functions, asked);
    CheckedUnits checked = check_numba(with_functions, asked, functions);
    TextFacts facts = facts_of(checked, asked);
    GenericCheck(with_functions, asked, checked).run(facts);
    return facts;
}

Translation translate_kernel(std::vector<SourceUnit> units, const Options& options, const std::string& kernel,
                             const NumbaFunctions& numba) {
    Options asked = options;
    const bool is_numba = numba.kernels.count(kernel) != 0;
    if (is_numba) units = with_numba(std::move(units), numba, asked);
    const CheckedUnits checked = is_numba ? check_numba(units, asked, numba) : check_modules(units, asked);
    for (InstanceRequest& request : requests_of(checked, Type::float64()))
        if (request.kernel == kernel) asked.instances.push_back(std::move(request));
    if (asked.instances.empty()) asked.kernels = {kernel};
    return translate(std::move(units), asked);
}

} // namespace cudapy
