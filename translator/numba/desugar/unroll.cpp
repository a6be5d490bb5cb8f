#include "translator/numba/desugar/unroll.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace cudapy::checker::numba {

namespace {

/// Returns the number of items of a local name whose values are all tuples of one length, written out.
std::optional<std::size_t> local_length(const syntax::Function& function, const std::string& name) {
    std::set<std::size_t> lengths;
    std::size_t bindings = 0, tuples = 0;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        syntax::visit_targets(stmt, [&](const syntax::Expr& target) {
            syntax::visit_bound_names(target, [&](const syntax::Name& each) { bindings += each.id == name; });
        });
        const auto [target, value] = syntax::single_assignment(stmt);
        if (!target || target->kind != syntax::ExprKind::name || syntax::as<syntax::Name>(*target).id != name)
            return;
        if (value->kind != syntax::ExprKind::tuple) return;
        ++tuples;
        lengths.insert(syntax::as<syntax::Tuple>(*value).elements.size());
    });
    return bindings == tuples && lengths.size() == 1 ? std::optional(*lengths.begin()) : std::nullopt;
}

/// Returns the number of items of a parameter, or of a name that is captured.
std::optional<std::size_t> given_length(Body& body, const syntax::Expr& expr) {
    const syntax::Function& function = *body.info.syntax;
    for (std::size_t i = 0; i < function.parameters.size() && expr.kind == syntax::ExprKind::name; ++i) {
        if (function.parameters[i].name != syntax::as<syntax::Name>(expr).id || body.info.place(i) < 0)
            continue;
        const Type* type = body.function.parameters[static_cast<std::size_t>(body.info.place(i))]->type;
        return type->is_tuple() ? std::optional(type->fields().size()) : std::nullopt;
    }
    const auto found = body.environment.entity(expr);
    const bool is_tuple = found && found->kind == Entity::Kind::constant && found->binding->path == "tuple";
    return is_tuple ? std::optional(found->binding->elements.size()) : std::nullopt;
}

/// Returns the number of items of a name, of attributes of a name, or of a tuple that is written out.
std::optional<std::size_t> length(Body& body, const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::tuple) return syntax::as<syntax::Tuple>(expr).elements.size();
    const syntax::Name* name = syntax::root_name(expr);
    if (!name) return std::nullopt;
    if (!syntax::bound_names(body.info.syntax->body).count(name->id)) return given_length(body, expr);
    const auto& parameters = body.info.syntax->parameters;
    const bool is_parameter = std::any_of(parameters.begin(), parameters.end(),
                                          [&](const auto& each) { return each.name == name->id; });
    return expr.kind == syntax::ExprKind::name && !is_parameter ? local_length(*body.info.syntax, name->id)
                                                                : std::nullopt;
}

/// Returns what is in the parentheses of `literal_unroll(items)`.
const syntax::Expr* items_of(const syntax::For& loop) {
    const auto& arguments = syntax::as<syntax::Call>(*loop.iterable).arguments;
    const bool is_one = arguments.size() == 1 && arguments[0].keyword.empty() && arguments[0].stars == 0;
    return is_one ? arguments[0].value.get() : nullptr;
}

bool has_lambdas(const syntax::For& loop) {
    bool found = false;
    syntax::visit_all(loop.body,
                      [&](const syntax::Expr& each) { found |= each.kind == syntax::ExprKind::lambda; });
    return found;
}

bool means_range(Body& body) {
    if (syntax::all_names(*body.info.syntax).count("range") &&
        syntax::bound_names(body.info.syntax->body).count("range"))
        return false;
    const Entity entity = body.environment.name("range");
    return entity.kind == Entity::Kind::builtin && entity.builtin->special == Special::range;
}

