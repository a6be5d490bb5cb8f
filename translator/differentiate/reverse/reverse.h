#pragma once
// Reverse mode: makes of a plain kernel a forward sweep, which computes the values that are needed, and a
// reverse sweep, which goes backwards and adds to bars: the cotangents of variables and arrays.

#include "translator/diagnostics/diagnostic.h"
#include "translator/differentiate/activity.h"
#include "translator/differentiate/formula.h"
#include "translator/differentiate/plain/plain_kernel.h"
#include "translator/differentiate/reverse/bars.h"
#include "translator/differentiate/reverse/effects.h"
#include "translator/differentiate/reverse/pasts.h"
#include "translator/differentiate/reverse/records.h"
#include "translator/differentiate/reverse/stored_elements.h"
#include "translator/differentiate/reverse/taped.h"
#include "translator/differentiate/reverse/uniform.h"
#include "translator/program/derivative_rules.h"
#include "translator/program/program.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cudapy::differentiate {

/// Rewrites a plain kernel into one that pulls cotangents back.
///
/// Before the reverse of a statement, all variables hold what they held right after it, and after the reverse
/// what they held before. So the reverse sweep is written with the author's own names. What a statement
/// overwrites is kept in a variable of its own, and given back: sweep() does so for all of it, and
/// drop_dead_code takes away what nobody needs. Arrays that are parameters are stored to only if something
/// that stays reads them after a store; otherwise they hold all the time what they held at the beginning.
class Reverse {
  public:
    /// `gathers` says that it may have steps: kernels that its launch launches first.
    Reverse(PlainKernel& kernel, const std::vector<bool>& wrt, const Type* index_type, bool gathers,
            diag::Sink& sink);
    void run();
    std::vector<std::unique_ptr<program::Function>> take_steps() { return std::move(steps_); }

  private:
    /// What a loop's forward sweep records elsewhere than at the beginning of an iteration.
    struct KeptAtStores {
        std::map<const program::Stmt*, program::Block> before; ///< right before a store
        program::Block at_end;                                 ///< at the end of the iteration
    };

    /// Stores that are recorded one by one, with the element, because it is not known before which elements
    /// they change. Going backwards undoes the last ones.
    struct StoreLog {
        struct Part {
            StoredPart part;
            /// The loops whose iterations undo stores to it by the log; null if a retreat does.
            std::set<const program::Stmt*> loops;
            program::Block recording;
            program::ExprPtr before; ///< the value that is recorded; null if none is
        };
        std::vector<Part> parts;
        bool has_grown = false;
        bool is_on_tape = false;
        program::Variable* count = nullptr;  ///< of the stores so far
        program::ExprPtr number;             ///< its value
        std::optional<int64_t> most;         ///< of stores, where that is known
        program::Variable* places = nullptr; ///< the indices of elements, with the numbers of parts
    };

    // sweeps.cpp
    void make();
    bool add_stored_arrays(const program::Block& body);
    Variables kept_counts() const;
    Span first_logged_store() const;
    bool add_taped_loops();
    void put_records_on_tape();
    void add_gains(program::Block& reverse);
    void drop_what_is_dead(program::Block& body);
    void declare_arrays(program::Block& body);
    program::StmtPtr begin_with_zero(program::Variable* bar);
    Variables owned_arrays() const;
    int axes_of_threads() const;
    bool agrees_about_tape() const;
    static std::ptrdiff_t after_guards(const program::Block& body);

    // statements.cpp
    /// Puts the forward sweep of a block at the end of one block, and its reverse into another.
    void sweep(const program::Block& body, program::Block& forward, program::Block& reverse);
    void statement(const program::Stmt& stmt, program::Block& forward, program::Block& reverse);
    void assign(const program::Assign& stmt, program::Block& forward, program::Block& reverse);
    void unpack(const program::BuiltinUnpack& stmt, program::Block& forward, program::Block& reverse);
    void branch(const program::If& stmt, program::Block& forward, program::Block& reverse);
    void atomic(const program::Evaluate& stmt, program::Block& forward, program::Block& reverse);
    bool is_undone(const program::Stmt& store, const program::Variable* array) const;
    void keep_before(const program::Stmt& store, const KeptAtStores& kept, program::Block& out);
    /// Puts what a block does at the end of another one. It keeps only what `kept` says.
    void run_again(const program::Block& body, program::Block& out, const KeptAtStores& kept = {});

