//+ prelude not_launched

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(dim3 threads)
{
    const bool is_empty = threads.x == 0 || threads.y == 0 || threads.z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}
//+ prelude not_launched of 64-bit coordinates

// Returns why nothing is launched: there are no threads, or the grid does not fit them.
static cudaError_t not_launched(int64_t threads_x, int64_t threads_y, int64_t threads_z)
{
    const bool is_empty = threads_x == 0 || threads_y == 0 || threads_z == 0;
    return is_empty ? cudaSuccess : cudaErrorInvalidConfiguration;
}
