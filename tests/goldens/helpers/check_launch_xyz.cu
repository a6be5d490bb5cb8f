//+ prelude check_launch_xyz

// Returns whether there are threads to launch, and the grid covers them along x, y and z.
static bool check_launch_xyz(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, y = 1ULL * grid.y * block.y,
        z = 1ULL * grid.z * block.z;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && y >= threads.y && y <= 0x80000000 && z >= threads.z && z <= 0x80000000;
}
