#include "translator/types/type.h"

#include "translator/support/internal_error.h"
#include "translator/types/scalar_names.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cudapy {

Type::Type(Scalar scalar, const Type* element, int rank, std::string name)
    : kind_(element ? Kind::array : Kind::scalar), scalar_(scalar), element_(element), rank_(rank),
      name_(std::move(name)), identifier_(element ? element->identifier_ + "_array" : name_) {
    if (rank > 1) identifier_ += std::to_string(rank);
    if (kind_ != Kind::scalar || (scalar != Scalar::complex64 && scalar != Scalar::complex128)) return;
    const Type* part = scalar == Scalar::complex64 ? float32() : float64();
    fields_ = {{"real", part}, {"imag", part}};
}

Type::Type(Kind kind, std::string name, std::string identifier)
    : kind_(kind), name_(std::move(name)), identifier_(std::move(identifier)) {}

const Type* Type::scalar(Scalar scalar) {
    // Complex types refer to those of their parts, and are made after them.
    const auto make = [](Scalar each) { return Type(each, nullptr, 0, names_of(each).kernel); };
    static const Type types[] = {make(Scalar::void_),   make(Scalar::bool_),   make(Scalar::int8),
                                 make(Scalar::uint8),   make(Scalar::int16),   make(Scalar::uint16),
                                 make(Scalar::int32),   make(Scalar::uint32),  make(Scalar::int64),
                                 make(Scalar::uint64),  make(Scalar::float16), make(Scalar::bfloat16),
                                 make(Scalar::float32), make(Scalar::float64)};
    if (scalar >= Scalar::complex64) {
        static const Type complex_types[] = {make(Scalar::complex64), make(Scalar::complex128)};
        return &complex_types[static_cast<int>(scalar) - static_cast<int>(Scalar::complex64)];
    }
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
const Type* Type::float16() {
    return scalar(Scalar::float16);
}
const Type* Type::bfloat16() {
    return scalar(Scalar::bfloat16);
}
const Type* Type::float32() {
    return scalar(Scalar::float32);
}
const Type* Type::float64() {
    return scalar(Scalar::float64);
}
const Type* Type::complex64() {
    return scalar(Scalar::complex64);
}
const Type* Type::complex128() {
    return scalar(Scalar::complex128);
}

/// The types that are made of other types. Each is made when it is first asked for.
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
        return unique(
            Type::Kind::lists, element->name() + "**", element->identifier() + "_lists",
            [&](Type& made) {
                made.element_ = element;
                made.scalar_ = element->scalar_kind();
                made.is_generic_ = element->is_generic();
            },
            definition(element) + "**");
    }

    const Type* date(const std::string& kind, std::string_view unit, bool is_timedelta) {
        const std::string name = kind + "[" + std::string(unit) + "]";
        return unique(Type::Kind::date, name, kind + "_" + std::string(unit), [&](Type& made) {
            made.scalar_ = Scalar::int64;
            made.is_timedelta_ = is_timedelta;
            made.unit_ = unit;
        });
    }

    /// Returns the type of an array of structs, vectors or dates.
    const Type* array_of_aggregate(const Type* element, int rank) {
        const std::string identifier =
            element->identifier() + "_array" + (rank > 1 ? std::to_string(rank) : "");
        return unique(
            Type::Kind::array, element->name() + brackets(rank), identifier,
            [&](Type& made) {
                made.element_ = element;
                made.scalar_ = element->scalar_kind();
                made.rank_ = rank;
            },
            definition(element) + brackets(rank));
    }

    const Type* structure(const std::string& name, std::vector<Type::Field> fields) {
        std::string key = name + "{";
        for (const Type::Field& field : fields)
            key += definition(field.type) + " " + field.name + ";";
        return unique(
            Type::Kind::structure, name, name, [&](Type& made) { made.fields_ = std::move(fields); },
            key + "}");
    }

    const Type* record(const std::string& name, const std::string& identifier,
                       const std::vector<Type::RecordField>& fields, int size) {
        return unique(Type::Kind::structure, name, identifier, [&](Type& made) {
            for (const Type::RecordField& field : fields) {
                made.fields_.push_back({field.name, field.type});
                made.offsets_.push_back(field.offset);
            }
            made.size_ = size;
        });
    }

    const Type* nested(const Type* element, const std::vector<int64_t>& shape) {
        std::string extents, identifier = element->identifier();
        for (const int64_t extent : shape) {
            extents += (extents.empty() ? "" : ", ") + std::to_string(extent);
            identifier += "_" + std::to_string(extent);
        }
        return unique(Type::Kind::nested, element->name() + "(" + extents + ")", identifier, [&](Type& made) {
            made.element_ = element;
            made.shape_ = shape;
        });
    }

    const Type* opaque(int size) {
        const std::string count = std::to_string(size);
        return unique(Type::Kind::nested, "bytes(" + count + ")", "bytes_" + count, [&](Type& made) {
            made.element_ = Type::uint8();
            made.shape_ = {size};
            made.is_opaque_ = true;
        });
    }

    const Type* vector(const Type* component, const std::string& name, int width) {
        return unique(Type::Kind::vector, name, name, [&](Type& made) {
            for (int i = 0; i < width; ++i)
                made.fields_.push_back({std::string(1, "xyzw"[i]), component});
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
        if (parts.empty()) identifier = "empty_tuple";
        if (parts.size() == 1) identifier = "only_" + identifier; // no scalar has such a name
        const std::string name = parts.size() == 1 ? "(" + parts[0]->name() + ",)" : names(parts);
        return unique(Type::Kind::tuple, name, identifier, [&](Type& made) { set_fields(made, parts); });
    }

    const Type* function(const Type* result, const std::vector<const Type*>& parameters) {
        std::string key = definition(result) + "(";
        for (const Type* parameter : parameters)
            key += definition(parameter) + ", ";
        return unique(
            Type::Kind::function, result->name() + names(parameters), "function",
            [&](Type& made) {
                set_fields(made, parameters);
                made.element_ = result;
                made.is_generic_ = true;
            },
            key);
    }

    static std::string brackets(int rank) {
        return rank == 1 ? "*" : "[" + std::string(static_cast<std::size_t>(rank - 1), ',') + "]";
    }

  private:
    std::mutex mutex_;
    std::map<std::pair<Type::Kind, std::string>, std::unique_ptr<const Type>>
        types_; ///< by name or definition

    /// Returns a text that differs for each type. For a struct it contains the fields.
    static std::string definition(const Type* type) {
        if (type->is_array()) return definition(type->element_) + brackets(type->rank_);
        if (!type->is_struct()) return type->name();
        std::string text = type->name() + "{";
        for (const Type::Field& field : type->fields())
            text += definition(field.type) + " " + field.name + ";";
        return text + "}";
    }

    template <typename Set>
    const Type* unique(Type::Kind kind, const std::string& name, const std::string& identifier, Set set,
                       const std::string& key = "") {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<const Type>& known = types_[{kind, key.empty() ? name : key}];
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

/// Every possible array type, made once.
struct ArrayTypes {
    std::vector<std::unique_ptr<const Type>> types; ///< by element, then by rank

    ArrayTypes() {
        for (auto at = static_cast<int>(Scalar::bool_); at <= static_cast<int>(Scalar::complex128); ++at) {
            const auto scalar = static_cast<Scalar>(at);
            for (int rank = 1; rank <= Type::max_rank; ++rank) {
                types.push_back(std::unique_ptr<const Type>(
                    new Type(scalar, Type::scalar(scalar), rank,
                             names_of(scalar).kernel + DerivedTypes::brackets(rank))));
            }
        }
    }
};

const Type* Type::array(const Type* element, int rank) {
    static const ArrayTypes arrays;
    if (element->is_variable() && rank >= 1 && rank <= max_rank)
        return DerivedTypes::all().array_of_variable(element, rank);
    const bool is_derived = element->is_struct() || element->is_vector() || element->is_date();
    if (is_derived && rank >= 1 && rank <= max_rank)
        return DerivedTypes::all().array_of_aggregate(element, rank);
    if (!element->is_number() || rank < 1 || rank > max_rank)
        throw InternalError("an array of " + std::to_string(rank) + " dimensions of " + element->name());
    const int place = static_cast<int>(element->scalar_) - static_cast<int>(Scalar::bool_);
    return arrays.types[static_cast<std::size_t>(place * max_rank + rank - 1)].get();
}

const Type* Type::lists(const Type* element) {
    if (!element->is_element() && !element->is_variable()) throw InternalError("lists of " + element->name());
    return DerivedTypes::all().lists(element);
}

const Type* Type::variable(const std::string& name) {
    return DerivedTypes::all().variable(name);
}

const Type* Type::tuple(const std::vector<const Type*>& parts) {
    for (const Type* part : parts)
        if (!part->is_number() && !part->is_tuple() && !part->is_vector() && !part->is_variable())
            throw InternalError("a tuple with a part of the type " + part->name());
    return DerivedTypes::all().tuple(parts);
}

const Type* Type::structure(const std::string& name, std::vector<Field> fields) {
    for (const Field& field : fields)
        if (!field.type->is_element() || field.type->is_date())
            throw InternalError("a struct with a field of the type " + field.type->name());
    if (fields.empty()) throw InternalError("a struct without fields");
    return DerivedTypes::all().structure(name, std::move(fields));
}

const Type* Type::record(const std::string& name, const std::string& identifier,
                         const std::vector<RecordField>& fields, int size) {
    std::vector<std::pair<int, int>> places;
    for (const RecordField& field : fields) {
        if (!field.type->is_number() && !field.type->is_record() && !field.type->is_nested())
            throw InternalError("a record with the field " + field.name);
        places.emplace_back(field.offset, field.offset + field.type->size());
    }
    std::sort(places.begin(), places.end());
    int end = 0;
    for (const auto& [begin, behind] : places) {
        if (begin < end) throw InternalError("a record whose fields overlap");
        end = behind;
    }
    if (fields.empty() || end > size) throw InternalError("a record of the size " + std::to_string(size));
    return DerivedTypes::all().record(name, identifier, fields, size);
}

const Type* Type::nested(const Type* element, const std::vector<int64_t>& shape) {
    if (!element->is_number() || shape.empty())
        throw InternalError("an array of " + element->name() + " in a record");
    return DerivedTypes::all().nested(element, shape);
}

const Type* Type::opaque(int size) {
    if (size < 1) throw InternalError("a field of no bytes");
    return DerivedTypes::all().opaque(size);
}

namespace {

struct VectorBase {
    std::string_view name;
    Scalar component;
};
constexpr VectorBase vector_bases[] = {{"char", Scalar::int8},      {"uchar", Scalar::uint8},
                                       {"short", Scalar::int16},    {"ushort", Scalar::uint16},
                                       {"int", Scalar::int32},      {"uint", Scalar::uint32},
                                       {"longlong", Scalar::int64}, {"ulonglong", Scalar::uint64},
                                       {"float", Scalar::float32},  {"double", Scalar::float64}};

} // namespace

const Type* Type::vector(const Type* component, int width) {
    if (width < 2 || width > 4) return nullptr;
    for (const VectorBase& base : vector_bases)
        if (component == scalar(base.component))
            return DerivedTypes::all().vector(component, std::string(base.name) + std::to_string(width),
                                              width);
    return nullptr;
}

namespace {

/// The units that NumPy has for dates, from the coarsest one on.
constexpr std::string_view date_units[] = {"Y",  "M",  "W",  "D",  "h",  "m", "s",
                                           "ms", "us", "ns", "ps", "fs", "as"};

bool is_date_unit(std::string_view unit) {
    return std::find(std::begin(date_units), std::end(date_units), unit) != std::end(date_units);
}

} // namespace

const Type* Type::datetime(std::string_view unit) {
    return is_date_unit(unit) ? DerivedTypes::all().date("datetime64", unit, false) : nullptr;
}

const Type* Type::timedelta(std::string_view unit) {
    return is_date_unit(unit) ? DerivedTypes::all().date("timedelta64", unit, true) : nullptr;
}

const Type* Type::function(const Type* result, const std::vector<const Type*>& parameters) {
    return DerivedTypes::all().function(result, parameters);
}

const Type* Type::random_state() {
    static const Type* const type = DerivedTypes::all().random_state();
    return type;
}

namespace {

/// Returns the alignment of a type. A complex number is aligned as its parts are, as in C; elsewhere it is
/// aligned to its size.
int field_alignment(const Type* type) {
    if (type->is_nested()) return field_alignment(type->element());
    return type->is_complex() ? type->size() / 2 : type->alignment();
}

} // namespace

bool Type::is_packed() const {
    if (!is_record()) return false;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const int alignment = field_alignment(fields_[i].type);
        if (offsets_[i] % alignment != 0 || size_ % alignment != 0) return true;
    }
    return false;
}

bool Type::is_misaligned(std::size_t field) const {
    const Type* type = fields_[field].type;
    return is_record() && !type->is_record() && offsets_[field] % field_alignment(type) != 0;
}

int Type::alignment() const {
    if (is_packed()) return 1;
    if (is_nested()) return field_alignment(this);
    if (is_vector()) { // as CUDA has it: three lie as three numbers do, two and four are read as one
        const int component = fields_[0].type->size();
        const int width = static_cast<int>(fields_.size());
        return width == 3 ? component : std::min(16, component * width);
    }
    int most = is_struct() ? 1 : size();
    for (const Field& field : fields_)
        most = std::max(most, field_alignment(field.type));
    return most;
}

int Type::offset(std::size_t field) const {
    if (is_record()) return offsets_[field];
    int end = 0;
    for (std::size_t i = 0;; ++i) {
        const int alignment = field_alignment(fields_[i].type);
        const int begin = (end + alignment - 1) / alignment * alignment;
        if (i == field) return begin;
        end = begin + fields_[i].type->size();
    }
}

int Type::size() const {
    if (is_array() || is_lists()) return 8;
    if (is_record()) return size_;
    if (is_nested()) {
        int64_t count = 1;
        for (const int64_t extent : shape_)
            count *= extent;
        return static_cast<int>(count) * element_->size();
    }
    if (is_struct() || is_vector()) {
        const int end = offset(fields_.size() - 1) + fields_.back().type->size();
        return (end + alignment() - 1) / alignment() * alignment();
    }
    if (!is_scalar() && !is_date()) return 0;
    switch (scalar_) {
    case Scalar::void_:
        return 0;
    case Scalar::bool_:
    case Scalar::int8:
    case Scalar::uint8:
        return 1;
    case Scalar::int16:
    case Scalar::uint16:
    case Scalar::float16:
    case Scalar::bfloat16:
        return 2;
    case Scalar::int32:
    case Scalar::uint32:
    case Scalar::float32:
        return 4;
    case Scalar::int64:
    case Scalar::uint64:
    case Scalar::float64:
    case Scalar::complex64:
        return 8;
    case Scalar::complex128:
        return 16;
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
        return type == Type::float64() || type == Type::complex128() ||
               (type->is_integer() && type->size() == 8);
    };
    const bool wide = is_wide(a) || is_wide(b);
    if (a->is_complex() || b->is_complex()) return wide ? Type::complex128() : Type::complex64();
    return wide ? Type::float64() : Type::float32();
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

const Type* vector_type_named(std::string_view name) {
    if (name.empty()) return nullptr;
    for (const VectorBase& base : vector_bases)
        if (name.substr(0, name.size() - 1) == base.name)
            return Type::vector(Type::scalar(base.component), name.back() - '0');
    return nullptr;
}

} // namespace cudapy
