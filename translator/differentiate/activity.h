#pragma once
// Finds the variables that carry derivatives: a value of an active parameter may reach them. The others are
// computed as before.

#include "translator/program/derivative_rules.h"
#include "translator/program/program.h"

#include <set>
#include <vector>

namespace cudapy::differentiate {

using program::is_differentiable;

class Activity {
  public:
    /// Finds the active variables of a function whose parameters are active as `parameters` says.
    Activity(const program::Function& function, const std::vector<bool>& parameters);

    bool is_active(const program::Variable* variable) const { return active_.count(variable) > 0; }
    /// Returns whether the value may have a tangent that is not 0.
    bool is_active(const program::Expr& expr) const;
    bool has_active_result() const { return result_; }
    /// Counts a variable that was made for an active value among the active ones.
    void note(const program::Variable* variable) { active_.insert(variable); }
    const std::set<const program::Variable*>& variables() const { return active_; }

  private:
    void look(const program::Function& function);
    void add(const program::Variable* variable);

    std::set<const program::Variable*> active_;
    bool result_ = false;
    bool changed_ = false;
};

} // namespace cudapy::differentiate
