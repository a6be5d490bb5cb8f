# pycu2cu: --header
# position : int (int width)
def position(width):
    return idy * width + idx


# coordinates : void (int width, int* R)
def coordinates(width, R):
    i = position(width)
    R[i] = threadIdx.x - 1
    R[i] += blockIdx.x * blockDim.x + threadIdx.x - idx
    R[i] += gridDim.x + warpSize
    R[threadIdx.x] = -blockIdx.x
    x = threadIdx.x
    R[i] += x


# third : void (int* R)
def third(R):
    R[idz] = idz


# one : void (int n, int* R)
def one(n, R):
    """Does not ask who it is."""
    for i in range(n):
        R[i] = i
