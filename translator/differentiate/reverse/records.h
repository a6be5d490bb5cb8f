#pragma once
// The values that loops record at the beginning of each iteration, for the reverse sweep.

#include "translator/differentiate/reverse/tape.h"
#include "translator/program/program.h"

#include <map>
#include <optional>
#include <vector>

namespace cudapy::differentiate {

/// A record is an array that holds one value, or several, for each iteration of a loop, or for each store
/// where there is no loop. It becomes an array
/// of the thread where it is small, and else a part of the tape.
class Records {
  public:
    explicit Records(program::Function& function) : function_(function) {}

    program::Variable* add(const std::string& name, const Type* type, std::optional<int64_t> most_trips,
                           int64_t values, const program::Stmt* loop, Span span);
    /// The next record of stores is that of their places, and those after it are of one part of arrays. Where
    /// another part begins, its records have the same words, since a store is to one part.
    void begin_stores() { next_word_ = 0; }
    void begin_part_of_stores() { next_word_ = 1; }
    /// Gives shapes to the records that the body reads and that can be arrays of the thread.
    void place(const program::Block& body);
    /// The loops of the other ones, which need a tape, in the order of the text.
    const std::vector<const program::Stmt*>& taped_loops() const { return taped_loops_; }
    /// The other ones.
    const std::vector<program::Variable*>& taped() const { return taped_; }
    const program::Stmt* loop_of(const program::Variable* record) const { return records_.at(record).loop; }
    int64_t values_of(const program::Variable* record) const { return records_.at(record).values; }
    /// The number of a record's word among those of a store.
    int64_t word_of(const program::Variable* record) const { return records_.at(record).word; }

  private:
    struct Record {
        std::optional<int64_t> most_trips;
        int64_t values;
        const program::Stmt* loop;
        int64_t word;
    };
    program::Function& function_;
    std::map<const program::Variable*, Record> records_;
    std::vector<const program::Stmt*> taped_loops_;
    std::vector<program::Variable*> taped_;
    int64_t next_word_ = 0;
};

} // namespace cudapy::differentiate
