//+ prelude check_launch_x

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && grid.y == threads.y && block.y == 1 && grid.z == threads.z && block.z == 1;
}
//+ prelude check_launch_x of 64-bit coordinates

// Returns whether there are threads to launch, and the grid covers them along x and has no others along y and
// z.
static bool check_launch_x(int64_t threads_x, int64_t threads_y, int64_t threads_z, dim3 grid, dim3 block)
{
    const int64_t x = int64_t(grid.x) * block.x;
    return threads_x > 0 && threads_y > 0 && threads_z > 0 && x >= threads_x && grid.y == threads_y
        && block.y == 1 && grid.z == threads_z && block.z == 1;
}
