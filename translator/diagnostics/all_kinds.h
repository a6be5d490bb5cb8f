#pragma once
// The list of all kinds of diagnostics. Only what looks at each of them includes it; a stage includes the
// kinds that it reports.

#include "translator/diagnostics/kind.h"

#include "translator/diagnostics/array_kinds.h"
#include "translator/diagnostics/complex_kinds.h"
#include "translator/diagnostics/cooperation_kinds.h"
#include "translator/diagnostics/device_kinds.h"
#include "translator/diagnostics/flow_kinds.h"
#include "translator/diagnostics/generic_kinds.h"
#include "translator/diagnostics/name_kinds.h"
#include "translator/diagnostics/option_kinds.h"
#include "translator/diagnostics/statement_kinds.h"
#include "translator/diagnostics/struct_kinds.h"
#include "translator/diagnostics/syntax_kinds.h"
#include "translator/diagnostics/tuple_kinds.h"
#include "translator/diagnostics/type_kinds.h"
#include "translator/diagnostics/vector_kinds.h"

namespace cudapy::diag {

/// Every kind of diagnostic there is.
using AllKinds =
    Join<SyntaxKinds, NameKinds, TypeKinds, StatementKinds, FlowKinds, ArrayKinds, CooperationKinds,
         TupleKinds, StructKinds, VectorKinds, ComplexKinds, GenericKinds, DeviceKinds, OptionKinds>;

} // namespace cudapy::diag
