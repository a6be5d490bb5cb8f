#pragma once
// What loops record at the beginning of each iteration, for the reverse sweep.

#include "translator/program/program.h"

#include <map>
#include <optional>
#include <vector>

namespace cudapy::differentiate {

class Records {
  public:
    explicit Records(program::Function& function) : function_(function) {}

    /// Returns an array for one value of the type, or several, for each iteration.
    program::Variable* add(const std::string& name, const Type* type, std::optional<int64_t> most_trips,
                           int64_t values, Span loop);
    /// Gives shapes to the records that the body reads. Returns those for which there is none: nobody knows
    /// how often the loop runs, or it runs too often for arrays of each thread.
    std::vector<std::pair<program::Variable*, Span>> place(const program::Block& body);
    bool is_record(const program::Variable* variable) const { return records_.count(variable) > 0; }

  private:
    struct Record {
        std::optional<int64_t> most_trips;
        int64_t values;
        Span loop;
    };
    program::Function& function_;
    std::map<const program::Variable*, Record> records_;
};

} // namespace cudapy::differentiate
