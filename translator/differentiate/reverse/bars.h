#pragma once
// The bars of a kernel: a variable for the cotangent of each variable and array that has one.

#include "translator/differentiate/activity.h"
#include "translator/program/program.h"

#include <map>
#include <set>
#include <vector>

namespace cudapy::differentiate {

class Bars {
  public:
    /// `wrt` says of which parameters cotangents are asked for. Adds the bars of parameters as parameters.
    Bars(program::Function& function, const program::Block& body, const Activity& activity,
         const std::vector<bool>& wrt);

    /// Returns the bar of a variable or array, or null where it has none.
    program::Variable* of(const program::Variable* variable);
    /// Returns the bar of a place, whose variable has one.
    program::Lvalue of(const program::Lvalue& place);

    /// A float parameter, its sum in a thread, and the array of one element that gains it.
    struct Gain {
        program::Variable *sum, *gains;
    };
    const std::vector<Gain>& gains() const { return gains_; }
    /// The bars that the kernel itself declares.
    const std::vector<program::Variable*>& own() const { return own_; }
    /// Returns whether only one thread adds to elements of the bar.
    bool has_one_writer(const program::Variable* bar) const { return one_writer_.count(bar) > 0; }

  private:
    void find_useful(const program::Block& body);
    void find_one_writers(const program::Block& body);
    void mark_uses(const program::Block& body);

    program::Function& function_;
    const Activity& activity_;
    std::set<const program::Variable*> useful_; ///< their values may reach what has a cotangent
    std::map<const program::Variable*, program::Variable*> bars_;
    std::vector<program::Variable*> own_;
    std::vector<Gain> gains_;
    std::set<const program::Variable*> one_writer_;
};

} // namespace cudapy::differentiate
