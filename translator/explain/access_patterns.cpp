#include "translator/explain/access_patterns.h"

#include "translator/check_units.h"
#include "translator/differentiate/forward/jvp.h"
#include "translator/differentiate/reverse/vjp.h"
#include "translator/explain/doubles.h"
#include "translator/lower/analysis/accesses.h"
#include "translator/lower/analysis/scalar_evolution.h"
#include "translator/lower/analysis/uniformity.h"
#include "translator/lower/lower.h"
#include "translator/lower/rewriting/inline_calls.h"
#include "translator/lower/rewriting/live_range_splitting.h"
#include "translator/program/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cudapy {

namespace {

using namespace program;
using lower::Access;
using lower::Difference;
using lower::ScalarEvolution;
using lower::Symbol;
using Operation = AccessPattern::Operation;

/// Returns a symbol as the user writes it; an empty text where it has no short one.
std::string name_of(const Symbol& symbol, const SourceSet& sources) {
    if (symbol.kind == Symbol::Kind::variable)
        return symbol.variable->role == VariableRole::temporary || symbol.variable->is_part
                   ? ""
                   : symbol.variable->name;
    if (symbol.kind != Symbol::Kind::other) return lower::name_of(symbol);
    const std::string_view text = sources.text(symbol.expr->span);
    constexpr std::size_t longest = 40;
    const bool is_short = text.size() <= longest && text.find('\n') == std::string_view::npos;
    const bool is_one = text.find_first_of(" +-*/%&|^<>") == std::string_view::npos;
    return !is_short ? "" : is_one ? std::string(text) : fmt::format("({})", text);
}

/// Returns whether nothing is added in a sum.
bool is_negative(const lower::SymbolicSum& sum) {
    return std::all_of(sum.products.begin(), sum.products.end(),
                       [](const auto& product) { return product.second < 0; });
}

/// Returns how many rows of the array a difference is; 0 where it is not some rows.
int64_t rows_in(const lower::SymbolicSum& sum, const Variable& array) {
    if (sum.products.size() != 1) return 0;
    const auto& [symbols, number] = *sum.products.begin();
    if (array.is_declared_array()) {
        const bool has_rows = array.shape.size() > 1 && array.shape.back() > 1;
        return has_rows && symbols.empty() && number % array.shape.back() == 0 ? number / array.shape.back()
                                                                               : 0;
    }
    const int last = array.type->rank() - 1;
    const bool is_row = last > 0 && symbols.size() == 1 && symbols[0].kind == Symbol::Kind::extent &&
                        symbols[0].variable == &array && symbols[0].axis == last;
    return is_row ? number : 0;
}

Distance distance_of(const Difference& difference, const Variable& array, const SourceSet& sources) {
    Distance distance;
    distance.kind = difference.reason;
    if (!difference.sum) return distance;
    distance.kind = Distance::Kind::elements;
    distance.elements = difference.sum->as_constant();
    distance.rows = rows_in(*difference.sum, array);
    if (distance.rows != 0) distance.kind = Distance::Kind::rows;
    if (distance.elements) return distance;
    lower::SymbolicSum sum = *difference.sum;
    distance.is_backwards = is_negative(sum);
    for (auto& [symbols, number] : sum.products)
        number = distance.is_backwards ? -number : number;
    distance.text = lower::text_of(sum, [&](const Symbol& symbol) { return name_of(symbol, sources); });
    return distance;
}

class AccessPatternFinder {
  public:
    AccessPatternFinder(const Function& kernel, const Neighbours& neighbours, const SourceSet& sources)
        : kernel_(kernel), sources_(sources), evolution_(kernel, neighbours) {}

    std::vector<AccessPattern> make() {
        const lower::Uniformity uniformity(kernel_);
        for (const Access& access : lower::accesses_of(kernel_, lower::Arrays::seen_by_threads, &uniformity))
            if (!lower::holds_beginnings(kernel_, *access.array)) add(of_access(access));
        visit_all(kernel_.body, [&](const Expr& expr) {
            if (expr.kind == ExprKind::call) add_call(as<Call>(expr));
        });
        return std::move(patterns_);
    }

