#include "translator/numba/locals/versions.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/report.h"
#include "translator/check/body/symbols.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/numba/numbers/number_types.h"
#include "translator/numba/state.h"
#include "translator/program/build.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cudapy::checker::numba {

using syntax::StmtKind;

namespace {

/// The definitions whose values each symbol can have at a place of the function. It is empty if no path leads
/// to the place.
using State = std::optional<std::map<const Symbol*, std::set<std::size_t>>>;

State either(State one, const State& other) {
    if (!one || !other) return one ? one : other;
    for (const auto& [symbol, definitions] : *other)
        (*one)[symbol].insert(definitions.begin(), definitions.end());
    return one;
}

bool is_always_true(const syntax::Expr& condition) {
    if (condition.kind == syntax::ExprKind::boolean) return syntax::as<syntax::Boolean>(condition).value;
    return condition.kind == syntax::ExprKind::integer && syntax::as<syntax::Integer>(condition).value != 0;
}

/// The definitions that reach each of some nodes.
template <typename Node>
class Reaching {
  public:
    using Entry = std::pair<const Node*, std::set<std::size_t>>;
    std::set<std::size_t>& operator[](const Node* node) {
        const auto [place, is_new] = places_.try_emplace(node, found_.size());
        if (is_new) found_.emplace_back(node, std::set<std::size_t>{});
        return found_[place->second].second;
    }
    /// Returns them as the nodes are in the text, so that reports come in one order. The copies of one node
    /// in an unrolled loop come as they were met.
    std::vector<Entry> in_text() const {
        std::vector<Entry> sorted(found_.begin(), found_.end());
        std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& one, const Entry& other) {
            return one.first->span.begin < other.first->span.begin;
        });
        return sorted;
    }

  private:
    std::deque<Entry> found_; // references to its elements are kept
    std::unordered_map<const Node*, std::size_t> places_;
};

/// The reaching definitions of each use of a variable.
class ReachingDefinitions {
  public:
    struct Definition {
        const Symbol* symbol;
        const syntax::Name* name;      ///< null for a parameter
        const syntax::Stmt* statement; ///< null for a parameter
        bool is_loop = false;
    };
    std::vector<Definition> definitions;
    Reaching<syntax::Name> readings;
    Reaching<syntax::AugmentedAssign> augmented;
    /// The places where a function is used after another definition of what it reads, with that definition.
    std::map<const syntax::Name*, std::size_t> late_uses;

    ReachingDefinitions(const syntax::Function& function, const Symbols& symbols) : symbols_(symbols) {
        State state{std::in_place};
        for (const syntax::Parameter& parameter : function.parameters)
            if (const Symbol* symbol = symbols.given(parameter.name)) {
                (*state)[symbol] = {definitions.size()};
                definitions.push_back({symbol, nullptr, nullptr, false});
            }
        block(function.body, std::move(state));
    }

  private:
    struct Loop {
        State continued, left;
    };

    /// A function reads what is around it where it is defined. So do the lambdas in an expression.
    void read(const syntax::Expr& expr, const State& state) {
        symbols_.visit(expr, [&](const Symbol& symbol, const syntax::Name& name) {
            std::set<std::size_t>& found = readings[&name];
            if (!state) return;
            const auto known = state->find(&symbol);
            if (known == state->end()) return;
            for (const std::size_t each : known->second)
                if (each & late_bit)
                    late_uses.emplace(&name, each & ~late_bit);
                else
                    found.insert(each);
        });
    }

    void define(const syntax::Name& name, const syntax::Stmt& statement, State& state, bool is_loop) {
        const Symbol* symbol = symbols_.of(name);
        if (!symbol) return;
        const auto [known, is_new] = numbers_.try_emplace(&name, definitions.size());
        if (is_new) definitions.push_back({symbol, &name, &statement, is_loop});
        if (!state) return;
        for (const auto& [function, used] : used_by_)
            if (function != symbol && used.count(symbol) != 0 && state->count(function) != 0)
                (*state)[function].insert(known->second | late_bit);
        (*state)[symbol] = {known->second};
    }

    /// Notes what a function uses of the function around it, also by the functions that it calls.
    void note_function(const syntax::Stmt& stmt) {
        const auto [target, value] = syntax::single_assignment(stmt);
        const Symbol* function = target ? symbols_.of(*target) : nullptr;
        const bool is_other_name =
            value && value->kind == syntax::ExprKind::name && used_by_.count(symbols_.of(*value)) != 0;
        if (!function || (value->kind != syntax::ExprKind::lambda && !is_other_name)) return;
        std::set<const Symbol*>& used = used_by_[function];
        symbols_.visit(*value, [&](const Symbol& symbol, const syntax::Name&) {
            used.insert(&symbol);
            if (const auto inner = used_by_.find(&symbol); inner != used_by_.end() && &inner->second != &used)
                used.insert(inner->second.begin(), inner->second.end());
        });
    }

