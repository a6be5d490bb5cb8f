#include "translator/types/type.h"

#include "translator/support/internal_error.h"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cudapy {

namespace {

const char* scalar_name(Scalar scalar) {
    switch (scalar) {
    case Scalar::void_:
        return "void";
    case Scalar::bool_:
        return "bool";
    case Scalar::int8:
        return "int8";
    case Scalar::uint8:
        return "uint8";
    case Scalar::int16:
        return "int16";
    case Scalar::uint16:
        return "uint16";
    case Scalar::int32:
        return "int";
    case Scalar::uint32:
        return "uint32";
    case Scalar::int64:
        return "int64";
    case Scalar::uint64:
        return "uint64";
    case Scalar::float32:
        return "float";
    case Scalar::float64:
        return "double";
    }
    throw InternalError("a scalar that does not exist");
}

} // namespace

Type::Type(Scalar scalar, const Type* element, int rank, std::string name)
    : kind_(element ? Kind::array : Kind::scalar), scalar_(scalar), element_(element), rank_(rank),
      name_(std::move(name)), identifier_(element ? element->identifier_ + "_array" : name_) {
    if (rank > 1) identifier_ += std::to_string(rank);
}

Type::Type(Kind kind, std::string name, std::string identifier)
    : kind_(kind), name_(std::move(name)), identifier_(std::move(identifier)) {}

const Type* Type::scalar(Scalar scalar) {
    static const Type types[] = {
        {Scalar::void_, nullptr, 0, scalar_name(Scalar::void_)},
        {Scalar::bool_, nullptr, 0, scalar_name(Scalar::bool_)},
        {Scalar::int8, nullptr, 0, scalar_name(Scalar::int8)},
        {Scalar::uint8, nullptr, 0, scalar_name(Scalar::uint8)},
        {Scalar::int16, nullptr, 0, scalar_name(Scalar::int16)},
        {Scalar::uint16, nullptr, 0, scalar_name(Scalar::uint16)},
        {Scalar::int32, nullptr, 0, scalar_name(Scalar::int32)},
        {Scalar::uint32, nullptr, 0, scalar_name(Scalar::uint32)},
        {Scalar::int64, nullptr, 0, scalar_name(Scalar::int64)},
        {Scalar::uint64, nullptr, 0, scalar_name(Scalar::uint64)},
        {Scalar::float32, nullptr, 0, scalar_name(Scalar::float32)},
        {Scalar::float64, nullptr, 0, scalar_name(Scalar::float64)},
    };
    return &types[static_cast<int>(scalar)];
}

const Type* Type::void_() {
    return scalar(Scalar::void_);
}
const Type* Type::bool_() {
    return scalar(Scalar::bool_);
}
const Type* Type::int8() {
    return scalar(Scalar::int8);
}
const Type* Type::uint8() {
    return scalar(Scalar::uint8);
}
const Type* Type::int16() {
    return scalar(Scalar::int16);
}
const Type* Type::uint16() {
    return scalar(Scalar::uint16);
}
const Type* Type::int32() {
    return scalar(Scalar::int32);
}
const Type* Type::uint32() {
    return scalar(Scalar::uint32);
}
const Type* Type::int64() {
    return scalar(Scalar::int64);
}
const Type* Type::uint64() {
    return scalar(Scalar::uint64);
}
const Type* Type::float32() {
    return scalar(Scalar::float32);
}
const Type* Type::float64() {
    return scalar(Scalar::float64);
}

/// The types that are made of others, each made when it is first asked for.
class DerivedTypes {
  public:
    static DerivedTypes& all() {
        static DerivedTypes types;
        return types;
    }

    const Type* variable(const std::string& name) {
        return unique(Type::Kind::variable, name, name, [](Type& made) { made.is_generic_ = true; });
    }

    const Type* random_state() {
        return unique(Type::Kind::array, "random_state", "random_state", [&](Type& made) {
            made.element_ = Type::uint32();
            made.scalar_ = Scalar::uint32;
            made.rank_ = 1;
        });
    }

    const Type* array_of_variable(const Type* element, int rank) {
        return unique(Type::Kind::array, element->name() + brackets(rank), element->name(), [&](Type& made) {
            made.element_ = element;
            made.rank_ = rank;
            made.is_generic_ = true;
        });
    }

    const Type* lists(const Type* element) {
        return unique(Type::Kind::lists, element->name() + "**", element->identifier() + "_lists",
                      [&](Type& made) {
                          made.element_ = element;
                          made.scalar_ = element->scalar_kind();
                          made.is_generic_ = element->is_generic();
                      });
    }

