#include "translator/builtins/documentation.h"

#include "translator/builtins/table.h"

#include <fmt/format.h>

namespace cudapy {

namespace {

/// Returns the types of the function's parameters and result, with `R` for the call's precision.
std::string_view signature(const Builtin& builtin) {
    switch (builtin.shape) {
    case Shape::r_r:
        return "R (R)";
    case Shape::r_rr:
        return "R (R, R)";
    case Shape::r_rrr:
        return "R (R, R, R)";
    case Shape::r_rrrr:
        return "R (R, R, R, R)";
    case Shape::int_r:
        return "int (R)";
    case Shape::int64_r:
        return "int64 (R)";
    case Shape::integer_r:
        return "int (float) or int64 (double)";
    case Shape::bool_r:
        return "bool (R)";
    case Shape::r_r_int:
        return "R (R, int)";
    case Shape::r_int_r:
        return "R (int, R)";
    case Shape::r_int_array:
        return "R (int, R*)";
    case Shape::pair_r_int:
        return "R, int (R)";
    case Shape::pair_r_r:
        return "R, R (R)";
    case Shape::pair_rr_r_int:
        return "R, int (R, R)";
    case Shape::special:
        break;
    }
    return builtin.signature.empty() ? "as in Python" : builtin.signature;
}

std::string numpy_names(const Builtin& builtin) {
    std::string names;
    const auto add = [&](std::string_view name) {
        names += fmt::format("{}`{}`", names.empty() ? "" : " ", name);
    };
    if (!builtin.numpy.empty() && builtin.module != "numpy") add(builtin.numpy);
    const std::string path = builtin.module.empty() ? std::string(builtin.name)
                                                    : fmt::format("{}.{}", builtin.module, builtin.name);
    for (const BuiltinAlias& alias : builtin_aliases())
        if (alias.meaning == path && alias.path.starts_with("numpy.")) add(alias.path.substr(6));
    return names;
}

std::string other_names(const Builtin& builtin) {
    std::string names;
    if (!builtin.single.empty() && builtin.single != builtin.name)
        names = fmt::format("`{}`", builtin.single);
    for (const BuiltinAlias& alias : builtin_aliases())
        if (alias.path.starts_with("math.") && alias.meaning == fmt::format("math.{}", builtin.name))
            names += fmt::format("{}`{}`", names.empty() ? "" : " ", alias.path.substr(5));
    return names;
}

void section(std::string& text, std::string_view module) {
    text += "| name | single precision | NumPy's name | signature | |\n|---|---|---|---|---|\n";
    for (const Builtin& builtin : builtins())
        if (builtin.module == module)
            text += fmt::format("| `{}` | {} | {} | {} | {} |\n", builtin.name, other_names(builtin),
                                numpy_names(builtin), signature(builtin), builtin.doc);
}

} // namespace

std::string builtins_markdown() {
    std::string text =
        "# Built-in functions\n\n"
        "Made by `pycu2cu --list-builtins` from the table that the translator itself uses.\n\n"
        "`R` is the precision of the call: `double` when an argument is a `double` or an `int64`, else "
        "`float`. A name in the column \"single precision\" is always `float`.\n\n"
        "## Python's own\n\n";
    section(text, "");
    text +=
        "\n## `math`\n\nEvery function of CUDA's math library. `import math as m` and `from math import "
        "sqrt` work as in "
        "Python;\n`math.pi`, `math.e`, `math.tau`, `math.inf` and `math.nan` are literals.\n\n"
        "A result of `pow`, `**`, `exp2`, `exp10`, `log2`, `log10`, `cbrt`, `hypot` or `sqrt` that the "
        "type holds exactly is exact on both targets, but under `fastmath`: `int(math.pow(3.0, 1.0))` "
        "is 3. Other results of `sqrt` are rounded once. On the CPU those of the others are "
        "glibc's, within 2 ulp (`cbrt` within 4). On a GPU they are CUDA's: `pow` and `hypot` of a `double` "
        "are within 2 ulp, `cbrt`, `exp2`, `exp10`, `log2` and `log10` within 1; `powf` is within 4, "
        "`hypotf` within 3, `exp2f`, `exp10f` and `log10f` within 2, `cbrtf` and `log2f` within 1.\n\n";
    section(text, "math");
    text += "\n## `cmath`\n\nOf a complex number.\n\n";
    section(text, "cmath");
    text += "\n## `operator`\n\nWhat operators do, for calls and as arguments for function parameters; "
            "`operator.abs` and "
            "`operator.truth` are `abs` and `bool`.\n\n| name | |\n|---|---|\n";
    for (const Builtin& builtin : builtins())
        if (builtin.module == "operator") text += fmt::format("| `{}` | {} |\n", builtin.name, builtin.doc);
    text += "\n## `numpy`\n\nBesides the names in the tables above, with NumPy's meaning:\n\n";
    section(text, "numpy");
    text += "\n## `cudapy`\n\nHow the threads of a block work together. Each name is known bare too.\n\n"
            "| name | signature | |\n|---|---|---|\n";
    for (const Builtin& builtin : builtins())
        if (builtin.module == "cudapy")
            text += fmt::format("| `{}` | {} | {} |\n", builtin.name, signature(builtin), builtin.doc);
    return text;
}

std::vector<BuiltinDescription> builtin_descriptions() {
    std::vector<BuiltinDescription> described;
    for (const Builtin& builtin : builtins()) {
        BuiltinDescription& each = described.emplace_back();
        each.module = builtin.module;
        each.name = builtin.name;
        each.signature = signature(builtin);
        each.text = builtin.doc;
        const std::string path = each.module.empty() ? each.name : each.module + "." + each.name;
        if (!builtin.single.empty() && builtin.single != builtin.name)
            each.other_names.push_back(each.module + "." + std::string(builtin.single));
        if (!builtin.numpy.empty() && builtin.module != "numpy")
            each.other_names.push_back("numpy." + std::string(builtin.numpy));
        for (const BuiltinAlias& alias : builtin_aliases())
            if (alias.meaning == path) each.other_names.emplace_back(alias.path);
    }
    return described;
}

} // namespace cudapy
