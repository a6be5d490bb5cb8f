#include "parsing.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

using namespace cudapy::syntax::test;

static std::string signatures(const std::string& text) {
    Parsed parsed(text);
    std::string out = parsed.diagnostics();
    for (const auto& function : parsed.module.functions) {
        out += function.name + ":";
        for (const auto& signature : function.signatures) {
            out += signature.origin == cudapy::syntax::SignatureText::Origin::comment ? " comment"
                                                                                      : " decorator";
            out += " <" + std::string(parsed.sources.text(signature.span)) + ">";
        }
        out += "\n";
    }
    return out;
}

TEST_CASE("module: only signed functions are parsed, the rest is not even looked at") {
    CHECK(module_tree("x + = 3\ndef g(:\n    return ))\n# f : void ()\ndef f(): pass\nclass A\n  b\n") ==
          "def f()\n  pass\nfunction g\nclass A\n");
}

TEST_CASE("module: signatures in comments") {
    CHECK(signatures("# f : void ()\ndef f(): pass") == "f: comment <f : void ()>\n");
    CHECK(signatures("#f:void()  \n\n\n# other\n@d\n\ndef f(): pass") == "f: comment <f:void()>\n");
    CHECK(signatures("@d(1,\n  2)\n# f : int* broken(\ndef f(): pass") == "f: comment <f : int* broken(>\n");
    CHECK(signatures("# f : void (float a,\n#           int b)\n# word\ndef f(): pass") ==
          "f: comment <f : void (float a,\n#           int b)>\n");
    CHECK(signatures("# f : void (float a,\n# word\ndef f(): pass") == "f: comment <f : void (float a,>\n");
    CHECK(signatures("# f : void ()\n# f : int ()\ndef f(): pass") ==
          "f: comment <f : void ()> comment <f : int ()>\n");
}

TEST_CASE("module: prose about a function is no signature") {
    CHECK(signatures("# f: computes the sum\ndef f(): pass") == "");
    CHECK(signatures("# f: run it (really)\ndef f(): pass") == "");
    CHECK(signatures("x = 1 # f : void ()\ndef f(): pass") == "");
    CHECK(signatures("# f : void ()\nx = 1\ndef f(): pass") == "");
    CHECK(signatures("def g():\n    pass\n    # f : void ()\ndef f(): pass") == "");
}

TEST_CASE("module: a signature for another name") {
    CHECK(signatures("# saxpi : void (float a)\ndef saxpy(a): pass") ==
          "k.py:1:3: error[E202]: this is a signature of `saxpi`, but is above `saxpy`\n"
          "   1 | # saxpi : void (float a)\n"
          "     |   ^^^^^ another name than the function's\n"
          "   = help: write `# saxpy : …`, or move the signature to the line above `def saxpi`\n"
          "1 error\n");
    CHECK(signatures("# g : void ()\n# f : void ()\ndef f(): pass") == "f: comment <f : void ()>\n");
    CHECK(signatures("# note : see (1)\ndef f(): pass") == "");
}

TEST_CASE("module: signatures in decorators") {
    CHECK(signatures("@cp.kernel('void (float a)')\ndef f(a): pass") == "f: decorator <void (float a)>\n");
    CHECK(signatures("@kernel(sig=r'''void ()''')\ndef f(): pass") == "f: decorator <void ()>\n");
    CHECK(signatures("import cudapy as cp\n@cp.kernel\ndef f(): pass") == "f:\n");
    CHECK(signatures("from cudapy import kernel as k\n@k\ndef f(): pass") == "f:\n");
    CHECK(signatures("@cp.kernel\ndef f(): pass") == "");
    CHECK(signatures("# f : void ()\n@cp.kernel('void ()')\ndef f(): pass") ==
          "f: comment <f : void ()> decorator <void ()>\n");
}

TEST_CASE("module: annotations of cudapy sign a function") {
    CHECK(signatures("import cudapy as cp\ndef f(a: cp.float32): pass\ndef g(a: int): pass") == "f:\n");
    CHECK(signatures("from cudapy import Array\ndef f(a: Array[float]): pass") == "f:\n");
    CHECK(signatures("import cudapy\ndef f() -> cudapy.Void: pass") == "f:\n");
    CHECK(signatures("import numpy as cp\ndef f(a: cp.float32): pass") == "");
}