    const Type* tuple(const std::vector<const Type*>& parts) {
        std::string identifier;
        for (const Type* part : parts) {
            // The number of parts tells ((a, b), c) from (a, (b, c)).
            if (!identifier.empty()) identifier += "_";
            if (part->is_tuple()) identifier += "tuple" + std::to_string(part->fields().size()) + "_";
            identifier += part->identifier();
        }
        return unique(Type::Kind::tuple, names(parts), identifier,
                      [&](Type& made) { set_fields(made, parts); });
    }

    const Type* function(const Type* result, const std::vector<const Type*>& parameters) {
        return unique(Type::Kind::function, result->name() + names(parameters), "function", [&](Type& made) {
            set_fields(made, parameters);
            made.element_ = result;
            made.is_generic_ = true;
        });
    }

    static std::string brackets(int rank) {
        return rank == 1 ? "*" : "[" + std::string(static_cast<std::size_t>(rank - 1), ',') + "]";
    }

  private:
    std::mutex mutex_;
    std::map<std::pair<Type::Kind, std::string>, std::unique_ptr<const Type>> types_; ///< by name

    template <typename Set>
    const Type* unique(Type::Kind kind, const std::string& name, const std::string& identifier, Set set) {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<const Type>& known = types_[{kind, name}];
        if (!known) {
            std::unique_ptr<Type> made(new Type(kind, name, identifier));
            set(*made);
            known = std::move(made);
        }
        return known.get();
    }

    static std::string names(const std::vector<const Type*>& types) {
        std::string text;
        for (const Type* type : types)
            text += (text.empty() ? "" : ", ") + type->name();
        return "(" + text + ")";
    }

    static void set_fields(Type& made, const std::vector<const Type*>& types) {
        for (const Type* type : types) {
            made.fields_.push_back({field_name(made.fields_.size()), type});
            made.is_generic_ = made.is_generic_ || type->is_generic();
        }
    }

    static std::string field_name(std::size_t place) {
        static constexpr std::array ordinals = {"first", "second", "third",   "fourth",
                                                "fifth", "sixth",  "seventh", "eighth"};
        return place < ordinals.size() ? ordinals[place] : "part" + std::to_string(place);
    }
};

/// Every array type there can be, made once.
struct ArrayTypes {
    std::vector<std::unique_ptr<const Type>> types; ///< by element, then by rank

    ArrayTypes() {
        for (auto at = static_cast<int>(Scalar::bool_); at <= static_cast<int>(Scalar::float64); ++at) {
            const auto scalar = static_cast<Scalar>(at);
            for (int rank = 1; rank <= Type::max_rank; ++rank) {
                types.push_back(std::unique_ptr<const Type>(new Type(
                    scalar, Type::scalar(scalar), rank, scalar_name(scalar) + DerivedTypes::brackets(rank))));
            }
        }
    }
};

const Type* Type::array(const Type* element, int rank) {
    static const ArrayTypes arrays;
    if (element->is_variable() && rank >= 1 && rank <= max_rank)
        return DerivedTypes::all().array_of_variable(element, rank);
    if (!element->is_number() || rank < 1 || rank > max_rank)
        throw InternalError("an array of " + std::to_string(rank) + " dimensions of " + element->name());
    const int place = static_cast<int>(element->scalar_) - static_cast<int>(Scalar::bool_);
    return arrays.types[static_cast<std::size_t>(place * max_rank + rank - 1)].get();
}

const Type* Type::lists(const Type* element) {
    if (!element->is_number() && !element->is_variable()) throw InternalError("lists of " + element->name());
    return DerivedTypes::all().lists(element);
}

const Type* Type::variable(const std::string& name) {
    return DerivedTypes::all().variable(name);
}

const Type* Type::tuple(const std::vector<const Type*>& parts) {
    for (const Type* part : parts)
        if (!part->is_number() && !part->is_tuple() && !part->is_variable())
            throw InternalError("a tuple with a part of the type " + part->name());
    if (parts.size() < 2) throw InternalError("a tuple of fewer than two parts");
    return DerivedTypes::all().tuple(parts);
}

const Type* Type::function(const Type* result, const std::vector<const Type*>& parameters) {
    return DerivedTypes::all().function(result, parameters);
}

const Type* Type::random_state() {
    static const Type* const type = DerivedTypes::all().random_state();
    return type;
}

int Type::size() const {
    if (is_array() || is_lists()) return 8;
    if (!is_scalar()) return 0;
    switch (scalar_) {
    case Scalar::void_:
        return 0;
    case Scalar::bool_:
    case Scalar::int8:
    case Scalar::uint8:
        return 1;
    case Scalar::int16:
    case Scalar::uint16:
        return 2;
    case Scalar::int32:
    case Scalar::uint32:
    case Scalar::float32:
        return 4;
    case Scalar::int64:
    case Scalar::uint64:
    case Scalar::float64:
        return 8;
    }
    throw InternalError("a scalar that does not exist");
}

