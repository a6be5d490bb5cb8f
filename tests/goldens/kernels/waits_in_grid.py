# targets: cpu

# later_first : void (int* ready, int* mine, int* out)
def later_first(ready, mine, out):
    while atomicAdd(ready, 0, 0) != len(out) - 1 - idx:
        pass
    mine[idx] = atomicAdd(ready, 0, 1)
    grid_sync()
    out[idx] = mine[len(out) - 1 - idx]
