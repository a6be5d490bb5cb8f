// Any bytes go through the lexer, the parser and the signature parser: no crash, no hang, and every place
// that is reported lies in the text.

#include "translator/diagnostics/render.h"
#include "translator/syntax/ast_printer.h"
#include "translator/syntax/parse/parser.h"
#include "translator/syntax/signature/signature.h"

#include <cstdlib>

using namespace cudapy;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    SourceSet sources;
    uint32_t file =
        sources.add(SourceFile("fuzz.py", std::string(reinterpret_cast<const char*>(data), size)));
    for (bool every_function : {false, true}) {
        diag::Sink sink;
        syntax::Module module = syntax::parse_module(sources, file, {every_function}, sink);
        for (const syntax::Function& function : module.functions) {
            for (const syntax::SignatureText& signature : function.signatures)
                syntax::parse_signature(sources, signature.span, sink);
        }
        syntax::print(module);
        std::vector<diag::Diagnostic> diagnostics = sink.take_sorted();
        for (const diag::Diagnostic& diagnostic : diagnostics) {
            if (diagnostic.span.end < diagnostic.span.begin || diagnostic.span.end > size) std::abort();
        }
        diag::render_all(diagnostics, sources);
    }
    return 0;
}
