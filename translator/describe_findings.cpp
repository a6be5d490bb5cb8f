// The words for races, and for reads of what nobody has written.

#include "translator/describe_findings.h"

#include "translator/describe_check.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace cudapy {

namespace {

using program::Check;
using runtime::Finding;
using Kind = Check::Kind;

constexpr std::size_t most_others = 3;

bool is_atomic(const Check& check) {
    return check.kind == Kind::atomic || check.kind == Kind::exchange;
}

std::string coordinates(std::int64_t number, const std::int64_t* extents) {
    const std::int64_t x = number % extents[0], y = number / extents[0] % extents[1],
                       z = number / extents[0] / extents[1];
    if (extents[2] > 1) return fmt::format("({}, {}, {})", x, y, z);
    return extents[1] > 1 ? fmt::format("({}, {})", x, y) : fmt::format("{}", x);
}

std::string value_text(std::int64_t bits, const Type* type) {
    if (type->is_bool()) return (bits & 1) != 0 ? "True" : "False";
    if (type == Type::float32())
        return fmt::format("{:g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == Type::float64()) return fmt::format("{:g}", std::bit_cast<double>(bits));
    const int unused = 64 - type->size() * 8;
    const auto raw = static_cast<std::uint64_t>(bits) << unused;
    if (type->is_unsigned()) return fmt::format("{}", raw >> unused);
    return fmt::format("{}", static_cast<std::int64_t>(raw) >> unused);
}

class Words {
  public:
    Words(const Finding& finding, const std::vector<Check>& checks, const CheckedLaunch& launch,
          const SourceSet& sources)
        : finding_(finding), checks_(checks), launch_(launch), sources_(sources),
          first_(check_of(std::max(finding.first.number, 1))), second_(check_of(finding.second.number)) {}

    std::string text() const {
        const std::string place = place_of(second_, sources_);
        return place + ": " + (finding_.kind == Finding::Kind::race ? race() : unwritten());
    }

    std::pair<int, int> lines() const {
        const int second = line_of(second_);
        if (finding_.kind != Finding::Kind::race) return {0, second};
        return std::minmax(line_of(first_), second);
    }

  private:
    const Finding& finding_;
    const std::vector<Check>& checks_;
    const CheckedLaunch& launch_;
    const SourceSet& sources_;
    const Check& first_;
    const Check& second_;

    const Check& check_of(int number) const { return checks_.at(static_cast<std::size_t>(number) - 1); }
    int line_of(const Check& check) const { return static_cast<int>(sources_.begin(check.span).line); }
    std::string quoted(const Check& check) const { return "`" + cudapy::quoted(check, sources_) + "`"; }
    bool is_one_statement() const { return first_.span == second_.span; }
    bool is_one_line() const { return line_of(first_) == line_of(second_); }

    // ---- the element

    static std::string element_text(const std::string& name, std::int64_t index,
                                    const std::vector<std::int64_t>& extents) {
        std::string text;
        for (std::size_t axis = extents.size(); axis-- > 1;) {
            text = fmt::format(", {}", extents[axis] == 0 ? 0 : index % extents[axis]) + text;
            index = extents[axis] == 0 ? 0 : index / extents[axis];
        }
        return fmt::format("{}[{}{}]", name, index, text);
    }

    std::string element() const {
        if (finding_.declared != 0) {
            const Check& array = check_of(finding_.declared);
            return element_text(array.name, finding_.at / std::max<std::int64_t>(array.size, 1), array.shape);
        }
        const CheckedLaunch::Memory* found = nullptr;
        for (const CheckedLaunch::Memory& memory : launch_.memory) {
            if (finding_.at < memory.address || finding_.at >= memory.address + memory.bytes) continue;
            if (!found || memory.name == second_.name) found = &memory;
        }
        if (!found) return second_.name;
        return element_text(found->name, (finding_.at - found->address) / found->size, found->extents);
    }

    /// The other argument that the first access goes to the same memory by; empty for none.
    std::string other_name() const {
        if (finding_.declared != 0 || first_.name == second_.name) return {};
        bool has_first = false, has_second = false;
        for (const CheckedLaunch::Memory& memory : launch_.memory) {
            if (finding_.at < memory.address || finding_.at >= memory.address + memory.bytes) continue;
            has_first = has_first || memory.name == first_.name;
            has_second = has_second || memory.name == second_.name;
        }
        return has_first && has_second ? first_.name : std::string();
    }

    // ---- the threads

    std::string block_text(std::int64_t block) const {
        std::int64_t grid[3];
        for (int axis = 0; axis < 3; ++axis)
            grid[axis] = (launch_.threads[axis] + launch_.block[axis] - 1) / launch_.block[axis];
        return coordinates(block, grid);
    }

    std::string thread_text(const Finding::Access& access) const {
        if (!launch_.has_blocks) return "thread " + coordinates(access.thread, launch_.threads);
        return fmt::format("thread {} of block {}", coordinates(access.thread, launch_.block),
                           block_text(access.block));
    }

    // ---- what they do

    static std::string verb(const Check& check) {
        if (!check.update.empty()) return "changes";
        if (is_atomic(check)) return "changes atomically";
        return check.kind == Kind::write ? "writes" : "reads";
    }

    /// What the values say.
    std::string values() const {
        const Type* type = second_.type;
        const bool is_shown = type && (type->is_bool() || type->is_integer() ||
                                       (type->is_floating() && !type->is_small_float()));
        if (!is_shown || first_.offset != second_.offset || first_.size != second_.size) return {};
        const std::string before = value_text(finding_.before, type);
        if (!second_.update.empty()) return fmt::format("; it is {}", before);
        if (finding_.has_after && first_.kind == Kind::write && finding_.before == finding_.after)
            return fmt::format("; both write {}", before);
        if (finding_.has_after)
            return fmt::format("; it was {} and becomes {}", before, value_text(finding_.after, type));
        return fmt::format("; it is {}", before);
    }

    std::string missing() const {
        if (is_atomic(first_) != is_atomic(second_)) return "one atomically and the other not";
        if (!launch_.has_blocks) return "in no order";
        if (!finding_.same_block) return "in no order, because blocks have none";
        return finding_.same_warp ? "with no barrier, nor one of their warp, between"
                                  : "with no barrier between";
    }

    std::string race() const {
        const std::string alias = other_name();
        std::string said =
            fmt::format("a race on {}: {} {} it, {}, and {} {} it", element(), thread_text(finding_.second),
                        verb(second_), quoted(second_), thread_text(finding_.first), verb(first_));
        if (is_one_statement())
            said += " there, too";
        else if (is_one_line())
            said += ", " + quoted(first_) + " in the same line";
        else
            said += fmt::format(" in line {}, {}", line_of(first_), quoted(first_));
        said += fmt::format(", {}{}.", missing(), values());
        if (!alias.empty())
            said += fmt::format(" {} and {} are one memory in this launch.", second_.name, alias);
        return said + " " + advice();
    }

    // ---- what to write instead

    static const char* atomic_for(const std::string& operation) {
        if (operation == "+") return "atomicAdd";
        if (operation == "-") return "atomicSub";
        if (operation == "&") return "atomicAnd";
        if (operation == "|") return "atomicOr";
        return operation == "^" ? "atomicXor" : nullptr;
    }

    /// `atomicAdd(H, X[idx], 1)` for `H[X[idx]] += 1`; empty where there is none.
    std::string atomic_call(const Check& check) const {
        const char* name = atomic_for(check.update);
        const std::string place(check.update.empty() ? "" : sources_.text(check.place));
        if (!name || place.empty() || place.back() != ']') return {};
        int depth = 0;
        std::size_t open = place.size();
        while (open-- > 0) {
            depth += place[open] == ']' ? 1 : place[open] == '[' ? -1 : 0;
            if (depth == 0) break;
        }
        std::string index = place.substr(open + 1, place.size() - open - 2);
        int nesting = 0;
        bool is_several = false;
        for (const char c : index) {
            nesting += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            is_several = is_several || (c == ',' && nesting == 0);
        }
        if (is_several) index = "(" + index + ")";
        return fmt::format("{}({}, {}, {})", name, place.substr(0, open), index, sources_.text(check.value));
    }

    bool both_write() const { return first_.kind == Kind::write && second_.kind == Kind::write; }

    std::string advice() const {
        if (is_one_statement() || !second_.update.empty())
            if (const std::string call = atomic_call(second_); !call.empty() && !first_.update.empty())
                return fmt::format("Write `{}`.", call);
        if (is_atomic(first_) != is_atomic(second_)) return atomic_advice();
        if (both_write() && finding_.has_after && finding_.before == finding_.after)
            return fmt::format(
                "It is a race though the values are the same: let one thread write, `if {} == 0:`.",
                launch_.has_blocks && finding_.same_block ? "threadIdx.x" : "idx");
        if (!launch_.has_blocks || !finding_.same_block) return across_advice();
        return barrier_advice();
    }

    std::string atomic_advice() const {
        const Check& plain = is_atomic(first_) ? second_ : first_;
        const std::string how = plain.kind == Kind::read ? "atomicAdd(…, 0)" : "atomicExch";
        const std::string made =
            fmt::format("{} in line {} with `{}`, too", plain.kind == Kind::read ? "Read it" : "Write it",
                        line_of(plain), how);
        if (!launch_.has_blocks)
            return made + ", or let another kernel do what comes after the atomic operations.";
        if (!finding_.same_block)
            return made + ", or let another kernel, or what follows a `grid_sync()`, do it.";
        return made + ", or write `syncthreads()` between the two.";
    }

    std::string across_advice() const {
        const std::string who = launch_.has_blocks ? "block" : "thread";
        if (both_write())
            return fmt::format(
                "Give each {} an element of its own, let one of them write, or combine the values "
                "with an atomic operation.",
                who);
        if (launch_.has_blocks)
            return "Let a second kernel do what comes later, or write `grid_sync()` between the two.";
        return "Read from one array and write to another, or let a second kernel do what comes later.";
    }

    std::string barrier_advice() const {
        const std::string barrier =
            finding_.same_warp ? "`syncwarp()` or `syncthreads()`" : "`syncthreads()`";
        const int first = line_of(first_), second = line_of(second_);
        if (both_write() && is_one_statement())
            return "Give each thread an element of its own, or let one of them write.";
        if (first == second)
            return fmt::format("Read into a variable, write {} behind that, and then write the element.",
                               barrier);
        if (first < second) return fmt::format("Write {} between lines {} and {}.", barrier, first, second);
        return fmt::format("Write {} behind line {}, before a loop comes to line {} again.", barrier, first,
                           second);
    }

    // ---- memory that nobody has written

    std::string unwritten() const {
        const std::string who =
            fmt::format("{} reads {}, {}", thread_text(finding_.second), element(), quoted(second_));
        if (finding_.declared == 0)
            return who + ", which nobody has written: `cp.empty` leaves memory as it is. Write to all of it "
                         "first, or take `cp.zeros`.";
        if (check_of(finding_.declared).kind == Kind::local)
            return who +
                   ", which it has not written: a local array begins with no values. Write to each element "
                   "first.";
        return who +
               ", which no thread of its block has written: shared memory begins with no values. Write to "
               "each element, and then `syncthreads()`, before it is read.";
    }
};

} // namespace

std::string describe(const std::vector<Finding>& findings, const std::vector<Check>& checks,
                     const CheckedLaunch& launch, const SourceSet& sources) {
    std::string text = Words(findings.front(), checks, launch, sources).text();
    std::set<std::pair<int, int>> seen = {Words(findings.front(), checks, launch, sources).lines()};
    std::string others;
    std::size_t count = 0;
    for (const Finding& finding : findings) {
        const auto lines = Words(finding, checks, launch, sources).lines();
        if (count == most_others || !seen.insert(lines).second) continue;
        ++count;
        others += others.empty() ? "" : "; ";
        if (lines.first == 0)
            others += fmt::format("line {} reads what nobody has written", lines.second);
        else if (lines.first == lines.second)
            others += fmt::format("a race in line {}", lines.first);
        else
            others += fmt::format("a race of lines {} and {}", lines.first, lines.second);
    }
    if (others.empty()) return text;
    return text + " Besides: " + others + ".";
}

} // namespace cudapy
