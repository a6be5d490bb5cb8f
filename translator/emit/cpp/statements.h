#pragma once
// Prints statements of a lowered program as C++.

#include "translator/emit/cpp/expressions.h"
#include "translator/emit/text/writer.h"
#include "translator/program/program.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace cudapy::emit {

/// The names with which the loops over the threads of a strip or a block are written, and those of what each
/// thread has of its own.
struct LaneNames {
    struct Loop {
        std::string variable;
        std::string end;
    };
    struct Coordinate {
        std::string name;
        std::string value;
    };
    std::vector<Loop> loops; ///< outermost first
    std::string lane;    ///< the place of a thread in arrays over all of them; empty where a loop counts it
    int width = 0;       ///< the length of these arrays
    int blocks = 1;      ///< so many blocks at most have their threads in the loops
    std::string threads; ///< of several blocks: the number of threads of one that have something to do
    std::string counter_type;
    std::string coordinate_type;
    std::map<program::Coordinate, Coordinate> coordinates;
    std::string recorded;     ///< in turns: the number that a recorder knows a thread by
    std::string failed_check; ///< the struct that a failed check throws; empty for none
    std::string grid;         ///< the variable that blocks wait for each other at; empty where they do not
    /// In the coarsened variant: the threads of it along each axis, and the names of the coordinates of the
    /// first.
    std::array<int, 3> factors = {1, 1, 1};
    bool is_coarsened = false;
    std::map<program::Coordinate, std::string> first;
};

/// Returns the pragma before a loop whose iterations compilers may take for independent, few of them at once
/// or as many as they like, with a clause that begins with a space. It may be several lines.
std::string simd_pragma(bool of_few, const std::string& clause = {});

class StatementPrinter {
  public:
    StatementPrinter(Writer& writer, const ExpressionPrinter& expressions, const LaneNames* lanes = nullptr,
                     std::vector<const program::Variable*> dynamic = {})
        : writer_(writer), expressions_(expressions), lanes_(lanes), dynamic_(std::move(dynamic)) {}

    void print(const program::Block& block);

  private:
    void print(const program::Stmt& stmt);
    /// Prints `print` and `assert`.
    void print_report(const program::Evaluate& stmt);
    /// Returns the text of an expression whose value is not used, without the casts around it.
    std::string evaluated(const program::Expr& expr) const;
    /// Makes the block wait for the others, and end where some have gone another way.
    void print_grid_barrier(const program::Evaluate& stmt);
    void print_assign(const program::Assign& stmt);
    void print_augmented(const program::AugmentedAssign& stmt);
    void print_unpack(const program::BuiltinUnpack& stmt);
    void print_if(const program::If& stmt);
    std::string only_jump(const program::If& stmt) const;
    std::string jump_text(const program::Stmt& stmt) const;
    void print_for(const program::ForC& stmt);
    void print_declare(const program::Declare& stmt);
    /// Prints a shared array that is sized at the launch, as a pointer after the one before it.
    void print_dynamic(const program::Declare& stmt);
    /// Returns a declaration such as `__shared__ float cache[256]`.
    std::string array_declaration(const program::Variable& variable) const;
    /// Returns the declaration of a variable, or with extents of an array. The elements of an array are not
    /// set.
    std::string declaration_of(const Type* element, const std::string& name,
                               const std::string& extents) const;
    void print_lanes(const program::WorkItemLoop& stmt);
    /// Prints the threads of a block that take turns (lower/cpu/turns.h).
    void print_turns(const program::WorkItemLoop& stmt);
    std::string turn_text(const program::Evaluate& stmt) const;
    int place_number(Span span) const;
    void print_ahead(const program::WorkItemLoop& stmt);
    void print_warps(const program::WarpLoop& stmt);
    /// Prints a loop over the threads of a group, and vectorized accesses for all threads along an axis.
    void print_coarsened_loop(const program::WorkItemLoop& stmt);
    void print_vectorized(const program::VectorizedAccess& stmt, const ExpressionPrinter& expressions,
                          const std::string& lane);
    void print_lanes_of_warp(const program::WorkItemLoop& stmt);
    static std::string simd_pragma(const program::WorkItemLoop& stmt);
    void simple(const program::Stmt& stmt, const std::string& code);

    Writer& writer_;
    const ExpressionPrinter& expressions_;
    const program::WarpLoop* in_warp_ = nullptr;    ///< the loop over warps around the statement
    const LaneNames* lanes_;                        ///< set in a strip or a block; null elsewhere
    std::vector<const program::Variable*> dynamic_; ///< CUDA: the shared arrays that are sized at the launch
};

} // namespace cudapy::emit
