// The meanings that the types of CUDA C++ have for Python.

#include "translator/cuda/source.h"

#include <algorithm>
#include <utility>

namespace cudapy::cuda_text {

namespace {

const Type* type_of_words(int longs, bool is_unsigned, bool is_signed, std::string_view base) {
    if (base == "char") return is_unsigned ? Type::uint8() : Type::int8();
    if (base == "short") return is_unsigned ? Type::uint16() : Type::int16();
    if (base == "int" || base.empty()) {
        if (longs > 0) return is_unsigned ? Type::uint64() : Type::int64();
        return is_unsigned ? Type::uint32() : Type::int32();
    }
    if (is_unsigned || is_signed) return nullptr;
    if (base == "double" && longs == 0) return Type::float64();
    if (longs > 0) return nullptr;
    if (base == "float") return Type::float32();
    if (base == "bool") return Type::bool_();
    if (base == "void") return Type::void_();
    return nullptr;
}

/// Returns the type of `thrust::complex<float>`. Compilers put the names of version namespaces in between.
const Type* complex_named(std::string_view name) {
    if (!name.starts_with("thrust::") && !name.starts_with("cuda::std::")) return nullptr;
    return name.ends_with("::complex<float>")    ? Type::complex64()
           : name.ends_with("::complex<double>") ? Type::complex128()
                                                 : nullptr;
}

const Type* named(std::string_view name) {
    if (const Type* type = complex_named(name)) return type;
    for (const std::string_view prefix : {"std::", "cuda::std::"})
        if (name.starts_with(prefix)) {
            const Type* type = named(name.substr(prefix.size()));
            if (type && type->is_integer()) return type;
        }
    static const std::pair<std::string_view, const Type*> names[] = {
        {"int8_t", Type::int8()},
        {"uint8_t", Type::uint8()},
        {"int16_t", Type::int16()},
        {"uint16_t", Type::uint16()},
        {"int32_t", Type::int32()},
        {"uint32_t", Type::uint32()},
        {"int64_t", Type::int64()},
        {"uint64_t", Type::uint64()},
        {"size_t", Type::uint64()},
        {"ptrdiff_t", Type::int64()},
        {"intptr_t", Type::int64()},
        {"uintptr_t", Type::uint64()},
        {"half", Type::float16()},
        {"__half", Type::float16()},
        {"nv_bfloat16", Type::bfloat16()},
        {"__nv_bfloat16", Type::bfloat16()},
        {"cuComplex", Type::complex64()},
        {"cuFloatComplex", Type::complex64()},
        {"cuDoubleComplex", Type::complex128()},
    };
    for (const auto& [known, type] : names)
        if (known == name) return type;
    return vector_type_named(name);
}

/// Returns the names that may be meant in a scope. For `a::b` and `name` these are "a::b::name", "a::name"
/// and "name".
std::vector<std::string> candidates(const std::vector<std::string>& scope, const std::string& name) {
    std::vector<std::string> result;
    for (std::size_t depth = scope.size() + 1; depth-- > 0;) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i)
            text += scope[i] + "::";
        result.push_back(text + name);
    }
    return result;
}

std::string qualified(const Alias& alias) {
    std::string text;
    for (const std::string& each : alias.scope)
        text += each + "::";
    return text + alias.name;
}

Meaning problem(std::string text) {
    Meaning meaning;
    meaning.problem = std::move(text);
    return meaning;
}

