#include "translator/emit/helpers/libm.h"

#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <functional>

namespace cudapy::emit {

using namespace program;

namespace {

std::string declaration(const Builtin& builtin, const std::string& name, bool wide) {
    const std::string r = wide ? "double" : "float";
    // Only scalbln takes a long.
    const std::string integer = builtin.name == "scalbln" ? "long" : "int";
    switch (builtin.shape) {
    case Shape::r_r:
    case Shape::integer_r:
        return r + " " + name + "(" + r + ")";
    case Shape::r_rr:
        return r + " " + name + "(" + r + ", " + r + ")";
    case Shape::r_rrr:
        return r + " " + name + "(" + r + ", " + r + ", " + r + ")";
    case Shape::r_rrrr:
        return r + " " + name + "(" + r + ", " + r + ", " + r + ", " + r + ")";
    case Shape::int_r:
    case Shape::bool_r:
        return "int " + name + "(" + r + ")";
    case Shape::int64_r:
        return (name.starts_with("ll") ? "long long " : "long ") + name + "(" + r + ")";
    case Shape::r_r_int:
        return r + " " + name + "(" + r + ", " + integer + ")";
    case Shape::r_int_r:
        return r + " " + name + "(int, " + r + ")";
    case Shape::r_int_array:
        return r + " " + name + "(int, const " + r + "*)";
    case Shape::pair_r_int:
        return r + " " + name + "(" + r + ", int*)";
    case Shape::pair_r_r:
        return builtin.name == "sincos" ? "void " + name + "(" + r + ", " + r + "*, " + r + "*)"
                                        : r + " " + name + "(" + r + ", " + r + "*)";
    case Shape::pair_rr_r_int:
        return r + " " + name + "(" + r + ", " + r + ", int*)";
    case Shape::special:
        break;
    }
    switch (builtin.special) {
    case Special::hypot:
    case Special::pow:
        return r + " " + name + "(" + r + ", " + r + ")";
    case Special::round:
    case Special::log:
        return r + " " + name + "(" + r + ")";
    default:
        throw InternalError("the built-in " + std::string(builtin.name) + " has no declaration");
    }
}

void visit_builtins(
    const Function& function,
    const std::function<void(const Builtin&, const Type* precision, const Type* result)>& visit) {
    visit_all(function.body, [&](const Expr& expr) {
        if (expr.kind == ExprKind::builtin_call)
            visit(*as<BuiltinCall>(expr).builtin, as<BuiltinCall>(expr).precision, expr.type);
    });
    visit_statements(function.body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::builtin_unpack)
            visit(*as<BuiltinUnpack>(stmt).builtin, as<BuiltinUnpack>(stmt).precision, nullptr);
    });
}

} // namespace

void add_libm_declarations(const Function& function, std::map<std::string, std::string>& declarations) {
    visit_builtins(function, [&](const Builtin& builtin, const Type* precision, const Type* type) {
        if (builtin.special == Special::min || builtin.special == Special::max) return;
        if (builtin.special >= Special::random_state && builtin.special <= Special::assert_) return;
        if (builtin.special == Special::abs) {
            if (type == Type::int64())
                declarations["llabs"] = "long long llabs(long long)";
            else if (type->is_integer())
                declarations["abs"] = "int abs(int)";
            else if (type == Type::float32())
                declarations["fabsf"] = "float fabsf(float)";
            else
                declarations["fabs"] = "double fabs(double)";
            return;
        }
        const bool wide = precision == Type::float64();
        const std::string name(wide ? builtin.host_double : builtin.host_single);
        const bool is_compilers_own = name.starts_with("__") || builtin.module.starts_with("cudapy");
        if (builtin.host_helper || is_compilers_own) return;
        declarations[name] = declaration(builtin, name, wide);
    });
}

std::string libm_declaration(const std::string& name, int operands) {
    const std::string r = name.ends_with('f') ? "float" : "double";
    std::string parameters = r;
    for (int i = 1; i < operands; ++i)
        parameters += ", " + r;
    return r + " " + name + "(" + parameters + ")";
}

void add_host_math_names(const Function& function, std::set<std::string>& names) {
    visit_builtins(function, [&](const Builtin& builtin, const Type* precision, const Type*) {
        if (builtin.host_helper)
            names.emplace(precision == Type::float64() ? builtin.host_double : builtin.host_single);
    });
}

} // namespace cudapy::emit