  private:
    const Function& kernel_;
    const SourceSet& sources_;
    ScalarEvolution evolution_;
    std::vector<AccessPattern> patterns_;

    /// Returns the source of an access in one line. A loop over the elements of an array reads what it goes
    /// through.
    std::string text_of(Span span, const std::string& array) const {
        std::string text;
        for (const char letter : sources_.text(span)) {
            const bool is_space = letter == ' ' || letter == '\n' || letter == '\t';
            if (!is_space)
                text += letter;
            else if (!text.ends_with(' '))
                text += ' ';
        }
        const std::size_t in = text.find(" in ");
        if (!text.starts_with("for ") || in == std::string::npos) return text;
        text = text.substr(in + 4, text.find_last_not_of(": ") - in - 3);
        return text.find('(') == std::string::npos ? text : array; // of zip(X, Y), X
    }

    /// Returns the user's name for what a loop counts.
    static std::string counter_of(const ForC& loop) {
        if (loop.variable->role == VariableRole::local) return loop.variable->name;
        if (loop.body.empty() || loop.body.front()->kind != StmtKind::declare) return "";
        const auto& declare = as<Declare>(*loop.body.front());
        const bool is_users = declare.init && declare.variable->role == VariableRole::local;
        const Expr* value = is_users ? declare.init.get() : nullptr;
        if (value && value->kind == ExprKind::cast) value = as<Cast>(*value).operand.get();
        const bool is_counter = value && is_read_of(*value, loop.variable);
        return is_counter ? declare.variable->name : "";
    }

    AccessPattern of_access(const Access& access) {
        AccessPattern pattern;
        pattern.span = access.span;
        pattern.text = text_of(access.span, access.array->name);
        pattern.array = access.array->name;
        pattern.operation = access.is_atomic ? Operation::atomic
                            : access.writes  ? Operation::write
                                             : Operation::read;
        pattern.is_shared = access.array->role == VariableRole::shared;
        pattern.by_some = access.is_conditional;
        pattern.element_bytes = access.bytes();
        pattern.width = access.width;
        const lower::SymbolicSum sum = evolution_.sum_of(*access.index, access.all_loops);
        pattern.threads = distance_of(evolution_.between_threads(sum), *access.array, sources_);
        if (const auto reason = evolution_.varies(access.array))
            pattern.threads = {*reason, {}, 0, "", false};
        if (access.all_loops.empty()) return pattern;
        const Stmt& loop = *access.all_loops.back();
        pattern.next_iteration =
            distance_of(evolution_.between_iterations(sum, loop), *access.array, sources_);
        if (access.array->is_pointer()) pattern.next_iteration = Distance();
        pattern.loop = loop.span;
        if (loop.kind == StmtKind::for_c) pattern.counter = counter_of(as<ForC>(loop));
        return pattern;
    }

    /// Adds what a call does that could not be put in its place. It is not looked into.
    void add_call(const Call& call) {
        const auto& uses = call.function->facts.array_uses;
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (!call.arguments[i]->type->is_array()) continue;
            const Variable* array = array_of(*call.arguments[i]);
            const bool is_seen =
                array->role == VariableRole::parameter || array->role == VariableRole::shared;
            if (!is_seen || i >= uses.size() || !(uses[i].reads || uses[i].writes)) continue;
            AccessPattern pattern;
            pattern.span = call.span;
            pattern.text = text_of(call.span, array->name);
            pattern.array = array->name;
            pattern.operation = !uses[i].writes  ? Operation::read
                                : !uses[i].reads ? Operation::write
                                                 : Operation::update;
            pattern.is_shared = array->role == VariableRole::shared;
            pattern.element_bytes = pattern.width = array->type->element()->size();
            add(std::move(pattern));
        }
    }

    /// Adds a pattern. An array that is read and written at one place is updated.
    void add(AccessPattern pattern) {
        for (AccessPattern& other : patterns_) {
            if (other.span != pattern.span || other.array != pattern.array || !is_alike(other, pattern))
                continue;
            if (other.operation != pattern.operation) other.operation = Operation::update;
            return;
        }
        patterns_.push_back(std::move(pattern));
    }

