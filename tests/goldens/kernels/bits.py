"""Functions of an integer's bits."""


# counts : void (int* I, int64* W, bool b)
def counts(I, W, b):
    x = I[idx]
    w = W[idx]
    I[0] = popc(x) + popc(w) + popc(b) + popc(0xffffffff)
    I[1] = clz(x) + clz(w)
    I[2] = ffs(x) + ffs(w)
    I[3] = brev(x)
    W[0] = brev(w)
    W[1] = brev(x) + w
    I[4] = popc(x) % 8