    // loops.cpp
    void for_loop(const program::ForRange& stmt, program::Block& forward, program::Block& reverse);
    void while_loop(const program::While& stmt, program::Block& forward, program::Block& reverse);
    void loop(const program::Stmt& stmt, const program::Block& body, const program::ExprPtr& trip,
              std::optional<int64_t> most, program::Block& before, program::Block& recording,
              KeptAtStores& at_stores, program::Block& reverse, program::Block& after);
    bool step_of(const program::Variable* variable, const program::Block& body, const Variables& assigned,
                 program::ExprPtr& step, program::BinaryOp& op) const;
    program::ExprPtr known_trips(const program::Stmt& loop) const;
    /// Records have a number for each time that something is recorded.
    struct Slot {
        const program::ExprPtr& number;
        std::optional<int64_t> most; ///< of numbers, where that is known
        const program::Stmt* loop;   ///< whose iterations are numbered; null for stores
        Span span;
    };
    program::ExprPtr record(const std::string& name, const char* suffix, program::ExprPtr value,
                            const Slot& slot, program::Block& recording);
    void note_recording(const program::Stmt& stmt, const program::Stmt& made, program::ExprPtr trips,
                        program::Block& forward);
    void count_trips(const program::Stmt& stmt, program::StmtPtr made, program::Block& out);
    program::ExprPtr unchanged(const program::ExprPtr& expr, const Variables& changing, bool waits,
                               const char* name, program::Block& before);

    // kept_elements.cpp
    std::vector<PartSites> stores_in(const program::Block& body);
    void keep_elements(const program::Stmt& stmt, const program::Block& body, const Slot& slot,
                       program::Block& recording, KeptAtStores& at_stores, program::Block& restoring);
    void keep_at_begin(const StoreSite& site, const Slot& slot, program::Block& recording,
                       program::Block& restoring);
    void keep_shared_elements(const program::Stmt& stmt, const program::Block& body, const Slot& slot,
                              program::Block& recording, KeptAtStores& at_stores, program::Block& restoring);
    void keep_at_first_store(const PartSites& sites, const Slot& slot, program::Block& recording,
                             KeptAtStores& at_stores, program::Block& restoring);
    bool is_own_element(const program::Expr& index) const;
    static void keep_if_inside(StoreSite& site);
    bool stores_own_elements(const program::Block& body);
    void refuse_shared_of_warps(const program::Stmt& stmt, const program::Block& body);
    void keep_for_retreat(program::Block& forward);

    // store_log.cpp
    bool is_logged(const StoredPart& part) const;
    bool logs(const StoredPart& part, const program::Stmt* loop) const;
    void ask_for_log(const StoredPart& part, const program::Stmt* loop);
    void begin_log(program::Block& forward);
    std::optional<int64_t> most_stores(const program::Block& body) const;
    std::optional<int64_t> most_trips(const program::Stmt& loop) const;
    void log_store(const StoreSite& site, program::Block& out);
    program::StmtPtr undo_stores(program::ExprPtr until, Span span);

    // draws.cpp
    void count_draws();
    void seek(program::Variable* generator, program::Block& out);

