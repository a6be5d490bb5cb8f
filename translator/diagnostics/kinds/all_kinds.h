#pragma once
// The list of all kinds of diagnostics. Only files that look at each of them include it; a stage includes the
// kinds that it reports.

#include "translator/diagnostics/kinds/kind.h"

#include "translator/diagnostics/kinds/array_kinds.h"
#include "translator/diagnostics/kinds/complex_kinds.h"
#include "translator/diagnostics/kinds/cooperation_kinds.h"
#include "translator/diagnostics/kinds/derivative_kinds.h"
#include "translator/diagnostics/kinds/device_kinds.h"
#include "translator/diagnostics/kinds/flow_kinds.h"
#include "translator/diagnostics/kinds/generic_kinds.h"
#include "translator/diagnostics/kinds/name_kinds.h"
#include "translator/diagnostics/kinds/option_kinds.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/syntax_kinds.h"
#include "translator/diagnostics/kinds/tuple_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/kinds/vector_kinds.h"

namespace cudapy::diag {

/// Every kind of diagnostic there is.
using AllKinds = Join<SyntaxKinds, NameKinds, TypeKinds, StatementKinds, FlowKinds, ArrayKinds,
                      CooperationKinds, TupleKinds, StructKinds, VectorKinds, ComplexKinds, GenericKinds,
                      DeviceKinds, DerivativeKinds, OptionKinds>;

} // namespace cudapy::diag