TEST_CASE("module: signed functions under if and try, not those in functions and classes") {
    CHECK(
        module_tree("if a:\n    # f : void ()\n    def f(): pass\nelse:\n    # f : void ()\n    def f(): b\n"
                    "class A:\n    # g : void ()\n    def g(): pass\ndef h():\n    # i : void ()\n    def "
                    "i(): pass\n") == "def f()\n  pass\ndef f()\n  expr b\nclass A\nfunction h\n");
}

TEST_CASE("module: imports") {
    CHECK(module_tree("import a.b, c as d, e.f as g\nfrom h.i import (j, # k\n  k as l,)\nfrom . import "
                      "m\nfrom ..n import o\n") == "module a a\nmodule d c\nmodule g e.f\nmember j "
                                                   "h.i.j\nmember l h.i.k\nmember m .m\nmember o ..n.o\n");
    CHECK(module_tree("try:\n    import numpy as np\nexcept ImportError:\n    np = None\n") ==
          "module np numpy\n");
}

TEST_CASE("module: constants") {
    CHECK(
        module_tree(
            "N = 3; M = -N * 2\nA, B = 1, 2.5\nC = D = (1, 2)\nE: int = 4\nF: int\nG = [1]\n(H, I) = J\n") ==
        "value N 3\nvalue M (* (neg N) 2)\nvalue A 1\nvalue B 2.5\nvalue C (tuple 1 2)\nvalue D (tuple 1 "
        "2)\nvalue E 4\n"
        "value G <list>\nreassigned H\nreassigned I\n");
}

TEST_CASE("module: what may change is not a constant") {
    CHECK(module_tree(
              "A = 1\nA = 2\nB = 1\nB += 1\nif x: C = 1\nfor D in y:\n    E = 1\nwith z as F: pass\nG = 1\n"
              "def h():\n    global G\n    G = 2\nI = 1\ndel I\nA.b = 3; A[0] = 4\ndef j(): pass\nj = "
              "3\nwhile k: L = 1\n") == "reassigned A\nreassigned B\nreassigned C\nreassigned D\nreassigned "
                                        "E\nreassigned F\nreassigned G\nfunction h\n"
                                        "reassigned I\nreassigned j\nreassigned L\n");
}

TEST_CASE("module: errors are not reported in functions without a signature, and in classes") {
    Parsed parsed("def g():\n    z = 1.0f\nclass A:\n    x = ]\n# f : void ()\ndef f():\n    x = 1.0f\n");
    CHECK(parsed.diagnostics() ==
          "k.py:7:9: error[E107]: malformed number `1.0f`: Python's numbers have no suffix\n"
          "   7 |     x = 1.0f\n"
          "     |         ^^^^ not a number\n"
          "   = help: write `1.0`: a literal takes the precision of what it meets\n"
          "1 error\n");
}

TEST_CASE("module: an unclosed bracket outside does not hide a signed function") {
    Parsed parsed("x = (1,\n     2\n# f : void ()\ndef f(): pass\n");
    CHECK(parsed.tree() == "def f()\n  pass\nreassigned x\n");
    CHECK(parsed.diagnostics() == "k.py:1:5: error[E114]: `(` is never closed\n"
                                  "   1 | x = (1,\n"
                                  "     |     ^ opened here\n"
                                  "   = help: write the closing `)`\n"
                                  "1 error\n");
}

TEST_CASE("module: a string that hides the rest of the file is reported wherever it is") {
    Parsed parsed("def g():\n    '''z\n# f : void ()\ndef f(): pass\n");
    CHECK(parsed.diagnostics().starts_with("k.py:2:5: error[E104]: this string never ends\n"));
}

TEST_CASE("module: empty texts") {
    CHECK(module_tree("") == "");
    CHECK(module_tree("\n\n# only a comment") == "");
    CHECK(module_tree("\xEF\xBB\xBF# f : void ()\ndef f(): pass") == "def f()\n  pass\n");
}