    /// Notes a target: it defines its names, and reads the arrays and indices that it stores by.
    void bind(const syntax::Expr& target, const syntax::Stmt& statement, State& state, bool is_loop = false) {
        if (target.kind == syntax::ExprKind::name)
            return define(syntax::as<syntax::Name>(target), statement, state, is_loop);
        if (target.kind != syntax::ExprKind::tuple) return read(target, state);
        for (const auto& element : syntax::as<syntax::Tuple>(target).elements)
            bind(*element, statement, state, is_loop);
    }

    State block(const syntax::Block& statements, State state) {
        for (const auto& stmt : statements)
            state = statement(*stmt, std::move(state));
        return state;
    }

    State statement(const syntax::Stmt& stmt, State state) {
        switch (stmt.kind) {
        case StmtKind::if_: {
            const auto& branch = syntax::as<syntax::If>(stmt);
            read(*branch.condition, state);
            State then = block(branch.then_body, state);
            return either(block(branch.else_body, std::move(state)), then);
        }
        case StmtKind::while_: {
            const auto& loop = syntax::as<syntax::While>(stmt);
            const bool is_endless = is_always_true(*loop.condition);
            return repeat(
                std::move(state), loop.else_body, is_endless,
                [&](const State& head) { read(*loop.condition, head); },
                [&](State inner) { return block(loop.body, std::move(inner)); });
        }
        case StmtKind::for_: {
            const auto& loop = syntax::as<syntax::For>(stmt);
            read(*loop.iterable, state);
            return repeat(
                std::move(state), loop.else_body, false, [](const State&) {},
                [&](State inner) {
                    bind(*loop.target, loop, inner, true);
                    return block(loop.body, std::move(inner));
                });
        }
        case StmtKind::match: {
            State after;
            for (const auto& each : syntax::as<syntax::Match>(stmt).cases) {
                syntax::visit_values(stmt, [&](const syntax::Expr& expr) { read(expr, state); });
                after = either(std::move(after), block(each.body, state));
            }
            return either(std::move(after), state);
        }
        case StmtKind::break_:
            if (!loops_.empty()) loops_.back().left = either(std::move(loops_.back().left), state);
            return std::nullopt;
        case StmtKind::continue_:
            if (!loops_.empty()) loops_.back().continued = either(std::move(loops_.back().continued), state);
            return std::nullopt;
        case StmtKind::return_:
            syntax::visit_values(stmt, [&](const syntax::Expr& expr) { read(expr, state); });
            return std::nullopt;
        case StmtKind::augmented_assign: {
            const auto& assign = syntax::as<syntax::AugmentedAssign>(stmt);
            read(*assign.value, state);
            if (const Symbol* symbol = symbols_.of(*assign.target)) {
                std::set<std::size_t>& found = augmented[&assign];
                if (state)
                    for (const std::size_t each : (*state)[symbol])
                        if (!(each & late_bit)) found.insert(each);
            }
            bind(*assign.target, stmt, state);
            return state;
        }
        default:
            note_function(stmt);
            syntax::visit_values(stmt, [&](const syntax::Expr& expr) { read(expr, state); });
            syntax::visit_targets(stmt, [&](const syntax::Expr& target) { bind(target, stmt, state); });
            return state;
        }
    }

    /// Goes through a loop until nothing more reaches its head.
    template <typename Head, typename Inside>
    State repeat(State state, const syntax::Block& else_body, bool is_endless, const Head& head,
                 const Inside& inside) {
        for (;;) {
            head(state);
            loops_.emplace_back();
            State round = inside(state);
            const Loop loop = std::move(loops_.back());
            loops_.pop_back();
            const State next = either(either(state, round), loop.continued);
            if (next == state) {
                State after = is_endless ? std::nullopt : block(else_body, std::move(state));
                return either(std::move(after), loop.left);
            }
            state = next;
        }
    }

    /// Marks the definitions in the state of a function that change what it uses after its own definition.
    static constexpr std::size_t late_bit = ~(~std::size_t{0} >> 1);

