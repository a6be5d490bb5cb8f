// The words for races, and for reads of what nobody has written.

#include "translator/explain/describe_findings.h"

#include "translator/explain/describe_check.h"

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

class Telling {
  public:
    Telling(const Finding& finding, const std::vector<Check>& checks, const CheckedLaunch& launch,
            const SourceSet& sources, const diag::Words& words)
        : finding_(finding), checks_(checks), launch_(launch), sources_(sources), words_(words),
          first_(check_of(std::max(finding.first.number, 1))), second_(check_of(finding.second.number)) {}

    std::string text() const {
        const std::string place = place_of(second_, sources_);
        return place + ": " + (finding_.kind == Finding::Kind::race ? race() : unwritten());
    }

    std::pair<int, int> lines() const {
        const int second = line_of(second_);
        if (finding_.kind != Finding::Kind::race) return {0, second};
        return std::minmax({line_of(first_), second});
    }

  private:
    const Finding& finding_;
    const std::vector<Check>& checks_;
    const CheckedLaunch& launch_;
    const SourceSet& sources_;
    const diag::Words& words_;
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

    /// Returns the other argument through which the first access goes to the same memory, or an empty text if
    /// there is none.
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
        if (is_atomic(check)) return "atomically changes";
        return check.kind == Kind::write ? "writes" : "reads";
    }

    /// Returns the words on the values.
    std::string values() const {
        const Type* type = second_.type;
        const bool is_shown = type && (type->is_bool() || type->is_integer() ||
                                       (type->is_floating() && !type->is_small_float()));
        if (!is_shown || first_.offset != second_.offset || first_.size != second_.size) return {};
        const std::string before = value_text(finding_.before, type),
                          after = value_text(finding_.after, type);
        if (!finding_.has_before) return finding_.has_after ? "; it becomes " + after : std::string();
        if (!second_.update.empty() || !finding_.has_after) return "; it is " + before;
        if (is_same_value()) return "; both write " + after;
        return fmt::format("; it was {} and becomes {}", before, after);
    }

    bool is_same_value() const {
        return first_.kind == Kind::write && second_.kind == Kind::write && second_.update.empty() &&
               finding_.has_before && finding_.has_after && finding_.before == finding_.after;
    }

    std::string missing() const {
        if (is_atomic(first_) != is_atomic(second_)) return "one atomically and the other not";
        if (!launch_.has_blocks) return "in no order";
        if (!finding_.same_block) return "in no order, because blocks have none";
        return "with no barrier between";
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

    /// Returns the atomic call for an update, such as `atomicAdd(H, X[idx], 1)` for `H[X[idx]] += 1`, or an
    /// empty text if there is none.
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
        return words_.call(
            name, fmt::format("{}, {}, {}", place.substr(0, open), index, sources_.text(check.value)));
    }

    bool both_write() const { return first_.kind == Kind::write && second_.kind == Kind::write; }

    /// Returns whether the place that is read is the one that the other access changes by `op=`, as
    /// `count[0]` next to `count[0] += 1`.
    bool is_place_of(const Check& update, const Check& read) const {
        return !update.update.empty() && read.update.empty() &&
               sources_.text(update.place) == sources_.text(read.span);
    }

    std::string advice() const {
        const Check& update = second_.update.empty() ? first_ : second_;
        const std::string call = atomic_call(update);
        if (!call.empty() && is_one_statement()) return fmt::format("Write `{}`.", call);
        if (is_atomic(first_) != is_atomic(second_)) return atomic_advice();
        if (!call.empty() && is_place_of(update, &update == &first_ ? second_ : first_))
            return fmt::format("Write `{}`, which gives the value that was there.", call);
        if (is_same_value())
            return fmt::format(
                "It is a race though the values are the same: let one thread write, `if {} == 0:`.",
                launch_.has_blocks && finding_.same_block ? words_.either("threadIdx.x", "cuda.threadIdx.x")
                                                          : words_.either("idx", "cuda.grid(1)"));
        if (!launch_.has_blocks || !finding_.same_block) return across_advice();
        return barrier_advice();
    }

    std::string atomic_advice() const {
        const Check& plain = is_atomic(first_) ? second_ : first_;
        if (const std::string call = atomic_call(plain); !call.empty())
            return fmt::format("Write `{}` in line {}, too.", call, line_of(plain));
        std::string text = plain.kind == Kind::read
                               ? fmt::format("Read it in line {} with `{}`", line_of(plain),
                                             words_.call("atomicAdd", "…, 0"))
                               : fmt::format("Write it in line {} with `{}`", line_of(plain),
                                             words_.call("atomicExch", "…"));
        if (!launch_.has_blocks || !finding_.same_block)
            return text + ", or let another kernel do what comes before or after the atomic operations.";
        return text + fmt::format(", or write `{}` between the two.", words_.call("syncthreads", ""));
    }

    /// Returns the line of a check of the kind between the two accesses, or 0 for none.
    template <typename Test>
    int line_between(Test test) const {
        const auto [low, high] = std::minmax({line_of(first_), line_of(second_)});
        for (const Check& check : checks_)
            if (check.span.file == second_.span.file && test(check) && line_of(check) > low &&
                line_of(check) < high)
                return line_of(check);
        return 0;
    }

    std::string across_advice() const {
        if (both_write())
            return fmt::format(
                "Give each {} an element of its own, let one of them write, or combine the values "
                "with an atomic operation.",
                launch_.has_blocks ? "block" : "thread");
        const int atomic = line_between([](const Check& check) { return is_atomic(check); });
        if (atomic != 0 && line_of(first_) < atomic && atomic < line_of(second_))
            return fmt::format(
                "Write `{}` before the atomic operation in line {}, which orders nothing without it.",
                words_.call("threadfence", ""), atomic);
        const std::string own =
            sources_.text(first_.span) == sources_.text(second_.span)
                ? fmt::format(" Where the new value depends on the old one, change it by one atomic "
                              "operation, such as `{}`.",
                              words_.call("atomicMax", "A, i, v"))
                : std::string();
        if (launch_.has_blocks)
            return fmt::format("Let a second kernel do what comes later, or write `{}` between the two.{}",
                               words_.either("grid_sync()", "cuda.cg.this_grid().sync()"), own);
        return "Read from one array and write to another, or let a second kernel do what comes later." + own;
    }

    std::string barrier_advice() const {
        const std::string barrier = fmt::format("`{}`", words_.call("syncthreads", ""));
        const auto [first, second] = std::minmax({line_of(first_), line_of(second_)});
        if (both_write() && is_one_statement())
            return "Give each thread an element of its own, or let one of them write.";
        if (first_.loop != Span{} && first_.loop == second_.loop)
            return fmt::format(
                "Write {} at the end of the loop that begins in line {}, and wherever else in it "
                "threads read what others write.",
                barrier, sources_.begin(first_.loop).line);
        if (first == second)
            return fmt::format("Read into a variable, write {} after that, and then write the element.",
                               barrier);
        if (line_between(
                [](const Check& check) { return check.kind == Kind::order && check.name == "barrier"; }))
            return fmt::format("Write {} after line {}, before the loop reaches line {} again.", barrier,
                               second, first);
        return fmt::format("Write {} between lines {} and {}.", barrier, first, second);
    }

    // ---- memory that nobody has written

    std::string unwritten() const {
        const std::string who =
            fmt::format("{} reads {}, {}", thread_text(finding_.second), element(), quoted(second_));
        if (finding_.declared == 0)
            return fmt::format(
                "{}, which nobody has written: `{}` leaves memory as it is. Write to all of it first{}.", who,
                words_.either("cp.empty", "cuda.device_array"), words_.either(", or take `cp.zeros`", ""));
        if (check_of(finding_.declared).kind == Kind::local)
            return who +
                   ", which it has not written: a local array begins with no values. Write to each element "
                   "first.";
        return fmt::format(
            "{}, which no thread of its block has written: shared memory begins with no values. Write "
            "to each element, and then `{}`, before it is read.",
            who, words_.call("syncthreads", ""));
    }
};

/// Returns the findings without those that only follow from others. If a read is in a race, too, a finding
/// that nobody had written its element only shows the order in which the threads ran here.
std::vector<Finding> without_consequences(const std::vector<Finding>& findings) {
    std::set<int> racing;
    for (const Finding& finding : findings)
        if (finding.kind == Finding::Kind::race) racing.insert({finding.first.number, finding.second.number});
    std::vector<Finding> kept;
    for (const Finding& finding : findings)
        if (finding.kind == Finding::Kind::race || racing.count(finding.second.number) == 0)
            kept.push_back(finding);
    return kept;
}

} // namespace

std::string describe(const std::vector<Finding>& all, const std::vector<Check>& checks,
                     const CheckedLaunch& launch, const SourceSet& sources, const diag::Words& words) {
    const std::vector<Finding> findings = without_consequences(all);
    const auto telling = [&](const Finding& finding) {
        return Telling(finding, checks, launch, sources, words);
    };
    std::string text = telling(findings.front()).text();
    std::set<std::pair<int, int>> seen = {telling(findings.front()).lines()};
    std::string others;
    std::size_t count = 0;
    for (const Finding& finding : findings) {
        const auto lines = telling(finding).lines();
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