TEST_CASE("module: what compiles in Python is not taken for a slip") {
    CHECK(module_tree("if a: pass\nelif b:\n    c\nelse: d\nfor i in j: pass\nelse:\n    k\nwhile l: "
                      "pass\nelse: m\n") == "reassigned i\n");
    CHECK(module_tree("try:\n    a\nexcept B:\n    c\nexcept (D, E) as f: g\nelse:\n    h\nfinally: i\n"
                      "try: a\nfinally: b\n") == "reassigned f\n");
    CHECK(module_tree("async def f(): pass\n") == "function f\n");
    CHECK(module_tree("match a:\n    case [*b]:\n        c\n    case {}: d\n") == "");
    CHECK(module_tree("*a, b = c\n*a, = d\n(e)\n[f]\n{g}\n-h\n+i\n~j\n...\n'k'\nl; m;\nlambda: n\nnot o\n") ==
          "reassigned a\nreassigned b\n");
    CHECK(module_tree("if lambda: a:\n    b\nwith c as d, \\\n        e:\n    f\n") == "reassigned d\n");
}
/// Returns what was read of each function, and the line and the code of each mistake.
static std::vector<std::string> read_of(Parsed& parsed) {
    std::vector<std::string> found;
    for (const auto& function : parsed.module.functions) {
        std::string text = function.name + ":";
        for (const auto& signature : function.signatures)
            text += " " + std::string(parsed.sources.text(signature.span));
        for (const std::string& comment : function.comments_above)
            text += " # " + comment;
        found.push_back(text + "\n" + cudapy::syntax::print(function.body));
    }
    for (const auto& diagnostic : parsed.sink.take_sorted())
        found.push_back(std::to_string(parsed.sources.begin(diagnostic.span).line) + " " +
                        std::string(diagnostic.kind().code));
    return found;
}

TEST_CASE("module: functions of long files are read as those of short ones") {
    // Mistakes, decorators, comments in odd places, and functions without signatures.
    const std::string texts[] = {
        "# right : void (int* X)\ndef right(X):\n    X[idx] = 1  # one\n",
        "# colon : void (int* X)\ndef colon(X)\n    X[idx] = 1\n",
        "# bracket : void (int* X)\ndef bracket(X):\n    X[idx = 1\n    X[idx] = 2\n",
        "# indented : void (int* X)\ndef indented(X):\n    X[idx] = 1\n      X[idx] = 2\n",
        "# other : void (int* X)\ndef another(X):\n    X[idx] = 1\n",
        "# unmarked (int* X)\ndef unmarked(X):\n    return X\n",
        "def unsigned_function(X):\n    # k : void (int* X)\n    def inner(X):\n        pass\n    return "
        "X[\n",
        "@cp.kernel(\"void (int* X)\")\n# above the def\ndef decorated(X):\n    X[idx] = 1 +\n",
        "# string : void (int* X)\ndef string(X):\n    X[idx] = 'abc\n    # the end\n",
        "# twice : void (int* X)\n# twice : void (float* X)\ndef twice(X):\n    X[idx] = 1 $ 2\n",
        "# empty : void (int* X)\ndef empty(X):\n    # nothing\nprint(3)\n",
        "# late : void (int* X)\nasync def late(X): X[idx] = 0x\n",
        "if True:\n    # inside : void (int* X)\n    def inside(X):\n        X[idx] = 1 1\n",
        "# else_ : void (int* X)\ndef else_(X):\n    X[idx] = 2\n    else:\n        X[idx] = 3\n",
        "# last : void (int* X)\ndef last(X):\n    \"\"\"It is right.\"\"\"\n    # one\n    X[idx] = 4\n  # "
        "two\n",
    };
    const std::string head = "import cudapy as cp\n";
    std::string all, above;
    std::vector<std::string> expected;
    for (int round = 0; round < 12; ++round) {
        std::string text;
        for (int i = 0; i <= round; ++i) // of other lengths each
            text += texts[static_cast<std::size_t>(round * 5 + i * 7) % std::size(texts)];
        text += texts[std::size(texts) - 1];
        Parsed part(head + above + text);
        for (const std::string& each : read_of(part))
            expected.push_back(each);
        all += text;
        above += std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
    }
    Parsed whole(head + all);
    CHECK(whole.module.functions.size() > 40);
    std::vector<std::string> found = read_of(whole);
    for (std::vector<std::string>* each : {&found, &expected}) // functions and mistakes come in turns
        std::sort(each->begin(), each->end());
    CHECK(found == expected);
}
