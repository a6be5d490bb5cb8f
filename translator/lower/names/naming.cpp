#include "translator/lower/names/naming.h"

#include "translator/cuda/device_functions.h"
#include "translator/lower/names/reserved_names.h"
#include "translator/program/scalar_types.h"
#include "translator/program/tuple_types.h"
#include "translator/program/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace cudapy::lower {

using namespace program;

const std::vector<std::string_view>& emitter_names() {
    static const std::vector<std::string_view> names = {
        // Names of CUDA's, and names that launch functions mention.
        "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3", "size_t", "int64_t",
        "cudaError_t", "cudaStream_t", "cudaSuccess", "cudaErrorInvalidConfiguration", "cudaGetLastError",
        "cudaFuncAttributes", "cudaFuncGetAttributes", "cudaFuncSetAttribute", "cudaGetDevice",
        "cudaDeviceGetAttribute", "cudaDevAttrMaxSharedMemoryPerBlockOptin", "cudaErrorInvalidValue",
        "cudaFuncAttributeMaxDynamicSharedMemorySize",
        // Names that a file for the host defines.
        "shared_memory", "CpuRange", "CpuBlock", "block_of", "blocks_together", "cpu_range", "CpuGrid",
        "run_together", "cooperative_groups", "std"};
    return names;
}

namespace {

bool is_emitter_name(std::string_view name) {
    const auto& ours = emitter_names();
    return std::find(ours.begin(), ours.end(), name) != ours.end();
}

} // namespace

std::string ascii_name(std::string_view name) {
    std::string ascii;
    for (std::size_t i = 0; i < name.size();) {
        const auto lead = static_cast<unsigned char>(name[i]);
        if (lead < 0x80) {
            ascii += name[i++];
            continue;
        }
        const int following = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        uint32_t code = lead & (0x3FU >> following);
        ++i;
        for (int k = 0; k < following && i < name.size(); ++k, ++i)
            code = (code << 6) | (static_cast<unsigned char>(name[i]) & 0x3FU);
        ascii += fmt::format("u{:04x}_", code);
    }
    return ascii;
}

namespace {

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

using Names = std::unordered_set<std::string>;

/// Returns `base` without what C++ keeps for itself everywhere: `__x` becomes `x`, `a__b` becomes
/// `a_b`. So only a table can hold what is made by adding a suffix.
std::string without_reserved_forms(std::string base) {
    const std::size_t first = base.find_first_not_of('_');
    base = first == std::string::npos ? "underscore" : base.substr(first);
    for (std::size_t at; (at = base.find("__")) != std::string::npos;)
        base.erase(at, 1);
    const bool is_digit = base[0] >= '0' && base[0] <= '9';
    return is_digit || is_reserved_by_form(base) ? "v" + base : base;
}

/// Returns `wanted`, with `_` after it, or a number, where it is not free. Names that `is_reserved` tells are
/// a finite number besides those of reserved forms, and so are the names that `is_taken` tells.
template <typename IsReserved, typename IsTaken>
std::string free_name(const std::string& wanted, IsReserved is_reserved, IsTaken is_taken) {
    std::string base = ascii_name(wanted);
    if (base.empty() || (base[0] >= '0' && base[0] <= '9')) base = "v" + base;
    std::string name = base;
    if (is_reserved(name)) {
        base = without_reserved_forms(std::move(base));
        name = base.back() == '_' ? base : base + "_";
    }
    if (!is_reserved(name) && !is_taken(name)) return name;
    const std::string stem = base.back() == '_' ? base : base + "_";
    name = stem;
    for (int n = 2; is_reserved(name) || is_taken(name); ++n)
        name = fmt::format("{}{}", stem, n);
    return name;
}

} // namespace

std::string aggregate_name(const Type& type) {
    if (type.is_vector()) return type.identifier(); // CUDA's own
    const auto is_reserved = [](std::string_view name) {
        return is_reserved_at_file_level(name) || vector_type_named(name) || is_emitter_name(name);
    };
    const bool is_named = type.is_struct() && !type.is_record();
    return free_name(is_named ? type.name() : type.identifier(), is_reserved,
                     [](const std::string&) { return false; });
}