/// Why a loop is not written out.
std::optional<diag::NoOther> problem(Body& body, const syntax::For& loop) {
    const syntax::Expr* items = items_of(loop);
    if (!items) return diag::NoOther{"`literal_unroll` of anything but one tuple", "give it one tuple"};
    const auto count = length(body, *items);
    if (!count)
        return diag::NoOther{"`literal_unroll` of `" + text(body, *items) + "`",
                             "give it a tuple that is written out, an argument, or a tuple of numbers from "
                             "outside the function"};
    if (*count == 0) return diag::NoOther{"`literal_unroll` of an empty tuple", "leave the loop out"};
    if (has_lambdas(loop))
        return diag::NoOther{"a lambda in a loop over `literal_unroll`", "define it before the loop"};
    if (!means_range(body))
        return diag::NoOther{"`literal_unroll` where `range` is another name's", "call the name otherwise"};
    return std::nullopt;
}

/// Writes the loops of one function out.
class Unroller {
  public:
    explicit Unroller(Body& body) : body_(body), names_(syntax::all_names(*body.info.syntax)) {}

    bool has_loops(const syntax::Block& block) {
        bool found = false;
        syntax::visit_statements(block, [&](const syntax::Stmt& stmt) {
            found |= stmt.kind == syntax::StmtKind::for_ && is_written_out(syntax::as<syntax::For>(stmt));
        });
        return found;
    }

    /// Returns a copy of the block in which the loops are written out.
    syntax::Block block(const syntax::Block& statements) {
        syntax::Block copies = syntax::clone(statements);
        for (std::size_t i = 0; i < statements.size(); ++i)
            settle(*statements[i], *copies[i]);
        syntax::Block result;
        for (std::size_t i = 0; i < statements.size(); ++i) {
            const bool is_loop = statements[i]->kind == syntax::StmtKind::for_ &&
                                 is_written_out(syntax::as<syntax::For>(*statements[i]));
            if (is_loop)
                write_out(static_cast<syntax::For&>(*copies[i]), result);
            else
                result.push_back(std::move(copies[i]));
        }
        return result;
    }

  private:
    bool is_written_out(const syntax::For& loop) { return is_unrolled(body_, loop) && !problem(body_, loop); }

