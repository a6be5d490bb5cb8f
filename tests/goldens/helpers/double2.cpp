//+ type double2

struct alignas(16) double2
{
    double x;
    double y;
};
