#include "translator/program/operation_names.h"

#include <algorithm>
#include <iterator>

namespace cudapy::program {

namespace {

template <typename Named>
struct Name {
    Named named;
    const char* name;
};

template <typename Named, std::size_t count>
const char* name_in(const Name<Named> (&names)[count], Named named) {
    const auto found = std::find_if(std::begin(names), std::end(names),
                                    [&](const Name<Named>& each) { return each.named == named; });
    return found == std::end(names) ? "?" : found->name;
}

constexpr Name<BinaryOp> operators[] = {
    {BinaryOp::add, "add"},
    {BinaryOp::sub, "sub"},
    {BinaryOp::mul, "mul"},
    {BinaryOp::divide, "divide"},
    {BinaryOp::remainder, "remainder"},
    {BinaryOp::floor_divide, "floor_divide"},
    {BinaryOp::floor_modulo, "floor_modulo"},
    {BinaryOp::power, "power"},
    {BinaryOp::shift_left, "shift_left"},
    {BinaryOp::shift_right, "shift_right"},
    {BinaryOp::bit_and, "bit_and"},
    {BinaryOp::bit_or, "bit_or"},
    {BinaryOp::bit_xor, "bit_xor"},
};

constexpr Name<CompareOp> comparisons[] = {
    {CompareOp::lt, "lt"}, {CompareOp::le, "le"}, {CompareOp::gt, "gt"},
    {CompareOp::ge, "ge"}, {CompareOp::eq, "eq"}, {CompareOp::ne, "ne"},
};

constexpr Name<Coordinate> coordinates[] = {
    {Coordinate::idx, "idx"},
    {Coordinate::idy, "idy"},
    {Coordinate::idz, "idz"},
    {Coordinate::thread_x, "threadIdx.x"},
    {Coordinate::thread_y, "threadIdx.y"},
    {Coordinate::thread_z, "threadIdx.z"},
    {Coordinate::block_x, "blockIdx.x"},
    {Coordinate::block_y, "blockIdx.y"},
    {Coordinate::block_z, "blockIdx.z"},
    {Coordinate::block_dim_x, "blockDim.x"},
    {Coordinate::block_dim_y, "blockDim.y"},
    {Coordinate::block_dim_z, "blockDim.z"},
    {Coordinate::grid_dim_x, "gridDim.x"},
    {Coordinate::grid_dim_y, "gridDim.y"},
    {Coordinate::grid_dim_z, "gridDim.z"},
    {Coordinate::within_x, "within.x"},
    {Coordinate::within_y, "within.y"},
    {Coordinate::within_z, "within.z"},
    {Coordinate::lane_id, "laneid"},
};

} // namespace

const char* name_of(BinaryOp op) {
    return name_in(operators, op);
}

const char* name_of(CompareOp op) {
    return name_in(comparisons, op);
}

const char* name_of(Coordinate coordinate) {
    return name_in(coordinates, coordinate);
}

} // namespace cudapy::program
