"""`python -m cudapy lsp`: a language server, which tells editors of the kernels in the texts that they show.
The texts are read by the translator and never run."""