    static bool is_alike(const AccessPattern& left, const AccessPattern& right) {
        return threads_in_words(left) == threads_in_words(right) &&
               next_iteration_in_words(left) == next_iteration_in_words(right);
    }
};

std::string ordinal(int64_t number) {
    const int64_t last = number % 10;
    const bool is_teen = number / 10 % 10 == 1;
    const char* ending = is_teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
    return std::to_string(number) + ending;
}

std::string plural(int64_t number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

} // namespace

std::string threads_in_words(const AccessPattern& pattern) {
    const Distance& apart = pattern.threads;
    const int64_t elements = apart.elements.value_or(0);
    const std::string bytes =
        apart.elements ? fmt::format(", {} bytes apart", std::abs(elements) * pattern.element_bytes) : "";
    switch (apart.kind) {
    case Distance::Kind::unknown:
        return "unknown";
    case Distance::Kind::data:
        return "anywhere: it depends on data";
    case Distance::Kind::lists:
        return "each thread another list";
    case Distance::Kind::rows: {
        const int64_t rows = std::abs(apart.rows);
        return (rows == 1 ? "each thread another row" : fmt::format("every {} row", ordinal(rows))) + bytes;
    }
    case Distance::Kind::elements:
        break;
    }
    if (!apart.elements)
        return apart.text.empty() ? "a fixed distance apart" : fmt::format("{} elements apart", apart.text);
    if (elements == 0) return "the same element";
    const std::string backwards = elements < 0 ? ", backwards" : "";
    if (std::abs(elements) == 1)
        return "neighbours" + (pattern.width < pattern.element_bytes ? bytes : "") + backwards;
    return fmt::format("every {} element", ordinal(std::abs(elements))) + bytes + backwards;
}

std::string next_iteration_in_words(const AccessPattern& pattern) {
    if (!pattern.next_iteration) return "";
    const Distance& apart = *pattern.next_iteration;
    const int64_t elements = apart.elements.value_or(0);
    switch (apart.kind) {
    case Distance::Kind::unknown:
        return "unknown";
    case Distance::Kind::data:
        return "anywhere: it depends on data";
    case Distance::Kind::lists:
        return "another list";
    case Distance::Kind::rows:
        return std::abs(apart.rows) == 1 ? (apart.rows > 0 ? "the next row" : "the row before")
                                         : fmt::format("{} {}", plural(std::abs(apart.rows), "row"),
                                                       apart.rows > 0 ? "further" : "back");
    case Distance::Kind::elements:
        break;
    }
    if (!apart.elements)
        return apart.text.empty()
                   ? "a fixed distance further"
                   : fmt::format("{} elements {}", apart.text, apart.is_backwards ? "back" : "further");
    if (elements == 0) return "the same element";
    if (std::abs(elements) == 1) return elements > 0 ? "the next element" : "the element before";
    return fmt::format("{} {}", plural(std::abs(elements), "element"), elements > 0 ? "further" : "back");
}

AccessPatterns access_patterns_of(const std::vector<SourceUnit>& units, const Options& options,
                                  NameResolver& resolver, const std::string& kernel,
                                  const Neighbours& neighbours) {
    Options plain = options;
    plain.target = Target::cuda;
    plain.checked = plain.trace = plain.coverage = false;
    CheckedUnits checked = check_units(units, plain, resolver);
    AccessPatterns made;
    made.sources = checked.sources;
    if (!checked.sink.has_errors()) differentiate::add_jvp(checked.program, plain, checked.sink);
    if (!checked.sink.has_errors()) differentiate::add_vjp(checked.program, plain, checked.sink);
    if (checked.sink.has_errors()) return made;
    for (const auto& function : checked.program.functions)
        if (options.dialect == Dialect::numba && function->is_kernel && function->name == kernel)
            made.doubles = doubles_of(*function, *made.sources);
    lower::lower_to_places(checked.program, plain);
    for (const auto& function : checked.program.functions) {
        if (!function->is_kernel || function->name != kernel) continue;
        lower::inline_calls(
            *function, [](const Function& callee) { return !callee.foreign && !callee.facts.is_recursive; });
        lower::split_live_ranges(*function);
        made.accesses = AccessPatternFinder(*function, neighbours, *made.sources).make();
    }
    return made;
}

} // namespace cudapy
