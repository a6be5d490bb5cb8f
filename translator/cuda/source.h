#pragma once
// The declarations of a CUDA C++ text: its kernels, its device functions, and the names that it gives to
// types. It is read as far as calling them from Python needs. Anything that is not understood is kept as a
// problem of the function that it belongs to, and is reported when that function is used.

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
    std::string name; ///< empty if it has none
    Words type;       ///< the type without the name; `float X[]` is `float *`
    std::string text; ///< the parameter as it is written, with its default
    int line = 0;
    bool has_default = false;
    Words default_value;          ///< the words after its `=`
    std::string default_text;     ///< the same as it is written
    bool default_depends = false; ///< conditions choose among several defaults, or between one and none
};

struct TemplateParameter {
    std::string name;
    std::string text; ///< the parameter as it is written: `typename T`, `int N = 4`
    bool is_type = false;
    bool has_default = false;
    bool is_pack = false;
};

struct Function {
    std::string name;
    std::vector<std::string> scope; ///< the namespaces around it, without unnamed ones
    bool is_kernel = false;         ///< `__global__`
    bool on_device = false, on_host = false;
    bool is_c = false; ///< `extern "C"`
    bool is_template = false;
    bool is_qualified = false; ///< it is named with its namespace, outside of it: `void ns::scale(…) {}`
    bool is_defined = false;   ///< it has a body
    bool is_conditional =
        false; ///< All or a part of its head is between `#if` and `#endif`, so that it may be left out.
    std::vector<TemplateParameter> template_parameters;
    Words result;
    std::vector<Parameter> parameters;
    std::string text;                  ///< the declaration on one line, without its body
    std::string problem;               ///< why it cannot be called; empty for nothing
    int line = 0;                      ///< the line of its name
    std::vector<std::string> mentions; ///< the identifiers of its body
    uint32_t begin = 0, end = 0;       ///< its place in the text, with `template <…>` and the body

    std::string qualified() const; ///< returns its name with namespaces: `ns::scale`
};

/// `using real = float;` or a typedef.
struct Alias {
    std::string name;
    std::vector<std::string> scope;
    Words type;
};

struct Source {
    /// Kernels and device functions, in the order of the text; one for each signature.
    std::vector<Function> functions;
    std::vector<Alias> aliases;
    std::set<std::string> classes; ///< structs, classes, unions and enums, with their namespaces
    std::map<std::string, Words>
        enums; ///< those classes that are enums, with the integer types that they have
    std::set<std::string> host_functions; ///< the names of functions only for the host, with namespaces
    std::vector<Include> includes;
    /// The places of explicit instances and specialisations of functions only for GPUs.
    std::vector<std::pair<uint32_t, uint32_t>> device_only;
    /// The places where `#if`, `#else`, `#endif` and similar directives begin and end.
    std::vector<std::pair<uint32_t, uint32_t>> conditions;
    std::vector<std::string> macros; ///< the macros that it defines, with parameters or without
    /// All identifiers of the text, sorted; a file that contains the text cannot use them.
    std::vector<std::string> identifiers;
};

Source read(std::string_view text);

/// The meaning of a type for a kernel that is written in Python or launched from there.
struct Meaning {
    const Type* type = nullptr; ///< null if it has no meaning; `problem` then says why
    int pointers = 0;           ///< 1 for `float*`, whose `type` is that of the elements
    bool is_const = false;      ///< the memory is not changed through the pointer
    std::string problem;        ///< for example "`Body` is not known"
};

/// Types with a known meaning, by their names in C++, such as `T` or `ns::Body`.
using KnownTypes = std::map<std::string, const Type*, std::less<>>;

/// Returns the meaning of a type that is in the namespaces `scope` of a source. `source` may be null.
Meaning meaning_of(const Words& type, const std::vector<std::string>& scope, const Source* source,
                   const KnownTypes& known);

/// Returns the words of a type's text as compilers print it, such as `float const*`.
Words words_of(std::string_view type);

/// Returns the words as a text, with blanks only where they are necessary: `S<unsigned int,4>`. The keys of
/// KnownTypes have this form.
std::string text_of(const Words& words);

/// Returns the C++ name of a type (`unsigned int`, `__half`, `float4`, `Body`). Returns an empty name if
/// several C++ types would do (complex numbers).
std::string cpp_name(const Type* type);

} // namespace cudapy::cuda_text
