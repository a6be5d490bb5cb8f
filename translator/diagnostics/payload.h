#pragma once
// The payload of a diagnostic, which is a value of any of the structs of kinds/. It is not a variant of them
// all, because every file that reports one would then pay for all of them at each compilation.

#include "translator/diagnostics/kinds/kind.h"
#include "translator/diagnostics/words.h"

#include <memory>
#include <type_traits>
#include <utility>

namespace cudapy::diag {

class Payload {
  public:
    template <typename P>
    requires(!std::is_same_v<std::remove_cvref_t<P>, Payload>) Payload(P payload)
        : held_(new Holder<P>(std::move(payload))) {}

    const Kind& kind() const { return held_->kind(); }
    Prose prose(const Words& words) const { return held_->prose(words); }
    /// Returns the payload as a P, or null when it is of another kind.
    template <typename P>
    const P* as() const {
        const auto* held = dynamic_cast<const Holder<P>*>(held_.get());
        return held ? &held->value : nullptr;
    }

  private:
    struct Base {
        virtual ~Base() = default;
        virtual const Kind& kind() const = 0;
        virtual Prose prose(const Words& words) const = 0;
    };
    template <typename P>
    struct Holder final : Base {
        explicit Holder(P value) : value(std::move(value)) {}
        const Kind& kind() const override { return P::kind; }
        Prose prose(const Words& words) const override {
            if constexpr (requires { describe(value, words); })
                return describe(value, words);
            else
                return describe(value);
        }
        P value;
    };

    std::shared_ptr<const Base> held_;
};

} // namespace cudapy::diag
