#include "translator/program/operation_names.h"

namespace cudapy::program {

const char* name_of(BinaryOp op) {
    switch (op) {
    case BinaryOp::add:
        return "add";
    case BinaryOp::sub:
        return "sub";
    case BinaryOp::mul:
        return "mul";
    case BinaryOp::divide:
        return "divide";
    case BinaryOp::remainder:
        return "remainder";
    case BinaryOp::floor_divide:
        return "floor_divide";
    case BinaryOp::floor_modulo:
        return "floor_modulo";
    case BinaryOp::power:
        return "power";
    case BinaryOp::shift_left:
        return "shift_left";
    case BinaryOp::shift_right:
        return "shift_right";
    case BinaryOp::bit_and:
        return "bit_and";
    case BinaryOp::bit_or:
        return "bit_or";
    case BinaryOp::bit_xor:
        return "bit_xor";
    }
    return "?";
}

const char* name_of(CompareOp op) {
    switch (op) {
    case CompareOp::lt:
        return "lt";
    case CompareOp::le:
        return "le";
    case CompareOp::gt:
        return "gt";
    case CompareOp::ge:
        return "ge";
    case CompareOp::eq:
        return "eq";
    case CompareOp::ne:
        return "ne";
    }
    return "?";
}

const char* name_of(Coordinate coordinate) {
    switch (coordinate) {
    case Coordinate::idx:
        return "idx";
    case Coordinate::idy:
        return "idy";
    case Coordinate::idz:
        return "idz";
    case Coordinate::thread_x:
        return "threadIdx.x";
    case Coordinate::thread_y:
        return "threadIdx.y";
    case Coordinate::thread_z:
        return "threadIdx.z";
    case Coordinate::block_x:
        return "blockIdx.x";
    case Coordinate::block_y:
        return "blockIdx.y";
    case Coordinate::block_z:
        return "blockIdx.z";
    case Coordinate::block_dim_x:
        return "blockDim.x";
    case Coordinate::block_dim_y:
        return "blockDim.y";
    case Coordinate::block_dim_z:
        return "blockDim.z";
    case Coordinate::grid_dim_x:
        return "gridDim.x";
    case Coordinate::grid_dim_y:
        return "gridDim.y";
    case Coordinate::grid_dim_z:
        return "gridDim.z";
    case Coordinate::within_x:
        return "within.x";
    case Coordinate::within_y:
        return "within.y";
    case Coordinate::within_z:
        return "within.z";
    case Coordinate::lane_id:
        return "laneid";
    }
    return "?";
}

} // namespace cudapy::program