bool Type::is_signed() const {
    return is_scalar() && (scalar_ == Scalar::int8 || scalar_ == Scalar::int16 || scalar_ == Scalar::int32 ||
                           scalar_ == Scalar::int64);
}

namespace {

const Type* signed_of_size(int bytes) {
    switch (bytes) {
    case 1:
        return Type::int8();
    case 2:
        return Type::int16();
    case 4:
        return Type::int32();
    case 8:
        return Type::int64();
    default:
        return nullptr;
    }
}

const Type* promote_integers(const Type* a, const Type* b) {
    if (a->is_signed() == b->is_signed()) return a->size() < b->size() ? b : a;
    const Type* with_sign = a->is_signed() ? a : b;
    const Type* without = a->is_signed() ? b : a;
    return with_sign->size() > without->size() ? with_sign : signed_of_size(2 * without->size());
}

} // namespace

const Type* promote(const Type* a, const Type* b) {
    if (!a->is_number() || !b->is_number()) return nullptr;
    if (a == b || b->is_bool()) return a;
    if (a->is_bool()) return b;
    if (a->is_integer() && b->is_integer()) return promote_integers(a, b);
    const auto is_wide = [](const Type* type) {
        return type == Type::float64() || (type->is_integer() && type->size() == 8);
    };
    return is_wide(a) || is_wide(b) ? Type::float64() : Type::float32();
}

bool holds(const Type* to, const Type* from) {
    if (!to->is_integer()) return false;
    return from->is_bool() || (from->is_integer() && promote(to, from) == to);
}

bool holds(const Type* to, WideInt value) {
    const int bits = to->size() * 8 - (to->is_signed() ? 1 : 0);
    const WideInt limit = WideInt(1) << bits;
    return value < limit && value >= (to->is_signed() ? -limit : WideInt(0));
}

const Type* scalar_type_named(std::string_view name) {
    if (name == "void") return Type::void_();
    if (name == "bool") return Type::bool_();
    if (name == "int" || name == "int32") return Type::int32();
    static constexpr Scalar integers[] = {Scalar::int8,   Scalar::uint8, Scalar::int16, Scalar::uint16,
                                          Scalar::uint32, Scalar::int64, Scalar::uint64};
    for (const Scalar scalar : integers)
        if (name == scalar_name(scalar)) return Type::scalar(scalar);
    if (name == "float" || name == "float32") return Type::float32();
    if (name == "double" || name == "float64") return Type::float64();
    return nullptr;
}

const Type* numpy_scalar_type(std::string_view name) {
    static constexpr struct {
        std::string_view name, meaning;
    } names[] = {{"bool_", "bool"},     {"byte", "int8"},      {"ubyte", "uint8"},     {"short", "int16"},
                 {"ushort", "uint16"},  {"intc", "int32"},     {"uintc", "uint32"},    {"longlong", "int64"},
                 {"single", "float32"}, {"double", "float64"}, {"ulonglong", "uint64"}};
    // NumPy's `int` and `float` are Python's own.
    if (name == "int" || name == "float" || name == "void") return nullptr;
    for (const auto& row : names)
        if (row.name == name) return scalar_type_named(row.meaning);
    return scalar_type_named(name);
}

const Type* cudapy_scalar_type(std::string_view name) {
    static constexpr struct {
        std::string_view name, meaning;
    } names[] = {{"Void", "void"},   {"Bool", "bool"},     {"Int8", "int8"},     {"UInt8", "uint8"},
                 {"Int16", "int16"}, {"UInt16", "uint16"}, {"Int", "int32"},     {"UInt32", "uint32"},
                 {"Int64", "int64"}, {"UInt64", "uint64"}, {"Float", "float32"}, {"Double", "float64"},
                 {"bool_", "bool"}};
    for (const auto& row : names)
        if (row.name == name) return scalar_type_named(row.meaning);
    return scalar_type_named(name);
}

const Type* type_named(std::string_view name) {
    int rank = 0;
    if (name.ends_with("**")) {
        const Type* scalar = scalar_type_named(name.substr(0, name.size() - 2));
        return scalar && scalar->is_number() ? Type::lists(scalar) : nullptr;
    }
    if (name.ends_with('*')) {
        rank = 1;
        name.remove_suffix(1);
    } else if (name.ends_with(']')) {
        const std::size_t opener = name.find('[');
        if (opener == name.npos) return nullptr;
        rank = static_cast<int>(name.size() - opener) - 1;
        for (std::size_t i = opener + 1; i + 1 < name.size(); ++i)
            if (name[i] != ',') return nullptr;
        name = name.substr(0, opener);
    }
    const Type* scalar = scalar_type_named(name);
    if (!scalar || rank == 0) return scalar;
    return scalar->is_number() && rank <= Type::max_rank ? Type::array(scalar, rank) : nullptr;
}

} // namespace cudapy