    /// Writes the loops out in the blocks of a statement, whose copy gets the new blocks.
    void settle(const syntax::Stmt& stmt, syntax::Stmt& copy) {
        std::vector<syntax::Block> blocks;
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) { blocks.push_back(block(each)); });
        std::size_t next = 0;
        syntax::visit_blocks(copy, [&](const syntax::Block& each) {
            const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
        });
    }

    std::string fresh(const std::string& stem) {
        std::string name = stem;
        for (int number = 2; !names_.insert(name).second; ++number)
            name = stem + std::to_string(number);
        return name;
    }

    static syntax::StmtPtr assign(Span span, syntax::ExprPtr target, syntax::ExprPtr value) {
        std::vector<syntax::ExprPtr> targets;
        targets.push_back(std::move(target));
        return std::make_unique<syntax::Assign>(span, std::move(targets), std::move(value));
    }

    /// Returns the items as expressions that mean the same in each iteration. Values that the body may change
    /// are computed before the loop.
    std::vector<syntax::ExprPtr> items(const syntax::For& loop, const std::string& stem,
                                       syntax::Block& before) {
        const std::set<std::string> bound = syntax::bound_names(loop.body);
        const auto targets = target_names(loop);
        const auto is_kept = [&](const syntax::Expr& expr) {
            const syntax::Name* name = syntax::root_name(expr);
            return name ? !bound.count(name->id) && !targets.count(name->id)
                        : expr.kind == syntax::ExprKind::integer || expr.kind == syntax::ExprKind::floating ||
                              expr.kind == syntax::ExprKind::boolean;
        };
        const auto kept = [&](const syntax::ExprPtr& expr) -> syntax::ExprPtr {
            if (is_kept(*expr)) return syntax::clone(expr);
            const std::string name = fresh(stem + "_item");
            before.push_back(
                assign(expr->span, std::make_unique<syntax::Name>(expr->span, name), syntax::clone(expr)));
            return std::make_unique<syntax::Name>(expr->span, name);
        };
        const syntax::ExprPtr& given = syntax::as<syntax::Call>(*loop.iterable).arguments[0].value;
        std::vector<syntax::ExprPtr> result;
        if (given->kind == syntax::ExprKind::tuple) {
            for (const syntax::ExprPtr& each : syntax::as<syntax::Tuple>(*given).elements)
                result.push_back(kept(each));
            return result;
        }
        const syntax::ExprPtr tuple = kept(given);
        const std::size_t count = *length(body_, *given);
        for (std::size_t i = 0; i < count; ++i)
            result.push_back(std::make_unique<syntax::Subscript>(
                given->span, syntax::clone(tuple), std::make_unique<syntax::Integer>(given->span, i, false)));
        return result;
    }

    static std::set<std::string> target_names(const syntax::For& loop) {
        std::set<std::string> names;
        syntax::visit_bound_names(*loop.target, [&](const syntax::Name& name) { names.insert(name.id); });
        return names;
    }

    void write_out(syntax::For& loop, syntax::Block& out) {
        const Span span = loop.span;
        const std::set<std::string> targets = target_names(loop);
        const std::string stem = targets.empty() ? "each" : *targets.begin();
        std::vector<syntax::ExprPtr> values = items(loop, stem, out);
        const std::string counter = fresh(stem + "_number");
        const std::size_t count = values.size();

        auto counting = std::make_unique<syntax::For>(span, std::make_unique<syntax::Name>(span, counter),
                                                      range(span, count));
        counting->comments = loop.comments;
        counting->else_body = std::move(loop.else_body);
        syntax::Block* place = &counting->body;
        for (std::size_t i = 0; i < count; ++i) {
            syntax::Block round;
            round.push_back(assign(span, syntax::clone(loop.target), std::move(values[i])));
            for (const syntax::StmtPtr& each : loop.body)
                round.push_back(syntax::clone(*each));
            if (i + 1 == count) {
                *place = std::move(round);
                break;
            }
            auto branch = std::make_unique<syntax::If>(span, equals(span, counter, i));
            branch->is_elif = i > 0;
            branch->then_body = std::move(round);
            syntax::Block& next = branch->else_body;
            place->push_back(std::move(branch));
            place = &next;
        }
        out.push_back(std::move(counting));
    }

    static syntax::ExprPtr range(Span span, std::size_t count) {
        std::vector<syntax::Argument> arguments(1);
        arguments[0].value = std::make_unique<syntax::Integer>(span, count, false);
        return std::make_unique<syntax::Call>(span, std::make_unique<syntax::Name>(span, "range"),
                                              std::move(arguments));
    }

    static syntax::ExprPtr equals(Span span, const std::string& name, std::size_t number) {
        std::vector<syntax::ExprPtr> operands;
        operands.push_back(std::make_unique<syntax::Name>(span, name));
        operands.push_back(std::make_unique<syntax::Integer>(span, number, false));
        return std::make_unique<syntax::Compare>(span, std::move(operands),
                                                 std::vector{syntax::CompareOp::eq}, std::vector{span});
    }

    Body& body_;
    std::set<std::string> names_;
};

} // namespace

bool is_unrolled(Body& body, const syntax::For& loop) {
    if (loop.iterable->kind != syntax::ExprKind::call) return false;
    const syntax::Expr& function = *syntax::as<syntax::Call>(*loop.iterable).function;
    const syntax::Name* name = syntax::root_name(function);
    if (!name || syntax::bound_names(body.info.syntax->body).count(name->id)) return false;
    const auto& parameters = body.info.syntax->parameters;
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const auto& each) { return each.name == name->id; }))
        return false;
    const auto found = body.environment.entity(function);
    return found && found->kind == Entity::Kind::unroll;
}

void unroll_loops(Body& body) {
    Unroller unroller(body);
    if (!unroller.has_loops(body.info.syntax->body)) return;
    body.info.rewrite(unroller.block(body.info.syntax->body));
}

void report_not_unrolled(Body& body, const syntax::For& loop) {
    if (const auto found = problem(body, loop)) report(body, *found, loop.iterable->span);
}

} // namespace cudapy::checker::numba
