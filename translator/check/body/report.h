#pragma once
// Reports of mistakes in the body of a function, and the text that they quote.

#include "translator/diagnostics/diagnostic.h"
#include "translator/syntax/ast.h"

#include <string>
#include <vector>

namespace cudapy::checker {

struct Body;
enum class Pass;

/// While an object of this class lives, nothing is reported.
class Silence {
  public:
    explicit Silence(Body& body);
    ~Silence();
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

  private:
    Body& body_;
    Pass outer_;
};

/// Reports a mistake. Nothing is reported before the last pass.
void report(Body& body, diag::Payload payload, Span span, std::vector<diag::Label> labels = {});
/// Returns the source text that messages show.
std::string text(const Body& body, const syntax::Expr& expr);
std::string text(const Body& body, Span span);

} // namespace cudapy::checker
