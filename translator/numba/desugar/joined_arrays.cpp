#include "translator/numba/desugar/joined_arrays.h"

#include "translator/check/body/body.h"
#include "translator/check/body/symbols.h"
#include "translator/numba/locals/versions.h"
#include "translator/syntax/clone.h"
#include "translator/syntax/names.h"
#include "translator/syntax/walk.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cudapy::checker::numba {

namespace {

/// Returns the name that a statement declares as an array of the kernel's own; null for any other statement.
const syntax::Name* declared_array(Body& body, const std::set<std::string>& own, const syntax::Stmt& stmt) {
    const auto [target, value] = syntax::single_assignment(stmt);
    if (!target || target->kind != syntax::ExprKind::name || value->kind != syntax::ExprKind::call)
        return nullptr;
    const syntax::Expr& function = *syntax::as<syntax::Call>(*value).function;
    const syntax::Name* root = syntax::root_name(function);
    if (!root || own.contains(root->id)) return nullptr;
    const auto found = body.environment.entity(function);
    const bool makes =
        found && found->kind == Entity::Kind::builtin &&
        (found->builtin->special == Special::shared || found->builtin->special == Special::local);
    return makes ? &syntax::as<syntax::Name>(*target) : nullptr;
}

/// Returns the declarations of arrays of which several meet in one name.
std::set<const syntax::Stmt*> joined_declarations(Body& body) {
    const syntax::Function& function = *body.info.syntax;
    const std::set<std::string> own = syntax::own_names(function);
    std::map<const syntax::Name*, const syntax::Stmt*> declarations;
    std::map<std::string, int> counts;
    bool has_several = false;
    syntax::visit_statements(function.body, [&](const syntax::Stmt& stmt) {
        const syntax::Name* name = declared_array(body, own, stmt);
        if (!name) return;
        declarations.emplace(name, &stmt);
        has_several |= ++counts[name->id] > 1;
    });
    if (!has_several) return {};
    Symbols symbols(function, {});
    const Versions versions = separate_versions(function, symbols);
    std::set<const syntax::Stmt*> joined;
    for (const auto& [symbol, version] : versions.of_symbols) {
        std::vector<const syntax::Stmt*> met;
        for (const Definition& definition : version.definitions)
            if (const auto found = declarations.find(definition.name); found != declarations.end())
                met.push_back(found->second);
        if (met.size() > 1) joined.insert(met.begin(), met.end());
    }
    return joined;
}

/// Writes a function with names for the arrays.
class Separation {
  public:
    Separation(const syntax::Function& function, std::set<const syntax::Stmt*> declarations)
        : names_(syntax::all_names(function)), declarations_(std::move(declarations)) {}

    syntax::Block block(const syntax::Block& statements) {
        syntax::Block result;
        for (const syntax::StmtPtr& stmt : statements) {
            if (declarations_.contains(stmt.get()))
                declare(*stmt, result);
            else
                result.push_back(copy(*stmt));
        }
        return result;
    }

  private:
    syntax::StmtPtr copy(const syntax::Stmt& stmt) {
        syntax::StmtPtr copy = syntax::clone(stmt);
        std::vector<syntax::Block> blocks;
        syntax::visit_blocks(stmt, [&](const syntax::Block& each) { blocks.push_back(block(each)); });
        std::size_t next = 0;
        syntax::visit_blocks(*copy, [&](const syntax::Block& each) {
            const_cast<syntax::Block&>(each) = std::move(blocks[next++]); // the copy is not const
        });
        return copy;
    }

    void declare(const syntax::Stmt& stmt, syntax::Block& out) {
        const auto [target, value] = syntax::single_assignment(stmt);
        const std::string name = fresh(syntax::as<syntax::Name>(*target).id + "_array");
        const auto assign = [&, target = target](const std::string& to, syntax::ExprPtr what) {
            std::vector<syntax::ExprPtr> targets;
            targets.push_back(std::make_unique<syntax::Name>(target->span, to));
            out.push_back(std::make_unique<syntax::Assign>(stmt.span, std::move(targets), std::move(what)));
        };
        assign(name, syntax::clone(*value));
        out.back()->comments = stmt.comments;
        assign(syntax::as<syntax::Name>(*target).id, std::make_unique<syntax::Name>(value->span, name));
    }

    std::string fresh(const std::string& stem) {
        std::string name = stem;
        for (int number = 2; !names_.insert(name).second; ++number)
            name = stem + "_" + std::to_string(number);
        return name;
    }

    std::set<std::string> names_;
    const std::set<const syntax::Stmt*> declarations_;
};

} // namespace

void separate_joined_arrays(Body& body) {
    std::set<const syntax::Stmt*> declarations = joined_declarations(body);
    if (declarations.empty()) return;
    Separation separation(*body.info.syntax, std::move(declarations));
    body.info.rewrite(separation.block(body.info.syntax->body));
}

} // namespace cudapy::checker::numba
