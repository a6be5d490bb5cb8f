#include "translator/emit/helpers/random.h"

#include "translator/program/walk.h"
#include "translator/support/internal_error.h"

#include <cctype>
#include <string_view>

namespace cudapy::emit {

using namespace program;

namespace {

constexpr std::string_view state_text = R"(struct Philox {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t output[4];
    int left;
};
)";

/// A function, and the names of those that it calls. Q stands for the qualifiers.
struct Row {
    std::string_view name;
    std::string_view needs; ///< separated by blanks
    std::string_view comment;
    std::string_view text;
};

/// The functions, in the order of definition.
constexpr Row rows[] = {
    {"random_state", "", "The beginning of the sequence with this number.",
     R"(Q void random_state(Philox& state, uint64_t seed, uint64_t sequence)
{
    state.key[0] = uint32_t(seed);
    state.key[1] = uint32_t(seed >> 32);
    state.counter[0] = 0;
    state.counter[1] = 0;
    state.counter[2] = uint32_t(sequence);
    state.counter[3] = uint32_t(sequence >> 32);
    state.left = 0;
}
)"},
    {"random_bits", "", "The next 32 bits; a counter gives four times as many.",
     R"(Q uint32_t random_bits(Philox& state)
{
    if (state.left == 0) {
        uint32_t a = state.counter[0], b = state.counter[1], c = state.counter[2], d = state.counter[3];
        uint32_t key_0 = state.key[0], key_1 = state.key[1];
        for (int round = 0; round < 10; ++round) {
            const uint64_t first = uint64_t(0xD2511F53u) * a;
            const uint64_t second = uint64_t(0xCD9E8D57u) * c;
            a = uint32_t(second >> 32) ^ b ^ key_0;
            b = uint32_t(second);
            c = uint32_t(first >> 32) ^ d ^ key_1;
            d = uint32_t(first);
            key_0 += 0x9E3779B9u;
            key_1 += 0xBB67AE85u;
        }
        state.output[0] = a;
        state.output[1] = b;
        state.output[2] = c;
        state.output[3] = d;
        state.left = 4;
        if (++state.counter[0] == 0) {
            ++state.counter[1];
        }
    }
    const uint32_t bits = state.output[0];
    state.output[0] = state.output[1];
    state.output[1] = state.output[2];
    state.output[2] = state.output[3];
    --state.left;
    return bits;
}
)"},
    {"random_seek", "random_bits", "Goes to a place in the sequence, of which each 32 bits have one.",
     R"(Q void random_seek(Philox& state, int64_t place)
{
    state.counter[0] = uint32_t(place >> 2);
    state.counter[1] = uint32_t(place >> 34);
    state.left = 0;
    for (int64_t i = 0; i < (place & 3); ++i) {
        random_bits(state);
    }
}
)"},
    {"random_bits64", "random_bits", "The next 64 bits.",
     R"(Q uint64_t random_bits64(Philox& state)
{
    const uint64_t high = random_bits(state);
    return high << 32 | random_bits(state);
}
)"},
    {"random_float", "random_bits", "A number in [0, 1), of 24 bits.",
     R"(Q float random_float(Philox& state)
{
    return (random_bits(state) >> 8) * 0x1p-24f;
}
)"},
    {"random_double", "random_bits64", "A number in [0, 1), of 53 bits.",
     R"(Q double random_double(Philox& state)
{
    return (random_bits64(state) >> 11) * 0x1p-53;
}
)"},
    {"uniform_float", "random_float", "A number between a and b.",
     R"(Q float uniform_float(Philox& state, float a, float b)
{
    return a + (b - a) * random_float(state);
}
)"},
    {"uniform_double", "random_double", "A number between a and b.",
     R"(Q double uniform_double(Philox& state, double a, double b)
{
    return a + (b - a) * random_double(state);
}
)"},
    {"normal_float", "random_float", "A normally distributed number, by the method of Box and Muller.",
     R"(Q float normal_float(Philox& state, float mean, float deviation)
{
    const float radius = sqrtf(-2.0f * logf(1.0f - random_float(state)));
    return mean + deviation * (radius * cosf(6.2831855f * random_float(state)));
}
)"},
    {"normal_double", "random_double", "A normally distributed number, by the method of Box and Muller.",
     R"(Q double normal_double(Philox& state, double mean, double deviation)
{
    const double radius = sqrt(-2.0 * log(1.0 - random_double(state)));
    return mean + deviation * (radius * cos(6.283185307179586 * random_double(state)));
}
)"},
    {"random_int", "random_bits", "An integer from `least` to `most`, both of them included.",
     R"(Q int random_int(Philox& state, int least, int most)
{
    const uint64_t count = uint64_t(int64_t(most) - least + 1);
    return int(least + int64_t(count * random_bits(state) >> 32));
}
)"},
    {"random_int64", "random_bits64", "An integer from `least` to `most`, both of them included.",
     R"(Q int64_t random_int64(Philox& state, int64_t least, int64_t most)
{
    const uint64_t count = uint64_t(most) - uint64_t(least) + 1;
    const uint64_t bits = random_bits64(state);
    return int64_t(uint64_t(least) + (count == 0 ? bits : bits % count));
}
)"},
};