namespace {

/// Returns whether the file may give a type this name, which no member of a struct can then have.
bool is_scalar_name(std::string_view name) {
    static constexpr std::string_view names[] = {
        "half",    "bfloat16", "complex64", "complex128", "complex64_field", "complex128_field", "int8_t",
        "int16_t", "int64_t",  "uint8_t",   "uint16_t",   "uint32_t",        "uint64_t"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Names that no field of the struct can have: in C++ its own name, and those of its fields' types.
Names names_of_types(const Type& type) {
    Names names{aggregate_name(type)};
    for (const Type::Field& field : type.fields()) {
        const Type* held = field.type->is_nested() ? field.type->element() : field.type;
        if (held->is_aggregate()) names.insert(aggregate_name(*held));
    }
    return names;
}

/// Returns the name of a field with characters that names in C++ have. That of a field of a record may be any
/// text.
std::string spelled(const Type& type, const std::string& name) {
    if (!type.is_record()) return ascii_name(name);
    std::string spelling = ascii_name(name);
    for (char& c : spelling)
        if (!is_word_character(c)) c = '_';
    const bool is_digit = !spelling.empty() && spelling[0] >= '0' && spelling[0] <= '9';
    return spelling.empty() || is_digit ? "field_" + spelling : spelling;
}

/// Returns the names of a struct's fields. Those that can stay as the user wrote them do.
std::vector<std::string> field_names(const Type& type) {
    const auto& fields = type.fields();
    const Names types = names_of_types(type);
    const auto is_reserved = [&](const std::string& name) {
        return is_reserved_anywhere(name) || is_scalar_name(name) || types.contains(name);
    };
    Names taken;
    std::vector<std::string> names(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (spelled(type, fields[i].name) == fields[i].name && !is_reserved(fields[i].name))
            taken.insert(names[i] = fields[i].name);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!names[i].empty()) continue;
        names[i] = free_name(spelled(type, fields[i].name), is_reserved,
                             [&](const std::string& name) { return taken.contains(name); });
        taken.insert(names[i]);
    }
    return names;
}

} // namespace

std::string field_name(const Type& type, std::size_t field) {
    return type.is_struct() ? field_names(type)[field] : type.fields()[field].name;
}

namespace {

/// Adds the names that the file gives to types that C++ lacks.
void add_scalar_names(const std::set<Scalar>& scalars, Names& taken) {
    for (const Scalar scalar : scalars)
        if (const Type* type = Type::scalar(scalar); type->is_small_float() || type->is_complex()) {
            taken.insert(type->name());
            if (type->is_complex()) taken.insert(type->name() + "_field");
        }
}

bool is_taken(const std::string& name, const Names& taken) {
    return taken.contains(name) || is_emitter_name(name);
}

/// Returns a name that is not taken yet, and takes it.
template <typename IsReserved>
std::string unique(const std::string& wanted, Names& taken, IsReserved is_reserved) {
    std::string name =
        free_name(wanted, is_reserved, [&](const std::string& each) { return is_taken(each, taken); });
    taken.insert(name);
    return name;
}

/// Reserves the names that the file gives to the types of the function.
void reserve_types(const Function& function, Names& taken) {
    std::vector<const Type*> tuples;
    add_tuple_types(function, tuples);
    for (const Type* tuple : tuples)
        taken.insert(aggregate_name(*tuple));
    add_scalar_names(scalar_types(function), taken);
}

void reserve_used(const Function& function, Names& taken) {
    auto builtin = [&](const Builtin& used) {
        for (const std::string_view name :
             {used.cuda_single, used.cuda_double, used.host_single, used.host_double})
            if (!name.empty()) taken.emplace(name);
    };
    visit_all(static_cast<const Block&>(function.body), [&](const Expr& expr) {
        switch (expr.kind) {
        case ExprKind::call:
            taken.insert(as<Call>(expr).function->emitted);
            break;
        case ExprKind::builtin_call:
            builtin(*as<BuiltinCall>(expr).builtin);
            taken.emplace(as<BuiltinCall>(expr).builtin->name);
            break;
        case ExprKind::literal: {
            // A named constant is emitted under its own name, at file level.
            const auto& literal = as<Literal>(expr);
            if (!literal.name.empty()) taken.insert(literal.name);
            break;
        }
        case ExprKind::helper_call:
            taken.emplace(row_of(as<HelperCall>(expr).helper).emitted);
            break;
        default:
            break;
        }
    });
    for (const auto& variable : function.variables)
        if (variable->table) taken.insert(variable->table->emitted);
    visit_statements(static_cast<const Block&>(function.body), [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::builtin_unpack) builtin(*as<BuiltinUnpack>(stmt).builtin);
    });
    for (const Coordinate coordinate : function.facts.own_coordinates) {
        if (coordinate == Coordinate::idx) taken.insert("idx");
        if (coordinate == Coordinate::idy) taken.insert("idy");
        if (coordinate == Coordinate::idz) taken.insert("idz");
    }
    // The code that launches the kernel, or calls it for each thread, has its parameters' names too.
    taken.insert(function.emitted);
    taken.insert(function.emitted_kernel);
    if (function.variant != Variant::thread) taken.emplace("lane");
    if (function.variant == Variant::coarsened && function.coarsening_facts.size[0] > 1 &&
        function.coarsening_facts.size[1] > 1)
        for (const char* name : {"x", "y"}) // its loops over threads
            taken.emplace(name);
    if (function.variant == Variant::block && function.facts.cooperation.warp)
        for (const char* name : {"warp", "lane_id"}) // the names in its loops over warps and their threads
            taken.emplace(name);
    const bool has_axes = function.facts.coordinates.count(Coordinate::block_dim_y) != 0 ||
                          function.facts.coordinates.count(Coordinate::block_dim_z) != 0;
    if (function.variant == Variant::block && has_axes)
        for (const char* name : {"x", "y", "z"}) // the names in its loops over threads
            taken.emplace(name);
}

/// Names temporaries. Two of them may have one name in scopes that do not overlap: two loops both count with
/// `i_counter`.
class TemporaryNames {
  public:
    explicit TemporaryNames(Names& taken) : taken_(taken) {}

