// Finding whether strided memory shares bytes. Elements of two arrays overlap if a sum of strides, each times
// an integer of a range, is the distance between the arrays. This is a bounded linear Diophantine equation.

#include "pymodule/src/array/strided.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cudapy::python {

namespace {

/// A term of the sum: `stride` times an integer from `low` to `high`.
struct Term {
    int64_t stride, low, high;
};

struct Equation {
    std::vector<Term> terms; ///< the largest stride first, each stride once
    int64_t low, high;       ///< the remainder that is allowed: the bytes inside elements
    std::vector<int64_t> rest_low, rest_high, divisor; ///< the range of the terms from i on, and its step
    int budget = 10'000; ///< steps that are left; memory that needs more is rare, and "it overlaps" is safe

    void add(int64_t stride, int64_t from, int64_t to) {
        if (stride == 0 || from == to) return;
        for (Term& term : terms) {
            if (term.stride != stride) continue;
            term.low += from;
            term.high += to;
            return;
        }
        terms.push_back({stride, from, to});
    }

    void prepare() {
        std::sort(terms.begin(), terms.end(),
                  [](const Term& a, const Term& b) { return a.stride > b.stride; });
        rest_low.assign(terms.size() + 1, low);
        rest_high.assign(terms.size() + 1, high);
        divisor.assign(terms.size() + 1, 0);
        for (std::size_t i = terms.size(); i-- > 0;) {
            rest_low[i] = rest_low[i + 1] + terms[i].stride * terms[i].low;
            rest_high[i] = rest_high[i + 1] + terms[i].stride * terms[i].high;
            divisor[i] = std::gcd(divisor[i + 1], terms[i].stride);
        }
    }

    bool solvable(std::size_t i, int64_t sum) {
        if (sum < rest_low[i] || sum > rest_high[i]) return false;
        if (i == terms.size()) return true;
        // The terms give multiples of their common divisor, so one of these multiples must be near enough.
        if (floor(sum - low, divisor[i]) * divisor[i] < sum - high) return false;
        const Term& term = terms[i];
        const int64_t first = std::max(term.low, -floor(rest_high[i + 1] - sum, term.stride));
        const int64_t last = std::min(term.high, floor(sum - rest_low[i + 1], term.stride));
        for (int64_t factor = first; factor <= last; ++factor) {
            if (--budget < 0) return true;
            if (solvable(i + 1, sum - factor * term.stride)) return true;
        }
        return false;
    }

    static int64_t floor(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
};

/// The bytes from the first one of the lowest element to the last one of the highest.
struct Bounds {
    const unsigned char *low, *end;

    explicit Bounds(const StridedView& memory) : low(memory.data), end(memory.data + memory.item) {
        for (int axis = 0; axis < memory.shape.rank(); ++axis) {
            const int64_t reach = memory.strides[static_cast<std::size_t>(axis)] * (memory.shape[axis] - 1);
            (reach < 0 ? low : end) += reach;
        }
    }
};

} // namespace

bool overlap(const StridedView& a, const StridedView& b) {
    if (a.shape.count() == 0 || b.shape.count() == 0) return false;
    const Bounds in_a(a), in_b(b);
    if (in_a.end <= in_b.low || in_b.end <= in_a.low) return false; // as most are
    Equation equation{{}, 1 - b.item, a.item - 1, {}, {}, {}};
    for (int axis = 0; axis < a.shape.rank(); ++axis)
        equation.add(std::abs(a.strides[static_cast<std::size_t>(axis)]), 0, a.shape[axis] - 1);
    for (int axis = 0; axis < b.shape.rank(); ++axis)
        equation.add(std::abs(b.strides[static_cast<std::size_t>(axis)]), 1 - b.shape[axis], 0);
    equation.prepare();
    return equation.solvable(0, in_b.low - in_a.low);
}

bool overlaps_itself(const StridedView& memory) {
    if (memory.shape.count() <= 1) return false;
    std::vector<std::pair<int64_t, int64_t>> axes; // stride and extent
    for (int axis = 0; axis < memory.shape.rank(); ++axis) {
        if (memory.shape[axis] > 1)
            axes.emplace_back(std::abs(memory.strides[static_cast<std::size_t>(axis)]), memory.shape[axis]);
    }
    std::sort(axes.begin(), axes.end());
    int64_t span = memory.item; // of what the smaller strides reach
    for (const auto& [stride, extent] : axes) {
        if (stride < span) return true;
        span += stride * (extent - 1);
    }
    return false;
}

} // namespace cudapy::python
