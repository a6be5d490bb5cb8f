# report : void (float* X, uint32* flags, double d)
def report(X, flags, d):
    if idx < len(X):
        print(f"X[{idx}] = {X[idx]:.3f}", f"flags {flags[idx]:08x}", f"{d:12.4e}|{idx:<6}|{X[idx] > 0}")
        print(f"{idx:.1f}", f"{X[idx] > 0:3}", f"{len(X) = }", f"100% of {{{idx}}}", "a rather long text, which is = not broken, as no text is", end="\n\n")
