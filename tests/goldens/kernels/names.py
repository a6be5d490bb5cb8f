# double : float (float int)
def double(int):
    return int * 2


# template : void (float* new, int class_, int this, float* threads)
def template(new, class_, this, threads):
    auto = 3
    while_ = auto + class_
    for register in range(while_):
        new[register] = double(new[register]) + this
    launch_template = 2
    sinf = 1.0
    threads[0] = sinf + launch_template
    _x = 1
    __y = 2
    a__b = 3
    threads[1] = _x + __y + a__b
    naïve = 1.5
    größe = 2.0
    threads[2] = naïve * größe
    if True:
        INT_MAX = 4
        assert_ = INT_MAX
        threads[3] = assert_


# main : void (float* delete)
def main(delete):
    delete[idx] = 1


# exp : void (float* grid, float* block, int stream, int grid_len)
def exp(grid, block, stream, grid_len):
    blockIdx = 2
    grid[idx] = block[idx] + stream + grid_len + blockIdx + len(grid)


# shadow : void (int n, float* X)
def shadow(n, X):
    idx = 3
    floor_div = n // 2
    X[idx] = floor_div
