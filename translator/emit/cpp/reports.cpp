#include "translator/emit/cpp/reports.h"

#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <algorithm>
#include <set>

namespace cudapy::emit {

using namespace program;

namespace {

/// Returns the text as it is inside the quotes of a C++ string.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte >= 0x7f) {
            // Three octal digits end by themselves, whatever follows.
            out += '\\';
            out += static_cast<char>('0' + (byte >> 6));
            out += static_cast<char>('0' + (byte >> 3 & 7));
            out += static_cast<char>('0' + (byte & 7));
        } else {
            out += c;
        }
    }
    return out;
}

std::string conversion(const Type* type, const BuiltinCall::Format& format) {
    std::string out = "%" + format.modifiers;
    if (type->is_integer() && type->size() == 8) out += "ll";
    if (format.conversion) return out + format.conversion;
    if (type->is_bool()) return out + "s";
    if (type->is_floating()) return out + "g";
    return out + (type->is_unsigned() && type->size() >= 4 ? "u" : "d");
}

/// Returns the text with `%%` for `%`, which has a meaning of its own in a format.
std::string doubled(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '%' ? std::string("%%") : std::string(1, c);
    return out;
}

bool is_call_of(const Expr& expr, Special special) {
    return expr.kind == ExprKind::builtin_call && as<BuiltinCall>(expr).builtin->special == special;
}

} // namespace

std::string string_literal(const std::string& text) {
    return "\"" + escaped(text) + "\"";
}

std::string format_literal(const BuiltinCall& print) {
    if (print.texts.size() != print.arguments.size() + 1) throw InternalError("a print without its texts");
    std::string format = doubled(print.texts[0]);
    for (std::size_t i = 0; i < print.arguments.size(); ++i)
        format += conversion(print.arguments[i]->type, print.formats.at(i)) + doubled(print.texts[i + 1]);
    return string_literal(format);
}

std::vector<Assertion> assertions_of(const Program& program) {
    std::vector<Assertion> found;
    for (const auto& function : program.functions)
        visit_all(function->body, [&](const Expr& expr) {
            if (!is_call_of(expr, Special::assert_)) return;
            const auto& texts = as<BuiltinCall>(expr).texts;
            found.push_back({expr.span, texts.empty() ? std::string() : texts[0]});
        });
    const auto place = [](const Assertion& each) { return std::pair(each.span.file, each.span.begin); };
    std::sort(found.begin(), found.end(),
              [&](const Assertion& a, const Assertion& b) { return place(a) < place(b); });
    const auto same = [&](const Assertion& a, const Assertion& b) { return place(a) == place(b); };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    return found;
}

std::set<std::pair<uint32_t, int>> places_of_waiting(const Program& program, const SourceSet& sources) {
    std::set<std::pair<uint32_t, int>> found;
    const auto add = [&](const Block& body) {
        visit_statements(body, [&](const Stmt& stmt) {
            const bool waits =
                stmt.kind == StmtKind::evaluate &&
                (is_turn(*as<Evaluate>(stmt).value) || is_grid_barrier(*as<Evaluate>(stmt).value));
            if (waits || stmt.kind == StmtKind::diverged)
                found.emplace(stmt.span.file, sources.begin(stmt.span).line);
        });
    };
    for (const auto& function : program.functions) {
        add(function->body);
        if (function->strip) add(function->strip->body);
        if (function->block) add(function->block->body);
    }
    return found;
}

bool is_turn(const Expr& expr) {
    if (expr.kind != ExprKind::helper_call) return false;
    const Helper helper = as<HelperCall>(expr).helper;
    return helper >= Helper::turn_begin && helper <= Helper::turn_meet;
}

void write_assertion_failure(Writer& writer, const Dialect& dialect, const std::string& symbol) {
    writer.blank();
    if (dialect.target == Target::cpu) {
        writer.comment("An assertion that failed, by its number.");
        writer.raw("struct " + dialect.assertion_failure + " {");
        writer.raw("    int number;");
        writer.raw("};");
        return;
    }
    if (dialect.assertions_trap) {
        writer.comment(
            "The number of the assertion that failed, in the host's memory, which outlives a trap.");
        writer.raw("__device__ volatile int* " + symbol + ";");
        writer.blank();
        writer.comment("Ends the launch: blocks that wait for all others would wait for a thread that ended "
                       "by itself.");
        writer.raw("static __device__ void " + dialect.assertion_failure + "(int number)");
        writer.open("{");
        writer.line("*" + symbol + " = number;");
        writer.line("__threadfence_system();");
        writer.line("__trap();");
        writer.close();
        return;
    }
    writer.comment("The number of the first assertion that failed, for the host.");
    writer.raw("__device__ int " + symbol + ";");
    writer.blank();
    writer.comment(
        "Ends the thread. The others go on, so that no memory is lost, as it would be with a trap.");
    writer.raw("static __device__ void " + dialect.assertion_failure + "(int number)");
    writer.open("{");
    writer.line("atomicCAS(&" + symbol + ", 0, number);");
    writer.line("asm volatile(\"exit;\");");
    writer.close();
}

} // namespace cudapy::emit
