#include "translator/emit/helpers/helpers.h"

#include "translator/emit/cpp/scalars.h"
#include "translator/emit/helpers/atomic_helpers.h"
#include "translator/emit/helpers/checks.h"
#include "translator/emit/helpers/complex_helpers.h"
#include "translator/emit/helpers/helper_table.h"
#include "translator/emit/helpers/instrumentation.h"
#include "translator/emit/helpers/template.h"
#include "translator/emit/helpers/warp_helpers.h"
#include "translator/program/operation_helpers.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace cudapy::emit {

using program::Helper;

namespace {

/// The functions of the C library that texts call, by their names for doubles.
struct LibmFunction {
    std::string_view name;
    int operands;
};
constexpr LibmFunction libm[] = {{"atan2", 2}, {"cbrt", 1}, {"copysign", 2}, {"exp10", 1},
                                 {"cos", 1},   {"exp", 1},  {"fabs", 1},     {"floor", 1},
                                 {"fma", 3},   {"fmod", 2}, {"hypot", 2},    {"log", 1},
                                 {"pow", 2},   {"rint", 1}, {"sin", 1},      {"sqrt", 1}};

/// Returns the function that has this name for doubles or for floats; null for none.
const LibmFunction* find_libm(std::string_view name) {
    for (const LibmFunction& each : libm)
        if (name.starts_with(each.name) &&
            (name.size() == each.name.size() || name.substr(each.name.size()) == "f"))
            return &each;
    return nullptr;
}

/// Returns the words that the texts of all helpers have.
Words words_of(const Type* type, const std::string& name, const std::string& qualifier, Target target) {
    const bool is_single = type == Type::float32() || type == Type::complex64();
    const bool is_wide = type->size() == 8;
    Words words;
    words.texts = {
        {"T", type_text(type)},
        {"T_field", field_type_text(type)},
        {"M", type_text(program::mask_type())},
        {"N", name},
        {"Q", qualifier},
        {"U", is_wide ? "uint64_t" : "unsigned"},
        {"WIDTH", is_wide ? "64" : "32"},
        {"CLZ", is_wide ? "__builtin_clzll" : "__builtin_clz"},
        {"BSWAP", is_wide ? "__builtin_bswap64" : "__builtin_bswap32"},
        {"ZERO", is_single ? "0.0f" : "0.0"},
        {"HALF", is_single ? "0.5f" : "0.5"},
        {"LEAST", is_single ? "1e-30f" : "1e-290"},
        {"NEAR", is_single ? "1e-5f" : "1e-13"},
        {"TENS", is_single ? "10" : "22"},
        {"MULTIPLY", is_single ? "__fmul_rn" : "__dmul_rn"},
    };
    if (type->is_complex()) words.texts["R"] = type_text(type->fields()[0].type);
    words.libm_suffix = is_single ? "f" : "";
    words.builtin_prefix = target == Target::cpu ? "__builtin_" : "";
    return words;
}

/// Returns the type that tells the overloads of a helper apart.
const Type* operand_type(const program::HelperCall& call) {
    if (call.arguments.empty()) return program::mask_type();
    if (call.helper == Helper::complex_rect) return call.type;
    return call.arguments[is_warp_reduction(call.helper) ? 1 : 0]->type;
}

} // namespace

void add_helpers(const program::Function& function, Target target, std::vector<HelperUse>& uses) {
    const auto look = [&](const program::Function& variant) {
        visit_all(variant.body, [&](const program::Expr& expr) {
            using namespace program;
            if (const auto helper = complex_operator(expr)) uses.emplace_back(*helper, operand_of(expr));
            if (expr.kind == ExprKind::helper_call) {
                const auto& call = as<HelperCall>(expr);
                uses.emplace_back(call.helper, operand_type(call));
                if (program::find_atomic(call.helper))
                    for (const HelperUse& part : atomic_helper_parts(call.helper, operand_type(call), target))
                        uses.push_back(part);
                if (call.helper == Helper::complex_power) // it is made of these
                    for (const Helper part : {Helper::complex_multiply, Helper::complex_divide})
                        uses.emplace_back(part, operand_type(call));
            }
            if (expr.kind != ExprKind::builtin_call) return;
            const auto& call = as<BuiltinCall>(expr);
            if (call.builtin->special == Special::min || call.builtin->special == Special::max)
                uses.emplace_back(call.builtin->special == Special::min ? Helper::minimum : Helper::maximum,
                                  expr.type);
        });
    };
    const auto look_for_vectorized = [&](const program::Function& variant) {
        using namespace program;
        visit_statements(variant.body, [&](const Stmt& stmt) {
            if (stmt.kind != StmtKind::vectorized_access) return;
            const bool stores = as<VectorizedAccess>(stmt).stores;
            uses.emplace_back(stores ? Helper::store_vectorized : Helper::load_vectorized, Type::int32());
        });
    };
    look(function.block ? *function.block : function);
    if (function.strip) look(*function.strip);
    if (!function.coarsened) return;
    look(*function.coarsened);
    look_for_vectorized(*function.coarsened);
}

