#include "translator/emit/helpers/helpers.h"

#include "translator/emit/cpp/scalars.h"
#include "translator/emit/helpers/atomic_helpers.h"
#include "translator/emit/helpers/checks.h"
#include "translator/emit/helpers/complex_helpers.h"
#include "translator/emit/helpers/helper_table.h"
#include "translator/emit/helpers/notes.h"
#include "translator/emit/helpers/warp_helpers.h"
#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace cudapy::emit {

using program::Helper;

namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The functions of the C library that texts call, by their names for doubles.
struct LibmFunction {
    std::string_view name;
    int operands;
};
constexpr LibmFunction libm[] = {{"atan2", 2}, {"copysign", 2}, {"cos", 1}, {"exp", 1},
                                 {"fabs", 1},  {"floor", 1},    {"fma", 3}, {"fmod", 2},
                                 {"hypot", 2}, {"rint", 1},     {"sin", 1}, {"sqrt", 1}};

/// The one that is called so, for doubles or for floats; null for none.
const LibmFunction* find_libm(std::string_view name) {
    for (const LibmFunction& each : libm)
        if (name.starts_with(each.name) &&
            (name.size() == each.name.size() || name.substr(each.name.size()) == "f"))
            return &each;
    return nullptr;
}

/// Puts values in place of the capital-letter words of a text.
std::string instantiate(std::string_view text, const Type* type, const std::string& name,
                        const std::string& qualifier) {
    const bool single = type == Type::float32() || type == Type::complex64();
    const bool wide = type->size() == 8;
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && is_word(text[end]))
            ++end;
        if (end == i) {
            out += text[i++];
            continue;
        }
        const std::string_view word = text.substr(i, end - i);
        if (word == "T")
            out += type_text(type);
        else if (word == "T_field")
            out += field_type_text(type);
        else if (word == "R") // of the parts
            out += type->is_complex() ? type_text(type->fields()[0].type) : "R";
        else if (word == "M")
            out += type_text(program::mask_type());
        else if (word == "N")
            out += name;
        else if (word == "Q")
            out += qualifier;
        else if (word == "U")
            out += type->size() == 8 ? "uint64_t" : "unsigned";
        else if (word == "WIDTH")
            out += wide ? "64" : "32";
        else if (word == "CLZ")
            out += wide ? "__builtin_clzll" : "__builtin_clz";
        else if (word == "BSWAP")
            out += wide ? "__builtin_bswap64" : "__builtin_bswap32";
        else if (word == "ZERO")
            out += single ? "0.0f" : "0.0";
        else if (word == "HALF")
            out += single ? "0.5f" : "0.5";
        else if (word.size() > 1 && word.ends_with('F'))
            out += std::string(word.substr(0, word.size() - 1)) + (single ? "f" : "");
        else
            out += word;
        i = end;
    }
    return out;
}

/// The type that tells the overloads of a helper apart.
const Type* operand_type(const program::HelperCall& call) {
    if (call.helper == Helper::complex_rect) return call.type;
    return call.arguments[is_warp_reduction(call.helper) ? 1 : 0]->type;
}

} // namespace

std::vector<HelperUse> used_helpers(const program::Program& program, Target target) {
    std::vector<HelperUse> uses;
    const auto look = [&](const program::Function& form) {
        visit_all(form.body, [&](const program::Expr& expr) {
            using namespace program;
            if (const auto helper = complex_operator(expr)) uses.emplace_back(*helper, operand_of(expr));
            if (expr.kind == ExprKind::helper_call) {
                const auto& call = as<HelperCall>(expr);
                uses.emplace_back(call.helper, operand_type(call));
                if (is_atomic(call.helper))
                    for (const HelperUse& part : atomic_helper_parts(call.helper, operand_type(call), target))
                        uses.push_back(part);
                if (call.helper == Helper::complex_power) // is made of them
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
    for (const auto& function : program.functions) {
        look(function->block ? *function->block : *function);
        if (function->strip) look(*function->strip);
    }
    std::sort(uses.begin(), uses.end(), [](const HelperUse& a, const HelperUse& b) {
        const auto key = [](const HelperUse& use) { // what works with vectors asks for the others
            const Type* type = use.second;
            return std::tuple(use.first, type->is_vector(), type->scalar_kind(),
                              std::string_view(type->name()));
        };
        return key(a) < key(b);
    });
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    return uses;
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
        if (is_atomic(helper) || is_warp_reduction(helper)) continue;
        const std::string text = instantiate(text_of(helper, type, Target::cpu).text, type, "", "");
        for (std::size_t begin = 0, end = 0; begin < text.size(); begin = std::max(end, begin + 1)) {
            for (end = begin; end < text.size() && is_word(text[end]);)
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

std::pair<std::string, std::string> comment_and_text(Helper helper, const Type* type,
                                                     const Dialect& dialect) {
    if (is_atomic(helper))
        return {instantiate(atomic_helper_comment(helper, type, dialect.target), type, "", ""),
                atomic_helper_text(helper, type, dialect)};
    if (is_warp_reduction(helper))
        return {std::string(reduction_comment(helper)), reduction_text(helper, type, dialect.target)};
    const HelperText& row = text_of(helper, type, dialect.target);
    std::string text(row.text);
    if (is_note(helper)) text = note_helper_text(row.text, dialect);
    if (is_check(helper)) text = check_helper_text(row, type, dialect);
    if (dialect.target == Target::cpu && helper >= Helper::frexp_mantissa &&
        helper <= Helper::remquo_quotient)
        for (const char* name : {"frexpF", "modfF", "remquoF"}) // which need no declaration then
            if (const std::size_t at = text.find(name); at != std::string::npos)
                text.insert(at, "__builtin_");
    return {std::string(row.comment), text};
}

} // namespace

void write_helpers(Writer& writer, const std::vector<HelperUse>& uses, const Dialect& dialect,
                   const std::string& qualifier) {
    for (const auto& [helper, type] : uses) {
        const auto [comment, text] = comment_and_text(helper, type, dialect);
        writer.blank();
        if (!comment.empty()) writer.prose(comment);
        writer.raw(instantiate(text, type, dialect.helper_names.at(helper), qualifier));
    }
}

} // namespace cudapy::emit