const Row& row_of(std::string_view name) {
    for (const Row& row : rows)
        if (row.name == name) return row;
    throw InternalError("a random function that does not exist");
}

void add(std::set<std::string>& names, const std::string& name) {
    if (!names.insert(name).second) return;
    std::string_view needs = row_of(name).needs;
    if (!needs.empty()) add(names, std::string(needs));
}

/// Returns the text with names of ours in place of those that it is written with.
std::string renamed(std::string_view text, const std::map<std::string, std::string>& names,
                    const std::string& qualifier) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
            ++end;
        if (end == i) {
            out += text[i++];
            continue;
        }
        const std::string word(text.substr(i, end - i));
        const auto found = names.find(word);
        out += word == "Q" ? qualifier : found == names.end() ? word : found->second;
        i = end;
    }
    return out;
}

} // namespace

std::string random_function(const BuiltinCall& call) {
    const bool wide = call.type->size() == 8;
    switch (call.builtin->special) {
    case Special::random_state:
        return "random_state";
    case Special::random_seek:
        return "random_seek";
    case Special::random:
        return wide ? "random_double" : "random_float";
    case Special::uniform:
        return wide ? "uniform_double" : "uniform_float";
    case Special::normal:
        return wide ? "normal_double" : "normal_float";
    case Special::randint:
        return wide ? "random_int64" : "random_int";
    default:
        throw InternalError("no random function");
    }
}

std::set<std::string> random_functions(const Program& program) {
    std::set<std::string> names;
    if (!has_generator(program)) return names;
    for (const auto& function : program.functions)
        visit_all(function->body, [&](const Expr& expr) {
            if (is_draw(expr)) add(names, random_function(as<BuiltinCall>(expr)));
        });
    return names;
}

bool has_generator(const Program& program) {
    for (const auto& function : program.functions)
        for (const auto& variable : function->variables)
            if (variable->type->is_random_state()) return true;
    return false;
}

void write_random(Writer& writer, const std::map<std::string, std::string>& names,
                  const std::string& qualifier) {
    if (names.empty()) return;
    writer.part("helper Philox", [&] {
        writer.blank();
        writer.comment(
            "Philox 4x32-10, a generator of random numbers that are a function of a seed, a sequence's "
            "number and a");
        writer.comment("place in it (Salmon, Moraes, Dror and Shaw, 2011).");
        writer.raw(renamed(state_text, names, qualifier));
    });
    for (const Row& row : rows) {
        if (!names.contains(std::string(row.name))) continue;
        writer.part("helper " + std::string(row.name), [&] {
            writer.blank();
            writer.prose(row.comment);
            writer.raw(renamed(row.text, names, qualifier));
        });
    }
}

} // namespace cudapy::emit
