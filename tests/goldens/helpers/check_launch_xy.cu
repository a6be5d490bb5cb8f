//+ prelude check_launch_xy

// Returns whether there are threads to launch, and the grid covers them along x and y and has no others along
// z.
static bool check_launch_xy(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && grid.z == threads.z && block.z == 1;
}
//+ prelude check_launch_xy of 64-bit coordinates

// Returns whether there are threads to launch, and the grid covers them along x and y and has no others along
// z.
static bool check_launch_xy(int64_t threads_x, int64_t threads_y, int64_t threads_z, dim3 grid, dim3 block)
{
    const int64_t x = int64_t(grid.x) * block.x, y = int64_t(grid.y) * block.y;
    return threads_x > 0 && threads_y > 0 && threads_z > 0 && x >= threads_x && y >= threads_y
        && grid.z == threads_z && block.z == 1;
}
