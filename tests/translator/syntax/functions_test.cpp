#include "parsing.h"

using namespace cudapy::syntax::test;

TEST_CASE("functions: parameters of every kind") {
    Parsed parsed("def f(a, b: int = 1, /, c=2, *args, d, e: float, **rest) -> cp.Void: pass\n", true);
    CHECK(parsed.diagnostics() == "");
    CHECK(parsed.tree() ==
          "def f(a/, b/ : int = 1, c = 2, *args, kw d, kw e : float, **rest) -> (. cp Void)\n  pass\n");
    CHECK(Parsed("def f(*, a,): pass\n", true).tree() == "def f(kw a)\n  pass\n");
    CHECK(Parsed("def f[T: int](a: T): pass\n", true).tree() == "def f(a : T)\n  pass\n");
    CHECK(Parsed("async def f(): pass\n", true).tree() == "async def f()\n  pass\n");
}

TEST_CASE("functions: the docstring is split off and dedented") {
    Parsed parsed(
        "def f():\n    # above\n    '''One.\n\n       Two\n         three.\n    ''' # after\n    a\n", true);
    CHECK(parsed.diagnostics() == "");
    CHECK(parsed.tree() == "def f()\n  doc \"One.\\n\\nTwo\\n  three.\"\n  # above\n  # after\n  expr a\n");
    CHECK(Parsed("def f(): 'only'\n", true).tree() == "def f()\n  doc \"only\"\n");
    CHECK(Parsed("def f():\n    f'no'\n", true).tree() == "def f()\n  expr (f-string \"no\")\n");
}

TEST_CASE("functions: comments around and at the end") {
    Parsed parsed("# far\n\n# one\n# f : void ()\n# two\n@d # no\n# three\ndef f(): # head\n    a\n    # "
                  "end\n\n    # end 2\n# outside\n"
                  "def g(): pass\n");
    CHECK(parsed.diagnostics() == "");
    CHECK(parsed.tree() ==
          "# one\n# two\n# three\n# head\n@ d\ndef f()\n  expr a\n  # end\n  # end 2\nfunction g\n");
}

TEST_CASE("functions: a text that is indented as a whole") {
    Parsed parsed("    # c\n    @d\n    def f(self):\n        if a:\n            b\n    # e\n", true);
    CHECK(parsed.diagnostics() == "");
    CHECK(parsed.tree() == "# c\n@ d\ndef f(self)\n  if a\n    expr b\n");
}

TEST_CASE("functions: spans") {
    Parsed parsed("@d\ndef name(a, b): pass\n", true);
    const auto& function = parsed.module.functions[0];
    CHECK(parsed.sources.text(function.span) == "def name(a, b):");
    CHECK(parsed.sources.text(function.name_span) == "name");
    CHECK(parsed.sources.text(function.parameters[1].span) == "b");
}
