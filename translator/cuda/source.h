#pragma once
// The declarations of a CUDA C++ text: its kernels, its device functions, and the names that it gives to
// types. It is read as far as calling them from Python needs. What is not understood is kept as a problem of
// the function that it belongs to, and said when that is used.

#include "translator/cuda/tokens.h"
#include "translator/types/type.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudapy::cuda_text {

/// The words of a type as written: `const`, `float`, `*`.
using Words = std::vector<std::string>;

struct Parameter {
    std::string name; ///< empty where it has none
    Words type;       ///< without its name; `float X[]` is `float *`
    std::string text; ///< as written, default included
    int line = 0;
    bool has_default = false;
    Words default_value;          ///< what stands behind its `=`
    std::string default_text;     ///< the same as written
    bool default_depends = false; ///< conditions choose among several of them, or none
};

struct TemplateParameter {
    std::string name;
    std::string text; ///< as written: `typename T`, `int N = 4`
    bool is_type = false;
    bool has_default = false;
    bool is_pack = false;
};

struct Function {
    std::string name;
    std::vector<std::string> scope; ///< the namespaces around it, those without names left out
    bool is_kernel = false;         ///< `__global__`
    bool on_device = false, on_host = false;
    bool is_c = false; ///< `extern "C"`
    bool is_template = false;
    bool is_qualified = false; ///< named with its namespace, outside it: `void ns::scale(…) {}`
    bool is_defined = false;   ///< with a body
    bool is_conditional =
        false; ///< all or a part of its head is between `#if` and `#endif`, so that it may not be there
    std::vector<TemplateParameter> template_parameters;
    Words result;
    std::vector<Parameter> parameters;
    std::string text;                  ///< the declaration on one line, without its body
    std::string problem;               ///< why it cannot be called; empty for nothing
    int line = 0;                      ///< of its name
    std::vector<std::string> mentions; ///< the identifiers of its body
    uint32_t begin = 0, end = 0;       ///< all of it in the text, `template <…>` and body included

    std::string qualified() const; ///< `ns::scale`
};

/// `using real = float;` or a typedef.
struct Alias {
    std::string name;
    std::vector<std::string> scope;
    Words type;
};

struct Source {
    std::vector<Function> functions; ///< kernels and device functions, in order; one for each signature
    std::vector<Alias> aliases;
    std::set<std::string> classes; ///< structs, classes, unions and enums, with their namespaces
    std::map<std::string, Words>
        enums; ///< those of the classes that are enums, and the integers that they are
    std::set<std::string> host_functions; ///< the names of those that are for the host alone, with namespaces
    std::vector<Include> includes;
    /// Explicit instances and specialisations of what is for GPUs alone: where they begin and end.
    std::vector<std::pair<uint32_t, uint32_t>> device_only;
    /// Where `#if`, `#else`, `#endif` and their kin begin and end.
    std::vector<std::pair<uint32_t, uint32_t>> conditions;
    std::vector<std::string> macros;      ///< that it defines, with parameters or without
    std::vector<std::string> identifiers; ///< all of the text, sorted: what a file that holds it cannot use
};

Source read(std::string_view text);

/// What a type is to a kernel that is written in Python or launched from there.
struct Meaning {
    const Type* type = nullptr; ///< null, and a problem, where it is none
    int pointers = 0;           ///< 1 for `float*`, whose `type` is the element's
    bool is_const = false;      ///< … that is not changed through it
    std::string problem;        ///< "`Body` is not known"
};

/// Types that somebody said the meaning of: by the name in C++, `T` or `ns::Body`.
using KnownTypes = std::map<std::string, const Type*, std::less<>>;

/// Returns the meaning of a type that stands in the namespaces `scope` of a source (null: in none).
Meaning meaning_of(const Words& type, const std::vector<std::string>& scope, const Source* source,
                   const KnownTypes& known);

/// Returns the words of a type's text, as compilers print it: `float const*`.
Words words_of(std::string_view type);

/// Words as a text that has them apart where they must be: `S<unsigned int,4>`. As keys of KnownTypes are.
std::string text_of(const Words& words);

/// What C++ calls a type (`unsigned int`, `__half`, `float4`, `Body`); empty where several types would do
/// (complex numbers).
std::string cpp_name(const Type* type);

} // namespace cudapy::cuda_text