    void run(Function& function) {
        visit_statements(function.body, [&](Stmt& stmt) {
            if (Variable* variable = declared_by(stmt)) ++declarations_[variable];
        });
        // A temporary that is declared in several scopes has one name in all of them, new to the function.
        for (const auto& variable : function.variables)
            if (variable->role == VariableRole::temporary && !variable->beginning &&
                declarations_[variable.get()] != 1)
                variable->emitted = name_of(*variable);
        block(function.body);
    }

  private:
    Names& taken_;
    std::unordered_map<const Variable*, int> declarations_;
    std::vector<const Variable*> in_scope_;

    std::string name_of(const Variable& variable) {
        // A loop of the translator's counts with the next letter, as people do, and not with `i_`.
        for (const char* letter : {"i", "j", "k"}) {
            if (variable.name != "i") break;
            if (!is_taken(letter, taken_)) return unique(letter, taken_, is_reserved_anywhere);
        }
        return unique(variable.name, taken_, is_reserved_anywhere);
    }

    static Variable* declared_by(Stmt& stmt) {
        Variable* variable = nullptr;
        if (stmt.kind == StmtKind::declare) variable = as<Declare>(stmt).variable;
        if (stmt.kind == StmtKind::for_c && as<ForC>(stmt).declares) variable = as<ForC>(stmt).variable;
        if (stmt.kind == StmtKind::warp_loop) variable = as<WarpLoop>(stmt).lanes;
        return variable && variable->role == VariableRole::temporary ? variable : nullptr;
    }

    void block(Block& body) {
        const std::size_t outer = in_scope_.size();
        for (StmtPtr& stmt : body) {
            const std::size_t before = in_scope_.size();
            if (Variable* variable = declared_by(*stmt); variable && variable->emitted.empty()) {
                variable->emitted = name_of(*variable);
                in_scope_.push_back(variable);
            }
            visit_blocks(*stmt, [&](Block& inner) { block(inner); });
            if (stmt->kind == StmtKind::for_c || stmt->kind == StmtKind::warp_loop) leave(before);
        }
        leave(outer);
    }

    void leave(std::size_t outer) {
        for (; in_scope_.size() > outer; in_scope_.pop_back())
            taken_.erase(in_scope_.back()->emitted);
    }
};

/// Returns the name of a length: `X_len`; `A_rows` and `A_cols`; `A_dim0`, `A_dim1` … for more dimensions.
std::string length_name(const Variable& array, int axis) {
    switch (array.type->rank()) {
    case 1:
        return array.name + "_len";
    case 2:
        return array.name + (axis == 0 ? "_rows" : "_cols");
    default:
        return array.name + "_dim" + std::to_string(axis);
    }
}

} // namespace