    const Symbols& symbols_;
    std::unordered_map<const syntax::Name*, std::size_t> numbers_;
    std::map<const Symbol*, std::set<const Symbol*>> used_by_; ///< by the names of functions
    std::vector<Loop> loops_;
};

/// Disjoint sets of definitions: a set holds those that reach one use together.
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            parents_.push_back(i);
    }
    std::size_t find(std::size_t definition) const {
        while (parents_[definition] != definition)
            definition = parents_[definition];
        return definition;
    }
    void unite(const std::set<std::size_t>& definitions) {
        for (const std::size_t each : definitions) {
            const std::size_t one = find(*definitions.begin()), other = find(each);
            parents_[std::max(one, other)] = std::min(one, other);
        }
    }

  private:
    std::vector<std::size_t> parents_; ///< the root of a set is its first definition
};

} // namespace

Versions separate_versions(const syntax::Function& function, Symbols& symbols) {
    const ReachingDefinitions reaching(function, symbols);
    DisjointSets sets(reaching.definitions.size());
    for (const auto& [name, found] : reaching.readings.in_text())
        sets.unite(found);
    for (const auto& [assign, found] : reaching.augmented.in_text())
        sets.unite(found);

    // The first set of each symbol keeps it; the others get symbols of their own.
    std::map<std::size_t, const Symbol*> of_sets;
    std::set<const Symbol*> met;
    for (std::size_t i = 0; i < reaching.definitions.size(); ++i) {
        const Symbol* symbol = reaching.definitions[i].symbol;
        if (sets.find(i) == i) of_sets[i] = met.insert(symbol).second ? symbol : &symbols.part(*symbol);
    }
    Versions versions;
    std::vector<std::size_t> places(reaching.definitions.size());
    for (std::size_t i = 0; i < reaching.definitions.size(); ++i) {
        const Symbol* symbol = of_sets.at(sets.find(i));
        const ReachingDefinitions::Definition& found = reaching.definitions[i];
        if (found.name) symbols.mean(*found.name, *symbol);
        auto& known = versions.of_symbols[symbol].definitions;
        places[i] = known.size();
        const Span span = found.statement ? found.statement->span : function.name_span;
        known.push_back({found.name, span, found.statement, found.is_loop, {}});
    }
    const auto note = [&](const syntax::Name& name, const std::set<std::size_t>& found) {
        if (found.empty()) return; // before any value, or where nothing comes
        const Symbol* symbol = of_sets.at(sets.find(*found.begin()));
        symbols.mean(name, *symbol);
        Reading& reading = versions.of_symbols[symbol].readings.emplace_back(Reading{&name, {}, nullptr});
        for (const std::size_t each : found)
            reading.definitions.push_back(places[each]);
    };
    for (const auto& [name, found] : reaching.readings.in_text())
        note(*name, found);
    for (const auto& [assign, found] : reaching.augmented.in_text()) {
        if (found.empty()) continue;
        const auto& target = syntax::as<syntax::Name>(*assign->target);
        const auto name = std::make_shared<const syntax::Name>(target.span, target.id);
        note(*name, found);
        versions.read_names.emplace(assign, name);
    }
    for (const auto& [name, definition] : reaching.late_uses)
        versions.late_uses.push_back({name, reaching.definitions[definition].name});
    std::sort(versions.late_uses.begin(), versions.late_uses.end(),
              [](const auto& one, const auto& other) { return one.use->span.begin < other.use->span.begin; });
    return versions;
}

