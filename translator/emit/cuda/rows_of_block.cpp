#include "translator/emit/cuda/rows_of_block.h"

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

RowsOfBlock rows_of_block(const Function& coarsened, CoordinateNames& coordinates, Names& names,
                          const std::string& index_type) {
    const int rows = coarsened.coarsening_facts.count();
    RowsOfBlock made;
    made.lanes.is_coarsened = true;
    made.lanes.factors = coarsened.coarsening_facts.size;
    made.lanes.width = rows;
    made.lanes.coordinate_type = index_type;
    const auto add = [&](Coordinate coordinate, const std::string& own, const std::string& value) {
        const std::string first = names.fresh("first_" + own);
        made.declarations.push_back(fmt::format("const {} {} = {} * {};", index_type, first, value, rows));
        made.lanes.coordinates[coordinate] = {own, first + " + lane"};
        coordinates[coordinate] = own;
    };
    if (const auto found = coordinates.find(Coordinate::idy); found != coordinates.end()) {
        const char* block = index_type == "int" ? "blockIdx.y" : "int64_t(blockIdx.y)";
        add(Coordinate::idy, found->second, fmt::format("({} * blockDim.y + threadIdx.y)", block));
    }
    if (coordinates.contains(Coordinate::thread_y))
        add(Coordinate::thread_y, names.fresh("row"), "threadIdx.y");
    if (const auto found = coordinates.find(Coordinate::block_dim_y); found != coordinates.end())
        found->second = fmt::format("{} * {}", found->second, rows);
    return made;
}

} // namespace cudapy::emit
