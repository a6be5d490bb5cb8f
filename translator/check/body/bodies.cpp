#include "translator/check/body/bodies.h"

#include "translator/check/body/body.h"
#include "translator/check/dialect.h"
#include "translator/support/parallel.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace cudapy::checker {

namespace {

/// The context of one function that is checked while others are. It holds what the check finds; everything
/// else that the check sees does not change meanwhile.
class OwnContext {
  public:
    explicit OwnContext(const Context& all)
        : context_{all.sources, all.options, all.dialect, all.resolver, sink_, all.known, all.structs} {
        context_.has_modules = all.has_modules;
    }

    /// Returns whether the body is checked. Else the function is as it was before.
    bool check(FunctionInfo& info) {
        const std::size_t variables = info.function->variables.size();
        try {
            check_body(context_, info);
            return true;
        } catch (const NeedsAll&) {
            forget_body(info, variables);
            return false;
        }
    }

    void move_to(Context& all) {
        all.sink.append(std::move(sink_));
        all.copies.merge(context_.copies);
        std::move(context_.lost_variables.begin(), context_.lost_variables.end(),
                  std::back_inserter(all.lost_variables));
        if (all.lost.empty()) all.lost = context_.lost;
    }

  private:
    diag::Sink sink_;
    Context context_;
};

} // namespace

void check_bodies(Context& context, const std::vector<FunctionInfo*>& functions) {
    constexpr std::size_t of_piece = 16;
    const std::size_t count = functions.size();
    std::vector<std::unique_ptr<OwnContext>> own(count);
    const bool at_once =
        count >= 2 * of_piece && context.resolver.answers_threads() && context.dialect.bodies.are_independent;
    if (at_once)
        in_parallel((count - 1) / of_piece + 1, [&](std::size_t piece) {
            for (std::size_t i = piece * of_piece; i < std::min((piece + 1) * of_piece, count); ++i) {
                own[i] = std::make_unique<OwnContext>(context);
                if (!own[i]->check(*functions[i])) own[i] = nullptr;
            }
        });
    for (std::size_t i = 0; i < count; ++i) {
        if (own[i])
            own[i]->move_to(context);
        else
            check_body(context, *functions[i]);
    }
}

} // namespace cudapy::checker