namespace {

bool is_inside(Span inner, Span outer) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Returns the type that numba gives the value of a definition; null if it is not known, or no number.
const Type* type_of(Body& body, const Local& local, const Definition& definition) {
    if (!definition.name) {
        const program::Variable* given = facts_of(body, local).given;
        return given ? given->type : nullptr;
    }
    const Type* type = nullptr;
    for (const Local::Origin& origin : local.origins) {
        if (!is_inside(origin.span, definition.statement)) continue;
        if (origin.statement && origin.statement != definition.node) continue; // of another copy
        type = type ? unified(type, origin.type) : origin.type;
        if (!type) return nullptr;
    }
    return type && type->is_number() ? type : nullptr;
}

/// Returns whether a variable of the one type gives the same results as one of the other.
bool are_alike(const Type* one, const Type* other) {
    const auto is_plain = [](const Type* type) { return type == Type::int32() || type == Type::int64(); };
    return one == other || (is_plain(one) && is_plain(other));
}

void forget_types(SymbolVersions& versions) {
    for (Definition& each : versions.definitions)
        each.types.clear();
    for (Reading& each : versions.readings)
        each.type = nullptr;
}

/// Finds the types of one symbol's versions. `own` is the type of all its values.
void find_types(Body& body, SymbolVersions& versions, const Local& local, const Type* own) {
    std::vector<const Type*> values;
    for (const Definition& each : versions.definitions) {
        values.push_back(type_of(body, local, each));
        if (!values.back()) return;
    }
    std::vector<std::set<const Type*>> wanted(values.size());
    for (Reading& reading : versions.readings) {
        const Type* type = values[reading.definitions.front()];
        for (const std::size_t each : reading.definitions)
            type = type ? unified(type, values[each]) : nullptr;
        if (!type) return forget_types(versions);
        if (are_alike(type, own)) type = own;
        if (type != own) reading.type = type;
        for (const std::size_t each : reading.definitions)
            wanted[each].insert(type);
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i].empty() || (wanted[i].size() == 1 && wanted[i].count(own))) continue;
        std::vector<const Type*>& types = versions.definitions[i].types;
        types.assign(wanted[i].begin(), wanted[i].end());
        std::sort(types.begin(), types.end(), [](const Type* one, const Type* other) {
            return one != other && unified(one, other) == other;
        });
    }
}

/// Returns what the name is in the symbol's versions: a reading, else a definition.
const Reading* reading_of(const SymbolVersions& versions, const syntax::Expr& name) {
    const auto found = std::find_if(versions.readings.begin(), versions.readings.end(),
                                    [&](const Reading& each) { return each.name == &name; });
    return found == versions.readings.end() ? nullptr : &*found;
}
const Definition* definition_of(const SymbolVersions& versions, const syntax::Expr& name) {
    const auto found = std::find_if(versions.definitions.begin(), versions.definitions.end(),
                                    [&](const Definition& each) { return each.name == &name; });
    return found == versions.definitions.end() ? nullptr : &*found;
}

program::Variable* variable_of(Body& body, const Symbol& symbol, const Local& local, const Type* type) {
    if (!type || type == local.variable->type) return local.variable;
    program::Variable* given = facts_of(body, local).given;
    if (given && given->type == type) return given;
    program::Variable*& known = state_of(body).versions.others[{&symbol, type}];
    if (!known) {
        known =
            body.function.add_variable(symbol.name, type, program::VariableRole::local, local.variable->span);
        body.of_variables[known] = &symbol;
    }
    return known;
}

void copy(Body& body, const Symbol& symbol, const Local& local, const Definition& definition,
          program::Block& out) {
    const Span span = definition.name ? definition.name->span : local.variable->span;
    if (definition.types.empty()) return;
    program::Variable* from = definition.name ? variable_of(body, symbol, local, definition.types.front())
                                              : facts_of(body, local).given;
    for (const Type* type : definition.types) {
        program::Variable* to = variable_of(body, symbol, local, type);
        if (to == from) continue;
        out.push_back(program::make_assign(to, convert(strong(program::make_ref(from, span)), type), span));
    }
}

} // namespace

void separate_versions(Body& body) {
    state_of(body).versions = separate_versions(*body.info.syntax, body.symbols);
}

void separate_parameter(Body& body, Local& local) {
    program::Variable* parameter = local.variable;
    const Symbol& symbol = *body.of_variables.at(parameter);
    const auto known = state_of(body).versions.of_symbols.find(&symbol);
    const bool is_given_others =
        known != state_of(body).versions.of_symbols.end() && known->second.definitions.size() > 1;
    if (!is_given_others || !parameter->type->is_number()) return;
    local.kind = Local::Inferred{};
    facts_of(body, local).given = parameter;
    set_variable(body, symbol,
                 body.function.add_variable(parameter->name, Type::bool_(), program::VariableRole::local,
                                            parameter->span));
}

void give_parameters(Body& body, program::Block& out) {
    for (auto& [symbol, local] : body.locals) {
        program::Variable* given = facts_of(body, local).given;
        if (!given || given == local.variable) continue;
        join(body, local, given->type, given->span);
        if (!body.is_final()) continue;
        const Span span = given->span;
        program::Variable* variable = local.variable;
        if (variable->type == given->type) {
            set_variable(body, *symbol, given);
            std::erase_if(body.function.variables, [&](const auto& each) { return each.get() == variable; });
            continue;
        }
        const Definition& definition = state_of(body).versions.of_symbols.at(symbol).definitions.front();
        if (!definition.types.empty()) {
            copy(body, *symbol, local, definition, out);
            continue;
        }
        out.push_back(program::make_assign(
            variable, convert(strong(program::make_ref(given, span)), variable->type), span));
    }
}

