//+ prelude check_launch_xz

// Returns whether there are threads to launch, and the grid covers them along x and z and has no others along
// y.
static bool check_launch_xz(dim3 threads, dim3 grid, dim3 block)
{
    const unsigned long long x = 1ULL * grid.x * block.x, z = 1ULL * grid.z * block.z;
    return threads.x > 0 && threads.y > 0 && threads.z > 0 && x >= threads.x && x <= 0x80000000
        && z >= threads.z && z <= 0x80000000 && grid.y == threads.y && block.y == 1;
}
