// Every kind of diagnostic has an explanation, whose examples are what they are said to be.

#include "translator/diagnostics/explanation.h"

#include "translator/translate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>

using namespace cudapy;
using namespace cudapy::diag;

namespace {

/// Those that no text of one file can show: its bytes, its depth, or what only cp.compile asks for.
const std::set<std::string_view> shown_by_commands = {"E101", "E102", "E111", "E220", "E805"};

/// The options that pycu2cu would be given: the words after `python wrong` or `python right`.
struct Request {
    std::string language, verdict;
    Options options;
    std::vector<Target> targets = {Target::cuda, Target::cpu};
};

std::string without_quotes(std::string word) {
    std::erase(word, '\'');
    return word;
}

Request request_of(const std::string& info) {
    Request request;
    std::istringstream words(info);
    words >> request.language >> request.verdict;
    for (std::string option, value; words >> option >> value;) {
        if (option == "--kernel") {
            request.options.kernels.push_back(value);
        } else if (option == "--jvp") {
            request.options.jvp.push_back(value);
        } else if (option == "--vjp") {
            request.options.vjp.push_back(value);
        } else if (option == "--instance") {
            const auto instance = parse_instance(without_quotes(value));
            REQUIRE_MESSAGE(instance, "no instance: " << value);
            request.options.instances.push_back(*instance);
        } else if (option == "--dialect") {
            request.options.dialect = value == "numba" ? Dialect::numba : Dialect::cudapy;
        } else if (option == "--target") {
            request.targets = {value == "cpu" ? Target::cpu : Target::cuda};
        } else {
            FAIL("the test does not know the option " << option);
        }
    }
    return request;
}

/// The codes of what is reported for the text, in the order of the source.
std::vector<std::string> codes_of(const std::string& text, Options options, Target target) {
    options.target = target;
    SourceUnit unit;
    unit.path = "example.py";
    unit.text = text;
    std::vector<SourceUnit> units;
    units.push_back(std::move(unit));
    const Translation translation = translate(std::move(units), options);
    std::vector<std::string> codes;
    for (const Diagnostic& diagnostic : translation.diagnostics)
        codes.emplace_back(diagnostic.kind().code);
    CHECK((translation.ok || !codes.empty()));
    return codes;
}

void check_example(const Explanation& explanation, const Example& example) {
    const Request request = request_of(example.info);
    CAPTURE(example.text);
    CHECK(request.language == "python");
    CHECK((request.verdict == "wrong" || request.verdict == "right"));
    for (const Target target : request.targets) {
        const std::vector<std::string> codes = codes_of(example.text, request.options, target);
        if (request.verdict == "right")
            CHECK(codes == std::vector<std::string>());
        else
            CHECK((codes.empty() ? "" : codes.front()) == std::string(explanation.code));
    }
}

std::size_t longest_line(std::string_view text) {
    std::size_t longest = 0, begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
        longest = std::max(longest, end - begin);
    return longest;
}

} // namespace

TEST_CASE("explanations: every kind has one, and each one has a kind") {
    std::vector<std::string> kinds, explained;
    for (const Kind& kind : all_kinds())
        kinds.emplace_back(kind.code);
    for (const Explanation& explanation : explanations())
        explained.emplace_back(explanation.code);
    CHECK(kinds == explained); // both are in order
}

TEST_CASE("explanations: a title, paragraphs, an example that is wrong and one that is right") {
    for (const Explanation& explanation : explanations()) {
        CAPTURE(std::string(explanation.code));
        const std::string title = title_of(explanation);
        CHECK(explanation.text.starts_with("# " + title + "\n\n"));
        CHECK(title.ends_with('.'));
        CHECK(longest_line(explanation.text) <= 100);
        const std::size_t first_paragraph = title.size() + 4;
        CHECK(explanation.text.find("```") > first_paragraph);
        std::vector<std::string> forms;
        for (const Example& example : examples_of(explanation))
            forms.push_back(example.info.substr(0, example.info.find(' ', example.info.find(' ') + 1)));
        const std::string language = shown_by_commands.count(explanation.code) ? "console" : "python";
        CHECK(forms == std::vector{language + " wrong", language + " right"});
    }
}

TEST_CASE("explanations: what is wrong has this diagnostic, and what is right has none") {
    for (const Explanation& explanation : explanations()) {
        if (shown_by_commands.count(explanation.code)) continue;
        CAPTURE(std::string(explanation.code));
        for (const Example& example : examples_of(explanation))
            check_example(explanation, example);
    }
}

TEST_CASE("explanations: for a terminal of 80 columns") {
    const Answer answer = explain({"E435"});
    CHECK(answer.problem.empty());
    CHECK(answer.text == R"(E435: array-choice

A choice between two arrays is in the middle of an expression.

A name can stand for one array or the other, as the condition says. Give the
choice a name on a line of its own, and use the name.

Wrong:

    # k : void (float* X, float* Y, int n)
    def k(X, Y, n):
        for x in X if n > 3 else Y:
            X[idx] += x

Right:

    # k : void (float* X, float* Y, int n)
    def k(X, Y, n):
        chosen = X if n > 3 else Y
        for x in chosen:
            X[idx] += x
)");
    CHECK(explain({"E801"}).text.find("\nWrong, with `pycu2cu --kernel saxpi`:\n\n    # saxpy") !=
          std::string::npos);
    for (const Explanation& explanation : explanations()) {
        CAPTURE(std::string(explanation.code));
        CHECK(longest_line(explain({std::string(explanation.code)}).text) <= 80);
    }
}

TEST_CASE("explanations: codes may be in lower case and without their letter, and are several") {
    const std::string one = explain({"E401"}).text, other = explain({"W901"}).text;
    CHECK(explain({"e401"}).text == one);
    CHECK(explain({"401"}).text == one);
    CHECK(explain({"w901", "E401"}).text == other + "\n" + std::string(80, '-') + "\n\n" + one);
    CHECK(explain({"320"}).text == explain({"E320", "W320"}).text); // a number of two kinds
}

TEST_CASE("explanations: an unknown code names those near it, and none at all gives the list") {
    CHECK(explain({"E401", "E499"}).problem == "there is no diagnostic 'E499'; near it are E501, E502, E503");
    CHECK(explain({"E499"}).text.empty());
    CHECK(explain({"nonsense"}).problem == "there is no diagnostic 'nonsense'");
    const std::string list = explain({}).text;
    CHECK(list.starts_with("E101  The file is not encoded in UTF-8.\n"));
    CHECK(std::count(list.begin(), list.end(), '\n') == static_cast<long>(all_kinds().size()));
}