Meaning meaning(const Words& type, const std::vector<std::string>& scope, const Source* source,
                const KnownTypes& known, int depth) {
    Meaning result;
    int longs = 0;
    bool is_unsigned = false, is_signed = false;
    std::string base;       // of C's own
    std::string name;       // any other
    bool seen_base = false; // so that a name after it is another one
    for (std::size_t i = 0; i < type.size(); ++i) {
        const std::string& word = type[i];
        const bool is_c = word == "char" || word == "int" || word == "float" || word == "double" ||
                          word == "bool" || word == "void";
        if (word == "const") {
            if (result.pointers == 0) result.is_const = true;
        } else if (word == "typename" || word == "struct" || word == "class" || word == "enum" ||
                   word == "__restrict__" || word == "__restrict" || word == "restrict" ||
                   word == "__grid_constant__") {
            // says nothing about the type
        } else if (word == "volatile") {
            return problem("it is volatile");
        } else if (word == "long") {
            ++longs;
            seen_base = true;
        } else if (word == "unsigned" || word == "signed") {
            (word == "signed" ? is_signed : is_unsigned) = true;
            seen_base = true;
        } else if (word == "short" || is_c) {
            if (base != "short" || word != "int") base = word;
            seen_base = true;
        } else if (word == "*") {
            ++result.pointers;
        } else if (word == "&") {
            return problem("it is a reference");
        } else if (word == "[" || word == "(") {
            return problem("it is a pointer or a reference to an array, or a function");
        } else if (word == "<" && !name.empty()) {
            int open = 0;
            Words arguments;
            do {
                open += type[i] == "<" ? 1 : type[i] == ">" ? -1 : 0;
                arguments.push_back(type[i]);
            } while (open > 0 && ++i < type.size());
            name += text_of(arguments);
        } else if (word == "::" || (!name.empty() && name.ends_with("::"))) {
            name += word;
        } else if (name.empty() && !seen_base) {
            name = word;
        } else {
            return problem("it is not understood");
        }
    }
    if (name.starts_with("::")) name.erase(0, 2);
    const bool is_const = result.is_const;
    if (!name.empty() && seen_base) return problem("it is not understood");
    if (seen_base) {
        result.type = type_of_words(longs, is_unsigned, is_signed, base);
        if (!result.type) return problem("kernels have no such numbers");
    } else {
        for (const std::string& each : candidates(scope, name)) {
            if (const auto found = known.find(each); found != known.end()) {
                result.type = found->second;
                break;
            }
            const Alias* alias = nullptr;
            if (source)
                for (const Alias& other : source->aliases)
                    if (qualified(other) == each) {
                        if (alias && alias->type != other.type)
                            return problem("`" + name + "` is given several meanings");
                        alias = &other;
                    }
            if (!alias && source && source->classes.contains(each))
                return problem("`" + each + "` is a class that Python does not know");
            if (!alias) continue;
            if (depth > 16) return problem("`" + name + "` is defined by itself");
            Meaning meant = meaning(alias->type, alias->scope, source, known, depth + 1);
            if (!meant.type) return meant;
            meant.is_const = meant.pointers > 0 ? meant.is_const : meant.is_const || is_const;
            meant.pointers += result.pointers;
            return meant;
        }
        if (!result.type) result.type = named(name);
        if (!result.type) return problem("`" + name + "` is not known");
    }
    return result;
}

} // namespace

Meaning meaning_of(const Words& type, const std::vector<std::string>& scope, const Source* source,
                   const KnownTypes& known) {
    return meaning(type, scope, source, known, 0);
}

std::string text_of(const Words& words) {
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '$' || c == '"' || (static_cast<unsigned char>(c) & 0x80) != 0;
    };
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty() && is_word(text.back()) && is_word(word.front())) text += ' ';
        text += word;
    }
    return text;
}

Words words_of(std::string_view type) {
    Words words;
    for (const Token& token : tokenize(type).tokens)
        if (token.kind != Token::Kind::end) words.emplace_back(token.text);
    return words;
}

std::string cpp_name(const Type* type) {
    if (type->is_vector() || type->is_struct()) return type->name();
    if (!type->is_scalar()) return "";
    switch (type->scalar_kind()) {
    case Scalar::void_:
        return "void";
    case Scalar::bool_:
        return "bool";
    case Scalar::int8:
        return "signed char";
    case Scalar::uint8:
        return "unsigned char";
    case Scalar::int16:
        return "short";
    case Scalar::uint16:
        return "unsigned short";
    case Scalar::int32:
        return "int";
    case Scalar::uint32:
        return "unsigned int";
    case Scalar::int64:
        return "long long";
    case Scalar::uint64:
        return "unsigned long long";
    case Scalar::float16:
        return "__half";
    case Scalar::bfloat16:
        return "__nv_bfloat16";
    case Scalar::float32:
        return "float";
    case Scalar::float64:
        return "double";
    case Scalar::complex64:
    case Scalar::complex128:
        return "";
    }
    return "";
}

} // namespace cudapy::cuda_text
