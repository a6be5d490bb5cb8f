#include "translator/emit/constants.h"

#include "translator/emit/walk.h"

#include <algorithm>
#include <cctype>

namespace cudapy::emit {

using program::Literal;

namespace {

/// Names of constants in upper case, as Python programmers write them, that no C++ keyword has and no usual
/// header defines as a macro.
bool is_plain(const std::string& name) {
    static const std::set<std::string> macros = {
        "NULL",          "EOF",          "NAN",          "INFINITY",     "HUGE_VAL",       "HUGE_VALF",
        "BUFSIZ",        "RAND_MAX",     "EXIT_SUCCESS", "EXIT_FAILURE", "CHAR_BIT",       "PATH_MAX",
        "DOMAIN",        "OVERFLOW",     "UNDERFLOW",    "SING",         "PLOSS",          "TLOSS",
        "MAXFLOAT",      "ERANGE",       "EDOM",         "SEEK_SET",     "SEEK_CUR",       "SEEK_END",
        "TMP_MAX",       "FILENAME_MAX", "FOPEN_MAX",    "L_tmpnam",     "MB_CUR_MAX",     "MB_LEN_MAX",
        "NDEBUG",        "WCHAR_MIN",    "WCHAR_MAX",    "MATH_ERRNO",   "MATH_ERREXCEPT", "BIG_ENDIAN",
        "LITTLE_ENDIAN", "PDP_ENDIAN",   "BYTE_ORDER",   "FD_SETSIZE",   "NFDBITS",        "TIME_UTC",
        "CLOCKS_PER_SEC"};
    static const std::vector<std::string> prefixes = {
        "M_",     "FP_",    "FLT_",  "DBL_",   "LDBL_",  "INT",     "UINT",  "SCHAR_",   "UCHAR_", "CHAR_",
        "SHRT_",  "USHRT_", "LONG_", "ULONG_", "LLONG_", "ULLONG_", "SIZE_", "PTRDIFF_", "SIG_",   "WINT_",
        "CLOCK_", "TIMER_", "CUDA",  "CU_",    "E2BIG",  "P_",      "LC_",   "W"};
    const bool upper = std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isupper(c) || std::isdigit(c) || c == '_';
    });
    if (!upper || name.empty() || name[0] == '_' || name.find("__") != std::string::npos ||
        macros.contains(name))
        return false;
    return std::none_of(prefixes.begin(), prefixes.end(),
                        [&](const std::string& prefix) { return name.starts_with(prefix); });
}

} // namespace

std::vector<Constant> file_constants(const program::Program& program, Names& names) {
    std::vector<Constant> constants;
    std::set<std::string> ambiguous;
    for (const auto& function : program.functions)
        walk(function->body, [&](const program::Expr& expr) {
            if (expr.kind != program::ExprKind::literal) return;
            const auto& literal = program::as<Literal>(expr);
            if (!is_plain(literal.name)) return;
            const auto known =
                std::find_if(constants.begin(), constants.end(),
                             [&](const Constant& constant) { return constant.name == literal.name; });
            if (known == constants.end())
                constants.push_back({literal.name, &literal});
            else if (known->literal->type != literal.type || known->literal->value != literal.value)
                ambiguous.insert(literal.name);
        });
    std::erase_if(constants, [&](const Constant& constant) {
        return ambiguous.contains(constant.name) || names.contains(constant.name);
    });
    for (const Constant& constant : constants)
        names.reserve(constant.name);
    return constants;
}

} // namespace cudapy::emit
