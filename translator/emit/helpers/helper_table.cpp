#include "translator/emit/helpers/helper_table.h"

#include "translator/support/internal_error.h"

namespace cudapy::emit {

namespace {

bool is_of(HelperText::Types of, const Type* type) {
    switch (of) {
    case HelperText::Types::any:
        return true;
    case HelperText::Types::floating:
        return type->is_floating();
    case HelperText::Types::float64:
        return type == Type::float64();
    case HelperText::Types::unsigned_integer:
        return type->is_unsigned();
    case HelperText::Types::wide:
        return type->size() == 8;
    case HelperText::Types::wide_unsigned:
        return type->size() == 8 && type->is_unsigned();
    }
    return false;
}

bool is_on(HelperText::Targets on, Target target) {
    return on == HelperText::Targets::both || (on == HelperText::Targets::cpu) == (target == Target::cpu);
}

} // namespace

const HelperText& text_of(program::Helper helper, const Type* type, Target target) {
    for (const auto& table :
         {number_texts(), half_texts(), quotient_texts(), exact_texts(), complex_texts(), date_texts(),
          warp_texts(), turn_texts(), check_texts(), instrumentation_texts()})
        for (const HelperText& row : table)
            if (row.helper == helper && is_of(row.of, type) && is_on(row.on, target)) return row;
    throw InternalError("a helper without a text");
}

} // namespace cudapy::emit