void sort_helpers(std::vector<HelperUse>& uses) {
    std::sort(uses.begin(), uses.end(), [](const HelperUse& a, const HelperUse& b) {
        const auto key = [](const HelperUse& use) { // helpers for vectors call the others
            const Type* type = use.second;
            return std::tuple(use.first, type->is_vector(), type->scalar_kind(),
                              std::string_view(type->name()));
        };
        return key(a) < key(b);
    });
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
}

bool is_operator(Helper helper) {
    return helper >= Helper::complex_add && helper <= Helper::complex_unequal;
}

std::string helper_name(Helper helper, Target target) {
    if (is_by_components(helper, target)) return "add_components";
    return std::string(row_of(helper).emitted);
}

std::set<std::string> helper_dependencies(const std::vector<HelperUse>& uses) {
    std::set<std::string> names;
    for (const auto& [helper, type] : uses) {
        if (program::find_atomic(helper) || is_warp_reduction(helper)) continue;
        const std::string text =
            filled(text_of(helper, type, Target::cpu).text, words_of(type, "", "", Target::cpu));
        for (std::size_t begin = 0, end = 0; begin < text.size(); begin = std::max(end, begin + 1)) {
            for (end = begin; end < text.size() && is_word_character(text[end]);)
                ++end;
            if (const std::string word = text.substr(begin, end - begin); find_libm(word)) names.insert(word);
        }
    }
    return names;
}

int operands_of_libm(const std::string& name) {
    return find_libm(name)->operands;
}

namespace {

HelperTemplate template_of(Helper helper, const Type* type, Target target) {
    if (program::find_atomic(helper)) return atomic_template(helper, type, target);
    if (is_warp_reduction(helper)) return reduction_template(helper, type, target);
    const HelperText& row = text_of(helper, type, target);
    return {row.comment, row.text};
}

/// Adds the words that the texts of some helpers have besides those of all.
void add_words_of_family(Words& words, Helper helper, const Type* type, const Dialect& dialect) {
    if (program::find_atomic(helper)) add_atomic_words(words, helper, type, dialect);
    if (is_warp_reduction(helper)) add_reduction_words(words, helper, type, dialect.target);
    if (is_instrumentation(helper)) add_recorder_words(words, dialect);
    words.texts["TURNS"] = dialect.turns;
    if (is_check(helper)) add_check_words(words, helper, type, dialect);
}

/// Returns the name of a helper as a part of a file, which says all that its text depends on.
std::string name_of_part(Helper helper, const Type* type, const Dialect& dialect) {
    std::string name = "helper " + std::string(row_of(helper).name) + "(" + type->name() + ")";
    if (is_check(helper) && dialect.target == Target::cpu && dialect.index64)
        name += " of 64-bit coordinates";
    if (is_check(helper) && dialect.stubs) name += " with stubs";
    if (is_check(helper) && dialect.checks_go_on) name += " that goes on";
    return name;
}

} // namespace

void write_helpers(Writer& writer, const std::vector<HelperUse>& uses, const Dialect& dialect,
                   const std::string& qualifier) {
    for (const auto& [helper, type] : uses) {
        const HelperTemplate text = template_of(helper, type, dialect.target);
        Words words = words_of(type, dialect.helper_names.at(helper), qualifier, dialect.target);
        add_words_of_family(words, helper, type, dialect);
        writer.part(name_of_part(helper, type, dialect), [&] {
            writer.blank();
            if (!text.comment.empty()) writer.prose(filled(text.comment, words));
            writer.raw(filled(text.text, words));
        });
    }
}

} // namespace cudapy::emit