void forget_versions(Body& body) {
    for (const auto& other : state_of(body).versions.others) {
        const program::Variable* variable = other.second;
        body.of_variables.erase(variable);
        std::erase_if(body.function.variables, [&](const auto& each) { return each.get() == variable; });
    }
    state_of(body).versions.others.clear();
}

void settle_versions(Body& body) {
    for (const auto& [symbol, local] : body.locals) {
        const auto found = state_of(body).versions.of_symbols.find(symbol);
        if (found == state_of(body).versions.of_symbols.end() || local.fixed()) continue;
        SymbolVersions& versions = found->second;
        const SymbolVersions before = versions;
        forget_types(versions);
        if (local.variable->type->is_number()) find_types(body, versions, local, local.variable->type);
        const bool is_same =
            std::equal(
                before.definitions.begin(), before.definitions.end(), versions.definitions.begin(),
                [](const Definition& one, const Definition& other) { return one.types == other.types; }) &&
            std::equal(before.readings.begin(), before.readings.end(), versions.readings.begin(),
                       [](const Reading& one, const Reading& other) { return one.type == other.type; });
        body.inference.again |= !is_same;
    }
}

program::Variable* variable_for(Body& body, const Local& local, const syntax::Expr& name) {
    const Symbol* symbol = body.symbols.of(name);
    const auto found = state_of(body).versions.of_symbols.find(symbol);
    if (found == state_of(body).versions.of_symbols.end()) return local.variable;
    if (const Definition* definition = definition_of(found->second, name))
        return definition->types.empty() ? local.variable
                                         : variable_of(body, *symbol, local, definition->types.front());
    const Reading* reading = reading_of(found->second, name);
    return reading ? variable_of(body, *symbol, local, reading->type) : local.variable;
}

const syntax::Name* read_by(const Body& body, const syntax::AugmentedAssign& stmt) {
    const auto& names = state_of(body).versions.read_names;
    const auto found = names.find(&stmt);
    return found == names.end() ? nullptr : found->second.get();
}

const syntax::Name* other_read(Body& body, const syntax::AugmentedAssign& stmt) {
    const syntax::Name* name = read_by(body, stmt);
    if (!name) return nullptr;
    const Local *read = find_local(body, *name), *changed = find_local(body, *stmt.target);
    if (!read || !changed || (read == changed && read->fixed())) return nullptr;
    const bool is_same =
        read == changed && variable_for(body, *read, *name) == variable_for(body, *changed, *stmt.target);
    return is_same ? nullptr : name;
}

void copy_versions(Body& body, const syntax::Stmt& stmt, program::Block& out) {
    syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
        syntax::visit_bound_names(target, [&](const syntax::Name& name) {
            const Local* local = find_local(body, name);
            const Symbol* symbol = body.symbols.of(name);
            const auto found = state_of(body).versions.of_symbols.find(symbol);
            if (!local || local->fixed() || found == state_of(body).versions.of_symbols.end()) return;
            if (const Definition* definition = definition_of(found->second, name))
                copy(body, *symbol, *local, *definition, out);
        });
    });
}

void report_late_uses(Body& body) {
    for (const LateUse& each : state_of(body).versions.late_uses)
        report(body,
               diag::NoOther{"`" + each.use->id + "` after another assignment of `" + each.changed->id +
                                 "`, which it read where it was defined,",
                             "define it again after the assignment, or give it the value as an argument"},
               each.use->span, {{each.changed->span, "the name gets another value here"}});
}

void report_mixed_types(Body& body) {
    for (const auto& [symbol, local] : body.locals) {
        const auto found = state_of(body).versions.of_symbols.find(symbol);
        if (found == state_of(body).versions.of_symbols.end() || local.fixed()) continue;
        // A loop has one counter; and what is read as types of which neither holds the other has no first
        // one.
        const auto is_refused = [](const Definition& each) {
            return !each.types.empty() &&
                   (each.is_loop || std::any_of(each.types.begin(), each.types.end(), [&](const Type* type) {
                        return unified(each.types.front(), type) != type;
                    }));
        };
        for (const Definition& each : found->second.definitions)
            if (is_refused(each))
                report(body,
                       diag::NoOther{"reading `" + symbol->name + "` as `" + each.types.front()->name() +
                                     "` and as `" + local.variable->type->name() + "` elsewhere"},
                       each.statement);
    }
}

} // namespace cudapy::checker::numba