void Naming::name_variables_of_variant(Function& function) const {
    Names taken = macros_;
    if (has_types_) reserve_types(function, taken);
    reserve_used(function, taken);
    auto give = [&](Variable& variable) {
        if (variable.beginning) return; // the variable has the parameter's name
        const std::string& wanted = variable.proposal.empty() ? variable.name : variable.proposal;
        variable.emitted = unique(wanted, taken, is_reserved_anywhere);
    };
    // The names that the user gave come first and stay.
    for (Variable* parameter : function.parameters)
        give(*parameter);
    for (const auto& variable : function.variables)
        if (variable->role == VariableRole::local || variable->is_declared_array()) give(*variable);
    // A length that is known is no variable: the number itself is passed.
    for (const auto& variable : function.variables)
        for (const int64_t extent : variable->shape)
            variable->emitted_lengths.push_back(std::to_string(extent));
    for (const auto& variable : function.variables)
        if (variable->is_dynamic())
            variable->emitted_lengths.push_back(unique(variable->name + "_len", taken, is_reserved_anywhere));
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
        for (int axis = 0; axis < function.parameters[i]->extents(); ++axis)
            function.parameters[i]->emitted_lengths.push_back(
                unique(length_name(*function.parameters[i], axis), taken, is_reserved_anywhere));
    TemporaryNames(taken).run(function);
    for (const auto& variable : function.variables)
        if (const auto& beginning = variable->beginning) {
            const Variable& parameter = *beginning->parameter;
            variable->emitted = beginning->axis
                                    ? parameter.emitted_lengths[static_cast<std::size_t>(*beginning->axis)]
                                    : parameter.emitted;
        }
}

void Naming::name_variables(Function& function) const {
    for (Function* variant : function.variants())
        name_variables_of_variant(*variant);
}

namespace {

/// Returns the user's name for a table, `K_1` for the row `K[1]`. A name that another table has gets its type
/// as a suffix.
std::string table_name(const Table& table, const Names& taken) {
    std::string name;
    for (const char c : table.name)
        if (c != ']') name += c == '[' || c == '.' ? '_' : c;
    return is_taken(name, taken) ? name + "_" + table.element->name() : name;
}

/// Names the tables, which are at file level. Functions that capture the same tuple share one.
void name_tables(Program& program, Names& taken) {
    std::vector<std::shared_ptr<Table>> tables;
    const auto name = [&](Function& function) {
        for (const auto& variable : function.variables) {
            if (!variable->table) continue;
            const auto same = std::find_if(tables.begin(), tables.end(),
                                           [&](const auto& known) { return *known == *variable->table; });
            if (same == tables.end()) {
                variable->table->emitted =
                    unique(table_name(*variable->table, taken), taken, is_reserved_at_file_level);
                tables.push_back(variable->table);
            } else {
                variable->table = *same;
            }
            variable->emitted = variable->table->emitted;
        }
    };
    for (const auto& function : program.functions) {
        name(*function);
        if (function->strip) name(*function->strip);
        if (function->block) name(*function->block);
        if (function->coarsened) name(*function->coarsened);
    }
}

} // namespace

void Naming::look(const Function& function) {
    Names names;
    reserve_types(function, names);
    if (names.empty()) return;
    const std::lock_guard lock(mutex_);
    taken_.merge(names);
}

void Naming::name_file(Program& program) {
    has_types_ = !taken_.empty();
    for (const auto& source : program.device_sources()) {
        macros_.insert(source->source.macros.begin(), source->source.macros.end());
        taken_.insert(source->source.identifiers.begin(), source->source.identifiers.end());
    }
    taken_.insert(macros_.begin(), macros_.end());
    const auto file_name = [&](const std::string& wanted) {
        return unique(wanted, taken_, is_reserved_at_file_level);
    };
    for (const auto& function : program.functions) {
        if (function->foreign) {
            function->emitted = function->foreign->name;
            continue;
        }
        function->emitted = file_name(function->name);
        function->emitted_kernel = function->emitted;
    }
    // The kernel keeps the name: it is what the user launches and a profiler shows.
    for (const auto& function : program.functions)
        if (function->is_kernel && function->facts.is_called)
            function->emitted = file_name(function->emitted_kernel + "_device");
    name_tables(program, taken_);
    for (const auto& function : program.functions) {
        if (function->block) function->block->emitted = file_name(function->emitted_kernel + "_block");
        if (function->coarsened) {
            const char* ending = function->coarsening_facts.distinct.empty() ? "_coarsened" : "_no_alias";
            function->coarsening_facts.emitted = file_name(function->emitted_kernel + ending);
        }
        if (function->strip) function->strip->emitted = file_name(function->emitted + "_strip");
    }
}

} // namespace cudapy::lower