    // expressions.cpp
    void make_adjoint(const program::Assign& stmt, program::Block& restore, program::Block& reverse);
    program::ExprPtr prepare(program::ExprPtr expr, program::Variable* result = nullptr);
    program::ExprPtr hold(program::ExprPtr expr, const std::string& name);
    void descend(const program::Expr& expr, program::ExprPtr seed, const program::Expr* result = nullptr);
    void through(const program::Expr& expr, program::ExprPtr seed, const program::Expr* result);
    bool through_reciprocal(const program::Expr& expr, program::ExprPtr& seed, const Operands& named);
    void through_helper(const program::HelperCall& expr, program::ExprPtr seed, const program::Expr* result);
    void add_to(program::Lvalue place, program::ExprPtr amount);
    void add_atomically(program::Lvalue target, program::ExprPtr amount);

    // rules.cpp
    void call_that_stores(const program::Call& call, program::Block& forward, program::Block& reverse);
    void keep_elements_of(program::Variable* array, program::Block& forward, program::Block& restore);
    void through_rule(const program::Call& call, program::ExprPtr seed);
    program::Variable* bar_for_rule(const program::Variable& array, Span span);
    std::pair<std::string, std::string> problem_of_rule(const program::Call& call,
                                                        const program::RuleSignature& wanted);

    // warps.cpp
    void through_warp(const program::BuiltinCall& call, program::ExprPtr seed);
    void gather_from_lanes(const program::BuiltinCall& call, program::ExprPtr seed);
    program::ExprPtr has_lane(const program::Expr& mask, program::ExprPtr place);
    program::StmtPtr find_lanes();

    // values.cpp
    program::Variable* temporary(const std::string& name, const Type* type, Span span);
    void emit(program::Block& out, program::StmtPtr stmt);
    void make_repeatable(program::ExprPtr& expr, const std::string& name);
    bool is_stored(const program::Variable* array) const;
    bool is_active(const program::Expr& expr) const { return activity_.is_active(expr); }
    void refuse(Span span, const std::string& what, const std::string& reason, const std::string& instead);
    void refuse_what_is_shared();
    void refuse_stores_of_all(const program::Block& body);

    const bool gathers_;
    std::vector<std::unique_ptr<program::Function>> steps_;
    PlainKernel& kernel_;
    program::Function& function_;
    const Type* index_type_;
    diag::Sink& sink_;
    Activity activity_;
    Bars bars_;
    Records records_;
    program::Block primal_;
    Uniform uniform_;
    Pasts pasts_;
    program::Variable* lanes_ = nullptr; ///< the threads of the warp, as bits, where somebody asks for them
    Variables shared_olds_;              ///< the variables that keep what shared elements held before a store
    bool adds_again_ = true;             ///< what is swept may read what atomics add to shared arrays
    bool is_checked_ = false;            ///< the checked mode looks at accesses
    bool works_together_;                ///< threads share arrays, or wait for each other
    TapedLoops taped_;                   ///< the loops that record on the tape
    int depth_ = 0;                      ///< the number of loops around what is swept
    std::vector<const program::Stmt*> loops_around_;
    const program::Stmt* reverse_begins_ = nullptr;
    /// What a thread keeps at stores outside of loops' reverses, to undo them where its tape is too short.
    KeptAtStores for_retreat_;
    program::Block retreat_;                  ///< what undoes them
    const program::Stmt* retreats_ = nullptr; ///< the statement that has it, in the body
    StoreLog log_;
    /// By generators of random numbers, the variables that count what was drawn.
    std::map<const program::Variable*, program::Variable*> draw_places_;
    Variables stored_; ///< the parameters that are stored to, because they are read after it
    std::map<const program::Variable*, program::ExprPtr> held_; ///< what temporaries of expressions stand for
    std::map<const program::Stmt*, const program::Stmt*>
        origins_; ///< the plain statement of each that is made
    const program::Stmt* origin_ = nullptr;
    program::Block* out_ = nullptr; ///< where adjoints of expressions go
    /// The place whose own part of its bar is put together here, and the sum so far.
    const program::Lvalue* own_ = nullptr;
    program::ExprPtr own_sum_;
    bool has_refused_ = false;
};

} // namespace cudapy::differentiate
